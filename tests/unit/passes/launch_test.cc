#include <gtest/gtest.h>

#include "tests/unit/passes/snapshots.h"

namespace teaal::passes {
namespace {

// A launch of more threads than a kernel is bounded to fails.
TEST(Map, bounds_registers_for_the_threads_that_the_launch_has) {
  const std::string spec =
      "einsum:\n  declaration: {A: [M, K], B: [K], Z: [M]}\n"
      "  expressions:\n    - Z[m] = A[m, k] * B[k]\n";
  const auto bound = [&](const std::string& mapping, const std::string& block,
                         const std::string& others) {
    Diagnostics diagnostics;
    const auto snapshots =
        compile("bound",
                spec + mapping + "bindings:\n  Z:\n  - config: gpu\n" +
                    "  - {component: Block, resident: 4" + block + "}\n" + others,
                {}, diagnostics);
    EXPECT_FALSE(snapshots.empty()) << rendered(diagnostics);
    if (snapshots.empty()) return std::string();
    const std::string& text = snapshots.back().text;
    const size_t at = text.find("threads "), end = text.find('\n', at);
    return at == std::string::npos ? text : text.substr(at, end - at);
  };
  const std::string space = "mapping:\n  spacetime: {Z: {space: [M, K], time: []}}\n";
  EXPECT_EQ(bound("", "", ""), "threads 256 resident 4");
  EXPECT_EQ(
      bound(space, ", bindings: [{rank: M}]", "  - {component: Lane, bindings: [{rank: K}]}\n"),
      "threads 32 resident 4");
  EXPECT_EQ(
      bound(space, ", bindings: [{rank: M}]", "  - {component: Warp, bindings: [{rank: K}]}\n"),
      "threads 256 resident 4");
  EXPECT_EQ(bound("mapping:\n  partitioning: {Z: {M: [uniform_shape(16), uniform_shape(4)]}}\n"
                  "  loop-order: {Z: [M2, M1, M0, K]}\n"
                  "  spacetime: {Z: {space: [M2, M1], time: [M0, K]}}\n",
                  ", bindings: [{rank: M2}]", "  - {component: Warp, bindings: [{rank: M1}]}\n"),
            "threads 128 resident 4");
}

}  // namespace
}  // namespace teaal::passes
