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
    return block_of(tiling_.output(), tiling_.sums(), contiguous(tiling_.output()));
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

  Expr product_;  // the factors that are tensors
  Expr buffer_;   // which buffer of tiles that are filled ahead holds the present ones

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
};

}  // namespace teaal::passes
