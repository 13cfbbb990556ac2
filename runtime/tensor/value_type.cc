#include "runtime/tensor/value_type.h"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>

namespace teaal::runtime {
namespace {

// A binary floating-point type: bits behind the leading one, exponents of its normal values.
struct Format {
  int fraction_bits, least_exponent, most_exponent;
};
constexpr Format half_format{10, -14, 15}, bfloat16_format{7, -126, 127};

double rounded_to(double value, const Format& format) {
  if (!std::isfinite(value) || value == 0) return value;
  int exponent = std::max(std::ilogb(value), format.least_exponent);
  // Scaling by powers of two is exact: the format's exponents lie well inside those of double.
  double steps = std::nearbyint(std::ldexp(value, format.fraction_bits - exponent));
  double out = std::ldexp(steps, exponent - format.fraction_bits);
  double beyond = std::ldexp(1.0, format.most_exponent + 1);
  return std::fabs(out) >= beyond ? std::copysign(HUGE_VAL, out) : out;
}

int32_t wrapped(double value) {
  if (!std::isfinite(value)) return 0;
  double rest = std::fmod(std::trunc(value), 0x1p32);
  return static_cast<int32_t>(static_cast<uint32_t>(static_cast<int64_t>(rest)));
}

double number_from(uint16_t bits, const Format& format) {
  int exponent_bits = 15 - format.fraction_bits, all_ones = (1 << exponent_bits) - 1;
  int exponent = bits >> format.fraction_bits & all_ones;
  int fraction = bits & ((1 << format.fraction_bits) - 1);
  double magnitude;
  if (exponent == all_ones)
    magnitude = fraction == 0 ? HUGE_VAL : std::nan("");
  else if (exponent == 0)
    magnitude = std::ldexp(fraction, format.least_exponent - format.fraction_bits);
  else
    magnitude = std::ldexp(fraction + (1 << format.fraction_bits),
                           exponent - 1 + format.least_exponent - format.fraction_bits);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

uint16_t bits_from(double value, const Format& format) {
  unsigned sign = std::signbit(value) ? 0x8000 : 0;
  unsigned infinity = 0x7fffu >> format.fraction_bits << format.fraction_bits;
  if (std::isnan(value)) return 0x7fff;
  double magnitude = std::fabs(rounded_to(value, format));
  if (std::isinf(magnitude)) return static_cast<uint16_t>(sign | infinity);
  if (magnitude < std::ldexp(1.0, format.least_exponent))
    return static_cast<uint16_t>(
        sign |
        static_cast<unsigned>(std::ldexp(magnitude, format.fraction_bits - format.least_exponent)));
  int exponent = std::ilogb(magnitude);
  auto fraction = static_cast<unsigned>(std::ldexp(magnitude, format.fraction_bits - exponent)) -
                  (1u << format.fraction_bits);
  auto biased = static_cast<unsigned>(exponent - format.least_exponent + 1);
  return static_cast<uint16_t>(sign | biased << format.fraction_bits | fraction);
}

constexpr struct {
  std::string_view name;
  ElementType type;
} names[] = {{"f32", ElementType::F32},
             {"f64", ElementType::F64},
             {"f16", ElementType::F16},
             {"bf16", ElementType::BF16},
             {"i32", ElementType::I32}};

}  // namespace

std::optional<ElementType> value_type_named(std::string_view name) {
  for (const auto& row : names)
    if (row.name == name) return row.type;
  return std::nullopt;
}

std::string_view name_of(ElementType value_type) {
  for (const auto& row : names)
    if (row.type == value_type) return row.name;
  return "";
}

ElementType arithmetic_of(ElementType value_type) {
  bool narrow = value_type == ElementType::F16 || value_type == ElementType::BF16;
  return narrow ? ElementType::F32 : value_type;
}

double rounded(double value, ElementType value_type) {
  switch (value_type) {
    case ElementType::F16:
      return rounded_to(value, half_format);
    case ElementType::BF16:
      return rounded_to(value, bfloat16_format);
    case ElementType::F32:
      return static_cast<double>(static_cast<float>(value));
    case ElementType::F64:
      return value;
    default:
      return wrapped(value);
  }
}

double epsilon_of(ElementType value_type) {
  switch (value_type) {
    case ElementType::F16:
      return std::ldexp(1.0, -half_format.fraction_bits);
    case ElementType::BF16:
      return std::ldexp(1.0, -bfloat16_format.fraction_bits);
    case ElementType::F32:
      return FLT_EPSILON;
    case ElementType::F64:
      return DBL_EPSILON;
    default:
      return 0;
  }
}

double least_normal_of(ElementType value_type) {
  switch (value_type) {
    case ElementType::F16:
      return std::ldexp(1.0, half_format.least_exponent);
    case ElementType::BF16:
    case ElementType::F32:
      return FLT_MIN;
    case ElementType::F64:
      return DBL_MIN;
    default:
      return 0;
  }
}

double number_of(Half element) { return number_from(element.bits, half_format); }
double number_of(Bfloat16 element) { return number_from(element.bits, bfloat16_format); }

template <>
Half element_of<Half>(double value) {
  return {bits_from(value, half_format)};
}
template <>
Bfloat16 element_of<Bfloat16>(double value) {
  return {bits_from(value, bfloat16_format)};
}
template <>
float element_of<float>(double value) {
  return static_cast<float>(value);
}
template <>
double element_of<double>(double value) {
  return value;
}
template <>
int32_t element_of<int32_t>(double value) {
  return wrapped(value);
}

}  // namespace teaal::runtime
