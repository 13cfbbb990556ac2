#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiler/passes/staged/staged_fill.h"

namespace teaal::passes {

// Products of what registers hold, added to sums in registers: one by one, or by tensor cores.
class ProductMaker : public TileFiller {
 public:
  using TileFiller::TileFiller;

 protected:
  // An array in registers: one loop a dimension, the last one's neighbours adjacent. Where a side
  // is halved, of its pairs only the first ones.
  struct Block {
    std::vector<const TiledLoop*> loops;
    const TensorTiles::Side* halved = nullptr;
    const TensorTiles* instruction = nullptr;  // sums lie as a warpgroup's instruction has them

    bool halves(const TiledLoop* loop) const { return halved && halved->pair == loop; }
    int64_t step(const TiledLoop* loop) const { return halves(loop) ? halved->step() : loop->step; }
    int64_t end(const TiledLoop* loop) const {
      return halves(loop) ? halved->end() : *loop->fixed() * loop->step;
    }
    int64_t count(const TiledLoop* loop) const { return end(loop) / step(loop); }
    // The same as expressions, with the names that the spec has for them.
    Expr step_size(const TiledLoop* loop) const {
      return halves(loop) ? ir::lit(halved->step()) : loop->step_size();
    }
    Expr end_size(const TiledLoop* loop) const {
      return halves(loop) ? ir::lit(halved->end()) : loop->end_size();
    }
    int64_t elements() const;
    // The element where the loops are, but for those that `offsets` moves.
    Expr at(const Offsets& offsets = {}) const;
  };

  std::string sums() const { return tiling_.output().view + "_sum"; }
  Block sum_block() const {
    Block out = block_of(tiling_.output(), tiling_.sums(), contiguous(tiling_.output()));
    if (tiling_.in_warpgroups()) out.instruction = &*tiling_.tensor();
    return out;
  }
  // Registers that sums and operands take.
  int64_t own_registers() const;

  // The rank whose neighbours are adjacent where products read them.
  static const std::string& contiguous(const TiledOperand& o);
  // The time loops from `t` on over ranks that `o` has; the one along `contiguous` last.
  Block block_of(const TiledOperand& o, size_t t, const std::string& contiguous) const;
  // Whether the block's last loop runs over whole quads of the contiguous rank.
  bool quads_along(const Block& b, const std::string& contiguous) const;
  // The block's loops around `body`, the last one in steps of quads.
  static Stmt over(const Block& b, bool in_quads, Stmt body);
  // The same back and forth, as a reflected Gray code: from one iteration to the next one loop
  // moves alone, so that a product finds all factors but one where the product before had them (the
  // register file's operand cache; two ports cannot bring three operands a cycle).
  static Stmt back_and_forth(const Block& b, Stmt body);

  // An operand without the rank would bring what it holds into the part of the last tile that lies
  // behind the rank's end, where the others are 0.
  Stmt within_rank(const std::string& root, Stmt body) const;
  // Not between the loops: of the rank each thread has a part of its own, and barriers may stand
  // there; or no loop over time is a part of it.
  bool guarded_at_products(const std::string& root) const;

  // Loads operands and adds all products behind time loop products() - 1.
  Stmts products();

  // ---- Warpgroups (staged_warpgroup.cc) ----

  // Shared memory that says which copies of matrices have arrived.
  void declare_turns(Stmts& out) const;
  // How many fills there were before the loop, where it runs again: a variable.
  static constexpr const char* fills_before = "fills_before";
  // Copies all matrices of an iteration into buffer `buffer`, for one thread.
  Stmt copy_matrices(const Expr& buffer, const Offsets& offsets) const;
  // Waits for them; `turn` is how many times the buffer has been filled before.
  Stmt matrices_arrive(const Expr& buffer, const Expr& turn) const;
  // All products of what buffer_ holds. Those of buffers before are done behind it.
  Stmts warpgroup_products() const;

  // Gathered ones: registers of their elements; how threads take those that the list of tile
  // `number` names from memory, and give them to buffer `buffer`. `whole`: the matrices' rows all
  // exist, and lie near each other.
  void declare_gathered(Stmts& out) const;
  Expr whole_matrices() const;
  Stmt take_gathered(const Expr& number, const Offsets& offsets, const Expr& whole) const;
  Stmt give_gathered(const Expr& buffer) const;
  // How threads copy the lines that the list of tile `number` names into buffer `buffer`.
  Stmt copy_lines(const Expr& number, const Expr& buffer, const Offsets& offsets) const;

  Stmt meanwhile_;  // what is done while warpgroups multiply; may be null
  Expr product_;    // the factors that are tensors
  Expr buffer_;     // which buffer of tiles that are filled ahead holds the present ones

 private:
  Expr in_tile(const TiledOperand& o, const Offsets& offsets) const;
  Expr element(const TiledOperand& o, const Offsets& offsets) const;
  Stmt load(const TiledOperand& o, const Block& own, const Expr& at, const Offsets& offsets) const;
  Stmts single_products() const;
  Stmt guarded_products(Stmt body) const;

  // ---- Tensor cores ----

  const TiledOperand& operand(const TensorTiles::Side& side) const {
    return tiling_.operands()[side.operand];
  }
  static std::string registers(const TiledOperand& o) { return prefix(o) + "own"; }
  static std::string bits(const TiledOperand& o) { return prefix(o) + "bits"; }
  static std::string rest(const TiledOperand& o) { return prefix(o) + "rest"; }
  Block fragment(const TensorTiles::Side& side) const;
  Offsets read_at(const TensorTiles::Side& side, int64_t part) const;
  void load_fragment(const TensorTiles::Side& side, Stmts& out) const;
  Stmts tensor_products() const;

  static std::string ahead(const TiledOperand& o) { return prefix(o) + "ahead"; }
  int64_t units_of(const TiledOperand& o) const;
  int64_t units_of_thread(const TiledOperand& o) const;
  Expr first_of_part(const TiledOperand& o) const;
  Stmt each_unit(const TiledOperand& o, Stmts body) const;
  Stmt take_gathered(const TiledOperand& o, const Expr& number, const Offsets& offsets,
                     bool whole) const;
  int64_t words_of_line(const TiledOperand& o) const;
  Stmt copy_lines(const TiledOperand& o, const Expr& number, const Expr& buffer,
                  const Offsets& offsets) const;
  int64_t plane(const TiledOperand& o) const;
  Expr matrix_at(const TiledOperand& o, const Expr& k, int64_t part, const Expr& row) const;
  Expr first_warp(const TiledOperand& o) const;
  Stmt multiply(const std::string& to, const Expr& at, const Expr& k, const Expr& row,
                const Expr& column, int64_t a_part, int64_t b_part) const;
};

}  // namespace teaal::passes
