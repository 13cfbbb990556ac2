#include "compiler/driver/tune/space.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

#include "compiler/driver/explain/explain.h"
#include "compiler/einsum/symbols.h"

namespace teaal::driver {
namespace {

// One thing to choose: what each of its values makes of a choice.
using Axis = std::vector<Choice>;

std::vector<std::string> loops_of(const einsum::Einsum& e) {
  std::vector<std::string> out;
  for (const einsum::Loop& loop : e.loops) out.push_back(loop.name);
  return out;
}

std::vector<std::string> texts_of(const std::vector<Name>& names) {
  std::vector<std::string> out;
  for (const Name& name : names) out.push_back(name.value);
  return out;
}

class SpaceMaker {
 public:
  SpaceMaker(const SpaceRequest& request, const spec::Spec& spec, const einsum::Cascade& cascade)
      : request_(request), spec_(spec), cascade_(cascade) {}

  Space run() {
    add_symbols();
    add_formats();
    add_orders();
    Space out;
    for (size_t changes = 0; changes <= axes_.size() && !out.cut; ++changes)
      combine(changes, 0, {}, out);
    return out;
  }

 private:
  bool pinned(const std::string& symbol) const {
    return request_.options.overrides.symbols.contains(symbol);
  }

  void add_symbols() {
    for (const auto& [symbol, values] : spec_.tune.symbols) {
      if (pinned(symbol.value)) continue;
      Axis axis;
      for (const Located<int64_t>& value : values) add_value(symbol.value, value.value, axis);
      axes_.push_back(std::move(axis));
    }
    const auto sizes = einsum::size_symbols(cascade_);
    for (const auto& [symbol, value] : spec_.params)
      if (sizes.contains(symbol.value) && !pinned(symbol.value) && !listed(symbol.value))
        axes_.push_back(powers_around(symbol.value, value.value));
  }

  bool listed(const std::string& symbol) const {
    return std::ranges::any_of(spec_.tune.symbols,
                               [&](const auto& entry) { return entry.first.value == symbol; });
  }

  void add_value(const std::string& symbol, int64_t value, Axis& axis) const {
    const auto given = cascade_.symbols.find(symbol);
    if (given == cascade_.symbols.end() || given->second != value)
      axis.push_back({{{symbol, value}}, {}, {}});
  }

  Axis powers_around(const std::string& symbol, int64_t value) const {
    const auto power = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(value)));
    Axis out;
    for (const int64_t near : {power / 2, power, power * 2, power / 4, power * 4})
      if (near >= 1) add_value(symbol, near, out);
    std::erase_if(out, [&](const Choice& choice) { return !compiles(choice); });
    return out;
  }

  bool compiles(const Choice& choice) const {
    CompileOptions options = request_.options;
    options.overrides.symbols.insert(choice.symbols.begin(), choice.symbols.end());
    for (const auto& [symbol, value] : choice.symbols) options.overrides.written.insert(symbol);
    options.kernel_text = false;
    Diagnostics ignored;
    return compile(request_.source, options, ignored).has_value() && ignored.ok();
  }

  void add_formats() {
    for (const auto& [tensor, texts] : spec_.tune.formats) {
      if (request_.options.overrides.formats.contains(tensor.value)) continue;
      const std::string given = einsum::format_text(cascade_.find(tensor.value)->storage);
      Axis axis;
      for (const Name& text : texts)
        if (stored(tensor.value, text.value) != given)
          axis.push_back({{}, {{tensor.value, text.value}}, {}});
      axes_.push_back(std::move(axis));
    }
  }

  std::string stored(const std::string& tensor, const std::string& text) const {
    einsum::Overrides overrides = request_.options.overrides;
    overrides.formats[tensor] = text;
    Diagnostics ignored;
    const auto cascade = einsum::check(spec_, overrides, ignored);
    return cascade ? einsum::format_text(cascade->find(tensor)->storage) : text;
  }

  void add_orders() {
    for (const einsum::Einsum& e : cascade_.einsums)
      if (!e.row_class) add_orders(e);
  }

  void add_orders(const einsum::Einsum& e) {
    const std::string& output = e.output.tensor;
    std::vector<std::vector<std::string>> orders;
    for (const auto& [name, listed] : spec_.tune.loop_orders)
      if (name.value == output)
        for (const std::vector<Name>& order : listed) orders.push_back(texts_of(order));
    if (request_.all_orders && &e == &longest()) orders = all_orders(loops_of(e));
    Axis axis;
    for (const auto& order : orders)
      if (order != loops_of(e)) axis.push_back({{}, {}, {{output, order}}});
    if (!axis.empty()) axes_.push_back(std::move(axis));
  }

  const einsum::Einsum& longest() const {
    return *std::ranges::max_element(cascade_.einsums, {},
                                     [](const einsum::Einsum& e) { return e.loops.size(); });
  }

  // All choices with so many changes more, of the axes from `first` on.
  void combine(size_t changes, size_t first, const Choice& begun, Space& out) const {
    if (changes == 0) {
      if (out.choices.size() == most_choices)
        out.cut = true;
      else
        out.choices.push_back(begun);
      return;
    }
    for (size_t axis = first; axis + changes <= axes_.size() && !out.cut; ++axis)
      for (const Choice& value : axes_[axis]) {
        Choice next = begun;
        next.symbols.insert(value.symbols.begin(), value.symbols.end());
        next.formats.insert(value.formats.begin(), value.formats.end());
        next.loop_orders.insert(value.loop_orders.begin(), value.loop_orders.end());
        combine(changes - 1, axis + 1, next, out);
        if (out.cut) return;
      }
  }

  const SpaceRequest& request_;
  const spec::Spec& spec_;
  const einsum::Cascade& cascade_;
  std::vector<Axis> axes_;
};

}  // namespace

std::string Choice::text() const {
  std::string out;
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : " ") + text; };
  for (const auto& [name, value] : symbols) add(fmt::format("{}={}", name, value));
  for (const auto& [tensor, format] : formats) add(fmt::format("{}={}", tensor, format));
  for (const auto& [output, order] : loop_orders)
    add(fmt::format("{}=[{}]", output, fmt::join(order, ", ")));
  return out.empty() ? "as given" : out;
}

std::optional<Space> space_of(const SpaceRequest& request, Diagnostics& diagnostics) {
  const auto spec = spec::read_spec(request.source, diagnostics);
  if (!spec) return std::nullopt;
  const auto cascade = einsum::check(*spec, request.options.overrides, diagnostics);
  if (!cascade) return std::nullopt;
  return SpaceMaker(request, *spec, *cascade).run();
}

}  // namespace teaal::driver
