#include <gtest/gtest.h>

#include "tests/unit/passes/snapshots.h"

namespace teaal::passes {
namespace {

// The IR behind the last pass.
std::string lowered(const std::string& spec) {
  Diagnostics diagnostics;
  const auto snapshots = compile("sizes", spec, {}, diagnostics);
  EXPECT_FALSE(snapshots.empty()) << rendered(diagnostics);
  return snapshots.empty() ? "" : snapshots.back().text;
}

std::string line_with(const std::string& text, const std::string& part) {
  const size_t at = text.find(part);
  if (at == std::string::npos) return "";
  const size_t begin = text.rfind('\n', at) + 1;
  return text.substr(begin, text.find('\n', at) - begin);
}

const std::string matrix_vector =
    "einsum:\n  declaration: {A: [M, K], B: [K], Z: [M]}\n"
    "  expressions:\n    - Z[m] = A[m, k] * B[k]\n";

// Blocks have as many threads as they need, and no more blocks are launched than that leaves.
TEST(FitSizes, counts_what_a_launch_bounds) {
  const std::string text = lowered(matrix_vector + "mapping:\n  loop-order: {Z: [M, K]}\n");
  EXPECT_NE(line_with(text, "let workers_M").find("offset"), std::string::npos) << text;
  EXPECT_NE(line_with(text, "for m:").find("offset"), std::string::npos) << text;
}

// Steps of all lanes over tiles that are as long as extents lead too far.
TEST(FitSizes, leaves_what_nothing_bounds) {
  const std::string text =
      lowered(matrix_vector +
              "mapping:\n  partitioning: {Z: {M: [uniform_shape(500000000)]}}\n"
              "  loop-order: {Z: [M1, M0, K]}\n"
              "  spacetime: {Z: {space: [M1], time: [M0, K]}}\n"
              "bindings:\n  Z:\n  - config: gpu\n"
              "  - {component: Lane, bindings: [{rank: M1}]}\n");
  EXPECT_NE(line_with(text, "for m1:").find("size"), std::string::npos) << text;
}

// Two extents may multiply to more than 32 bits hold; where an element of an array is may not.
TEST(FitSizes, counts_no_products_of_extents) {
  const std::string text = lowered(
      "einsum:\n  declaration: {A: [M, N, K], Z: [M, N]}\n"
      "  expressions:\n    - Z[m, n] = A[m, n, k]\n"
      "mapping:\n  partitioning:\n    Z:\n      (M, N, K): [flatten()]\n"
      "      MNK: [uniform_occupancy(A.4)]\n"
      "  loop-order: {Z: [MNK1, MNK0]}\n  spacetime: {Z: {space: [MNK1], time: [MNK0]}}\n");
  EXPECT_NE(line_with(text, "let Z_key").find("size"), std::string::npos) << text;
}

}  // namespace
}  // namespace teaal::passes
