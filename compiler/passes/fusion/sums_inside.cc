#include "compiler/passes/fusion/sums_inside.h"

#include <algorithm>
#include <set>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/mapping/swizzle.h"

namespace teaal::passes {
namespace {

using namespace ir;

// Whether all operands that are stored in the order of these loops are so in that of others.
bool keeps_order(const Nest& before, const Nest& behind, const Program& program) {
  bool out = true;
  for_each_expr(assignment(before.body).value, [&](const Expr& e) {
    const auto* access = as<Access>(e);
    if (!access) return;
    const Tensor& tensor = *program.tensor(tensor_of(access->operand));
    out &= !is_concordant(before, *access, tensor) || is_concordant(behind, *access, tensor);
  });
  return out;
}

}  // namespace

std::vector<std::string> put_sums_inside(Nest& nest, const std::vector<std::string>& shared,
                                         const Program& program) {
  const std::set<std::string> outputs = output_roots(nest);
  const auto is_output = [&](const std::string& root) { return outputs.contains(root); };
  const auto is_apart = [&](const Nest::Loop& l) {
    return std::ranges::all_of(roots_of(l.loop), is_output);
  };
  const auto has_both = [&](const Nest::Loop& l) {
    return !is_apart(l) && std::ranges::any_of(roots_of(l.loop), is_output);
  };
  const auto begin = std::ranges::find_if_not(nest.loops, is_apart),
             end = std::find_if(begin, nest.loops.end(), has_both);
  std::vector<std::string> sums;
  bool inside = false;
  for (auto l = begin; l != end; ++l) {
    if (!is_of_coordinates(l->loop)) return {};
    if (!is_apart(*l)) {
      sums.push_back(l->loop.rank);
      continue;
    }
    if (l->loop.place == Place::Time) return {};
    inside |= std::ranges::find(shared, l->loop.rank) != shared.end();
  }
  if (!inside) return {};
  Nest moved = nest;
  std::stable_partition(moved.loops.begin() + (begin - nest.loops.begin()),
                        moved.loops.begin() + (end - nest.loops.begin()), is_apart);
  if (!keeps_order(nest, moved, program)) return {};
  nest = std::move(moved);
  return sums;
}

}  // namespace teaal::passes
