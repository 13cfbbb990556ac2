#include "compiler/driver/tune/search.h"

#include <gtest/gtest.h>

#include <map>

namespace teaal::driver {
namespace {

// A machine on which a measurement takes `each` seconds and candidate i `us[i]` µs.
struct Bench {
  std::vector<double> us;
  double each = 1, clock = 0;
  std::map<size_t, int> repeats;   // the most of each
  std::vector<size_t> order;       // as measured
  std::vector<double> model = {};  // what is expected
  size_t stop_after = SIZE_MAX;    // measurements

  SearchRequest request(double budget, bool noisy) {
    SearchRequest out;
    out.candidates = us.size();
    out.budget_s = budget;
    out.noisy = noisy;
    out.measure = [this](size_t i, int repeat) -> std::optional<double> {
      clock += each;
      order.push_back(i);
      repeats[i] = std::max(repeats[i], repeat);
      return us[i] > 0 ? std::optional(us[i]) : std::nullopt;
    };
    if (!model.empty())
      out.predict = [this](size_t i) -> std::optional<double> {
        return model[i] > 0 ? std::optional(model[i]) : std::nullopt;
      };
    out.now = [this] { return clock; };
    out.interrupted = [this] { return order.size() >= stop_after; };
    return out;
  }
};

TEST(Search, ExactTimesAreAskedForOnce) {
  Bench bench{{5, 3, 0, 4}};
  const SearchResult found = search(bench.request(60, false));
  EXPECT_TRUE(found.whole);
  EXPECT_EQ(bench.order, (std::vector<size_t>{0, 1, 2, 3}));
  EXPECT_EQ(found.ranking(), (std::vector<size_t>{1, 3, 0}));
  EXPECT_FALSE(found.us[2]);
  EXPECT_TRUE(found.tried[2]);
}

TEST(Search, TheBudgetIsKeptWithinOneCandidate) {
  Bench bench{{5, 4, 3, 2, 1}};
  const SearchResult found = search(bench.request(2.5, false));
  EXPECT_FALSE(found.whole);
  EXPECT_EQ(bench.clock, 3);
  EXPECT_EQ(found.ranking(), (std::vector<size_t>{2, 1, 0}));
  EXPECT_FALSE(found.tried[3]);
}

TEST(Search, TheGivenSpecIsTriedWhateverTheBudget) {
  Bench bench{{5, 4}, 100};
  const SearchResult found = search(bench.request(1, true));
  EXPECT_EQ(bench.order, std::vector<size_t>{0});
  EXPECT_FALSE(found.whole);
}

TEST(Search, BetterOnesAreMeasuredMoreOften) {
  Bench bench{{8, 7, 6, 5, 4, 3, 2, 1}};
  const SearchResult found = search(bench.request(1000, true));
  EXPECT_TRUE(found.whole);
  EXPECT_EQ(bench.repeats[0], first_repeat);
  EXPECT_EQ(bench.repeats[4], 2 * first_repeat);
  EXPECT_EQ(bench.repeats[6], most_repeat);
  EXPECT_EQ(bench.repeats[7], most_repeat);
  EXPECT_EQ(found.ranking().front(), 7U);
}

// 20 candidates of a second each, and 6 of 10 seconds for all of them.
TEST(Search, TheModelSaysWhoGoesFirstWhereTimeIsShort) {
  Bench bench{std::vector<double>(20, 9)};
  bench.us[17] = 1;
  bench.model = std::vector<double>(20, 9);
  bench.model[17] = 2;
  bench.model[12] = 3;
  bench.model[3] = 0;  // nothing is known of it
  const SearchResult found = search(bench.request(10, true));
  ASSERT_GE(bench.order.size(), 3U);
  EXPECT_EQ(bench.order[1], 17U);
  EXPECT_EQ(bench.order[2], 12U);
  EXPECT_EQ(found.ranking().front(), 17U);
  EXPECT_FALSE(found.tried[3]);
  EXPECT_LE(bench.clock, 11);
}

TEST(Search, TheModelIsNotAskedWhereTimeSuffices) {
  Bench bench{{3, 2, 1}};
  bench.model = {1, 2, 3};
  SearchRequest request = bench.request(1000, true);
  request.predict = [](size_t) -> std::optional<double> {
    ADD_FAILURE();
    return std::nullopt;
  };
  EXPECT_EQ(search(request).ranking().front(), 2U);
}

TEST(Search, WhoFailsLaterHasNoTime) {
  Bench bench{{5, 1, 3}};
  SearchRequest request = bench.request(1000, true);
  const auto measure = request.measure;
  request.measure = [&](size_t i, int repeat) {
    return i == 1 && repeat > first_repeat ? std::nullopt : measure(i, repeat);
  };
  const SearchResult found = search(request);
  EXPECT_FALSE(found.us[1]);
  EXPECT_EQ(found.ranking(), (std::vector<size_t>{2, 0}));
}

TEST(Search, AnInterruptEndsItBehindTheCandidateThatRuns) {
  Bench bench{{5, 4, 3, 2}};
  bench.stop_after = 2;
  const SearchResult found = search(bench.request(60, true));
  EXPECT_TRUE(found.interrupted);
  EXPECT_FALSE(found.whole);
  EXPECT_EQ(bench.order, (std::vector<size_t>{0, 1}));
}

}  // namespace
}  // namespace teaal::driver
