#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runtime/tensor/tensor.h"

// A spec and its data in a form that is easy to make, to change and to shrink. Nothing here is
// shared with the compiler: the text that `spec_text` writes is all that it gets.
namespace teaal::smith {

using Names = std::vector<std::string>;

bool contains(const Names&, const std::string&);
void add_unique(Names&, const std::string&);
std::string upper_case(std::string);
std::string lower_case(std::string);
std::string root_of(std::string part);  // K of K1

// coefficient * symbol * variable; the symbol may be empty.
struct IndexTerm {
  int64_t coefficient = 1;
  std::string symbol, variable;
};
using Index = std::vector<IndexTerm>;

bool is_plain(const Index&);

struct Factor {
  enum class Kind { Tensor, Scalar, Constant };
  Kind kind = Kind::Tensor;
  std::string name;            // Tensor, Scalar
  std::vector<Index> indices;  // Tensor: one a rank, declaration order
  double value = 0;            // Constant
};

struct Term {
  bool take = false;
  size_t take_index = 0;
  int sign = 1;
  std::vector<Factor> factors;
};

struct Op {
  enum class Kind { Shape, Nway, Occupancy, Drt, Flatten, Follow };
  Kind kind = Kind::Shape;
  std::string leader;  // Occupancy: a tensor; Follow: a rank
  int64_t size = 1;
  std::string symbol;   // written instead of the size, if not empty
  bool merged = false;  // Occupancy: along a merge path
  // Drt: tensors, and how many elements of each a tile has at most; 0: not written.
  std::vector<std::pair<std::string, int64_t>> shares = {};
};

// `K: [op, …]`, `(M, K0): [flatten()]` or `(K1, M1): [DRT(A), …]`.
struct Partition {
  Names ranks;
  std::vector<Op> ops;

  bool grows() const { return !ops.empty() && ops[0].kind == Op::Kind::Drt; }
  bool flattens() const { return ranks.size() > 1 && !grows(); }
  bool follows() const { return !ops.empty() && ops[0].kind == Op::Kind::Follow; }
};

struct SpaceTime {
  Names space, time;
  Names coord;  // those with the suffix .coord
  bool slip = false;
};

// An Intersector bound to a rank.
struct Meeting {
  std::string rank, type, leader;  // leader may be empty
};

// A space rank bound to Block, Warp or Lane.
struct Placement {
  std::string rank, level;
  bool persistent = false;  // Block: no more blocks than run at once
  bool once = false;        // Block: each has one iteration
  int64_t resident = 0;     // Block: how many a multiprocessor shall hold; 0: not written
};

// An operand's tile in Shared, the output's sums in Registers.
struct Staging {
  std::string tensor, evict_on;  // a loop; empty: nothing is written, once a block
  int64_t depth = 1;
  std::string rank = {}, type = {};  // of the tensor; elem, coord, payload; empty: not written
  bool held = false;                 // an operand in Registers
  bool summed = false;               // the output in Shared
  bool listed = false;  // what of an operand that stores all of it is there, along `rank`
};

// A rank bound to GridIntersect, BlockIntersect or WarpIntersect: iterations in which the patterns
// have nothing in common are skipped.
struct Skip {
  std::string rank, level,
      type;  // Grid, Block, Warp; test, walk, compact; empty: nothing is written
  bool longest_first = false;
};

// Classes of a rank's coordinates by how many elements a tensor's fibers have there.
struct Variants {
  struct Class {
    int64_t least = 0;
    bool plain = false;  // no loop order, no space, nothing bound; else all as the expression says
  };
  std::string tensor, rank;
  std::vector<Class> classes;
  std::string times = {};  // classes by products with this tensor; empty: by elements
};

// What a fiber of the output is gathered in, in shared memory.
struct Buffer {
  char letter = 'H';   // or U, B
  int64_t slots = 0;   // of H and B
  std::string tile{};  // of U and B: the part of the last rank that it is a tile of; N1
};

struct Expression {
  Factor output;
  std::vector<Term> terms;
  std::vector<Partition> partitions;
  std::optional<Names> loop_order;
  std::optional<SpaceTime> spacetime;
  std::vector<Meeting> meetings;
  std::vector<Placement> placements;
  std::string tensor_core;  // what becomes of values there; empty: not bound
  std::vector<Staging> stagings;
  std::vector<Skip> skips;
  std::map<std::string, std::string> solved;  // rank of index math that is looped over → the
                                              // variable that the nest solves for
  std::map<std::string, std::string> called;  // variable → the renamed rank its loops bear
  std::optional<Variants> variants = {};
  std::optional<Buffer> buffer = {};

  Names variables() const;                      // the output's, then by appearance
  Names input_variables() const;                // those of the terms
  Names inputs() const;                         // tensors that the terms read
  Names leaves(const std::string& rank) const;  // what partitioning makes of a rank, from the top
  Names loops() const;                          // every final loop rank once
  const Partition* partition_of(const std::string& rank) const;
};

// One level of a format: a rank (or a part of one) and its letter.
struct Level {
  std::string rank;
  char letter = 'U';
  int cbits = 0;      // of C: 8 or 16: coordinates are offsets of so many bits
  bool bits = false;  // of U: pbits: 1
};
using Format = std::vector<Level>;

struct Tensor {
  std::string name;
  Names ranks;                          // declaration order
  Names rank_order;                     // mapping: rank-order; empty: none given
  std::optional<Format> spec_format;    // `format:`
  std::optional<Format> option_format;  // --format
  std::optional<Names> pattern;         // a view-of in U and, at last, B: what skips look at
  std::optional<double> density;        // stated in it; changes what is chosen, and no result
  std::string like = {};  // --format T=like:A: elements where that input has some; empty: all
};

// `operators:`, the same for all expressions of a case. An absent input is `absent`; an absent
// output is the identity of `reduce`.
struct Algebra {
  std::string map = "mul", reduce = "add";
  double absent = 0;
  bool counts = false;  // an absent factor may change a result: its tensor cannot be compressed
  std::map<std::string, double> others;  // inputs whose default is not `absent`

  double identity() const;
  bool boolean() const { return reduce == "or" || reduce == "and"; }
  bool multiplies() const { return reduce == "mul"; }  // small numbers only, to stay exact
};

// `iterate:`: consecutive expressions that run in rounds. One of `over` and `until_empty` says when
// they end, else it is `times`.
struct Iteration {
  Names outputs;                                           // of the expressions, in their order
  std::vector<std::pair<std::string, std::string>> carry;  // to, from
  int64_t times = 1;
  std::string symbol;       // written instead of the number, if not empty; a parameter or a rank
  std::string over;         // a rank
  std::string until_empty;  // a tensor
  int64_t at_most = 8;
  bool generations = false;  // spelled P1[gen + 1, ..] instead of by `carry`
};

struct Case {
  uint64_t seed = 0;
  std::vector<Tensor> tensors;
  std::vector<Expression> expressions;
  std::map<std::string, int64_t> extents;  // every rank
  std::map<std::string, double> scalars;
  std::map<std::string, int64_t> params;          // in the spec
  std::map<std::string, int64_t> defines;         // -D; wins over params
  std::map<std::string, int64_t> launch_symbols;  // open in the spec, given to the run
  std::map<std::string, runtime::Coo> data;       // inputs; canonical, declaration order
  std::optional<Algebra> algebra;
  std::optional<Iteration> iteration;
  std::string type = "f32";  // --type
  int index_bits = 32;
  std::string arch = "sm_90";  // --index-bits
  double checked_draw = 1;     // checked mode if below the share that was asked for

  bool fuses() const { return seed % 4 != 0; }        // else --fuse=off
  bool spells_maps() const { return seed % 8 == 6; }  // as expressions over the factors
  // Every tensor that it writes has an array, though fusion may need none (-o).
  bool keeps_all() const { return seed % 8 == 3; }
  const Tensor* tensor(const std::string& name) const;
  Tensor* tensor(const std::string& name);
  bool is_written(const std::string& tensor) const;
  bool is_repeated(const Expression&) const;
  double absent(const std::string& tensor) const;  // what its missing elements hold
  int64_t size_of(const Op&) const;  // with its symbol's value; launch symbols count as 1
  int64_t extent_of_variable(const Expression&, const std::string& variable) const;
};

// The rank whose extent bounds a variable: its upper case if that is declared anywhere, else the
// rank that it indexes plainly.
std::string rank_of(const Case&, const Expression&, const std::string& variable);

// Whether a tensor's fibers can say where a rank, or a flattened one, is split: it has the rank, or
// (I of I[q + s] for Q) one that follows it.
bool can_lead(const Case&, const Expression&, const std::string& tensor, const std::string& rank);

// What the case has of the language and of the data: the rows of the coverage table.
std::set<std::string> features(const Case&);
// All of them, in the order of the table.
const Names& all_features();

}  // namespace teaal::smith
