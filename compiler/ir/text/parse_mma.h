#pragma once
#include <functional>
#include <vector>

#include "compiler/ir/text/token_stream.h"

namespace teaal::ir {

// Reads a product on tensor cores behind the word `mma`; `places` reads places of arrays in
// brackets.
Stmt read_mma(TokenStream&, SourceRange where, const std::function<std::vector<Expr>()>& places);

}  // namespace teaal::ir
