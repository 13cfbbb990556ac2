#pragma once
#include <cstdint>

#include "runtime/tensor/tensor.h"

namespace teaal::runtime::report {

// A piece of the product C[m, n] = A[m, k] * B[k, n]: so many rows, columns and steps of k that a
// kernel does or leaves out together. All are positive.
struct ProductTile {
  int64_t m = 1, n = 1, k = 1;
};

// What empty tiles and slices let a product leave out. A slice is a tile's elements at one k.
struct SkipCounts {
  int64_t a_tiles = 0, a_kept = 0;  // of m by k elements; kept: not empty
  int64_t b_tiles = 0, b_kept = 0;  // of k by n elements
  // Pieces of the product: a tile of A with one of B. Kept: some slice is in both not empty.
  int64_t pieces = 0, pieces_kept = 0;
  // The k's of all pieces. Kept: the slice is in both not empty.
  int64_t steps = 0, steps_kept = 0;
};

// Counts of a canonical A [M, K] and B [K, N]; tiles at the edges are cut off. What a kernel can
// skip at a level is told by that level's tile: the block's, a warp's, a group of columns.
SkipCounts count_skips(const Coo& a, const Coo& b, const ProductTile&);

}  // namespace teaal::runtime::report
