#include "compiler/driver/tune/same_einsum.h"
#include "compiler/driver/tune/renamed_job.h"

#include "tests/unit/tune/specs.h"

namespace teaal::driver {
namespace {

using test::cascade_of;
using test::shipped;

const char* const product = "A: [I, J], B: [J], Z: [I]";

std::string renamed(const einsum::Cascade& a, const einsum::Cascade& b) {
  const auto found = same_einsum(a, b);
  return found ? found->text() : "another";
}

TEST(SameEinsum, NamesMayDiffer) {
  const auto ours = cascade_of(product, "'Z[i] = A[i, j] * B[j]'");
  EXPECT_EQ(renamed(ours, ours), "");
  EXPECT_EQ(renamed(ours, cascade_of("S: [M, K], x: [K], y: [M]", "'y[m] = S[m, k] * x[k]'")),
            "I is M, J is K, A is S, B is x, Z is y");
}

TEST(SameEinsum, FactorsOfAProductMayStandInAnyOrder) {
  const auto ours = cascade_of("A: [M, N], B: [M, K], C: [K, N], Z: [M, N]",
                               "'Z[m, n] = A[m, n] * B[m, k] * C[k, n]'");
  EXPECT_EQ(renamed(ours, cascade_of("A: [M, N], B: [M, K], C: [K, N], Z: [M, N]",
                                     "'Z[m, n] = C[k, n] * A[m, n] * B[m, k]'")),
            "");
}

TEST(SameEinsum, WhatIsComputedMayNot) {
  const auto ours = cascade_of(product, "'Z[i] = A[i, j] * B[j]'");
  const std::pair<const char*, const char*> others[] = {
      {"A: [I, J], B: [I], Z: [J]", "'Z[j] = A[i, j] * B[i]'"},      // transposed
      {"A: [I, J], B: [J], Z: [I]", "'Z[i] = a * A[i, j] * B[j]'"},  // a scalar more
      {"A: [I, J], B: [J], Z: [I]", "'Z[i] = A[i, j] * B[j] + A[i, j] * B[j]'"},
      {"A: [I, J], Z: [I], B: [J]", "'Z[i] = A[i, j]'"},
      {"A: [I, I], B: [I], Z: [I]", "'Z[i] = A[i, j] * B[j]'"},
  };
  for (const auto& [declaration, expression] : others) {
    Diagnostics found;
    const auto source = test::source_of(std::string("einsum:\n  declaration: { ") + declaration +
                                        " }\n  expressions: [" + expression + "]\n");
    const auto spec = spec::read_spec(source, found);
    ASSERT_TRUE(spec) << test::told(found);
    const auto cascade = einsum::check(*spec, {}, found);
    EXPECT_FALSE(cascade && same_einsum(ours, *cascade)) << expression;
  }
}

TEST(SameEinsum, StridesAreThoseOfOurs) {
  const auto strided = [](const char* stride) {
    return cascade_of("I: [W], F: [S], O: [Q]", "'O[q] = I[T * q + s] * F[s]'",
                      std::string("params: { T: ") + stride + " }\n");
  };
  const auto two = strided("2"), three = strided("3");
  const auto found = same_einsum(two, three);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->meaning, (std::map<std::string, int64_t>{{"T", 2}}));
  JobCommand given;
  given.spec.defines = {"T=2", "ROWS=4"};  // three has no such size
  EXPECT_EQ(renamed_job(given, *found, three).spec.defines, std::vector<std::string>{"T=2"});
}

TEST(SameEinsum, OperatorsAndDefaultsCount) {
  const auto plain = cascade_of(product, "'Z[i] = A[i, j] * B[j]'");
  const auto least = cascade_of(test::source_of(
      "einsum:\n  declaration: { A: [I, J], B: [J], Z: [I] }\n  expressions: ['Z[i] = A[i, j] * "
      "B[j]']\n  operators: { A: { default: inf }, B: { default: inf }, Z: { map: add, reduce: min "
      "} }\n"));
  EXPECT_FALSE(same_einsum(plain, least));
  EXPECT_TRUE(same_einsum(least, least));
}

// The same map and reduction; what an absent element holds is all that differs.
TEST(SameEinsum, DefaultsAloneCount) {
  const auto with = [](const std::string& defaults) {
    return cascade_of(test::source_of(
        "einsum:\n  declaration: { A: [I, J], B: [J], Z: [I] }\n  expressions: ['Z[i] = A[i, j] * "
        "B[j]']\n  operators: { " +
        defaults + "Z: { map: add, reduce: min } }\n"));
  };
  EXPECT_TRUE(same_einsum(with("A: { default: inf }, "), with("A: { default: inf }, ")));
  EXPECT_FALSE(same_einsum(with("A: { default: inf }, "), with("")));
}

// Z like A is computed at A's places alone.
TEST(SameEinsum, AStructureThatConfinesCounts) {
  const char* const declaration = "A: [M, N], B: [M, K], C: [K, N], Z: [M, N]";
  const char* const expression = "'Z[m, n] = B[m, k] * C[k, n]'";
  const auto all = cascade_of(declaration, expression);
  const auto sampled = cascade_of(
      declaration, expression,
      "format: { A: { default: { rank-order: [M, N], M: { format: U }, N: { format: C } } },\n"
      "  Z: { default: { rank-order: [M, N], M: { format: U }, N: { format: C, like: A } } } }\n");
  EXPECT_FALSE(same_einsum(all, sampled));
}

TEST(SameEinsum, SchedulesOfOneProductAreTheSame) {
  const auto spmv = cascade_of(shipped("spmv_thread_mapped"));
  for (const char* name : {"spmv_nonzero_split", "spmv_warp_per_row", "spmv_staged"})
    EXPECT_TRUE(same_einsum(spmv, cascade_of(shipped(name)))) << name;
  EXPECT_FALSE(same_einsum(spmv, cascade_of(shipped("spmm_gustavson"))));
  EXPECT_FALSE(same_einsum(spmv, cascade_of(shipped("pagerank"))));
  EXPECT_TRUE(same_einsum(cascade_of(shipped("bfs")), cascade_of(shipped("bfs"))));
}

}  // namespace
}  // namespace teaal::driver
