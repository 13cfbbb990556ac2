#pragma once
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiler/ir/levels.h"
#include "compiler/ir/program.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/machine/finishing.h"
#include "compiler/passes/tensor/matrices.h"
#include "compiler/passes/tiling/tiling.h"

namespace teaal::passes {

inline constexpr int64_t staged_warp = 32;

// What blocks do not skip along a rank.
struct Lists {
  std::string entries, counts;  // workspaces
  std::string order;            // blocks by the lengths of their lists; empty: as they come
};

// What the kernels that a staged kernel becomes share: how they name and address things.
class StagedBuilder {
 public:
  using Expr = ir::Expr;
  using Stmt = ir::Stmt;
  using Stmts = std::vector<Stmt>;
  // What a loop adds to its rank's coordinate; its variable where nothing is said.
  using Offsets = std::map<const TiledLoop*, Expr>;

  StagedBuilder(ir::Program& program, const ir::Kernel& kernel, const Tiling& tiling)
      : program_(program), kernel_(kernel), tiling_(tiling) {}

  static Expr extent(const std::string& root) { return ir::size_of(ir::var(root)); }
  // Of a thread: its lane, and the number of its warp among those of the whole grid.
  static Expr lane();
  static Expr warp_number(int64_t threads);
  // Words of a pattern's rows.
  static Expr words(const std::string& root) {
    return ir::ceil_div(extent(root), ir::lit(ir::mask_bits));
  }
  // Where the coordinates (of the storage's ranks) are in an operand's values.
  static Expr address(const TiledOperand&, const std::map<std::string, Expr>& coordinates);
  // Where an element is in the operand's rows: `at` has the coordinates of all ranks but the tile's
  // last one, along which it lies `place` behind the beginning of the row that holds `last`.
  static Expr in_rows(const TiledOperand&, const std::map<std::string, Expr>& at, const Expr& last,
                      const Expr& place);
  // Elements where it is copied from, between neighbours along a rank: of what is packed, in a
  // tile.
  static Expr stride(const TiledOperand& o, const std::string& root);
  // Which of a pattern's rows has the tiles of these numbers along its other ranks.
  static Expr pattern_row(const TiledOperand&, const std::map<std::string, Expr>& tiles);
  // Sets the variables of the loops over blocks from the number of a block.
  void block_offsets(const Expr& number, Stmts& out) const;
  Expr blocks() const;  // how many there are, for the launch
  // Lists of a rank that a block has, and the number of that which the block, or warp, reads.
  int64_t lists_of_block(const std::string& root) const;
  Expr list_number(const std::string& root, const Expr& block) const;
  // The word at index `word` of what the patterns of all operands have in common, for all
  // coordinates that a block (warp) covers.
  Expr joint_word(ir::Place, const Expr& word) const;

  // Entries that a block's list has room for: whole iterations of the rank's outermost time loop,
  // so that fills read on behind the last one.
  Expr entries_of_block(const TiledLoop& listed) const;

  // ---- An output that is stored tile by tile ----

  // The number of the tile that holds the coordinates, in storage order.
  Expr tile_number(const std::map<std::string, Expr>& coordinates) const;
  // Where a coordinate of each rank, counted from where the block begins, is in its tile.
  Expr place_in_tile(const std::map<std::string, Expr>& local) const;
  // Elements of a tile.
  Expr tile_elements() const;

  // ---- Operands that are scaled, by a power of two (TiledOperand::largest) ----

  static Expr elements_of(const TiledOperand&);
  static std::string scale(const TiledOperand&);  // the variable
  static void declare_scale(const TiledOperand&, Stmts& out);
  static Expr scaled(const TiledOperand&, const Expr& value);

  // There is one block where there is no coordinate, too: it does nothing.
  static Stmt unless_empty(const std::vector<std::string>& roots, Stmt body);

  // What a block of work with something to do has entries of, in each list.
  Expr has_entries(const std::map<std::string, Lists>& lists, const Expr& block) const;

  ir::Param workspace(const std::string& name, ir::Type type, bool written) const;
  ir::Param values(const TiledOperand&, bool written) const;
  // Parameters for all sizes that the body reads, and for how many blocks the ranks have.
  void add_sizes(ir::Kernel&) const;

 protected:
  // A word of a pattern's rows: its index, how many words a row has, and, but for null, where it
  // may be read.
  struct Word {
    Expr index, of_a_row, where;
  };
  // That word of each of the pattern's tiles that the block (warp) touches.
  std::vector<Expr> pattern_words(const TiledOperand&, ir::Place, const Word&) const;
  // The OR of them.
  Expr pattern_word(const TiledOperand&, ir::Place, const Expr& word) const;
  int64_t padding(const std::string& root) const;
  int64_t read_ahead() const;  // iterations that fills run ahead
  static std::string count_name(const TiledLoop& loop) { return "count_" + loop.name; }

  ir::Program& program_;
  const ir::Kernel& kernel_;
  const Tiling& tiling_;
};

// Kernels that run in front of the staged one, in that order: patterns of its operands, copies in
// which rows of tiles are contiguous, lists of what blocks do not skip. They fill in the names of
// workspaces of the tiling's operands.
std::vector<ir::Kernel> preparing_kernels(ir::Program&, const ir::Kernel&, Tiling&, ir::Names&,
                                          std::map<std::string, Lists>& lists);

// Of an operand with a pattern: how many words that takes, and the kernel that reads it off the
// values, given name and workspace.
class PatternMaker : public StagedBuilder {
 public:
  using StagedBuilder::StagedBuilder;

  // The pattern's ranks but the last.
  static std::vector<ir::Schedule::Pattern::Rank> others(const TiledOperand&);
  static Expr no_bits();
  // Whether it can find the largest magnitude, too.
  static bool reads_in_quads(const TiledOperand&);
  Expr words_of(const TiledOperand&) const;
  Expr blocks(const TiledOperand&) const;
  void make(const TiledOperand&, bool seeks, ir::Kernel&) const;

 private:
  Expr warps(const TiledOperand&) const;
  static void first_coordinates(const TiledOperand&, Expr number, Stmts& out);
  Stmts along_in_quads(const TiledOperand&, bool seeks) const;
  Stmts across_in_quads(const TiledOperand&, bool seeks) const;
  Stmts by_element(const TiledOperand&) const;
  static Stmt look(const TiledOperand&, const Expr& at);
};

// Where the output is stored tile by tile: makes all of its view but the values, as a step into
// which the launch of the kernel goes, before which it needs the lists; names the workspace that
// the kernel reads. Adds its kernels to `before`.
ir::Step assembled_tiles(ir::Program&, const ir::Kernel&, Tiling&,
                         const std::map<std::string, Lists>& lists,
                         std::vector<ir::Kernel>& before);

// What a staged kernel is made of, beside its einsum.
struct StagedParts {
  const Tiling& tiling;
  const std::map<std::string, Lists>& lists;
  const Finishing& finishing;
  const std::string& copies;  // the workspace of the output's copies, where blocks share sums
};
// The kernel's body as one block's work; its parameters and its launch.
void lower_staged(ir::Program&, ir::Kernel&, const StagedParts&);

}  // namespace teaal::passes
