#include <gtest/gtest.h>

#include "tests/unit/spec/spec_text.h"

namespace teaal::einsum {
namespace {

const std::string matmul = R"(einsum:
  declaration:
    A: [K, M]
    B: [K, N]
    Z: [M, N]
  expressions:
    - Z[m, n] = A[k, m] * B[k, n]
)";
const std::string conv = R"(einsum:
  declaration:
    I: [W]
    F: [S]
    O: [Q]
  expressions:
    - O[q] = I[2 * q + s] * F[s]
)";

Cascade checked(const std::string& text, const Overrides& overrides = {}) {
  test::Checked out = test::check_text(text, overrides);
  EXPECT_TRUE(out.cascade) << out.text();
  return out.cascade ? *out.cascade : Cascade{};
}

std::string loops(const std::string& text) {
  const Cascade cascade = checked(text);
  return cascade.einsums.empty() ? "" : test::loop_names(cascade.einsums[0]);
}

std::string partitioned(const std::string& lines) {
  return matmul + "mapping:\n  partitioning:\n    Z:\n" + lines;
}

TEST(LoopOrder, DefaultIsOutputThenTheRest) {
  EXPECT_EQ(loops(matmul), "M N K");
  EXPECT_EQ(loops(conv), "Q S");
}

TEST(LoopOrder, DefaultSplitsInPlace) {
  EXPECT_EQ(loops(partitioned("      N: [uniform_shape(6), uniform_shape(3)]\n")), "M N2 N1 N0 K");
}

TEST(LoopOrder, DefaultAppendsAFlattenedRankUnlessItsSourcesAreNeighbours) {
  EXPECT_EQ(loops(partitioned("      K: [uniform_shape(4)]\n      (M, K0): [flatten()]\n"
                              "      MK0: [uniform_occupancy(A.5)]\n")),
            "N K1 MK01 MK00");
  EXPECT_EQ(loops(partitioned("      (M, N): [flatten()]\n")), "MN K");
  EXPECT_EQ(loops(partitioned("      (N, M): [flatten()]\n")), "K NM");
}

TEST(LoopOrder, OrderOfPartitioningKeysDoesNotMatter) {
  EXPECT_EQ(loops(partitioned("      MK0: [uniform_occupancy(A.5)]\n      (M, K0): [flatten()]\n"
                              "      K: [uniform_shape(4)]\n")),
            "N K1 MK01 MK00");
}

TEST(LoopOrder, ARankOfIndexMathMayReplaceAVariable) {
  const Cascade c = checked(conv + "mapping:\n  loop-order:\n    O: [W, Q]\n");
  EXPECT_EQ(test::loop_names(c.einsums[0]), "W Q");
  EXPECT_TRUE(c.einsums[0].loops[0].variables.empty());
  EXPECT_EQ(c.einsums[0].loops[1].variables, std::vector<std::string>{"q"});
}

TEST(LoopOrder, AFollowerRunsByItsBottomPart) {
  const Cascade c = checked(conv +
                            "mapping:\n  partitioning:\n    O:\n      Q: [uniform_shape(4)]\n"
                            "      W: [follow(Q)]\n  loop-order:\n    O: [Q1, W0, Q0]\n");
  ASSERT_EQ(c.einsums[0].loops.size(), 3u);
  EXPECT_EQ(c.einsums[0].loops[1].root, "W");
  EXPECT_EQ(c.einsums[0].loops[1].part, 0);
}

TEST(LoopOrder, AnOutputsOwnRankNameMayStandForTheVariable) {
  const std::string text = R"(einsum:
  declaration:
    A: [D, S]
    R: [V]
  expressions:
    - R[d] = A[d, s]
mapping:
  partitioning:
    R:
      D: [uniform_shape(4)]
      V: [follow(D)]
)";
  EXPECT_EQ(loops(text), "D1 D0 S");
  const Cascade c = checked(text + "  loop-order:\n    R: [V1, S, V0]\n");
  EXPECT_EQ(test::loop_names(c.einsums[0]), "V1 S V0");
  EXPECT_EQ(c.einsums[0].loops[0].root, "V");
  EXPECT_EQ(c.einsums[0].loops[0].variables, std::vector<std::string>{"d"});
  EXPECT_EQ(c.einsums[0].rank_of.at("d"), "D");
}

TEST(LoopOrder, LoopsKnowRootPartSpaceAndVariables) {
  const Cascade c =
      checked(partitioned("      K: [uniform_shape(4)]\n      (M, K0): [flatten()]\n"
                          "      MK0: [uniform_occupancy(A.5)]\n") +
              "  loop-order:\n    Z: [K1, MK01, N, MK00]\n"
              "  spacetime:\n    Z:\n      space: [MK00.coord]\n      time: [N, K1, MK01]\n");
  const Einsum& e = c.einsums.at(0);
  EXPECT_EQ(e.loops[3].root, "MK0");
  EXPECT_EQ(e.loops[3].part, 0);
  EXPECT_EQ(e.loops[1].part, 1);
  EXPECT_EQ(e.loops[3].variables, (std::vector<std::string>{"m", "k"}));
  EXPECT_TRUE(e.loops[3].space);
  EXPECT_EQ(e.loops[3].stamp, spec::Stamp::Kind::Coordinate);
  EXPECT_FALSE(e.loops[0].space);
  EXPECT_TRUE(e.has_spacetime);
  ASSERT_EQ(e.splits.size(), 2u);
  EXPECT_EQ(e.splits[0].root, "K");
  EXPECT_EQ(e.splits[1].root, "MK0");
  ASSERT_EQ(e.flattenings.size(), 1u);
  EXPECT_EQ(e.flattenings[0].ranks, (std::vector<std::string>{"M", "K0"}));
}

TEST(Cascade, TwoExpressionsOfOneOutputShareItsMapping) {
  const Cascade c = checked(R"(einsum:
  declaration:
    A: [M, N]
    B: [M, N]
    Z: [M, N]
  expressions:
    - Z[m, n] = A[m, n] + B[m, n]
    - Z[m, n] = A[m, n] * B[m, n]
mapping:
  loop-order:
    Z: [N, M]
)");
  ASSERT_EQ(c.einsums.size(), 2u);
  EXPECT_EQ(test::loop_names(c.einsums[0]), "N M");
  EXPECT_EQ(test::loop_names(c.einsums[1]), "N M");
}

TEST(Cascade, VariablesAreBoundedByTheirOwnRankOrTheOneTheyIndex) {
  const Cascade c = checked(R"(einsum:
  declaration:
    A: [I, K]
    P: [V]
    Z: [I, J]
    Y: []
  expressions:
    - Z[i, j] = A[i, k] * A[j, k]
    - Y[] = P[d] * a * b
)");
  EXPECT_EQ(c.einsums[0].rank_of.at("j"), "J");
  EXPECT_EQ(c.einsums[0].rank_of.at("k"), "K");
  EXPECT_EQ(c.einsums[1].rank_of.at("d"), "V");
  EXPECT_EQ(c.scalars, (std::vector<std::string>{"a", "b"}));
}

TEST(Cascade, SymbolsComeFromParamsUnderTheCommandLine) {
  const std::string text =
      partitioned("      K: [uniform_shape(TK)]\n      M: [uniform_shape(TM)]\n") +
      "params: {TK: 4, TM: 8}\n";
  const Cascade c = checked(text, {{{"TK", 16}}, {}});
  EXPECT_EQ(c.symbols.at("TK"), 16);
  EXPECT_EQ(c.symbols.at("TM"), 8);
  test::Checked unknown = test::check_text(text, {{{"TX", 16}}, {}});
  EXPECT_TRUE(unknown.cascade);
  EXPECT_TRUE(unknown.has(Code::Usage));
}

std::string storage(const Cascade& c, const char* tensor) {
  return format_text(c.find(tensor)->storage);
}

TEST(Storage, DefaultsAreToldAndKnownAsDefaults) {
  test::Checked out = test::check_text(matmul + "mapping:\n  rank-order:\n    A: [M, K]\n");
  ASSERT_TRUE(out.cascade);
  EXPECT_EQ(storage(*out.cascade, "A"), "M:U,K:C");
  EXPECT_EQ(storage(*out.cascade, "B"), "K:U,N:C");
  EXPECT_EQ(storage(*out.cascade, "Z"), "M:U,N:U");
  EXPECT_FALSE(out.cascade->find("A")->storage.chosen);
  EXPECT_TRUE(out.has(Code::FormatSection));
  EXPECT_EQ(storage(checked(conv), "I"), "W:U");
}

TEST(Storage, TheDefaultFormatWinsThenTheOnlyOneThenTheBoundOne) {
  const std::string rows = "    rows: {rank-order: [K, M], K: {format: C}, M: {format: C}}\n";
  const std::string columns = "    columns: {rank-order: [M, K], M: {format: U}}\n";
  const std::string usual = "    default: {rank-order: [M, K], M: {format: B}, K: {format: U}}\n";
  EXPECT_EQ(storage(checked(matmul + "format:\n  A:\n" + rows + usual), "A"), "M:B,K:U");
  EXPECT_EQ(storage(checked(matmul + "format:\n  A:\n" + rows), "A"), "K:C,M:C");
  const std::string bindings =
      "architecture:\n  Mine:\n  - name: System\n    local:\n    - {name: Memory, class: DRAM}\n"
      "bindings:\n  Z:\n  - config: Mine\n  - component: Memory\n    bindings:\n"
      "    - {tensor: A, rank: K, type: coord, format: columns}\n";
  EXPECT_EQ(storage(checked(matmul + "format:\n  A:\n" + rows + columns + bindings), "A"),
            "M:U,K:C");
  EXPECT_FALSE(test::check_text(matmul + "format:\n  A:\n" + rows + columns).cascade);
}

TEST(Storage, AViewIsNoStorage) {
  const Cascade c =
      checked(matmul +
              "format:\n  A:\n    rows: {rank-order: [K, M], K: {format: U}, M: {format: U}}\n"
              "    pattern: {rank-order: [K, M], view-of: rows, M: {format: B}}\n");
  EXPECT_EQ(storage(c, "A"), "K:U,M:U");
}

TEST(Storage, SplitAndFlattenedRanksKeepTheirNames) {
  const Cascade c =
      checked(partitioned("      K: [uniform_shape(4)]\n      (M, K0): [flatten()]\n") +
              "format:\n  A:\n    tiles: {rank-order: [K1, MK0], K1: {format: U}}\n");
  EXPECT_EQ(storage(c, "A"), "K1:U,MK0:C");
}

TEST(Storage, TheCommandLineOverridesEverything) {
  auto with = [](const std::string& format) {
    return storage(
        checked(matmul + "mapping:\n  rank-order:\n    A: [M, K]\n", {{}, {}, {{"A", format}}}),
        "A");
  };
  EXPECT_EQ(with("csr"), "K:U,M:C");
  EXPECT_EQ(with("csc"), "M:U,K:C");
  EXPECT_EQ(with("dcsr"), "K:C,M:C");
  EXPECT_EQ(with("coo"), "M:C,K:C");
  EXPECT_EQ(with("dense"), "M:U,K:U");
  EXPECT_EQ(with("csf"), "M:U,K:C");
  EXPECT_EQ(with("M:b,K:u"), "M:B,K:U");
}

TEST(Bindings, IntersectorsOfAnyConfigAreResolved) {
  const Cascade c = checked(matmul + R"(architecture:
  Mine:
  - name: System
    local:
    - {name: Skip, class: intersector, attributes: {type: skip-ahead}}
    - {name: Lead, class: Intersector, attributes: {type: leader-follower}}
bindings:
  Z:
  - {config: Mine, prefix: tmp/z}
  - {component: Skip, bindings: [{rank: M}]}
  - {component: Lead, bindings: [{rank: K, leader: B}]}
)");
  const auto& bound = c.einsums.at(0).intersectors;
  ASSERT_EQ(bound.size(), 2u);
  EXPECT_EQ(bound[0].kind, IntersectorBinding::Kind::SkipAhead);
  EXPECT_EQ(bound[1].kind, IntersectorBinding::Kind::LeaderFollower);
  EXPECT_EQ(bound[1].leader, "B");
}

TEST(Bindings, SpaceRanksAreBoundToLevelsOfTheGpu) {
  const Cascade c = checked(matmul + R"(mapping:
  spacetime:
    Z:
      space: [M, N]
      time: [K]
bindings:
  Z:
  - config: gpu
  - {component: Block, bindings: [{rank: M}]}
  - {component: Lane, bindings: [{rank: N}]}
  - {component: FMA, bindings: [{op: mul}, {op: add}]}
  - {component: LaneIntersect, bindings: [{rank: K, type: leader-follower, leader: A}]}
)");
  const Einsum& e = c.einsums.at(0);
  ASSERT_EQ(e.placements.size(), 2u);
  EXPECT_EQ(e.placements[0].rank, "M");
  EXPECT_EQ(e.placements[0].level, PlacementBinding::Level::Block);
  EXPECT_EQ(e.placements[1].level, PlacementBinding::Level::Lane);
  ASSERT_EQ(e.intersectors.size(), 1u);
  EXPECT_EQ(e.intersectors[0].kind, IntersectorBinding::Kind::LeaderFollower);
}

TEST(Bindings, ForeignBindingsAreRemarkedOncePerEinsum) {
  const test::Checked out =
      test::check_text(matmul +
                       "architecture:\n  Mine:\n  - name: System\n    local:\n"
                       "    - {name: Add, class: compute, attributes: {type: add}}\n"
                       "bindings:\n  Z:\n  - config: Mine\n  - component: Add\n"
                       "    bindings: [{op: add}]\n");
  ASSERT_TRUE(out.cascade) << out.text();
  int remarks = 0;
  for (const Diagnostic& d : out.diagnostics.all()) remarks += d.code == Code::Binding;
  EXPECT_EQ(remarks, 1);
}

}  // namespace
}  // namespace teaal::einsum
