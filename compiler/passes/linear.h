#pragma once
#include <map>
#include <optional>
#include <string>

#include "compiler/ir/nodes.h"

namespace teaal::passes {

// A sum of multiples of variables: what index math makes of coordinates.
struct Linear {
  std::map<std::string, int64_t> coefficients;
  int64_t constant = 0;
};

// None: the expression is no such sum.
std::optional<Linear> linear(const ir::Expr&);

// What an expression grows by with a variable's every step. None: not by the same everywhere.
std::optional<int64_t> stride_of(const ir::Expr&, const std::string& variable);

}  // namespace teaal::passes
