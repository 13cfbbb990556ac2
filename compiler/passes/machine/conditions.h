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

// Whether the expression reads an array, or calls what does more than compute.
bool asks_memory(const ir::Expr&);

// The element of an array in `name = element`, or in the choice below; null: it is another
// statement.
const ir::Read* asked_of_memory(const ir::Stmt&);
// The choice in `name = condition ? element : a number`, which asks memory only where the condition
// holds; else null.
const ir::Call* asked_under_condition(const ir::Stmt&);

}  // namespace teaal::passes
