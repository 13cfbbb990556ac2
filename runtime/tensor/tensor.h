#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/support/diagnostic.h"
#include "runtime/array.h"

// Tensors on the host: coordinate lists as read, generated and written, and level storage as
// kernels see it.
namespace teaal::runtime {

// A coordinate list. Rank r's coordinates are coords[r], 0-based, each in [0, shape[r]); entry e's
// value is values[e]. "Canonical" means sorted by coords in rank order 0, 1, …, without duplicates.
// Ranks are in declaration order everywhere but inside Storage. Rank 0: shape and coords are empty,
// values has 0 or 1 entry.
struct Coo {
  std::vector<int64_t> shape;
  std::vector<std::vector<int32_t>> coords;
  std::vector<double> values;

  size_t order() const { return shape.size(); }
  size_t entries() const { return values.size(); }
};

enum class LevelFormat { Uncompressed, Compressed, Bitmask };

// What of its rank a level stores: the coordinates themselves, or the tiles they lie in. The tile
// of c begins at c rounded down to multiples of the snaps, last to first, and then of the tile; its
// ordinal is that / tile. Snaps let a tile end only where another tiling's does.
struct LevelPart {
  int64_t tile = 0;            // 0: the whole rank; a coordinate is its own tile
  std::vector<int64_t> snaps;  // each at least 1

  bool whole() const { return tile == 0; }
  int64_t ordinal(int64_t coordinate) const;
  int64_t start(int64_t ordinal) const { return whole() ? ordinal : ordinal * tile; }
};

// One level of a stored tensor. Compressed: fiber f of the level above owns positions
// [segments[f], segments[f + 1]), coords[p] is position p's ordinal (of a whole rank: its
// coordinate), ascending in a fiber. The root level has one fiber. Uncompressed: position = parent
// position * extent + index; both arrays are empty. The index is the ordinal, less the ordinal of
// where the tile at `enclosing` begins; not every index need be one of that tile's coordinates.
// Bitmask: fiber f has words() words of `masks` from f * words() on; bit i % 32 of its word i / 32
// is set where index i is stored, the index being an uncompressed level's. `bases` holds for each
// word the position of its first set bit, and at its end the number of positions.
// A compressed level with narrow coordinates has offsets in `coords`, with a sign, and `bases`: the
// ordinal at position p is bases[p / narrow_run] + coords[p].
struct Level {
  LevelFormat format = LevelFormat::Uncompressed;
  int64_t extent = 0;  // how many ordinals (compressed) or indices there can be in a fiber
  Array segments;      // I32; I64 when positions need 64 bits, I8 or I16 by `position_bits`
  Array coords;        // I32; I8 or I16 by `coordinate_bits`; offsets are as wide as `narrow` says
  LevelPart part;
  Array masks;         // I32: words of 32 bits
  Array bases;         // Bitmask: as segments; narrow coordinates: as coordinates that are not
  int enclosing = -1;  // the nearest level above that is a part of the same rank; -1: none

  int64_t words() const { return (extent + 31) / 32; }
  bool narrow() const { return format == LevelFormat::Compressed && bases.size() > 0; }
};

// Of a level with narrow coordinates: so many positions have one base.
inline constexpr int64_t narrow_run = 64;

// A tensor as kernels see it (paper: Chou et al., Format Abstraction for Sparse Tensor Algebra
// Compilers, 2018; the formats here are its dense and compressed levels). levels[l] stores rank
// rank_order[l] (an index into the declaration order) or a part of it. values holds one element a
// position of the last level (one element for rank 0).
struct Stored {
  std::vector<int> rank_order;
  std::vector<Level> levels;
  Array values;  // of a value type: F32, F64, F16, BF16 or I32
  int position_bits = 32;
};

// The largest number of so many bits with a sign.
constexpr int64_t most_of_bits(int bits) { return INT64_MAX >> (64 - bits); }

struct StorageRequest {
  // One rank a level; each of 0 … order-1 once, or repeated where the earlier ones are parts of it.
  std::vector<int> rank_order;
  std::vector<LevelFormat> formats;  // one a level, in rank_order's order
  ElementType value_type = ElementType::F32;
  int position_bits = 32;  // 8, 16, 32 or 64; too few for a level's positions are an error
  std::vector<LevelPart> parts = {};  // one a level; empty: all levels are whole ranks
  double absent = 0;                  // what positions hold that no entry has
  int coordinate_bits = 32;           // 8, 16 or 32; too few for an extent are an error
  // One a level: 8 or 16 where a compressed level's coordinates are offsets of so many bits; else
  // 0. Empty: all are.
  std::vector<int> narrow = {};

  int narrow_bits(size_t level) const { return narrow.empty() ? 0 : narrow[level]; }
};

// The levels with their extents, without arrays. `shape` is in declaration order.
std::vector<Level> levels_of(const StorageRequest&, const std::vector<int64_t>& shape);

// How many values `pack` will store: the number of positions of the last level. Saturates at 2^62.
int64_t stored_elements(const Coo& canonical, const StorageRequest&);

// Packs a canonical list. Error (tensor-range): a dense level too large for memory (over
// `limit_bytes`), positions that do not fit position_bits, or coordinates of a run that lie too far
// apart for narrow ones.
std::optional<Stored> pack(const Coo& canonical, const StorageRequest&, Diagnostics&,
                           int64_t limit_bytes = int64_t{16} << 30);

// All stored elements other than `absent` (NaN: all of them), canonical, in declaration order.
// `shape` is in declaration order. Indices without a coordinate are passed over, whatever lies
// there.
Coo unpack(const Stored&, const std::vector<int64_t>& shape, double absent = 0);

// Sorts and sums duplicates; returns how many entries were merged away. Keeps explicit zeros.
size_t canonicalize(Coo&);
// Drops entries equal to `absent`; returns how many.
size_t drop_absent(Coo&, double absent = 0);

// ---- Sources: the right-hand side of T=source (docs/CLI contract) ----

// What reading a source found besides the data; each is told to the user.
struct SourceNotes {
  std::vector<std::string>
      notes;  // "3 duplicate entries were summed", "the pattern field got value 1"
  bool shape_from_header = false;  // false: the shape is the largest coordinates (or the request's)
  std::string described;           // "web.mtx: coordinate real symmetric"
};

// What the caller knows of the tensor's shape, declaration order; nullopt entries are unknown.
using KnownShape = std::vector<std::optional<int64_t>>;

// Reads or generates `source`: `path.mtx[.gz]`, `path.tns[.gz]`, `path.npy`, `path.f32`,
// `path.safetensors`, each with options after commas (`values=rand`, `seed=1`), or a generator
// `kind:key=value,…` (rand, uniform, rmat, stencil, banded, blockwise, …); docs/SOURCES.md lists
// them all. The result is canonical, in declaration order and without entries equal to `absent`. A
// source without a shape of its own takes `known`; what stays unknown is error shape-unknown. Of
// value type I32 a generator's values are integers unless it says `values=`. Diagnostics about a
// file carry the file's line and column, those about the text of `source` itself carry it as the
// file "argument".
std::optional<Coo> read_source(const std::string& source, const KnownShape& known, Diagnostics&,
                               SourceNotes&, double absent = 0,
                               ElementType value_type = ElementType::F64);

// Whether write_tensor could write a tensor of `order` ranks to `path`, as far as the path tells:
// its ending, its folder. To be asked before a long run. Errors: tensor-source, tensor-kind,
// file-access.
bool check_output_path(const std::string& path, size_t order, Diagnostics&);

// Writes canonical `tensor` by the ending of `path` (.tns, .mtx, .npy, each also .gz for the text
// forms) to a temporary file beside it, then renames it; devices and pipes are written directly.
// All forms hold the values exactly: .npy in the type that fits `value_type`, .mtx as reals or
// integers. Entries equal to `absent` are left out, or, in a .npy file, are what fills the others.
// Error: file-access.
bool write_tensor(const Coo& tensor, const std::string& path, Diagnostics&, double absent = 0,
                  ElementType value_type = ElementType::F64);

}  // namespace teaal::runtime
