#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

void order_kernel(ir::Kernel& kernel) {
  Nest nest = unnest(kernel.body), out;
  out.body = nest.body;
  ir::Schedule& schedule = kernel.schedule;
  for (size_t i = 0; i < schedule.order.size(); ++i)
    for (Nest::Loop& l : nest.loops)
      if (l.loop.rank == schedule.order[i]) {
        if (schedule.order_where[i].known()) l.where = schedule.order_where[i];
        out.loops.push_back(l);
      }
  kernel.body = renest(out);
  schedule.order.clear();
  schedule.order_where.clear();
}

}  // namespace

std::optional<ir::Program> order(ir::Program program, Diagnostics&) {
  for (ir::Kernel& kernel : program.kernels) order_kernel(kernel);
  return program;
}

}  // namespace teaal::passes
