// The types of values, against what their definitions say: spacing, ties, ranges.
#include "runtime/tensor/value_type.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <cmath>
#include <random>

#include "runtime/tensor/tensor.h"

namespace teaal::runtime {
namespace {

constexpr ElementType value_types[] = {ElementType::F32, ElementType::F64, ElementType::F16,
                                       ElementType::BF16, ElementType::I32};

TEST(ValueType, HasOneNameEach) {
  for (ElementType type : value_types) EXPECT_EQ(value_type_named(name_of(type)), type);
  EXPECT_FALSE(value_type_named("f8"));
  EXPECT_FALSE(value_type_named(""));
}

template <class Element>
void expect_exact_both_ways(uint16_t infinity) {
  for (unsigned bits = 0; bits <= 0xffff; ++bits) {
    Element element{static_cast<uint16_t>(bits)};
    double number = number_of(element);
    bool nan = (bits & 0x7fff) > infinity;
    ASSERT_EQ(std::isnan(number), nan) << bits;
    ASSERT_EQ(element_of<Element>(number).bits, nan ? 0x7fff : bits) << bits;
  }
}

TEST(ValueType, EveryPatternOf16BitsIsANumberAndBack) {
  expect_exact_both_ways<Half>(0x7c00);
  expect_exact_both_ways<Bfloat16>(0x7f80);
}

TEST(ValueType, Bfloat16IsTheUpperHalfOfAFloat) {
  for (unsigned bits = 0; bits <= 0x7f80; ++bits)
    ASSERT_EQ(number_of(Bfloat16{static_cast<uint16_t>(bits)}), std::bit_cast<float>(bits << 16));
}

TEST(ValueType, HalfHasTheNumbersOfItsDefinition) {
  EXPECT_EQ(number_of(Half{0x3c00}), 1);
  EXPECT_EQ(number_of(Half{0x0001}), 0x1p-24);
  EXPECT_EQ(number_of(Half{0x0400}), 0x1p-14);
  EXPECT_EQ(number_of(Half{0x7bff}), 65504);
  EXPECT_EQ(number_of(Half{0xfc00}), -HUGE_VAL);
  EXPECT_EQ(epsilon_of(ElementType::F16), 0x1p-10);
}

// Between neighbours: to the nearer, in the middle to the one whose last bit is 0.
template <class Element>
void expect_nearest(ElementType type, uint16_t infinity) {
  for (uint16_t bits = 0; bits + 1 < infinity; ++bits) {
    Element lower{bits}, upper{static_cast<uint16_t>(bits + 1)};
    double low = number_of(lower), high = number_of(upper), middle = (low + high) / 2;
    double even = bits % 2 == 0 ? low : high;
    ASSERT_EQ(rounded(middle, type), even) << bits;
    ASSERT_EQ(rounded(-std::nextafter(middle, low), type), -low) << bits;
    ASSERT_EQ(rounded(std::nextafter(middle, high), type), high) << bits;
  }
}

TEST(ValueType, RoundsToTheNearestTiesToEven) {
  expect_nearest<Half>(ElementType::F16, 0x7c00);
  expect_nearest<Bfloat16>(ElementType::BF16, 0x7f80);
}

TEST(ValueType, BeyondTheRangeIsInfinite) {
  EXPECT_EQ(rounded(65519, ElementType::F16), 65504);
  EXPECT_EQ(rounded(65520, ElementType::F16), HUGE_VAL);
  EXPECT_EQ(rounded(-1e300, ElementType::BF16), -HUGE_VAL);
  EXPECT_EQ(rounded(1e300, ElementType::F32), HUGE_VAL);
  EXPECT_TRUE(std::isnan(rounded(NAN, ElementType::F16)));
  EXPECT_TRUE(std::signbit(rounded(-0.0, ElementType::F16)));
}

TEST(ValueType, IntegersWrap) {
  EXPECT_EQ(rounded(0x1p31, ElementType::I32), -0x1p31);
  EXPECT_EQ(rounded(-0x1p31 - 1, ElementType::I32), 0x1p31 - 1);
  EXPECT_EQ(rounded(0x1p40 + 0x1p33 + 5, ElementType::I32), 5);
  EXPECT_EQ(rounded(-2.75, ElementType::I32), -2);
  EXPECT_EQ(rounded(HUGE_VAL, ElementType::I32), 0);
}

TEST(ValueType, StorageHoldsWhatTheTypeHolds) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> draw(-300, 300);
  for (ElementType type : value_types) {
    Coo tensor{{50}, {{}}, {}};
    for (int32_t i = 0; i < 50; i += 1 + static_cast<int32_t>(random() % 3)) {
      tensor.coords[0].push_back(i);
      tensor.values.push_back(draw(random));
    }
    Diagnostics diagnostics;
    auto stored = pack(tensor, {{0}, {LevelFormat::Compressed}, type}, diagnostics);
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->values.type, type);
    Coo back = unpack(*stored, tensor.shape);
    drop_absent(back);
    for (double& value : tensor.values) value = rounded(value, type);
    drop_absent(tensor);
    EXPECT_EQ(back.values, tensor.values) << name_of(type);
    EXPECT_EQ(back.coords, tensor.coords);
  }
}

}  // namespace
}  // namespace teaal::runtime
