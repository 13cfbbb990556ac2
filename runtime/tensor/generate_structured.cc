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
  std::optional<Coo> out = g.list({total, total}, total * stencil.points, true);
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
  std::optional<Coo> out = g.list(*shape, expected, true);
  for (int64_t i = 0; out && i < rows; ++i)
    for (int64_t j = std::max<int64_t>(0, i - band); j < std::min(columns, i + band + 1); ++j)
      if (chosen(mix(g.seed, static_cast<uint64_t>(i), static_cast<uint64_t>(j)), chance(density)))
        push(*out, i, j);
  return out;
}

}  // namespace

std::optional<Coo> generate_banded(Generation& g) {
  int64_t band = g.options.take_integer("band", 1, 0, INT32_MAX);
  return banded(g, band, g.options.take_real("density", 1, 0, 1));
}

std::optional<Coo> generate_tridiagonal(Generation& g) { return banded(g, 1, 1); }

std::optional<Coo> generate_identity(Generation& g) {
  auto shape = g.shape();
  if (!shape || shape->empty()) return shape ? generate_dense(g) : std::nullopt;
  int64_t diagonal = *std::ranges::min_element(*shape);
  std::optional<Coo> out = g.list(*shape, diagonal, true);
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
  std::optional<Coo> out = g.list(*shape, total, true);
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
          !chosen(mix(g.seed, static_cast<uint64_t>(v), static_cast<uint64_t>(step)),
                  chance(density)))
        continue;
      push(*out, v, to);
      push(*out, to, v);
    }
  }
  return out;
}

}  // namespace teaal::runtime
