#include <gtest/gtest.h>

#include "tests/exec/tiled.h"

// Sums of the output in shared memory, stored when a tile of it is done.
namespace teaal::exec {
namespace {

std::string summed(const std::string& evict) { return bound("Shared", shared("Z", "N", evict)); }

const std::string blocks = bound("Block", "{rank: M1}, {rank: N1}");
const std::string tiles = "M: [uniform_shape(8)], N: [uniform_shape(32)], K: [uniform_shape(16)]";
const std::string csr = stored("A", "M K", "UC"), dense = stored("B", "K N", "UU");

// The reduction outside of rows and columns: each product is added to its sum.
Tiled outer(const std::string& name) {
  return {name,
          "A: [M, K], B: [K, N], Z: [M, N]",
          "'Z[m, n] = A[m, k] * B[k, n]'",
          mapped(tiles, "M1, N1, K1, K0, M0, N0", "M1, N1, M0, N0", "K1, K0"),
          stored("A", "K M", "UU") + dense,
          blocks + bound("Warp", "{rank: M0}") + bound("Lane", "{rank: N0}") + summed("N1"),
          "",
          "",
          "f32",
          32,
          {"Z_tile_values[256]"}};
}

std::vector<Tiled> all_summed() {
  std::vector<Tiled> out = {outer("Outer")};
  for (const char* type : {"f64", "f16", "bf16", "i32"})
    out.push_back(with(outer(""), std::string("Outer_") + type, [&](Tiled& t) { t.type = type; }));
  out.push_back(with(outer(""), "Outer8Bits", [](Tiled& t) { t.index_bits = 8; }));
  out.push_back(with(outer(""), "OuterMinPlus", [](Tiled& t) { t.operators = min_plus; }));
  out.push_back(with(outer(""), "OuterOrAnd", [](Tiled& t) { t.operators = or_and; }));
  out.push_back(with(outer(""), "SparseColumnsOfA",
                     [](Tiled& t) { t.formats = stored("A", "K M", "UC") + dense; }));
  out.push_back(with(outer(""), "BothSparse", [](Tiled& t) {
    t.formats = stored("A", "K M", "UC") + stored("B", "K N", "UC");
  }));
  out.push_back(with(outer(""), "SparseA", [](Tiled& t) {
    t.formats = csr + dense;
    t.mapping = mapped(tiles, "M1, N1, K1, M0, N0, K0", "M1, N1, M0, N0", "K1, K0");
  }));
  out.push_back(with(outer(""), "BesideOperands", [](Tiled& t) {
    t.bindings += bound("Shared", shared("B", "K", "K1"));
    t.tiles.push_back("B_tile_values[512]");
  }));
  out.push_back(with(out.back(), "BesideOperandsAhead", [](Tiled& t) {
    t.bindings.insert(t.bindings.rfind("}]"), ", depth: 2");
    t.tiles = {"Z_tile_values[256]", "B_tile_values[1024]"};
  }));
  out.push_back(
      with(outer(""), "StoredByColumns", [](Tiled& t) { t.formats += stored("Z", "N M", "UU"); }));
  out.push_back(with(outer(""), "StoredInEachSliceOfK", [](Tiled& t) {
    t.bindings = t.bindings.substr(0, t.bindings.find("  - {component: Shared")) + summed("K1");
  }));
  out.push_back(with(outer(""), "SumsOverBlocks", [](Tiled& t) {
    t.mapping = mapped(tiles, "K1, M1, N1, K0, M0, N0", "K1, M1, N1, M0, N0", "K0");
    t.bindings = bound("Block", "{rank: K1}, {rank: M1}, {rank: N1}") +
                 bound("Warp", "{rank: M0}") + bound("Lane", "{rank: N0}") + summed("N1");
  }));
  out.push_back(with(outer(""), "RowsOfLanes", [](Tiled& t) {
    t.mapping = mapped(tiles, "M1, N1, K1, K0, M0, N0", "M1, N1, M0", "K1, K0, N0");
    t.bindings = blocks + bound("Lane", "{rank: M0}") + summed("N1");
  }));
  out.push_back(with(outer(""), "Quads", [](Tiled& t) {
    t.mapping = mapped(
        "M: [uniform_shape(8)], N: [uniform_shape(64), uniform_shape(4)], "
        "K: [uniform_shape(16)]",
        "M1, N2, K1, K0, M0, N1, N0", "M1, N2, M0, N1", "K1, K0, N0");
    t.bindings = bound("Block", "{rank: M1}, {rank: N2}") + bound("Warp", "{rank: M0}") +
                 bound("Lane", "{rank: N1}") + summed("N2");
    t.tiles = {"Z_tile_values[512]"};
  }));
  out.push_back(with(outer(""), "Threads", [](Tiled& t) {
    t.mapping = mapped("N: [uniform_shape(32)], K: [uniform_shape(16)]", "M, N1, K1, K0, N0", "M",
                       "N1, K1, K0, N0");
    t.bindings = bound("Block", "{rank: M}") + summed("N1");
    t.tiles = {"Z_tile_values[32]"};
  }));
  out.push_back(with(outer(""), "Batches", [](Tiled& t) {
    t.declaration = "A: [P, M, K], B: [K, N], Z: [P, M, N]";
    t.expressions = "'Z[p, m, n] = A[p, m, k] * B[k, n]'";
    t.formats = stored("A", "P K M", "UUU") + dense;
    t.mapping = mapped(tiles, "P, M1, N1, K1, K0, M0, N0", "P, M1, N1, M0, N0", "K1, K0");
    t.bindings = bound("Block", "{rank: P}, {rank: M1}, {rank: N1}") + bound("Warp", "{rank: M0}") +
                 bound("Lane", "{rank: N0}") + summed("N1");
  }));
  out.push_back(with(outer(""), "ReadByAnother", [](Tiled& t) {
    t.declaration += ", Y: [M, N]";
    t.expressions += ", 'Y[m, n] = Z[m, n] + Z[m, n]'";
  }));
  // The second term adds what its box has to what the first one stored.
  out.push_back(with(outer(""), "SumOfTwoProducts", [](Tiled& t) {
    t.declaration += ", C: [M, K]";
    t.expressions = "'Z[m, n] = A[m, k] * B[k, n] + C[m, k] * B[k, n]'";
    t.formats += stored("C", "K M", "UC");
  }));
  out.push_back(with(outer(""), "SmallestOfTwoTerms", [](Tiled& t) {
    t.declaration += ", C: [M, K]";
    t.expressions = "'Z[m, n] = A[m, k] * B[k, n] + C[m, k] * B[k, n]'";
    t.operators = min_plus;
  }));
  const Tiled handed_on = {"HandedOnInOneLaunch",
                           "A: [K, M], B: [K, N], Z: [M, N], C: [N, P], Y: [M, P]",
                           "'Z[m, n] = A[k, m] * B[k, n]', 'Y[m, p] = Z[m, n] * C[n, p]'",
                           "  partitioning:\n"
                           "    Z: {M: [uniform_shape(4)], N: [uniform_shape(32)]}\n"
                           "    Y: {M: [uniform_shape(4)]}\n"
                           "  loop-order: {Z: [M1, N1, K, M0, N0], Y: [M1, M0, P, N]}\n"
                           "  spacetime:\n"
                           "    Z: {space: [M1, M0, N0], time: [N1, K]}\n"
                           "    Y: {space: [M1, M0, P], time: [N]}\n",
                           stored("A", "K M", "UC") + dense,
                           bound("Block", "{rank: M1}") + bound("Warp", "{rank: M0}") +
                               bound("Lane", "{rank: N0}") + summed("N1") +
                               "  Y:\n  - config: gpu\n" + bound("Block", "{rank: M1}") +
                               bound("Warp", "{rank: M0}") + bound("Lane", "{rank: P}"),
                           "",
                           "",
                           "f32",
                           32,
                           {"Z_tile_values[128]"}};
  out.push_back(handed_on);
  // The box is stored behind a loop that the kernels have in common: two launches.
  out.push_back(with(handed_on, "HandedOnBehindTheBox", [](Tiled& t) {
    t.declaration = "A: [K, M], B: [K, N], Z: [M, N], C: [N, P], Y: [M, P, N]";
    t.expressions = "'Z[m, n] = A[k, m] * B[k, n]', 'Y[m, p, n] = Z[m, n] * C[n, p]'";
    t.mapping =
        "  partitioning:\n"
        "    Z: {M: [uniform_shape(4)], N: [uniform_shape(32)]}\n"
        "    Y: {M: [uniform_shape(4)], N: [uniform_shape(32)]}\n"
        "  loop-order: {Z: [M1, N1, M0, K, N0], Y: [M1, N1, M0, P, N0]}\n"
        "  spacetime:\n"
        "    Z: {space: [M1, N1, M0, N0], time: [K]}\n"
        "    Y: {space: [M1, N1, M0, N0], time: [P]}\n";
    t.bindings = blocks + bound("Warp", "{rank: M0}") + bound("Lane", "{rank: N0}") + summed("N1") +
                 "  Y:\n  - config: gpu\n" + blocks + bound("Warp", "{rank: M0}") +
                 bound("Lane", "{rank: N0}");
  }));
  return out;
}

class SumTilesRun : public testing::TestWithParam<Tiled> {};

TEST_P(SumTilesRun, gives_what_reference_math_says) {
  expect_right(GetParam(), {{37, 44, 31, 3},
                            {16, 64, 16, 1},
                            {9, 33, 17, 2},
                            {7, 31, 15, 2},
                            {1, 1, 1, 1},
                            {0, 5, 4, 2},
                            {7, 3, 0, 2},
                            {5, 0, 9, 1}});
}

INSTANTIATE_TEST_SUITE_P(All, SumTilesRun, testing::ValuesIn(all_summed()),
                         [](const auto& info) { return info.param.name; });

struct Refused {
  std::string name;
  Tiled spec;
  std::string why;
};

void PrintTo(const Refused& r, std::ostream* out) { *out << r.name; }

std::vector<Refused> all_refused() {
  const Tiled by_lanes = with(outer(""), "", [](Tiled& t) {
    t.mapping = mapped(tiles, "M1, N1, K1, M0, N0, K0", "M1, N1, M0, K0", "K1, N0");
    t.bindings = blocks + bound("Warp", "{rank: M0}") + bound("Lane", "{rank: K0}") + summed("N1");
  });
  const Tiled inside = with(outer(""), "", [](Tiled& t) {
    t.mapping = mapped(tiles, "M1, N1, M0, N0, K1, K0", "M1, N1, M0, N0", "K1, K0");
    t.bindings = blocks + bound("Warp", "{rank: M0}") + bound("Lane", "{rank: N0}") + summed("K1");
  });
  // Another kernel of the launch has warps that these lanes would have to leave out.
  const Tiled lanes_alone = with(outer(""), "", [](Tiled& t) {
    t.declaration = "A: [K, M], B: [K, N], Z: [M, N], C: [N, P], Y: [M, P]";
    t.expressions = "'Z[m, n] = A[k, m] * B[k, n]', 'Y[m, p] = Z[m, n] * C[n, p]'";
    t.mapping =
        "  partitioning:\n"
        "    Z: {M: [uniform_shape(4)], N: [uniform_shape(32)]}\n"
        "    Y: {M: [uniform_shape(4)]}\n"
        "  loop-order: {Z: [M1, N1, K, M0, N0], Y: [M1, M0, P, N]}\n"
        "  spacetime:\n"
        "    Z: {space: [M1, N0], time: [N1, K, M0]}\n"
        "    Y: {space: [M1, M0, P], time: [N]}\n";
    t.bindings = bound("Block", "{rank: M1}") + bound("Lane", "{rank: N0}") + summed("N1") +
                 "  Y:\n  - config: gpu\n" + bound("Block", "{rank: M1}") +
                 bound("Warp", "{rank: M0}") + bound("Lane", "{rank: P}");
  });
  const Tiled compressed =
      with(outer(""), "", [](Tiled& t) { t.formats += stored("Z", "M N", "UC"); });
  const Tiled coords = with(outer(""), "", [](Tiled& t) {
    t.bindings.replace(t.bindings.find("type: elem"), 10, "type: coord");
  });
  const Tiled unbound = with(outer(""), "", [](Tiled& t) {
    t.mapping = mapped("M: [uniform_shape(8)], K: [uniform_shape(16)]", "M1, K1, K0, M0, N",
                       "M1, M0, N", "K1, K0");
    t.bindings = bound("Block", "{rank: M1}") + bound("Warp", "{rank: M0}") +
                 bound("Lane", "{rank: N}") + summed("M1");
  });
  return {{"SharedSums", by_lanes, "threads of the block share a sum"},
          {"Compressed", compressed, "without a format of its own there"},
          {"Coords", coords, "bind its elem"},
          {"NoBound", unbound, "no bound along N"},
          {"LanesAloneInALaunch", lanes_alone, "other kernels of its launch"},
          {"InsideOfThreads", inside, "inside of loops that the threads"}};
}

class SumTilesRefused : public testing::TestWithParam<Refused> {};

TEST_P(SumTilesRefused, says_why_at_the_binding) {
  const std::string told = refusal_of(GetParam().spec);
  EXPECT_NE(told.find(GetParam().why), std::string::npos) << told << spec_of(GetParam().spec);
  EXPECT_NE(told.find("component: Shared"), std::string::npos) << told;
}

INSTANTIATE_TEST_SUITE_P(All, SumTilesRefused, testing::ValuesIn(all_refused()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace teaal::exec
