#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/manifest/manifest.h"
#include "runtime/reference/arithmetic.h"
#include "runtime/reference/map_function.h"
#include "runtime/reference/trie.h"

namespace teaal::runtime {

using ReferenceTensors = std::map<std::string, ReferenceTensor>;

// What the whole evaluation knows.
struct ReferenceContext {
  const Manifest& manifest;
  const std::map<std::string, int64_t>& extents;
  const std::map<std::string, double>& scalars;
  const std::map<std::string, int64_t>& symbols;
  ReferenceTensors tensors;
  Diagnostics& diagnostics;
  Arithmetic arithmetic = {};
};

// An expression's variables, numbered: those of the output first, in its order.
struct Variables {
  std::vector<std::string> names;
  std::vector<int64_t> extents;
  size_t of_output = 0;

  int find(const std::string& name) const;
};

// An index: constant + Σ coefficient[v] * variable v. One that has a single variable is solved for
// it, if its coefficient is positive; any other is looked up once all its variables are bound.
struct LinearIndex {
  int64_t constant = 0;
  std::vector<int64_t> coefficients;  // one a variable

  bool operator==(const LinearIndex&) const = default;
};

// A tensor of a term: its entries, nested in the order in which the variable order binds its ranks.
struct BoundTensor {
  Trie trie;
  std::vector<LinearIndex> indices;  // one a depth
  std::vector<int> bound_at;  // one a depth: the level whose variable is the index's last one; -1:
                              // none has to be bound
  size_t factor = 0;          // which factor of the term it is
  double absent = 0;          // the value of an entry that counts as absent
};

// How to evaluate one term: loops over variables, outermost first.
struct TermPlan {
  std::vector<int> order;  // variables
  std::vector<BoundTensor> tensors;
  double constant = 1;             // product of the scalars and constants
  std::optional<MapFunction> map;  // empty: the factors multiply
  std::vector<Estimate> factors;   // of the map: scalars and constants, tensors to be filled in
  int64_t repeated =
      1;  // how often each product is added: the extents of summed variables that the term lacks
  bool take = false;
  int take_tensor = -1;  // the tensor (of `tensors`) whose value a take yields; -1: `constant`
  double sign = 1;
  double rounding = 0;  // the roundings that the operands have been through
  Arithmetic arithmetic;
};

std::optional<Variables> find_variables(const ManifestEinsum&, const ReferenceContext&);
// `nothing` is the value that leaves an element as it is. Empty after an error. A term that nothing
// can contribute to has a tensor without entries.
std::optional<TermPlan> plan_term(const ManifestEinsum&, const ManifestTerm&, const Variables&,
                                  double nothing, const ReferenceContext&);

}  // namespace teaal::runtime
