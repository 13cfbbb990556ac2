#include "compiler/driver/tune/winner_spec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/spec/yaml_text.h"
#include "compiler/spec/yaml_tree.h"

namespace teaal::driver {
namespace {

using spec::Node;
using Path = std::vector<std::string>;

// Changes the text of a YAML file and leaves the rest of it alone. Each change reads the text anew.
class Editor {
 public:
  explicit Editor(const SourceFile& file) : path_(file.path), text_(file.text) {}

  const std::string& text() const { return text_; }

  // Sets the scalar there, or adds it.
  bool set(const Path& path, const std::string& value) {
    const auto root = read();
    const Node* at = root ? find(*root, path) : nullptr;
    if (!at) return root && add(*root, path, value);
    if (at->kind != Node::Kind::Scalar) return false;
    replace(*at, value);
    return true;
  }

  // Sets the names of the list there, or adds it.
  bool set(const Path& path, const std::vector<std::string>& names) {
    const auto root = read();
    const Node* at = root ? find(*root, path) : nullptr;
    if (!at) return root && add(*root, path, fmt::format("[{}]", fmt::join(names, ", ")));
    if (at->kind != Node::Kind::List || at->items.size() != names.size()) return false;
    for (size_t i = names.size(); i-- > 0;) {
      if (at->items[i]->kind != Node::Kind::Scalar) return false;
      replace(*at->items[i], names[i]);
    }
    return true;
  }

  spec::NodePtr read() const {
    Diagnostics ignored;
    return spec::read_yaml(std::make_shared<SourceFile>(SourceFile{path_, text_}), ignored);
  }

  static const Node* find(const Node& from, const Path& path) {
    const Node* at = &from;
    for (const std::string& key : path) {
      const spec::Entry* entry = at->kind == Node::Kind::Map ? at->find(key) : nullptr;
      if (!entry) return nullptr;
      at = entry->value.get();
    }
    return at;
  }

 private:
  size_t offset(const SourceRange& where) const {
    size_t line = 0;
    for (int n = 1; n < where.line; ++n) line = text_.find('\n', line) + 1;
    return line + static_cast<size_t>(where.column - 1);
  }

  void replace(const Node& scalar, const std::string& value) {
    text_.replace(offset(scalar.where), scalar.text.size(), value);
  }

  // What of the path is missing, added to the map that is there.
  bool add(const Node& root, const Path& path, const std::string& value) {
    size_t there = 0;
    const Node* map = &root;
    while (const Node* next = find(*map, {path[there]})) map = next, ++there;
    if (map->kind != Node::Kind::Map) return false;
    std::string entry = value;
    for (size_t i = path.size(); i-- > there + 1;)
      entry = fmt::format("{{ {}: {} }}", path[i], entry);
    entry = path[there] + ": " + entry;
    if (map == &root) return append(root, entry);
    const size_t at = offset(map->where);
    if (text_[at] == '{') {
      text_.insert(at + 1, " " + entry + (map->entries.empty() ? " " : ","));
      return true;
    }
    const size_t line = text_.rfind('\n', at) + 1;
    if (text_.find_first_not_of(' ', line) != at) return false;
    text_.insert(line, std::string(at - line, ' ') + entry + "\n");
    return true;
  }

  bool append(const Node& root, const std::string& entry) {
    if (text_[offset(root.where)] == '{') return false;
    if (!text_.ends_with('\n')) text_ += '\n';
    text_ += entry + "\n";
    return true;
  }

  std::string path_, text_;
};

class Writer {
 public:
  Writer(const SourcePtr& source, const Choice& choice, const CompileOptions& options)
      : source_(source), choice_(choice), options_(options), editor_(*source) {}

  std::optional<std::string> run() {
    for (const auto& [symbol, value] : choice_.symbols)
      if (!editor_.set({"params", symbol}, std::to_string(value))) return std::nullopt;
    for (const auto& [output, order] : choice_.loop_orders)
      if (!editor_.set({"mapping", "loop-order", output}, order)) return std::nullopt;
    for (const auto& [tensor, text] : choice_.formats)
      if (!set_format(tensor, text)) return std::nullopt;
    return same() ? std::optional(editor_.text()) : std::nullopt;
  }

 private:
  bool set_format(const std::string& tensor, const std::string& text) {
    Diagnostics ignored;
    const auto spec = spec::read_spec(source_, ignored);
    if (!spec) return false;
    einsum::Overrides overrides = options_.overrides;
    overrides.formats[tensor] = text;
    const auto cascade = einsum::check(*spec, overrides, ignored);
    if (!cascade) return false;
    const einsum::Storage& storage = cascade->find(tensor)->storage;
    const Path format = {"format", tensor, name_of_storage(*spec, tensor)};
    const auto root = editor_.read();
    if (root && !Editor::find(*root, format)) return editor_.set(format, flow_text(storage));
    if (!editor_.set(joined(format, "rank-order"), storage.rank_order)) return false;
    for (const std::string& rank : storage.rank_order)
      if (!set_level(joined(format, rank), storage, rank)) return false;
    return true;
  }

  // What the spec says of narrow coordinates there goes, too.
  bool set_level(const Path& path, const einsum::Storage& storage, const std::string& rank) {
    if (!editor_.set(joined(path, "format"), letter_of(storage, rank))) return false;
    const int cbits = cbits_of(storage, rank);
    const auto root = editor_.read();
    const bool said = root && Editor::find(*root, joined(path, "cbits"));
    return (cbits == 0 && !said) ||
           editor_.set(joined(path, "cbits"), std::to_string(cbits == 0 ? 32 : cbits));
  }

  static std::string letter_of(const einsum::Storage& storage, const std::string& rank) {
    const std::string all = "," + einsum::format_text(storage);
    return all.substr(all.find("," + rank + ":") + rank.size() + 2, 1);
  }

  static int cbits_of(const einsum::Storage& storage, const std::string& rank) {
    const auto level = std::ranges::find(storage.rank_order, rank) - storage.rank_order.begin();
    return storage.cbits_of(static_cast<size_t>(level));
  }

  static std::string flow_text(const einsum::Storage& storage) {
    std::string out = fmt::format("{{ rank-order: [{}]", fmt::join(storage.rank_order, ", "));
    for (const std::string& rank : storage.rank_order) {
      const int cbits = cbits_of(storage, rank);
      out += fmt::format(", {}: {{ format: {}{} }}", rank, letter_of(storage, rank),
                         cbits == 0 ? "" : fmt::format(", cbits: {}", cbits));
    }
    return out + " }";
  }

  // The format that is the storage, as the checks choose it.
  static std::string name_of_storage(const spec::Spec& spec, const std::string& tensor) {
    std::string out = "default";
    for (const spec::TensorFormat& f : spec.format)
      if (f.tensor.value == tensor && !f.view_of) {
        if (f.name.value == "default") return "default";
        out = f.name.value;
      }
    return out;
  }

  static Path joined(Path path, const std::string& key) {
    path.push_back(key);
    return path;
  }

  // Whether the text alone becomes what the spec with the choice over it becomes.
  bool same() const {
    CompileOptions plain = options_;
    plain.kernel_text = false;
    plain.lines = false;
    CompileOptions chosen = plain;
    for (const auto& [symbol, value] : choice_.symbols) {
      chosen.overrides.symbols[symbol] = value;
      chosen.overrides.written.insert(symbol);
    }
    for (const auto& [tensor, text] : choice_.formats) chosen.overrides.formats[tensor] = text;
    chosen.loop_orders = choice_.loop_orders;
    Diagnostics ignored;
    const auto wanted = compile(source_, chosen, ignored);
    const auto written = compile(
        std::make_shared<SourceFile>(SourceFile{source_->path, editor_.text()}), plain, ignored);
    return wanted && written && ignored.ok() &&
           without_options(wanted->ir_text) == without_options(written->ir_text);
  }

  // The text of a program, but for the line that says which options it was settled by.
  static std::string without_options(std::string ir) {
    const size_t from = ir.find("\n  from \"");
    return from == std::string::npos ? ir : ir.erase(from, ir.find('\n', from + 1) - from);
  }

  const SourcePtr& source_;
  const Choice& choice_;
  const CompileOptions& options_;
  Editor editor_;
};

}  // namespace

std::optional<std::string> winner_spec(const SourcePtr& source, const Choice& choice,
                                       const CompileOptions& options, Diagnostics& diagnostics) {
  auto text = Writer(source, choice, options).run();
  if (!text)
    diagnostics.error(
        Code::Unsupported, {source},
        fmt::format("{} cannot be written into this spec as it is laid out; say it with -D and "
                    "--format, or by hand",
                    choice.text()));
  return text;
}

}  // namespace teaal::driver
