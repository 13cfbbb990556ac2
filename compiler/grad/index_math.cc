#include "compiler/grad/index_math.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace teaal::grad {

using einsum::Access;
using einsum::Index;
using einsum::IndexTerm;

namespace {

bool stands_elsewhere(const Access& access, size_t at, const std::string& variable) {
  for (size_t i = 0; i < access.indices.size(); ++i)
    for (const IndexTerm& t : access.indices[i].terms)
      if (i != at && t.variable == variable) return true;
  return false;
}

const IndexTerm* solvable(const Access& access, size_t at,
                          const std::function<bool(const std::string&)>& usable) {
  const Index& index = access.indices[at];
  if (std::ranges::any_of(index.terms, [](const IndexTerm& t) { return !t.symbol.empty(); }))
    return nullptr;
  for (const IndexTerm& t : index.terms)
    if (std::abs(t.coefficient) == 1 && !t.variable.empty() && usable(t.variable) &&
        !stands_elsewhere(access, at, t.variable))
      return &t;
  return nullptr;
}

// Of index = c * v + rest with c = ±1: v = c * index - c * rest.
std::vector<IndexTerm> solved(const Index& index, const IndexTerm& term,
                              const std::string& position) {
  std::vector<IndexTerm> out = {{term.coefficient, "", position}};
  for (const IndexTerm& t : index.terms)
    if (&t != &term) out.push_back({-term.coefficient * t.coefficient, t.symbol, t.variable});
  return out;
}

}  // namespace

std::optional<std::vector<Solution>> solve(Access& access,
                                           const std::function<std::string(size_t)>& named,
                                           const std::function<bool(const std::string&)>& usable,
                                           Diagnostics& diagnostics) {
  std::vector<Solution> out;
  for (size_t i = 0; i < access.indices.size(); ++i) {
    Index& index = access.indices[i];
    if (index.plain()) continue;
    const IndexTerm* term = solvable(access, i, usable);
    if (!term) {
      diagnostics.error(
          Code::Unsupported, index.where,
          fmt::format("unsupported: the gradient of {} through this index: no variable in it has a "
                      "stride of 1 or -1 and, elsewhere in the term, an index of its own",
                      access.tensor));
      return std::nullopt;
    }
    const std::string position = named(i);
    out.push_back({term->variable, solved(index, *term, position)});
    index = plain_index(position);
  }
  return out;
}

}  // namespace teaal::grad
