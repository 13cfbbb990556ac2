#pragma once
#include <string>

#include "compiler/ir/program.h"
#include "compiler/passes/target.h"
#include "compiler/support/diagnostic.h"

namespace teaal::passes {

// "16 K x 128 N", or how many elements of which arrays.
std::string size_text(const ir::Tile&);

// Where a kernel's tiles lie in shared memory: in arrays of its own where these are small, else in
// what the launch gives, whose bytes the kernel is told. More than a block can have is an error at
// the largest one's binding, with what would fit, and the symbol that sizes it.
void place_tiles(const ir::Program&, ir::Kernel&, const Target&, Diagnostics&);

}  // namespace teaal::passes
