#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/einsum/check/checking.h"
#include "compiler/einsum/components.h"

namespace teaal::einsum {
namespace {

using Names = std::vector<std::string>;

std::string is_used(const Names& names, const char* negation) {
  return fmt::format("{} {} {}used", quoted_list(names), names.size() == 1 ? "is" : "are",
                     negation);
}

}  // namespace

void tell_unused(Checking& c, const spec::OutputBindings& bindings,
                 const spec::Architecture& architecture) {
  Names used, unused;
  for (const spec::ComponentBinding& binding : bindings.components) {
    const std::optional<Place> place = find_place(architecture.root, binding.component.value);
    const bool meets = place && place->component && class_of(*place->component) == "intersector";
    Names& names = meets ? used : unused;
    if (std::ranges::find(names, binding.component.value) == names.end())
      names.push_back(binding.component.value);
  }
  Names parts;
  if (!used.empty()) parts.push_back(is_used(used, ""));
  if (!unused.empty()) parts.push_back(is_used(unused, "not "));
  c.binding_remarks.emplace_back(
      bindings.config->where,
      fmt::format("the bindings of {} are for config {}: {}; ranks are placed as without bindings",
                  bindings.output.value, architecture.config.value, fmt::join(parts, ", ")));
}

}  // namespace teaal::einsum
