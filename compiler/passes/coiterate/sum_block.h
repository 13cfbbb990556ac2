#pragma once
#include <set>
#include <string>
#include <vector>

#include "compiler/passes/nest.h"

namespace teaal::passes {

// Sums that a worker keeps in registers while it goes through reductions: the loops from number
// `first` on are reductions, and loops over output ranks of which a worker has a literal number of
// iterations, one register for each combination of theirs.
struct SumBlock {
  struct Loop {
    ir::Spelled spelled;  // a reduction may be, too
    bool output = false;
  };
  size_t first = 0;         // all loops: nothing is summed
  std::vector<Loop> loops;  // from `first` on
  int64_t elements = 1;
  std::string name;  // of the variable, or the array

  bool has(size_t loop) const { return loop >= first && loops[loop - first].output; }
};

// The outermost reductions that a block of registers can stand around. Needs places and views.
SumBlock sum_block(const Nest&, const ir::Kernel&, const ir::Program&,
                   const std::set<std::string>& output_roots);

// How many iterations of a loop a worker has, if that is the same wherever data and sizes lead, and
// all coordinates are visited; else 0 turns.
ir::Spelled literal_turns(const Nest&, const ir::Kernel&, const ir::Program&, size_t loop);

// How many positions of an operand's fiber a loop walks at most, in time, if that operand alone
// says which there are, and the next loop around over the rank is one over runs of it; else 0.
int64_t turns_in_run(const Nest&, const ir::Kernel&, const ir::Program&, size_t loop);

// Whether the loop visits what an operand stores instead of every coordinate.
bool walks_fibers(const Nest&, const ir::Kernel&, const ir::Program&, size_t loop);

// Of a nest that sums nothing: its innermost loops, where a worker has a literal number of
// iterations of them, spelled out.
Nest with_spelled_moves(Nest, const ir::Kernel&, const ir::Program&);

// The element of the block that belongs to the turns of the loops around.
ir::Expr element_of(const SumBlock&);
// The loops from `first` on around `product`, which adds to an element, and behind them `store`, at
// each element.
struct Summing {
  ir::Stmt product, store;
  double start = 0;                    // what each sum begins with
  std::vector<ir::Stmt> between = {};  // the products and the stores
};
ir::Stmt in_registers(const Nest&, const SumBlock&, Summing);

}  // namespace teaal::passes
