#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace teaal::runtime {

// Matrices whose zeros come in blocks. A matrix is cut into tiles; in each a pattern over rank `k`
// says which of the tile's slices, the elements at `slice` coordinates of that rank, are full. The
// others are empty. Tiles at the ends of the matrix are cut off, their patterns are not.
struct Blockwise {
  int64_t tile[2] = {64, 8};  // rows, columns; both positive
  int k = 1;                  // 0: slices are rows of the tile, 1: columns
  int64_t slice = 1;          // divides the tile's extent along k
  double density = 0.25;      // of a tile's slices; a part of a slice is drawn, tile by tile
  double tiles = 1;           // which share of the tiles is not empty altogether
  std::string pattern;      // "11110000", repeated along k from each tile's start; empty: `density`
  bool shuffled = false;    // the pattern only says how many: places are drawn, tile by tile
  bool consistent = false;  // all tiles at the same k have one pattern
  uint64_t seed = 0;

  // Of a tile.
  int64_t slices() const { return tile[k] / slice; }
  // Whether tiles have places of their own for their full slices, and how many: `least`, and one
  // more with the chance `fraction` of 2^53.
  bool drawn() const { return pattern.empty() || shuffled; }
  struct Count {
    int64_t least = 0;
    uint64_t fraction = 0;
  };
  Count full_slices() const;
  // Which slices of the tile at (i, j), counted in tiles, are full; depends on the seed, i and j
  // alone.
  std::vector<bool> mask(int64_t tile_i, int64_t tile_j) const;
  bool tile_exists(int64_t tile_i, int64_t tile_j) const;
  // Of all elements, how many are to be expected non-zero.
  double expected_share() const;
};

// Calls visit(i, j) for every non-zero of a matrix of `rows` by `columns`, row by row.
template <class Visit>
void for_each_non_zero(const Blockwise&, int64_t rows, int64_t columns, Visit);

// The matrix in dense row-major storage, as the generator `blockwise:` makes it with the same
// options and random values. `to` holds rows * columns elements.
void fill_dense(const Blockwise&, int64_t rows, int64_t columns, std::span<float> to);

template <class Visit>
void for_each_non_zero(const Blockwise& blockwise, int64_t rows, int64_t columns, Visit visit) {
  const int64_t height = blockwise.tile[0], width = blockwise.tile[1];
  for (int64_t i0 = 0; i0 < rows; i0 += height) {
    std::vector<std::vector<bool>> masks;  // of the tiles in this row of tiles; empty: no tile
    for (int64_t j0 = 0; j0 < columns; j0 += width)
      masks.push_back(blockwise.tile_exists(i0 / height, j0 / width)
                          ? blockwise.mask(i0 / height, j0 / width)
                          : std::vector<bool>());
    for (int64_t i = i0; i < rows && i - i0 < height; ++i)
      for (int64_t j0 = 0; j0 < columns; j0 += width) {
        const std::vector<bool>& mask = masks[static_cast<size_t>(j0 / width)];
        for (int64_t j = j0; !mask.empty() && j < columns && j - j0 < width; ++j)
          if (mask[static_cast<size_t>((blockwise.k == 1 ? j - j0 : i - i0) / blockwise.slice)])
            visit(i, j);
      }
  }
}

}  // namespace teaal::runtime
