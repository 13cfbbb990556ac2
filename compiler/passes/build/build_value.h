#pragma once
#include <functional>

#include "compiler/einsum/cascade.h"
#include "compiler/ir/program.h"

namespace teaal::passes {

// The value of a term as its map says; `factor` gives the expression of each factor.
ir::Expr mapped_value(const einsum::Term&,
                      const std::function<ir::Expr(const einsum::Factor&)>& factor);

// What an expression's reduction does to an element.
ir::AssignOp assign_op(einsum::Reduce);
// Whether combining a value with what the reduction starts from leaves the value; `or` and `and`
// make truths of values.
bool starts_neutral(const einsum::Einsum&);

}  // namespace teaal::passes
