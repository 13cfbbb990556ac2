#include <gtest/gtest.h>

#include "tests/unit/passes/snapshots.h"

namespace teaal::passes {
namespace {

// L says where PA and PB both hold something; blocks of Z list it, 64 k's at a time.
const char* const cascade = R"x(einsum:
  declaration: { A: [M, K], B: [N, K], W: [K], PA: [M, K], PB: [N, K], L: [M, N, K], Z: [M, N] }
  expressions:
    - PA[m, k] = A[m, k]
    - PB[n, k] = B[n, k]
    - L[m, n, k] = PA[m, k] * PB[n, k]
    - Z[m, n] = L[m, n, k] * W[k]
  operators: { PA: { map: "A != 0" }, PB: { map: "B != 0" }, Z: { map: "W * (L != 0)" } }
mapping:
  partitioning: { Z: { K: [uniform_shape(64), uniform_occupancy(L.4)] } }
  loop-order: { Z: [M, N, K2, K1, K0] }
  spacetime: { Z: { space: [M, N], time: [K2, K1, K0] } }
format:
  A: { default: { rank-order: [M, K], M: { format: U }, K: { format: U } } }
  B: { default: { rank-order: [N, K], N: { format: U }, K: { format: U } } }
  W: { default: { rank-order: [K], K: { format: U } } }
  PA: { default: { rank-order: [M, K], M: { format: U }, K: { format: U, pbits: 1 } } }
  PB: { default: { rank-order: [N, K], N: { format: U }, K: { format: U, pbits: 1 } } }
  L:
    default: { rank-order: [M, N, K], M: { format: U }, N: { format: U }, K: { format: U, pbits: 1 } }
    list: { view-of: default, rank-order: [M, N, K], M: { format: U }, N: { format: U }, K: { format: C } }
bindings:
  Z:
  - config: gpu
  - { component: Block, bindings: [{ rank: M }, { rank: N }] }
  - { component: Shared, bindings: [{ tensor: L, rank: K, type: elem, format: list, evict-on: K2 }] }
)x";

std::string edited(const std::vector<std::pair<std::string, std::string>>& edits) {
  std::string out = cascade;
  for (const auto& [from, to] : edits) {
    EXPECT_NE(out.find(from), std::string::npos) << from;
    out.replace(out.find(from), from.size(), to);
  }
  return out;
}

std::string after(const char* pass, const std::string& spec) {
  Diagnostics diagnostics;
  std::string out;
  for (const Snapshot& s : compile("common", spec, {}, diagnostics))
    if (s.pass == pass) out = s.text;
  EXPECT_FALSE(out.empty()) << rendered(diagnostics);
  return out;
}

TEST(ListCommon, leaves_the_ir_that_the_golden_shows) {
  Diagnostics diagnostics;
  for (const Snapshot& s : compile("common", cascade, {}, diagnostics))
    if (s.pass == "list_common") expect_golden(s, "common");
}

TEST(ListCommon, lists_words_of_both) {
  const std::string text = after("pack_bits", cascade);
  EXPECT_NE(text.find("@list_common_bits("), std::string::npos) << text;
  EXPECT_EQ(text.find("L_bits"), std::string::npos) << text;
}

// A box of PA is copied elsewhere, so it takes whole elements; PB, which is listed beside it, too.
TEST(ListCommon, lists_whole_elements_of_both_where_one_takes_them) {
  const std::string text = after(
      "pack_bits",
      edited(
          {{"Z: [M, N] }", "Z: [M, N], Y: [M] }"},
           {"    - Z[m, n]", "    - Y[m] = PA[m, k] * W[k]\n    - Z[m, n]"},
           {"partitioning: { Z:", "partitioning: { Y: { K: [uniform_shape(8)] }, Z:"},
           {"loop-order: { Z:", "loop-order: { Y: [M, K1, K0], Z:"},
           {"spacetime: { Z:", "spacetime: { Y: { space: [M], time: [K1, K0] }, Z:"},
           {"bindings:\n",
            "bindings:\n  Y:\n  - config: gpu\n  - { component: Block, bindings: [{ rank: M }] }\n"
            "  - { component: Shared, bindings: [{ tensor: PA, rank: K, type: elem, evict-on: K1 "
            "}] }\n"}}));
  EXPECT_NE(text.find("@list_common("), std::string::npos) << text;
  EXPECT_NE(text.find("note \"PB takes whole elements, not one bit each: it is listed beside PA"),
            std::string::npos)
      << text;
}

// Whoever wants more of L than a list needs it computed.
TEST(ListCommon, leaves_alone_what_is_more_than_a_list) {
  for (const std::string& spec :
       {edited({{"W * (L != 0)", "W * L"}}),
        edited({{"bindings: [{ tensor: L, rank: K, type: elem, format: list, evict-on: K2 }] }",
                 "bindings: [{ tensor: W, rank: K, type: elem, evict-on: K2 }] }"},
                {", uniform_occupancy(L.4)]", "]"},
                {"[M, N, K2, K1, K0]", "[M, N, K1, K0]"},
                {"[K2, K1, K0] } }", "[K1, K0] } }"},
                {"evict-on: K2", "evict-on: K1"}}),
        edited({{"PA[m, k] * PB[n, k]", "PA[m, k] * A[m, k]"}}),
        edited({{"map: \"A != 0\"", "map: \"A\""}}),
        edited({{"- Z[m, n] = L[m, n, k] * W[k]", "- Z[m, n] = L[m, n, k] * W[k] * PA[m, k]"},
                {"W * (L != 0)", "W * PA * (L != 0)"}})})
    EXPECT_NE(after("list_common", spec).find("kernel common_L {"), std::string::npos) << spec;
}

}  // namespace
}  // namespace teaal::passes
