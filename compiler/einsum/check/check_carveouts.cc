#include <fmt/format.h>

#include <charconv>

#include "compiler/einsum/check/checking.h"

namespace teaal::einsum {
namespace {

// Of a number, or of a symbol that params or -D bind.
std::optional<int64_t> number_of(Checking& c, const std::string& text) {
  if (auto given = c.overrides.symbols.find(text); given != c.overrides.symbols.end()) {
    c.symbols_used.insert(text);
    return given->second;
  }
  for (const auto& [name, value] : c.spec.params)
    if (name.value == text) {
      c.symbols_used.insert(text);
      return value.value;
    }
  int64_t out = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, out);
  return read.ec == std::errc() && read.ptr == end ? std::optional(out) : std::nullopt;
}

void take(Checking& c, const spec::OutputBindings& bindings, const spec::ComponentBinding& binding,
          Einsum& e) {
  const auto& carveout = *binding.carveout;
  auto error = [&](std::string message) {
    c.diagnostics.error(Code::Binding, carveout.where, std::move(message));
  };
  if (!bindings.config || bindings.config->value != "gpu" || binding.component.value != "Shared")
    return error("a carveout is of the component Shared of config gpu; move it there");
  const std::optional<int64_t> percent = number_of(c, carveout.value);
  if (!percent || *percent < 0 || *percent > 100)
    return error(
        fmt::format("a carveout is a percentage of the L1, 0 to 100, or a symbol that params or -D "
                    "bind to one, not '{}'",
                    carveout.value));
  if (e.carveout)
    return error(fmt::format("{} has a carveout of {} already; keep one of them", e.output.tensor,
                             *e.carveout));
  e.carveout = percent;
}

}  // namespace

bool check_carveouts(Checking& c) {
  const int errors = c.diagnostics.errors();
  for (Einsum& e : c.cascade.einsums)
    if (const spec::OutputBindings* bindings = c.bindings_of(e))
      for (const spec::ComponentBinding& binding : bindings->components)
        if (binding.carveout) take(c, *bindings, binding, e);
  return c.diagnostics.errors() == errors;
}

}  // namespace teaal::einsum
