#pragma once
#include "compiler/ir/program.h"
#include "compiler/passes/nest.h"

namespace teaal::passes {

// Sets kernel.carry (ir::Carry says what that is) where a sum over a flattened rank is spread over
// workers and nothing else is shared: with workspaces, and with steps that zero them.
void add_carry(ir::Kernel& kernel, const Nest& nest, ir::Program& program);
// Where the run is a worker's own and its tuples stand in one loop, that becomes two: a loop over
// the fibers that the run meets, and inside a loop over what the run has of the fiber, which is a
// reduction as any other.
Nest by_fibers(const ir::Kernel& kernel, Nest nest, const ir::Program& program);
// Along a merge path: positions whose multiples products begin at.
int64_t alignment_of(const ir::Carry&);
// Whether each slot's key is written, whatever is stored: of runs that a block shares, unless it is
// listed fibers whose ends count, of which there may be fewer than coordinates.
bool fills_all_slots(const ir::Carry&, const ir::Program&);
// Steps that set the workspaces to what adds nothing, before the kernel. `grows`: slots are added
// to more than once.
void clear_carry(const ir::Kernel& kernel, bool grows, ir::Program& program);

// Kernels around one with a carry.
struct CarryKernels {
  std::vector<ir::Kernel> before;  // find the fiber that each run begins in
  std::vector<ir::Kernel> behind;  // add what was carried to the output, in the order of the runs
};
// Takes kernel.carry away.
CarryKernels carrying_kernels(ir::Kernel& kernel, const ir::View& output, ir::Program& program);

}  // namespace teaal::passes
