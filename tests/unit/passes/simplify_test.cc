#include <gtest/gtest.h>

#include <regex>

#include "tests/unit/passes/snapshots.h"

namespace teaal::passes {
namespace {

std::string without_indents(const std::string& text) {
  return std::regex_replace(text, std::regex("\n +"), "\n");
}

// Rows of B that a block's list names, for columns of a block that has one iteration: positions in
// tiles are told by the loops inside of them, and threads meet once in front of what comes next.
TEST(Simplify, leaves_nothing_twice_around_tiles_that_a_list_names) {
  Diagnostics diagnostics;
  const char* spec = R"spec(einsum:
  declaration: { A: [M, K], B: [K, N], Z: [M, N] }
  expressions: ["Z[m, n] = A[m, k] * B[k, n]"]
  operators: { Z: { map: "B * (A != 0)" } }
mapping:
  partitioning: { Z: { K: [uniform_shape(64), uniform_occupancy(A.16)], N: [uniform_shape(128), uniform_shape(4)] } }
  loop-order: { Z: [M, N2, K2, K1, K0, N1, N0] }
  spacetime: { Z: { space: [M, N2, N1], time: [K2, K1, K0, N0] } }
format:
  A:
    default: { rank-order: [M, K], M: { format: U }, K: { format: U } }
    list: { rank-order: [M, K], view-of: default, M: { format: U }, K: { format: C } }
  B: { default: { rank-order: [K, N], K: { format: U }, N: { format: U } } }
bindings:
  Z:
  - config: gpu
  - { component: Block, bindings: [{ rank: M, style: once }, { rank: N2, style: once }] }
  - { component: Lane, bindings: [{ rank: N1 }] }
  - component: Shared
    bindings:
    - { tensor: A, rank: K, type: elem, format: list, evict-on: K2 }
    - { tensor: B, rank: K, type: elem, evict-on: K1, depth: 2 }
)spec";
  std::string before, behind;
  for (const Snapshot& s : compile("t", spec, {}, diagnostics)) {
    if (s.pass == "fit_sizes") before = without_indents(s.text);
    if (s.pass == "simplify") behind = without_indents(s.text);
  }
  const std::string twice = "barrier block\nbarrier block\n";
  EXPECT_NE(before.find(twice), std::string::npos) << before << rendered(diagnostics);
  EXPECT_EQ(behind.find(twice), std::string::npos) << behind;
  EXPECT_NE(behind.find("barrier block\n"), std::string::npos) << behind;
  EXPECT_NE(behind.find("B_tile_values(B_tile_K_at * 128 + @int(worker_N1 * 4))"),
            std::string::npos)
      << behind;
}

}  // namespace
}  // namespace teaal::passes
