#include "compiler/passes/front/pattern_read.h"

#include <algorithm>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/front/front_kernel.h"
#include "compiler/passes/linear.h"
#include "compiler/passes/nest.h"

namespace teaal::passes {
namespace {

using namespace ir;

bool is_derived_bits(const Program& program, const std::string& name) {
  const Tensor* tensor = program.tensor(name);
  return tensor && tensor->bits && tensor->derived;
}

std::optional<PatternRead> pattern_read(const Program& program, const Tensor& given,
                                        const Kernel& kernel) {
  const Nest nest = unnest(kernel.body);
  const auto* assign = as<Assign>(nest.body);
  const Access* pattern = assign ? as<Access>(assign->target) : nullptr;
  const Access* read = only_access(nest, given.name);
  if (!pattern || !read || assign->op != AssignOp::Or ||
      !is_derived_bits(program, pattern->operand) || tensors_read(assign->value).size() != 1)
    return std::nullopt;
  PatternRead out{.pattern = pattern->operand, .value = assign->value};
  for (const Expr& index : pattern->at)
    for (size_t axis = 0; axis < read->at.size(); ++axis) {
      const auto along = linear(read->at[axis]);
      const auto* own = as<Var>(index);
      if (!along || !own || !along->coefficients.contains(own->name)) continue;
      const bool whole = along->coefficients.size() == 1;
      out.axes.push_back({given.ranks[axis], whole ? 0 : along->coefficients.at(own->name)});
    }
  return out.axes.size() == pattern->at.size() ? std::optional(out) : std::nullopt;
}

}  // namespace

std::optional<PatternRead> find_pattern_read(const Program& program, const Tensor& given,
                                             size_t end) {
  for (size_t i = 0; i < end; ++i)
    if (auto found = pattern_read(program, given, program.kernels[i])) {
      found->kernel = i;
      return found;
    }
  return std::nullopt;
}

Stmt mark_of(const PatternRead& read, const MarkPlace& place, const SourceRange& where) {
  std::vector<Expr> at;
  for (const PatternRead::Axis& axis : read.axes)
    at.push_back(axis.tile == 0 ? var(place.at.at(axis.rank))
                                : div(var(place.tiles_at.at(axis.rank)), lit(axis.tile)));
  const Expr value =
      rewrite(read.value, [&](const Expr& e) { return as<Access>(e) ? place.element : e; });
  return assign(make_expr(Access{read.pattern, std::move(at)}), AssignOp::Or, value, where);
}

bool lists_pattern(const Program& program, const std::string& list, const std::string& pattern) {
  if (list == pattern) return true;
  for (const Kernel& k : program.kernels) {
    const Assign& made = assignment(k.body);
    if (output_of(k) == list && made.op == AssignOp::Set && is_derived_bits(program, list))
      return tensors_read(made.value).contains(pattern);
  }
  return false;
}

}  // namespace teaal::passes
