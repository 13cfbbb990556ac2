#include <gtest/gtest.h>

#include "tests/exec/tiled.h"

// Tiles of operands that are read with index math: what the loops inside of evict-on reach.
namespace teaal::exec {
namespace {

// Z[m] = sum over k of A[m + k] * B[k], whatever the extent N of A's own rank is.
Tiled convolution(const std::string& name, const std::string& index, const std::string& tile) {
  return {
      name,
      "A: [N], B: [K], Z: [M]",
      "'Z[m] = A[" + index + "] * B[k]'",
      mapped("M: [uniform_shape(16)], K: [uniform_shape(4)]", "M1, K1, M0, K0", "M1, M0", "K1, K0"),
      stored("A", "N", "U") + stored("B", "K", "U"),
      bound("Block", "{rank: M1}") + bound("Lane", "{rank: M0}") +
          bound("Shared", shared("A", "N", "K1")),
      "",
      "",
      "f32",
      32,
      {tile}};
}

std::vector<Tiled> all_tied() {
  const Tiled plain = convolution("Convolution", "m + k", "A_tile_values[24]");
  std::vector<Tiled> out = {
      plain,
      convolution("Stride2", "2 * m + k", "A_tile_values[40]"),
      convolution("Stride3Dilated2", "3 * m + 2 * k", "A_tile_values[56]"),
      convolution("Backwards", "m + -1 * k", "A_tile_values[24]"),
      convolution("BackwardsStride2", "2 * k + -1 * m", "A_tile_values[28]"),
  };
  for (const char* type : {"f64", "f16", "i32"})
    out.push_back(
        with(plain, std::string("Convolution_") + type, [&](Tiled& t) { t.type = type; }));
  out.push_back(with(plain, "Convolution8Bits", [](Tiled& t) { t.index_bits = 8; }));
  out.push_back(with(plain, "ConvolutionMinPlus", [](Tiled& t) { t.operators = min_plus; }));
  out.push_back(with(plain, "ConvolutionOrAnd", [](Tiled& t) { t.operators = or_and; }));
  out.push_back(with(plain, "SparseFilter",
                     [](Tiled& t) { t.formats = stored("A", "N", "U") + stored("B", "K", "C"); }));
  out.push_back(with(plain, "WholeBlockAtOnce", [](Tiled& t) {
    t.mapping = mapped("M: [uniform_shape(16)], K: [uniform_shape(64)]", "M1, K1, M0, K0", "M1, M0",
                       "K1, K0");
    t.tiles = {"A_tile_values[84]"};
  }));
  out.push_back(with(plain, "SumsOverLanes", [](Tiled& t) {
    t.mapping = mapped("M: [uniform_shape(16)], K: [uniform_shape(4)]", "M1, K1, M0, K0", "M1, K0",
                       "K1, M0");
    t.bindings = bound("Block", "{rank: M1}") + bound("Lane", "{rank: K0}") +
                 bound("Shared", shared("A", "N", "K1"));
    t.tiles = {"A_tile_values[24]"};
  }));
  out.push_back(with(plain, "BothStaged", [](Tiled& t) {
    t.bindings += bound("Shared", shared("B", "K", "K1"));
    t.tiles.push_back("B_tile_values[4]");
  }));
  out.push_back(with(plain, "OfRows", [](Tiled& t) {
    t.declaration = "A: [P, N], B: [K], Z: [P, M]";
    t.expressions = "'Z[p, m] = A[p, m + k] * B[k]'";
    t.formats = stored("A", "P N", "UU") + stored("B", "K", "U");
    t.mapping = mapped("M: [uniform_shape(16)], K: [uniform_shape(4)]", "P, M1, K1, M0, K0",
                       "P, M1, M0", "K1, K0");
    t.bindings = bound("Block", "{rank: P}, {rank: M1}") + bound("Lane", "{rank: M0}") +
                 bound("Shared", shared("A", "N", "K1"));
  }));
  out.push_back(with(out.back(), "OfRowsInTiles", [](Tiled& t) {
    t.mapping = mapped("P: [uniform_shape(4)], M: [uniform_shape(16)], K: [uniform_shape(4)]",
                       "P1, M1, K1, P0, M0, K0", "P1, M1, P0, M0", "K1, K0");
    t.bindings = bound("Block", "{rank: P1}, {rank: M1}") + bound("Warp", "{rank: P0}") +
                 bound("Lane", "{rank: M0}") + bound("Shared", shared("A", "N", "K1"));
    t.tiles = {"A_tile_values[96]"};
  }));
  out.push_back(with(out.back(), "OfColumns", [](Tiled& t) {
    t.formats = stored("A", "N P", "UU") + stored("B", "K", "U");
    t.tiles = {"A_tile_values[76]"};
  }));
  out.push_back(with(out[0], "TwoSums", [](Tiled& t) {
    t.declaration = "A: [N, P], B: [K], Z: [M]";
    t.expressions = "'Z[m] = A[m + k, 2 * m + -1 * k] * B[k]'";
    t.formats = stored("A", "N P", "UU") + stored("B", "K", "U");
    t.tiles = {"A_tile_values[760]"};
  }));
  const size_t shallow = out.size();
  for (size_t i = 0; i < shallow; ++i) out.push_back(deep(out[i], 2));
  return out;
}

class TiedTilesRun : public testing::TestWithParam<Tiled> {};

TEST_P(TiedTilesRun, gives_what_reference_math_says) {
  // A as long as sums reach, longer, shorter, of one element and of none; tiles whole and cut.
  expect_right(GetParam(), {{37, 67, 31, 3},
                            {32, 35, 4, 4},
                            {16, 90, 9, 5},
                            {37, 20, 5, 2},
                            {17, 1, 3, 1},
                            {5, 0, 3, 1},
                            {0, 9, 3, 2},
                            {9, 9, 0, 1}});
}

INSTANTIATE_TEST_SUITE_P(All, TiedTilesRun, testing::ValuesIn(all_tied()),
                         [](const auto& info) { return info.param.name; });

TEST(TiedTiles, ask_for_a_bound_of_every_rank_of_the_sum) {
  const Tiled t = with(convolution("", "m + k", ""), "", [](Tiled& c) {
    c.mapping = mapped("M: [uniform_shape(16)]", "M1, M0, K", "M1, M0", "K");
    c.bindings = bound("Block", "{rank: M1}") + bound("Lane", "{rank: M0}") +
                 bound("Shared", shared("A", "N", "M1"));
  });
  EXPECT_NE(refusal_of(t).find("no bound along K"), std::string::npos) << refusal_of(t);
}

}  // namespace
}  // namespace teaal::exec
