#include "runtime/report/skip_counts.h"

#include <gtest/gtest.h>

#include "tests/unit/driver/fixtures.h"

namespace teaal::runtime::report {
namespace {

Coo generated(const std::string& source) {
  Diagnostics diagnostics;
  SourceNotes notes;
  return *read_source(source, KnownShape(2), diagnostics, notes);
}

// The definition, element by element.
SkipCounts by_definition(const Coo& a, const Coo& b, const ProductTile& tile) {
  const int64_t m = a.shape[0], k = a.shape[1], n = b.shape[1];
  std::vector<double> of_a = dense(a), of_b = dense(b);
  auto slice_a = [&](int64_t i, int64_t step) {
    for (int64_t row = i; row < std::min(m, i + tile.m); ++row)
      if (of_a[static_cast<size_t>(row * k + step)] != 0) return true;
    return false;
  };
  auto slice_b = [&](int64_t step, int64_t j) {
    for (int64_t column = j; column < std::min(n, j + tile.n); ++column)
      if (of_b[static_cast<size_t>(step * n + column)] != 0) return true;
    return false;
  };
  SkipCounts out;
  for (int64_t step = 0; step < k; step += tile.k) {
    int64_t end = std::min(k, step + tile.k);
    auto any = [&](auto holds) {
      for (int64_t at = step; at < end; ++at)
        if (holds(at)) return true;
      return false;
    };
    for (int64_t i = 0; i < m; i += tile.m, ++out.a_tiles)
      out.a_kept += any([&](int64_t at) { return slice_a(i, at); });
    for (int64_t j = 0; j < n; j += tile.n, ++out.b_tiles)
      out.b_kept += any([&](int64_t at) { return slice_b(at, j); });
    for (int64_t i = 0; i < m; i += tile.m)
      for (int64_t j = 0; j < n; j += tile.n, ++out.pieces) {
        int64_t kept = 0;
        for (int64_t at = step; at < end; ++at) kept += slice_a(i, at) && slice_b(at, j);
        out.steps += end - step;
        out.steps_kept += kept;
        out.pieces_kept += kept > 0;
      }
  }
  return out;
}

void expect_equal(const SkipCounts& got, const SkipCounts& want, const std::string& what) {
  EXPECT_EQ(got.a_tiles, want.a_tiles) << what;
  EXPECT_EQ(got.a_kept, want.a_kept) << what;
  EXPECT_EQ(got.b_tiles, want.b_tiles) << what;
  EXPECT_EQ(got.b_kept, want.b_kept) << what;
  EXPECT_EQ(got.pieces, want.pieces) << what;
  EXPECT_EQ(got.pieces_kept, want.pieces_kept) << what;
  EXPECT_EQ(got.steps, want.steps) << what;
  EXPECT_EQ(got.steps_kept, want.steps_kept) << what;
}

TEST(SkipCounts, AgreeWithTheDefinition) {
  const std::pair<std::string, std::string> operands[] = {
      {"blockwise:shape=70x150,tile=16x8,density=0.25,seed=1",
       "blockwise:shape=150x45,tile=8x8,density=0.25,k=0,seed=2"},
      {"blockwise:shape=70x150,tile=16x8,density=0.125,tiles=0.5,seed=3",
       "blockwise:shape=150x45,tile=8x16,density=0.5,consistent=1,seed=4"},
      {"rand:shape=70x150,density=0.01,seed=5", "rand:shape=150x45,density=0.02,seed=6"},
      {"rand:shape=70x150,density=0", "dense:shape=150x45"},
      {"dense:shape=70x150", "dense:shape=150x45"}};
  for (const auto& [of_a, of_b] : operands) {
    Coo a = generated(of_a), b = generated(of_b);
    for (const ProductTile& tile : {ProductTile{16, 8, 8},
                                    {32, 32, 8},
                                    {1, 1, 1},
                                    {64, 16, 16},
                                    {7, 5, 3},
                                    {16, 16, 100},
                                    {100, 100, 64},
                                    {8, 45, 150}})
      expect_equal(count_skips(a, b, tile), by_definition(a, b, tile),
                   of_a + " " + of_b + " at " + std::to_string(tile.m) + "x" +
                       std::to_string(tile.n) + "x" + std::to_string(tile.k));
  }
}

TEST(SkipCounts, OfExactPatternsAreProducts) {
  Coo a = generated("blockwise:shape=128x64,tile=64x8,density=0.5");
  Coo b = generated("blockwise:shape=64x64,tile=8x32,pattern=10000000");
  SkipCounts counts = count_skips(a, b, {64, 32, 8});
  EXPECT_EQ(counts.a_tiles, 16);
  EXPECT_EQ(counts.a_kept, 16);
  EXPECT_EQ(counts.b_kept, 16);
  EXPECT_EQ(counts.pieces, 32);
  EXPECT_EQ(counts.steps, 2 * 2 * 64);
  EXPECT_EQ(counts.pieces_kept, counts.steps_kept);
  EXPECT_GT(counts.steps_kept, 0);
  EXPECT_LT(counts.steps_kept, 32);
}

TEST(SkipCounts, OfNothingAreNone) {
  expect_equal(count_skips(Coo{{0, 8}, {{}, {}}, {}}, Coo{{8, 5}, {{}, {}}, {}}, {4, 4, 4}),
               SkipCounts{0, 0, 4, 0, 0, 0, 0, 0}, "no rows");
  expect_equal(count_skips(Coo{{3, 0}, {{}, {}}, {}}, Coo{{0, 5}, {{}, {}}, {}}, {4, 4, 4}),
               SkipCounts{}, "no k");
}

}  // namespace
}  // namespace teaal::runtime::report
