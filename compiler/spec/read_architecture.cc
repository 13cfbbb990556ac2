#include <fmt/format.h>

#include "compiler/spec/reader.h"

namespace teaal::spec {
namespace {

std::vector<std::pair<Name, Name>> read_attributes(Reader& in, const Node& node) {
  std::vector<std::pair<Name, Name>> out;
  if (node.kind == Node::Kind::Null) return out;
  if (!in.is_map(node, "attributes", "write 'bandwidth: 1024' below it")) return out;
  for (const Entry& entry : node.entries)
    if (auto value = in.text(*entry.value, fmt::format("attribute {}", entry.key.value)))
      out.emplace_back(entry.key, *value);
  return out;
}

// `PE[0..7]` is PE, 8 copies.
void read_level_name(Reader& in, const Node& node, ArchitectureLevel& level) {
  std::optional<Name> text = in.text(node, "the name of a level");
  if (!text) return;
  const std::string& s = text->value;
  const size_t open = s.find('[');
  level.name = {s.substr(0, open), text->where};
  if (!in.check_name(level.name, "a level") || open == std::string::npos) return;
  const size_t dots = s.find("..", open);
  const bool shaped = dots != std::string::npos && s.back() == ']';
  auto first =
      shaped ? parse_integer(std::string_view(s).substr(open + 1, dots - open - 1)) : std::nullopt;
  auto last = shaped ? parse_integer(std::string_view(s).substr(dots + 2, s.size() - dots - 3))
                     : std::nullopt;
  constexpr int64_t most = int64_t{1} << 40;
  if (first && last && *first >= 0 && *last >= *first && *last < most) {
    level.copies = *last - *first + 1;
    return;
  }
  in.diagnostics().error(Code::BadValue, text->where,
                         fmt::format("'{}' is no level; write one as {}, eight as {}[0..7]", s,
                                     level.name.value, level.name.value));
}

void require(Reader& in, const Node& node, const char* key, const std::string& how) {
  if (!node.find(key))
    in.diagnostics().error(Code::MissingKey, node.where,
                           fmt::format("'{}' is missing; {}", key, how));
}

void read_component(Reader& in, const Node& node, ArchitectureLevel& level) {
  if (!in.is_map(node, "an entry of local", "write 'name:', 'class:' and 'attributes:'")) return;
  Component component;
  in.keys(node, "a component",
          {
              {"name",
               [&](const Entry& e) {
                 if (auto name = in.name(*e.value, "a component")) component.name = *name;
               }},
              {"class",
               [&](const Entry& e) {
                 if (auto text = in.text(*e.value, "class")) component.component_class = *text;
               }},
              {"attributes",
               [&](const Entry& e) { component.attributes = read_attributes(in, *e.value); }},
          });
  require(in, node, "name", "every component of local has a name that bindings can use");
  require(in, node, "class", "write 'class: Buffet', or another of TeAAL's classes");
  level.local.push_back(std::move(component));
}

ArchitectureLevel read_level(Reader& in, const Node& node) {
  ArchitectureLevel level;
  if (!in.is_map(node, "a level", "write 'name:', 'local:' and 'subtree:'")) return level;
  level.name.where = node.where;
  auto each = [&](const char* what, auto read) -> Reader::Handler {
    return [&in, what, read](const Entry& e) {
      if (e.value->kind == Node::Kind::Null) return;
      if (!in.is_list(*e.value, what, "write '- name: ..', one entry a dash")) return;
      for (const NodePtr& item : e.value->items) read(*item);
    };
  };
  in.keys(
      node, "a level",
      {
          {"name", [&](const Entry& e) { read_level_name(in, *e.value, level); }},
          {"attributes", [&](const Entry& e) { level.attributes = read_attributes(in, *e.value); }},
          {"local", each("local", [&](const Node& n) { read_component(in, n, level); })},
          {"subtree",
           each("subtree", [&](const Node& n) { level.subtree.push_back(read_level(in, n)); })},
      });
  require(in, node, "name", "every level of the tree has a name");
  return level;
}

}  // namespace

void read_architecture(Reader& in, const Node& node, Spec& spec) {
  if (!in.is_map(node, "architecture", "write the name of a config and its tree below it")) return;
  for (const Entry& entry : node.entries) {
    const std::string what = fmt::format("config {}", entry.key.value);
    const std::string how = "write one root, '- name: System'";
    if (!in.check_name(entry.key, "a config") || !in.is_list(*entry.value, what, how)) continue;
    if (entry.value->items.size() != 1) {
      in.diagnostics().error(Code::BadValue, entry.key.where,
                             fmt::format("{} has {} roots; a config is one tree: {}", what,
                                         entry.value->items.size(), how));
      continue;
    }
    spec.architecture.push_back({entry.key, read_level(in, *entry.value->items[0])});
  }
}

}  // namespace teaal::spec
