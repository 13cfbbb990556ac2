#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "compiler/support/diagnostic.h"
#include "compiler/support/source.h"

// A TeAAL spec as written: every section, every value with its place in the file, nothing resolved
// yet. Language: docs/LANGUAGE.md. Lists keep the order of the file.
namespace teaal::spec {

struct TensorDeclaration {
  Name name;
  std::vector<Name> ranks;  // declaration order = order of the index positions; empty for rank 0
};

// A tile size: an integer or a symbol bound by -D, `params:` or at launch.
struct Size {
  std::variant<int64_t, std::string> value;
  SourceRange where;
};

struct PartitionOp {
  enum class Kind { UniformShape, NwayShape, UniformOccupancy, MergePath, Drt, Flatten, Follow };
  // A tensor of whose elements a tile has at most so many; none: what suits the part.
  struct Share {
    Name tensor;
    std::optional<Size> most;
  };
  Kind kind = Kind::UniformShape;
  Size size;    // UniformShape, NwayShape, UniformOccupancy, MergePath
  Name leader;  // UniformOccupancy, MergePath: the tensor; Follow: the rank
  SourceRange where;
  // Drt: the tensor that stays longest first. Of one rank's, which the checks make, there is one.
  std::vector<Share> shares = {};
};

// `K: [op, …]` or `(M, K0): [flatten()]`.
struct Partitioning {
  std::vector<Name> ranks;
  std::vector<PartitionOp> ops;
  SourceRange where;
};

struct Stamp {
  enum class Kind { Position, Coordinate };
  Name rank;
  Kind kind = Kind::Position;  // `.pos` (default) or `.coord`
};

struct SpaceTime {
  std::vector<Stamp> space, time;
  bool slip = false;  // `opt: slip`
  SourceRange where;
};

// Everything `mapping:` says about one output tensor's einsum(s).
struct OutputMapping {
  Name output;
  std::vector<Partitioning> partitioning;
  std::optional<std::vector<Name>> loop_order;
  SourceRange loop_order_where;  // of the output's key there
  std::optional<SpaceTime> spacetime;
};

struct RankFormat {
  enum class Kind { Uncompressed, Compressed, Bitmask, Hashed };
  Name rank;
  Kind kind = Kind::Compressed;                  // TeAAL's default for a missing `format`
  std::map<std::string, Located<int64_t>> bits;  // cbits, pbits, rhbits, fhbits
  bool interleaved = false;                      // layout
  SourceRange where;
  std::optional<Name> like = {};               // a tensor: elements stand where it stores some
  std::optional<Located<int64_t>> slots = {};  // of a table or of what a bitmask leaves
};

struct TensorFormat {
  Name tensor, name;              // `A:` `default:`
  std::vector<Name> rank_order;   // may name parts (M1, K0)
  std::vector<RankFormat> ranks;  // `root:` is not among them
  std::optional<Name> view_of;
  SourceRange where;
  std::optional<double> density = {};  // of a pattern: how much of it is expected to be set
};

// One `{tensor: A, rank: K, …}` of a component's bindings; the keys and values stay text.
struct BindingEntry {
  std::vector<std::pair<Name, Name>> fields;
  SourceRange where;

  const Name* find(std::string_view key) const {
    for (const auto& [name, value] : fields)
      if (name.value == key) return &value;
    return nullptr;
  }
};

struct ComponentBinding {
  Name component;
  std::vector<BindingEntry> entries;
  std::optional<Name> carveout = {}, resident = {};
};

struct OutputBindings {
  Name output;
  std::optional<Name> config, prefix;
  std::vector<ComponentBinding> components;
};

// An entry of `variants:`: the mapping and the bindings that an output has at those coordinates of
// a rank at which the fiber below it stores so many elements, or makes so many products with the
// fibers of another tensor.
struct Variant {
  Name output;
  Name tensor, rank;                       // whose fibers
  std::optional<Name> times;               // the other tensor
  int64_t least = 0;                       // elements, or products
  std::optional<int64_t> most;             // none: inf
  SourceRange range;                       // of both
  std::optional<OutputMapping> mapping;    // none: the output's in `mapping`
  std::optional<OutputBindings> bindings;  // none: the output's in `bindings`
  SourceRange where;
};

struct Component {
  Name name;             // without the `[0..n]`
  Name component_class;  // as spelled; compare case-insensitively
  std::vector<std::pair<Name, Name>> attributes;
};

struct ArchitectureLevel {
  Name name;
  int64_t copies = 1;  // PE[0..7] is 8
  std::vector<std::pair<Name, Name>> attributes;
  std::vector<Component> local;
  std::vector<ArchitectureLevel> subtree;
};

struct Architecture {
  Name config;
  ArchitectureLevel root;
};

// `operators: { Z: { map: add, reduce: min, identity: inf, default: inf } }`: what `*` and `+` mean
// where Z is written, and what an element that is absent holds.
struct TensorOperators {
  Name tensor;
  std::vector<Name> map;  // one for all terms, or one a term
  std::optional<Name> reduce;
  std::optional<Located<double>> identity, absent;  // absent: `default`
};

// `iterate:`: expressions that are computed again and again.
struct Iteration {
  std::vector<Name> expressions;             // their outputs; empty: all
  std::vector<std::pair<Name, Name>> carry;  // `P0: P1`: each round reads as P0 what the last wrote
  std::optional<Name> over;                  // a rank: a round a coordinate
  std::optional<Size> times;
  std::optional<Name> until_empty;  // a tensor
  std::optional<Located<int64_t>> at_most;
  SourceRange where;
};

// `tune:`: what `teaalc tune` may take in place of what the spec says. A compile only checks it.
struct Tune {
  std::vector<std::pair<Name, std::vector<Located<int64_t>>>> symbols;
  std::vector<std::pair<Name, std::vector<Name>>> formats;  // tensor → texts as of --format
  std::vector<std::pair<Name, std::vector<std::vector<Name>>>> loop_orders;  // output → orders
};

// `row.mean < 8`: what a statistic of an operand, or the extent of a rank, is compared with.
struct Condition {
  enum class Relation { Less, AtMost, Greater, AtLeast };
  std::string statistic;
  Relation relation = Relation::Less;
  double value = 0;
  SourceRange where;

  bool holds(double statistic_value) const;
};

// An entry of `suits:`: the operands that the mapping is good for, which `--mapping=auto` reads. A
// compile only checks it.
struct Suitability {
  Name of;                      // the input whose statistics count
  std::vector<Condition> when;  // all hold
  Located<double> speed;        // how fast it was there, in a unit that the einsum's specs share
  Name why;                     // the sentence that a report gives
  std::vector<std::pair<Name, Located<int64_t>>> params;  // symbols to go with it
  SourceRange where;
};

struct Spec {
  SourcePtr file;
  std::vector<TensorDeclaration> declaration;
  std::vector<Name> expressions;  // text; the column of an offset o is where.column + o
  std::vector<std::pair<Name, std::vector<Name>>> rank_order;  // tensor → storage order
  std::vector<OutputMapping> mapping;                          // one an output named anywhere
  std::vector<TensorFormat> format;
  std::vector<Architecture> architecture;
  std::vector<OutputBindings> bindings;
  std::vector<Variant> variants;                          // our `variants:`, as they stand
  std::vector<std::pair<Name, Located<int64_t>>> params;  // our `params:`
  std::vector<TensorOperators> operators;                 // our `operators:`
  std::optional<Iteration> iteration;                     // our `iterate:`
  Tune tune;                                              // our `tune:`
  std::vector<Suitability> suits;                         // our `suits:`
};

// Reads the YAML text. Errors: yaml-syntax, duplicate-key, missing-key, wrong-kind, bad-value;
// unknown keys are warnings that name the nearest known key.
std::optional<Spec> read_spec(const SourcePtr&, Diagnostics&);

}  // namespace teaal::spec
