#include <gtest/gtest.h>

#include "tests/exec/staged.h"

// What warps skip each for itself: by lists of their own, by whole tiles, by groups of columns.
namespace teaal::exec {
namespace {

const std::string own_lists = bound("WarpIntersect", "{rank: K0, format: pattern, type: compact}");
const std::string warp_patterns =
    "  A: {rank-order: [M2, K1, K0], M2: {format: U}, K1: {format: U}, K0: {format: B}}\n"
    "  B: {rank-order: [N2, K1, K0], N2: {format: U}, K1: {format: U}, K0: {format: B}}\n";

// Blocks of 16 x 32, four warps of 8 x 16, lanes of 2 x 4.
Staged by_warps(const std::string& name, const std::string& bindings,
                const std::string& patterns = warp_patterns) {
  Staged out = {name,
                matrices,
                product,
                "{M: [uniform_shape(16), uniform_shape(8), uniform_shape(2)], N: "
                "[uniform_shape(32), uniform_shape(16), uniform_shape(4)], K: [uniform_shape(8)]}",
                "[M3, N3, K1, K0, M2, N2, M1, N1, M0, N0]",
                "[M3, N3, M2, N2, M1, N1]",
                "[K1, K0, M0, N0]",
                bound("Block", "{rank: M3}, {rank: N3}") + bound("Warp", "{rank: M2}, {rank: N2}") +
                    bound("Lane", "{rank: M1}, {rank: N1}") +
                    bound("Registers", "{tensor: C, rank: M0, evict-on: N3}") + bindings,
                patterns};
  out.densities = {0.9, 0.08, 0.01};
  return out;
}

std::vector<Staged> cases() {
  const std::string only_b = warp_patterns.substr(warp_patterns.find("  B"));
  std::vector<Staged> out = {
      by_warps("Lists", own_lists),
      by_warps("ListsOfB", own_lists, only_b),
      by_warps("ListsOfTiles",
               bound("WarpIntersect", "{rank: K1, format: pattern, type: compact}")),
      by_warps("ListsOfTilesWalked", bound("WarpIntersect",
                                           "{rank: K1, format: pattern, type: compact}, {rank: K0, "
                                           "format: pattern, type: walk}")),
  };
  for (const char* type : {"f64", "bf16"}) {
    out.push_back(by_warps(std::string("Lists_") + type, own_lists));
    out.back().type = type;
  }
  out.push_back(by_warps("ListsPersistent", own_lists));
  out.back().bindings.replace(out.back().bindings.find("{rank: M3}"), 10,
                              "{rank: M3, style: persistent}");
  // Blocks share sums, and warps too.
  out.push_back(by_warps("ListsOverBlocks", own_lists + bound("Block", "{rank: K2}")));
  out.back().partitioning.replace(out.back().partitioning.rfind("[uniform_shape(8)]"), 18,
                                  "[uniform_shape(32), uniform_shape(8)]");
  out.back().order = "[M3, N3, K2, K1, K0, M2, N2, M1, N1, M0, N0]";
  out.back().space = "[M3, N3, K2, M2, N2, M1, N1]";
  // Whole tiles of 8 k's, of what the block has staged 32 of.
  out.push_back(
      by_warps("TilesTested",
               bound("Shared", shared("A", "K1", "K2", 2) + ", " + shared("B", "K1", "K2", 2)) +
                   bound("WarpIntersect", "{rank: K1, format: pattern, type: test}")));
  out.back().partitioning.replace(out.back().partitioning.rfind("[uniform_shape(8)]"), 18,
                                  "[uniform_shape(32), uniform_shape(8)]");
  out.back().order = "[M3, N3, K2, K1, K0, M2, N2, M1, N1, M0, N0]";
  out.back().time = "[K2, K1, K0, M0, N0]";
  // A warp has 8 columns, which a pattern is for.
  out.push_back({"ColumnGroups", matrices, product,
                 "{M: [uniform_shape(32), uniform_shape(4)], N: [uniform_shape(32), "
                 "uniform_shape(8), uniform_shape(2)], K: [uniform_shape(8)]}",
                 "[M2, N3, K1, K0, N2, M1, N1, M0, N0]", "[M2, N3, N2, M1, N1]", "[K1, K0, M0, N0]",
                 bound("Block", "{rank: M2}, {rank: N3}") + bound("Warp", "{rank: N2}") +
                     bound("Lane", "{rank: M1}, {rank: N1}") + both_tiles(2) +
                     bound("WarpIntersect", "{rank: K0, format: pattern, type: walk}"),
                 warp_patterns});
  return out;
}

class WarpSkips : public testing::TestWithParam<Staged> {};

TEST_P(WarpSkips, AreWhatReferenceMathSays) { expect_right(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Kernels, WarpSkips, testing::ValuesIn(cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace teaal::exec
