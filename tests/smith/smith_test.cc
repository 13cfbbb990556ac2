#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <thread>

#include "tests/smith/coverage.h"
#include "tests/smith/dense_math.h"
#include "tests/smith/generate.h"
#include "tests/smith/shrink.h"
#include "tests/smith/workers.h"
#include "tests/smith/write_spec.h"

namespace teaal::smith {
namespace {

bool has(const Case& c, const std::string& feature) { return features(c).count(feature) > 0; }

Outcome failure(const std::string& what) { return {Outcome::Kind::Failed, what, ""}; }

// C[i] = A[i, k] * B[k]
Case small_case() {
  Case c;
  c.tensors = {{"A", {"I", "K"}}, {"B", {"K"}}, {"C", {"I"}}};
  Expression e;
  e.output = {Factor::Kind::Tensor, "C", {{{1, "", "i"}}}};
  Term term;
  term.factors = {{Factor::Kind::Tensor, "A", {{{1, "", "i"}}, {{1, "", "k"}}}},
                  {Factor::Kind::Tensor, "B", {{{1, "", "k"}}}}};
  e.terms = {term};
  c.expressions = {e};
  c.extents = {{"I", 2}, {"K", 3}};
  c.data["A"] = {{2, 3}, {{0, 0, 1}, {0, 2, 1}}, {1, 2, 3}};
  c.data["B"] = {{3}, {{0, 2}}, {5, 7}};
  return c;
}

// Whether every leader of the case has boundaries to give.
bool leaders_lead(const Case& c) {
  for (const Expression& e : c.expressions)
    for (const Partition& p : e.partitions)
      for (const Op& op : p.ops)
        if (op.kind == Op::Kind::Occupancy && !can_lead(c, e, op.leader, p.ranks[0])) return false;
  return true;
}

TEST(Smith, leaders_have_the_rank_that_they_split) {
  for (uint64_t seed = 0; seed < 3000; ++seed) EXPECT_TRUE(leaders_lead(generate(seed))) << seed;
  EXPECT_TRUE(leaders_lead(generate(9301000039091)));  // one leads through a rank that follows
  Case c = small_case();
  c.expressions[0].partitions = {{{"I"}, {{Op::Kind::Occupancy, "B", 2, ""}}},
                                 {{"I", "K"}, {{Op::Kind::Flatten, "", 1, ""}}},
                                 {{"IK"}, {{Op::Kind::Occupancy, "A", 2, ""}}}};
  EXPECT_FALSE(leaders_lead(c));
  tidy(c);
  EXPECT_TRUE(leaders_lead(c));
  EXPECT_EQ(c.expressions[0].partitions.size(), 2u);
}

TEST(Smith, the_same_seed_is_the_same_case_everywhere) {
  const Case c = generate(4);
  EXPECT_EQ(spec_text(c), spec_text(generate(4)));
  Random random(7);
  EXPECT_EQ(random.next(), 7191089600892374487u);
}

TEST(Smith, its_own_math_and_its_comparison) {
  const Case c = small_case();
  const Dense z = dense_math(c).at("C");
  EXPECT_EQ(z.values, (std::vector<double>{1 * 5 + 2 * 7, 0}));
  EXPECT_EQ(z.magnitudes, (std::vector<double>{19, 0}));
  runtime::Coo got{{2}, {{0}}, {19}};
  EXPECT_EQ(first_difference("C", got, z, true, 0), "");
  got.values[0] = 20;
  EXPECT_EQ(first_difference("C", got, z, true, 0), "C[0] is 20, should be 19");
  got.values[0] = NAN;
  EXPECT_NE(first_difference("C", got, z, true, 0), "");
  EXPECT_NE(first_difference("C", got, z, false, 1e30), "");
}

TEST(Smith, out_of_range_and_take) {
  Case c = small_case();
  c.expressions[0].terms[0].factors[1].indices[0] = {{1, "", "k"}, {-1, "", "i"}};
  EXPECT_EQ(dense_math(c).at("C").values, (std::vector<double>{19, 15}));  // A[1, 1] * B[0]
  c.expressions[0].terms[0].take = true;
  EXPECT_EQ(dense_math(c).at("C").values, (std::vector<double>{3, 3}));
}

// Z[i] = A[i] * P[i] in rounds, each with the Z of the one before as P.
Case powers(int64_t times, double first, double second) {
  Case c;
  c.tensors = {{"A", {"I"}}, {"P", {"I"}}, {"Z", {"I"}}};
  Expression e;
  e.output = {Factor::Kind::Tensor, "Z", {{{1, "", "i"}}}};
  Term term;
  for (const char* name : {"A", "P"})
    term.factors.push_back({Factor::Kind::Tensor, name, {{{1, "", "i"}}}});
  e.terms = {term};
  c.expressions = {e};
  c.extents = {{"I", 2}};
  c.data["A"] = {{2}, {{0, 1}}, {first, second}};
  c.data["P"] = {{2}, {{0, 1}}, {1, 1}};
  c.iteration = Iteration{{"Z"}, {{"P", "Z"}}, times, "", "", "", 8, false};
  return c;
}

TEST(Smith, rounds) {
  Case c = powers(3, 2, 3);
  EXPECT_EQ(dense_math(c).at("Z").values, (std::vector<double>{8, 27}));
  EXPECT_EQ(dense_math(c).at("P").values, (std::vector<double>{1, 1}));
  c.iteration->over = "I";  // round r writes Z[r] alone, from a P that the others made
  EXPECT_EQ(dense_math(c).at("Z").values, (std::vector<double>{2, 0}));
  EXPECT_EQ(rounds(c), 2);
  c.iteration->over = "";
  c.iteration->until_empty = "Z";
  EXPECT_EQ(rounds(c), std::nullopt);
  c.data["A"].values = {0, 0};
  EXPECT_EQ(rounds(c), 1);
}

TEST(Smith, values_are_rounded_to_their_type) {
  Case c = powers(8, 3, 2);
  c.type = "bf16";
  EXPECT_EQ(dense_math(c).at("Z").values, (std::vector<double>{6528, 256}));  // 729 is 728 there
  c.type = "f16";
  EXPECT_EQ(dense_math(c).at("Z").values, (std::vector<double>{6564, 256}));  // 2187 is 2188 there
  c = powers(2, 65537, 50000);
  c.type = "i32";
  EXPECT_EQ(dense_math(c).at("Z").values, (std::vector<double>{131073, 2500000000.0 - 0x1p32}));
}

TEST(Smith, a_right_case_passes_and_a_wrong_one_does_not) {
  JudgeOptions options;
  Case c = small_case();
  EXPECT_EQ(judge(c, options).kind, Outcome::Kind::Passed) << judge(c, options).text;
  c.data["B"].values[0] = NAN;  // which equals nothing, wherever it comes from
  const Outcome wrong = judge(c, options);
  EXPECT_EQ(wrong.what, "mismatch") << wrong.text;
}

TEST(Smith, crashes_and_hangs_are_outcomes) {
  EXPECT_EQ(apart([] { return failure("told"); }).what, "told");
  EXPECT_EQ(apart([]() -> Outcome { std::abort(); }).what, "crash");
  EXPECT_EQ(apart(
                []() -> Outcome {
                  while (true) std::this_thread::sleep_for(std::chrono::seconds(1));
                },
                0.1)
                .what,
            "hang");
}

// A pretended bug: a take over a split rank.
TEST(Smith, failing_cases_shrink_to_what_matters) {
  auto judge = [](const Case& c) {
    for (const Expression& e : c.expressions) {
      Case one = c;
      one.expressions = {e};
      std::erase_if(one.expressions[0].terms, [](const Term& term) { return !term.take; });
      tidy(one);
      if (has(one, "take") && has(one, "uniform_shape")) return failure("pretended");
    }
    return Outcome();
  };
  uint64_t seed = 1;
  while (!judge(generate(seed)).failed() || generate(seed).expressions.size() < 2) ++seed;
  const Case small = shrink(generate(seed), failure("pretended"), judge, 20);
  EXPECT_TRUE(judge(small).failed());
  ASSERT_EQ(small.expressions.size(), 1u);
  EXPECT_EQ(small.expressions[0].terms.size(), 1u);
  EXPECT_EQ(small.expressions[0].terms[0].factors.size(), 1u);
  ASSERT_EQ(small.expressions[0].partitions.size(), 1u);
  EXPECT_EQ(small.expressions[0].partitions[0].ops.size(), 1u);
  EXPECT_EQ(small.expressions[0].partitions[0].ops[0].size, 1);
  EXPECT_FALSE(small.expressions[0].spacetime || small.expressions[0].loop_order);
  for (const auto& [name, coo] : small.data) EXPECT_EQ(coo.entries(), 0u);
  for (const auto& [rank, extent] : small.extents) EXPECT_LE(extent, 1);
}

TEST(Smith, every_feature_is_drawn) {
  std::set<std::string> found;
  for (uint64_t seed = 0; seed < 3000; ++seed) found.merge(features(generate(seed)));
  for (const std::string& feature : all_features())
    EXPECT_TRUE(found.count(feature)) << feature << " is in no case";
  for (const std::string& feature : found)
    EXPECT_TRUE(contains(all_features(), feature)) << feature << " is no row of the table";
}

TEST(Smith, five_hundred_cases) {
  constexpr uint64_t first = 500'000, count = 500;
  uint64_t next = first;
  Coverage coverage;
  judge_all(
      JudgeOptions(), std::max(1u, std::thread::hardware_concurrency()),
      [&]() { return next < first + count ? std::optional(next++) : std::nullopt; },
      [&](uint64_t seed, const Outcome& outcome) {
        coverage.add(generate(seed), outcome);
        EXPECT_FALSE(outcome.failed()) << "teaal_smith --replay=" << seed << "\n"
                                       << outcome.what << ": " << outcome.text;
      });
  EXPECT_EQ(coverage.cases(), static_cast<int>(count));
  EXPECT_GT(coverage.run(), static_cast<int>(count) / 4);
  RecordProperty("summary", coverage.summary());
}

}  // namespace
}  // namespace teaal::smith
