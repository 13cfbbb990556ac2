#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/target.h"
#include "compiler/support/diagnostic.h"

// What `stage` knows of a kernel whose operands are kept near the workers: its loops as ordinals
// with fixed steps, and which tile of each operand is needed between two fills.
//
// Iterations commute, so loops over space move out: a thread's own coordinates are known before
// its time loops begin, and all of the nest below is the time loops, in the order of the spec.
namespace teaal::passes {

inline constexpr int64_t staged_quad = 4;  // elements that are moved together

struct TiledLoop {
  std::string name, root;  // K1, K
  std::string var;         // holds the coordinate that the iteration adds: ordinal * step
  ir::Place place = ir::Place::Time;
  int64_t step = 1;  // coordinates between two iterations
  ir::Expr size;     // the same as the spec spells it; null: a number
  ir::Expr count;    // iterations: a literal, or for a rank's uppermost loop a size
  SourceRange where;
  ir::Expr reach;  // the step of the loop that this one is a part of; null: of none

  std::optional<int64_t> fixed() const { return ir::literal(count); }
  ir::Expr step_size() const { return size ? size : ir::lit(step); }
  // What a fixed number of iterations adds up to.
  ir::Expr end_size() const { return reach ? reach : ir::lit(step * *fixed()); }
  bool in_thread() const {
    return place == ir::Place::Thread || place == ir::Place::Warp || place == ir::Place::Lane;
  }
};

// A tile's share of one rank: what the loops in it reach, a run of coordinates.
struct TileRank {
  std::string root;
  int64_t extent = 1;
};

// A tile of an operand in shared memory, filled in front of time loop `at`.
struct StagedTile {
  size_t at = 0;
  int64_t depth = 1;
  std::vector<TileRank> ranks;  // as laid out, the last one contiguous; one a rank of the operand
  int64_t pitch = 1;            // elements from one row to the next
  int64_t elements = 1;
  bool packed = false;  // rows of the tile are not contiguous in storage: a copy where they are
  std::string buffer;
  int64_t byte = -1;    // where it begins in what the launch gives; -1: an array of its own
  std::string rows;     // packed: the workspace
  bool listed = false;  // its copies follow the list that comes ahead
  SourceRange where;

  // Elements without what rows are longer by.
  int64_t filled() const { return ranks.empty() ? 1 : elements / pitch * ranks.back().extent; }
};

// How an output is stored tile by tile: the levels down to the last compressed one number tiles,
// each what one block covers, and those below are uncompressed.
struct StoredTiles {
  std::vector<ir::Level> levels;
  size_t outer = 0;    // how many number tiles
  std::string before;  // the workspace that says how many tiles are stored in front of each
};

struct TiledOperand {
  std::string name;                // as the kernel's value names it
  std::string view, values;        // what it is read from
  std::vector<std::string> roots;  // of the storage's levels, outermost first
  std::optional<StagedTile> tile;  // none: read from global memory
  const ir::Schedule::Pattern* pattern = nullptr;
  std::string masks;    // the workspace of its pattern's words
  std::string largest;  // the workspace of its largest magnitude, which scales products' parts
  std::optional<StoredTiles> tiles;  // the output's; none: it is stored whole
  SourceRange where;

  bool has(const std::string& root) const;
  // The array that elements, or those of its tile, are read from.
  const std::string& elements() const { return tile && tile->packed ? tile->rows : values; }
};

// Products of two operands on the tensor cores of a warp: mma.m16n8k8, or k16 of elements of 16
// bits (PTX ISA, "Matrix Fragments for mma.m16n8k8"). Lane 4 g + t has the sums of rows g and g + 8
// and of columns 2 t and 2 t + 1; which coordinates rows and columns are is free. So a lane keeps
// the sums that the mapping gives it, if eight lanes lie along ranks of one operand, four along
// ranks of the other, and each has pairs of both.
struct TensorTiles {
  struct Side {
    size_t operand = 0;                   // which one
    std::vector<const TiledLoop*> lanes;  // outermost first
    std::vector<const TiledLoop*> sums;   // loops over a lane's own, `pair` among them
    // In registers: of two iterations this far apart one is a first row (column), one a second.
    const TiledLoop* pair = nullptr;
    int64_t apart = 1;

    int64_t second() const { return apart * pair->step; }  // coordinates
    // The loop over the first ones.
    int64_t step() const { return apart == 1 ? 2 * pair->step : pair->step; }
    int64_t end() const { return *pair->fixed() * pair->step / (apart == 1 ? 1 : 2); }

    // Of iteration number `ordinal` of the pair's loop: whether it is a second one, and which pair.
    ir::Expr member(const ir::Expr& ordinal) const;
    ir::Expr number(const ir::Expr& ordinal) const;
    ir::Expr ordinal(const ir::Expr& number, const ir::Expr& member) const;
    int64_t pairs() const;  // of all sums
  };
  ir::Schedule::TensorCore::Arithmetic arithmetic;
  Side rows, columns;
  size_t reduction = 0;  // the time loop in front of the products
  int64_t depth = 8;     // its iterations that an instruction takes together
};

// Entries of a block's list of single coordinates, in shared memory, ahead of the copies that
// follow them: tile number t has its own at (t % tiles) * entries.
struct ListAhead {
  std::string root;     // of the listed loop
  size_t at = 0;        // as of the tiles that are filled by it
  int64_t entries = 0;  // of a tile
  int64_t tiles = 0;    // whose entries are there at once

  static constexpr int64_t widest = 4;  // bytes of an entry
  int64_t bytes() const { return tiles * entries * widest; }
};

// How an access of `kernel` to a tensor that is stored in whole uncompressed ranks finds its
// elements, given which rank each variable runs over. None, and why: it is stored, or read,
// otherwise.
std::optional<TiledOperand> dense_operand(const ir::Program&, const ir::Kernel&, const ir::Access&,
                                          const std::map<std::string, std::string>& root_of,
                                          std::string& why, SourceRange& where);

class Tiling {
 public:
  // Errors (unsupported, binding) go to the diagnostics; ok() tells.
  Tiling(const ir::Program&, const ir::Kernel&, const Target&, Diagnostics&);

  const Target& target() const { return target_; }
  bool ok() const { return ok_; }

  const std::vector<TiledLoop>& loops() const { return loops_; }
  const TiledLoop& time(size_t t) const { return loops_[times_[t]]; }
  size_t times() const { return times_.size(); }
  std::vector<const TiledLoop*> at_blocks() const;    // in the order of the nest
  std::vector<const TiledLoop*> at_threads() const;   // threads, warps, lanes, each in that order
  int64_t threads() const;                            // of a block
  int64_t tile_bytes() const { return tile_bytes_; }  // of all tiles and partial sums
  int64_t shared_bytes() const { return shared_bytes_; }  // that the launch has to give

  std::vector<TiledOperand>& operands() { return operands_; }
  const std::vector<TiledOperand>& operands() const { return operands_; }
  TiledOperand& output() { return output_; }
  const TiledOperand& output() const { return output_; }
  const ir::Assign& assignment() const { return assign_; }
  bool of_output(const std::string& root) const { return output_.has(root); }

  // Sums live in front of time loop `sums` to its end; operands' values are loaded into registers
  // in front of time loop `products`, behind which all loops run over registers alone.
  size_t sums() const { return sums_; }
  size_t products() const { return products_; }
  // A reduction runs around the sums: they are added to the output.
  bool revisits() const;

  // Reductions in space: blocks that share a sum have a copy of the output each, threads add theirs
  // up at the end. A thread has so many sums, and `summing` threads a share of each.
  std::vector<const TiledLoop*> summing_blocks() const { return reductions(at_blocks()); }
  std::vector<const TiledLoop*> summing_threads() const { return reductions(at_threads()); }
  int64_t summing() const;
  int64_t sums_of_thread() const { return sums_of_thread_; }
  int64_t partial_sums() const {
    return summing() > 1 ? threads() / summing() * sums_of_thread_ : 0;
  }
  // As StagedTile::byte.
  int64_t partial_sums_byte() const { return shared_bytes_ > 0 ? shares_byte_ : -1; }
  // What a block covers of `root` begins at a multiple of this; none: at 0.
  std::optional<int64_t> piece(const std::string& root) const;

  // Which loops of a rank run between two iterations of what is outside of time loop `at`.
  bool inside(const TiledLoop&, size_t at) const;
  // Coordinates of `root` that the loops inside reach; none where that is no fixed number.
  std::optional<int64_t> reach(const std::string& root, size_t at) const;
  // As reach, of all that one block (warp) covers.
  std::optional<int64_t> reach_of(const std::string& root, ir::Place) const;

  const std::optional<TensorTiles>& tensor() const { return tensor_; }
  const std::vector<ir::Schedule::Skip>& skips() const { return skips_; }
  // The time loop that a skip names.
  size_t loop_of(const ir::Schedule::Skip&) const;
  const ir::Schedule::Skip* compacted(const std::string& root) const;
  // Its list is one of coordinates, not of tiles: positions along the rank are positions in it.
  bool gathers(const std::string& root) const {
    const ir::Schedule::Skip* skip = compacted(root);
    return skip && time(loop_of(*skip)).step == 1;
  }
  // None: copies read what they need of lists from global memory.
  const std::optional<ListAhead>& list_ahead() const { return list_ahead_; }
  // Whether its elements, of 16 bits, become values on their way into the tile.
  bool converts(const TiledOperand&) const;
  // Whether rows of the operand's tile are whole quads, and begin at a quad of its rows.
  bool in_quads(const TiledOperand&) const;
  // Whether all blocks share the list along `root`.
  bool listed_once(const std::string& root) const {
    const ir::Schedule::Skip* skip = compacted(root);
    return skip && skip->at == ir::Place::Grid;
  }
  std::vector<const TiledLoop*> at_warps() const;  // in the order of the nest
  int64_t warps() const;                           // of a block, as the spec binds them
  const ir::Schedule::Skip* skip_at(size_t t) const;
  // Whether a loop may be spelled out with what stands inside of it, where that are tests of
  // iterations, each of which all sums live through.
  bool spells_few_tests(size_t t) const;
  // How it is lowered, and why.
  const std::vector<std::string>& notes() const { return notes_; }
  // How to skip, where the spec leaves it open, and why.
  const std::vector<std::string>& choices() const { return choices_; }

 private:
  void error(const SourceRange& where, std::string message, Code code = Code::Unsupported);
  void check_kernel(const ir::Stmt& body);
  void add_loops(const Nest&);
  void add_counts();
  void add_operands();
  // tiling_output.cc
  void add_output();
  std::string refusal_of_tiles() const;
  TiledOperand operand(const ir::Access&);
  std::optional<size_t> point_of(const std::string& evict_on, const SourceRange&);
  void place_sums();
  void add_tile(TiledOperand&, const ir::Schedule::Staging&);
  void check_depths();
  void place_tiles();
  // tiling_size.cc: the tiles take more than a block can have
  void refuse_size();
  int64_t bytes_of(const StagedTile&) const;
  int64_t most_that_fits(const TileRank&) const;
  void check_patterns();
  struct Refusal {
    SourceRange where;
    std::string message;
    Code code = Code::Unsupported;
  };
  static Refusal refusal(const SourceRange& where, std::string message,
                         Code code = Code::Unsupported) {
    return {where, std::move(message), code};
  }
  std::optional<Refusal> refusal_of(const ir::Schedule::Skip&) const;
  std::optional<Refusal> refusal_of_warps(const ir::Schedule::Skip&) const;
  // tiling_choice.cc
  void choose_skips();
  void choose_kind(ir::Schedule::Skip&);
  void choose_all();
  double cost_of(const ir::Schedule::Skip*) const;
  double joint_density() const;
  double assumed_blocks() const;
  double fill_bytes() const;
  std::string modelled(const std::string& costs) const;
  bool is_product(const ir::Expr&) const;
  std::vector<const TiledLoop*> reductions(std::vector<const TiledLoop*>) const;
  void add_tensor_tiles();
  void lay_tensor_tiles();  // where they are in shared memory: after skips are chosen
  void pad_rows(bool columns);
  // Whether four warps multiply together, as far as the model goes.
  bool is_for_warpgroups() const;
  // tiling_list.cc
  void add_list_ahead();
  bool may_follow_list(const TiledOperand&) const;

  const ir::Program& program_;
  const Target& target_;
  const ir::Kernel& kernel_;
  Diagnostics& diagnostics_;
  bool ok_ = true;
  std::vector<TiledLoop> loops_;  // the nest's order
  std::vector<size_t> times_;
  std::map<std::string, std::string> root_of_;  // coordinate variable → root
  std::vector<TiledOperand> operands_;
  TiledOperand output_;
  ir::Assign assign_;
  std::vector<ir::Schedule::Skip> skips_;
  std::vector<std::string> notes_, choices_;
  std::optional<TensorTiles> tensor_;
  std::optional<ListAhead> list_ahead_;
  size_t sums_ = 0, products_ = 0;
  int64_t sums_of_thread_ = 1, tile_bytes_ = 0, shared_bytes_ = 0, shares_byte_ = 0;
};

}  // namespace teaal::passes
