#pragma once
#include "compiler/ir/program.h"
#include "compiler/passes/nest.h"

namespace teaal::passes {

// Sets kernel.carry (ir::Carry says what that is) where a sum over a flattened rank is spread over
// workers and nothing else is shared: with workspaces, and with steps that zero them.
void add_carry(ir::Kernel& kernel, const Nest& nest, ir::Program& program);

// The kernel that adds what was carried to the output, in the order of the runs. Takes
// kernel.carry away.
ir::Kernel carrying_kernel(ir::Kernel& kernel, const ir::View& output);

}  // namespace teaal::passes
