#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/driver/describe.h"
#include "compiler/ir/text/head.h"
#include "compiler/passes/build/build_einsum.h"

namespace teaal::driver {
namespace {

std::string operators_text(const einsum::Einsum& e) {
  std::string out;
  for (const ir::Einsum::Term& t : passes::build_einsum(e).terms)
    if (!t.map.empty()) out += fmt::format("  map {}\n", fmt::join(t.map, " "));
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

std::string class_text(const einsum::Einsum& e) {
  if (!e.row_class) return "";
  const einsum::RowClass& c = *e.row_class;
  const std::string times =
      c.times.empty() ? "" : fmt::format(" along {} times {} {}", c.along, c.times, c.times_rank);
  return fmt::format("  class {} of {} by {} {}{} from {}\n", c.number, c.root, c.tensor, c.rank,
                     times, c.least[c.number]);
}

std::string loops_text(const einsum::Einsum& e) {
  std::string out;
  for (const einsum::Loop& l : e.loops)
    out += fmt::format("  loop {}{} {}\n", l.name, l.name == l.root ? "" : " of " + l.root,
                       l.space ? "space" : "time");
  return out;
}

}  // namespace

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
    out += "einsum " + ir::expression_text(passes::build_einsum(e)) + "\n" + operators_text(e) +
           class_text(e) + loops_text(e);
  return out;
}

}  // namespace teaal::driver
