#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

// Where a solved loop can stand at the earliest: behind the loops that its coordinate depends on.
size_t behind_what_it_needs(const ir::ForRank& solved, const std::vector<Nest::Loop>& loops) {
  size_t place = 0;
  ir::for_each_expr(solved.at, [&](const ir::Expr& e) {
    const auto* v = ir::as<ir::Var>(e);
    for (size_t i = 0; v && i < loops.size(); ++i)
      if (binds(loops[i].loop).contains(v->name)) place = std::max(place, i + 1);
  });
  return place;
}

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
  for (const Nest::Loop& l : nest.loops)
    if (l.loop.at) {
      size_t place = behind_what_it_needs(l.loop, out.loops);
      out.loops.insert(out.loops.begin() + static_cast<std::ptrdiff_t>(place), l);
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
