#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "runtime/tensor/generators.h"
#include "runtime/tensor/values.h"

namespace teaal::runtime {
namespace {

void push(Coo& out, int64_t i, int64_t j) {
  out.coords[0].push_back(static_cast<int32_t>(i));
  out.coords[1].push_back(static_cast<int32_t>(j));
}

// Chances in units of 2^-53, so that comparing them is exact everywhere.
constexpr int chance_bits = 53;

uint64_t chance(double density) {
  return static_cast<uint64_t>(std::llround(std::ldexp(density, chance_bits)));
}

// True with the chance given, decided by `bits`.
bool chosen(uint64_t bits, uint64_t chance) { return bits >> (64 - chance_bits) < chance; }

bool chosen(uint64_t bits, double density) { return chosen(bits, chance(density)); }

struct Stencil {
  int points, dimensions;
  bool corners;  // all neighbours of the cube, not only those along the axes
};
constexpr Stencil stencils[] = {
    {3, 1, false}, {5, 2, false}, {7, 3, false}, {9, 2, true}, {27, 3, true}};

int64_t power(int64_t base, int exponent) {
  int64_t out = 1;
  for (int i = 0; i < exponent; ++i)
    if (__builtin_mul_overflow(out, base, &out)) return INT64_MAX;
  return out;
}

// The side of a grid with `points` points in all, or 0 if there is none.
int64_t side_of(int64_t points, int dimensions) {
  int64_t side = 0;
  while (power(side, dimensions) < points) ++side;
  return power(side, dimensions) == points ? side : 0;
}

// Calls visit(offset) for every neighbour (itself included) of the grid point `at` that lies in the
// grid.
template <class Visit>
void neighbours(const Stencil& stencil, int64_t side, const int64_t* at, Visit visit) {
  int64_t count = power(3, stencil.dimensions);
  for (int64_t code = 0; code < count; ++code) {
    int64_t rest = code, place = 0, stride = 1, moved = 0;
    bool inside = true;
    for (int d = 0; d < stencil.dimensions; ++d, rest /= 3, stride *= side) {
      int64_t step = rest % 3 - 1, to = at[d] + step;
      moved += step != 0;
      inside &= to >= 0 && to < side;
      place += to * stride;
    }
    if (inside && (stencil.corners || moved <= 1)) visit(place);
  }
}

}  // namespace

std::optional<Coo> generate_stencil(Generation& g) {
  int which = g.options.take_choice("points", 1, {"3", "5", "7", "9", "27"});
  int64_t side = g.options.take_integer("n", 0, 1, INT32_MAX);
  const Stencil& stencil = stencils[which];
  if (!g.needs_order(2)) return std::nullopt;
  if (side == 0) {
    std::optional<int64_t> points = g.known[0] ? g.known[0] : g.known[1];
    if (!points) {
      g.shape();
      return std::nullopt;
    }
    side = side_of(*points, stencil.dimensions);
    if (side == 0 && *points != 0)
      return g.fail("points",
                    fmt::format("{} rows are no grid of {} dimensions: give n=, the points a side",
                                *points, stencil.dimensions));
  }
  int64_t total = power(side, stencil.dimensions);
  if (total > INT32_MAX) return g.fail("n", "the grid has more than 2147483647 points");
  if (!g.fix_shape({total, total}, "n")) return std::nullopt;
  std::optional<Coo> out = g.list({total, total}, total * stencil.points);
  for (int64_t row = 0; out && row < total; ++row) {
    int64_t at[3] = {row % side, row / side % side, row / side / side};
    neighbours(stencil, side, at, [&](int64_t column) { push(*out, row, column); });
  }
  return out;
}

namespace {

std::optional<Coo> banded(Generation& g, int64_t band, double density) {
  if (!g.needs_order(2)) return std::nullopt;
  auto shape = g.shape();
  if (!shape) return std::nullopt;
  int64_t rows = (*shape)[0], columns = (*shape)[1];
  double width = static_cast<double>(std::min(2 * band + 1, columns));
  auto expected = static_cast<int64_t>(static_cast<double>(rows) * width * density);
  std::optional<Coo> out = g.list(*shape, expected);
  for (int64_t i = 0; out && i < rows; ++i)
    for (int64_t j = std::max<int64_t>(0, i - band); j < std::min(columns, i + band + 1); ++j)
      if (chosen(mix(g.seed, static_cast<uint64_t>(i), static_cast<uint64_t>(j)), density))
        push(*out, i, j);
  return out;
}

}  // namespace

std::optional<Coo> generate_banded(Generation& g) {
  int64_t band = g.options.take_integer("band", 1, 0, INT32_MAX);
  return banded(g, band, g.options.take_real("density", 1, 0, 1));
}

std::optional<Coo> generate_tridiagonal(Generation& g) { return banded(g, 1, 1); }

namespace {

struct Blockwise {
  int64_t tile[2] = {64, 8};
  int k = 1;  // the rank that patterns speak of
  double density = 0.25, tiles = 1;
  std::string pattern;
  bool consistent = false;
  uint64_t seed = 0;

  // A density that is no whole number of slices is rounded up or down by chance, so that it holds
  // on average.
  int64_t slices(uint64_t bits) const {
    unsigned __int128 exact =
        static_cast<unsigned __int128>(chance(density)) * static_cast<uint64_t>(tile[k]);
    uint64_t fraction = static_cast<uint64_t>(exact) & ((uint64_t{1} << chance_bits) - 1);
    return static_cast<int64_t>(exact >> chance_bits) + chosen(mix(bits, 1), fraction);
  }

  // Which slices along k of the tile at (tile_i, tile_j) are full.
  std::vector<bool> mask(int64_t tile_i, int64_t tile_j) const {
    std::vector<bool> out(static_cast<size_t>(tile[k]));
    if (!pattern.empty()) {
      for (size_t s = 0; s < out.size(); ++s) out[s] = pattern[s % pattern.size()] == '1';
      return out;
    }
    int64_t along = k == 1 ? tile_j : tile_i, across = k == 1 ? tile_i : tile_j;
    uint64_t bits = mix(seed, static_cast<uint64_t>(along),
                        consistent ? ~uint64_t{0} : static_cast<uint64_t>(across));
    Random random(bits);
    int64_t wanted = slices(bits);
    for (int64_t s = 0; s < tile[k]; ++s) {
      if (static_cast<int64_t>(random.below(static_cast<uint64_t>(tile[k] - s))) >= wanted)
        continue;
      out[static_cast<size_t>(s)] = true;
      --wanted;
    }
    return out;
  }

  bool tile_exists(int64_t tile_i, int64_t tile_j) const {
    return chosen(
        mix(seed ^ 0x74696c65, static_cast<uint64_t>(tile_i), static_cast<uint64_t>(tile_j)),
        tiles);
  }

  void fill_tile(int64_t tile_i, int64_t tile_j, Coo& out) const {
    std::vector<bool> full = mask(tile_i, tile_j);
    int64_t i_end = std::min(out.shape[0], (tile_i + 1) * tile[0]);
    int64_t j_end = std::min(out.shape[1], (tile_j + 1) * tile[1]);
    for (int64_t i = tile_i * tile[0]; i < i_end; ++i)
      for (int64_t j = tile_j * tile[1]; j < j_end; ++j)
        if (full[static_cast<size_t>(k == 1 ? j - tile_j * tile[1] : i - tile_i * tile[0])])
          push(out, i, j);
  }

  double expected_share() const {
    if (pattern.empty()) return density * tiles;
    return static_cast<double>(std::ranges::count(pattern, '1')) /
           static_cast<double>(pattern.size()) * tiles;
  }
};

bool take_blockwise(Generation& g, Blockwise& out) {
  auto tile = g.options.take_extents("tile");
  out.k = static_cast<int>(g.options.take_integer("k", 1, 0, 1));
  out.density = g.options.take_real("density", 0.25, 0, 1);
  out.tiles = g.options.take_real("tiles", 1, 0, 1);
  out.pattern = g.options.take_text("pattern").value_or("");
  out.consistent = g.options.take_flag("consistent");
  out.seed = g.seed;
  if (out.pattern.find_first_not_of("01") != std::string::npos ||
      (out.pattern.empty() && g.options.given("pattern"))) {
    g.fail("pattern", "option 'pattern' must be zeros and ones such as 11110000");
    return false;
  }
  if (!tile) return true;
  if (tile->size() != 2 || (*tile)[0] < 1 || (*tile)[1] < 1) {
    g.fail("tile", "option 'tile' must be two positive extents such as 64x8");
    return false;
  }
  std::ranges::copy(*tile, out.tile);
  return true;
}

}  // namespace

std::optional<Coo> generate_blockwise(Generation& g) {
  Blockwise blockwise;
  if (!take_blockwise(g, blockwise) || !g.needs_order(2)) return std::nullopt;
  auto shape = g.shape();
  if (!shape) return std::nullopt;
  double places = static_cast<double>((*shape)[0]) * static_cast<double>((*shape)[1]);
  std::optional<Coo> out =
      g.list(*shape, static_cast<int64_t>(std::min(places * blockwise.expected_share(), 0x1p60)));
  if (!out) return out;
  int64_t tile_rows = ((*shape)[0] + blockwise.tile[0] - 1) / blockwise.tile[0];
  int64_t tile_columns = ((*shape)[1] + blockwise.tile[1] - 1) / blockwise.tile[1];
  for (int64_t i = 0; i < tile_rows; ++i)
    for (int64_t j = 0; j < tile_columns; ++j)
      if (blockwise.tile_exists(i, j)) blockwise.fill_tile(i, j, *out);
  return out;
}

std::optional<Coo> generate_identity(Generation& g) {
  auto shape = g.shape();
  if (!shape || shape->empty()) return shape ? generate_dense(g) : std::nullopt;
  int64_t diagonal = *std::ranges::min_element(*shape);
  std::optional<Coo> out = g.list(*shape, diagonal);
  for (int64_t c = 0; out && c < diagonal; ++c)
    for (auto& coords : out->coords) coords.push_back(static_cast<int32_t>(c));
  return out;
}

std::optional<Coo> generate_dense(Generation& g) {
  auto shape = g.shape();
  if (!shape) return std::nullopt;
  int64_t total = 1;
  for (int64_t extent : *shape)
    if (__builtin_mul_overflow(total, extent, &total)) total = INT64_MAX;
  if (std::ranges::find(*shape, 0) != shape->end()) total = 0;
  std::optional<Coo> out = g.list(*shape, total);
  if (!out) return out;
  if (shape->empty()) out->values.assign(1, 1);
  int64_t repeat = total;
  for (size_t r = 0; r < shape->size() && total > 0; ++r) {
    repeat /= (*shape)[r];
    for (int64_t e = 0; e < total; ++e)
      out->coords[r].push_back(static_cast<int32_t>(e / repeat % (*shape)[r]));
  }
  return out;
}

std::optional<Coo> generate_roadlike(Generation& g) {
  double density = g.options.take_real("density", 0.6, 0, 1);
  if (!g.needs_order(2)) return std::nullopt;
  auto shape = g.shape();
  if (!shape) return std::nullopt;
  int64_t vertices = (*shape)[0];
  if (!g.fix_shape({vertices, vertices}, "shape")) return std::nullopt;
  int64_t side = 0;
  while (side * side < vertices) ++side;
  std::optional<Coo> out =
      g.list(*shape, static_cast<int64_t>(4 * density * static_cast<double>(vertices)));
  for (int64_t v = 0; out && v < vertices; ++v) {
    for (int64_t step : {int64_t{1}, side}) {
      int64_t to = v + step;
      bool wraps = step == 1 && to % side == 0;
      if (to >= vertices || wraps ||
          !chosen(mix(g.seed, static_cast<uint64_t>(v), static_cast<uint64_t>(step)), density))
        continue;
      push(*out, v, to);
      push(*out, to, v);
    }
  }
  return out;
}

}  // namespace teaal::runtime
