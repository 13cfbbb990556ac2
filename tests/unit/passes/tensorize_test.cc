#include <gtest/gtest.h>

#include "tests/unit/passes/snapshots.h"

namespace teaal::passes {
namespace {

// Of a warp: 16 rows along M, 16 columns along N, whose lanes' loops stand inside of K.
std::string product(const std::string& k, const std::string& arithmetic) {
  return R"(einsum:
  declaration: { A: [M, K], B: [K, N], Z: [M, N] }
  expressions: ["Z[m, n] = A[m, k] * B[k, n]"]
mapping:
  partitioning:
    Z: { M: [uniform_shape(16), uniform_shape(2)], N: [uniform_shape(16), uniform_shape(8), uniform_shape(2)],
         K: [uniform_shape()" +
         k + R"()] }
  loop-order: { Z: [M2, N3, K1, K0, M1, N2, N1, M0, N0] }
  spacetime: { Z: { space: [M2, N3, M1, N1], time: [K1, K0, N2, M0, N0] } }
format: { A: { default: { rank-order: [M, K], M: { format: U }, K: { format: U } } },
          B: { default: { rank-order: [K, N], K: { format: U }, N: { format: U } } } }
bindings:
  Z:
  - config: gpu
  - { component: Block, bindings: [{ rank: M2 }, { rank: N3 }] }
  - { component: Lane, bindings: [{ rank: M1 }, { rank: N1 }] }
  - { component: TensorCore, bindings: [{ op: mul, type: )" +
         arithmetic + " }, { op: add }] }\n";
}

std::string tensorized(const std::string& spec, bool narrow = false) {
  Diagnostics diagnostics;
  std::string out;
  for (const Snapshot& s : compile("product", spec, {}, diagnostics, narrow))
    if (s.pass == "tensorize") out = s.text;
  EXPECT_FALSE(out.empty()) << rendered(diagnostics);
  return out;
}

// Column g = 2 t + i is in iteration i of N2, of the t-th lane along N1; lanes are 4 g + k.
TEST(Tensorize, has_lanes_read_the_columns_that_they_multiply) {
  const std::string text = tensorized(product("8", "tf32"));
  for (const char* part :
       {"worker N2_of_column @lane 2 none lanes 2 apart 4\n",
        "worker N1_of_column @lane @ceil_div(min(8, min(16, N)), 2) none lanes 4 apart 8\n",
        "worker K0_of_column @lane 8 none lanes 4 apart 1\n",
        "column_words(n0_turn, n0_turn + 2)\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << text;
  EXPECT_EQ(text.find("columns_meet"), std::string::npos);
}

// Elements of 16 bits stay as they are: four neighbouring k's a lane, two in a word.
TEST(Tensorize, makes_words_of_neighbours_as_they_are_stored) {
  const std::string text = tensorized(product("16", "bf16"), true);
  for (const char* part :
       {"worker K0_of_row @lane 4 none lanes 4 apart 1\n", "registers row_values 8 stored\n",
        "@bf16_bits(row_values(own + own / 2 * 2), row_values(own + own / 2 * 2 + 2))\n",
        "registers column_values 8 stored\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << text;
  // A lies along K, so the loop over a lane's k's is the innermost; B does not.
  const size_t rows = text.find("registers row_values"), columns = text.find("registers column_");
  const auto innermost = [&](size_t from, const char* access) {
    const size_t at = text.find(access, from);
    return text.substr(text.rfind("for ", at), 6);
  };
  EXPECT_EQ(innermost(rows, "A["), "for k0") << text;
  EXPECT_EQ(innermost(columns, "B["), "for n0") << text;
}

// Of 32 bits, where a lane's rows stand apart, its k's do, too.
TEST(Tensorize, leaves_ks_of_32_bits_apart) {
  const std::string text = tensorized(product("16", "bf16"));
  EXPECT_NE(text.find("worker K0_of_row @lane 16 none lanes 4 apart 1\n"), std::string::npos)
      << text;
}

// One scale a tensor: found in front of the kernel, and taken back behind all of the reduction.
TEST(Tensorize, scales_tensors_by_what_kernels_in_front_find) {
  const std::string text = tensorized(product("16", "1xf16"));
  size_t at = 0;
  for (const char* part :
       {"let row_scale: value = @scale_of(row_largest)\n", "for k1 in K1 of K by 16", "mma 1xf16",
        "= @scaled_back(sums(own), row_largest, column_largest)\n", "Z[m0, n0] = sums",
        "step launch product_Z_A_largest_of_shares\n", "step launch product_Z_A_largest\n",
        "step launch product_Z\n"}) {
    const size_t found = text.find(part, at);
    ASSERT_NE(found, std::string::npos) << part << text;
    at = found;
  }
}

// A side of two factors is scaled by what the warp has of it.
TEST(Tensorize, scales_what_a_warp_has_of_products) {
  std::string spec = product("16", "1xf16");
  spec.replace(spec.find("Z: [M, N] }"), 11, "S: [M], Z: [M, N] }");
  spec.replace(spec.find("= A[m, k]"), 9, "= S[m] * A[m, k]");
  const std::string text = tensorized(spec);
  EXPECT_NE(text.find("@lane_max("), std::string::npos) << text;
  EXPECT_EQ(text.find("_largest_of_shares"), std::string::npos) << text;
}

}  // namespace
}  // namespace teaal::passes
