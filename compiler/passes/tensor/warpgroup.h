#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/passes/tensor/matrices.h"
#include "compiler/passes/tensor/tensor_fragment.h"

// Four warps that multiply together (wgmma): both operands are laid out in front, as matrices whose
// tiles come in bulk, or where a block's list names single k's, as lines that threads copy
// (lines.h); or threads make matrices of what the list names (gathered.h).
namespace teaal::passes {

class Warpgroup {
 public:
  // What of the nest's product four warps can do together. None: `why` says what they would want.
  static std::optional<Warpgroup> of(const TensorProduct&, std::string& why);

  // The operand's matrices, and where the tile that an iteration of the loop `fill` needs begins.
  struct Side {
    Matrices matrices;
    std::string tensor, operand;
    std::vector<ir::Expr> first;  // coordinates, a rank of the operand each
    std::string tile = {};        // of the kernel, once it has one
    // Which, along the side, this thread's warp is; of rows, which four warps it is one of.
    ir::Expr group = ir::lit(0);
    int64_t pairs = 0;  // of a lane's elements
    // The coordinates, a rank each, of a row of the matrices.
    std::function<std::vector<ir::Expr>(const ir::Expr& row)> local = {};
  };
  Side rows, columns;
  size_t fill = 0;      // of the nest's loops: a tile of each side for each of its iterations
  int64_t buffers = 0;  // of each tile
  int64_t count = 0;    // of k's in a tile
  ir::Expr factor;      // of all sums, in the end; null: they have none
  // What tiles have: all k's, one behind the other; those that one list for all blocks names, as
  // nothing else is laid out; the parts that a block's list names; or its single k's, as lines or
  // gathered.
  enum class Takes { All, Kept, Parts, Lines, Gathered };
  Takes takes = Takes::All;
  std::string list;  // the operand that lists the k's; empty: of all none does

  int64_t instruction_columns() const { return instruction_columns_; }
  bool in_lines() const { return takes == Takes::Lines; }
  bool gathers() const { return takes == Takes::Gathered; }
  int64_t threads() const;  // of a block
  // Loops over warps and lanes have as many workers as the instruction wants, in its order.
  void settle_workers(ir::Kernel&) const;
  // Which of the sums belongs to the turns of the loops around, as the instruction numbers them.
  ir::Expr sum() const;
  // One tile's products, to the array `sums`.
  ir::Stmt products(const std::string& sums, ir::Names&) const;
  // Behind the last tile's.
  ir::Stmt products_arrive(const std::string& sums) const;

 private:
  friend class WarpgroupFormer;
  // A part of a side's coordinates, the iterations of one loop.
  struct Digit {
    std::string loop;  // its rank
    std::string turn;  // Time: the variable of its turns
    size_t rank = 0;   // of the operand
    int64_t step = 1, count = 1;
  };
  struct Digits {
    std::vector<Digit> warps, lanes, turns;  // outermost first
    size_t pair = 0;                         // of the turns: two of it, in a row, go together

    int64_t elements() const;
    // Of the turns around, or of a row's coordinates: the number of a pair, and which of it.
    struct Element {
      ir::Expr pair, member;
    };
    template <class Value>
    Element element(const Value& value) const;
    template <class Value>
    static ir::Expr number(const std::vector<Digit>&, const Value& value);
    // The coordinates of a row, from its numbers of warps and lanes and its element.
    std::vector<ir::Expr> coordinates(const ir::Expr& warp, const ir::Expr& lane, const Element&,
                                      size_t ranks) const;
  };
  ir::Expr place(const Side&, const ir::Expr& k, int64_t part, const ir::Expr& row) const;
  int64_t plane(const Side&) const;
  // One instruction: to array `sums`, from its element `at` on, at the k's from `k` on of a part of
  // each side. Where `adds` is 0, the sums are overwritten.
  struct Product {
    std::string sums;
    ir::Expr at, k;
    int64_t row_part = 0, column_part = 0;
    ir::Expr adds = ir::lit(1);
  };
  // Some of a tile's k's.
  struct Steps {
    std::string k;  // the variable
    int64_t first = 0, end = 0;
  };
  ir::Stmt multiply(const Product&) const;
  ir::Stmt added_outside(const std::string& sums, const std::string& part, const Steps&) const;
  ir::Stmt along(const Steps&, ir::Stmt) const;
  ir::Stmt over_sums(ir::Stmt) const;
  ir::Expr first_sum() const;

  Digits row_digits_, column_digits_;
  int64_t instruction_columns_ = 0, sums_ = 0;
  SourceRange where_;
};

}  // namespace teaal::passes
