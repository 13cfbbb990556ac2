#pragma once
#include <vector>

#include "compiler/passes/coiterate/sum_block.h"

// Threads of a block that share sums: each has a part of the same block of sums in its registers,
// and they add these up in shared memory, in order, before one of them stores the whole.
namespace teaal::passes {

// Whether all threads of a block are done with the loops over products at once, so that they can
// meet between these and the stores: no loop around looks for what is stored, as each thread does
// for itself, or is spread over threads. And whether shared memory has room for the sums of those
// that share none.
bool may_share(const Nest&, const ir::Kernel&, const SumBlock&, const ir::Program&);

// Adds up the sums of the workers whose way to combine that is. Empty: there are none.
std::vector<ir::Stmt> shares_added(const Nest&, const ir::Kernel&, const SumBlock&,
                                   const ir::Program&);

}  // namespace teaal::passes
