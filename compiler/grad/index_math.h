#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compiler/grad/statement.h"

namespace teaal::grad {

// `variable` of the expression is this sum of others.
struct Solution {
  std::string variable;
  std::vector<einsum::IndexTerm> terms;
};

// Turns I[q + s], which is read, into I[w], which is written: a variable of stride 1 or -1 is
// solved for (q = w - s). `named` gives a new variable for the position of an index; `usable` says
// whether something else keeps a variable within its extent. Where every index is plain nothing
// happens. Error: unsupported, at the index that cannot be solved.
std::optional<std::vector<Solution>> solve(einsum::Access&,
                                           const std::function<std::string(size_t)>& named,
                                           const std::function<bool(const std::string&)>& usable,
                                           Diagnostics&);

}  // namespace teaal::grad
