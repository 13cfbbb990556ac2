#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/program.h"
#include "compiler/passes/target.h"

namespace teaal::passes {

// An innermost loop that does nothing but emit at every stored coordinate of a fiber.
struct FiberWalk {
  ir::Stmt loop;       // a For over positions; its last statement is the store
  ir::Expr begin;      // of all that share it
  std::string worker;  // variable; empty: nobody does
};

// A hash table a warp in shared memory (templates/table.cuh), in which a warp gathers a row of a
// compressed result, so that its products need not go to memory. The lanes of the warp share a walk
// over a fiber; so no two of them bring one element of the row at once, and elements are combined
// in the order of the loops around it.
class RowTable {
 public:
  // None where that is not so, a walk leads through several fibers, or the warps of a block have no
  // room for tables.
  static std::optional<RowTable> of(const ir::Kernel&, const FiberWalk&, const Target&, ir::Names&);

  // In front of everything, if sums are kept as well as coordinates.
  std::vector<ir::Stmt> declare(bool sums) const;
  // At the beginning of a row; then its elements are counted, or, if it fits, combined.
  ir::Stmt clear() const;

  // At the beginning of a row, too: `held`.
  ir::Stmt holds_nothing() const;
  // In place of the walk: how many elements the row has so far, and no more once it does not fit.
  ir::Stmt count(const FiberWalk&) const;

  // At the beginning of a row, too: where it stands in the index space, which each walk tells.
  ir::Stmt begins() const;
  // In place of the walk.
  ir::Stmt add(const FiberWalk&, ir::AssignOp) const;
  // At the end of a row: its pairs of index and value, by index, from `at` on.
  ir::Stmt leave(const std::string& indices, const std::string& values, const ir::Expr& at) const;

  // Whether a row of so many elements fits.
  ir::Expr fits(ir::Expr elements) const {
    return at_most(std::move(elements), ir::lit(capacity()));
  }
  ir::Expr held() const { return ir::var(held_); }
  int64_t capacity() const { return slots_ / 4 * 3; }

 private:
  RowTable(const ir::Kernel&, int64_t warps, int64_t slots, ir::Names&);

  ir::Stmt each_turn(const FiberWalk&, ir::Stmt body) const;
  std::vector<ir::Stmt> coordinates(const FiberWalk&) const;
  ir::Expr mine() const;
  ir::Expr is_active() const;
  ir::Expr first_slot() const;

  SourceRange where_;
  int64_t warps_, slots_;
  std::string keys_, sums_, held_, row_begin_, length_, turn_, fresh_;
};

}  // namespace teaal::passes
