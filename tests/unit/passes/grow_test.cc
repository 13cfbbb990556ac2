#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/passes/snapshots.h"

// Tiles that grow (DRT), and what counts the elements in front of them.
namespace teaal::passes {
namespace {

// Of Z[m, n] = A[k, m] * B[k, n] behind a pass.
std::string behind(const std::string& pass, const std::string& drt, const std::string& order,
                   Diagnostics& diagnostics) {
  const std::string spec =
      "einsum:\n  declaration: { A: [K, M], B: [K, N], Z: [M, N] }\n"
      "  expressions: [\"Z[m, n] = A[k, m] * B[k, n]\"]\n"
      "mapping:\n  partitioning:\n    Z:\n"
      "      K: [uniform_shape(4)]\n      M: [uniform_shape(8)]\n      " +
      drt + "\n  loop-order: { Z: [" + order + "\n";
  const std::vector<Snapshot> all = compile("t", spec, {}, diagnostics);
  const auto found = std::ranges::find(all, pass, &Snapshot::pass);
  return found == all.end() ? "" : found->text;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Grow, counts_what_smaller_tiles_hold_for_the_loops_over_larger_ones) {
  Diagnostics diagnostics;
  const std::string text = behind("grow", "(K1, M1): [DRT(A.90), DRT(A.9)]",
                                  "K12, M12, K11, M11, K10, M10, N, K0, M0] }", diagnostics);
  EXPECT_TRUE(has(text, "tensor A_counts[K_TILES, M_TILES] intermediate")) << text;
  EXPECT_TRUE(has(text, "size M_TILES = @ceil_div(M, 8)")) << text;
  EXPECT_TRUE(has(text, "A_counts[k_tiles, m_tiles] += @choose(@differs(A[k, m], 0.0), 1.0, 0.0)"))
      << text;
  EXPECT_TRUE(has(text, "for k12 in K12 of K by 4 led by A grows to 90 by A_counts (K, M)"))
      << text;
  EXPECT_TRUE(has(text, "for m11 in M11 of M by 8 led by A grows to 9 by A_counts (K, M)")) << text;
  EXPECT_TRUE(has(text, "for k10 in K10 of K by 4 over")) << text;
}

// K12 and M12 make one tile, K11 and M11 one inside of that.
TEST(Grow, begins_beside_one_tile_of_a_rank_that_grows_with_it_and_else_beside_its_interval) {
  Diagnostics diagnostics;
  const std::string text = behind("coiterate", "(K1, M1): [DRT(A.90), DRT(A.9)]",
                                  "K12, M12, K11, M11, K10, M10, N, K0, M0] }", diagnostics);
  const auto call_of = [&](const std::string& end) {
    const size_t at = text.find("@grown(", text.find("let " + end + ": "));
    return text.substr(at, text.find('\n', at) - at);
  };
  EXPECT_TRUE(
      has(call_of("k12_end"), "M_TILES, 0, min(@ceil_div(M, 8), 1), @ceil_div(M, 8), 1, 90)"))
      << call_of("k12_end");
  EXPECT_TRUE(has(call_of("m12_end"),
                  "k12 / 4, @ceil_div(k12_end, 4), @ceil_div(k12_end, 4), M_TILES, 90)"))
      << call_of("m12_end");
  EXPECT_TRUE(has(call_of("k11_end"), "m12 / 8, min(@ceil_div(m12_end, 8), m12 / 8 + 1)"))
      << call_of("k11_end");
  EXPECT_TRUE(has(call_of("m11_end"), "k11 / 4, @ceil_div(k11_end, 4), @ceil_div(k11_end, 4)"))
      << call_of("m11_end");
}

// A tile of M11 begins where others ended, so that no worker has an element alone. Those of M0 have
// the coordinates of a smaller tile, always the same ones.
TEST(Grow, leaves_workers_inside_of_smaller_tiles_their_own_elements) {
  Diagnostics diagnostics;
  const std::string text =
      behind("accumulate", "(K1, M1): [DRT(A)]",
             "K11, M11, K10, M10, M0, N, K0] }\n  spacetime: { Z: { space: [M11, M0], time: [K11, "
             "K10, M10, N, K0] } }",
             diagnostics);
  EXPECT_TRUE(has(text, "worker M11 @block @ceil_div(M, 8) copies")) << text;
  EXPECT_TRUE(has(text, "worker M0 @warp min(8, M) none")) << text;
}

}  // namespace
}  // namespace teaal::passes
