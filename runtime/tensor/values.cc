#include "runtime/tensor/values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace teaal::runtime {
namespace {

double value_of(ValueKind kind, uint64_t bits) {
  if (kind == ValueKind::One) return 1;
  if (kind == ValueKind::Integers) return static_cast<double>(1 + (bits >> 32) % 9);
  constexpr int64_t half = int64_t{1} << 23;
  int64_t steps = static_cast<int64_t>(bits >> 40) - half;
  return static_cast<double>(steps == 0 ? 1 : steps) / static_cast<double>(half);
}

uint64_t bits_of(const Coo& coo, size_t entry, uint64_t seed, bool symmetric) {
  uint64_t bits = mix(seed);
  if (symmetric && coo.order() == 2) {
    auto [low, high] = std::minmax(coo.coords[0][entry], coo.coords[1][entry]);
    return mix(bits, static_cast<uint64_t>(low), static_cast<uint64_t>(high));
  }
  for (const auto& coords : coo.coords) bits = mix(bits, static_cast<uint64_t>(coords[entry]));
  return bits;
}

}  // namespace

double random_value(uint64_t seed, int64_t i, int64_t j) {
  return value_of(ValueKind::Random,
                  mix(mix(seed), static_cast<uint64_t>(i), static_cast<uint64_t>(j)));
}

uint64_t chance(double probability) {
  return static_cast<uint64_t>(std::llround(std::ldexp(probability, chance_bits)));
}

ValueRule take_value_rule(Options& options) {
  ValueRule rule;
  int choice = options.take_choice("values", -1, {"rand", "int", "one"});
  if (choice >= 0) rule.kind = static_cast<ValueKind>(choice);
  rule.seed = static_cast<uint64_t>(options.take_integer("seed", 0, 0, INT64_MAX));
  return rule;
}

void assign_values(Coo& coo, ValueKind kind, uint64_t seed, bool symmetric) {
  for (size_t e = 0; e < coo.entries(); ++e)
    coo.values[e] = value_of(kind, bits_of(coo, e, seed, symmetric));
}

uint64_t Random::next() {
  uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

uint64_t Random::below(uint64_t bound) {
  using Wide = unsigned __int128;
  Wide product = static_cast<Wide>(next()) * bound;
  if (static_cast<uint64_t>(product) < bound) {
    uint64_t reject = -bound % bound;
    while (static_cast<uint64_t>(product) < reject) product = static_cast<Wide>(next()) * bound;
  }
  return static_cast<uint64_t>(product >> 64);
}

}  // namespace teaal::runtime
