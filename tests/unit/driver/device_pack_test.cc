// What is packed where kernels run, here on the CPU executor in checked mode, beside what the host
// packs: the same arrays.
#include "runtime/plan/device/pack.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "runtime/plan/cpu_backend.h"
#include "runtime/tensor/value_type.h"
#include "tests/unit/driver/fixtures.h"

namespace teaal::runtime::plan {
namespace {

constexpr auto U = LevelFormat::Uncompressed, C = LevelFormat::Compressed, B = LevelFormat::Bitmask;

void expect_array(const MemoryPtr& got, const Array& want, const char* what, Backend& backend) {
  ASSERT_EQ(got == nullptr, want.bytes.empty()) << what;
  if (!got) return;
  std::vector<std::byte> bytes(got->bytes());
  Diagnostics diagnostics;
  ASSERT_TRUE(backend.download(*got, bytes, diagnostics));
  EXPECT_EQ(bytes, want.bytes) << what;
}

void expect_as_on_the_host(const Coo& coo, const StorageRequest& request, Backend& backend) {
  Diagnostics diagnostics, found;
  std::vector<std::string> names(request.rank_order.size(), "K");
  ASSERT_TRUE(build_device_pack(request, backend, diagnostics)) << messages(diagnostics);
  const auto list = upload(coo, ElementType::F64, backend, diagnostics);
  ASSERT_TRUE(list);
  auto got = pack_on_device("A", names, *list, request, 1 << 30, backend, diagnostics);
  auto want = pack(coo, request, found);
  EXPECT_TRUE(diagnostics.ok()) << messages(diagnostics);
  for (const std::string& finding : backend.take_findings()) ADD_FAILURE() << finding;
  ASSERT_EQ(got.has_value(), want.has_value() && coo.entries() > 0);
  if (!got) return;
  int64_t bytes = static_cast<int64_t>(want->values.bytes.size());
  for (size_t l = 0; l < want->levels.size(); ++l) {
    const Level& level = want->levels[l];
    SCOPED_TRACE(l);
    expect_array(got->levels[l].segments, level.segments, "segments", backend);
    expect_array(got->levels[l].coords, level.coords, "coords", backend);
    expect_array(got->levels[l].masks, level.masks, "masks", backend);
    expect_array(got->levels[l].bases, level.bases, "bases", backend);
    for (const Array* array : {&level.segments, &level.coords, &level.masks, &level.bases})
      bytes += static_cast<int64_t>(array->bytes.size());
  }
  expect_array(got->values, want->values, "values", backend);
  EXPECT_EQ(got->bytes, bytes);
  EXPECT_EQ(got->elements, static_cast<int64_t>(want->values.size()));
}

// Up to two parts a rank, ranks mixed.
StorageRequest random_request(std::mt19937& random, size_t order) {
  StorageRequest out;
  std::vector<size_t> left(order);
  for (size_t r = 0; r < order; ++r) {
    left[r] = 1 + random() % 3;
    out.rank_order.insert(out.rank_order.end(), left[r], static_cast<int>(r));
  }
  std::ranges::shuffle(out.rank_order, random);
  for (int r : out.rank_order) {
    LevelPart part;
    if (--left[static_cast<size_t>(r)] > 0) {
      part.tile = 1 + random() % 9;
      if (random() % 3 == 0) part.snaps = {static_cast<int64_t>(1 + random() % 6), 4};
    }
    out.parts.push_back(part);
    out.formats.push_back(std::array{U, C, B}[random() % 3]);
    out.narrow.push_back(out.formats.back() == C ? std::array{0, 8, 16}[random() % 3] : 0);
  }
  constexpr ElementType types[] = {ElementType::F32, ElementType::F64, ElementType::F16,
                                   ElementType::BF16, ElementType::I32};
  constexpr int bits[] = {8, 16, 32, 64};
  out.value_type = types[random() % 5];
  out.position_bits = bits[random() % 4];
  out.coordinate_bits = bits[random() % 3];
  out.absent = random() % 2 == 0 ? 0 : -1.5;
  return out;
}

TEST(DevicePack, makes_what_the_host_makes) {
  std::mt19937 random(21);
  auto backend = make_cpu_backend({true, false, 1});
  const std::vector<int64_t> extents = {1, 2, 3, 5, 7, 13, 40};
  for (int round = 0; round < 120 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    std::vector<int64_t> shape(1 + random() % 3);
    for (int64_t& extent : shape) extent = extents[random() % extents.size()];
    if (shape.size() == 3) shape[2] = std::min<int64_t>(shape[2], 3);
    Coo coo = random_coo(shape, static_cast<double>(random() % 11) / 10, random());
    StorageRequest request = random_request(random, shape.size());
    int64_t dense = 1;
    for (const Level& level : levels_of(request, shape)) dense *= level.extent;
    if (dense <= 1 << 16) expect_as_on_the_host(coo, request, *backend);
  }
}

// Halves of the last bit, what is too small and too large, what is not finite.
TEST(DevicePack, rounds_as_the_host_does) {
  auto backend = make_cpu_backend({true, false, 1});
  std::mt19937_64 random(9);
  Coo coo{{3000}, {{}}, {}};
  const double huge = std::numeric_limits<double>::infinity();
  coo.values = {huge,     -huge,           std::nan(""), 65504, 65519.99, 65520, -65520,  0x1p-24,
                0x1p-25,  0x1.0000001p-25, 0x1p-26,      3e38,  3.4e38,   1e300, -1e-300, 0x1p-133,
                0x1p-134, 0x1.8p-133,      2049,         2051,  257,      259,   0x1p31,  -0x1p31,
                0x1p53,   0x1.8p32,        0x1.fp84,     -1.5,  1e-42,    0.1,   -0.0,    0x1p63};
  while (coo.values.size() < 3000) {
    const uint64_t bits = (random() % 300 + 873) << 52 | random() % 64 << 46 | (random() % 3) << 41;
    coo.values.push_back(std::bit_cast<double>(bits | random() % 2 << 63));
  }
  for (int e = 0; e < 3000; ++e) coo.coords[0].push_back(e);
  for (const ElementType type : {ElementType::F16, ElementType::BF16, ElementType::I32,
                                 ElementType::F32, ElementType::F64}) {
    SCOPED_TRACE(name_of(type));
    expect_as_on_the_host(coo, {{0}, {C}, type}, *backend);
  }
}

// More entries than one warp and one block take, keys of several passes.
TEST(DevicePack, sorts_many_entries_by_long_keys) {
  auto backend = make_cpu_backend({false, false, 2});
  std::mt19937_64 random(4);
  Coo coo{{1 << 30, 3000, 1 << 20}, {{}, {}, {}}, {}};
  for (int e = 0; e < 90000; ++e) {
    coo.coords[0].push_back(static_cast<int32_t>(random() % (1 << 30)));
    coo.coords[1].push_back(static_cast<int32_t>(random() % 3000));
    coo.coords[2].push_back(static_cast<int32_t>(random() % 50));
    coo.values.push_back(static_cast<double>(1 + random() % 1000));
  }
  canonicalize(coo);
  expect_as_on_the_host(coo, {{2, 1, 0}, {C, C, C}}, *backend);
  expect_as_on_the_host(coo, {{1, 2, 0}, {U, C, C}}, *backend);
}

// Bases of several blocks of runs; a run that lies too far apart is the host's to tell.
TEST(DevicePack, makes_narrow_coordinates) {
  auto backend = make_cpu_backend({true, false, 1});
  for (const int step : {1, 3, 4, 1000, 1040, 1041}) {
    SCOPED_TRACE(step);
    Coo coo{{INT32_MAX}, {{}}, {}};
    for (int e = 0; e < 700; ++e) {
      coo.coords[0].push_back(INT32_MAX - 1 - (699 - e) * step);
      coo.values.push_back(e + 1);
    }
    for (const int bits : {8, 16})
      expect_as_on_the_host(coo, {{0}, {C}, ElementType::F32, 32, {}, 0, 32, {bits}}, *backend);
  }
}

TEST(DevicePack, leaves_to_the_host_what_keys_or_memory_do_not_hold) {
  auto backend = make_cpu_backend({false, false, 1});
  Diagnostics diagnostics;
  Coo huge{{1 << 30, 1 << 30, 1 << 30}, {{5}, {6}, {7}}, {1}};
  StorageRequest request{{2, 1, 0}, {C, C, C}};
  ASSERT_TRUE(build_device_pack(request, *backend, diagnostics));
  auto list = [&](const Coo& coo) { return *upload(coo, ElementType::F32, *backend, diagnostics); };
  EXPECT_FALSE(
      pack_on_device("A", {"K", "M", "N"}, list(huge), request, 1 << 30, *backend, diagnostics));
  Coo wide{{1 << 20}, {{5}}, {1}};
  EXPECT_FALSE(pack_on_device("A", {"K"}, list(wide), {{0}, {U}}, 1 << 20, *backend, diagnostics));
  EXPECT_TRUE(diagnostics.ok());
}

}  // namespace
}  // namespace teaal::runtime::plan
