#pragma once
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/program.h"
#include "compiler/passes/machine/finishing.h"

// Workers that share a sum of an output write copies of it, one a worker, each of all elements; a
// kernel of its own adds them in order, so that every run gives the same bits.
namespace teaal::passes {

struct Copies {
  std::string workspace;  // element e of copy c at c * elements + e
  ir::Expr count;         // a size
};

// The kernel that adds what copies `kernel` wrote of `output`, whose levels are all uncompressed.
ir::Kernel adding_kernel(const ir::Kernel& kernel, const ir::View& output, const Copies&,
                         const Finishing&);
// The kernel that finishes the sums that `kernel` has stored to `output`.
ir::Kernel finishing_kernel(const ir::Kernel& kernel, const ir::View& output, const Finishing&);

// How many elements a view has, as kernels spell it, in 64 bits.
ir::Expr elements_in_kernel(const ir::View&);
// Parameters for the extents that elements_in_kernel reads, where they are not there.
void add_extents(const ir::View&, std::vector<ir::Param>&);
// Parameters for the ranks' extents and the named sizes that the body of a kernel reads, which is
// whole as it is.
void add_sizes_read(const ir::Program&, ir::Kernel&);

// The device function by which workers of a level (lane, warps, block) reduce as the kernel does,
// and what it takes beside `args`: threads of a block that hold no value stand in with the start.
std::string reducing_tree(const ir::Kernel&, const std::string& level);
void add_identity(const ir::Kernel&, const std::string& intrinsic, std::vector<ir::Expr>& args);

}  // namespace teaal::passes
