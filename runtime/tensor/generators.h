#pragma once
#include <optional>

#include "runtime/tensor/options.h"
#include "runtime/tensor/tensor.h"

// Generators: each makes the pattern of a tensor from its options, the same on every machine for
// the same seed. Entries come in any order; values are assigned afterwards. Errors: tensor-source,
// shape-mismatch, shape-unknown, tensor-range.
namespace teaal::runtime {

struct Generation {
  Options& options;
  KnownShape&
      known;  // what is fixed; a generator with a shape of its own (rmat, stencil) fills it in
  uint64_t seed;
  std::optional<Coo> (*generate)(Generation&);

  Diagnostics& diagnostics() { return options.diagnostics(); }
  // The shape, once every rank of it is known.
  std::optional<std::vector<int64_t>> shape();
  // Fixes all extents; an error at option `key` if others fixed them differently.
  bool fix_shape(const std::vector<int64_t>& shape, const std::string& key);
  // Error unless the tensor has `order` ranks.
  bool needs_order(size_t order);
  // An empty list of `shape`, with room for `entries`; an error if they would not fit in memory.
  // `ascending`: they come in order, so that none is needed to sort them.
  std::optional<Coo> list(const std::vector<int64_t>& shape, int64_t entries,
                          bool ascending = false);
  std::optional<Coo> fail(const std::string& key, std::string message);
};

struct Generator {
  const char* name;
  std::optional<Coo> (*generate)(Generation&);
};

// rand: `density=` or `nnz=` uniform places without duplicates.
std::optional<Coo> generate_rand(Generation&);
// hypersparse: as rand, `nnz=`, by default one entry for every 16 rows.
std::optional<Coo> generate_hypersparse(Generation&);
// uniform: `row=` entries in each fiber of the last rank.
std::optional<Coo> generate_uniform(Generation&);
// powerlaw: fibers of the last rank hold at least `row=` entries, and one in 2^k at least row *
// 2^k, at most `max=`.
std::optional<Coo> generate_powerlaw(Generation&);
// rmat: 2^scale vertices, `ef=` edges a vertex, quadrant probabilities `a= b= c=`; `permute=1`
// relabels the vertices (Chakrabarti, Zhan and Faloutsos, R-MAT, 2004). Without `scale` the known
// shape decides; edges outside of it are left out.
std::optional<Coo> generate_rmat(Generation&);

// stencil: the matrix of `points=3|5|7|9|27` on a grid of `n=` points a side.
std::optional<Coo> generate_stencil(Generation&);
// banded: |row - column| <= `band=`, kept with probability `density=`.
std::optional<Coo> generate_banded(Generation&);
std::optional<Coo> generate_tridiagonal(Generation&);
// blockwise: zeros in blocks (blockwise.h): `tile=RxC`, `k=0|1` (the shorter side of the tile),
// `slice=`, `density=` of the slices or `pattern=11110000` (`shuffle=1`: only its count),
// `consistent=1`, `tiles=` of the tiles exist.
std::optional<Coo> generate_blockwise(Generation&);
std::optional<Coo> generate_identity(Generation&);
std::optional<Coo> generate_dense(Generation&);
// roadlike: a symmetric planar grid of which `density=` of the edges exist.
std::optional<Coo> generate_roadlike(Generation&);

}  // namespace teaal::runtime
