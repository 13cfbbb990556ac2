#pragma once
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/passes/tiling.h"

// Sums that several workers of a staged kernel have shares of.
namespace teaal::passes {

// Threads of a block that share sums add their arrays `sums` up, in order, through shared memory:
// behind these statements, which all threads run, the first of each group has the whole.
std::vector<ir::Stmt> add_up(const Tiling&, const std::string& sums);
// Whether a thread is that one; null: no sum is shared by threads.
ir::Expr has_whole_sums(const Tiling&);

// How many blocks share a sum, as a size; each writes a copy of the output.
ir::Expr copies_count(const Tiling&);

}  // namespace teaal::passes
