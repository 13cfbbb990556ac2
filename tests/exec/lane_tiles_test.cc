#include <gtest/gtest.h>

#include "tests/exec/tiled.h"

// Elements of sparse operands in the registers of a warp's lanes, handed round by shuffles.
namespace teaal::exec {
namespace {

std::string held(const std::string& evict, const std::string& type = "elem") {
  return bound("Registers", shared("A", "K", evict, type));
}

const std::string dense = stored("B", "K N", "UU");
const std::string places = bound("Block", "{rank: M1}") + bound("Warp", "{rank: M0}");

// A warp a row of A, 8 of its elements at a time; columns of Z inside.
Tiled spmm(const std::string& name) {
  return {name,
          "A: [M, K], B: [K, N], Z: [M, N]",
          "'Z[m, n] = A[m, k] * B[k, n]'",
          mapped("M: [uniform_shape(4)], K: [uniform_occupancy(A.8)], "
                 "N: [uniform_shape(64), uniform_shape(2)]",
                 "M1, M0, N2, K1, K0, N1, N0", "M1, M0, N2, N1", "K1, K0, N0"),
          stored("A", "M K", "UC") + dense,
          places + bound("Lane", "{rank: N1}") + held("K1"),
          "",
          "",
          "f32",
          32,
          {"coord_t A_lanes_K_coords[1]", "value_t A_lanes_values[1]", "__shfl_sync"}};
}

// The lanes' columns outside: who has none goes along.
Tiled columns_outside(const std::string& name) {
  return with(spmm(name), name, [](Tiled& t) {
    t.mapping = mapped("M: [uniform_shape(4)], K: [uniform_occupancy(A.8)], N: [uniform_shape(32)]",
                       "M1, M0, N1, N0, K1, K0", "M1, M0, N0", "N1, K1, K0");
    t.bindings = places + bound("Lane", "{rank: N0}") + held("K1");
  });
}

std::vector<Tiled> all_in_lanes() {
  std::vector<Tiled> out = {spmm("Spmm"), columns_outside("ColumnsOutside")};
  for (const Tiled& base : std::vector(out)) {
    for (const char* type : {"f64", "f16", "bf16", "i32"})
      out.push_back(with(base, base.name + "_" + type, [&](Tiled& t) { t.type = type; }));
    for (const int bits : {8, 16})
      out.push_back(with(base, base.name + std::to_string(bits) + "Bits",
                         [&](Tiled& t) { t.index_bits = bits; }));
    out.push_back(with(base, base.name + "MinPlus", [](Tiled& t) { t.operators = min_plus; }));
    out.push_back(with(base, base.name + "OrAnd", [](Tiled& t) { t.operators = or_and; }));
    out.push_back(with(base, base.name + "DoublyCompressed",
                       [](Tiled& t) { t.formats = stored("A", "M K", "CC") + dense; }));
    out.push_back(with(base, base.name + "SparseB", [](Tiled& t) {
      t.formats = stored("A", "M K", "UC") + stored("B", "K N", "CU");
      t.bindings += bound("LaneIntersect", "{rank: K0, type: leader-follower, leader: A}");
    }));
    out.push_back(with(base, base.name + "Bitmap", [](Tiled& t) {
      t.formats = stored("A", "M K", "UC") + stored("B", "K N", "UB");
    }));
    out.push_back(with(base, base.name + "ByShape", [](Tiled& t) {
      t.mapping.replace(t.mapping.find("uniform_occupancy(A.8)"), 22, "uniform_shape(32)");
    }));
    out.push_back(with(base, base.name + "Of32",
                       [](Tiled& t) { t.mapping.replace(t.mapping.find("A.8"), 3, "A.32"); }));
    out.push_back(with(base, base.name + "Of2",
                       [](Tiled& t) { t.mapping.replace(t.mapping.find("A.8"), 3, "A.2"); }));
    out.push_back(with(base, base.name + "CoordsAlone", [](Tiled& t) {
      t.bindings =
          t.bindings.substr(0, t.bindings.find("  - {component: Registers")) + held("K1", "coord");
      t.tiles = {"coord_t A_lanes_K_coords[1]"};
    }));
    out.push_back(with(base, base.name + "ValuesAlone", [](Tiled& t) {
      t.bindings = t.bindings.substr(0, t.bindings.find("  - {component: Registers")) +
                   held("K1", "payload");
      t.tiles = {"value_t A_lanes_values[1]"};
    }));
    out.push_back(with(base, base.name + "OfSharedRun", [](Tiled& t) {
      t.mapping = mapped(
          "K: [uniform_occupancy(A.16), uniform_occupancy(A.8)], "
          "N: [uniform_shape(32)]",
          "M, K2, N1, K1, N0, K0", "M, N0", "K2, N1, K1, K0");
      t.bindings = bound("Block", "{rank: M}") + bound("Lane", "{rank: N0}") +
                   bound("Shared", shared("A", "K", "K2")) + held("K1");
      t.tiles = {"A_tile_K_coords[16]", "A_lanes_K_coords[1]"};
    }));
    out.push_back(with(base, base.name + "ThreeFactors", [](Tiled& t) {
      t.declaration = "A: [M, K], B: [K, N], D: [K], Z: [M, N]";
      t.expressions = "'Z[m, n] = A[m, k] * B[k, n] * D[k]'";
    }));
  }
  out.push_back(with(spmm("Flattened"), "Flattened", [](Tiled& t) {
    t.mapping = mapped(
        "(M, K): [flatten()]\n      MK: [uniform_occupancy(A.8)]\n      "
        "N: [uniform_shape(32)]",
        "MK1, N1, MK0, N0", "MK1, N0", "N1, MK0");
    t.bindings = bound("Warp", "{rank: MK1}") + bound("Lane", "{rank: N0}") + held("MK1");
  }));
  return out;
}

class LaneTilesRun : public testing::TestWithParam<Tiled> {};

TEST_P(LaneTilesRun, gives_what_reference_math_says) {
  // Rows of none, some and many chunks; columns that fill the lanes, and that do not.
  expect_right(GetParam(), {{37, 70, 61, 1},
                            {4, 64, 8, 1},
                            {5, 33, 17, 1},
                            {9, 3, 100, 1},
                            {1, 1, 1, 1},
                            {0, 5, 4, 1},
                            {7, 3, 0, 1},
                            {5, 0, 9, 1}});
}

INSTANTIATE_TEST_SUITE_P(All, LaneTilesRun, testing::ValuesIn(all_in_lanes()),
                         [](const auto& info) { return info.param.name; });

struct Refused {
  std::string name;
  Tiled spec;
  std::string why;
};

void PrintTo(const Refused& r, std::ostream* out) { *out << r.name; }

std::vector<Refused> all_refused() {
  const auto change = [](const std::string& from, const std::string& to) {
    return with(spmm(""), "", [&](Tiled& t) {
      for (std::string* part : {&t.mapping, &t.bindings, &t.formats})
        if (const size_t at = part->find(from); at != std::string::npos)
          part->replace(at, from.size(), to);
    });
  };
  const Tiled lanes_walk = with(spmm(""), "", [](Tiled& t) {
    t.mapping = mapped("M: [uniform_shape(4)], K: [uniform_occupancy(A.8)]", "M1, M0, K1, K0, N",
                       "M1, M0, K0", "K1, N");
    t.bindings = places + bound("Lane", "{rank: K0}") + held("K1");
  });
  const Tiled rows_of_lanes = with(spmm(""), "", [](Tiled& t) {
    t.mapping = mapped("M: [uniform_shape(4)], K: [uniform_occupancy(A.8)]", "M1, M0, K1, K0, N",
                       "M1, M0", "K1, K0, N");
    t.bindings = bound("Block", "{rank: M1}") + bound("Lane", "{rank: M0}") + held("K1");
  });
  const Tiled no_lanes = with(spmm(""), "", [](Tiled& t) {
    t.mapping = mapped("K: [uniform_occupancy(A.8)]", "M, K1, K0, N", "M", "K1, K0, N");
    t.bindings = held("K1");
  });
  const Tiled merged = with(spmm(""), "", [](Tiled& t) {
    t.formats = stored("A", "M K", "UC") + stored("B", "K N", "CU");
  });
  const Tiled shared_sums = with(spmm(""), "", [](Tiled& t) {
    t.declaration = "A: [K], B: [M, K], Z: [K]";
    t.expressions = "'Z[k] = B[m, k] * A[k]'";
    t.formats = stored("A", "K", "C") + stored("B", "M K", "UU");
    t.mapping = mapped("K: [uniform_occupancy(A.8)]", "K1, K0, M", "M", "K1, K0");
    t.bindings = bound("Warp", "{rank: M}") + held("K1");
  });
  return {{"SharedSums", shared_sums, "the warps of a block sum together"},
          {"Merged", merged, "bind an Intersector that A leads"},
          {"TooMany", change("A.8", "A.33"), "at most 32 would fit"},
          {"NoBound", change("evict-on: K1", "evict-on: N2"), "has no bound"},
          {"Bitmask", change("K: {format: C}", "K: {format: B}"), "stored as a bitmask"},
          {"LanesWalk", lanes_walk, "walks position by position"},
          {"RowsOfLanes", rows_of_lanes, "differs among the lanes"},
          {"NoLanes", no_lanes, "no rank is bound to Lane or Warp"}};
}

class LaneTilesRefused : public testing::TestWithParam<Refused> {};

TEST_P(LaneTilesRefused, says_why_at_the_binding) {
  const std::string told = refusal_of(GetParam().spec);
  EXPECT_NE(told.find(GetParam().why), std::string::npos) << told << spec_of(GetParam().spec);
  EXPECT_NE(told.find("component: Registers"), std::string::npos) << told;
}

INSTANTIATE_TEST_SUITE_P(All, LaneTilesRefused, testing::ValuesIn(all_refused()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace teaal::exec
