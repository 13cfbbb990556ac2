#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/program.h"
#include "compiler/passes/target.h"

namespace teaal::passes {

// A loop that does nothing but emit at every stored coordinate of a fiber.
struct FiberWalk {
  ir::Stmt loop;             // a For over positions; its last statement is the store
  ir::Expr begin;            // of all that share it
  std::string worker;        // variable; empty: nobody does
  ir::Stmt store = nullptr;  // may stand under a condition, which is
  ir::Expr where = nullptr;  // that; where it does not hold, an absent value is emitted
  bool sums = false;         // what it emits are sums of loops inside

  bool is_plain() const { return !sums && !where; }
};
// Whether it emits the elements of one fiber, in order, at their coordinates of the last rank.
bool is_in_order(const ir::Kernel&, const FiberWalk&);

// What a warp or a block gathers a row of a compressed result in, in shared memory, so that its
// products need not go to memory: a hash table (templates/table.cuh), or, of a tile of the row, all
// of its coordinates, or a bit for each and room for elements (templates/row_buffer.cuh). The lanes
// of the warp, or the threads of the block, share a walk over a fiber; so no two of them bring one
// element of the row at once, and elements are combined in the order of the loops around it.
class RowTable {
  using Kind = ir::RowBuffer::Kind;

 public:
  // A table a warp. None where lanes do not share the walk so, it leads through several fibers, or
  // the warps of a block have no room for tables.
  static std::optional<RowTable> of(const ir::Kernel&, const FiberWalk&, const Target&, ir::Names&);
  // What the kernel's `buffer` asks for. None: `why` says what is in the way.
  static std::optional<RowTable> bound(const ir::Kernel&, const FiberWalk&, const Target&,
                                       ir::Names&, std::string& why);

  // In front of everything, if sums are kept as well as coordinates.
  std::vector<ir::Stmt> declare(bool sums) const;
  // At the beginning of a row; then its elements are counted, or, if it fits, combined.
  ir::Stmt clear() const;

  // At the beginning of a row, too: `held`.
  ir::Stmt holds_nothing() const;
  // In place of the walk: how many elements the row has so far, and no more once it does not fit.
  ir::Stmt count(const FiberWalk&) const;

  // Whether elements get their places before they are summed: those of bits. Then, in place of the
  // walk, in a round of its own: which elements the row has; behind that `rank`.
  bool marks() const { return kind_ == ir::RowBuffer::Kind::Mask; }
  ir::Stmt mark(const FiberWalk&) const;
  ir::Stmt rank() const;

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
  // Whether every row fits.
  bool fits_all() const { return fits_all_; }
  int64_t capacity()
      const {  // A table that is not too full has slots for all that the next turn may bring.
    return kind_ == Kind::Hash ? std::min(slots_ / 4 * 3, slots_ - turn_size_) : slots_;
  }
  // Whether blocks have one each, whose threads are then whole warps.
  bool is_blocks() const { return is_blocks_; }
  // "a hash table of 512 slots a warp".
  std::string text() const;

 private:
  // `buffer`: with its slots, and tile; `threads`: of a block, of which each warp has one, or the
  // block.
  RowTable(const ir::Kernel&, const ir::RowBuffer& buffer, int64_t threads, bool is_blocks,
           ir::Names&);

  // Elements of `keys` and of `sums` a group.
  int64_t words() const;
  int64_t bits() const { return (tile_ + 31) / 32; }
  int64_t bytes(int64_t value_bytes) const;
  ir::Expr first_word() const { return of_group(words()); }
  ir::Expr first_sum() const { return of_group(slots_); }
  ir::Expr of_group(int64_t size) const;
  std::string of(const std::string& what) const { return (is_blocks_ ? "block_" : "warp_") + what; }
  bool is_warp_table() const { return kind_ == Kind::Hash && !is_blocks_; }
  ir::Expr put(const FiberWalk&) const;
  // What the walk brings: its coordinate, in a tile behind where that begins.
  ir::Expr key(const FiberWalk&) const;

  ir::Stmt each_turn(const FiberWalk&, ir::Stmt body) const;
  std::vector<ir::Stmt> coordinates(const FiberWalk&) const;
  ir::Expr mine() const;
  ir::Expr is_active() const;

  SourceRange where_;
  Kind kind_;
  int64_t slots_, tile_;
  std::string begin_;  // the variable that has the tile's first coordinate
  bool is_blocks_;
  int64_t groups_;     // of a block
  int64_t turn_size_;  // how many elements a turn may bring
  bool fits_all_;
  std::string keys_, sums_, held_, row_begin_, length_, turn_, fresh_;
};

}  // namespace teaal::passes
