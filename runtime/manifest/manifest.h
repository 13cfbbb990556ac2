#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "compiler/support/diagnostic.h"

// manifest.json: the whole contract between the compiler and whoever runs a kernel. The compiler
// writes it (compiler/emit/manifest.cc), this room reads it; docs/MANIFEST.md documents it. Sizes
// are expressions: integers, names (ranks' extents, symbols), + - * / %, min(…), max(…),
// ceil_div(a, b); 64-bit; division rounds down.
namespace teaal::runtime {

// A level that stores tiles of its rank: K1. Sizes are expressions. The tile of coordinate c begins
// at c rounded down to multiples of the snaps, last to first, and then of the tile; the level's
// coordinate is that / tile.
struct ManifestPart {
  std::string name, tile;
  std::vector<std::string> snaps;

  bool operator==(const ManifestPart&) const = default;
};
using ManifestParts = std::vector<std::optional<ManifestPart>>;

struct ManifestTensor {
  enum class Role { Input, Output, Intermediate };
  std::string name;
  Role role = Role::Input;
  std::vector<std::string> ranks;       // declaration order
  std::vector<std::string> rank_order;  // storage order
  std::string formats;       // one letter a level in rank_order's order: "UC"; "" for rank 0
  bool chosen = true;        // false: the default rule gave the format
  ManifestParts parts = {};  // one a level, nothing for a whole rank; empty: all are whole
  double absent = 0;         // `default`: what an element holds that is not stored
  bool is_static = false;    // an input that stays the same over the runs of a plan
  std::string like = {};     // the input whose structure it has; empty: its own
  // One a level: how many bits its coordinates have, as offsets from the base of their run; 0: they
  // are no offsets. Empty: none are.
  std::vector<int> cbits = {};
};

// One stored form of a tensor that kernels read or write. A view whose levels equal its tensor's
// storage is the storage; any other is made by a `resort` step.
struct ManifestView {
  std::string name, tensor;
  std::vector<std::string> rank_order;
  std::string formats;
  ManifestParts parts = {};
  // Of a view that kernels assemble: expressions, how many positions each level has; the names may
  // be those of `read` steps.
  std::vector<std::string> positions = {};
  // The view whose arrays of levels it shares: only values are its own. Empty: all arrays are.
  std::string like = {};
  std::vector<int> cbits = {};  // as of a tensor
};

// "K1", "M", "K": the parts' names and the whole ranks'.
std::vector<std::string> level_names(const std::vector<std::string>& rank_order,
                                     const ManifestParts&);

// "U", "C16": the format of each level.
std::vector<std::string> level_formats(const ManifestTensor&);

struct ManifestSymbol {
  std::string name;
  std::optional<int64_t> value;  // bound when the kernel was compiled
  std::string default_expr;      // otherwise: the launcher's default
  std::string in_sizes = {};     // its name in size expressions; empty: the same
};

// A name for the number of elements that an input stores, or that a tensor like an input has room
// for.
struct ManifestCount {
  std::string name, tensor;
};

// A size computed from extents, symbols, counts and the sizes before it.
struct ManifestSize {
  std::string name;
  std::string expr;
};

struct ManifestWorkspace {
  enum class Type { Value, Coord, Pos, Size, Mask };  // Size: 64 bit; Mask: 32 bits
  std::string name;
  std::string elements;  // expression
  Type type = Type::Value;
};

struct ManifestArg {
  enum class Kind { Segments, Coords, Masks, Bases, Values, Int32, Int64, Scalar, Workspace };
  Kind kind = Kind::Int32;
  std::string name;       // the kernel parameter's name
  std::string view;       // arrays of levels, Values
  int level = 0;          // arrays of levels
  std::string expr;       // Int32, Int64
  std::string scalar;     // Scalar: its name in the expressions; passed in the value type
  std::string workspace;  // Workspace
  bool written = false;   // Segments, Coords, Values: the kernel writes them
};

struct ManifestStep {
  enum class Kind { Resort, Zero, Launch, Read, Repeat, Assemble, Rounds, Carry };
  Kind kind = Kind::Launch;
  std::string view;          // Resort, Assemble: the view made; Zero: the view whose values are
                             // zeroed (or a workspace's name); Carry: the view that gets arrays
  std::string from;          // Carry: the view that has them
  std::string kernel;        // Launch
  std::string grid, block;   // Launch: one-dimensional, expressions
  int64_t shared_bytes = 0;  // Launch: dynamic shared memory of a block
  int64_t carveout = -1;     // Launch: percentage of the L1 that is to be shared memory
  bool early = false;        // Launch: the kernel waits itself for those in front of it
  std::vector<ManifestArg> args;  // Launch: in the order of the kernel's parameters
  // Read: the number in a workspace of sizes, known by `name` to the expressions of later steps.
  // Repeat, Rounds: the number of the repetition, from 0. Carry: a count, which has the value of
  // the expression `value` from here on; may be empty.
  std::string name, value;
  std::string workspace, at;        // Read; `at` is an expression
  std::string times;                // Repeat: expression
  std::vector<ManifestStep> steps;  // Repeat, Assemble; Rounds: the iteration
  bool once = false;  // depends on static tensors alone: what it made holds for later runs
};

// A rank of a pattern or of what a block covers, in tiles of so many coordinates.
struct ManifestTile {
  std::string rank;
  int axis = 0;  // patterns: in the tensor's declaration
  int64_t tile = 1;
  int64_t stated = 1;  // patterns: that in the spec, which the report tells of
};

// A workspace that kernels fill with a tensor's pattern: for each tile of the ranks but the last,
// row-major, a row of one bit a coordinate of the last rank in words of 32, or, where it is one of
// values, an element of 0 or 1 each.
struct ManifestPattern {
  std::string workspace, tensor;
  std::vector<ManifestTile> ranks;
  int64_t group = 1;     // coordinates of the last rank that its innermost tile has
  bool gapless = false;  // a row follows the one before at once; else it begins at a word
};

// Iterations of a loop that all threads of a block (warp) leave out where the patterns have
// nothing in common.
struct ManifestSkip {
  enum class By { Test, Walk, Compact };
  std::string kernel, rank, along;      // `rank` is the loop, `along` whose coordinates it has
  int64_t step = 1;                     // coordinates an iteration
  enum class At { Grid, Block, Warp };  // whose iterations are left out together
  At at = At::Block;
  By by = By::Test;
  std::vector<ManifestTile> covers;   // what one of them has of other ranks
  std::string times;                  // how many have the same of all of these
  std::vector<std::string> patterns;  // workspaces
  std::string listed;                 // Compact: a workspace, how many iterations each block keeps
};

struct ManifestKernel {
  std::string name;
  int depth = 0;     // how many loops and conditions stand in one another
  int resident = 0;  // blocks that a multiprocessor shall have registers for; 0: not said
};

struct ManifestIndexTerm {
  int64_t coefficient = 1;
  std::string symbol, variable;
};

struct ManifestFactor {
  enum class Kind { Tensor, Scalar, Constant };
  Kind kind = Kind::Tensor;
  std::string name;                                     // Tensor, Scalar
  std::vector<std::vector<ManifestIndexTerm>> indices;  // Tensor: one sum a rank, declaration order
  double value = 0;                                     // Constant
};

struct ManifestTerm {
  bool take = false;
  int take_index = 0, sign = 1;
  std::vector<ManifestFactor> factors;
  // In postfix order "#0" (a factor), "2.5" (a number) and functions; empty: factors multiply.
  std::vector<std::string> map;
};

// One expression of the cascade: what reference math evaluates. Every variable ranges over [0,
// extent of its rank).
struct ManifestEinsum {
  std::string text;  // as in the spec
  enum class Reduce { Add, Mul, Min, Max, Or, And };
  ManifestFactor output;
  std::vector<ManifestTerm> terms;
  Reduce reduce = Reduce::Add;                 // how values that meet at an element combine
  double identity = 0;                         // what that starts from
  std::map<std::string, std::string> rank_of;  // variable → rank
  // What products are made of: the values themselves, or what tensor cores make of them.
  enum class Arithmetic { Values, Tf32, Tf32x3, F16x1, F16x3, Bf16, F16 };
  Arithmetic arithmetic = Arithmetic::Values;
};

// Consecutive expressions that are computed in rounds.
struct ManifestIteration {
  int first = 0, expressions = 0;
  std::string over;         // a rank: round r computes the points of its coordinate r
  std::string times;        // how many rounds: a size expression; empty: until a tensor is empty
  std::string until_empty;  // the tensor
  int64_t at_most = 0;      // rounds until then
  std::map<std::string, std::string> carry;  // tensor → what it takes over between rounds
};

struct Manifest {
  std::string version, spec_path, name, arch, value_type;
  int index_bits = 32;  // 8, 16 or 32: of coordinates, and of positions where 64 are not needed
  // Extents and arrays that are longer want offsets of 64 bits; nothing: none do.
  std::optional<int64_t> most_in_offsets;
  std::vector<ManifestTensor> tensors;
  std::vector<ManifestView> views;
  std::vector<ManifestSymbol> symbols;
  std::map<std::string, std::string> ranks_in_sizes;  // name in size expressions → rank
  std::vector<std::string> scalars;
  std::vector<ManifestCount> counts;
  std::vector<ManifestSize> sizes;
  std::vector<ManifestWorkspace> workspaces;
  std::vector<ManifestPattern> patterns;
  std::vector<ManifestSkip> skips;
  std::vector<ManifestKernel> kernels;
  std::vector<ManifestEinsum> cascade;
  std::optional<ManifestIteration> iteration;
  std::vector<ManifestStep> plan;
  std::vector<std::string> notes;               // choices the compiler made, for the report
  std::map<std::string, std::string> promises;  // deterministic, nan_policy, …

  const ManifestTensor* tensor(std::string_view) const;
  const ManifestView* view(std::string_view) const;
  const ManifestWorkspace* workspace(std::string_view) const;
  const ManifestPattern* pattern(std::string_view workspace) const;
  // Of the deepest kernel.
  int depth() const;
};

// Error: manifest.
std::optional<Manifest> read_manifest(const std::string& json_text, const std::string& path,
                                      Diagnostics&);

// What size expressions call extents and symbols.
std::map<std::string, int64_t> names_in_sizes(const Manifest&,
                                              const std::map<std::string, int64_t>& extents,
                                              const std::map<std::string, int64_t>& symbols);

// Evaluates a size expression. Error (manifest): syntax, an unknown name, division by zero, 64-bit
// overflow.
std::optional<int64_t> evaluate(const std::string& expression,
                                const std::map<std::string, int64_t>& names, Diagnostics&);

}  // namespace teaal::runtime
