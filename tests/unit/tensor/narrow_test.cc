#include "runtime/tensor/narrow.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/unit/tensor/files.h"

namespace teaal::runtime {
namespace {

using testing::entries;

constexpr auto U = LevelFormat::Uncompressed, C = LevelFormat::Compressed;

StorageRequest csr(int bits) {
  return {{0, 1}, {U, C}, ElementType::F32, 32, {}, 0, 32, {0, bits}};
}

// A row whose columns are these.
Coo row_of(const std::vector<int32_t>& columns) {
  Coo out{{1, INT32_MAX}, {{}, columns}, {}};
  out.coords[0].assign(columns.size(), 0);
  for (size_t e = 0; e < columns.size(); ++e) out.values.push_back(static_cast<double>(e + 1));
  return out;
}

std::vector<int32_t> steps(int32_t first, int32_t step, size_t count) {
  std::vector<int32_t> out;
  for (size_t e = 0; e < count; ++e) out.push_back(first + step * static_cast<int32_t>(e));
  return out;
}

TEST(Narrow, StoresOffsetsFromABaseARun) {
  Diagnostics diagnostics;
  const auto stored = pack(row_of(steps(1000, 2, 100)), csr(8), diagnostics);
  ASSERT_TRUE(stored);
  const Level& level = stored->levels[1];
  EXPECT_EQ(level.coords.type, ElementType::I8);
  EXPECT_EQ(level.bases.type, ElementType::I32);
  ASSERT_EQ(level.bases.size(), 2U);
  const auto wide = wide_coords(level);
  for (size_t p = 0; p < 100; ++p) {
    const int32_t expected = 1000 + 2 * static_cast<int32_t>(p);
    EXPECT_EQ(level.bases.as<int32_t>()[p / 64] + level.coords.as<int8_t>()[p], expected);
    EXPECT_EQ(wide.as<int32_t>()[p], expected);
  }
}

TEST(Narrow, HoldsWhatLiesAsFarApartAsItsBitsCount) {
  for (const auto& [bits, span] : {std::pair{8, 255}, std::pair{16, 65535}})
    for (const int32_t first : {0, 1, 1000000, INT32_MAX - 1 - span})
      for (const int32_t beyond : {0, 1}) {
        if (first > INT32_MAX - 1 - span - beyond) continue;
        const Coo a = row_of({first, first + span + beyond});
        Diagnostics diagnostics;
        const auto stored = pack(a, csr(bits), diagnostics);
        EXPECT_EQ(stored.has_value(), beyond == 0) << bits << " " << first;
        if (stored) {
          EXPECT_EQ(entries(unpack(*stored, a.shape)), entries(a));
        }
      }
}

TEST(Narrow, TellsWhichRunDoesNotFit) {
  std::vector<int32_t> columns = steps(5, 1, 70);
  columns.push_back(400);
  Diagnostics diagnostics;
  EXPECT_FALSE(pack(row_of(columns), csr(8), diagnostics));
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all()[0].code, Code::TensorRange);
  EXPECT_NE(diagnostics.all()[0].message.find("positions 64 to 70 of storage level 1 have "
                                              "coordinates from 69 to 400"),
            std::string::npos)
      << diagnostics.all()[0].message;
}

TEST(Narrow, RoundTripsAtEveryLevel) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    Coo a{{40, 50, 60}, {{}, {}, {}}, {}};
    for (int e = 0; e < static_cast<int>(random() % 400); ++e) {
      for (size_t r = 0; r < 3; ++r)
        a.coords[r].push_back(static_cast<int32_t>(random() % static_cast<uint32_t>(a.shape[r])));
      a.values.push_back(1 + static_cast<double>(random() % 9));
    }
    canonicalize(a);
    StorageRequest request{{2, 0, 1}, {C, C, C}, ElementType::F64};
    for (int l = 0; l < 3; ++l) request.narrow.push_back(std::array{0, 8, 16}[random() % 3]);
    request.coordinate_bits = std::array{8, 16, 32}[random() % 3];
    Diagnostics diagnostics;
    const auto stored = pack(a, request, diagnostics);
    ASSERT_TRUE(stored);
    EXPECT_EQ(entries(unpack(*stored, a.shape)), entries(a));
  }
}

}  // namespace
}  // namespace teaal::runtime
