#include "compiler/spec/yaml_tree.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <sstream>

#include "compiler/spec/yaml_text.h"

namespace teaal::spec {
namespace {

constexpr size_t max_depth = 64;
constexpr size_t max_nodes = 200'000;  // after aliases are expanded
constexpr size_t max_keys = 4096;      // of one map

// Thrown through yaml-cpp to end its reading; the diagnostic has been added.
struct Stop {};

// yaml-cpp puts the mark of a scalar at its anchor or tag, if it has any.
size_t skip_properties(std::string_view text, size_t at) {
  while (at < text.size() && (text[at] == '&' || text[at] == '!')) {
    at = std::min(text.find_first_of(" \t\r\n,[]{}", at), text.size());
    at = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
  }
  return at;
}

size_t block_text_start(std::string_view text, size_t at) {
  const size_t line = std::min(text.find('\n', at), text.size());
  return std::min(text.find_first_not_of(" \n\r", line), text.size());
}

// Behind the closing quote of the scalar that begins at `at`; npos if the file ends before it.
size_t quoted_end(std::string_view text, size_t at) {
  const char quote = text[at];
  for (++at; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (text[at] == quote) {
      if (quote == '"' || at + 1 >= text.size() || text[at + 1] != quote) return at + 1;
      ++at;
    }
  }
  return std::string_view::npos;
}

SourceRange scalar_range(const SourceText& source, size_t at, std::string_view value) {
  const std::string_view text = source.text();
  const char first = at < text.size() ? text[at] : '\0';
  if (first == '"' || first == '\'') ++at;
  if (first == '|' || first == '>') at = block_text_start(text, at);
  if (text.substr(at, value.size()) == value) return source.range(at, value.size());
  // Escapes or folded lines: the rest of the line stands for the text.
  const size_t end = std::min(text.find_first_of("\r\n", at), text.size());
  return source.range(at, std::min(value.size(), end - at));
}

class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const SourceText& source, Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics) {}

  NodePtr root() const { return root_; }
  // Where the innermost flow list or map that is still open begins.
  std::optional<SourceRange> open_bracket() const {
    for (auto top = stack_.rbegin(); top != stack_.rend(); ++top)
      if (top->flow) return top->node->where;
    return std::nullopt;
  }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    auto node = std::make_shared<Node>();
    node->where = place(mark);
    finish(std::move(node), anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                const std::string& value) override {
    auto node = std::make_shared<Node>();
    node->kind = Node::Kind::Scalar;
    node->text = value;
    while (!node->text.empty() && node->text.back() == '\n') node->text.pop_back();
    const size_t at = start(mark);
    check_closed(at);
    node->where = scalar_range(source_, at, node->text);
    finish(std::move(node), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    auto found = anchors_.find(anchor);
    if (found == anchors_.end())
      stop(Code::YamlSyntax, place(mark),
           "this alias stands inside its own anchor; write the value");
    attach(found->second);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    open(Node::Kind::List, mark, anchor, style);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    open(Node::Kind::Map, mark, anchor, style);
  }
  void OnMapEnd() override { close(); }

  void OnAnchor(const YAML::Mark&, const std::string&) override {}

  [[noreturn]] void stop(Code code, const SourceRange& where, std::string message) {
    diagnostics_.error(code, where, std::move(message));
    throw Stop{};
  }

 private:
  struct Open {
    std::shared_ptr<Node> node;
    YAML::anchor_t anchor = 0;
    std::optional<Name> key;
    NodePtr merged;
    bool flow = false;
  };

  size_t start(const YAML::Mark& mark) const {
    return skip_properties(source_.text(), source_.offset(mark.line, mark.column));
  }
  SourceRange place(const YAML::Mark& mark) const { return source_.range(start(mark), 1); }

  // yaml-cpp ends an open quote at the end of the file without a word.
  void check_closed(size_t at) {
    const std::string_view text = source_.text();
    if (at >= text.size() || (text[at] != '"' && text[at] != '\'')) return;
    if (quoted_end(text, at) == std::string_view::npos)
      stop(Code::YamlSyntax, source_.range(at, 1), "this quote is never closed; close it");
  }

  void open(Node::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor,
            YAML::EmitterStyle::value style) {
    if (stack_.size() >= max_depth)
      stop(Code::YamlSyntax, place(mark),
           fmt::format("lists and maps nest deeper than {} levels; a spec needs fewer than 16",
                       max_depth));
    auto node = std::make_shared<Node>();
    node->kind = kind;
    node->where = place(mark);
    stack_.push_back({std::move(node), anchor, {}, nullptr, style == YAML::EmitterStyle::Flow});
  }

  void close() {
    Open top = std::move(stack_.back());
    stack_.pop_back();
    if (top.merged) merge(*top.node, *top.merged);
    finish(std::move(top.node), top.anchor);
  }

  void finish(std::shared_ptr<Node> node, YAML::anchor_t anchor) {
    if (anchor != 0) anchors_[anchor] = node;
    attach(std::move(node));
  }

  void attach(NodePtr node) {
    if (stack_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& top = stack_.back();
    if (top.node->kind == Node::Kind::List) {
      grow(top, *node);
      top.node->items.push_back(std::move(node));
    } else if (!top.key) {
      top.key = key_of(*node);
    } else {
      add_entry(top, std::move(node));
    }
  }

  void grow(Open& top, const Node& child) {
    top.node->size += child.size;
    if (top.node->size > max_nodes)
      stop(Code::YamlSyntax, child.where, "the aliases of this spec expand to too many values");
  }

  Name key_of(const Node& node) {
    if (node.kind != Node::Kind::Scalar)
      stop(Code::WrongKind, node.where,
           fmt::format("a key must be a text, this is {}; quote it if it is meant as a name",
                       kind_text(node)));
    return {node.text, node.where};
  }

  void add_entry(Open& top, NodePtr value) {
    grow(top, *value);
    Name key = std::move(*top.key);
    top.key.reset();
    if (key.value == "<<") {
      top.merged = std::move(value);
      return;
    }
    if (const Entry* first = top.node->find(key.value)) {
      diagnostics_
          .error(Code::DuplicateKey, key.where,
                 fmt::format("the key '{}' stands twice in this map; keep one of them", key.value))
          .note(first->key.where, "the first one is here");
      return;
    }
    if (top.node->entries.size() >= max_keys)
      stop(Code::YamlSyntax, key.where, fmt::format("more than {} keys in one map", max_keys));
    top.node->entries.push_back({key, placed(std::move(value), key)});
  }

  // An absent value has no characters of its own: its key stands for it.
  static NodePtr placed(NodePtr value, const Name& key) {
    if (value->kind != Node::Kind::Null) return value;
    auto copy = std::make_shared<Node>(*value);
    copy->where = key.where;
    return copy;
  }

  void merge(Node& into, const Node& from) {
    if (from.kind == Node::Kind::List) {
      for (const NodePtr& item : from.items) merge(into, *item);
      return;
    }
    if (from.kind != Node::Kind::Map)
      stop(Code::WrongKind, from.where,
           fmt::format("'<<' merges a map or a list of maps, this is {}", kind_text(from)));
    for (const Entry& entry : from.entries)
      if (!into.find(entry.key.value)) into.entries.push_back(entry);
  }

  const SourceText& source_;
  Diagnostics& diagnostics_;
  NodePtr root_;
  std::vector<Open> stack_;
  std::map<YAML::anchor_t, NodePtr> anchors_;
};

std::string hint_for(const std::string& message) {
  auto has = [&](const char* part) { return message.find(part) != std::string::npos; };
  if (has("illegal map value"))
    return "a second ':' on this line; quote the text, or put the inner map on its own lines";
  if (has("end of map")) return "check the indentation of this line, and the '}' of flow maps";
  if (has("end of sequence"))
    return "check the indentation of this line, and the ']' of flow lists";
  if (has("anchor")) return "name an anchor (&name) that stands above";
  if (has("end of scalar") || has("EOF")) return "close the quote or bracket that opens here";
  return "check quotes, brackets and indentation here";
}

void yaml_error(const SourceText& source, const TreeBuilder& builder,
                const YAML::ParserException& error, Diagnostics& diagnostics) {
  const size_t at = source.offset(error.mark.line, error.mark.column);
  Diagnostic& added =
      diagnostics.error(Code::YamlSyntax, source.range(at, 1),
                        fmt::format("not valid YAML: {}; {}", error.msg, hint_for(error.msg)));
  if (std::optional<SourceRange> bracket = builder.open_bracket())
    added.note(*bracket, "this bracket is still open");
}

class SecondDocument : public TreeBuilder {
 public:
  using TreeBuilder::TreeBuilder;
  void OnDocumentStart(const YAML::Mark& mark) override { mark_ = mark; }
  const YAML::Mark& mark() const { return mark_; }

 private:
  YAML::Mark mark_;
};

NodePtr parse(const SourceText& source, TreeBuilder& first, Diagnostics& diagnostics) {
  std::istringstream stream{std::string(source.yaml())};
  YAML::Parser parser(stream);
  parser.HandleNextDocument(first);
  if (!first.root() || first.root()->kind == Node::Kind::Null) {
    diagnostics.error(Code::YamlSyntax, source.range(0, 0),
                      "the file holds no spec; a spec begins with 'einsum:'");
    return nullptr;
  }
  SecondDocument second(source, diagnostics);
  if (parser.HandleNextDocument(second)) {
    diagnostics.error(Code::YamlSyntax,
                      source.range(source.offset(second.mark().line, second.mark().column), 3),
                      "a second YAML document; a spec file holds one, so delete the '---'");
    return nullptr;
  }
  return first.root();
}

}  // namespace

std::string kind_text(const Node& node) {
  switch (node.kind) {
    case Node::Kind::Null:
      return "nothing";
    case Node::Kind::Scalar:
      return "a text";
    case Node::Kind::List:
      return "a list";
    case Node::Kind::Map:
      break;
  }
  return "a map";
}

NodePtr read_yaml(const SourcePtr& file, Diagnostics& diagnostics) {
  const SourceText source(file);
  if (!check_text(source, diagnostics)) return nullptr;
  const int errors = diagnostics.errors();
  TreeBuilder builder(source, diagnostics);
  try {
    NodePtr root = parse(source, builder, diagnostics);
    return diagnostics.errors() == errors ? root : nullptr;
  } catch (const YAML::ParserException& error) {
    yaml_error(source, builder, error, diagnostics);
  } catch (const YAML::Exception& error) {
    diagnostics.error(Code::YamlSyntax, source.range(0, 0),
                      fmt::format("not valid YAML: {}", error.what()));
  } catch (const Stop&) {
  }
  return nullptr;
}

}  // namespace teaal::spec
