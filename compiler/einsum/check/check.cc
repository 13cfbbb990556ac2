#include <fmt/format.h>

#include <algorithm>

#include "compiler/einsum/check/checking.h"

namespace teaal::einsum {
namespace {

void bind_symbols(Checking& c) {
  const std::set<std::string> all = c.symbols();
  const std::vector<std::string> used(all.begin(), all.end());
  auto unused = [&](const std::string& name) {
    return fmt::format("no size and no stride of this spec is named '{}'{}", name,
                       used.empty() ? "; the spec has no symbols" : guess(name, used));
  };
  for (const auto& [name, value] : c.spec.params) {
    c.cascade.symbols[name.value] = value.value;
    if (!all.contains(name.value))
      c.diagnostics.warning(Code::UnboundSymbol, name.where, unused(name.value));
    c.check_size(name.value, value);
  }
  for (const auto& [name, value] : c.overrides.symbols) {
    if (!c.cascade.symbols.contains(name) && !c.overrides.written.contains(name))
      c.cascade.asked.insert(name);
    c.cascade.symbols[name] = value;
    if (!all.contains(name))
      c.diagnostics.warning(Code::Usage, {c.spec.file}, "-D " + name + ": " + unused(name));
    if (value < c.least_of(name))
      c.diagnostics.error(Code::BadValue, {c.spec.file},
                          fmt::format("-D {}={}: a size is at least 1", name, value));
  }
}

// What is computed changes with whatever it is computed from.
void mark_static(Checking& c) {
  std::vector<std::string> inputs;
  for (Tensor& tensor : c.cascade.tensors) {
    auto reads_it = [&](const Einsum& e) { return reads(e, tensor.name); };
    auto writes_it = [&](const Einsum& e) { return e.output.tensor == tensor.name; };
    if (std::ranges::none_of(c.cascade.einsums, reads_it) ||
        std::ranges::any_of(c.cascade.einsums, writes_it))
      continue;
    inputs.push_back(tensor.name);
    tensor.is_static = c.overrides.statics.contains(tensor.name);
  }
  for (const std::string& name : c.overrides.statics)
    if (std::ranges::find(inputs, name) == inputs.end())
      c.diagnostics.error(
          Code::Usage, {c.spec.file},
          fmt::format("--static={}: no input is named '{}'{}", name, name, guess(name, inputs)));
}

// The architecture whose bindings an expression has; without any it is ours.
std::string config_of(const Checking& c, const Einsum& e) {
  const spec::OutputBindings* bindings = c.bindings_of(e);
  return bindings && bindings->config ? bindings->config->value : "gpu";
}

// Written by one expression, and read by later ones of its config alone.
bool is_passing(const Checking& c, const std::string& tensor) {
  const Einsum* writer = nullptr;
  bool read = false;
  for (const Einsum& e : c.cascade.einsums) {
    const bool writes = e.output.tensor == tensor && !e.is_further_variant();
    if (writer && writes) return false;
    if (writes) writer = &e;
    if (!reads(e, tensor)) continue;
    if (!writer || config_of(c, e) != config_of(c, *writer)) return false;
    read = true;
  }
  const bool ends = c.cascade.iteration && c.cascade.iteration->until_empty == tensor;
  return read && !ends && !is_carried(c, tensor) && !c.overrides.stored.contains(tensor);
}

}  // namespace

const spec::OutputMapping* Checking::mapping_of(const Einsum& einsum) const {
  if (const auto& of = einsum.row_class)
    if (const auto& own = spec.variants[of->variant].mapping) return &*own;
  for (const spec::OutputMapping& mapping : spec.mapping)
    if (mapping.output.value == einsum.output.tensor) return &mapping;
  return nullptr;
}

const spec::OutputBindings* Checking::bindings_of(const Einsum& einsum) const {
  if (const auto& of = einsum.row_class)
    if (const auto& own = spec.variants[of->variant].bindings) return &*own;
  for (const spec::OutputBindings& bindings : spec.bindings)
    if (bindings.output.value == einsum.output.tensor) return &bindings;
  return nullptr;
}

Access Checking::as_structure(Access access) const {
  if (const auto of = like.find(access.tensor); of != like.end()) access.tensor = of->second;
  return access;
}

std::set<std::string> Checking::symbols() const {
  std::set<std::string> out = symbols_used;
  out.insert(shares_used.begin(), shares_used.end());
  return out;
}

int64_t Checking::least_of(const std::string& symbol) const {
  return shares_used.contains(symbol) && !symbols_used.contains(symbol) ? 0 : 1;
}

void Checking::check_size(const std::string& symbol, const Located<int64_t>& value) const {
  if (value.value >= least_of(symbol)) return;
  diagnostics.error(
      Code::BadValue, value.where,
      fmt::format("the value of {} is '{}'; write an integer of at least 1", symbol, value.value));
}

std::vector<std::string> Checking::tensor_names() const {
  std::vector<std::string> out;
  for (const Tensor& tensor : cascade.tensors) out.push_back(tensor.name);
  return out;
}

std::vector<std::string> Checking::output_names() const {
  std::vector<std::string> out;
  for (const Einsum& einsum : cascade.einsums)
    if (std::find(out.begin(), out.end(), einsum.output.tensor) == out.end())
      out.push_back(einsum.output.tensor);
  return out;
}

bool Checking::is_output(const std::string& tensor) const {
  return std::any_of(cascade.einsums.begin(), cascade.einsums.end(),
                     [&](const Einsum& e) { return e.output.tensor == tensor; });
}

std::vector<const Access*> inputs_of(const Einsum& einsum) {
  std::vector<const Access*> out;
  for (const Term& term : einsum.terms)
    for (const Factor& factor : term.factors)
      if (const auto* access = std::get_if<Access>(&factor)) out.push_back(access);
  return out;
}

bool reads(const Einsum& einsum, const std::string& tensor) {
  const std::vector<const Access*> inputs = inputs_of(einsum);
  return std::any_of(inputs.begin(), inputs.end(),
                     [&](const Access* access) { return access->tensor == tensor; });
}

Cascade without_variants(Cascade cascade) {
  std::erase_if(cascade.einsums, [](const Einsum& e) { return e.is_further_variant(); });
  for (Einsum& e : cascade.einsums) e.row_class.reset();
  return cascade;
}

std::string guess(const std::string& name, const std::vector<std::string>& candidates) {
  const std::string near = nearest(name, candidates);
  if (!near.empty()) return fmt::format("; did you mean '{}'?", near);
  if (candidates.empty()) return "";
  return fmt::format("; known here: {}", quoted_list(candidates));
}

std::optional<Cascade> check(const spec::Spec& spec, const Overrides& overrides,
                             Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  Checking c{spec, overrides, diagnostics, {}, {}, {}, {}, {}, {}, {}, {}};
  c.cascade.file = spec.file;
  const bool checked = check_declaration(c) && check_expressions(c) && check_operators(c) &&
                       confine_to_structures(c) && check_iteration(c) && expand_variants(c) &&
                       check_partitionings(c) && check_loop_orders(c);
  if (checked) {
    if (check_storage(c) && check_structures(c)) check_absence(c), check_carried_storage(c);
    if (check_bindings(c) && check_occupancy(c)) find_patterns(c), check_classes(c);
    bind_symbols(c);
    check_choices(c);
    mark_static(c);
    for (Tensor& tensor : c.cascade.tensors)
      tensor.passing = overrides.fuse && is_passing(c, tensor.name);
  }
  if (diagnostics.errors() != errors) return std::nullopt;
  for (auto& [where, text] : c.format_remarks) diagnostics.remark(Code::FormatSection, where, text);
  for (auto& [where, text] : c.binding_remarks) diagnostics.remark(Code::Binding, where, text);
  return std::move(c.cascade);
}

}  // namespace teaal::einsum
