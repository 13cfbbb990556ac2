#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <random>

#include "tests/unit/tensor/files.h"

namespace teaal::runtime {
namespace {

using testing::entries;

constexpr auto U = LevelFormat::Uncompressed, C = LevelFormat::Compressed, B = LevelFormat::Bitmask;

Coo random_tensor(const std::vector<int64_t>& shape, double density, uint32_t seed) {
  std::mt19937 random(seed);
  Coo out{shape, std::vector<std::vector<int32_t>>(shape.size()), {}};
  int64_t total = 1;
  for (int64_t extent : shape) total *= extent;
  for (int64_t place = 0; place < total; ++place) {
    if (static_cast<double>(random() % 1000) >= density * 1000) continue;
    int64_t rest = place;
    for (size_t r = shape.size(); r-- > 0; rest /= shape[r])
      out.coords[r].push_back(static_cast<int32_t>(rest % shape[r]));
    out.values.push_back(static_cast<double>(1 + random() % 100));
  }
  return out;
}

StorageRequest request_of(std::mt19937& random, size_t order) {
  StorageRequest out;
  out.rank_order.resize(order);
  std::iota(out.rank_order.begin(), out.rank_order.end(), 0);
  std::ranges::shuffle(out.rank_order, random);
  for (size_t l = 0; l < order; ++l) out.formats.push_back(std::array{U, C, B}[random() % 3]);
  out.value_type = random() % 2 ? ElementType::F32 : ElementType::F64;
  constexpr int bits[] = {8, 16, 32, 64};
  out.position_bits = bits[random() % 4];
  out.coordinate_bits = bits[random() % 3];
  return out;
}

int64_t last_base(const Level& level) {
  return with_integers(level.bases, [](auto bases) { return int64_t{bases.back()}; });
}

// Whole words a fiber, no bit beyond the extent, each base the number of bits before its word.
int64_t expect_bits(const Level& level, int64_t fibers) {
  std::span<const int32_t> masks = level.masks.as<int32_t>();
  int64_t words = (level.extent + 31) / 32, sum = 0;
  EXPECT_EQ(static_cast<int64_t>(masks.size()), fibers * words);
  EXPECT_EQ(level.bases.size(), masks.size() + 1);
  for (size_t w = 0; w < masks.size(); ++w) {
    auto mask = static_cast<uint32_t>(masks[w]);
    int64_t beyond = level.extent - static_cast<int64_t>(w) % words * 32;
    if (beyond < 32) {
      EXPECT_EQ(mask >> beyond, 0u);
    }
    EXPECT_EQ(with_integers(level.bases, [&](auto bases) { return int64_t{bases[w]}; }), sum);
    sum += std::popcount(mask);
  }
  EXPECT_EQ(last_base(level), sum);
  return sum;
}

// The rules of the storage: how many positions each level has, and ascending coordinates in each
// fiber.
void expect_well_formed(const Stored& stored, const StorageRequest& request) {
  int64_t positions = 1;
  for (const Level& level : stored.levels) {
    if (level.format == U) {
      EXPECT_EQ(level.segments.size() + level.coords.size(), 0u);
      positions *= level.extent;
      continue;
    }
    if (level.format == B) {
      positions = expect_bits(level, positions);
      continue;
    }
    EXPECT_EQ(size_of(level.segments.type) * 8, static_cast<size_t>(request.position_bits));
    EXPECT_EQ(size_of(level.coords.type) * 8, static_cast<size_t>(request.coordinate_bits));
    ASSERT_EQ(level.segments.size(), static_cast<size_t>(positions) + 1);
    auto segment = [&](int64_t f) {
      return with_integers(level.segments, [&](auto segments) { return int64_t{segments[f]}; });
    };
    std::vector<int64_t> coords = with_integers(
        level.coords, [](auto of) { return std::vector<int64_t>(of.begin(), of.end()); });
    EXPECT_EQ(segment(0), 0);
    for (int64_t f = 0; f < positions; ++f)
      for (int64_t p = segment(f) + 1; p < segment(f + 1); ++p) EXPECT_LT(coords[p - 1], coords[p]);
    EXPECT_EQ(segment(positions), static_cast<int64_t>(coords.size()));
    positions = static_cast<int64_t>(coords.size());
  }
  EXPECT_EQ(static_cast<int64_t>(stored.values.size()), positions);
}

int64_t most_level_positions(const Stored& stored) {
  int64_t positions = 1, most = 1;
  for (const Level& level : stored.levels) {
    positions = level.format == U   ? positions * level.extent
                : level.format == B ? last_base(level)
                                    : static_cast<int64_t>(level.coords.size());
    most = std::max(most, positions);
  }
  return most;
}

TEST(Storage, RefusesExtentsBeyondItsCoordinates) {
  for (auto [extent, fits] : {std::pair{127, true}, std::pair{128, false}}) {
    Coo a{{extent}, {{extent - 1}}, {1}};
    Diagnostics diagnostics;
    StorageRequest request{{0}, {C}};
    request.coordinate_bits = 8;
    EXPECT_EQ(pack(a, request, diagnostics).has_value(), fits);
  }
}

TEST(Storage, RoundTripsEveryRankOrderAndFormatMix) {
  std::mt19937 random(3);
  for (int round = 0; round < 600; ++round) {
    std::vector<int64_t> shape(random() % 5);
    for (int64_t& extent : shape) extent = static_cast<int64_t>(random() % 6);
    Coo tensor =
        random_tensor(shape, static_cast<double>(random() % 11) / 10, static_cast<uint32_t>(round));
    StorageRequest request = request_of(random, shape.size());
    Diagnostics diagnostics;
    std::optional<Stored> stored = pack(tensor, request, diagnostics);
    if (!stored) {  // refused only where the widest positions of its levels do not fit
      ASSERT_EQ(request.position_bits, 8);
      ASSERT_EQ(diagnostics.all().front().code, Code::TensorRange);
      request.position_bits = 16;
      stored = pack(tensor, request, diagnostics);
      ASSERT_TRUE(stored);
      EXPECT_GT(most_level_positions(*stored), 127);
    } else if (request.position_bits == 8) {
      EXPECT_LE(most_level_positions(*stored), 127);
    }
    expect_well_formed(*stored, request);
    EXPECT_EQ(static_cast<int64_t>(stored->values.size()), stored_elements(tensor, request));
    Coo back = unpack(*stored, shape);
    EXPECT_EQ(back.shape, tensor.shape);
    EXPECT_EQ(back.coords, tensor.coords);
    EXPECT_EQ(back.values, tensor.values);
  }
}

TEST(Storage, HoldsLongFibersInSeveralWords) {
  for (int64_t extent : {31, 32, 33, 64, 100}) {
    Coo a = random_tensor({3, extent}, 0.4, static_cast<uint32_t>(extent));
    for (std::vector<LevelFormat> formats : {std::vector{U, B}, {B, B}, {C, B}, {B, C}, {B, U}}) {
      Diagnostics diagnostics;
      StorageRequest request{{0, 1}, formats};
      std::optional<Stored> stored = pack(a, request, diagnostics);
      ASSERT_TRUE(stored);
      expect_well_formed(*stored, request);
      EXPECT_EQ(entries(unpack(*stored, a.shape)), entries(a));
    }
  }
}

TEST(Storage, IsABitmaskByBits) {
  Coo a{{2, 40}, {{0, 0, 1, 1}, {1, 33, 0, 39}}, {1, 2, 3, 4}};
  Diagnostics diagnostics;
  Stored mask = *pack(a, {{0, 1}, {U, B}}, diagnostics);
  EXPECT_TRUE(
      std::ranges::equal(mask.levels[1].masks.as<int32_t>(), std::vector<int32_t>{2, 2, 1, 128}));
  EXPECT_TRUE(
      std::ranges::equal(mask.levels[1].bases.as<int32_t>(), std::vector<int32_t>{0, 1, 2, 3, 4}));
  EXPECT_TRUE(std::ranges::equal(mask.values.as<float>(), std::vector<float>{1, 2, 3, 4}));
}

// What a kernel may have spoilt: bits beyond the extent, bases beyond the values.
TEST(Storage, UnpackBearsWrongBits) {
  Coo a{{2, 5}, {{0, 1}, {1, 4}}, {1, 2}};
  Diagnostics diagnostics;
  Stored stored = *pack(a, {{0, 1}, {U, B}}, diagnostics);
  stored.levels[1].masks.as<int32_t>()[0] = -1;
  stored.levels[1].bases.as<int32_t>()[1] = 1000;
  EXPECT_LE(unpack(stored, a.shape).entries(), 2u);
  stored.levels[1].bases.as<int32_t>()[1] = -7;
  EXPECT_LE(unpack(stored, a.shape).entries(), 2u);
}

TEST(Storage, IsCsrCscDcsrAndDenseByName) {
  Coo a{{3, 4}, {{0, 0, 2}, {1, 3, 0}}, {1, 2, 3}};
  Diagnostics diagnostics;
  Stored csr = *pack(a, {{0, 1}, {U, C}}, diagnostics);
  EXPECT_EQ(entries(unpack(csr, a.shape)), entries(a));
  EXPECT_TRUE(
      std::ranges::equal(csr.levels[1].segments.as<int32_t>(), std::vector<int32_t>{0, 2, 2, 3}));
  EXPECT_TRUE(
      std::ranges::equal(csr.levels[1].coords.as<int32_t>(), std::vector<int32_t>{1, 3, 0}));
  Stored csc = *pack(a, {{1, 0}, {U, C}}, diagnostics);
  EXPECT_TRUE(std::ranges::equal(csc.levels[1].segments.as<int32_t>(),
                                 std::vector<int32_t>{0, 1, 2, 2, 3}));
  EXPECT_TRUE(std::ranges::equal(csc.values.as<float>(), std::vector<float>{3, 1, 2}));
  Stored dcsr = *pack(a, {{0, 1}, {C, C}}, diagnostics);
  EXPECT_TRUE(
      std::ranges::equal(dcsr.levels[0].segments.as<int32_t>(), std::vector<int32_t>{0, 2}));
  EXPECT_TRUE(std::ranges::equal(dcsr.levels[0].coords.as<int32_t>(), std::vector<int32_t>{0, 2}));
  Stored dense = *pack(a, {{1, 0}, {U, U}}, diagnostics);
  EXPECT_TRUE(std::ranges::equal(dense.values.as<float>(),
                                 std::vector<float>{0, 0, 3, 1, 0, 0, 0, 0, 0, 2, 0, 0}));
}

TEST(Storage, RefusesADenseTensorOverTheLimit) {
  Coo a{{1 << 20, 1 << 20}, {{}, {}}, {}};
  Diagnostics diagnostics;
  EXPECT_FALSE(pack(a, {{0, 1}, {U, U}, ElementType::F32, 64}, diagnostics, 1 << 20));
  EXPECT_EQ(diagnostics.all().at(0).code, Code::TensorRange);
  EXPECT_FALSE(pack(a, {{0, 1}, {U, C}, ElementType::F32, 32}, diagnostics, 1 << 20));
  EXPECT_TRUE(pack(a, {{0, 1}, {C, C}, ElementType::F32, 32}, diagnostics, 1 << 20));
}

TEST(Storage, RefusesPositionsThatDoNotFit32Bits) {
  Coo a{{1 << 16, 1 << 16}, {{}, {}}, {}};
  Diagnostics diagnostics;
  EXPECT_FALSE(pack(a, {{0, 1}, {U, U}, ElementType::F32, 32}, diagnostics, INT64_MAX));
  EXPECT_NE(diagnostics.all().at(0).message.find("4294967296 positions"), std::string::npos);
}

TEST(Storage, SaturatesTheNumberOfElements) {
  Coo a{{2147483647, 2147483647, 2147483647}, {{}, {}, {}}, {}};
  EXPECT_EQ(stored_elements(a, {{0, 1, 2}, {U, U, U}}), int64_t{1} << 62);
  EXPECT_EQ(stored_elements(a, {{0, 1, 2}, {U, U, C}}), 0);
}

// What a kernel wrote wrongly must not be read outside of its arrays.
TEST(Storage, UnpackStaysInsideDamagedArrays) {
  Coo a{{3, 4}, {{0, 0, 2}, {1, 3, 0}}, {1, 2, 3}};
  Diagnostics diagnostics;
  Stored stored = *pack(a, {{0, 1}, {C, C}}, diagnostics);
  stored.levels[0].coords.as<int32_t>()[0] = 7;
  stored.levels[1].segments.as<int32_t>()[0] = -5;
  stored.levels[1].segments.as<int32_t>()[2] = 1000;
  for (auto& level : stored.levels) level.coords.as<int32_t>()[1] = -1;
  EXPECT_LE(unpack(stored, a.shape).entries(), 3u);
}

}  // namespace
}  // namespace teaal::runtime
