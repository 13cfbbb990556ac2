#include <fmt/format.h>

#include <charconv>

#include "compiler/einsum/check/checking.h"

namespace teaal::einsum {
namespace {

// Of a number, or of a symbol that params or -D bind.
std::optional<int64_t> number_of(Checking& c, const std::string& text) {
  if (auto given = c.overrides.symbols.find(text); given != c.overrides.symbols.end()) {
    c.shares_used.insert(text);
    return given->second;
  }
  for (const auto& [name, value] : c.spec.params)
    if (name.value == text) {
      c.shares_used.insert(text);
      return value.value;
    }
  int64_t out = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, out);
  return read.ec == std::errc() && read.ptr == end ? std::optional(out) : std::nullopt;
}

// What a component says of the multiprocessor that blocks share.
struct Share {
  const char* key;
  const char* what;       // with its article
  const char* component;  // that says it
  const char* meaning;
  int64_t least, most;
};
constexpr Share carveout{"carveout", "a carveout", "Shared", "a percentage of the L1", 0, 100};
constexpr Share resident{"resident", "a number of resident blocks",
                         "Block",    "how many blocks a multiprocessor shall hold at once",
                         0,          32};

struct Place {
  const spec::OutputBindings& bindings;
  const spec::ComponentBinding& binding;
  const std::string& output;
};

void take(Checking& c, const Share& share, const Place& place, const Located<std::string>& given,
          std::optional<Located<int64_t>>& out) {
  auto error = [&](std::string message) {
    c.diagnostics.error(Code::Binding, given.where, std::move(message));
  };
  if (!place.bindings.config || place.bindings.config->value != "gpu" ||
      place.binding.component.value != share.component)
    return error(fmt::format("{} is of the component {} of config gpu; move it there", share.what,
                             share.component));
  const std::optional<int64_t> number = number_of(c, given.value);
  if (!number || *number < share.least || *number > share.most)
    return error(
        fmt::format("{} is {}, {} to {}, or a symbol that params or -D bind to one, not '{}'",
                    share.what, share.meaning, share.least, share.most, given.value));
  if (out)
    return error(fmt::format("{} has '{}: {}' already; keep one of them", place.output, share.key,
                             out->value));
  out = {*number, given.where};
}

}  // namespace

bool check_occupancy(Checking& c) {
  const int errors = c.diagnostics.errors();
  for (Einsum& e : c.cascade.einsums)
    if (const spec::OutputBindings* bindings = c.bindings_of(e))
      for (const spec::ComponentBinding& binding : bindings->components) {
        const Place place{*bindings, binding, e.output.tensor};
        if (binding.carveout) take(c, carveout, place, *binding.carveout, e.carveout);
        if (binding.resident) take(c, resident, place, *binding.resident, e.resident);
      }
  return c.diagnostics.errors() == errors;
}

}  // namespace teaal::einsum
