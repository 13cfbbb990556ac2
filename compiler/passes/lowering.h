#pragma once
#include <set>
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate.h"
#include "compiler/passes/nest.h"
#include "compiler/support/diagnostic.h"

namespace teaal::passes {

// One kernel from rank loops to loops over coordinates and positions; coiterate.cc says how it
// begins and ends, coiterate_bottom.cc lowers the loops over every coordinate, coiterate_tiles.cc
// those over tiles.
class Lowering {
 public:
  using Stmt = ir::Stmt;
  using Expr = ir::Expr;

  Lowering(ir::Program& program, ir::Kernel& kernel, Diagnostics& diagnostics);
  void run();

 private:
  // The loops of a kernel whose innermost reductions already stand in a block with their sum.
  static Nest nest_of(const Stmt& body);
  void reserve_names();
  NestState initial();
  // The view made for this kernel: of several, the one whose levels this loop order can walk.
  const ir::View* view_of(const ir::Access& a) const;
  static bool walkable(const ir::View& v, const std::map<std::string, size_t>& depth);

  // ---- Statements ----
  Stmt lower(const Stmt& s, const NestState& state);
  Stmt lower_assign(const ir::Assign& n, const SourceRange& where, const NestState& state);
  static Expr lower(const Expr& e, const NestState& state);

  // ---- Loops ----
  Stmt lower_loop(const ir::ForRank& loop, const SourceRange& where, NestState state);
  struct Where {
    const ir::ForRank& loop;
    const SourceRange& range;
    std::string worker;
  };
  // A worker must meet the same output coordinates in every iteration of a reduction around it, and
  // merging fibers need a contiguous piece: then workers share coordinates, not positions.
  bool own_by_coordinate(const ir::ForRank& loop, const std::vector<OpenFiber>& fibers,
                         bool reduction, const NestState& state) const;
  // Narrows the rank to this worker's even piece of the interval.
  void take_chunk(const ir::ForRank& loop, NestState& state, std::vector<Stmt>& out,
                  const SourceRange& where);
  std::vector<OpenFiber> open_fibers(const ir::ForRank& loop, const NestState& state) const;
  const ir::Schedule::Meeting* meeting(const ir::ForRank& loop) const;
  ir::Meet bound_meet(const ir::ForRank& loop) const;
  std::string bound_leader(const ir::ForRank& loop) const;

  // ---- The bottom part: every coordinate ----
  Stmt bottom_loop(const Where& at, const std::vector<OpenFiber>& fibers, NestState& state);
  Stmt dense_loop(const Where& at, NestState& state);
  // The first fiber leads, the others are searched.
  Stmt walk(const Where& at, const std::vector<OpenFiber>& fibers, NestState& state);
  // Two-finger: all fingers at the lowest coordinate step. Skip-ahead: every finger gallops to the
  // highest.
  Stmt merge(const Where& at, const std::vector<OpenFiber>& fibers, NestState& state,
             ir::Meet meet);
  void gallop(const Where& at, const std::vector<OpenFiber>& fibers,
              const std::vector<std::string>& fingers, const Expr& match, std::vector<Stmt>& body);

  // ---- Upper parts: tiles ----
  Stmt tile_loop(const Where& at, const std::vector<OpenFiber>& fibers, NestState& state);
  // The rank's coordinate is known already: there is one tile.
  Stmt known_tile(const Where& at, NestState& state);
  // One tile that changes nothing; of several workers the first takes it.
  Stmt single_tile(const Where& at, const Expr& tile, NestState& state);

  // Upper parts that follow a leader: runs of its positions (uniform_occupancy).
  Stmt led_tiles(const Where& at, NestState& state);
  // In an uncompressed rank every coordinate is occupied.
  Stmt even_runs(const Where& at, NestState& state);
  // Positions [q, q + tile) of the leader's fiber; the others are cut at the coordinates where runs
  // begin. The first run begins where the interval does, the last ends where it does.
  Stmt runs_of(const Where& at, ViewState& v, size_t l, NestState& state);
  void cut_followers(const ir::ForRank& loop, NestState& state, std::vector<Stmt>& out);
  // The tile that holds coordinate c.
  static Expr tile_of(const ir::ForRank& loop, Expr c);
  // The first coordinate of the tile at t.
  static Expr first_of(const ir::ForRank& loop, Expr t);
  Stmt dense_tiles(const Where& at, NestState& state);
  static bool divides(const Expr& tile, int64_t of);
  void narrow_to_tile(const Where& at, NestState& state, std::vector<Stmt>& out);
  // Only tiles that hold an element of the first fiber; tiles that another fiber leaves empty are
  // skipped.
  Stmt tiles_of_fiber(const Where& at, const std::vector<OpenFiber>& fibers, NestState& state);

  // ---- State ----
  // The loop's body once the rank's coordinate is known.
  Stmt inside(const Where& at, const Expr& coord, NestState& state);
  std::string position_name(const OpenFiber& f, const NestState& state);
  static void set_position(const OpenFiber& f, Expr at, NestState& state);
  // Cuts the open fibers of a rank to its interval.
  void narrow(const std::string& root, NestState& state, std::vector<Stmt>& out);
  void narrow(ViewState& v, size_t l, const RankState& r, std::vector<Stmt>& out);
  static std::string name_of_var(const Expr& e);
  // Opens every compressed level whose parent position is known, locates every uncompressed one
  // whose coordinate is.
  void locate(NestState& state, std::vector<Stmt>& out);
  void advance(ViewState& v, size_t l, const Expr& parent, const NestState& state,
               std::vector<Stmt>& out);
  Expr located(const ViewState& v, size_t l, const Expr& parent, const Expr& coord,
               std::vector<Stmt>& out);

  // ---- Parameters and steps ----
  void add_params();
  bool mentions(const std::string& name) const;
  void add_zero_step();

  ir::Program& program_;
  ir::Kernel& kernel_;
  Diagnostics& diagnostics_;
  ir::Names names_;
  std::set<std::string> outputs_;
  std::set<std::string> cursors_;  // begins that a walk has already brought to its tile
  std::string output_;
  std::vector<const ir::View*> used_;
  bool needs_zero_ = false;
};

}  // namespace teaal::passes
