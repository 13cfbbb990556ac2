#include "runtime/tensor/numbers.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <random>

namespace teaal::runtime {
namespace {

// The parsed value, or nothing if the text is refused or not used up.
std::optional<double> parse(const std::string& text) {
  std::string line = text + "\n";
  double value = 0;
  const char* stop = parse_value(line.data(), value);
  if (stop != line.data() + text.size()) return std::nullopt;
  return value;
}

void expect_as_strtod(const std::string& text) {
  std::optional<double> got = parse(text);
  double want = std::strtod(text.c_str(), nullptr);
  ASSERT_TRUE(got) << text;
  EXPECT_EQ(std::bit_cast<uint64_t>(*got), std::bit_cast<uint64_t>(want)) << text;
}

TEST(ParseValue, RoundsLikeStrtodForRandomDoubles) {
  std::mt19937_64 random(1);
  char text[64];
  for (int i = 0; i < 20000; ++i) {
    double value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    for (const char* form : {"%.17g", "%.16g", "%.6e", "%.3g"}) {
      std::snprintf(text, sizeof text, form, value);
      if (std::isfinite(std::strtod(text, nullptr))) expect_as_strtod(text);
    }
  }
}

TEST(ParseValue, RoundsLikeStrtodForShortDecimals) {
  std::mt19937_64 random(2);
  char text[64];
  for (int i = 0; i < 20000; ++i) {
    std::snprintf(text, sizeof text, "%s%llu.%llue%d", random() & 1 ? "-" : "",
                  static_cast<unsigned long long>(random() >> (random() % 60)),
                  static_cast<unsigned long long>(random() >> 40),
                  static_cast<int>(random() % 61) - 30);
    expect_as_strtod(text);
  }
}

TEST(ParseValue, AcceptsEveryFormOfADouble) {
  for (const char* text :
       {"0", "-0", "+1", "1.", ".5", "1e5", "1E+05", "1e-5", "00012", "9007199254740993",
        "0.000000000000000000000000000001", "123456789012345678901234567890", "1e-400", "4.9e-324",
        "2.2250738585072011e-308", "1.7976931348623157e308", "inf", "-inf", "INFINITY"})
    expect_as_strtod(text);
  EXPECT_TRUE(std::isnan(parse("nan").value()));
}

TEST(ParseValue, RefusesWhatIsNoDouble) {
  for (const char* text : {"", "-", "+", ".", "e5", "1e", "1e+", "--1", "+-1", "1..2", "1,5",
                           "0x10", "1e999", "-1e999", "abc", "1d5", "1.5f", "in", "nanx"})
    EXPECT_FALSE(parse(text)) << text;
}

}  // namespace
}  // namespace teaal::runtime
