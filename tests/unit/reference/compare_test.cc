#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <map>

#include "runtime/reference/reference.h"

namespace teaal::runtime {
namespace {

Coo vector_of(std::map<int32_t, double> entries) {
  Coo out{{10}, {{}}, {}};
  for (auto [coordinate, value] : entries) {
    out.coords[0].push_back(coordinate);
    out.values.push_back(value);
  }
  return out;
}

ReferenceOutput reference(std::map<int32_t, double> values, std::map<int32_t, double> magnitudes) {
  ReferenceOutput out{vector_of(values), vector_of(magnitudes)};
  out.terms.assign(values.size(), 1);
  return out;
}

constexpr double inf = INFINITY;

TEST(Compare, PassesWithinTheBoundAndFailsBeyondIt) {
  ReferenceOutput want = reference({{2, 1.0}}, {{2, 1.0}});
  double bound = FLT_EPSILON * 5;
  EXPECT_EQ(compare("Z", vector_of({{2, 1 + 0.9 * bound}}), want, "f32", 0).mismatches, 0);
  EXPECT_EQ(compare("Z", vector_of({{2, 1 + 1.1 * bound}}), want, "f32", 0).mismatches, 1);
  EXPECT_EQ(compare("Z", vector_of({{2, 1 + 0.9 * bound}}), want, "f64", 0).mismatches, 1);
}

// Sums of 1 with a bound of 5 float epsilons: what they round to passes, nothing else does.
TEST(Compare, OfNarrowElementsPassesWhatSumsWithinTheBoundRoundTo) {
  auto mismatches = [](double got, double want, const std::string& type) {
    ReferenceOutput reference_value = reference({{2, want}}, {{2, std::fabs(want)}});
    return compare("Z", vector_of({{2, got}}), reference_value, type, 0).mismatches;
  };
  EXPECT_EQ(mismatches(1, 1 + 0x1p-12, "f16"), 0);
  EXPECT_EQ(mismatches(1 + 0x1p-10, 1 + 0x1p-12, "f16"), 1);
  EXPECT_EQ(mismatches(1 + 0x1p-10, 1 + 0x1p-11, "f16"), 0);  // a tie goes either way
  EXPECT_EQ(mismatches(1, 1 + 0x1p-11, "f16"), 0);
  EXPECT_EQ(mismatches(1, 1 + 0x1p-9, "bf16"), 0);
  EXPECT_EQ(mismatches(1 - 0x1p-8, 1, "bf16"), 1);
  EXPECT_EQ(mismatches(inf, 65520, "f16"), 0);
  EXPECT_EQ(mismatches(inf, 65500, "f16"), 1);
  EXPECT_EQ(mismatches(65504, 65530, "f16"), 1);
  EXPECT_EQ(mismatches(0x1p-24, 0x1.2p-24, "f16"), 0);  // subnormal
  EXPECT_EQ(mismatches(NAN, 1, "f16"), 1);
}

TEST(Compare, OfIntegersPassesEqualityOnly) {
  ReferenceOutput want = reference({{2, 5}, {3, -7}}, {{2, 1e9}, {3, 1e9}});
  EXPECT_EQ(compare("Z", vector_of({{2, 5}, {3, -7}}), want, "i32", 0).mismatches, 0);
  EXPECT_EQ(compare("Z", vector_of({{2, 6}, {3, -7}}), want, "i32", 0).mismatches, 1);
}

TEST(Compare, ScalesTheBoundWithTheMagnitudeNotTheValue) {
  ReferenceOutput cancelled = reference({{2, 0.0}}, {{2, 1e6}});
  EXPECT_EQ(compare("Z", vector_of({{2, 0.1}}), cancelled, "f32", 0).mismatches, 0);
  EXPECT_EQ(compare("Z", vector_of({{2, 10.0}}), cancelled, "f32", 0).mismatches, 1);
}

TEST(Compare, UsesMaxTermsWhereTermsAreNotKnown) {
  ReferenceOutput want = reference({{2, 1.0}}, {{2, 1.0}});
  want.terms.clear();
  Coo got = vector_of({{2, 1 + 50 * FLT_EPSILON}});
  EXPECT_EQ(compare("Z", got, want, "f32", 1).mismatches, 1);
  EXPECT_EQ(compare("Z", got, want, "f32", 100).mismatches, 0);
}

TEST(Compare, CountsAMissingElementAsZeroAndASurplusOneAsWrong) {
  ReferenceOutput want = reference({{2, 1.0}, {5, 2.0}}, {{2, 1.0}, {5, 2.0}});
  Comparison missing = compare("Z", vector_of({{2, 1.0}}), want, "f32", 0);
  EXPECT_EQ(missing.mismatches, 1);
  EXPECT_EQ(missing.first_mismatch.substr(0, 25), "Z[5] is 0, should be 2 (b");
  Comparison surplus = compare("Z", vector_of({{2, 1.0}, {4, 1.0}, {5, 2.0}}), want, "f32", 0);
  EXPECT_EQ(surplus.mismatches, 1);
  EXPECT_EQ(surplus.checked, 3);
}

TEST(Compare, NeverPassesNaNOrInfinityWhereTheReferenceIsFinite) {
  ReferenceOutput want = reference({{2, 1.0}}, {{2, inf}});
  EXPECT_EQ(compare("Z", vector_of({{2, NAN}}), want, "f32", 0).mismatches, 1);
  EXPECT_EQ(compare("Z", vector_of({{3, NAN}, {2, 1.0}}), want, "f32", 0).mismatches, 1);
  ReferenceOutput finite = reference({{2, 1.0}}, {{2, 1.0}});
  EXPECT_EQ(compare("Z", vector_of({{2, inf}}), finite, "f32", 0).mismatches, 1);
}

TEST(Compare, WantsTheSameNonFiniteValueWhereTheReferenceHasOne) {
  ReferenceOutput want = reference({{2, NAN}, {3, inf}}, {{2, NAN}, {3, inf}});
  EXPECT_EQ(compare("Z", vector_of({{2, NAN}, {3, inf}}), want, "f32", 0).mismatches, 0);
  EXPECT_EQ(compare("Z", vector_of({{2, 1.0}, {3, inf}}), want, "f32", 0).mismatches, 1);
  EXPECT_EQ(compare("Z", vector_of({{2, NAN}, {3, -inf}}), want, "f32", 0).mismatches, 1);
}

}  // namespace
}  // namespace teaal::runtime
