#pragma once
#include "compiler/ir/build.h"

namespace teaal::passes {

// Loops whose iterations each set one element of one bit, neighbours of what the one before sets,
// to a logic of such elements that are neighbours as well, or the same in all iterations: they go
// by 32, from words to words.
ir::Stmt by_words(const ir::Stmt&, ir::Names&);

}  // namespace teaal::passes
