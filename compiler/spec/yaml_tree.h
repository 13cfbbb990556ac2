#pragma once
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/support/diagnostic.h"
#include "compiler/support/source.h"

// YAML text → a small tree in which every value has its place in the file.
namespace teaal::spec {

struct Node;
using NodePtr = std::shared_ptr<const Node>;

struct Entry {
  Name key;
  NodePtr value;
};

struct Node {
  enum class Kind { Null, Scalar, List, Map };
  Kind kind = Kind::Null;
  // Scalars: the text without its quotes. A plain name `null`, `~` or nothing is Kind::Null.
  std::string text;
  // The text of a scalar (inside the quotes), else the first character of the list or map.
  SourceRange where;
  std::vector<NodePtr> items;
  std::vector<Entry> entries;  // order of the file, keys distinct
  size_t size = 1;             // nodes of this tree, aliases counted as often as they are used

  const Entry* find(std::string_view key) const {
    for (const Entry& entry : entries)
      if (entry.key.value == key) return &entry;
    return nullptr;
  }
};

// "a list", "a map", "a text", "nothing".
std::string kind_text(const Node&);

// Reads one YAML document. Errors: yaml-syntax (bytes that are not UTF-8, control characters, tabs
// used as indentation, nesting deeper than 64, several documents, nothing at all, and what yaml-cpp
// refuses), duplicate-key, wrong-kind (a key that is no scalar). Aliases and `<<` merges are
// resolved.
NodePtr read_yaml(const SourcePtr&, Diagnostics&);

}  // namespace teaal::spec
