#include "compiler/passes/machine/terms.h"

#include <algorithm>

#include "compiler/ir/build.h"

namespace teaal::passes {

using namespace ir;

void Sum::add(const Sum& other, int64_t times) {
  constant += times * other.constant;
  for (const Term& t : other.terms) add(t.atom, times * t.times);
}

void Sum::add(const Expr& atom, int64_t times) {
  const auto found = std::ranges::find_if(terms, [&](const Term& t) { return same(t.atom, atom); });
  if (found == terms.end())
    terms.push_back({atom, times});
  else
    found->times += times;
  std::erase_if(terms, [](const Term& t) { return t.times == 0; });
}

int64_t Sum::times(const Expr& atom) const {
  const auto found = std::ranges::find_if(terms, [&](const Term& t) { return same(t.atom, atom); });
  return found == terms.end() ? 0 : found->times;
}

Expr spelled(const Sum& sum) {
  Expr out;
  for (const Sum::Term& t : sum.terms) {
    const Expr part = mul(t.atom, lit(t.times));
    out = out ? ir::add(out, part) : part;
  }
  return out ? ir::add(out, lit(sum.constant)) : lit(sum.constant);
}

}  // namespace teaal::passes
