#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <random>
#include <set>

#include "tests/unit/tensor/files.h"

// Levels that are parts of ranks. What is expected follows docs/MANIFEST.md, written out again
// here.
namespace teaal::runtime {
namespace {

constexpr auto U = LevelFormat::Uncompressed, C = LevelFormat::Compressed, B = LevelFormat::Bitmask;

int64_t tile_begin(const LevelPart& part, int64_t c) {
  if (part.tile == 0) return c;
  for (size_t s = part.snaps.size(); s-- > 0;) c = c / part.snaps[s] * part.snaps[s];
  return c / part.tile * part.tile;
}
int64_t tile_number(const LevelPart& part, int64_t c) {
  return part.tile == 0 ? c : tile_begin(part, c) / part.tile;
}

int enclosing(const StorageRequest& request, size_t level) {
  for (int l = static_cast<int>(level) - 1; l >= 0; --l)
    if (request.rank_order[l] == request.rank_order[level]) return l;
  return -1;
}

// The index (U) or stored coordinate (C) of coordinate c at a level.
int64_t index_at(const StorageRequest& request, size_t level, int64_t c) {
  const LevelPart& part = request.parts[level];
  int e = enclosing(request, level);
  if (request.formats[level] == C || e < 0) return tile_number(part, c);
  return tile_number(part, c) - tile_number(part, tile_begin(request.parts[e], c));
}

int64_t segment(const Level& level, int64_t fiber) {
  return level.segments.type == ElementType::I32 ? level.segments.as<int32_t>()[fiber]
                                                 : level.segments.as<int64_t>()[fiber];
}

// -1: the bit is not set.
int64_t bit_position(const Level& level, int64_t fiber, int64_t index) {
  int64_t word = fiber * ((level.extent + 31) / 32) + index / 32;
  auto mask = static_cast<uint32_t>(level.masks.as<int32_t>()[word]);
  if ((mask >> (index % 32) & 1) == 0) return -1;
  int64_t base = with_integers(level.bases, [&](auto bases) { return int64_t{bases[word]}; });
  return base + std::popcount(mask & ((uint32_t{1} << (index % 32)) - 1));
}

// Finds an element as a kernel does; -1: it is not stored.
int64_t locate(const Stored& stored, const StorageRequest& request,
               const std::vector<int64_t>& at) {
  int64_t position = 0;
  for (size_t l = 0; l < stored.levels.size(); ++l) {
    const Level& level = stored.levels[l];
    int64_t index = index_at(request, l, at[request.rank_order[l]]);
    EXPECT_GE(index, 0);
    EXPECT_LT(index, level.extent);
    if (level.format == U) {
      position = position * level.extent + index;
      continue;
    }
    if (level.format == B) {
      position = bit_position(level, position, index);
      if (position < 0) return -1;
      continue;
    }
    auto coords = level.coords.as<int32_t>();
    auto begin = coords.begin() + segment(level, position);
    auto end = coords.begin() + segment(level, position + 1);
    EXPECT_TRUE(std::ranges::is_sorted(begin, end));
    auto found = std::lower_bound(begin, end, index);
    if (found == end || *found != index) return -1;
    position = found - coords.begin();
  }
  return position;
}

// All coordinates of a shape.
std::vector<std::vector<int64_t>> points(const std::vector<int64_t>& shape) {
  std::vector<std::vector<int64_t>> out = {{}};
  for (int64_t extent : shape) {
    std::vector<std::vector<int64_t>> longer;
    for (const auto& point : out)
      for (int64_t c = 0; c < extent; ++c) {
        longer.push_back(point);
        longer.back().push_back(c);
      }
    out = std::move(longer);
  }
  return out;
}

Coo random_tensor(const std::vector<int64_t>& shape, std::mt19937& random) {
  Coo out{shape, std::vector<std::vector<int32_t>>(shape.size()), {}};
  unsigned density = random() % 11;
  for (const auto& point : points(shape)) {
    if (random() % 10 >= density) continue;
    for (size_t r = 0; r < shape.size(); ++r)
      out.coords[r].push_back(static_cast<int32_t>(point[r]));
    out.values.push_back(static_cast<double>(1 + random() % 100));
  }
  return out;
}

LevelPart random_part(std::mt19937& random) {
  LevelPart out{static_cast<int64_t>(1 + random() % 9), {}};
  if (random() % 3 == 0) out.snaps.resize(1 + random() % 2);
  for (int64_t& snap : out.snaps) snap = static_cast<int64_t>(1 + random() % 6);
  return out;
}

// Every rank with up to three parts, the levels of different ranks mixed.
StorageRequest random_request(std::mt19937& random, size_t order) {
  StorageRequest out;
  std::vector<size_t> left(order);
  for (size_t r = 0; r < order; ++r) {
    left[r] = 1 + random() % 4;
    out.rank_order.insert(out.rank_order.end(), left[r], static_cast<int>(r));
  }
  std::ranges::shuffle(out.rank_order, random);
  for (int r : out.rank_order) {
    out.parts.push_back(--left[static_cast<size_t>(r)] == 0 ? LevelPart{} : random_part(random));
    out.formats.push_back(std::array{U, C, B}[random() % 3]);
  }
  out.value_type = random() % 2 ? ElementType::F32 : ElementType::F64;
  out.position_bits = random() % 2 ? 32 : 64;
  return out;
}

double value_at(const Stored& stored, int64_t position) {
  return stored.values.type == ElementType::F32 ? stored.values.as<float>()[position]
                                                : stored.values.as<double>()[position];
}
void set_value(Stored& stored, int64_t position, double value) {
  if (stored.values.type == ElementType::F32)
    stored.values.as<float>()[position] = static_cast<float>(value);
  else
    stored.values.as<double>()[position] = value;
}

void expect_same(const Coo& a, const Coo& b) {
  EXPECT_EQ(a.shape, b.shape);
  EXPECT_EQ(a.coords, b.coords);
  EXPECT_EQ(a.values, b.values);
}

// Each element lies where a kernel looks for it, no two at one place, and all that lies elsewhere
// is padding, which unpack passes over.
void check_round_trip(const Coo& tensor, const StorageRequest& request) {
  Diagnostics diagnostics;
  std::optional<Stored> stored = pack(tensor, request, diagnostics);
  ASSERT_TRUE(stored) << render(diagnostics.all().front());
  EXPECT_EQ(static_cast<int64_t>(stored->values.size()), stored_elements(tensor, request));
  expect_same(unpack(*stored, tensor.shape), tensor);
  auto expected = testing::entries(tensor);
  std::set<int64_t> taken;
  for (const auto& point : points(tensor.shape)) {
    int64_t position = locate(*stored, request, point);
    auto found = expected.find(std::vector<int>(point.begin(), point.end()));
    if (found != expected.end()) {
      ASSERT_GE(position, 0);
      EXPECT_EQ(value_at(*stored, position), found->second);
    }
    if (position >= 0) {
      EXPECT_TRUE(taken.insert(position).second);
    }
  }
  for (int64_t p = 0; p < static_cast<int64_t>(stored->values.size()); ++p)
    if (!taken.contains(p)) set_value(*stored, p, NAN);
  expect_same(unpack(*stored, tensor.shape), tensor);
}

TEST(Parts, RoundTripInEveryMixOfPartsFormatsAndExtents) {
  std::mt19937 random(11);
  const std::vector<int64_t> extents = {0, 1, 2, 3, 5, 7, 11, 13, 16};
  for (int round = 0; round < 1500 && !::testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    std::vector<int64_t> shape(random() % 4);
    for (int64_t& extent : shape) extent = extents[random() % extents.size()];
    if (shape.size() == 3) shape[2] = std::min<int64_t>(shape[2], 3);
    StorageRequest request = random_request(random, shape.size());
    int64_t dense = 1;
    for (const Level& level : levels_of(request, shape)) dense *= level.extent;
    if (dense > 1 << 20) continue;
    check_round_trip(random_tensor(shape, random), request);
  }
}

// Every tile of one level against every tile of the one above: each index stays below the extent,
// and without snaps none is in vain.
TEST(Parts, ExtentHoldsEveryIndex) {
  const std::vector<std::vector<int64_t>> snap_lists = {{}, {2}, {5}, {3, 4}, {6, 2}};
  for (int64_t outer = 1; outer <= 12; ++outer)
    for (int64_t inner = 0; inner <= 14; ++inner)
      for (const auto& above : snap_lists)
        for (const auto& below : snap_lists) {
          if (inner == 0 && !below.empty()) continue;
          StorageRequest request{{0, 0, 0}, {C, U, C}};
          request.parts = {{outer, above}, {inner, below}, {}};
          if (inner == 0) request = {{0, 0}, {C, U}, {}, 32, {{outer, above}, {}}};
          int64_t most = 0;
          for (int64_t c = 0; c < 400; ++c) most = std::max(most, index_at(request, 1, c));
          int64_t extent = levels_of(request, {400})[1].extent;
          EXPECT_LT(most, extent) << outer << " " << inner;
          if (above.empty() && below.empty()) {
            EXPECT_LE(extent, most + 2) << outer << " " << inner;
          }
          if (above.empty() && below.empty() && (inner == 0 || outer % inner == 0)) {
            EXPECT_EQ(extent, most + 1);
          }
        }
}

std::vector<int32_t> coords_of(const Level& level) {
  auto coords = level.coords.as<int32_t>();
  return {coords.begin(), coords.end()};
}

TEST(Parts, CompressedLevelsHoldTileNumbersAndWholeCoordinates) {
  Coo a{{10}, {{1, 2, 8}}, {1, 2, 3}};
  Diagnostics diagnostics;
  StorageRequest request{{0, 0}, {C, C}, ElementType::F32, 32, {{4, {}}, {}}};
  Stored stored = *pack(a, request, diagnostics);
  EXPECT_EQ(coords_of(stored.levels[0]), (std::vector<int32_t>{0, 2}));
  EXPECT_TRUE(
      std::ranges::equal(stored.levels[1].segments.as<int32_t>(), std::vector<int32_t>{0, 2, 3}));
  EXPECT_EQ(coords_of(stored.levels[1]), (std::vector<int32_t>{1, 2, 8}));
  request.parts[0].snaps = {3};  // 8 begins at 6, so its tile at 4; 3 and 4 would lie in tile 0
  stored = *pack(a, request, diagnostics);
  EXPECT_EQ(coords_of(stored.levels[0]), (std::vector<int32_t>{0, 1}));
}

TEST(Parts, UncompressedLevelsPadTheLastTile) {
  Coo a{{5}, {{0, 4}}, {1, 2}};
  Diagnostics diagnostics;
  StorageRequest request{{0, 0}, {U, U}, ElementType::F32, 32, {{3, {}}, {}}};
  Stored stored = *pack(a, request, diagnostics);
  EXPECT_TRUE(std::ranges::equal(stored.values.as<float>(), std::vector<float>{1, 0, 0, 0, 2, 0}));
  EXPECT_EQ(stored_elements(a, request), 6);
}

// What a kernel wrote wrongly must not be read outside of its arrays.
TEST(Parts, UnpackStaysInsideDamagedArrays) {
  Coo a{{10}, {{1, 2, 8}}, {1, 2, 3}};
  Diagnostics diagnostics;
  Stored stored = *pack(a, {{0, 0}, {C, C}, ElementType::F32, 32, {{4, {}}, {}}}, diagnostics);
  stored.levels[0].coords.as<int32_t>()[0] = INT32_MAX;
  stored.levels[0].coords.as<int32_t>()[1] = INT32_MIN;
  EXPECT_EQ(unpack(stored, a.shape).entries(), 0u);
  stored.levels[0].coords.as<int32_t>()[0] = 2;  // its fiber's coordinates lie in tile 0
  EXPECT_EQ(unpack(stored, a.shape).entries(), 0u);
}

}  // namespace
}  // namespace teaal::runtime
