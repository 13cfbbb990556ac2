#include <fmt/format.h>

#include <numeric>

#include "runtime/tensor/tensor.h"

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

// The entries sorted by rank `rank_order[0]`, then `rank_order[1]`, …; its ranks stand in that
// order.
Coo reordered(const Coo& coo, const std::vector<int>& rank_order) {
  Coo out;
  for (int r : rank_order) {
    out.shape.push_back(coo.shape[r]);
    out.coords.push_back(coo.coords[r]);
  }
  out.values = coo.values;
  canonicalize(out);
  return out;
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

// Builds the levels of one tensor from the root down. parent_[e] is the position of entry e at the
// last level built.
class Packer {
 public:
  Packer(const Coo& sorted, const StorageRequest& request, Diagnostics& diagnostics, int64_t limit)
      : coo_(sorted), request_(request), diagnostics_(diagnostics), limit_(limit) {}

  std::optional<Stored> pack() {
    parent_.assign(coo_.entries(), 0);
    out_.rank_order = request_.rank_order;
    out_.position_bits = request_.position_bits;
    for (size_t l = 0; l < coo_.order(); ++l)
      if (!(request_.formats[l] == LevelFormat::Uncompressed ? uncompressed(l) : compressed(l)))
        return std::nullopt;
    if (!take_bytes(positions_, size_of(request_.value_type), "its values")) return std::nullopt;
    store_values();
    return std::move(out_);
  }

 private:
  bool uncompressed(size_t l) {
    int64_t extent = coo_.shape[l];
    out_.levels.push_back({LevelFormat::Uncompressed, extent, {}, {}});
    for (size_t e = 0; e < parent_.size(); ++e)
      parent_[e] = parent_[e] * extent + coo_.coords[l][e];
    positions_ = saturating_product(positions_, extent);
    return positions_fit(l);
  }

  bool compressed(size_t l) {
    bool wide = request_.position_bits == 64;
    if (!take_bytes(positions_ + 1, wide ? 8 : 4, "the segments of a compressed level"))
      return false;
    Level level{LevelFormat::Compressed, coo_.shape[l], {}, {}};
    if (wide)
      fill<int64_t>(l, level);
    else
      fill<int32_t>(l, level);
    out_.levels.push_back(std::move(level));
    return positions_fit(l);
  }

  template <class Position>
  void fill(size_t l, Level& level) {
    level.segments = Array(element_type_of<Position>(), positions_ + 1);
    std::span<Position> segments = level.segments.as<Position>();
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
    level.coords = Array::of(std::span<const int32_t>(coords));
  }

  void store_values() {
    out_.values = Array(request_.value_type, positions_);
    if (request_.value_type == ElementType::F32)
      scatter(out_.values.as<float>());
    else
      scatter(out_.values.as<double>());
  }

  template <class T>
  void scatter(std::span<T> values) {
    for (size_t e = 0; e < parent_.size(); ++e) values[parent_[e]] = static_cast<T>(coo_.values[e]);
  }

  bool positions_fit(size_t l) {
    if (request_.position_bits == 64 || positions_ <= INT32_MAX) return true;
    diagnostics_.error(Code::TensorRange, {},
                       fmt::format("storage level {} has {} positions, more than 32-bit positions "
                                   "can count: use 64-bit positions or compress the level",
                                   l, count_text(positions_)));
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
    return coo_.shape.empty() ? "[]" : fmt::format("{}", fmt::join(coo_.shape, " x "));
  }

  const Coo& coo_;
  const StorageRequest& request_;
  Diagnostics& diagnostics_;
  int64_t limit_, used_ = 0;
  std::vector<int64_t> parent_;
  int64_t positions_ = 1;
  Stored out_;
};

// Walks a stored tensor depth first. Segments and coordinates may come from a kernel, so both are
// clamped to their arrays.
class Unpacker {
 public:
  Unpacker(const Stored& stored, const std::vector<int64_t>& shape)
      : stored_(stored), coordinate_(shape.size()) {
    out_.shape = shape;
    out_.coords.resize(shape.size());
  }

  Coo unpack() {
    fiber(0, 0);
    if (!in_declaration_order(stored_.rank_order)) canonicalize(out_);
    return std::move(out_);
  }

 private:
  void fiber(size_t l, int64_t parent) {
    if (l == stored_.levels.size()) return leaf(parent);
    const Level& level = stored_.levels[l];
    int32_t& coordinate = coordinate_[stored_.rank_order[l]];
    if (level.format == LevelFormat::Uncompressed) {
      for (int64_t c = 0; c < level.extent; ++c) {
        coordinate = static_cast<int32_t>(c);
        fiber(l + 1, parent * level.extent + c);
      }
      return;
    }
    std::span<const int32_t> coords = level.coords.as<int32_t>();
    int64_t end = std::min<int64_t>(segment(level, parent + 1), coords.size());
    for (int64_t p = std::max<int64_t>(segment(level, parent), 0); p < end; ++p) {
      coordinate = coords[p];
      if (coordinate >= 0 && coordinate < level.extent) fiber(l + 1, p);
    }
  }

  static int64_t segment(const Level& level, int64_t fiber) {
    if (fiber >= static_cast<int64_t>(level.segments.size())) return 0;
    return level.segments.type == ElementType::I32 ? level.segments.as<int32_t>()[fiber]
                                                   : level.segments.as<int64_t>()[fiber];
  }

  void leaf(int64_t position) {
    if (position >= static_cast<int64_t>(stored_.values.size())) return;
    double value = stored_.values.type == ElementType::F32 ? stored_.values.as<float>()[position]
                                                           : stored_.values.as<double>()[position];
    if (value == 0) return;
    for (size_t r = 0; r < coordinate_.size(); ++r) out_.coords[r].push_back(coordinate_[r]);
    out_.values.push_back(value);
  }

  const Stored& stored_;
  std::vector<int32_t> coordinate_;
  Coo out_;
};

}  // namespace

int64_t stored_elements(const Coo& canonical, const StorageRequest& request) {
  size_t compressed = request.formats.size();
  while (compressed > 0 && request.formats[compressed - 1] == LevelFormat::Uncompressed)
    --compressed;
  int64_t elements = 1;
  if (compressed == canonical.order() && compressed > 0)
    elements = static_cast<int64_t>(canonical.entries());
  else if (compressed > 0 && in_declaration_order(request.rank_order))
    elements = distinct_prefixes(canonical, compressed);
  else if (compressed > 0)
    elements = distinct_prefixes(reordered(canonical, request.rank_order), compressed);
  for (size_t l = compressed; l < request.formats.size(); ++l)
    elements = saturating_product(elements, canonical.shape[request.rank_order[l]]);
  return elements;
}

std::optional<Stored> pack(const Coo& canonical, const StorageRequest& request,
                           Diagnostics& diagnostics, int64_t limit_bytes) {
  if (in_declaration_order(request.rank_order))
    return Packer(canonical, request, diagnostics, limit_bytes).pack();
  Coo sorted = reordered(canonical, request.rank_order);
  return Packer(sorted, request, diagnostics, limit_bytes).pack();
}

Coo unpack(const Stored& stored, const std::vector<int64_t>& shape) {
  return Unpacker(stored, shape).unpack();
}

}  // namespace teaal::runtime
