#pragma once
#include <map>
#include <optional>
#include <string>

#include "compiler/passes/staged/staged_kernel.h"

namespace teaal::passes {

// Where the loops of a staged kernel are in each rank, and how tiles of operands are filled there.
class TileFiller : public StagedBuilder {
 public:
  TileFiller(ir::Program& program, const ir::Kernel& kernel, const Tiling& tiling,
             const std::map<std::string, Lists>& lists)
      : StagedBuilder(program, kernel, tiling), lists_(lists) {}

 protected:
  // ---- Names ----

  static std::string aligned(const TiledOperand& o) { return o.view + "_aligned"; }
  static std::string kept(const std::string& root) { return root + "_kept"; }
  static std::string first_entry(const std::string& root) { return root + "_entries"; }
  // A tensor is one operand: indexed otherwise, its ranks would not be the loops' (Tiling).
  static std::string prefix(const TiledOperand& o) { return o.view + "_"; }
  static Stmt run(const std::string& intrinsic, std::vector<Expr> args = {});
  static Expr unless(const std::string& flag);

  // ---- Coordinates ----

  Expr offset(const TiledLoop& loop, const Offsets& offsets) const;
  // What the loops of a rank add up to: all of them, or those inside (outside) of time loop `at`.
  enum class Which { All, Inside, Outside };
  Expr position(const std::string& root, const Offsets& offsets, Which which = Which::All,
                size_t at = 0) const;
  bool gathers(const std::string& root) const { return tiling_.gathers(root); }
  const TiledLoop& listed(const std::string& root) const;
  Expr limit(const std::string& root) const;
  Expr entry(const std::string& root, const Expr& at) const;
  Expr coordinate(const std::string& root, const Expr& position) const;
  // Whether time loop t ends where the data say: at the rank's end, or at that of the block's list.
  bool is_open(size_t t) const;
  // Whether its iterations are entries of a list.
  bool is_listed_tile(size_t t) const;
  // What its iteration number `ordinal` adds to the rank's position, and how many there are.
  Expr offset_of(size_t t, const Expr& ordinal) const;
  Expr iterations(size_t t) const;

  // ---- Filling a tile: all threads of the block together ----

  static int64_t row(const TiledOperand& o) { return o.tile->ranks.back().extent; }
  // Whether rows of the tile may be cut by the operand's end, or lie askew in memory.
  bool has_edges(const TiledOperand& o) const { return tiling_.in_quads(o) && !o.tile->packed; }
  // That they are not, and near enough to each other for copies that follow a list.
  Expr whole_rows(const TiledOperand& o, const Offsets& offsets) const;
  // Quads where the rows of the tile lie inside the operand's (`whole`: they do), else what there
  // is of them.
  Stmt fill(const TiledOperand& o, const Expr& buffer, const Offsets& offsets, bool whole) const;

  // ---- By a list that comes ahead (ListAhead) ----

  // Its shared memory; how threads copy the entries of tile `number`.
  void declare_list(Stmts& out) const;
  Stmt copy_list(const Expr& number, const Offsets& offsets) const;
  std::string listed_ahead() const { return tiling_.list_ahead()->root + "_listed"; }
  Expr place_of_list(const Expr& number) const;
  // Fills tile `number` of whole rows: a thread's share of the entries, as variables; its copies.
  Stmts take_entries(const TiledOperand& o, const Expr& number, const Offsets& offsets) const;
  Stmt copy_entries(const TiledOperand& o) const;

  // That elements at neighbouring entries lie less than 2^32 bytes apart.
  static Expr is_near(const Expr& stride);

  // Iterations of time loop t with a common bit only.
  Stmts skipping(size_t t, const ir::Schedule::Skip& skip, const Stmt& body) const;

  const std::map<std::string, Lists>& lists_;

 private:
  int64_t entries_of_thread(const TiledOperand& o) const {
    return tiling_.list_ahead()->entries * row(o) / staged_quad / tiling_.threads();
  }
  bool may_lie_behind_words(const std::string& root) const;
  enum class Unit { Element, Part, Quad };
  // Copies end with the last tile that holds a coordinate; where tiles lie in larger ones, or fills
  // run ahead of the last one, there are others behind it.
  bool may_lie_behind(const TiledOperand& o) const;
  Stmt fill(const TiledOperand& o, const Expr& buffer, const Offsets& offsets, Unit unit) const;
  struct Steps {
    size_t rank;          // of the tile
    int64_t coordinates;  // from one part to the next
    int64_t places;       // in the tile
  };
  static std::optional<Steps> steps_of(const StagedTile&, int64_t apart);
  // `outside`: where the tile's rows begin along the last rank.
  Expr source(const TiledOperand& o, const std::map<std::string, Expr>& at, const Expr& outside,
              Unit unit) const;
  // One unit of the tile; `inside`: its row exists (null: always).
  Stmt copied(const TiledOperand& o, const std::map<std::string, Expr>& at, const Expr& from,
              const Expr& inside, const Expr& to, Unit unit) const;
};

}  // namespace teaal::passes
