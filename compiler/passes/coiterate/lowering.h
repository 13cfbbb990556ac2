#pragma once
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/coiterate/tuples_in_lanes.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/target.h"
#include "compiler/support/diagnostic.h"

namespace teaal::passes {

// One kernel from rank loops to loops over coordinates and positions. coiterate.cc says how it
// begins and ends; coiterate_levels.cc opens, narrows and locates levels; coiterate_bottom.cc
// lowers the loops over every coordinate, coiterate_tiles.cc those over tiles, coiterate_ahead.cc
// those that pass over tiles without an element, coiterate_flat.cc those over flattened ranks
// (coiterate_carry.cc and coiterate_fibers.cc what their runs sum), coiterate_bits.cc those over
// bitmasks, coiterate_solve.cc what index math asks for, coiterate_spelled.cc the loops around sums
// in registers, coiterate_terms.cc runs tuple by tuple (tuples_in_lanes.cc for lanes that share
// them), coiterate_fill.cc fills tiles (coiterate_runs.cc those that are runs of arrays),
// coiterate_meet.cc has the loops around that.
class Lowering {
 public:
  using Stmt = ir::Stmt;
  using Expr = ir::Expr;

  Lowering(ir::Program& program, ir::Kernel& kernel, const Target& target,
           Diagnostics& diagnostics);
  void run();
  // Behind `run`: the kernel that was there to clear what this one leaves out, if that is nothing.
  const std::string& superfluous() const { return superfluous_; }

 private:
  // The loops of a kernel whose innermost reductions already stand in a block with their sum.
  static Nest nest_of(const Stmt& body);
  void reserve_names();
  void plan_levels();
  LevelPlan plan_of(const ir::Level& level, const ir::Access& access) const;
  bool numbers_tiles(const Expr& index) const;
  NestState initial();
  const ir::View& view_of(const std::string& operand) const;

  // ---- Statements ----
  Stmt lower(const Stmt& s, const NestState& state);
  Stmt lower_assign(const ir::Assign& n, const SourceRange& where, const NestState& state);
  Expr lower(const Expr& e, const NestState& state);
  Expr without_masks(const Expr&, const NestState&) const;
  // Whether the loops so far walk a list of what that holds, or of what it and others do.
  bool lists(const std::string& operand, const NestState& state) const;
  Expr not_found(const Expr& access, const ViewState& v);

  struct Where {
    const ir::ForRank& loop;
    const SourceRange& range;
    std::string worker;
    std::string active = "";  // whether an iteration is this thread's own, where threads meet in it
  };

  // ---- Sums in registers ----
  // Where loops that are spelled out may lie in whole tiles, or in one iteration of many of a whole
  // tile, all of them once for whole tiles, without a test, and once for the others.
  Stmt lower_row(const std::vector<Stmt>& stmts, const NestState& state);
  Stmt whole_and_edge(const std::vector<Stmt>& loops, const NestState& state,
                      const std::function<Stmt(const NestState&)>& lowered);
  // The ranks whose tiles those loops cut, if the tile may be whole.
  std::vector<std::string> cut_tiles(const std::vector<Stmt>& stmts, const NestState& state) const;
  // Whether lanes of a warp may have intervals of their own.
  bool differs_between_lanes(const RankState& r) const;
  // Output ranks along which a statement with fills reads nothing but tiles, and writes no memory:
  // tiles are full, with zeros beyond an edge, so sums may be computed there as well, which nobody
  // stores. Behind its fills such a rank counts as whole.
  std::set<std::string> beyond_edges(const Stmt& s) const;
  std::set<std::string> read_from_tiles(const Stmt& s) const;
  // Ranks that are summed over along which such a statement adds products of elements of tiles: the
  // zeros that tiles have beyond an edge may be added, too.
  std::set<std::string> sums_of_zeros(const Stmt& s) const;
  bool adds_products(const Stmt& s) const;
  bool ends_with_zeros(const Stmt& behind, const std::vector<ir::Tile*>& filled, const NestState&);
  bool indexed_by(const ir::Access& access, const std::string& root) const;
  // Output ranks along which such a statement reads operands, where they lie, that store all of
  // their elements, so that a tile beyond the edge may read the last whole one once more; and how
  // many coordinates a thread's tile has.
  std::map<std::string, int64_t> read_again(const Stmt& s) const;
  int64_t read_again_in_all(const std::vector<Stmt>& loops, const std::string& root) const;
  // How many coordinates the rank's innermost tile has, if the thread that it belongs to has all
  // of them in a loop that is spelled out, inside of the statement; else 0.
  int64_t own_tile(const Stmt& s, const std::string& root) const;
  bool reads_where_it_lies(const ir::Access& access, const std::string& root) const;
  bool names(const ir::Expr& variable, const std::string& root) const;
  bool is_plain_part(const std::string& root) const;
  bool fills_all(const ir::Access& access, const std::string& root) const;
  // Whether a loop inside computes beyond that rank's edges.
  bool is_cut_inside(const Stmt& s, const std::string& root) const;
  void count_as_whole(const Stmt& behind, NestState& state) const;
  // Of a loop that is not spelled out, whether it is in a whole tile.
  static bool is_spelled_in_whole(const ir::ForRank& loop, const NestState& state);
  Stmt lower_all(const std::vector<Stmt>& stmts, const NestState& state);
  // Loops over the same coordinates one behind the other: what one names the next may name again.
  Stmt lower_apart(const std::vector<Stmt>& loops, const NestState& state);
  // A worker's iterations of a loop from `begin` on, each as a text of its own.
  struct Turns {
    Expr begin, end, step;
    int64_t whole = 0;        // not 0: the interval is a whole tile of so many coordinates
    ir::Expr last = nullptr;  // not null: the coordinate in place of any behind
  };
  Stmt spell_out(const Where& at, const Turns& turns, Stmt body) const;
  // The same of the positions of a fiber, or of the run of it that a loop around has.
  Stmt spell_out(const Where& at, const OpenFiber& leader, const NestState& state, Stmt body) const;
  static std::optional<Turn> turn_of(const ir::ForRank&, const Expr& begin, const Expr& step);

  // ---- Loops ----
  Stmt lower_loop(const ir::ForRank& loop, const SourceRange& where, NestState state);
  // Whether kernels of one owner share it: text in two forms stands inside of such loops, so that
  // their bodies can be joined.
  bool is_owners(const ir::ForRank& loop) const;
  bool is_reduction(const ir::ForRank& loop) const;
  // A worker must meet the same output coordinates in every iteration of a reduction around it, and
  // merging fibers need a contiguous piece: then workers share coordinates, not positions.
  bool own_by_coordinate(const ir::ForRank& loop, const std::vector<OpenFiber>& fibers,
                         bool reduction, const NestState& state) const;
  // A note about workers that search their pieces of fibers again and again.
  void tell_searches(const ir::ForRank& loop, const std::vector<OpenFiber>& fibers);
  // Narrows the rank to this worker's even piece of the interval.
  void take_chunk(const ir::ForRank& loop, NestState& state, Steps& out, const SourceRange& where);
  // Those of the loop's operands in one format, the bound leader first.
  std::vector<OpenFiber> open_fibers(const ir::ForRank& loop, ir::LevelFormat format,
                                     const NestState& state) const;
  const ir::Schedule::Meeting* meeting(const ir::ForRank& loop) const;
  ir::Meet bound_meet(const ir::ForRank& loop) const;
  std::string bound_leader(const ir::ForRank& loop) const;

  // ---- The bottom part: every coordinate ----
  Stmt bottom_loop(const Where& at, const std::vector<OpenFiber>& fibers, NestState& state);
  Stmt dense_loop(const Where& at, NestState& state);
  // All iterations of a whole tile, each as a text of its own.
  Stmt spelled_whole(const ir::For& loop, int64_t whole, const SourceRange& where);
  // How many iterations of a loop over a tile stand behind one another in the machine code.
  static int64_t iterations_at_once(const ir::ForRank& loop, int64_t tile);
  // The fiber leads, all others are searched.
  Stmt walk(const Where& at, const OpenFiber& leader, NestState& state);
  static int64_t run_at_once(const ir::ForRank& loop, const OpenFiber&, const NestState&);
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
  // The level of the leader that the rank runs along: the rank's own, or one that index math ties
  // to it. False: the leader has none in this term.
  bool find_led_level(const ir::ForRank& loop, NestState& state, ViewState*& view, size_t& level);
  // In an uncompressed rank every coordinate is occupied.
  Stmt even_runs(const Where& at, NestState& state);
  // Positions [q, q + tile) of the leader's fiber; the others are cut at the coordinates where runs
  // begin. The first run begins where the interval does, the last ends where it does.
  Stmt runs_of(const Where& at, ViewState& v, size_t l, NestState& state);
  void drop_leader(const ir::ForRank& loop, NestState& state) const;
  void cut_followers(const ir::ForRank& loop, const LevelState& led, NestState& state, Steps& out);
  // Tiles that grow from where the last one ended: each worker finds all, and takes its own.
  Stmt grown_tiles(const Where& at, NestState& state);
  // The body, in the tile that begins at the loop's variable.
  Stmt grown_tile(const Where& at, const Expr& end, NestState& state);
  // Where the tile at `begin` ends that may reach so far.
  Expr grown_end(const ir::ForRank& loop, const Expr& begin, const Expr& reach,
                 const NestState& state) const;
  // Whether another rank's tiles grow together with the loop's: its own loop stands inside.
  bool grows_with(const ir::ForRank& loop, const std::string& root) const;
  // The tile that holds coordinate c.
  static Expr tile_of(const Expr& tile, const std::vector<Expr>& snaps, const Expr& c);
  // The first coordinate of the tile at t.
  static Expr first_of(const ir::ForRank& loop, Expr t);
  // All tiles that the interval meets, but for those that may be passed over as no operand stores
  // anything in them.
  Stmt all_tiles(const Where& at, NestState& state);
  Stmt dense_tiles(const Where& at, NestState& state);
  // Where the interval begins, as a multiple of the tile.
  static Expr first_tile(const Where& at, const RankState& range);
  // Whether every fiber has something in the tile, where another loop over tiles stands inside and
  // what is left out has no value to be stored; else null.
  Expr holds_something(const Where& at, const NestState& state) const;
  // A note about a loop over all tiles in another one.
  void tell_all_tiles(const Where& at, NestState& state);
  static bool divides(const Expr& tile, int64_t of);
  void narrow_to_tile(const Where& at, NestState& state, Steps& out);
  bool is_innermost(const ir::ForRank& tiles) const;  // of the loops over tiles of its rank
  // The tiles that one operand stores; those of others are searched.
  Stmt stored_tiles(const Where& at, const OpenFiber& leader, NestState& state);
  // The loop's body once the tile is known.
  Stmt inside_tile(const Where& at, NestState& state);
  // Only tiles that hold an element of the first fiber; tiles that another fiber leaves empty are
  // skipped.
  Stmt tiles_of_fiber(const Where& at, const std::vector<OpenFiber>& fibers, NestState& state);

  // ---- Tiles in which an operand stores nothing ----
  // A compressed level along a loop's rank: its fiber is open, or loops further in walk the levels
  // from `first` on above it.
  struct Ahead {
    std::string operand;
    size_t first = 0, level = 0;
    bool dear = false;  // looking into all of its fibers may take longer than visiting a tile
  };
  // Of a loop that looks for its next tile in each turn.
  struct Search {
    const Where& at;
    Expr from;  // tiles from there on are left
    Expr end;   // of the interval
    Expr step;  // between a worker's tiles
    Expr next;  // a coordinate in front of which some operand has nothing
    Expr goal;  // the first coordinate of the tile at `from`
    Expr due,
        looked;  // where looking is dear: when to look again, how many fibers were looked into
  };
  // Whether threads of a block or a warp do: they make the same turns of every loop around that.
  bool sums_together() const;
  bool turns_may_differ(const ir::ForRank& loop) const;
  bool may_pass_over(const Where& at, const NestState& state) const;
  std::vector<Ahead> levels_ahead(const Where& at, const NestState& state) const;
  // Another rank's level, of which every position in the interval can be visited.
  bool can_look_through(const Where& at, const ViewState& v, Ahead& found) const;
  Stmt tiles_ahead(const Where& at, const std::vector<Ahead>& ahead, NestState& state);
  static Expr tile_at(const Search& search);
  // Fibers that are open.
  void look_directly(const Search& search, const std::vector<Ahead>& ahead, NestState& state,
                     Steps& out);
  // Fibers that loops further in open, and how many those are.
  static Expr fibers_below(const std::vector<Ahead>& ahead, const NestState& state);
  void look_below(const Search& search, const std::vector<Ahead>& ahead, const NestState& state,
                  Steps& out);
  Stmt look_into(const Search& search, const Ahead& a, size_t l, ViewState v,
                 const Expr& least_there, const NestState& state);
  void look_at(const Search& search, const ViewState& v, size_t l, const Expr& parent,
               const Expr& least_there, Steps& out);
  // Looking into n fibers is weighed against the turns of loops over tiles: behind n of these it is
  // done again. So both together take no more than a small multiple of what either alone would.
  void weigh(Search& search, NestState& state);
  Stmt pay(const Search& search);
  void count_turn(const NestState& state, Steps& turn) const;
  Expr tiles_inside(const Where& at, const NestState& state) const;

  // ---- Lists of a class (ir::RowClass) ----
  bool is_listed(const std::string& root) const {
    return kernel_.row_class && kernel_.row_class->root == root;
  }
  // Names the part of the lists that is this class's.
  void begin_class(Steps& out);
  Stmt listed_loop(const Where& at, NestState& state);

  // ---- Bitmasks ----
  // What the masks of all fibers that begin at the same index have in common; the others are tested
  // bit by bit.
  Stmt walk_bits(const Where& at, const std::vector<OpenFiber>& fibers, NestState& state);
  // The fibers whose words hold the same coordinates as the first one's.
  static std::vector<OpenFiber> joint_masks(const std::vector<OpenFiber>& fibers,
                                            const NestState& state);
  static Expr common_bits(const std::vector<OpenFiber>& joint, const Expr& word);
  // Visits the bits in `found`, a word whose lowest bit has the index `first`.
  Stmt walk_word(const Where& at, const std::vector<OpenFiber>& joint, const Expr& found,
                 const Expr& first, NestState& state);
  void visit_bit(const Where& at, const std::vector<OpenFiber>& joint, const Expr& index,
                 NestState& state, Steps& body);
  // The words of a fiber.
  static Expr words(const ir::View& v, size_t l);
  // The index of a level's first bit, as an ordinal; 0 outside an enclosing tile.
  static Expr first_ordinal(const ViewState& v, size_t l, const NestState& state);
  void test_bit(ViewState& v, size_t l, const Expr& index, Steps& out);

  // ---- Flattened ranks ----
  // The levels of one operand that a flattened loop walks: first … last.
  struct Group {
    std::string operand;
    size_t first = 0, last = 0;
  };
  Stmt flat_loop(const Where& at, NestState& state);
  // Without an operand that holds all the ranks they are loops of their own.
  Stmt apart(const Where& at, NestState& state);
  Group group_of(const ir::ForRank& loop, const std::string& operand) const;
  // Whether its tuples are the output's elements, all of them.
  bool covers_output(const Where& at, const Group& group, const NestState& state) const;
  // The positions of the group's last level below the fibers that are open.
  void open_tuples(const Where& at, const Group& group, NestState& state, Steps& out);
  // Where the children in level `l` of a position in the level above begin.
  static Expr first_child(const ir::View& view, size_t l, const Expr& parent);
  Stmt runs_of_tuples(const Where& at, const Group& group, NestState& state);
  Stmt walk_tuples(const Where& at, const Group& group, NestState& state);
  // What position levels[l].at says of the rank's coordinate, or tile.
  void bind_tuple(const Where& at, const Group& group, size_t l, const RankState& range,
                  NestState& state, Steps& body);
  // The position in the level above `l` that position p belongs to; `first` goes from the loop's
  // first position in level l to that in the level above.
  Expr parent_of(const Where& at, const Group& group, size_t l, const Expr& p, Expr& first,
                 Steps& head, Steps& body, const NestState& state);
  // As parent_of, for a bitmask level.
  Expr parent_of_bit(const Where& at, const Group& group, size_t l, const Expr& p, Expr& first,
                     Steps& head, Steps& body, const NestState& state);
  ir::Type position_type(const Group& group) const;
  // How many neighbours among a warp's lanes walk the same tuples, together from the run's first to
  // its last; 1: none do.
  int64_t lanes_of_run(const ir::ForRank& tuples, const NestState& state) const;
  // Such a walk, so many tuples at a time: `found` is what names them, and comes back as what
  // stands in its place.
  struct LaneWalk {
    TuplesInLanes tuples;
    std::string chunk;  // what the first position of so many is called; empty: a run has no more
    Expr first, end;
    Expr lane;       // that has the tuple
    Interval range;  // of positions
  };
  std::optional<LaneWalk> tuples_in_lanes(const Where& at, const RankState& range,
                                          const NestState& state, Steps& found);
  Stmt by_lanes(const Where& at, ir::For loop, LaneWalk& walk);
  std::set<std::string> arrays_of_inputs() const;
  // The first level that a walk over tuples finds the coordinate of: of those that lead in runs
  // that threads share, fibers have them.
  size_t first_walked(const Where& at, const Group& group) const;

  // ---- Sums that runs of tuples share ----
  // `begin`: of the part of the rank around.
  void begin_run(const Where& at, const Expr& begin, NestState& state, Steps& body);
  // The fibers that a worker's run meets, one after another.
  Stmt walk_run(const Where& at, const Group& group, NestState& state);
  Stmt fibers_of_run(const Where& at, const Group& group, NestState& state);
  // The same as one loop over the run's tuples: what is read of several of them is on its way at
  // once, whatever fibers they lie in.
  struct TupleSums;
  struct RunWalk;
  std::optional<TupleSums> tuple_sums(const Where& at, const Group& group);
  Stmt tuples_of_run(const Where& at, const Group& group, const TupleSums& sums, NestState& state);
  void stop_at_ends(const Where& at, const Group& group, const Stmt& climb, RunWalk& walk,
                    Steps& head);
  Stmt all_batches(const Where& at, const Group& group, const TupleSums& sums, RunWalk walk,
                   const NestState& state);
  Stmt batches_of_lanes(const Where& at, const Group& group, const TupleSums& sums,
                        const Stmt& climb, RunWalk walk, TuplesInLanes& lanes,
                        const NestState& state);
  static Stmt batches(const Where& at, const TupleSums& sums, const RunWalk& walk, const Expr& end,
                      Stmt body);
  // `before` stands before the walk; `lanes`: who has the tuples, null: every lane for itself.
  Stmt terms_of_tuples(const Group& group, const TupleSums& sums, const RunWalk& walk,
                       NestState state, TuplesInLanes* lanes, Steps& before);
  Stmt sum_up(const Where& at, const Group& group, const TupleSums& sums, const RunWalk& walk,
              const NestState& state, const Stmt& named = nullptr);
  Stmt fiber_done(const Where& at, const Group& group, const TupleSums& sums, const RunWalk& walk,
                  NestState state);
  ir::Type type_in_run() const;
  bool is_dense(const std::string& operand) const;
  static Stmt begun_anew(const TupleSums& sums);
  static Stmt unrolled(const std::string& turn, int64_t count, Stmt body, const SourceRange& where);
  // Behind the leading coordinates: which key they are, for the run's slot.
  void bind_key(const Where& at, NestState& state, Steps& body);
  Stmt key_stored(const Where& at, const NestState& state) const;
  // Whether a loop does nothing but to store what a fiber has, at a place that is still open.
  static bool stores_fiber(const Stmt& loop, const NestState& state);
  Stmt in_both_places(const Stmt& loop, const NestState& state);
  Stmt carried(const ir::Assign& n, const SourceRange& where, const NestState& state);

  // ---- The fibers of a run whose products threads made together ----
  bool together(const Where& at) const;
  Stmt product_stored(const Where& at, const NestState& state, Steps& body);
  void sum_fibers(const Where& at, const Group& group, const NestState& state, Steps& body);
  // Runs of tuples and ends of fibers together (Carry::merged), numbered along the merge path.
  Stmt merged_runs(const Where& at, const Group& group, NestState& state);
  // The products of the run at.loop.var.
  Stmt products(const Where& at, const Group& group, const NestState& state);
  // A loop over four tuples, from a multiple of four on, whose coordinates and values are read at
  // once.
  static constexpr int64_t quad = 4;
  Stmt quad_of_tuples(const Where& at, const Group& group, const NestState& state,
                      const ir::For& loop);
  struct RunFibers;
  struct FiberSum;
  struct FiberLanes {  // of those that sum a fiber
    Expr lane, count;
  };
  RunFibers run_fibers(const Where& at, const Group& group, const NestState& state, Steps& body);
  Expr bound_of(const Group& group, const RunFibers& run, const Expr& fiber) const;
  void ask_for_first(const Where& at, const Group& group, RunFibers& run, Steps& body);
  Stmt each_fiber(const Where& at, const Group& group, const RunFibers& run,
                  const NestState& state);
  // The loop over tuples, if those of a block's run lie in its shared memory, and fibers can be
  // summed from there; null: products are stored first.
  Stmt staged_tuples(const Where& at, const Group& group) const;
  Stmt products_added(const Where& at, const Group& group, const FiberSum& f,
                      const std::string& sum, const FiberLanes& lanes, const NestState& state);
  Stmt terms_added(const Group& group, const FiberSum& f, const std::string& sum,
                   const FiberLanes& lanes, const NestState& state);
  Stmt term_added(const Group& group, const Expr& place, const std::string& sum, NestState state);
  Stmt long_fibers(const Where& at, const Group& group, const FiberSum& f, const Expr& is_long,
                   const NestState& state);
  Stmt fiber_stored(const Where& at, const Group& group, const RunFibers& run, const FiberSum& f,
                    NestState state);
  bool counts_positions(const ir::View&) const;
  Expr elements_param(const ir::View&);
  // Where the tuples of a fiber begin, among the positions of the group's last level.
  Expr fiber_begin(const Group& group, Expr fiber) const;

  // ---- Index math ----
  Stmt solved_loop(const Where& at, NestState& state);
  // Cuts a rank's interval to what the solved ranks allow, given the intervals of the others.
  void tighten(const ir::ForRank& loop, NestState& state, Steps& out, const SourceRange& where);
  bool placed(const std::string& root) const;

  // ---- Levels ----
  // The loop's body once the rank's coordinate is known.
  Stmt inside(const Where& at, const Expr& coord, NestState& state);
  // Leaves out iterations that add nothing.
  void ask(const Where& at, NestState& state, Steps& out) const;
  std::vector<const ir::Access*> asked_for(const Stmt& body) const;
  std::vector<const ir::Access*> asked_by(Expr value) const;
  static void bind(const std::string& root, const std::string& var, const Expr& coord,
                   NestState& state);
  std::string position_name(const std::string& operand, size_t level, const NestState& state);
  static void set_position(const OpenFiber& f, Expr at, NestState& state);
  // Cuts the open fibers of a rank to its interval.
  void narrow(const std::string& root, NestState& state, Steps& out);
  void narrow(ViewState& v, size_t l, const RankState& range, Steps& out);
  static std::string name_of_var(const Expr& e);
  // Opens every compressed level whose parent position is known; finds the position of every level
  // whose coordinate is, and requires that there is one.
  void locate(NestState& state, Steps& out);
  // Whether a side of its box is gathered; where in the other operand the coordinate of level `l`
  // is then.
  static bool is_gathered(const ViewState& v, size_t l);
  Expr gathered_at(const ViewState& v, size_t l, const NestState& state) const;
  std::optional<int64_t> rows_of_threads(const ir::Tile&, int64_t width) const;
  struct Numbered {
    Expr row, in_row;  // of the outermost side, and behind its begin; null: not apart
    Expr element;
  };
  Numbered numbered_in(const ir::Tile&, const ir::Expr& number, int64_t width) const;
  static ir::Expr place_in_box(const ir::Tile&, const ir::Expr& element, const ir::Expr& buffer);
  // Of what names a side's coordinates, in its view: a list has one level.
  size_t naming_level(const ir::Tile::Side& side) const;
  // Of the operands with the structure of `v`, at the same coordinates, the one whose levels are
  // opened and found for all of them; null: v's own are.
  static const ViewState* elder_of(const ViewState& v, const NestState& state);
  static void follow_elders(NestState& state);
  // Whether the fiber has an element for each that the output has at that level, and no others.
  bool covers_output(const OpenFiber& fiber, const NestState& state) const;
  void locate(ViewState& v, NestState& state, Steps& out);
  void advance(ViewState& v, size_t l, const Expr& parent, NestState& state, Steps& out);
  void open(ViewState& v, size_t l, const Expr& parent, const NestState& state, Steps& out);
  void find(ViewState& v, size_t l, const Expr& parent, NestState& state, Steps& out);
  bool known(const ViewState& v, size_t l, const NestState& state) const;
  // Whether the levels above hold no more than the loops over tiles let through.
  static bool stored_apart(const ViewState& v, size_t l, const RankState& r);
  // The rank's coordinate, inside the rank's extent.
  Expr coordinate(const ViewState& v, size_t l, NestState& state, Steps& out);
  // Where the level's tile begins: the coordinate itself in a whole level.
  static Expr start(const ViewState& v, size_t l, const NestState& state, const Expr& coord);
  static bool starts_known(const ViewState& v, size_t l, const NestState& state);
  // Whether the rank's interval leaves out some of what the level's fibers hold.
  bool is_cut(const ViewState& v, size_t l, const NestState& state) const;
  // The positions of a compressed or bitmask level's open fiber that the rank's interval leaves.
  std::pair<Expr, Expr> positions(const ViewState& v, size_t l, const NestState& state) const;
  // The rank's interval as indices of a bitmask level's fiber, in [0, extent].
  static std::pair<Expr, Expr> indices(const ViewState& v, size_t l, const NestState& state);
  // The ordinal that is stored at position p; of a bitmask in the words [begin, end).
  static Expr ordinal_at(const ViewState& v, size_t l, const Expr& begin, const Expr& end,
                         const Expr& p, const NestState& state);
  // A fiber's number of indices in an uncompressed or bitmask level.
  static Expr extent(const ir::View& v, size_t l);
  static bool counts_as_offset(const ir::View& view, size_t l);
  Expr located(const ViewState& v, size_t l, const Expr& parent, const Expr& index, Steps& out);

  // ---- Tiles ----
  static std::string array_of(const ir::View& v, const ir::Tile::Piece& piece);
  std::string array_in(const ir::Tile& tile, const ir::Tile::Piece& piece) const;
  // Statements in a row; those behind a fill see its tiles.
  // `rest_of`: in place of what stands behind the fills.
  Stmt lower_block(const std::vector<Stmt>& stmts, NestState state,
                   const std::function<Stmt(const NestState&)>& rest_of = nullptr);
  void fill_together(const std::vector<ir::Tile*>& tiles, NestState& state, Filling& filling);
  void choose_buffer(const std::vector<ir::Tile*>& tiles, const NestState& state, Filling& filling);
  void choose_slot(int64_t depth, Filling& filling);
  Stmt for_sharers(const ir::Tile& tile, const std::string& element, const Expr& count,
                   Stmt body) const;
  void fill(const ir::Tile& tile, NestState& state, Filling& filling);
  void fill_laid(const ir::Tile& tile, const NestState& state, Filling& filling);
  void fill_lines(const ir::Tile& tile, const NestState& state, Filling& filling);
  // What all threads of the block (the warp) together have of a rank.
  static Interval shared_interval(const std::string& root, ir::Scope scope, const NestState& state);
  // The level of an operand that a box's side covers.
  static size_t level_of(const ir::Tile::Side& side, const ViewState& v);
  // What the block has of a side; of index math, as far as it is in the level's rank, in whole
  // quads if these are neighbours in memory.
  Interval side_interval(const ir::Tile& tile, const ir::Tile::Side& side,
                         const NestState& state) const;
  bool copied_in_bulk(const ir::Tile& tile) const;
  static Interval stored_run(const LevelState& level, const std::string& flat,
                             const NestState& state);
  Interval span_of(const Expr& index, ir::Scope scope, const NestState& state) const;
  // What the block has of each side, named, and where a box of that begins.
  std::vector<Interval> named_sides(const ir::Tile& tile, const NestState& state, TileState& box,
                                    std::vector<Stmt>& out);
  void fill_box(const ir::Tile& tile, NestState& state, Filling& filling);
  // Not 0: the block has a whole tile of the rank, of so many coordinates.
  static int64_t whole_along(const ir::Tile::Side& side, const NestState& state);
  // Sums of the output in a box: begun, made by `body`, and stored at the iteration's end.
  Stmt sums_in_box(const ir::Tile& tile, const NestState& state,
                   const std::function<Stmt(const NestState&)>& body);
  ir::AssignOp stored_by(const NestState& state) const;
  // Whether the loops over a rank end where another one does: a level's, or a tile's side's.
  bool ends_with(const std::string& root, const std::string& rank) const;
  bool ends_with_loops(const ir::Tile::Side&, const ViewState&) const;
  Expr quads_of_box(const ir::Tile& tile, const std::vector<Interval>& intervals,
                    const NestState& state) const;
  // Between the operand and the box; `moved` says what is done with an element's places in both.
  using Moved = std::function<Stmt(const Expr& in_box, const Expr& at_home)>;
  Stmt copy_box(const ir::Tile& tile, const std::vector<Interval>& intervals, int64_t width,
                const NestState& state, const Expr& buffer, const Moved& moved);
  void fill_list(const ir::Tile& tile, NestState& state, Filling& filling);
  // Where the operand has the tile's element at those coordinates: names by bottom variable, or by
  // level's rank where index math says it.
  ViewState found_at(const ir::Tile& tile, const std::map<std::string, std::string>& coordinates,
                     NestState& inside, Steps& body);
  // From here on the operand is read from its box.
  void stand_in(const ir::Tile& tile, const TileState& box, NestState& state);
  void fill_run(const ir::Tile& tile, NestState& state, Filling& filling);
  Interval positions_in(const ir::View& view, const ir::Tile& tile, const Interval& run,
                        std::vector<Stmt>& out);
  Interval run_of(const ir::Tile& tile, const NestState& state, std::vector<Stmt>& out);
  Stmt through(const std::vector<Window>& windows, const Stmt& body);
  // Of a tile in the registers of a warp's lanes: each lane reads one element, and the loops behind
  // that walk the positions hand the elements round.
  Stmt fill_lanes(const ir::Tile& tile, const NestState& state, std::vector<Window>& windows);
  Stmt handed_round(const std::vector<Window>& windows, Stmt body);
  Stmt handed_in(const Window& w, const Stmt& s);
  Expr handed(const Window& w, const Expr& position) const;
  static void note_interval(const ir::ForRank& loop, NestState& state);
  // Whether threads that share loops around meet in this one: at fills, of the block's tiles and of
  // a warp's, or where lanes hand elements round.
  bool fills(const ir::ForRank& loop, const NestState& state) const;
  static ir::Scope sharers(const ir::Tile& tile);
  bool parts_meeting(const ir::ForRank& loop, const NestState& state) const;
  bool reads_for_lanes(const ir::ForRank& loop) const;
  Stmt in_turns(const Stmt& s, const std::string& rank, const std::string& active);
  Stmt with_tiles(const Stmt& body);
  Stmt with_arrays_of_gathered(const Stmt& body) const;
  void check_fills();
  void tell_parting(const ir::Tile& tile, const Stmt& at);
  void tell_parting_lanes(const Stmt& at);

  // ---- Parameters and steps ----
  void add_params();
  // What tiles grow by, and gathered ones are made of.
  void add_values(const std::string& view);
  void tell_streams();
  bool mentions(const std::string& name) const;
  // Whether another kernel is there to set what this one leaves out.
  bool cleared_otherwise();
  void add_zero_step();
  bool leaves_empty_fibers() const;
  std::vector<ir::Step>::iterator first_of_classes(std::vector<ir::Step>::iterator own);

  ir::Program& program_;
  ir::Kernel& kernel_;
  const Target& target_;
  Diagnostics& diagnostics_;
  ir::Names names_;
  Nest nest_;  // the loops as they were
  std::set<std::string> outputs_;
  std::map<std::string, std::string> extents_;  // root → the rank that bounds it
  // Of a class: how long its list is, where that begins; the rank whose coordinates it lists.
  std::string listed_, first_listed_, listed_rank_;
  std::map<std::string, std::string> root_of_;           // bottom variable → root
  std::map<std::string, std::vector<LevelPlan>> plans_;  // by operand
  std::set<std::string> cursors_;  // begins that a walk has already brought to its tile
  std::string output_;
  std::set<std::string> marked_;  // beside it (marks_of)
  std::string round_;             // the parameter that is the number of the round
  bool needs_zero_ = false;       // some elements may be left out
  bool grows_ = false;            // some are added to
  std::string superfluous_;
  bool told_all_tiles_ = false;
  std::string visited_;  // how many tiles were, and fibers looked into; empty: nobody counts
  std::set<std::string> ended_;  // gathered tiles that have zeros behind what is named
  std::string walked_;           // the operand whose runs are walked tuple by tuple
  bool leaves_slots_ =
      false;  // a run that has a key may leave out elements of its slot, or add to them
  std::map<std::string, ir::View> local_views_;                // by tile
  std::map<std::string, std::vector<LevelPlan>> local_plans_;  // by tile
  // What all threads of a block must have the same value of, and the tile that asks for it.
  std::vector<std::pair<Expr, const ir::Tile*>> alike_;
};

}  // namespace teaal::passes
