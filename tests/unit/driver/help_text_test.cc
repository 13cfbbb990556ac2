#include <gtest/gtest.h>

#include "compiler/driver/commands/reference_bar.h"
#include "compiler/driver/commands/wrap.h"

namespace teaal::driver {
namespace {

TEST(Wrapped, TextThatFitsStaysAsItIs) {
  const std::string text = "Usage\n  teaalc SPEC\n\nTwo lines\nof prose.\n";
  EXPECT_EQ(wrapped(text, 40), text);
}

TEST(Wrapped, ParagraphsAreFilledAnew) {
  EXPECT_EQ(wrapped("one two three four\nfive six\n\nseven\n", 12),
            "one two\nthree four\nfive six\n\nseven\n");
}

TEST(Wrapped, WhatIsCutOffStandsBelowTheSecondColumn) {
  EXPECT_EQ(wrapped("  --type T    of the values\n", 20),
            "  --type T    of the\n              values\n");
  EXPECT_EQ(wrapped("  a long word\n", 10), "  a long\n      word\n");
}

TEST(Wrapped, LengthsAreThoseOfCharacters) {
  EXPECT_EQ(wrapped("ä ö ü … é\n", 9), "ä ö ü … é\n");
  EXPECT_EQ(wrapped("ä ö ü … é\n", 8), "ä ö ü …\né\n");
}

TEST(Wrapped, AWordThatIsTooLongStaysWhole) {
  EXPECT_EQ(wrapped("incomprehensibilities are words\n", 8), "incomprehensibilities\nare\nwords\n");
}

TEST(SlowReference, IsToldAboveTenSeconds) {
  EXPECT_FALSE(slow_reference("Z", 0.5, 4.9));
  EXPECT_FALSE(slow_reference("Z", 1, 10));
  const auto told = slow_reference("Z", 0.25, 10.5);
  ASSERT_TRUE(told);
  EXPECT_NE(told->find("reference math of Z takes about 42 s; --no-verify leaves it out"),
            std::string::npos)
      << *told;
}

}  // namespace
}  // namespace teaal::driver
