#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/program.h"

// The state that `coiterate` carries down a nest: how far each rank's interval is narrowed and
// which levels of which views are open or located. Copied on the way down, so siblings never see
// each other's names.
namespace teaal::passes {

struct RankState {
  ir::Expr lo, hi;  // the interval of coordinates that the loops so far leave; of a flattened rank
                    // positions, null before its first loop
  ir::Expr coord;   // null until the bottom part's loop
  bool narrowed = false;
  int64_t aligned_to = 0;         // lo is a multiple of this; 0: of everything (lo is 0)
  ir::Expr opened_lo, opened_hi;  // of a flattened rank: its top rank's interval when it was opened
  std::vector<std::string> cuts;  // what narrowed the interval: loops over tiles, "" for all else
  int64_t whole =
      0;  // not 0: hi is this behind lo, and lo a multiple of it (of 4 in a flattened rank); or
          // counts as if it were, where what lies beyond an edge may be computed, too
  // Where what is read beyond the edge may be anything, as nobody stores what comes of it: the last
  // coordinate that a tile begins at, or the last one, in place of any behind. Else null.
  ir::Expr last_tile, last;
  // Of each solved rank that bounded it: how many coordinates of other ranks were known by then.
  std::map<std::string, int> solved;

  void cut(ir::Expr from, ir::Expr to, int64_t aligned, const std::string& by) {
    lo = std::move(from);
    hi = std::move(to);
    narrowed = true;
    aligned_to = aligned;
    whole = 0;
    cuts.push_back(by);
  }
};

// What lowering knows of one level of an operand, from the start on.
struct LevelPlan {
  ir::Expr index;               // its coordinate in terms of loop variables
  std::set<std::string> needs;  // those variables
  std::string root;             // the rank whose loops walk the level; empty: none does
  std::string loop;     // of a part: the loop (its rank) over just these tiles; may be empty
  bool within = false;  // the coordinate is known to be in the level's rank
  bool listed = false;  // loops walk a list of the rank's coordinates, so none walks the level
};

// A compressed level is open between the moment its fiber is known ([begin, end) of positions) and
// the moment its coordinate is; `at` is then the position. Of a bitmask level [begin, end) are the
// fiber's words. An uncompressed level only has `at`.
struct LevelState {
  ir::Expr begin, end, at;
  bool of_tile = false;  // [begin, end) is the one tile that a loop is in, or nothing
  bool open() const { return begin && !at; }
};

// Of a view that stands in for an operand: a box of its coordinates.
struct TileState {
  std::vector<ir::Expr> first;        // of each level, the coordinate, or where it is gathered the
                                      // other operand's position, that has position 0
  std::vector<ir::Tile::Side> sides;  // of each level
  ir::Expr begin;                     // where the box begins in its array; null: at 0
};

struct ViewState {
  const ir::View* view = nullptr;
  const std::vector<LevelPlan>* plans = nullptr;
  std::vector<LevelState> levels;
  // Positions of a level that a flattened loop walks: the first of its parents lies in [begin,
  // end), none behind `last`.
  struct Tuples {
    ir::Expr begin, end, last;
  };
  std::vector<Tuples> tuples;  // of its levels, the top one first
  TileState box = {};          // empty: the operand is read where it is stored
};

struct Interval {
  ir::Expr lo, hi;
};

// Where a sum that runs share goes (ir::Carry): that of a fiber which began in an earlier run to
// the run's slot.
struct CarryState {
  ir::Expr slot;
  ir::Expr tile;   // of the part of the flattened rank that `slot` is of; null: none so far
  ir::Expr key;    // of the tuple, or of its fiber; null before there is one
  ir::Expr begun;  // whether the fiber began earlier; null: every tuple is a run
  enum class Into { Unknown, Slot, Output } into = Into::Unknown;  // as `begun` says
  ir::Expr sum;  // a register that takes what is assigned to the output; null: none does
  // Where the threads of a block share the run (Carry::together): its products, by position.
  std::string products;
  ir::Expr begin;   // the position whose product stands first
  ir::Stmt tuples;  // the loop that multiplies as fibers are summed; null: products stand there
  struct {
    ir::Expr begin, end;  // positions
  } own;                  // of a whole run, if that is less than a whole tile; else null
  ir::Expr first, next;   // the fiber that the run begins in, and the next run; null: to be read
};

// The loop whose body is lowered, as far as its iterations have numbers: (var - begin) / step.
struct Turn {
  std::string var;
  ir::Expr begin, step;
};

// Positions that a loop over runs of equal size left of a fiber: [begin, end), `size` but in the
// fiber's last run.
struct StoredRun {
  ir::Expr begin, end;
  int64_t size = 0;
  std::string root = "";  // of the loop
  bool whole = false;     // it has `size` positions

  bool is(const ir::Expr& first, const ir::Expr& last) const;
};

struct NestState {
  std::map<std::string, RankState> ranks;
  std::map<std::string, ViewState> views;  // by operand
  std::set<std::string> bound;             // the loop variables that have a value
  std::map<std::string, ir::Expr> tiles;   // loops over tiles → where the tile begins
  // The nearest loop so far over all tiles of a rank that some operand lists.
  struct {
    std::string rank, root;
  } all_tiles;
  CarryState carry;
  // What was left of ranks before threads inside the block (inside a warp) shared them, where tiles
  // are filled further in.
  std::map<std::string, Interval> block, warp;
  std::set<std::string> handed;  // ranks whose loops find elements in the registers of other lanes
  std::optional<Turn> turn;
  std::optional<StoredRun> run;  // the nearest one so far
  ir::Expr active;               // whether this thread's iterations are its own; null: they are
  std::set<std::string> asked;   // tensors of bits that are known to hold something here
  bool at_edge = false;          // beside a form of the text for whole tiles
  bool dense = true;             // no loop so far skips a coordinate
  bool counts_turns = false;     // a loop so far weighs what loops over tiles inside of it take
  // Threads that sum together make turns of their own here: what they count they count apart.
  bool parted = false;
  bool under_reduction = false;  // a loop so far runs over a rank that is not in the output
};

// Copies into a box that are few for each thread of a block: then it is no matter if some find
// nothing to copy, the text knows how many there are, and all of the box is filled, edge or not.
inline constexpr int64_t most_filled_at_once = 4096;
bool has_fills(const ir::Stmt&);

// RankState::aligned_to of an interval whose start is a multiple of nothing in particular.
inline constexpr int64_t unaligned = 1;

// An open fiber of one view at the rank being looped over.
struct OpenFiber {
  std::string operand;
  size_t level;
  std::string coords;  // the array of coordinates, or of masks
  ir::Expr begin, end;
};

// A run of an array's elements that a tile has.
struct Window {
  std::string array, tile;
  ir::Expr first;  // the run's position in `array`
  const ir::Tile* of;
  const ir::Tile::Piece* piece = nullptr;
};
// What a fill comes to: statements in front of it, what each thread copies, and the runs that
// are read in tiles behind it.
struct Filling {
  std::vector<ir::Stmt> before, copies;
  std::vector<Window> windows;
  ir::Expr buffer;  // which of a tile's buffers; null: there is one
};

// Statements in a row; what comes behind a condition stands under it.
class Steps {
 public:
  void push_back(ir::Stmt s) { open_.push_back(std::move(s)); }
  // A name for a value, to be known from here on.
  ir::Expr named(std::string name, ir::Type type, ir::Expr value, const SourceRange& where);
  void require(ir::Expr cond, const SourceRange& where);
  bool requires_something() const { return !guards_.empty(); }
  void append(Steps);
  ir::Stmt close();

 private:
  struct Guard {
    std::vector<ir::Stmt> before;
    ir::Expr cond;
    SourceRange where;
  };
  std::vector<Guard> guards_;
  std::vector<ir::Stmt> open_;
};

// What the plan calls the number of a round.
inline constexpr const char* round_name = "round";

std::string segments_name(const ir::View&, size_t level);
std::string coords_name(const ir::View&, size_t level);
// The parameters that a kernel needs to read these: they, and the bases of narrow ones.
void add_coords(const ir::View&, size_t level, std::vector<ir::Param>& params);
std::string masks_name(const ir::View&, size_t level);
std::string bases_name(const ir::View&, size_t level);
std::string values_name(const ir::View&);

}  // namespace teaal::passes
