#include <gtest/gtest.h>

#include "tests/unit/passes/snapshots.h"

namespace teaal::passes {
namespace {

// PA says where A holds something, PB where B does, L where both do; Z counts the places.
const char* const lanes_along_words = "[M, N, K1], time: [K0]";

std::string cascade(const std::string& map_of_a, const std::string& space = lanes_along_words,
                    const std::string& more = "") {
  return R"(einsum:
  declaration: { A: [M, K], B: [N, K], PA: [M, K], PB: [N, K], L: [M, N, K], Z: [M, N] }
  expressions:
    - PA[m, k] = A[m, k]
    - PB[n, k] = B[n, k]
    - L[m, n, k] = PA[m, k] * PB[n, k]
    - Z[m, n] = L[m, n, k]
  operators: { PA: { map: ")" +
         map_of_a + R"(" }, PB: { map: "B != 0" } }
mapping:
  partitioning: { L: { K: [uniform_shape(32)] } }
  loop-order: { L: [M, N, K1, K0], Z: [K, M, N] }
  spacetime: { L: { space: )" +
         space + R"( } }
format:
  A: { default: { rank-order: [M, K], M: { format: U }, K: { format: U } } }
  B: { default: { rank-order: [N, K], N: { format: U }, K: { format: U } } }
  PA: { default: { rank-order: [M, K], M: { format: U }, K: { format: U, pbits: 1 } } }
  PB: { default: { rank-order: [N, K], N: { format: U }, K: { format: U, pbits: 1 } } }
  L: { default: { rank-order: [M, N, K], M: { format: U }, N: { format: U }, K: { format: U, pbits: 1 } } }
)" + more;
}

std::string packed(const std::string& spec, const char* pass = "pack_bits") {
  Diagnostics diagnostics;
  std::string out;
  for (const Snapshot& s : compile("bits", spec, {}, diagnostics))
    if (s.pass == pass) out = s.text;
  EXPECT_FALSE(out.empty()) << rendered(diagnostics);
  return out;
}

TEST(PackBits, gives_an_element_one_bit_and_goes_from_words_to_words) {
  const std::string text = packed(cascade("A != 0"));
  for (const char* part :
       {"workspace L_bits: mask = @ceil_div(M * N * K, 32) + 1\n", "step zero L_bits\n",
        "run @put_bit(PA_bits, ", "note \"L takes one bit an element\"\n",
        // A lane's 32 iterations are one word.
        "run @put_bits(L_bits, ", "@common_bits(@bits_side_by_side(PA_bits, "})
    EXPECT_NE(text.find(part), std::string::npos) << part << text;
  EXPECT_EQ(text.find("L_values"), std::string::npos) << text;
  EXPECT_EQ(text.find("view L of L"), std::string::npos) << text;
}

// A loop of any length has as many words as it needs.
TEST(PackBits, goes_through_a_whole_rank_by_words) {
  std::string spec = cascade("A != 0");
  for (const auto& [from, to] :
       {std::pair("  partitioning: { L: { K: [uniform_shape(32)] } }\n", ""),
        {"L: [M, N, K1, K0]", "L: [M, N, K]"},
        {"space: [M, N, K1], time: [K0]", "space: [M, N], time: [K]"}}) {
    const std::string text = from;
    ASSERT_NE(spec.find(text), std::string::npos) << text << spec;
    spec.replace(spec.find(text), text.size(), to);
  }
  const std::string text = packed(spec);
  for (const char* part :
       {"for k: size = 0 to K step 32 {", "let bits_here: int = @int(min(32, @size(K) - k))\n",
        "run @put_bits(L_bits, "})
    EXPECT_NE(text.find(part), std::string::npos) << part << text;
}

// Neighbours that a thread sets one behind the other, each to what its lanes come to, are a word of
// its own until all are known.
TEST(PackBits, gathers_the_neighbours_of_a_thread_in_a_word) {
  const std::string text = packed(R"(einsum:
  declaration: { A: [M, K, H], P: [M, K], Z: [M] }
  expressions: [ "P[m, k] = A[m, k, h]", "Z[m] = P[m, k]" ]
  operators: { P: { map: "A != 0", reduce: or } }
mapping:
  partitioning: { P: { K: [uniform_shape(4)] } }
  loop-order: { P: [M, K1, H, K0], Z: [K, M] }
  spacetime: { P: { space: [M, K1, H], time: [K0] } }
format:
  A: { default: { rank-order: [M, K, H], M: { format: U }, K: { format: U }, H: { format: U } } }
  P: { default: { rank-order: [M, K], M: { format: U }, K: { format: U, pbits: 1 } } }
)");
  for (const char* part :
       {"var bits: mask = 0\n", "@bit(k0_turn)", "run @put_bits(P_bits, ", ", bits, 4)\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << text;
  EXPECT_EQ(text.find("@put_bit(P_bits"), std::string::npos) << text;
}

// The first array has no kernel in front that could.
TEST(ZeroAhead, lets_kernels_in_front_set_bits_to_0) {
  const std::string text = packed(cascade("A != 0"), "zero_ahead");
  EXPECT_NE(text.find("step zero PA_bits\n"), std::string::npos) << text;
  for (const char* array : {"PB_bits", "L_bits"}) {
    const std::string bits = array;
    EXPECT_EQ(text.find("step zero " + bits), std::string::npos) << text;
    const size_t zeroed = text.find("      " + bits + "(element) = 0\n"),
                 set = std::min(text.find("put_bit(" + bits), text.find("put_bits(" + bits));
    EXPECT_LT(zeroed, set) << text;
    EXPECT_NE(set, std::string::npos) << text;
    EXPECT_NE(text.find("param size " + bits + "_elements = "), std::string::npos) << text;
  }
}

// What a format asks for, but not all elements allow.
TEST(PackBits, keeps_whole_elements_where_they_may_hold_other_numbers) {
  const std::string text = packed(cascade("A"));
  EXPECT_NE(text.find("note \"PA takes whole elements, though its format has pbits: 1"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("note \"L takes whole elements"), std::string::npos) << text;
  EXPECT_NE(text.find("PB_bits"), std::string::npos) << text;
  EXPECT_EQ(text.find("PA_bits"), std::string::npos) << text;
}

// A box of elements is copied, and a kernel that is fused reads what it has set.
TEST(PackBits, keeps_whole_elements_where_a_kernel_wants_more_of_them) {
  const std::string copied = packed(cascade("A != 0", "[M, K0], time: [N, K1]", R"(bindings:
  L:
  - config: gpu
  - { component: Block, bindings: [{ rank: M }] }
  - { component: Lane, bindings: [{ rank: K0 }] }
  - { component: Shared, bindings: [{ tensor: PA, rank: K, type: elem, evict-on: K1 }] }
)"));
  EXPECT_NE(copied.find("note \"PA takes whole elements, not one bit each: bits_L uses several"),
            std::string::npos)
      << copied;
  const std::string fused = packed(R"(einsum:
  declaration: { A: [M, K], P: [M, K], Z: [M, N], W: [K, N] }
  expressions: [ "P[m, k] = A[m, k]", "Z[m, n] = P[m, k] * W[k, n]" ]
  operators: { P: { map: "A != 0" } }
format:
  P: { default: { rank-order: [M, K], M: { format: U }, K: { format: U, pbits: 1 } } }
)");
  EXPECT_NE(fused.find("reads what it has set"), std::string::npos) << fused;
}

// No loop is left around a block's only iteration, and no launch has fewer blocks than iterations.
TEST(Map, leaves_out_the_loop_of_blocks_that_have_one_iteration_each) {
  const auto mapped = [](const std::string& style) {
    const std::string spec = R"(einsum:
  declaration: { A: [M, K], B: [K], Z: [M] }
  expressions: [ "Z[m] = A[m, k] * B[k]" ]
mapping:
  partitioning: { Z: { M: [uniform_shape(64)] } }
  loop-order: { Z: [M1, M0, K] }
  spacetime: { Z: { space: [M1, M0], time: [K] } }
bindings:
  Z:
  - config: gpu
  - { component: Block, bindings: [{ rank: M1)" +
                             style + R"( }] }
  - { component: Warp, bindings: [{ rank: M0 }] }
)";
    Diagnostics diagnostics;
    std::string out;
    for (const Snapshot& s : compile("blocks", spec, {}, diagnostics))
      if (s.pass == "map") out = s.text;
    EXPECT_FALSE(out.empty()) << rendered(diagnostics);
    return out;
  };
  const std::string loop = "for m1: size = worker_M1 * 64 to M step workers_M1 * 64 {";
  EXPECT_NE(mapped("").find(loop), std::string::npos);
  const std::string once = mapped(", style: once");
  EXPECT_EQ(once.find(loop), std::string::npos) << once;
  for (const char* part : {"if worker_M1 * 64 < M {", "let m1: size = worker_M1 * 64\n",
                           "launch min(max(min(@ceil_div(M, 64), 2147483647), 1), 2147483648), "})
    EXPECT_NE(once.find(part), std::string::npos) << part << once;
}

}  // namespace
}  // namespace teaal::passes
