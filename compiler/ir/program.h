#pragma once
#include <string>
#include <vector>

#include "compiler/ir/nodes.h"

// What a spec becomes: tensors, the kernels over them, and the plan that runs the kernels.
namespace teaal::ir {

enum class Role { Input, Output, Intermediate };
enum class LevelFormat { Uncompressed, Compressed, Bitmask };

// A stored rank, or a part of one: a tile of the rank, numbered as ForRank numbers its tiles. The
// parts of a rank stand above its whole level, the one without a tile. levels.h says how many
// coordinates a fiber has, docs/MANIFEST.md which.
struct Level {
  std::string rank;
  LevelFormat format;
  std::string part = {};  // its name, K1; empty: it bears the rank's
  Expr tile = nullptr;    // null: the whole rank
  std::vector<Expr> snaps = {};
  // Compressed: 8 or 16 where coordinates are stored as offsets of so many bits, each from the base
  // of its run of positions; 0: as they are.
  int cbits = 0;
};

struct Tensor {
  std::string name;
  Role role = Role::Input;
  std::vector<std::string> ranks;  // declaration order
  std::vector<Level> levels;       // as stored
  SourceRange where;
  double absent = 0;       // what an element holds that is not stored
  bool is_static = false;  // an input that the caller does not change between runs
  bool chosen = false;     // someone asked for its levels; else the default rule gave them
  bool bits = false;       // an intermediate of 0s and 1s that is to take one bit an element
  std::string like = {};   // the input whose structure it has; empty: its own
  bool derived = false;    // the compiler's own, of which the caller sees nothing
  // What rounds have of that carried tensor (from `own` to `join`, which makes it a workspace).
  std::string state_of = {};
};

// A stored form of a tensor that kernels address; `resorted` ones are made from the tensor before
// the kernels run.
struct View {
  std::string name, tensor;
  std::vector<Level> levels;
  bool resorted = false;
  // The index space of a tensor with compressed levels, as the kernels that compute it address it:
  // gone after `assemble`.
  bool points = false;
  // What rounds read of a tensor that is carried: it has the arrays of whatever view a Carry step
  // named last.
  bool carried = false;
  // Behind `assemble`, of a view that it makes: how many positions each level has.
  std::vector<Expr> positions = {};
  // The view whose arrays of levels it shares; it has values alone, `elements` of them. Empty: all
  // arrays are its own.
  std::string like = {};
  Expr elements = nullptr;

  const std::string& structure() const { return like.empty() ? name : like; }
};

// A tile size that is chosen at launch; `fallback` is the launcher's default.
struct Symbol {
  std::string name;
  Expr fallback;
};

// A size computed before the launch from extents, symbols and the sizes before it.
struct NamedSize {
  std::string name;
  Expr value;
};

// How many elements a tensor stores, padding included where it is like another one, by a name that
// size expressions use.
struct Count {
  std::string name, tensor;
};

struct Workspace {
  std::string name;
  Expr elements;
  Type type = Type::Value;
};

// What the spec's mapping still has to do to a kernel; each pass takes its part away.
struct Schedule {
  struct Split {
    std::string rank;
    std::vector<Expr> tiles;               // top part first
    std::vector<std::vector<Expr>> snaps;  // of each tile, see ForRank
    std::vector<std::string> leaders;      // of each tile; empty: split by coordinate
    SourceRange where;
    bool merged = false;  // the top part, see ForRank
    // Of the top parts, those whose tiles grow, how many elements of the leader one has at most.
    std::vector<Expr> most = {};

    // What the i-th part from the top is called: K2, K1, K0; where tiles of K1 grow, K12, K11, K10,
    // K0.
    std::string part(size_t i) const;
  };
  struct Space {
    std::string rank;
    Place place = Place::Time;  // Time: not bound, `place` chooses
    SourceRange where;
    bool once = false;   // of the worker
    bool asked = false;  // whoever compiles says how many workers
  };
  struct Meeting {
    std::string rank;
    Meet meet;
    std::string leader;  // tensor; may be empty
    SourceRange where;
  };
  // Tiles of an operand kept near the workers: filled anew in each iteration of loop `evict_on`
  // (empty: once), with `depth` buffers, so that depth - 1 fills run ahead. Of the output: sums
  // that are stored at the end of each iteration of that loop.
  struct Staging {
    // What of a rank's elements: their coordinates, what stands below them, or both.
    enum class Holds { Elements, Coords, Payloads };
    std::string tensor;
    Memory memory;
    std::string evict_on;
    int64_t depth = 1;
    SourceRange where;
    std::string rank = {};  // of the tensor, a part of it, or the loop order; empty: all
    Holds holds = Holds::Elements;
    // Of an uncompressed rank, a list of what differs from the default.
    bool listed = false;
    std::string beside = {};  // only where this tensor of bits holds one, too; empty: anywhere
    // The list has all coordinates of a part of so many if it has one of them; 0: that one alone.
    int64_t whole = 0;
  };
  // Says which coordinates of the last root hold something, for all coordinates of a tile of each
  // of the others together.
  struct Pattern {
    struct Rank {
      std::string root;
      int64_t tile;
    };
    std::string tensor;
    std::vector<Rank> ranks;  // outermost first; the last one's tile is 1
    SourceRange where;
    std::optional<double> density = {};  // how much of it is expected to be set
  };
  // Iterations of a loop in which the patterns of the operands have nothing in common are left
  // out: by a test, by walking the common bits, or by a list that is made before.
  struct Skip {
    enum class Kind { Unchosen, Test, Walk, Compact };
    std::string rank;
    Place at;  // Grid (Compact alone), Block or Warp: whose workers leave out iterations together
    Kind kind = Kind::Unchosen;
    SourceRange where;
    bool longest_first = false;  // Compact: blocks with longer lists run before others
  };
  // Products that warps make on tensor cores, of values of that arithmetic.
  struct TensorCore {
    using Arithmetic = ir::Arithmetic;
    // Whether a value becomes what its bits hold and what they leave out.
    static constexpr bool in_parts(Arithmetic a) {
      return a == Arithmetic::Tf32x3 || a == Arithmetic::F16x3;
    }
    // Whether tensor cores read 16 bits of each, in instructions of 16 k's.
    static constexpr bool in_halves(Arithmetic a) {
      return scales(a) || a == Arithmetic::Bf16 || a == Arithmetic::F16;
    }
    // Whether values are scaled, by the tensor's largest one, to where f16 is most exact.
    static constexpr bool scales(Arithmetic a) {
      return a == Arithmetic::F16x1 || a == Arithmetic::F16x3;
    }
    Arithmetic arithmetic = Arithmetic::Tf32x3;
    SourceRange where;
  };
  std::optional<TensorCore> tensor_core;
  std::vector<Staging> stagings;
  std::vector<Pattern> patterns;
  std::vector<Skip> skips;
  std::vector<Split> splits;
  std::vector<std::string> order;
  std::vector<SourceRange> order_where;
  std::vector<Space> space;
  // How many blocks there are at most, as many as run at once: they take iterations in turns. Null:
  // each has one.
  Expr at_once = nullptr;
  bool default_space = false;  // no spacetime given: `place` may choose
  bool unmapped = false;       // nor anything else: `autoschedule` may choose all of it
  std::vector<Meeting> meetings;

  bool empty() const {
    return splits.empty() && order.empty() && space.empty() && meetings.empty() && !default_space &&
           !staged();
  }
  // Whether the kernel is lowered by `stage`; other passes that lower loops leave it alone.
  bool staged() const { return !stagings.empty() || !skips.empty() || tensor_core; }
};

// How the partial results of a reduction that is spread over workers are added. Shares: by the
// threads of a block, in shared memory, all of a thread's sums before any is stored.
enum class Combine { None, Lanes, Warps, Threads, Shares, Copies };

// The workers that share the iterations of one placed loop.
struct Worker {
  std::string rank;
  Place place;
  Expr extent;  // how many iterations there are to share
  Combine combine = Combine::None;
  Expr count = nullptr;  // how many workers there are; set by map
  // Not 0: so many lanes, each so many lanes behind the one before, and all others again, have an
  // iteration each, whatever other ranks have the lanes for.
  int64_t lanes = 0, apart = 1;
  // Blocks: there are as many as iterations, so that none needs a loop. More than a grid has are
  // refused at the launch.
  bool once = false;
};

struct Param {
  enum class Kind { Segments, Coords, Masks, Bases, Values, Int, Size, Scalar, Workspace };
  Kind kind;
  std::string name;
  std::string
      view;  // arrays of levels, Values; Workspace: its name; Scalar: the name in the expression
  int level = 0;
  Expr value;  // Int (32 bit), Size (64 bit): what is passed
  bool written = false;
  Type type = Type::Value;  // Workspace: of its elements
  bool exchanged = false;   // Workspace: threads read what others wrote in the same launch
  bool streamed = false;    // an operand's array: one thread asks for an element, and but once
  // Coords, Bases: as of the level. What is read of Coords is the coordinate all the same: where it
  // is an offset, Bases, another parameter, are read beside it.
  int cbits = 0;

  bool of_level() const { return kind <= Kind::Bases; }
};

// Of narrow coordinates; null: none of the parameters.
const Param* bases_of(const Param& coords, const std::vector<Param>& params);

struct Launch {
  Expr grid, block;
};

// Which view an operand of a kernel is read by.
struct Operand {
  std::string name, view;
};

// A flattened loop over the tuples that an operand stores, in its order, spread over workers by
// runs of them: its leading ranks index the output, the others are summed over. Tuples with the
// same leading coordinates are a fiber, which belongs to the run that it begins in. What a later
// run has of it is summed in that run's slot of `values`. `keys` says of which coordinates: their
// number, plus one, among the positions of the output's `levels` first levels; 0: the slot holds
// nothing.
struct Carry {
  std::string root;          // the flattened rank
  std::string run;           // the part whose iterations are runs; empty: each tuple is one
  int levels = 0;            // of the output, whose coordinates the leading ranks are
  std::string values, keys;  // workspaces
  Expr slots;                // how many runs there are
  Expr each;                 // how many elements of the output a slot is for
  // Where the threads of a block share each run: what a run's tuples give meets in shared memory,
  // by position, and is summed there fiber by fiber. A fiber is what the leading coordinates have
  // in `view`, the operand's; it belongs to the run that it begins in. `fibers`: a workspace that
  // says of each run which fiber its first tuple lies in. Empty: each run is a worker's own.
  std::string fibers, view;
  int64_t tile = 0;  // of such a run
  // Not 0: runs are of so many tuples and ends of fibers together, as on a merge path, so that
  // empty fibers count. What a run lacks of a whole tile is room to begin at a line of memory.
  int64_t step = 0;

  bool merged() const { return step > 0; }
  bool together() const { return !fibers.empty(); }
};

// What a binding keeps of an operand near the workers, from the Fill that names it on: of the
// operand's levels [from, …), all uncompressed, a box of coordinates; or a run of one level's
// positions. Listed: of a box with one side, the elements that differ from the default, as a
// compressed level; its segments are a count a warp.
struct Tile {
  struct Side {
    std::string root;    // the rank whose interval it covers
    int64_t extent = 0;  // at most so many coordinates
    // Gathered: the coordinates are those that operand `by` stores at the run of positions of its
    // level that the loops leave, one behind the other; along a flattened rank, whose interval the
    // run is, `flat`. Empty: all of the interval.
    std::string by = {};
    int level = 0;
    std::string flat = {};
    int64_t pitch = 0;  // of the last side: how far rows stand apart; 0: they lie side by side

    int64_t apart() const { return pitch > 0 ? pitch : extent; }
  };
  // An array of the tile: of the operand's array of that kind and level.
  struct Piece {
    Param::Kind kind;
    int level = 0;
    int64_t extent = 0;  // at most so many elements
    int64_t byte = -1;   // as of Array
  };
  std::string name, operand;
  Memory memory = Memory::Shared;
  // Whose threads fill it and read it: all of the block's, or those of each warp one of its own, of
  // which shared memory has `warps`.
  Scope scope = Scope::Block;
  int64_t warps = 1;
  int from = 0;             // a box: its first level; a run: its level
  int64_t depth = 1;        // how many buffers there are, so that depth - 1 fills may run ahead
  std::vector<Side> sides;  // of a box, outermost stored rank first; none: a run
  std::string flat;         // the flattened rank whose interval the run is; empty: the fiber's own
  std::vector<Piece> pieces;
  SourceRange where;
  bool listed = false;
  std::string beside = {};  // the operand that holds something, too, where one is listed
  int64_t whole = 0;        // as of Staging
  bool stored = false;      // its values lie there as they do in memory
  // Not empty: it holds no elements of the operand as they are, but what a kernel in front has laid
  // out in that workspace, neighbours from `at` on. Its one array bears the tile's name.
  std::string laid = {};
  Expr at = nullptr;
  // It holds words that threads make of the elements that its one side names, by the statement
  // behind the fill that takes them and the one behind that which gives them (from `tensorize` to
  // `fill_tiles`); `operand` is a view, which stores all elements.
  bool gathered = false;
  // Along a list: each of its runs names all coordinates of one part of the rank, for which one
  // tile is laid out; else for each coordinate that it names a line is.
  bool in_parts = false;
};

// Of a kernel that computes points: a row, the elements that share the coordinates of the first
// stored ranks, is visited once, by one thread, or by workers that share loops in it. Rows are
// numbered by their coordinates, or by the positions of a level that has the same ones.
struct RowOwner {
  std::vector<std::string> coords;  // variables, outermost stored rank first
  std::string last;                 // that of them which becomes known last
  std::vector<std::string> shared;  // ranks of loops below that, outermost first
  std::string view;                 // whose level number coords.size() - 1 has the positions;
                                    // empty: numbered by coordinates
  std::string positions;            // the name of at least how many there are
};

// Kernels of one group have the same outermost loops, which blocks share, or blocks and warps; what
// one of them stores and another uses, both use in the same iteration of these loops.
struct Owner {
  std::string group;
  int64_t loops = 0;
  Place workers = Place::Block;  // Warp: the innermost of the loops is shared by warps

  bool operator==(const Owner&) const = default;
};

// Of a kernel that computes what an output has at some coordinates of a rank: those at which the
// fiber below them in `tensor` stores as many elements as the class says, or makes as many products
// with the fibers of another tensor. Its loops over the rank run over a list of these coordinates,
// in order: tiles are of the list's entries.
struct RowClass {
  std::string root;          // of the loops
  std::string tensor, rank;  // the tensor's name of the rank
  // Of products: the other tensor, and the rank below `rank` by which the two meet, as each of them
  // names it; else empty.
  std::string times, along, times_rank;
  std::vector<int64_t> least;  // of each class, how many elements; ascending from 0
  int64_t number = 0;          // of the class
  // From `classify` on: a row of the output, with one coordinate of `root`, has at most so many
  // elements. None: nothing says so.
  std::optional<int64_t> most_elements = {};
  // From `classify` on, workspaces: the lists, behind one another, and of each class where its list
  // begins, and where the last one ends.
  std::string list = {}, begins = {};
  SourceRange where;
};

// Of a kernel whose operands have been laid out along a rank, from `tensorize` on: what a list
// names there, one behind the other, and the first element of a workspace says how much that is.
struct Kept {
  std::string root;  // of the loops, which end there
  std::string count;
};

// How a kernel that computes a compressed result row by row gathers a row, or the tile of it that
// the loops of `evict_on` are at, in shared memory before it is written.
struct RowBuffer {
  // A hash table of so many slots; all coordinates of a tile; a bit for each of these, and room for
  // so many elements.
  enum class Kind { Hash, Dense, Mask };
  Kind kind = Kind::Hash;
  int64_t slots = 0;
  std::string evict_on = {};  // a rank of the loop order; empty: the one that knows the row
  // From `accumulate` on, of a tile: the variable that has its first coordinate, and how many it
  // has; else empty and 0.
  std::string begin = {};
  int64_t tile = 0;
  SourceRange where = {};
};

// What becomes of a kernel's sums on their way to memory: later expressions that have, for each
// element of what it sums, one element of theirs, at the same coordinates.
struct Finish {
  struct Link {
    Stmt assign;                    // to an Access; coordinates are named as in `sum`
    std::vector<Operand> operands;  // that it names, but for the one that is handed on
    bool stored = true;             // whether memory gets what it makes
  };
  Expr sum;                 // Access: what the kernel sums
  bool stored = true;       // whether memory gets that, too
  std::vector<Link> links;  // each takes what the one before makes
};

// "the coordinates of M at which A has a fiber of 9 to 1024 elements".
std::string class_text(const RowClass&);

struct Kernel {
  std::string name;
  bool accumulates = false;            // adds to what earlier kernels wrote into the output
  AssignOp reduction = AssignOp::Add;  // how values that meet at an element combine
  double start =
      0;  // what reductions start from, and what elements hold that nothing is written to
  bool repeats = false;  // one of the iteration's
  // Sets all of what that kernel stores to its start; gone behind `coiterate` where that one leaves
  // nothing out. Empty: it computes something.
  std::string clears = {};
  bool tiled = false;               // `stage` has lowered it already
  int64_t threads = 0;              // of a block, where they are known; else 0
  int64_t lanes = 32;               // of a warp; CUDA's have 32, others are for pictures
  int64_t resident = 0;             // blocks that a multiprocessor shall hold; 0: as many as fit
  SourceRange resident_where = {};  // where the spec asks for them; nowhere: it does not
  int64_t most_blocks = 0;          // 0: as many as there is work for
  int64_t shared_bytes = 0;  // shared memory that the launch gives a block, beside its own arrays
  int64_t carveout = -1;     // percentage of the L1 that is to be shared memory; -1: the driver's
  int64_t shared_alignment = 128;  // bytes
  // Elements whose mark (passes/nest.h) nobody sets need not be stored: nobody asks for them.
  bool only_marked = false;
  // A tensor each of whose elements the kernel reads, and a workspace whose element 0 is to have
  // the largest finite magnitude of it, by this kernel and one behind it (from `tensorize` to
  // `find_largest`). May be empty.
  std::string reads_all = {}, largest = {};
  bool early = false;  // launched before what is in front has ended: it waits for that itself
  std::string
      round_rank;  // only the coordinate that is the round's number is computed; may be empty
  Schedule schedule;
  std::optional<Carry> carry;    // gone after `reduce`
  std::optional<RowOwner> rows;  // from `accumulate` to `assemble`
  std::optional<Owner> owner;    // from `own` to `join`
  std::optional<RowClass> row_class;
  std::optional<Kept> kept = {};
  std::optional<RowBuffer> buffer = {};  // from `build` to `assemble`
  std::optional<Finish> finish = {};     // from `finish` to `reduce`
  std::vector<Tile> tiles;               // gone after `coiterate`
  std::vector<Operand> operands;
  std::vector<Worker> workers;
  std::vector<Param> params;
  Launch launch;
  Stmt body;
  SourceRange where;

  // Whether an earlier kernel sets other elements of the same output.
  bool is_further_class() const { return row_class && row_class->number > 0; }
};

struct Step {
  enum class Kind { Resort, Zero, Launch, Read, Repeat, Assemble, Rounds, Carry };
  Kind kind;
  // Resort, Assemble: view. Zero: view or workspace. Launch: kernel. Read, Repeat, Rounds: the
  // name that sizes of later steps (of the steps inside, counting from 0) may use. Carry: the view
  // that gets the arrays of another.
  std::string name;
  // Launch of a kernel that several steps share: in the order of its parameters; else the kernel's
  // own.
  std::vector<Param> args = {};
  Launch launch = {};
  std::string array = {};  // Read: a workspace of sizes; Carry: the other view
  Expr value = nullptr;    // Read: the element; Repeat: how often; Carry: of `count`
  std::string count = {};  // Carry: the count that has another value from here on; may be empty
  double fill = 0;         // Zero: what every element is set to; `fill` leaves only zeros
  // Zero: need not reach elements whose first coordinates are a fiber of this other view that holds
  // something, as what follows sets them all. So many coordinates; `fill` leaves none.
  std::string empty_in = {};
  int leading = 0;
  std::vector<Step> body = {};  // Repeat; Assemble: all that makes the view; Rounds: the iteration
  bool once = false;  // depends on static tensors alone: what it made holds for later runs
};

// Sets every element of a view or a workspace to `fill`.
Step zero_step(std::string name, double fill);

// Rounds of consecutive kernels.
struct Iteration {
  Expr times;                                              // null: until a tensor is empty
  std::string until_empty;                                 // tensor
  int64_t at_most = 0;                                     // rounds until then
  std::vector<std::pair<std::string, std::string>> carry;  // tensor that takes, tensor it takes
  int64_t first = 0, count = 0;                            // of the einsums
  std::string over;  // a rank: round r computes the points of coordinate r; empty: all points
};

// ---- What the program computes, for reference math and for readers ----

struct Einsum {
  struct IndexTerm {  // coefficient * symbol * variable, as far as they are there
    int64_t coefficient = 1;
    std::string symbol, variable;
  };
  using Index = std::vector<IndexTerm>;  // their sum
  struct Factor {
    enum class Kind { Tensor, Scalar, Constant };
    Kind kind = Kind::Tensor;
    std::string name;
    std::vector<Index> at = {};  // Tensor: an index a rank, declaration order
    double value = 0;            // Constant
  };
  struct Term {
    int sign = 1;
    std::vector<Factor> factors;
    bool takes = false;  // where all factors are present, it is the one of number `taken`
    int64_t taken = 0;
    // Postfix: #0 is a factor, 2.5 a number, add a function; empty: the factors multiply.
    std::vector<std::string> map;
  };
  struct Loop {
    std::string rank;  // a part's name: K1
    bool space = false;
  };
  Factor output;
  std::vector<Term> terms;
  std::vector<Loop> loops = {};                              // as the mapping says, outermost first
  std::vector<std::pair<std::string, std::string>> rank_of;  // variable, rank that bounds it
  AssignOp reduction = AssignOp::Add;
  double identity = 0;  // what a reduction starts from
  std::optional<Schedule::TensorCore::Arithmetic> arithmetic = {};
};

// ---- What was skipped by patterns, for the report ----

// A workspace that holds a tensor's pattern: a row of coordinates of the last rank for each tile of
// the other ranks, row-major. It has words of 32 bits, or elements of 0 and 1.
struct PatternWords {
  struct Rank {
    std::string root;
    int64_t axis = 0;    // in the tensor's declaration
    int64_t tile = 1;    // of a row
    int64_t stated = 1;  // that of the pattern in the spec, which a report tells of
  };
  std::string workspace, tensor;
  std::vector<Rank> ranks;
  int64_t group = 1;  // coordinates of the last rank that its innermost tile has
  // A row follows the one before at once; else it begins at a word of its own.
  bool gapless = false;
};

// Iterations of a loop that blocks (warps) leave out. Where `root` is cut among workers too, they
// share its iterations.
struct SkippedLoop {
  struct Covered {
    std::string root;
    int64_t coordinates = 1;
  };
  std::string kernel, rank, root;
  int64_t step = 1;  // coordinates of `root` that an iteration has
  Place at;
  Schedule::Skip::Kind kind;
  std::vector<Covered> covers;  // what one block (warp) has of other ranks
  Expr times;                   // how many blocks (warps) have the same of all of these
  std::vector<std::string> patterns;
  std::string listed;  // Compact: the workspace of how many iterations each block keeps
};

// The tensor that an operand reads: A of A#2.
std::string tensor_of(const std::string& operand);

struct Program {
  std::string name;
  std::string source;   // the spec's file, without folders
  std::string settled;  // the options beside it that decide what the program is: -D, --format, …
  std::vector<std::pair<std::string, int64_t>> bound;  // symbols that have a value
  std::vector<Einsum> einsums;                         // in order of execution
  std::vector<Tensor> tensors;
  std::vector<View> views;
  std::vector<Symbol> symbols;
  std::vector<std::string> extents;  // ranks that loops run over and no tensor has
  std::vector<std::string> scalars;
  std::vector<Count> counts;
  std::vector<NamedSize> sizes;
  std::vector<Workspace> workspaces;
  std::optional<Iteration> iteration;
  std::vector<Kernel> kernels;
  std::vector<Step> steps;
  // For the report.
  std::vector<PatternWords> patterns;
  std::vector<SkippedLoop> skipped;
  std::vector<std::string> notes;  // choices made

  // By its name, or by that of an operand.
  const Tensor* tensor(const std::string& name) const;
  const View* view(const std::string& name) const;
  // Every rank whose extent the caller gives; those of derived tensors are among the sizes.
  std::vector<std::string> ranks() const;
};

}  // namespace teaal::ir
