#include "compiler/passes/mapping/front_kernel.h"

#include "compiler/passes/nest.h"

namespace teaal::passes {

using namespace ir;

Kernel kernel_in_front(const Kernel& behind, const FrontKernel& front) {
  Kernel out;
  out.name = front.name;
  out.where = behind.where;
  out.lanes = behind.lanes;
  out.reduction = front.op == AssignOp::Set ? AssignOp::Add : front.op;
  Nest nest;
  for (const FrontKernel::Loop& part : front.loops) {
    ForRank loop;
    loop.rank = part.rank;
    loop.var = variable_of(part.rank);
    loop.root = loop.extent = part.root;
    if (part.tile > 0) loop.tile = lit(part.tile);
    for (const std::string& operand : part.walked) loop.over.fibers.push_back({operand});
    nest.loops.push_back({loop, front.where});
    if (part.place != Place::Time)
      out.schedule.space.push_back({part.rank, part.place, behind.where});
  }
  nest.body = assign(front.target, front.op, front.value, behind.where);
  out.body = renest(nest);
  return out;
}

}  // namespace teaal::passes
