#pragma once
#include <cstdint>
#include <vector>

#include "compiler/ir/nodes.h"

namespace teaal::passes {

// A sum of multiples of atoms, none of which stands in it twice, and a number.
struct Sum {
  struct Term {
    ir::Expr atom;
    int64_t times;
  };
  std::vector<Term> terms;
  int64_t constant = 0;

  void add(const Sum& other, int64_t times);
  void add(const ir::Expr& atom, int64_t times);
  // 0: it has no such atom.
  int64_t times(const ir::Expr& atom) const;
};

ir::Expr spelled(const Sum&);

}  // namespace teaal::passes
