#pragma once
#include <functional>

#include "compiler/ir/nodes.h"
#include "compiler/ir/token_stream.h"

namespace teaal::ir {

// The call that a product on tensor cores is: a row of intrinsics.def, with all of the node's
// fields as arguments.
Expr call_of(const Mma&);

// How many k's an instruction has.
int64_t products_deep(Arithmetic);

// Reads one behind the word `mma`; `places` reads places of arrays in brackets.
Stmt read_mma(TokenStream&, SourceRange where, const std::function<std::vector<Expr>()>& places);

}  // namespace teaal::ir
