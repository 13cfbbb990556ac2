#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "compiler/einsum/functions.h"
#include "compiler/spec/spec.h"
#include "compiler/support/diagnostic.h"

// A checked spec: names resolved, defaults filled in, mapping complete. Meaning: docs/LANGUAGE.md.
namespace teaal::einsum {

using RankFormatKind = spec::RankFormat::Kind;

// How a tensor is stored: one level a rank, outermost first.
struct Storage {
  std::vector<std::string> rank_order;
  std::vector<RankFormatKind> formats;  // one a level
  bool chosen = false;  // false: nobody asked, the default rule gave it (a note says so)
  SourceRange where;
  // The tensor that it has the structure of: an element for each of that one's, at the same
  // coordinates, whatever its value. Empty: its own.
  std::string like = {};
  // One a level: 8 or 16 where the coordinates are offsets of so many bits, else 0. Empty: none
  // are.
  std::vector<int> cbits = {};
  bool in_bits = false;  // one bit an element, where all of them are 0 or 1 (bits.h)

  int cbits_of(size_t level) const { return cbits.empty() ? 0 : cbits[level]; }
};

struct Tensor {
  std::string name;
  std::vector<std::string> ranks;  // declaration order
  Storage storage;
  double absent = 0;  // the default: what an element that is not stored holds
  SourceRange where;
  bool passing = false;    // computed only for later expressions: nobody asks for an array of it
  bool is_static = false;  // --static: an input that the caller does not change between runs
};

// coefficient * variable; a symbolic coefficient is a symbol bound like a tile size.
struct IndexTerm {
  int64_t coefficient = 1;
  std::string symbol;    // empty unless the stride is symbolic
  std::string variable;  // lower-case as written; empty for a constant offset
};

struct Index {
  std::vector<IndexTerm> terms;
  SourceRange where;

  bool plain() const {
    return terms.size() == 1 && terms[0].coefficient == 1 && terms[0].symbol.empty();
  }
};

struct Access {
  std::string tensor;
  std::vector<Index> indices;
  SourceRange where;
};

struct Scalar {
  std::string name;
  SourceRange where;
};

struct Constant {
  double value = 0;
  SourceRange where;
};

using Factor = std::variant<Access, Scalar, Constant>;

// A map in postfix order: each step pushes a factor or a number, or replaces the values on top of
// the stack by a function of them.
struct MapStep {
  enum class Kind { Factor, Number, Function };
  Kind kind = Kind::Factor;
  size_t factor = 0;
  double number = 0;
  einsum::Function function = einsum::Function::Mul;
};

struct Term {
  enum class Kind { Product, Take };
  Kind kind = Kind::Product;
  int sign = 1;
  std::vector<Factor> factors;
  int take = 0;              // Take: which factor is the value
  std::vector<MapStep> map;  // Product: what `*` means; empty: the factors multiply
  SourceRange where;
};

// One final loop rank, e.g. K1 of K.
struct Loop {
  std::string name;  // K1; K where K is not split
  std::string root;  // K (for a flattened rank, its own name: MK0)
  int part = 0;      // 1; 0 is the bottom part (absolute coordinates)
  // The variables that the loop's coordinates bind: one; several where ranks were flattened; none
  // where the loop runs over a rank of index math (W of `I[q + s]`) and the nest solves for the
  // missing variable.
  std::vector<std::string> variables;
  bool space = false;
  spec::Stamp::Kind stamp = spec::Stamp::Kind::Position;
  SourceRange where;
};

// The split of one rank; part i's tile is given by ops[i'] as the language reference says. Empty
// ops: not split.
struct Split {
  std::string root;
  std::vector<spec::PartitionOp> ops;  // in the order of the spec
  SourceRange where;
};

struct Flattening {
  std::vector<std::string> ranks;
  std::string result;
  SourceRange where;
};

// An Intersector bound at a rank.
struct IntersectorBinding {
  enum class Kind { TwoFinger, LeaderFollower, SkipAhead };
  std::string rank;
  Kind kind = Kind::TwoFinger;
  std::string leader;  // tensor; empty unless leader-follower names one
  SourceRange where;
};

// A space rank bound to a level of our `gpu` architecture.
struct PlacementBinding {
  enum class Level { Grid, Block, Warp, Lane };  // Grid: of skips alone
  // Of blocks. Persistent: no more than run at once, which take iterations in turns. Once: each has
  // one iteration.
  enum class Style { Unchosen, Persistent, Once };
  std::string rank;
  Level level = Level::Block;
  SourceRange where;
  Style style = Style::Unchosen;
};

// A tensor bound to Shared or Registers of our `gpu` architecture: a tile of it is kept there.
struct StagingBinding {
  enum class Memory { Shared, Registers };
  // What of the rank's elements: their coordinates, what stands below them, or both.
  enum class Holds { Elements, Coords, Payloads };
  std::string tensor;
  Memory memory = Memory::Shared;
  std::string evict_on;  // a rank of the loop order; empty: never, before the kernel ends
  int64_t depth = 1;     // buffers
  SourceRange where;
  std::string rank = {};  // empty: all of the tensor's
  Holds holds = Holds::Elements;
  bool listed = false;  // a rank that is uncompressed in memory is compressed there
};

// The output bound to Shared: workers gather a fiber of it there before it is written.
struct BufferBinding {
  enum class Kind { Hashed, Dense, Bitmask };
  Kind kind = Kind::Hashed;
  int64_t slots = 0;     // elements of a table, or that a bitmask has room for
  std::string evict_on;  // a rank of the loop order; empty: the one that knows the fiber
  SourceRange where;
};

// An Intersector bound at Block or Warp: what the patterns of the operands leave out is skipped
// there by all threads together.
struct SkipBinding {
  enum class Kind { Unchosen, Test, Walk, Compact };
  std::string rank;
  PlacementBinding::Level level = PlacementBinding::Level::Block;
  Kind kind = Kind::Unchosen;
  SourceRange where;
  bool longest_first = false;  // Compact: blocks with longer lists run before others
};

// Products bound to the tensor cores of a warp: what becomes of the operands' values there. Sums
// are f32 in every one.
struct TensorCoreBinding {
  enum class Arithmetic {
    Tf32,    // 11 significant bits
    Tf32x3,  // three products of tf32 for one: as good as f32
    Bf16,    // 8 significant bits
    F16x3,   // three products of f16 for one, of values that the tensor's largest one scales
    F16x1,   // 11 significant bits, of values that the tensor's largest one scales
    F16,     // elements that are f16 as they are stored
  };
  Arithmetic arithmetic = Arithmetic::Tf32x3;
  SourceRange where;
};
// As bindings and manifests name them.
inline constexpr std::array<std::pair<std::string_view, TensorCoreBinding::Arithmetic>, 6>
    tensor_core_types = {{{"tf32", TensorCoreBinding::Arithmetic::Tf32},
                          {"3xtf32", TensorCoreBinding::Arithmetic::Tf32x3},
                          {"3xf16", TensorCoreBinding::Arithmetic::F16x3},
                          {"1xf16", TensorCoreBinding::Arithmetic::F16x1},
                          {"bf16", TensorCoreBinding::Arithmetic::Bf16},
                          {"f16", TensorCoreBinding::Arithmetic::F16}}};
constexpr std::string_view name_of(TensorCoreBinding::Arithmetic arithmetic) {
  for (const auto& [name, value] : tensor_core_types)
    if (value == arithmetic) return name;
  return "";
}

// A format with `view-of` whose last rank is a bitmask: which coordinates of that rank hold
// something in the part of the tensor that the other ranks name.
struct PatternView {
  std::string tensor;
  std::vector<std::string> ranks;  // parts or whole ranks, outermost first
  SourceRange where;
  std::optional<double> density = {};  // how much of it is expected to be set
};

// Of an einsum with variants: the coordinates of a rank that this one computes are those at which
// the fiber below them in a tensor stores so many elements, or makes so many products with the
// fibers of another tensor. The classes have all coordinates, each in one.
struct RowClass {
  std::string tensor, rank;  // the tensor's name of the rank
  std::string root;          // the loops' name of it
  // Of products: the other tensor, and the rank below `rank` by which the two meet, as each of them
  // names it; else empty.
  std::string times, along, times_rank;
  std::vector<int64_t> least;  // of each class, how many elements; ascending from 0
  size_t number = 0;           // of the class, from 0 on
  size_t variant = 0;          // in the spec
  SourceRange where;
};

struct Einsum {
  Access output;
  std::vector<Term> terms;
  Reduce reduce = Reduce::Add;
  double identity = 0;                 // what a reduction starts from
  std::vector<std::string> variables;  // every index variable, output's first, then by appearance
  std::map<std::string, std::string> rank_of;  // variable → rank whose shape bounds it
  std::vector<Split> splits;
  std::vector<Flattening> flattenings;
  std::vector<Loop> loops;  // the loop order, complete
  bool has_loop_order = false, has_spacetime = false, slip = false;
  std::vector<IntersectorBinding> intersectors;
  std::vector<PlacementBinding> placements;
  std::vector<StagingBinding> stagings;
  std::optional<BufferBinding> buffer = {};
  std::vector<SkipBinding> skips;
  std::optional<Located<int64_t>> carveout;  // percentage of the L1 that is to be shared memory
  std::optional<Located<int64_t>> resident;  // blocks that a multiprocessor shall hold at once
  std::vector<PatternView> patterns;  // those that the skips look at; without skips: of operands
                                      // that are staged, what to do with them is chosen later
  std::optional<TensorCoreBinding> tensor_core;
  SourceRange where;
  std::optional<RowClass> row_class = {};

  // Whether an einsum before is the same for other coordinates.
  bool is_further_variant() const { return row_class && row_class->number > 0; }
};

// The size that says how many blocks an expression has at most, where they are persistent.
inline std::string blocks_at_once(const Einsum& e) { return e.output.tensor + "_blocks"; }

// Whether both name the same element, whatever the variables are.
bool same_element(const Access&, const Access&);
// Whether several values may meet at an element of the output.
bool reduces(const Einsum&);
// The term's map, spelled out where its factors multiply.
std::vector<MapStep> map_of(const Term&);

// Rounds over consecutive expressions.
struct Iteration {
  size_t first = 0, count = 0;  // which expressions
  std::string over;  // a rank: round r computes the points of coordinate r; empty: all points
  std::optional<spec::Size> times;  // rounds, unless over a rank
  std::string until_empty;          // a tensor: the last round is the one that leaves it empty
  int64_t at_most = 0;              // rounds until then
  // Before each round but the first `first` of a pair takes what `second` holds.
  std::vector<std::pair<std::string, std::string>> carry;
  SourceRange where;

  bool holds(size_t einsum) const { return einsum >= first && einsum < first + count; }
};

struct Cascade {
  SourcePtr file;
  std::vector<Tensor> tensors;  // declaration order
  std::vector<Einsum> einsums;  // execution order
  std::optional<Iteration> iteration;
  std::map<std::string, int64_t> symbols;  // bound ones: -D over `params:`
  std::set<std::string> asked;             // of those, what -D alone gives
  std::vector<std::string> scalars;        // order of appearance

  const Tensor* find(std::string_view name) const {
    for (const Tensor& t : tensors)
      if (t.name == name) return &t;
    return nullptr;
  }
};

// What the command line adds to a spec.
struct Overrides {
  std::map<std::string, int64_t> symbols;  // -D
  std::set<std::string> written;  // of these, what is to be as if `params:` of the spec had it
  std::map<std::string, std::string>
      formats;                    // --format T=…: `M:U,K:C` or csr csc coo dcsr csf dense
  std::set<std::string> stored;   // -o T=…: tensors that need an array though others read them on
  std::set<std::string> statics;  // --static: inputs that stay the same over many runs
  bool fuse = true;               // --fuse; false: every expression has kernels of its own
};

// The cascade with one einsum for all its variants, the first one's mapping, and no classes: what
// is computed, whatever the mapping.
Cascade without_variants(Cascade);

// Checks a spec whole. Constructs that are legal TeAAL but not lowered yet pass here; lowering
// refuses them. Errors carry the codes of diagnostics.def's second group; remarks tell which
// defaults were chosen.
std::optional<Cascade> check(const spec::Spec&, const Overrides&, Diagnostics&);

// "M:U,K:C" for messages, manifests and reports.
std::string format_text(const Storage&);

}  // namespace teaal::einsum
