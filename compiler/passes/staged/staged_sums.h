#pragma once
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/passes/tiling/tiling.h"

// What becomes of a staged kernel's sums in front of the epilogue: scales go, shares that several
// workers have are added up.
namespace teaal::passes {

// A thread's sums of products of scaled operands, without the scales.
std::vector<ir::Stmt> scaled_back(const Tiling&, const std::string& sums, int64_t elements);

// Threads of a block that share sums add their arrays `sums` up, in order, through shared memory:
// behind these statements, which all threads run, the first of each group has the whole.
std::vector<ir::Stmt> add_up(const Tiling&, const std::string& sums);
// Whether a thread is that one; null: no sum is shared by threads.
ir::Expr has_whole_sums(const Tiling&);

// How many blocks share a sum, as a size; each writes a copy of the output.
ir::Expr copies_count(const Tiling&);

}  // namespace teaal::passes
