#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/einsum/cascade.h"
#include "compiler/grad/formula.h"

// Expressions as the derived spec writes them.
namespace teaal::grad {

struct Term {
  double coefficient = 1;
  std::vector<einsum::Factor> factors;
  std::optional<Formula> map;  // over the factors; none: they multiply
  std::optional<int> taken;    // `take` of the factors
};

struct Statement {
  einsum::Access output;
  std::vector<Term> terms;
  einsum::Reduce reduce = einsum::Reduce::Add;
  double identity = 0;
  std::vector<std::string> because;  // comment lines
};

Statement statement_of(const einsum::Einsum&);

// `A[2 * q + s, k]`
std::string text_of(const einsum::Access&);
std::string text_of(const einsum::Factor&);
// `Z[m] = 2 * A[m] - B[m]`
std::string text_of(const Statement&);
// `Z[m] = A[m, k] * B[k], map exp(A - B), reduce max`
std::string whole_text(const Statement&);
// What `operators:` says of the terms, one each; empty if all multiply. None: two factors can only
// be told apart by letters, which a third is called by.
std::optional<std::vector<std::string>> maps_of(const Statement&);

std::vector<const einsum::Access*> accesses_of(const Statement&);
std::set<std::string> variables_of(const einsum::Access&);
std::set<std::string> variables_of(const Term&);

using Renaming = std::map<std::string, std::string>;  // variable → variable
void rename(const Renaming&, einsum::Access&);
void rename(const Renaming&, Term&);

einsum::Index plain_index(const std::string& variable);
// `what` becomes the sum `by` wherever it stands.
void substitute(const std::string& what, const std::vector<einsum::IndexTerm>& by, einsum::Access&);

}  // namespace teaal::grad
