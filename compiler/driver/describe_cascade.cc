#include <fmt/format.h>

#include "compiler/driver/describe.h"
#include "compiler/support/match.h"

namespace teaal::driver {
namespace {

std::string index_text(const einsum::Index& index) {
  std::string out;
  for (const einsum::IndexTerm& t : index.terms) {
    std::string factor = !t.symbol.empty() ? t.symbol
                         : t.coefficient == 1 && !t.variable.empty()
                             ? ""
                             : std::to_string(t.coefficient);
    std::string text =
        factor.empty() || t.variable.empty() ? factor + t.variable : factor + " * " + t.variable;
    out += (out.empty() ? "" : " + ") + text;
  }
  return out;
}

std::string access_text(const einsum::Access& a) {
  std::string out;
  for (const einsum::Index& index : a.indices) out += (out.empty() ? "" : ", ") + index_text(index);
  return a.tensor + "[" + out + "]";
}

std::string factor_text(const einsum::Factor& f) {
  return match(
      f, [](const einsum::Access& a) { return access_text(a); },
      [](const einsum::Scalar& s) { return s.name; },
      [](const einsum::Constant& c) { return fmt::format("{}", c.value); });
}

std::string term_text(const einsum::Term& t) {
  bool take = t.kind == einsum::Term::Kind::Take;
  std::string out;
  for (const einsum::Factor& f : t.factors)
    out += (out.empty() ? "" : take ? ", " : " * ") + factor_text(f);
  return take ? fmt::format("take({}, {})", out, t.take) : out;
}

std::string operators_text(const einsum::Einsum& e) {
  std::string out;
  for (const einsum::Term& t : e.terms) {
    std::string steps;
    for (const einsum::MapStep& step : t.map) steps += " " + map_step_text(step);
    if (!steps.empty()) out += "  map" + steps + "\n";
  }
  if (e.reduce != einsum::Reduce::Add)
    out += fmt::format("  reduce {} from {}\n", einsum::name_of(e.reduce), e.identity);
  return out;
}

std::string iteration_text(const einsum::Cascade& cascade) {
  const einsum::Iteration& i = *cascade.iteration;
  std::string out = "iterate";
  for (size_t n = i.first; n < i.first + i.count; ++n)
    out += " " + cascade.einsums[n].output.tensor;
  if (!i.over.empty()) out += " over " + i.over;
  if (!i.until_empty.empty()) out += fmt::format(" until {} is empty", i.until_empty);
  for (const auto& [to, from] : i.carry) out += fmt::format("\n  carry {} from {}", to, from);
  return out + "\n";
}

std::string loops_text(const einsum::Einsum& e) {
  std::string out;
  for (const einsum::Loop& l : e.loops)
    out += fmt::format("  loop {}{} {}\n", l.name, l.name == l.root ? "" : " of " + l.root,
                       l.space ? "space" : "time");
  return out;
}

}  // namespace

std::string map_step_text(const einsum::MapStep& step) {
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

std::string expression_text(const einsum::Einsum& e) {
  std::string out = access_text(e.output) + " =";
  for (size_t i = 0; i < e.terms.size(); ++i) {
    const char* sign = e.terms[i].sign < 0 ? " - " : i > 0 ? " + " : " ";
    out += sign + term_text(e.terms[i]);
  }
  return out;
}

std::string cascade_text(const einsum::Cascade& cascade) {
  std::string out;
  for (const einsum::Tensor& t : cascade.tensors)
    out += fmt::format("tensor {}[{}] stored {}{}{}\n", t.name, fmt::join(t.ranks, ", "),
                       einsum::format_text(t.storage), t.storage.chosen ? "" : " by default",
                       t.absent == 0 ? "" : fmt::format(" default {}", t.absent));
  for (const auto& [name, value] : cascade.symbols)
    out += fmt::format("symbol {} = {}\n", name, value);
  for (const std::string& name : cascade.scalars) out += fmt::format("scalar {}\n", name);
  if (cascade.iteration) out += iteration_text(cascade);
  for (const einsum::Einsum& e : cascade.einsums)
    out += "einsum " + expression_text(e) + "\n" + operators_text(e) + loops_text(e);
  return out;
}

}  // namespace teaal::driver
