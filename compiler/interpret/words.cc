#include "compiler/interpret/words.h"

#include <bit>
#include <cmath>
#include <limits>

namespace teaal::interpret {
namespace {

constexpr uint32_t read_of_tf32 = 0xffffe000u;

float single(double value) { return static_cast<float>(value); }
float held(uint32_t bits) { return std::bit_cast<float>(bits); }

// The nearest value of `significant` bits whose exponents are those of normal numbers from
// 2^lowest on; ties go to the even one.
double rounded(double value, int significant, int lowest, double largest) {
  if (!std::isfinite(value) || value == 0) return value;
  const int exponent = std::max(std::ilogb(value), lowest);
  const double unit = std::ldexp(1.0, exponent - significant + 1);
  const double out = std::nearbyint(value / unit) * unit;
  return std::fabs(out) > largest ? std::copysign(std::numeric_limits<double>::infinity(), value)
                                  : out;
}

double as_bf16(double value) {
  return rounded(value, 8, -126, static_cast<double>(held(0x7f7f0000u)));
}
double as_f16(double value) { return rounded(value, 11, -14, 65504); }

// Of a value that f16 has.
uint32_t f16_half(double value) {
  const uint32_t sign = std::signbit(value) ? 0x8000u : 0u;
  const double magnitude = std::fabs(value);
  if (std::isnan(value)) return 0x7fffu;
  if (std::isinf(value)) return sign | 0x7c00u;
  if (magnitude < 0x1p-14) return sign | static_cast<uint32_t>(magnitude * 0x1p24);
  const int exponent = std::ilogb(magnitude);
  const auto fraction = static_cast<uint32_t>(std::ldexp(magnitude, 10 - exponent)) & 0x3ffu;
  return sign | static_cast<uint32_t>(exponent + 15) << 10 | fraction;
}

double of_f16_half(uint32_t half) {
  const auto exponent = static_cast<int>(half >> 10 & 0x1fu);
  const auto fraction = static_cast<double>(half & 0x3ffu);
  double out = exponent == 0 ? fraction * 0x1p-24 : std::ldexp(1024 + fraction, exponent - 25);
  if (exponent == 31)
    out = fraction > 0 ? std::numeric_limits<double>::quiet_NaN()
                       : std::numeric_limits<double>::infinity();
  return (half & 0x8000u) != 0 ? -out : out;
}

uint32_t bf16_half(double value) {
  return std::isnan(value) ? 0x7fffu : std::bit_cast<uint32_t>(single(as_bf16(value))) >> 16;
}

int scale_exponent(double largest) {
  const auto exponent = static_cast<int>(std::bit_cast<uint32_t>(single(largest)) >> 23);
  return exponent < 15 ? 253 : 268 - exponent;
}

}  // namespace

uint32_t tf32_bits(double value) {
  const float given = single(value);
  return std::bit_cast<uint32_t>(std::fmaf(given, 0x1.555556p-12f, given));
}

uint32_t tf32_rest(double value, uint32_t bits) {
  return std::bit_cast<uint32_t>(single(value) - held(bits & read_of_tf32));
}

uint32_t tf32_word(double value) { return tf32_bits(value) & read_of_tf32; }

uint32_t tf32_rest_word(double value) { return tf32_word(single(value) - held(tf32_word(value))); }

uint32_t bf16_bits(double low, double high) { return bf16_half(low) | bf16_half(high) << 16; }

uint32_t f16_bits(double low, double high) {
  return f16_half(as_f16(single(low))) | f16_half(as_f16(single(high))) << 16;
}

uint32_t f16_rest_bits(double low, double high) {
  return f16_bits(single(low) - as_f16(single(low)), single(high) - as_f16(single(high)));
}

double product(Words words, uint32_t a, uint32_t b) {
  constexpr uint32_t lower = 0xffffu;
  switch (words) {
    case Words::Tf32:
      return static_cast<double>(held(a & read_of_tf32)) * held(b & read_of_tf32);
    case Words::Bf16:
      return static_cast<double>(held(a << 16)) * held(b << 16) +
             static_cast<double>(held(a & ~lower)) * held(b & ~lower);
    case Words::F16:
      break;
  }
  return of_f16_half(a & lower) * of_f16_half(b & lower) +
         of_f16_half(a >> 16) * of_f16_half(b >> 16);
}

double scale_of(double largest) { return std::ldexp(1.0, scale_exponent(largest) - 127); }

double scaled_back(double sum, double largest, double other_largest) {
  return std::ldexp(sum, 254 - scale_exponent(largest) - scale_exponent(other_largest));
}

double larger(double largest, double value) {
  const double magnitude = std::fabs(value);
  return magnitude <= std::numeric_limits<float>::max() && magnitude > largest ? magnitude
                                                                               : largest;
}

uint32_t groups_of_bits(uint32_t word, int64_t group) {
  uint32_t out = 0;
  for (int64_t first = 0; first < 32; first += group) {
    const uint64_t of_group = ((uint64_t{1} << group) - 1) << first;
    if ((word & of_group) != 0) out |= uint32_t{1} << first;
  }
  return out;
}

int64_t place_in_lines(int64_t depth, int64_t unit, int64_t k) {
  return unit / 8 * (depth * 32) + k / 8 * 256 + k % 8 * 32 + (unit % 8 ^ k % 8) * 4;
}

}  // namespace teaal::interpret
