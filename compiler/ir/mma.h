#pragma once
#include "compiler/ir/nodes.h"

namespace teaal::ir {

// The call that a product on tensor cores is: a row of intrinsics.def, with all of the node's
// fields as arguments.
Expr call_of(const Mma&);

// Whether warps multiply on tensor cores in it.
bool has_mma(const Stmt&);

// How many k's an instruction has.
int64_t products_deep(Arithmetic);

}  // namespace teaal::ir
