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
