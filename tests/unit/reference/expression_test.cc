#include <gtest/gtest.h>

#include "runtime/manifest/manifest.h"

namespace teaal::runtime {
namespace {

const std::map<std::string, int64_t> names = {
    {"M", 10}, {"NUM_THREADS", 4}, {"zero", 0}, {"big", INT64_MAX}};

int64_t value(const std::string& text) {
  Diagnostics diagnostics;
  std::optional<int64_t> out = evaluate(text, names, diagnostics);
  if (!out) ADD_FAILURE() << text << ": " << render(diagnostics.all().front());
  return out.value_or(INT64_MIN);
}

// The rendered error's place and message, without the source line.
std::string error(const std::string& text) {
  Diagnostics diagnostics;
  EXPECT_FALSE(evaluate(text, names, diagnostics)) << text;
  EXPECT_EQ(diagnostics.errors(), 1) << text;
  std::string out = render(diagnostics.all().front());
  return out.substr(0, out.find('\n'));
}

TEST(SizeExpression, FollowsPrecedenceAndAssociation) {
  EXPECT_EQ(value("2 + 3 * 4"), 14);
  EXPECT_EQ(value("(2 + 3) * 4"), 20);
  EXPECT_EQ(value("10 - 4 - 3"), 3);
  EXPECT_EQ(value("100 / 10 / 2"), 5);
  EXPECT_EQ(value("-2 * -3"), 6);
  EXPECT_EQ(value("7 - -1"), 8);
}

TEST(SizeExpression, DividesTowardsMinusInfinity) {
  EXPECT_EQ(value("7 / 2"), 3);
  EXPECT_EQ(value("-7 / 2"), -4);
  EXPECT_EQ(value("-7 % 2"), 1);
  EXPECT_EQ(value("ceil_div(7, 2)"), 4);
  EXPECT_EQ(value("ceil_div(-7, 2)"), -3);
  EXPECT_EQ(value("ceil_div(0, 5)"), 0);
}

TEST(SizeExpression, KnowsNamesAndFunctions) {
  EXPECT_EQ(value("ceil_div(M, NUM_THREADS)"), 3);
  EXPECT_EQ(value("min(M, 3, 7) + max(1, M)"), 13);
  EXPECT_EQ(value(" big "), INT64_MAX);
}

TEST(SizeExpression, ReportsOverflowInsteadOfWrapping) {
  EXPECT_NE(error("big + 1").find("does not fit 64 bits [manifest]"), std::string::npos);
  EXPECT_NE(error("big * 2").find("does not fit"), std::string::npos);
  EXPECT_NE(error("-big - 2").find("does not fit"), std::string::npos);
  EXPECT_NE(error("(-big - 1) / -1").find("does not fit"), std::string::npos);
  EXPECT_NE(error("9223372036854775808").find("does not fit"), std::string::npos);
}

TEST(SizeExpression, PointsAtWhatIsWrong) {
  EXPECT_EQ(error("M + NUM_THREAD"),
            "size expression:1:5: error: unknown name 'NUM_THREAD': did you mean 'NUM_THREADS'? "
            "[manifest]");
  EXPECT_EQ(error("M / zero"), "size expression:1:3: error: division by zero [manifest]");
  EXPECT_NE(error("M M").find(":1:3: error: an operator is missing"), std::string::npos);
  EXPECT_NE(error("(M").find("')' is missing"), std::string::npos);
  EXPECT_NE(error("").find("a number, a name or '('"), std::string::npos);
  EXPECT_NE(error("ceil_div(M)").find("two arguments"), std::string::npos);
  EXPECT_NE(error("sqrt(M)").find("unknown function 'sqrt'"), std::string::npos);
  EXPECT_NE(error(std::string(100000, '(')).find("nested too deeply"), std::string::npos);
  EXPECT_NE(error(std::string(100000, '-')).find("nested too deeply"), std::string::npos);
}

}  // namespace
}  // namespace teaal::runtime
