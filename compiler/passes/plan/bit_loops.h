#pragma once
#include "compiler/ir/build.h"

namespace teaal::passes {

// Loops whose iterations each set one element of one bit, neighbours of what the one before sets,
// to a logic of such elements that are neighbours as well, or the same in all iterations: they go
// by 32, from words to words. Spelled-out loops that set neighbours to anything else put them into
// a word of the thread's own, which is written once behind the loop. Loops that join neighbours to
// a number ask whether a word has any of them; loops that do nothing where neighbours are not set
// walk the bits of their words.
ir::Stmt by_words(const ir::Stmt&, ir::Names&);

}  // namespace teaal::passes
