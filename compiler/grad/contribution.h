#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/grad/names.h"
#include "compiler/grad/statement.h"

namespace teaal::grad {

// What one occurrence of a tensor adds to its gradient: target += term, at all points of the term.
struct Contribution {
  einsum::Access target;  // plain indices
  Term term;
  std::string because;  // the expression that it comes through
};

// One occurrence, and how the loss moves with what it is a factor of.
struct Occurrence {
  const einsum::Einsum& einsum;
  const einsum::Term& term;
  size_t factor;
};

// A compressed tensor whose structure a gradient takes: where it holds its default, nobody asks.
struct Mask {
  std::string tensor;
  std::vector<size_t> positions;  // its ranks, as positions of the target's indices
  double absent = 0;
};

// Everything around an occurrence that its contribution may read.
struct Surroundings {
  std::string seed;                // the gradient of the expression's output
  std::string ties;                // of max and min: how many elements attain the result
  bool reads_output = false;       // the output's own value may stand for its map
  std::optional<Mask> mask;        // of the target
  bool like = false;               // the storage of the target confines it to the mask
  std::vector<std::string> ranks;  // of the target; empty for a scalar
};

// Of a term that max and min reduce as it is: the factor that is its value, whole or taken.
std::optional<size_t> picked_factor(const einsum::Term&);
// 1 where such a term has a value that equals the result.
Formula attains(const einsum::Term&, const Formula& result);

// Nothing where the derivative is 0 everywhere, or after an error.
std::optional<Contribution> contribution_of(const Occurrence&, const Surroundings&, const Names&,
                                            Diagnostics&);

// Contributions to the gradient `name` as expressions: one, if all run over the same variables,
// else one for each set of variables, and their sum.
struct Merged {
  std::vector<Statement> statements;  // the last one writes the gradient
  std::vector<std::string> parts;     // tensors that the others write
};
Merged merge(const std::string& name, std::vector<Contribution>, Names&);

}  // namespace teaal::grad
