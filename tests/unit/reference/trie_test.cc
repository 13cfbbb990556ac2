#include "runtime/reference/trie.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace teaal::runtime {
namespace {

TEST(Seek, FindsTheFirstCoordinateNotBelowInAnyFiber) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<int32_t> coords;
    for (int32_t c = 0; c < 200; ++c)
      if (static_cast<int>(random() % 100) < round % 101) coords.push_back(c);
    auto size = static_cast<int64_t>(coords.size());
    int64_t begin = size == 0 ? 0 : static_cast<int64_t>(random() % coords.size());
    for (int64_t wanted = -3; wanted < 205; ++wanted) {
      int64_t expected = begin;
      while (expected < size && coords[expected] < wanted) ++expected;
      ASSERT_EQ(seek(coords, begin, size, wanted), expected)
          << "round " << round << " coordinate " << wanted;
    }
  }
}

ReferenceTensor random_matrix(uint32_t seed) {
  Diagnostics diagnostics;
  SourceNotes notes;
  auto list = read_source("rand:shape=9x7x5,density=0.2,seed=" + std::to_string(seed),
                          KnownShape(3), diagnostics, notes);
  ReferenceTensor out{std::make_shared<const Coo>(std::move(*list)), {}, 0};
  for (double value : out.list->values) out.magnitude.push_back(value * 2);
  return out;
}

TEST(Trie, HoldsEveryEntryOnceInTheRankOrderAskedFor) {
  ReferenceTensor tensor = random_matrix(3);
  std::map<std::vector<int32_t>, double> expected;
  for (size_t e = 0; e < tensor.list->entries(); ++e)
    expected[{tensor.list->coords[0][e], tensor.list->coords[1][e], tensor.list->coords[2][e]}] =
        tensor.list->values[e];
  std::vector<int> rank_order = {0, 1, 2};
  do {
    Trie trie = build_trie(tensor, rank_order);
    std::map<std::vector<int32_t>, double> found;
    std::vector<int32_t> at(3);
    for (int64_t a = 0; a < trie.roots(); ++a)
      for (int64_t b = trie.first[0][a]; b < trie.first[0][a + 1]; ++b)
        for (int64_t c = trie.first[1][b]; c < trie.first[1][b + 1]; ++c) {
          at[rank_order[0]] = trie.coords[0][a];
          at[rank_order[1]] = trie.coords[1][b];
          at[rank_order[2]] = trie.coords[2][c];
          found[at] = trie.values[c];
          EXPECT_EQ(trie.magnitude[c], 2 * trie.values[c]);
        }
    EXPECT_EQ(found, expected);
  } while (std::next_permutation(rank_order.begin(), rank_order.end()));
}

}  // namespace
}  // namespace teaal::runtime
