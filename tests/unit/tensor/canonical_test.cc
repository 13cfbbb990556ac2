#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/unit/tensor/files.h"

namespace teaal::runtime {
namespace {

using testing::Entries;
using testing::entries;

Coo random_list(const std::vector<int64_t>& shape, size_t count, uint32_t seed) {
  std::mt19937 random(seed);
  Coo out{shape, std::vector<std::vector<int32_t>>(shape.size()), {}};
  for (size_t e = 0; e < count; ++e) {
    for (size_t r = 0; r < shape.size(); ++r)
      out.coords[r].push_back(static_cast<int32_t>(random() % static_cast<uint64_t>(shape[r])));
    out.values.push_back(static_cast<double>(1 + random() % 9));
  }
  return out;
}

Entries summed(const Coo& list) {
  Entries out;
  for (size_t e = 0; e < list.entries(); ++e) {
    std::vector<int> at;
    for (const auto& coords : list.coords) at.push_back(coords[e]);
    out[at] += list.values[e];
  }
  return out;
}

bool ascends(const Coo& list) {
  for (size_t e = 1; e < list.entries(); ++e) {
    size_t r = 0;
    while (r < list.order() && list.coords[r][e] == list.coords[r][e - 1]) ++r;
    if (r == list.order() || list.coords[r][e] < list.coords[r][e - 1]) return false;
  }
  return true;
}

TEST(Canonicalize, SortsAndSumsRandomLists) {
  const std::vector<std::vector<int64_t>> shapes = {{1},
                                                    {50},
                                                    {8, 8},
                                                    {1, 1000},
                                                    {1000, 1},
                                                    {2147483647, 2147483647},
                                                    {3, 5, 7},
                                                    {100000, 3, 100000, 2},
                                                    {2147483647, 2147483647, 2147483647}};
  uint32_t seed = 0;
  for (const auto& shape : shapes)
    for (size_t count : {0, 1, 2, 50, 3000}) {
      Coo list = random_list(shape, count, ++seed);
      Entries want = summed(list);
      size_t merged = canonicalize(list);
      EXPECT_EQ(merged, count - want.size());
      EXPECT_TRUE(ascends(list));
      EXPECT_EQ(entries(list), want);
    }
}

TEST(Canonicalize, SortsListsInColumnOrder) {
  Coo list = random_list({300, 200}, 2000, 5);
  Coo columns{{200, 300}, {list.coords[1], list.coords[0]}, list.values};
  canonicalize(columns);
  Coo back{{300, 200}, {columns.coords[1], columns.coords[0]}, columns.values};
  canonicalize(back);
  EXPECT_TRUE(ascends(back));
  EXPECT_EQ(entries(back), summed(list));
}

// The order of a sum decides its rounding, so duplicates are added as the file has them.
TEST(Canonicalize, AddsDuplicatesInTheirOrder) {
  Coo list{{4, 4}, {{3, 1, 1, 1}, {0, 2, 2, 2}}, {5, 1e16, 1, -1e16}};
  canonicalize(list);
  EXPECT_EQ(list.values, (std::vector<double>{(1e16 + 1) - 1e16, 5}));
}

TEST(Canonicalize, SumsAllEntriesOfRankZero) {
  Coo list{{}, {}, {1, 2, 3}};
  EXPECT_EQ(canonicalize(list), 2u);
  EXPECT_EQ(list.values, std::vector<double>{6});
}

TEST(DropZeros, KeepsEverythingElse) {
  Coo list{{6}, {{0, 1, 2, 3, 4}}, {0, 1, -0.0, NAN, 2}};
  EXPECT_EQ(drop_absent(list), 2u);
  EXPECT_EQ(list.coords[0], (std::vector<int32_t>{1, 3, 4}));
}

}  // namespace
}  // namespace teaal::runtime
