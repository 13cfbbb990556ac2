#pragma once
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/spec/spec.h"
#include "compiler/spec/yaml_tree.h"

// What every section of a spec is read with: kinds are checked, unknown keys are warned about,
// names are names. `what` is the thing as a message names it, e.g. "rank-order of A".
namespace teaal::spec {

class Reader {
 public:
  explicit Reader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  Diagnostics& diagnostics() { return diagnostics_; }

  // Each adds wrong-kind with `how` (how to write it) unless the node has the kind.
  bool is_map(const Node&, const std::string& what, const std::string& how);
  bool is_list(const Node&, const std::string& what, const std::string& how);
  bool is_scalar(const Node&, const std::string& what, const std::string& how);

  using Handler = std::function<void(const Entry&)>;
  using Keys = std::vector<std::pair<std::string, Handler>>;
  // Calls the handler of each known key that has a value, in the order of the file; warns about the
  // others.
  void keys(const Node& map, const std::string& what, const Keys&);
  // As above, every other key going to `others`.
  void keys(const Node& map, const Keys&, const Handler& others);
  void unknown_key(const Name& key, const std::string& what, const std::vector<std::string>& known);

  std::optional<Name> text(const Node&, const std::string& what);
  // A text that is a TeAAL name: letters, digits and '_', not beginning with a digit.
  std::optional<Name> name(const Node&, const std::string& what);
  bool check_name(const Name&, const std::string& what);
  std::vector<Name> names(const Node& list, const std::string& what);
  std::optional<int64_t> integer(const Node&, const std::string& what, int64_t least);
  // A decimal number, `inf` or `-inf`.
  std::optional<double> number(const Node&, const std::string& what);

 private:
  bool is(Node::Kind, const Node&, const std::string& what, const std::string& how);

  Diagnostics& diagnostics_;
};

bool is_name(std::string_view);
// The whole of `text` as a decimal number, `inf` or `-inf`.
std::optional<double> parse_number(std::string_view text);
// The whole of `text` as a decimal integer that fits int64.
std::optional<int64_t> parse_integer(std::string_view text);
std::string lower_case(std::string_view);

// The sections, one file each.
void read_einsum(Reader&, const Node&, Spec&);
void read_iteration(Reader&, const Entry&, Spec&);
void read_operators(Reader&, const Node&, Spec&);
void read_mapping(Reader&, const Node&, Spec&);
void read_format(Reader&, const Node&, Spec&);
void read_architecture(Reader&, const Node&, Spec&);
void read_bindings(Reader&, const Node&, Spec&);
void read_variants(Reader&, const Node&, Spec&);
void read_tune(Reader&, const Node&, Spec&);
void read_suits(Reader&, const Node&, Spec&);

// What `mapping` and `bindings` have of one output, written where only that one is meant.
OutputMapping read_own_mapping(Reader&, const Node&, const Name& output);
std::optional<OutputBindings> read_own_bindings(Reader&, const Entry&, const Name& output);

}  // namespace teaal::spec
