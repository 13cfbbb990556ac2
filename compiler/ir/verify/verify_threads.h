#pragma once
#include "compiler/ir/program.h"

// The part of the verifier that knows what threads do together. Each throws a BrokenRule.
namespace teaal::ir {

// A call that all threads of a block (of a warp) make together is reached by all of them: it
// stands under no condition and in no loop that threads decide each for themselves, as far as
// threads.h tells.
void check_reached_together(const Kernel&);

// Shared tiles are written before they are read, or in a loop around that.
void check_filled(const Kernel&);

}  // namespace teaal::ir
