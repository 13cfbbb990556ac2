#pragma once
#include <optional>

#include "runtime/tensor/options.h"
#include "runtime/tensor/tensor.h"

namespace teaal::runtime {

enum class ValueKind { Random, Integers, One };

// How generated values are chosen; `seed` also places the entries of a generator.
struct ValueRule {
  std::optional<ValueKind> kind;  // empty: what the file says; a generator's Random
  uint64_t seed = 0;
};
ValueRule take_value_rule(Options&);

// Gives every entry a value that depends on the seed and its coordinates alone. Random: a multiple
// of 2^-23 in [-1, 1), never 0, so that it is exact in 32 bits. Integers: 1 … 9. With `symmetric`
// (i, j) and (j, i) get one value.
void assign_values(Coo&, ValueKind, uint64_t seed, bool symmetric = false);

// A mixing function whose every output bit depends on every input bit (splitmix64's finalizer,
// Steele et al., 2014).
constexpr uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}
constexpr uint64_t mix(uint64_t seed, uint64_t a) { return mix(mix(seed) ^ a); }
constexpr uint64_t mix(uint64_t seed, uint64_t a, uint64_t b) { return mix(mix(seed, a), b); }

// The value that ValueKind::Random gives the place (i, j) of a matrix.
double random_value(uint64_t seed, int64_t i, int64_t j);

// Chances in units of 2^-53, so that comparing them is exact everywhere.
constexpr int chance_bits = 53;
uint64_t chance(double probability);
// True with the chance given, decided by `bits`.
constexpr bool chosen(uint64_t bits, uint64_t chance) {
  return bits >> (64 - chance_bits) < chance;
}

// xoshiro256** (Blackman and Vigna, 2018): the same numbers on every machine.
class Random {
 public:
  explicit Random(uint64_t seed) {
    for (uint64_t& word : state_) word = seed = mix(seed);
  }
  uint64_t next();
  // Uniform in [0, bound), bound > 0 (Lemire, Fast Random Integer Generation in an Interval, 2019).
  uint64_t below(uint64_t bound);

 private:
  uint64_t state_[4];
};

}  // namespace teaal::runtime
