#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "runtime/tensor/narrow.h"
#include "runtime/tensor/tensor.h"
#include "runtime/tensor/value_type.h"

namespace teaal::runtime {
namespace {

constexpr int64_t saturated = int64_t{1} << 62;

int64_t saturating_product(int64_t a, int64_t b) {
  int64_t out = 0;
  if (__builtin_mul_overflow(a, b, &out)) return saturated;
  return std::min(out, saturated);
}

bool in_declaration_order(const std::vector<int>& rank_order) {
  return std::ranges::is_sorted(rank_order);
}

std::vector<int32_t> ordinals(const std::vector<int32_t>& coords, const LevelPart& part) {
  if (part.whole()) return coords;
  std::vector<int32_t> out;
  out.reserve(coords.size());
  for (int32_t c : coords) out.push_back(static_cast<int32_t>(part.ordinal(c)));
  return out;
}

// The entries with their ordinals at each level for coordinates, sorted by the first level's, then
// the second's, …. They stay different, as each rank has a whole level.
Coo by_levels(const Coo& coo, const std::vector<int>& rank_order,
              const std::vector<Level>& levels) {
  Coo out;
  for (size_t l = 0; l < levels.size(); ++l) {
    const LevelPart& part = levels[l].part;
    int r = rank_order[l];
    out.shape.push_back(part.whole() ? coo.shape[r] : coo.shape[r] / part.tile + 1);
    out.coords.push_back(ordinals(coo.coords[r], part));
  }
  out.values = coo.values;
  canonicalize(out);
  return out;
}

bool sorted_already(const StorageRequest& request) {
  return request.parts.empty() && in_declaration_order(request.rank_order);
}

// How many different tuples the first `ranks` ranks of a sorted list have.
int64_t distinct_prefixes(const Coo& sorted, size_t ranks) {
  int64_t distinct = sorted.entries() > 0;
  for (size_t e = 1; e < sorted.entries(); ++e) {
    bool differs = false;
    for (size_t r = 0; r < ranks; ++r) differs |= sorted.coords[r][e] != sorted.coords[r][e - 1];
    distinct += differs;
  }
  return distinct;
}

// Builds the levels of one tensor from the root down, out of a list as by_levels gives it.
// parent_[e] is the position of entry e at the last level built.
class Packer {
 public:
  Packer(const Coo& sorted, std::vector<Level> levels, const StorageRequest& request,
         Diagnostics& diagnostics, int64_t limit)
      : coo_(sorted), request_(request), diagnostics_(diagnostics), limit_(limit) {
    out_.rank_order = request.rank_order;
    out_.levels = std::move(levels);
    out_.position_bits = request.position_bits;
  }

  std::optional<Stored> pack() {
    if (!coordinates_fit()) return std::nullopt;
    parent_.assign(coo_.entries(), 0);
    for (size_t l = 0; l < coo_.order(); ++l)
      if (!add_level(l)) return std::nullopt;
    if (!take_bytes(positions_, size_of(request_.value_type), "its values")) return std::nullopt;
    store_values();
    return std::move(out_);
  }

 private:
  bool add_level(size_t l) {
    switch (request_.formats[l]) {
      case LevelFormat::Uncompressed:
        return uncompressed(l);
      case LevelFormat::Compressed:
        return compressed(l);
      case LevelFormat::Bitmask:
        break;
    }
    return bitmask(l);
  }

  bool uncompressed(size_t l) {
    int64_t extent = out_.levels[l].extent;
    positions_ = saturating_product(positions_, extent);
    if (!positions_fit(l)) return false;
    // Counts that saturate exceed the limit of bytes below; no position could be told from them.
    if (positions_ == saturated) return true;
    for (size_t e = 0; e < parent_.size(); ++e)
      parent_[e] = parent_[e] * extent + coo_.coords[l][e] - first_ordinal(l, e);
    return true;
  }

  // Where the indices of entry e's fiber are counted from.
  int64_t first_ordinal(size_t l, size_t e) const {
    const Level& level = out_.levels[l];
    if (level.enclosing < 0) return 0;
    int64_t start = out_.levels[level.enclosing].part.start(coo_.coords[level.enclosing][e]);
    return level.part.ordinal(start);
  }

  bool compressed(size_t l) {
    ElementType position = integer_of(request_.position_bits);
    if (!take_bytes(positions_ + 1, static_cast<int64_t>(size_of(position)),
                    "the segments of a compressed level"))
      return false;
    // Counted before anything of the level is written: what does not fit must not wrap.
    int64_t last = std::exchange(positions_, count_positions(l));
    if (!positions_fit(l)) return false;
    positions_ = last;
    Level& level = out_.levels[l];
    level.segments = Array(position, positions_ + 1);
    with_integers(level.segments, [&](auto segments) { fill(l, level, segments); });
    return !far_apart_;
  }

  bool bitmask(size_t l) {
    Level& level = out_.levels[l];
    ElementType position = integer_of(request_.position_bits);
    int64_t words = saturating_product(positions_, level.words());
    if (!take_bytes(words + 1, static_cast<int64_t>(4 + size_of(position)),
                    "the masks of a bitmask level"))
      return false;
    positions_ = count_positions(l);
    if (!positions_fit(l)) return false;
    level.masks = Array(ElementType::I32, words);
    level.bases = Array(position, words + 1);
    set_bits(l, level, level.masks.as<int32_t>());
    with_integers(level.bases, [&](auto bases) { sum_bits(level.masks.as<int32_t>(), bases); });
    return true;
  }

  void set_bits(size_t l, const Level& level, std::span<int32_t> masks) {
    int64_t last = -1, position = -1;
    for (size_t e = 0; e < parent_.size(); ++e) {
      int64_t index = coo_.coords[l][e] - first_ordinal(l, e);
      int64_t bit = parent_[e] * level.words() * 32 + index;
      auto word = static_cast<uint32_t>(masks[bit / 32]);
      masks[bit / 32] = static_cast<int32_t>(word | uint32_t{1} << (bit % 32));
      position += bit != last;
      last = bit;
      parent_[e] = position;
    }
  }

  template <class Position>
  static void sum_bits(std::span<const int32_t> masks, std::span<Position> bases) {
    int64_t sum = 0;
    for (size_t w = 0; w < masks.size(); ++w) {
      bases[w] = static_cast<Position>(sum);
      sum += std::popcount(static_cast<uint32_t>(masks[w]));
    }
    bases[masks.size()] = static_cast<Position>(sum);
  }

  int64_t count_positions(size_t l) const {
    const std::vector<int32_t>& in = coo_.coords[l];
    int64_t count = 0;
    for (size_t e = 0; e < parent_.size(); ++e)
      count += e == 0 || parent_[e] != parent_[e - 1] || in[e] != in[e - 1];
    return count;
  }

  template <class Position>
  void fill(size_t l, Level& level, std::span<Position> segments) {
    const std::vector<int32_t>& in = coo_.coords[l];
    std::vector<int32_t> coords;
    coords.reserve(parent_.size());
    int64_t last_parent = -1;
    for (size_t e = 0; e < parent_.size(); ++e) {
      int64_t parent = parent_[e];
      if (parent != last_parent || in[e] != coords.back()) {
        coords.push_back(in[e]);
        ++segments[parent + 1];
        last_parent = parent;
      }
      parent_[e] = static_cast<int64_t>(coords.size()) - 1;
    }
    std::partial_sum(segments.begin(), segments.end(), segments.begin());
    positions_ = static_cast<int64_t>(coords.size());
    store_coords(l, level, coords);
  }

  void store_coords(size_t l, Level& level, const std::vector<int32_t>& coords) {
    if (const int bits = request_.narrow_bits(l)) {
      far_apart_ = store_narrow(coords, bits, request_.coordinate_bits, level);
      if (far_apart_) tell_far_apart(l, bits);
      return;
    }
    level.coords = Array(integer_of(request_.coordinate_bits), coords.size());
    with_integers(level.coords, [&](auto out) {
      using Coordinate = typename decltype(out)::value_type;
      std::ranges::transform(coords, out.begin(),
                             [](int32_t c) { return static_cast<Coordinate>(c); });
    });
  }

  void tell_far_apart(size_t l, int bits) {
    diagnostics_.error(
        Code::TensorRange, {},
        fmt::format("positions {} to {} of storage level {} have coordinates from {} to {}, too "
                    "far apart for offsets of {} bits from one base: leave out the cbits of the "
                    "level, or split its rank",
                    far_apart_->first, far_apart_->last, l, far_apart_->least, far_apart_->most,
                    bits));
  }

  bool coordinates_fit() {
    int64_t most = most_of_bits(request_.coordinate_bits);
    for (size_t l = 0; l < coo_.order(); ++l) {
      if (!out_.levels[l].part.whole() || coo_.shape[l] <= most) continue;
      diagnostics_.error(Code::TensorRange, {},
                         fmt::format("a rank of extent {} does not fit coordinates of {} bits",
                                     coo_.shape[l], request_.coordinate_bits));
      return false;
    }
    return true;
  }

  void store_values() {
    out_.values = Array(request_.value_type, positions_);
    with_values(out_.values, [&](auto values) { scatter(values); });
  }

  template <class T>
  void scatter(std::span<T> values) {
    if (request_.absent != 0) std::ranges::fill(values, element_of<T>(request_.absent));
    for (size_t e = 0; e < parent_.size(); ++e) values[parent_[e]] = element_of<T>(coo_.values[e]);
  }

  bool positions_fit(size_t l) {
    if (positions_ <= most_of_bits(request_.position_bits)) return true;
    diagnostics_.error(Code::TensorRange, {},
                       fmt::format("storage level {} has {} positions, more than {}-bit positions "
                                   "can count: use 64-bit positions or compress the level",
                                   l, count_text(positions_), request_.position_bits));
    return false;
  }

  bool take_bytes(int64_t elements, int64_t size, const char* what) {
    int64_t bytes = saturating_product(elements, size);
    if (bytes <= limit_ - used_) {
      used_ += bytes;
      return true;
    }
    diagnostics_.error(
        Code::TensorRange, {},
        fmt::format("a tensor of shape {} needs {} elements for {}, over the limit of {} MiB: "
                    "compress ranks (--format …:C) or use smaller data",
                    shape_text(), count_text(elements), what, limit_ >> 20));
    return false;
  }

  static std::string count_text(int64_t count) {
    return count >= saturated ? "over 2^62" : std::to_string(count);
  }

  std::string shape_text() const {
    std::vector<int64_t> shape;
    for (size_t l = 0; l < coo_.order(); ++l)
      if (out_.levels[l].part.whole()) shape.push_back(coo_.shape[l]);
    return shape.empty() ? "[]" : fmt::format("{}", fmt::join(shape, " x "));
  }

  const Coo& coo_;
  const StorageRequest& request_;
  Diagnostics& diagnostics_;
  int64_t limit_, used_ = 0;
  std::vector<int64_t> parent_;
  int64_t positions_ = 1;
  std::optional<FarApart> far_apart_;
  Stored out_;
};

// Walks a stored tensor depth first. Segments and coordinates may come from a kernel, so both are
// clamped to their arrays.
class Unpacker {
 public:
  // What a value of the stored type can say of `absent` counts.
  Unpacker(const Stored& stored, const std::vector<int64_t>& shape, double absent)
      : stored_(stored),
        absent_(stored.values.type == ElementType::F32 ? static_cast<float>(absent) : absent),
        ordinal_(stored.levels.size()),
        coordinate_(shape.size()) {
    out_.shape = shape;
    out_.coords.resize(shape.size());
  }

  Coo unpack() {
    fiber(0, 0);
    // Parts of a rank right above it keep its order.
    if (!in_declaration_order(stored_.rank_order)) canonicalize(out_);
    return std::move(out_);
  }

 private:
  void fiber(size_t l, int64_t parent) {
    if (l == stored_.levels.size()) return leaf(parent);
    const Level& level = stored_.levels[l];
    if (level.format == LevelFormat::Uncompressed) {
      int64_t first = first_ordinal(level);
      for (int64_t index = 0; index < level.extent; ++index)
        if (enter(l, first + index)) fiber(l + 1, parent * level.extent + index);
      return;
    }
    if (level.format == LevelFormat::Bitmask) return bits(l, parent);
    int64_t begin = std::max<int64_t>(segment(level, parent), 0);
    int64_t end =
        std::min<int64_t>(segment(level, parent + 1), static_cast<int64_t>(level.coords.size()));
    with_integers(level.coords, [&](auto coords) {
      for (int64_t p = begin; p < end; ++p)
        if (enter(l, base(level, p) + coords[p])) fiber(l + 1, p);
    });
  }

  static int64_t base(const Level& level, int64_t position) {
    if (!level.narrow()) return 0;
    return with_integers(level.bases,
                         [&](auto bases) { return int64_t{bases[position / narrow_run]}; });
  }

  void bits(size_t l, int64_t parent) {
    const Level& level = stored_.levels[l];
    std::span<const int32_t> masks = level.masks.as<int32_t>();
    int64_t first = first_ordinal(level);
    for (int64_t w = 0; w < level.words(); ++w) {
      int64_t word = parent * level.words() + w;
      if (word >= static_cast<int64_t>(masks.size())) return;
      auto mask = static_cast<uint32_t>(masks[word]);
      int64_t position =
          with_integers(level.bases, [&](auto bases) { return int64_t{bases[word]}; });
      for (; mask != 0 && position >= 0; mask &= mask - 1, ++position) {
        int64_t index = w * 32 + std::countr_zero(mask);
        if (index < level.extent && enter(l, first + index)) fiber(l + 1, position);
      }
    }
  }

  int64_t first_ordinal(const Level& level) const {
    if (level.enclosing < 0) return 0;
    return level.part.ordinal(
        stored_.levels[level.enclosing].part.start(ordinal_[level.enclosing]));
  }

  // Whether level l can have this ordinal where the walk stands. A part may have one that none of
  // its coordinates has; the whole level tells.
  bool enter(size_t l, int64_t ordinal) {
    const Level& level = stored_.levels[l];
    int rank = stored_.rank_order[l];
    if (ordinal < 0 || level.part.start(ordinal) >= out_.shape[rank]) return false;
    ordinal_[l] = ordinal;
    if (!level.part.whole()) return true;
    for (int e = level.enclosing; e >= 0; e = stored_.levels[e].enclosing)
      if (stored_.levels[e].part.ordinal(ordinal) != ordinal_[e]) return false;
    coordinate_[rank] = static_cast<int32_t>(ordinal);
    return true;
  }

  static int64_t segment(const Level& level, int64_t fiber) {
    if (fiber >= static_cast<int64_t>(level.segments.size())) return 0;
    return with_integers(level.segments, [&](auto segments) { return int64_t{segments[fiber]}; });
  }

  void leaf(int64_t position) {
    if (position >= static_cast<int64_t>(stored_.values.size())) return;
    double value = with_values(stored_.values, [&](auto elements) {
      return number_of(elements[static_cast<size_t>(position)]);
    });
    if (value == absent_) return;
    for (size_t r = 0; r < coordinate_.size(); ++r) out_.coords[r].push_back(coordinate_[r]);
    out_.values.push_back(value);
  }

  const Stored& stored_;
  double absent_;
  std::vector<int64_t> ordinal_;     // by level, of the levels above
  std::vector<int32_t> coordinate_;  // by rank
  Coo out_;
};

}  // namespace

int64_t stored_elements(const Coo& canonical, const StorageRequest& request) {
  size_t compressed = request.formats.size();
  while (compressed > 0 && request.formats[compressed - 1] == LevelFormat::Uncompressed)
    --compressed;
  std::vector<Level> levels = levels_of(request, canonical.shape);
  int64_t elements = 1;
  if (compressed == levels.size() && compressed > 0)
    elements = static_cast<int64_t>(canonical.entries());
  else if (compressed > 0 && sorted_already(request))
    elements = distinct_prefixes(canonical, compressed);
  else if (compressed > 0)
    elements = distinct_prefixes(by_levels(canonical, request.rank_order, levels), compressed);
  for (size_t l = compressed; l < levels.size(); ++l)
    elements = saturating_product(elements, levels[l].extent);
  return elements;
}

std::optional<Stored> pack(const Coo& canonical, const StorageRequest& request,
                           Diagnostics& diagnostics, int64_t limit_bytes) {
  std::vector<Level> levels = levels_of(request, canonical.shape);
  if (sorted_already(request))
    return Packer(canonical, std::move(levels), request, diagnostics, limit_bytes).pack();
  Coo sorted = by_levels(canonical, request.rank_order, levels);
  return Packer(sorted, std::move(levels), request, diagnostics, limit_bytes).pack();
}

Coo unpack(const Stored& stored, const std::vector<int64_t>& shape, double absent) {
  return Unpacker(stored, shape, absent).unpack();
}

}  // namespace teaal::runtime
