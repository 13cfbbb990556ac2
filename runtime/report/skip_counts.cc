#include "runtime/report/skip_counts.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace teaal::runtime::report {
namespace {

int64_t tiles_of(int64_t extent, int64_t tile) { return (extent + tile - 1) / tile; }

// One bit for each k, tile by tile along the other rank: whether the slice holds anything.
class Slices {
 public:
  Slices(const Coo& matrix, int k_rank, int64_t tile)
      : extent_(matrix.shape[static_cast<size_t>(k_rank)]),
        words_(tiles_of(extent_, 64)),
        tiles_(tiles_of(matrix.shape[static_cast<size_t>(1 - k_rank)], tile)),
        bits_(static_cast<size_t>(words_ * tiles_)) {
    const auto& ks = matrix.coords[static_cast<size_t>(k_rank)];
    const auto& others = matrix.coords[static_cast<size_t>(1 - k_rank)];
    for (size_t e = 0; e < matrix.entries(); ++e)
      bits_[static_cast<size_t>(others[e] / tile * words_ + ks[e] / 64)] |= uint64_t{1}
                                                                            << (ks[e] % 64);
  }

  int64_t extent() const { return extent_; }
  int64_t words() const { return words_; }
  int64_t tiles() const { return tiles_; }
  const uint64_t* of(int64_t tile) const { return bits_.data() + tile * words_; }

 private:
  int64_t extent_, words_, tiles_;
  std::vector<uint64_t> bits_;
};

// The bits [begin, end) of a word that begins at bit `at`.
uint64_t within(int64_t at, int64_t begin, int64_t end) {
  uint64_t out = ~uint64_t{0};
  if (begin > at) out &= ~uint64_t{0} << (begin - at);
  if (end < at + 64) out &= ~(~uint64_t{0} << (end - at));
  return out;
}

// In how many runs of `length` bits any is set.
int64_t runs_with_any(const uint64_t* bits, int64_t extent, int64_t length) {
  int64_t out = 0;
  for (int64_t begin = 0; begin < extent; begin += length) {
    int64_t end = std::min(begin + length, extent);
    uint64_t any = 0;
    for (int64_t word = begin / 64; word * 64 < end && any == 0; ++word)
      any = bits[word] & within(word * 64, begin, end);
    out += any != 0;
  }
  return out;
}

int64_t kept_of(const Slices& slices, int64_t k) {
  int64_t out = 0;
  for (int64_t tile = 0; tile < slices.tiles(); ++tile)
    out += runs_with_any(slices.of(tile), slices.extent(), k);
  return out;
}

}  // namespace

SkipCounts count_skips(const Coo& a, const Coo& b, const ProductTile& tile) {
  const Slices of_a(a, 1, tile.m), of_b(b, 0, tile.n);
  const int64_t steps = tiles_of(of_a.extent(), tile.k);
  SkipCounts out;
  out.a_tiles = of_a.tiles() * steps;
  out.b_tiles = of_b.tiles() * steps;
  out.a_kept = kept_of(of_a, tile.k);
  out.b_kept = kept_of(of_b, tile.k);
  out.pieces = of_a.tiles() * of_b.tiles() * steps;
  out.steps = of_a.tiles() * of_b.tiles() * of_a.extent();
  std::vector<uint64_t> both(static_cast<size_t>(of_a.words()));
  for (int64_t i = 0; i < of_a.tiles(); ++i)
    for (int64_t j = 0; j < of_b.tiles(); ++j) {
      for (int64_t word = 0; word < of_a.words(); ++word) {
        uint64_t bits = of_a.of(i)[word] & of_b.of(j)[word];
        both[static_cast<size_t>(word)] = bits;
        out.steps_kept += std::popcount(bits);
      }
      out.pieces_kept += runs_with_any(both.data(), of_a.extent(), tile.k);
    }
  return out;
}

}  // namespace teaal::runtime::report
