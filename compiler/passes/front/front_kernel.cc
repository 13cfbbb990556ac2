#include "compiler/passes/front/front_kernel.h"

#include <algorithm>

#include "compiler/ir/rewrite.h"

namespace teaal::passes {

using namespace ir;

Place place_of(const Kernel& kernel, const std::string& rank) {
  const std::vector<Schedule::Space>& space = kernel.schedule.space;
  const auto s = std::ranges::find(space, rank, &Schedule::Space::rank);
  return s == space.end() ? Place::Time : s->place;
}

Names names_in_front(const Nest& nest, const Program& program) {
  Names out = names_of(nest, program);
  for (const NamedSize& s : program.sizes) out.take(s.name);
  for (const Tensor& t : program.tensors) out.take(t.name);
  for (const Kernel& k : program.kernels) out.take(k.name);
  return out;
}

const Access* only_access(const Nest& nest, const std::string& tensor) {
  const Access* out = nullptr;
  size_t found = 0;
  for_each_expr(assignment(nest.body).value, [&](const Expr& e) {
    const auto* a = as<Access>(e);
    if (a && tensor_of(a->operand) == tensor) out = a, ++found;
  });
  return found == 1 && out->operand == tensor ? out : nullptr;
}

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
    loop.at = part.at;
    for (const std::string& operand : part.walked) loop.over.fibers.push_back({operand});
    nest.loops.push_back({loop, front.where});
    if (part.place != Place::Time)
      out.schedule.space.push_back(
          {part.rank, part.place, behind.where, part.place == Place::Block});
  }
  nest.body = assign(front.target, front.op, front.value, behind.where);
  out.body = renest(nest);
  return out;
}

}  // namespace teaal::passes
