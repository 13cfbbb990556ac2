#include "runtime/tensor/blockwise.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/tensor/generators.h"
#include "runtime/tensor/values.h"

namespace teaal::runtime {
namespace {

bool repeated(const std::string& pattern, size_t slice) {
  return pattern[slice % pattern.size()] == '1';
}

}  // namespace

// A density that is no whole number of slices is rounded up or down by chance, so that it holds on
// average.
Blockwise::Count Blockwise::full_slices() const {
  Count out;
  if (!pattern.empty()) {
    for (int64_t s = 0; s < slices(); ++s) out.least += repeated(pattern, static_cast<size_t>(s));
    return out;
  }
  unsigned __int128 exact =
      static_cast<unsigned __int128>(chance(density)) * static_cast<uint64_t>(slices());
  out.least = static_cast<int64_t>(exact >> chance_bits);
  out.fraction = static_cast<uint64_t>(exact) & ((uint64_t{1} << chance_bits) - 1);
  return out;
}

std::vector<bool> Blockwise::mask(int64_t tile_i, int64_t tile_j) const {
  std::vector<bool> out(static_cast<size_t>(slices()));
  if (!drawn()) {
    for (size_t s = 0; s < out.size(); ++s) out[s] = repeated(pattern, s);
    return out;
  }
  int64_t along = k == 1 ? tile_j : tile_i, across = k == 1 ? tile_i : tile_j;
  uint64_t bits = mix(seed, static_cast<uint64_t>(along),
                      consistent ? ~uint64_t{0} : static_cast<uint64_t>(across));
  Random random(bits);
  auto [least, fraction] = full_slices();
  int64_t wanted = least + chosen(mix(bits, 1), fraction);
  for (int64_t s = 0; s < slices(); ++s) {
    if (static_cast<int64_t>(random.below(static_cast<uint64_t>(slices() - s))) >= wanted) continue;
    out[static_cast<size_t>(s)] = true;
    --wanted;
  }
  return out;
}

bool Blockwise::tile_exists(int64_t tile_i, int64_t tile_j) const {
  return chosen(
      mix(seed ^ 0x74696c65, static_cast<uint64_t>(tile_i), static_cast<uint64_t>(tile_j)),
      chance(tiles));
}

double Blockwise::expected_share() const {
  if (pattern.empty()) return density * tiles;
  return static_cast<double>(full_slices().least) / static_cast<double>(slices()) * tiles;
}

void fill_dense(const Blockwise& blockwise, int64_t rows, int64_t columns, std::span<float> to) {
  std::ranges::fill(to, 0.0F);
  for_each_non_zero(blockwise, rows, columns, [&](int64_t i, int64_t j) {
    to[static_cast<size_t>(i * columns + j)] =
        static_cast<float>(random_value(blockwise.seed, i, j));
  });
}

namespace {

bool take_tile(Generation& g, Blockwise& out) {
  auto tile = g.options.take_extents("tile");
  if (tile && (tile->size() != 2 || (*tile)[0] < 1 || (*tile)[1] < 1)) {
    g.fail("tile", "option 'tile' must be two positive extents such as 64x8");
    return false;
  }
  if (tile) std::ranges::copy(*tile, out.tile);
  // Patterns are short and tiles are wide: the shorter side is the one that patterns run along.
  out.k = static_cast<int>(g.options.take_integer("k", out.tile[0] < out.tile[1] ? 0 : 1, 0, 1));
  out.slice = g.options.take_integer("slice", 1, 1, INT32_MAX);
  if (out.tile[out.k] % out.slice == 0) return true;
  g.fail("slice", fmt::format("slices of {} do not fill a tile of {} along k: choose a divisor",
                              out.slice, out.tile[out.k]));
  return false;
}

bool take_pattern(Generation& g, Blockwise& out) {
  out.density = g.options.take_real("density", 0.25, 0, 1);
  out.pattern = g.options.take_text("pattern").value_or("");
  out.shuffled = g.options.take_flag("shuffle");
  if (out.pattern.find_first_not_of("01") != std::string::npos ||
      (out.pattern.empty() && g.options.given("pattern"))) {
    g.fail("pattern", "option 'pattern' must be zeros and ones such as 11110000");
    return false;
  }
  if (!out.pattern.empty() && g.options.given("density")) {
    g.fail("density", "the pattern fixes the density: give one of 'density' and 'pattern'");
    return false;
  }
  if (out.shuffled && out.pattern.empty()) {
    g.fail("shuffle", "option 'shuffle' moves the ones of a pattern: give pattern=");
    return false;
  }
  return true;
}

}  // namespace

std::optional<Coo> generate_blockwise(Generation& g) {
  Blockwise blockwise;
  blockwise.tiles = g.options.take_real("tiles", 1, 0, 1);
  blockwise.consistent = g.options.take_flag("consistent");
  blockwise.seed = g.seed;
  if (!take_tile(g, blockwise) || !take_pattern(g, blockwise) || !g.needs_order(2))
    return std::nullopt;
  auto shape = g.shape();
  if (!shape) return std::nullopt;
  double places = static_cast<double>((*shape)[0]) * static_cast<double>((*shape)[1]);
  std::optional<Coo> out =
      g.list(*shape, static_cast<int64_t>(std::min(places * blockwise.expected_share(), 0x1p60)));
  if (!out) return out;
  for_each_non_zero(blockwise, (*shape)[0], (*shape)[1], [&](int64_t i, int64_t j) {
    out->coords[0].push_back(static_cast<int32_t>(i));
    out->coords[1].push_back(static_cast<int32_t>(j));
  });
  return out;
}

}  // namespace teaal::runtime
