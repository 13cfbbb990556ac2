#pragma once
#include <cstdint>

// Values as tensor cores take them, in words of 32 bits: templates/mma.cuh says how. What is no
// number is none afterwards.
namespace teaal::interpret {

// What a word holds: one value of tf32, or two of 16 bits, the first one below.
enum class Words { Tf32, Bf16, F16 };

// Bits whose first 19, which is all that tensor cores read, are the value rounded; and what those
// leave out.
uint32_t tf32_bits(double value);
uint32_t tf32_rest(double value, uint32_t bits);
// The same, with zeros where tensor cores do not read.
uint32_t tf32_word(double value);
uint32_t tf32_rest_word(double value);
uint32_t bf16_bits(double low, double high);
uint32_t f16_bits(double low, double high);
// What f16 leaves out of two values, as f16 again.
uint32_t f16_rest_bits(double low, double high);

// The sum of the products of what two words hold.
double product(Words, uint32_t a, uint32_t b);
// How many values a word holds.
constexpr int64_t values_of(Words words) { return words == Words::Tf32 ? 1 : 2; }

// The power of two that brings a largest magnitude to 2^14 at least and below 2^15, or near it.
double scale_of(double largest);
// A sum of products of two factors that were scaled so, without their scales.
double scaled_back(double sum, double largest, double other_largest);
// The larger of a magnitude and that of a value; of none that is not finite.
double larger(double largest, double value);

// The first bit of each group of so many, if one of the group is set.
uint32_t groups_of_bits(uint32_t word, int64_t group);
// Where 16 bytes number `unit` of line k lie, in words, where 64 rows have `depth` k's.
int64_t place_in_lines(int64_t depth, int64_t unit, int64_t k);

}  // namespace teaal::interpret
