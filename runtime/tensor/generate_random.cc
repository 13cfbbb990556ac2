#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "runtime/tensor/generators.h"
#include "runtime/tensor/readers.h"
#include "runtime/tensor/values.h"

namespace teaal::runtime {

std::optional<std::vector<int64_t>> Generation::shape() {
  std::vector<int64_t> out;
  for (size_t r = 0; r < known.size(); ++r) {
    if (!known[r]) {
      diagnostics().error(
          Code::ShapeUnknown, options.whole(),
          fmt::format("nothing fixes the extent of rank {}: add shape= here or --shape RANK=extent",
                      r + 1));
      return std::nullopt;
    }
    out.push_back(*known[r]);
  }
  return out;
}

bool Generation::fix_shape(const std::vector<int64_t>& shape, const std::string& key) {
  if (!shape_agrees(shape, known, options.where(key), diagnostics())) return false;
  known.assign(shape.begin(), shape.end());
  return true;
}

bool Generation::needs_order(size_t order) {
  if (known.size() == order) return true;
  diagnostics().error(
      Code::ShapeMismatch, options.whole(),
      fmt::format("this generator makes tensors of {} ranks, but the tensor is declared with {}",
                  order, known.size()));
  return false;
}

std::optional<Coo> Generation::fail(const std::string& key, std::string message) {
  diagnostics().error(Code::TensorSource, options.where(key), std::move(message));
  return std::nullopt;
}

std::optional<Coo> Generation::list(const std::vector<int64_t>& shape, int64_t entries,
                                    bool ascending) {
  constexpr int64_t to_sort = 2 * 16;  // two further lists
  int64_t bytes_an_entry = 8 + 4 * static_cast<int64_t>(shape.size()) + (ascending ? 0 : to_sort);
  if (entries > memory_limit() / bytes_an_entry) {
    diagnostics().error(
        Code::TensorRange, options.whole(),
        fmt::format("{} entries need more than the {} MiB there are for one tensor: "
                    "ask for a smaller shape or density",
                    entries, memory_limit() >> 20));
    return std::nullopt;
  }
  Coo out;
  out.shape = shape;
  out.coords.resize(shape.size());
  for (auto& coords : out.coords) coords.reserve(static_cast<size_t>(entries));
  return out;
}

namespace {

constexpr int64_t most_places = int64_t{1} << 62;

// The number of places of `shape`, or none if it is above 2^62.
std::optional<int64_t> places(const std::vector<int64_t>& shape) {
  int64_t total = 1;
  for (int64_t extent : shape)
    if (__builtin_mul_overflow(total, extent, &total) || total > most_places) return std::nullopt;
  return total;
}

void push_place(Coo& out, int64_t place) {
  for (size_t r = out.order(); r-- > 0;) {
    out.coords[r].push_back(static_cast<int32_t>(place % out.shape[r]));
    place /= out.shape[r];
  }
}

// Each place is taken with the chance that the wanted ones among those left require: exact and in
// order (Knuth, The Art of Computer Programming, volume 2, algorithm 3.4.2 S).
void select_places(int64_t total, int64_t wanted, Random& random, Coo& out) {
  for (int64_t place = 0; wanted > 0; ++place) {
    if (random.below(static_cast<uint64_t>(total - place)) >= static_cast<uint64_t>(wanted))
      continue;
    push_place(out, place);
    --wanted;
  }
}

// Draws places until `wanted` different ones are there; for few among many.
void draw_places(int64_t total, int64_t wanted, Random& random, Coo& out) {
  std::vector<int64_t> drawn;
  drawn.reserve(static_cast<size_t>(wanted));
  while (static_cast<int64_t>(drawn.size()) < wanted) {
    while (static_cast<int64_t>(drawn.size()) < wanted)
      drawn.push_back(static_cast<int64_t>(random.below(static_cast<uint64_t>(total))));
    std::ranges::sort(drawn);
    drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
  }
  for (int64_t place : drawn) push_place(out, place);
}

std::optional<Coo> random_places(Generation& g, const std::vector<int64_t>& shape, int64_t total,
                                 int64_t wanted) {
  std::optional<Coo> out = g.list(shape, wanted);
  if (!out) return out;
  Random random(g.seed);
  if (shape.empty())
    out->values.assign(static_cast<size_t>(wanted), 1);
  else if (wanted > total / 8)
    select_places(total, wanted, random, *out);
  else
    draw_places(total, wanted, random, *out);
  return out;
}

std::optional<Coo> too_many_places(Generation& g) {
  g.diagnostics().error(Code::TensorRange, g.options.whole(),
                        "the shape has more than 2^62 places: make an extent smaller");
  return std::nullopt;
}

// `columns` different ones of [0, extent), ascending, behind the coordinates of `row` (Floyd's
// algorithm: Bentley and Floyd, A Sample of Brilliance, 1987).
void push_row(Coo& out, int64_t row, int64_t columns, Random& random) {
  int64_t extent = out.shape.back();
  std::vector<int32_t> picked;
  picked.reserve(static_cast<size_t>(columns));
  for (int64_t last = extent - columns; last < extent; ++last) {
    auto column = static_cast<int32_t>(random.below(static_cast<uint64_t>(last) + 1));
    auto at = std::ranges::lower_bound(picked, column);
    if (at != picked.end() && *at == column)
      picked.push_back(static_cast<int32_t>(last));
    else
      picked.insert(at, column);
  }
  for (int32_t column : picked) {
    out.coords.back().push_back(column);
    int64_t rest = row;
    for (size_t r = out.order() - 1; r-- > 0;) {
      out.coords[r].push_back(static_cast<int32_t>(rest % out.shape[r]));
      rest /= out.shape[r];
    }
  }
}

// The number of fibers of the last rank.
std::optional<int64_t> rows_of(Generation& g, const std::vector<int64_t>& shape) {
  if (shape.empty()) {
    g.needs_order(1);
    return std::nullopt;
  }
  std::optional<int64_t> rows = places({shape.begin(), shape.end() - 1});
  if (!rows) too_many_places(g);
  return rows;
}

int64_t saturating(int64_t a, int64_t b) {
  int64_t out = 0;
  return __builtin_mul_overflow(a, b, &out) ? INT64_MAX : out;
}

}  // namespace

std::optional<Coo> generate_rand(Generation& g) {
  double density = g.options.take_real("density", g.known.size() < 2 ? 1 : 0.1, 0, 1);
  int64_t wanted = g.options.take_integer("nnz", -1, 0, INT64_MAX);
  auto shape = g.shape();
  if (!shape) return std::nullopt;
  std::optional<int64_t> total = places(*shape);
  if (!total) return too_many_places(g);
  if (wanted > *total)
    return g.fail("nnz", fmt::format("{} entries do not fit {} places", wanted, *total));
  if (wanted < 0)
    wanted =
        std::min(*total, static_cast<int64_t>(std::llround(density * static_cast<double>(*total))));
  return random_places(g, *shape, *total, wanted);
}

std::optional<Coo> generate_hypersparse(Generation& g) {
  int64_t wanted = g.options.take_integer("nnz", -1, 0, INT64_MAX);
  auto shape = g.shape();
  if (!shape) return std::nullopt;
  std::optional<int64_t> total = places(*shape), rows = rows_of(g, *shape);
  if (!rows) return std::nullopt;
  if (!total) return too_many_places(g);
  if (wanted < 0) wanted = std::min(*total, (*rows + 15) / 16);
  if (wanted > *total)
    return g.fail("nnz", fmt::format("{} entries do not fit {} places", wanted, *total));
  return random_places(g, *shape, *total, wanted);
}

std::optional<Coo> generate_uniform(Generation& g) {
  int64_t per_row = g.options.take_integer("row", 8, 0, INT32_MAX);
  auto shape = g.shape();
  std::optional<int64_t> rows = shape ? rows_of(g, *shape) : std::nullopt;
  if (!rows) return std::nullopt;
  per_row = std::min(per_row, shape->back());
  std::optional<Coo> out = g.list(*shape, saturating(*rows, per_row));
  if (!out) return out;
  for (int64_t row = 0; per_row > 0 && row < *rows; ++row) {
    Random random(mix(g.seed, static_cast<uint64_t>(row)));
    push_row(*out, row, per_row, random);
  }
  return out;
}

std::optional<Coo> generate_powerlaw(Generation& g) {
  int64_t least = g.options.take_integer("row", 2, 0, INT32_MAX);
  int64_t most = g.options.take_integer("max", INT32_MAX, 0, INT32_MAX);
  auto shape = g.shape();
  std::optional<int64_t> rows = shape ? rows_of(g, *shape) : std::nullopt;
  if (!rows) return std::nullopt;
  most = std::min(most, shape->back());
  int64_t expected =
      saturating(saturating(*rows, least), std::bit_width(static_cast<uint64_t>(most)));
  std::optional<Coo> out = g.list(*shape, std::min(expected, saturating(*rows, most)));
  for (int64_t row = 0; out && row < *rows; ++row) {
    Random random(mix(g.seed, static_cast<uint64_t>(row)));
    int doublings = std::min(std::countr_zero(random.next()), 31);
    int64_t columns = std::min(least << doublings, most);
    if (columns > 0) push_row(*out, row, columns, random);
  }
  return out;
}

namespace {

struct Rmat {
  int scale = 0;
  int64_t edges = 0, rows = 0, columns = 0;
  uint64_t a = 0, b = 0, c = 0;  // cumulative chances, of 2^32

  std::pair<int64_t, int64_t> edge(Random& random) const {
    int64_t i = 0, j = 0;
    for (int level = 0; level < scale; ++level) {
      uint64_t chance = random.next() >> 32;
      i = i << 1 | (chance >= b);
      j = j << 1 | ((chance >= a && chance < b) || chance >= c);
    }
    return {i, j};
  }
};

std::vector<int32_t> labels(int64_t count, bool permute, uint64_t seed) {
  std::vector<int32_t> out(static_cast<size_t>(count));
  std::iota(out.begin(), out.end(), 0);
  if (!permute) return out;
  Random random(mix(seed, 0x7065726d));
  for (size_t i = out.size(); i > 1; --i) std::swap(out[i - 1], out[random.below(i)]);
  return out;
}

void remove_duplicates(Coo& coo) {
  coo.values.assign(coo.coords[0].size(), 1);
  canonicalize(coo);
}

}  // namespace

std::optional<Coo> generate_rmat(Generation& g) {
  int64_t scale = g.options.take_integer("scale", -1, 0, 30);
  int64_t edge_factor = g.options.take_integer("ef", 16, 0, 1 << 20);
  double a = g.options.take_real("a", 0.57, 0, 1), b = g.options.take_real("b", 0.19, 0, 1);
  double c = g.options.take_real("c", 0.19, 0, 1);
  bool permute = g.options.take_flag("permute");
  if (!g.needs_order(2)) return std::nullopt;
  if (a + b + c > 1) return g.fail("a", "the chances a + b + c must not be above 1");
  if (scale >= 0 && !g.fix_shape({int64_t{1} << scale, int64_t{1} << scale}, "scale"))
    return std::nullopt;
  auto shape = g.shape();
  if (!shape) return std::nullopt;
  Rmat rmat;
  rmat.rows = (*shape)[0];
  rmat.columns = (*shape)[1];
  rmat.scale =
      std::bit_width(static_cast<uint64_t>(std::max({rmat.rows, rmat.columns, int64_t{1}}) - 1));
  rmat.edges = saturating(edge_factor, rmat.rows);
  rmat.a = static_cast<uint64_t>(std::llround(a * 0x1p32));
  rmat.b = static_cast<uint64_t>(std::llround((a + b) * 0x1p32));
  rmat.c = static_cast<uint64_t>(std::llround((a + b + c) * 0x1p32));
  std::optional<Coo> out = g.list(*shape, rmat.edges);
  if (!out) return out;
  std::vector<int32_t> row_labels = labels(rmat.rows, permute, g.seed);
  std::vector<int32_t> column_labels = labels(rmat.columns, permute, g.seed);
  Random random(g.seed);
  for (int64_t e = 0; e < rmat.edges; ++e) {
    auto [i, j] = rmat.edge(random);
    if (i >= rmat.rows || j >= rmat.columns) continue;
    out->coords[0].push_back(row_labels[static_cast<size_t>(i)]);
    out->coords[1].push_back(column_labels[static_cast<size_t>(j)]);
  }
  remove_duplicates(*out);
  return out;
}

}  // namespace teaal::runtime
