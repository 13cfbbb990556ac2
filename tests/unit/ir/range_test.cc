#include "compiler/ir/range.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/ir/names.h"

namespace teaal::ir {
namespace {

// Every operation of the IR on integers, as C++ does it.
int64_t done(BinaryOp op, int64_t a, int64_t b) {
  switch (op) {
    case BinaryOp::Add:
      return a + b;
    case BinaryOp::Sub:
      return a - b;
    case BinaryOp::Mul:
      return a * b;
    case BinaryOp::Div:
      return a / b;
    case BinaryOp::Mod:
      return a % b;
    case BinaryOp::Min:
      return std::min(a, b);
    case BinaryOp::Max:
      return std::max(a, b);
    case BinaryOp::Eq:
      return a == b;
    case BinaryOp::Lt:
      return a < b;
    case BinaryOp::Le:
      return a <= b;
    case BinaryOp::And:
      return a && b;
    case BinaryOp::Or:
      break;
  }
  return a || b;
}

// All ranges of a few numbers, and all numbers of each.
TEST(Range, holds_every_result) {
  constexpr int64_t far = 5;
  for (int op = 0; op <= static_cast<int>(BinaryOp::Or); ++op)
    for (int64_t a0 = -far; a0 <= far; ++a0)
      for (int64_t a1 = a0; a1 <= far; ++a1)
        for (int64_t b0 = -far; b0 <= far; ++b0)
          for (int64_t b1 = b0; b1 <= far; ++b1) {
            const auto what = static_cast<BinaryOp>(op);
            const bool divides = what == BinaryOp::Div || what == BinaryOp::Mod;
            if (divides && b0 <= 0) continue;
            const Range range = range_of(what, {a0, a1}, {b0, b1});
            int64_t least = endless, most = -endless;
            for (int64_t a = a0; a <= a1; ++a)
              for (int64_t b = b0; b <= b1; ++b) {
                least = std::min(least, done(what, a, b));
                most = std::max(most, done(what, a, b));
              }
            ASSERT_TRUE((Range{least, most}.within(range)))
                << op << ": [" << a0 << ", " << a1 << "] and [" << b0 << ", " << b1 << "]";
            // And no more, where corners decide.
            if (what < BinaryOp::Div || what == BinaryOp::Min || what == BinaryOp::Max)
              ASSERT_EQ(range, (Range{least, most}));
          }
}

TEST(Range, what_is_not_known_stays_unknown) {
  const Range unknown, int32 = range_of_bits(32);
  for (const BinaryOp op : {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div})
    EXPECT_FALSE(range_of(op, unknown, {2, 1 << 30}).within(int32));
  // A large sum with what is not known, divided by a large number.
  const Range sum = range_of(BinaryOp::Add, unknown, {-5, -5});
  EXPECT_FALSE(range_of(BinaryOp::Div, sum, {int64_t{1} << 40, int64_t{1} << 40}).within(int32));
  EXPECT_FALSE(range_of(BinaryOp::Div, {0, 10}, {0, 3}).within(int32));
  EXPECT_EQ(range_of(BinaryOp::Min, unknown, {0, 7}).most, 7);
  EXPECT_EQ(range_of(BinaryOp::Mod, {0, endless}, {32, 32}), (Range{0, 31}));
}

// A step by all workers leads from below the limit to below twice that.
TEST(Range, offsets_have_room_for_a_step) {
  for (const int bits : {8, 16, 32}) {
    const Range counted = {0, most_in_offsets(bits)};
    EXPECT_TRUE(range_of(BinaryOp::Add, counted, counted).within(range_of_bits(bits)));
  }
}

}  // namespace
}  // namespace teaal::ir
