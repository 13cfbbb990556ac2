#pragma once
#include <vector>

#include "compiler/ir/nodes.h"

// Conditions that an `and` joins, as tests for whole tiles and for aligned rows are.
namespace teaal::passes {

std::vector<ir::Expr> conditions_of(const ir::Expr&);
// All of them; there is at least one.
ir::Expr all_of(const std::vector<ir::Expr>& conditions);

// Whether it asks for aligned rows of an array, and so for the same of every thread.
bool asks_for_rows(const ir::Expr& condition);

}  // namespace teaal::passes
