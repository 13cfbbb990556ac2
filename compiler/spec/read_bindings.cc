#include <fmt/format.h>

#include <algorithm>

#include "compiler/spec/reader.h"

namespace teaal::spec {
namespace {

const std::vector<std::string>& entry_keys() {
  static const std::vector<std::string> keys = {"tensor",      "rank",  "type",   "format",
                                                "evict-on",    "style", "leader", "init-ranks",
                                                "final-ranks", "op",    "depth",  "order"};
  return keys;
}

// The value of a binding's key as text; `[M, K, N]` keeps its brackets.
std::optional<Name> field_text(Reader& in, const Entry& field) {
  const std::string what = fmt::format("the value of {}", field.key.value);
  if (field.value->kind != Node::Kind::List) return in.text(*field.value, what);
  std::string joined;
  for (const Name& name : in.names(*field.value, what))
    joined += (joined.empty() ? "" : ", ") + name.value;
  return Name{"[" + joined + "]", field.value->where};
}

void read_entry(Reader& in, const Node& node, ComponentBinding& binding) {
  if (!in.is_map(node, "a binding", "write '- rank: K' or '- {tensor: A, rank: K, type: elem}'"))
    return;
  BindingEntry entry;
  entry.where = node.where;
  for (const Entry& field : node.entries) {
    const auto& known = entry_keys();
    if (std::find(known.begin(), known.end(), field.key.value) == known.end())
      in.unknown_key(field.key, "a binding", known);
    else if (auto text = field_text(in, field))
      entry.fields.emplace_back(field.key, *text);
  }
  binding.entries.push_back(std::move(entry));
}

void read_entries(Reader& in, const Node& node, ComponentBinding& binding) {
  if (node.kind == Node::Kind::Null) return;
  if (!in.is_list(node, "the bindings of a component", "write '- rank: K', one a dash")) return;
  for (const NodePtr& item : node.items) read_entry(in, *item, binding);
}

// `{config, prefix}` or `{component, bindings, carveout, resident}`.
void read_item(Reader& in, const Node& node, OutputBindings& output) {
  if (!in.is_map(node, "an entry of bindings", "write '- config: ..' or '- component: ..'")) return;
  ComponentBinding binding;
  in.keys(
      node, "an entry of bindings",
      {
          {"config", [&](const Entry& e) { output.config = in.name(*e.value, "config"); }},
          {"prefix", [&](const Entry& e) { output.prefix = in.text(*e.value, "prefix"); }},
          {"component",
           [&](const Entry& e) {
             if (auto name = in.name(*e.value, "component")) binding.component = *name;
           }},
          {"bindings", [&](const Entry& e) { read_entries(in, *e.value, binding); }},
          {"carveout", [&](const Entry& e) { binding.carveout = in.text(*e.value, "carveout"); }},
          {"resident", [&](const Entry& e) { binding.resident = in.text(*e.value, "resident"); }},
      });
  const bool component = node.find("component") != nullptr;
  const char* alone = node.find("bindings")   ? "these bindings have"
                      : node.find("carveout") ? "this carveout has"
                      : node.find("resident") ? "this number of resident blocks has"
                                              : nullptr;
  if (!component && alone)
    in.diagnostics().error(Code::MissingKey, node.where,
                           fmt::format("{} no component; write 'component: ..' beside {}", alone,
                                       node.find("bindings") ? "them" : "it"));
  if (!binding.component.value.empty()) output.components.push_back(std::move(binding));
}

}  // namespace

std::optional<OutputBindings> read_own_bindings(Reader& in, const Entry& entry,
                                                const Name& output) {
  if (!in.is_list(*entry.value, fmt::format("the bindings of {}", output.value),
                  "write '- config: ..' and '- component: ..'"))
    return std::nullopt;
  OutputBindings out{output, {}, {}, {}};
  for (const NodePtr& item : entry.value->items) read_item(in, *item, out);
  const bool named = std::any_of(entry.value->items.begin(), entry.value->items.end(),
                                 [](const NodePtr& item) { return item->find("config"); });
  if (!named)
    in.diagnostics().error(
        Code::MissingKey, entry.key.where,
        fmt::format("the bindings of {} name no config; write '- config: gpu' first",
                    output.value));
  return out;
}

void read_bindings(Reader& in, const Node& node, Spec& spec) {
  if (!in.is_map(node, "bindings", "write an output and below it '- config: ..'")) return;
  for (const Entry& entry : node.entries) {
    if (!in.check_name(entry.key, "an output") || entry.value->kind == Node::Kind::Null) continue;
    if (std::optional<OutputBindings> output = read_own_bindings(in, entry, entry.key))
      spec.bindings.push_back(std::move(*output));
  }
}

}  // namespace teaal::spec
