#include "compiler/passes/build/build_einsum.h"

#include <fmt/format.h>

#include "compiler/passes/build/build_value.h"
#include "compiler/support/match.h"

namespace teaal::passes {
namespace {

ir::Einsum::Factor element(const einsum::Access& a) {
  ir::Einsum::Factor out{ir::Einsum::Factor::Kind::Tensor, a.tensor};
  for (const einsum::Index& index : a.indices) {
    out.at.emplace_back();
    for (const einsum::IndexTerm& t : index.terms)
      out.at.back().push_back({t.coefficient, t.symbol, t.variable});
  }
  return out;
}

ir::Einsum::Factor factor(const einsum::Factor& f) {
  using Factor = ir::Einsum::Factor;
  return match(
      f, [](const einsum::Access& a) { return element(a); },
      [](const einsum::Scalar& s) { return Factor{Factor::Kind::Scalar, s.name}; },
      [](const einsum::Constant& c) { return Factor{Factor::Kind::Constant, "", {}, c.value}; });
}

std::string step(const einsum::MapStep& step) {
  switch (step.kind) {
    case einsum::MapStep::Kind::Factor:
      return "#" + std::to_string(step.factor);
    case einsum::MapStep::Kind::Number:
      return fmt::format("{}", step.number);
    case einsum::MapStep::Kind::Function:
      break;
  }
  return std::string(einsum::row_of(step.function).name);
}

ir::Einsum::Term term(const einsum::Term& t) {
  ir::Einsum::Term out;
  out.sign = t.sign;
  out.takes = t.kind == einsum::Term::Kind::Take;
  out.taken = t.take;
  for (const einsum::Factor& f : t.factors) out.factors.push_back(factor(f));
  for (const einsum::MapStep& s : t.map) out.map.push_back(step(s));
  return out;
}

}  // namespace

ir::Einsum build_einsum(const einsum::Einsum& e) {
  ir::Einsum out;
  out.output = element(e.output);
  for (const einsum::Term& t : e.terms) out.terms.push_back(term(t));
  out.rank_of = {e.rank_of.begin(), e.rank_of.end()};
  for (const einsum::Loop& l : e.loops) out.loops.push_back({l.name, l.space});
  out.reduction = assign_op(e.reduce);
  if (e.reduce != einsum::Reduce::Add) out.identity = e.identity;
  if (e.tensor_core) out.arithmetic = build_arithmetic(e.tensor_core->arithmetic);
  return out;
}

ir::Schedule::TensorCore::Arithmetic build_arithmetic(einsum::TensorCoreBinding::Arithmetic bound) {
  using Bound = einsum::TensorCoreBinding::Arithmetic;
  using Arithmetic = ir::Schedule::TensorCore::Arithmetic;
  switch (bound) {
    case Bound::Tf32:
      return Arithmetic::Tf32;
    case Bound::Tf32x3:
      return Arithmetic::Tf32x3;
    case Bound::F16x3:
      return Arithmetic::F16x3;
    case Bound::F16x1:
      return Arithmetic::F16x1;
    case Bound::Bf16:
      return Arithmetic::Bf16;
    case Bound::F16:
      break;
  }
  return Arithmetic::F16;
}

}  // namespace teaal::passes
