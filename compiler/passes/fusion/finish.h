#pragma once
#include <string>

#include "compiler/ir/program.h"

namespace teaal::passes {

// Takes the kernels that can be computed where `kernel` stores its sums out of the program: what
// they do becomes the kernel's finish. `obstacle`: why none can, empty: nothing is known. Notes
// tell which are taken, and why others are not, where someone chose how the kernel is spread.
void take_finish(ir::Program&, ir::Kernel& kernel, const std::string& obstacle);

}  // namespace teaal::passes
