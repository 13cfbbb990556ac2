#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/einsum/cascade.h"
#include "compiler/einsum/expression.h"
#include "compiler/einsum/rank_tree.h"

// What the steps of check() share. Each step is one file and adds diagnostics; a step runs only if
// what it builds on had no error.
namespace teaal::einsum {

struct EinsumRanks {
  RankUses uses;
  RankTree tree;
};

// An expression beside its text in the spec.
struct Parsed {
  Expression expression;
  SourceRange where;
};

struct Checking {
  spec::Spec spec;  // the one given, and what generations make of it
  const Overrides& overrides;
  Diagnostics& diagnostics;
  Cascade cascade;
  std::vector<EinsumRanks> ranks;        // beside cascade.einsums
  std::set<std::string> declared_ranks;  // of all tensors
  std::set<std::string> symbols_used;    // tile sizes and strides
  std::set<std::string> shares_used;     // symbols that say how blocks share a multiprocessor
  // The tensor of a generation before → the tensor as the spec names it.
  std::map<std::string, std::string, std::less<>> generation_of;
  std::map<std::string, std::string, std::less<>> like;  // result → the input it is like
  // Told only about a spec without errors.
  std::vector<std::pair<SourceRange, std::string>> format_remarks, binding_remarks;

  const spec::OutputMapping* mapping_of(const Einsum&) const;
  const spec::OutputBindings* bindings_of(const Einsum&) const;
  // The same element of the input that the tensor is like; of others the element itself.
  Access as_structure(Access) const;
  std::vector<std::string> tensor_names() const;
  std::set<std::string> symbols() const;
  // A size or a stride is at least 1; of what is neither, its component says what it may be.
  int64_t least_of(const std::string& symbol) const;
  void check_size(const std::string& symbol, const Located<int64_t>& value) const;
  std::vector<std::string> output_names() const;
  bool is_output(const std::string& tensor) const;
};

// Every tensor access on the right side, in order.
std::vector<const Access*> inputs_of(const Einsum&);
bool reads(const Einsum&, const std::string& tensor);

// "; did you mean 'K'?" or, without a near candidate, "; known here: 'K', 'M' and 'N'".
std::string guess(const std::string& name, const std::vector<std::string>& candidates);

// Whether rounds give the expression's variable one coordinate each.
bool is_at_round(const Checking&, const Einsum&, const std::string& variable);

// Whether the term gives something where `tensor` is absent, which then may not be skipped.
bool counts_where_absent(const Cascade&, const Einsum&, const Term&, const std::string& tensor);

// Whether rounds of the iteration hand the tensor on, or take it.
bool is_carried(const Checking&, const std::string& tensor);

bool check_declaration(Checking&);
// Generations, as in RM[m + 1, p] = RM[m, p] * A[m, p], become rounds that carry the last one:
// tensors, expressions, `iterate` and what is said of the tensors say so from here on.
bool unfold_generations(Checking&, std::vector<Parsed>&);
bool check_expressions(Checking&);
bool check_operators(Checking&);
bool check_iteration(Checking&);
// An einsum with variants becomes one for each of its classes.
bool expand_variants(Checking&);
bool check_partitionings(Checking&);
// What the loops of a class and its bindings may not do with the rank.
void check_classes(Checking&);
bool check_loop_orders(Checking&);
bool check_storage(Checking&);
// Whether this is the format that a tensor was found to be stored in.
bool is_storage(const spec::TensorFormat&, const Storage&);
// Results that are `like` another tensor are computed at its elements alone: every term of them has
// it as a factor, whose value does not count where the spec does not name it.
bool confine_to_structures(Checking&);
// They are stored as it is.
bool check_structures(Checking&);
inline constexpr std::string_view like_key = "like:";  // of --format T=like:A
// Operands that count where they are absent are not compressed.
bool check_absence(Checking&);
// What rounds hand on lies in one form on both sides.
bool check_carried_storage(Checking&);
// The rank that `held`, a format which an operand has in Shared, compresses though memory has it
// uncompressed. Nothing: an error was added, at `where`.
std::optional<std::string> listed_rank(Checking&, const Einsum&, const spec::TensorFormat& held,
                                       const SourceRange& where);
// Binds the output of the einsum to Shared: how its fibers are gathered there. `loops` are the
// loop order. What is wrong or not lowered is an error at its place.
void bind_buffer(Checking&, Einsum&, const RankTree&, const std::vector<std::string>& loops,
                 const spec::BindingEntry&);
// Of bindings to another machine how fibers meet is used, where things are is not: a remark names
// the components.
void tell_unused(Checking&, const spec::OutputBindings&, const spec::Architecture&);
void check_architectures(Checking&);
bool check_bindings(Checking&);
// How blocks share a multiprocessor: its L1, its registers.
bool check_occupancy(Checking&);
// What `tune` and `suits` name is there.
void check_choices(Checking&);
// Of expressions without a skip: the patterns of their staged operands.
void find_patterns(Checking&);

}  // namespace teaal::einsum
