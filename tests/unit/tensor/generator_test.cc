#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <set>

#include "runtime/tensor/blockwise.h"
#include "runtime/tensor/generators.h"
#include "tests/unit/tensor/files.h"

namespace teaal::runtime {
namespace {

using namespace testing;

const KnownShape matrix = {unknown, unknown};

// FNV-1a over everything a kernel would see.
uint64_t fingerprint(const Coo& list) {
  uint64_t hash = 0xcbf29ce484222325;
  auto add = [&](uint64_t word) {
    for (int byte = 0; byte < 8; ++byte)
      hash = (hash ^ (word >> (8 * byte) & 0xff)) * 0x100000001b3;
  };
  for (const auto& coords : list.coords)
    for (int32_t c : coords) add(static_cast<uint64_t>(c));
  for (double value : list.values) add(std::bit_cast<uint64_t>(value));
  return hash;
}

// Those that ask for no memory to sort their entries.
TEST(Generator, SomeComeInOrder) {
  struct Ascending {
    std::string source;
    KnownShape shape;
    std::optional<Coo> (*generate)(Generation&);
  };
  const Ascending all[] = {{"stencil:points=5,n=4", matrix, generate_stencil},
                           {"stencil:points=27,n=3", matrix, generate_stencil},
                           {"banded:band=3,density=0.5", {9, 7}, generate_banded},
                           {"tridiagonal", {6, 6}, generate_tridiagonal},
                           {"identity", {4, 5}, generate_identity},
                           {"dense", {3, 4, 5}, generate_dense}};
  for (const Ascending& one : all) {
    SCOPED_TRACE(one.source);
    Diagnostics diagnostics;
    Options options(one.source, std::min(one.source.find(':'), one.source.size() - 1) + 1,
                    diagnostics);
    KnownShape known = one.shape;
    Generation generation{options, known, 1, one.generate};
    std::optional<Coo> list = one.generate(generation);
    ASSERT_TRUE(list);
    ASSERT_GT(list->coords[0].size(), 1u);
    for (size_t e = 1; e < list->coords[0].size(); ++e) {
      std::vector<int32_t> before, at;
      for (const auto& coords : list->coords) {
        before.push_back(coords[e - 1]);
        at.push_back(coords[e]);
      }
      EXPECT_LT(before, at);
    }
  }
}

TEST(Generator, RandHasTheExactNumberOfDifferentPlaces) {
  EXPECT_EQ(read("rand:shape=40x50,density=0.25,seed=1", matrix).entries(), 500u);
  EXPECT_EQ(read("rand:shape=40x50,density=0.01,seed=1", matrix).entries(), 20u);
  EXPECT_EQ(read("rand:shape=4x5x6,nnz=120", KnownShape(3)).entries(), 120u);
  EXPECT_EQ(read("rand:density=1", {7}).entries(), 7u);
  EXPECT_EQ(read("rand", {}).entries(), 1u);
  EXPECT_EQ(read("rand:density=0", {}).entries(), 0u);
  EXPECT_EQ(read("rand:shape=0x5", matrix).entries(), 0u);
  EXPECT_EQ(entries(read("rand:shape=2000000000x2000000000,nnz=1000", matrix)).size(), 1000u);
}

TEST(Generator, ValuesAreExactInSinglePrecisionAndNeverZero) {
  double least = 0, most = 0;
  for (double value : read("rand:shape=300x300,density=1,seed=3", matrix).values) {
    EXPECT_EQ(value, static_cast<double>(static_cast<float>(value)));
    ASSERT_NE(value, 0);
    least = std::min(least, value);
    most = std::max(most, value);
  }
  EXPECT_GE(least, -1);
  EXPECT_LT(least, -0.99);
  EXPECT_LT(most, 1);
  EXPECT_GT(most, 0.99);
  std::set<double> seen;
  for (double value : read("dense:shape=500,values=int", {unknown}).values) seen.insert(value);
  EXPECT_EQ(seen, (std::set<double>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

// Counts, not only bits: these hold on every machine for ever, or tests elsewhere would read other
// data.
TEST(Generator, GivesTheSameBitsEverywhere) {
  const std::vector<std::pair<std::string, std::string>> expected = {
#include "tests/unit/tensor/generator_fingerprints.inc"
  };
  for (const auto& [source, want] : expected) {
    char got[20];
    std::snprintf(got, sizeof got, "%016lx",
                  static_cast<unsigned long>(fingerprint(read(source, matrix))));
    EXPECT_EQ(got, want) << source;
  }
  EXPECT_GE(expected.size(), 12u);
}

TEST(Generator, SeedsGiveDifferentPlaces) {
  EXPECT_NE(read("rand:shape=40x50,density=0.25,seed=1", matrix).coords,
            read("rand:shape=40x50,density=0.25,seed=2", matrix).coords);
}

TEST(Generator, UniformFillsEveryRowEqually) {
  Coo list = read("uniform:shape=30x40,row=12", matrix);
  std::vector<int> rows(30);
  for (int32_t row : list.coords[0]) ++rows[row];
  EXPECT_EQ(rows, std::vector<int>(30, 12));
  EXPECT_EQ(read("uniform:shape=3x4x5,row=9", KnownShape(3)).entries(), 60u);
}

TEST(Generator, RmatIsSkewedAndPermutable) {
  Coo list = read("rmat:scale=8,ef=8,seed=2", matrix);
  EXPECT_EQ(list.shape, (std::vector<int64_t>{256, 256}));
  size_t first_half = 0;
  for (int32_t row : list.coords[0]) first_half += row < 128;
  EXPECT_GT(first_half, list.entries() * 6 / 10);
  EXPECT_EQ(read("rmat:scale=8,ef=8,seed=2,permute=1", matrix).entries(), list.entries());
  EXPECT_EQ(read("rmat:ef=4", {100, 90}).shape, (std::vector<int64_t>{100, 90}));
}

TEST(Generator, StencilsAreSymmetricWithTheRightDegrees) {
  for (auto [points, n, total] :
       {std::tuple{3, 5, 13}, {5, 4, 64}, {7, 3, 135}, {9, 4, 100}, {27, 3, 343}}) {
    Coo list = read(
        "stencil:values=one,points=" + std::to_string(points) + ",n=" + std::to_string(n), matrix);
    EXPECT_EQ(list.entries(), static_cast<size_t>(total)) << points;
    Coo transposed{list.shape, {list.coords[1], list.coords[0]}, list.values};
    canonicalize(transposed);
    EXPECT_EQ(transposed.coords, list.coords) << points;
  }
  EXPECT_EQ(read("stencil:points=27", {27, unknown}).entries(), 343u);
}

TEST(Generator, BandsStayInTheBand) {
  Coo list = read("banded:shape=9x7,band=2", matrix);
  for (size_t e = 0; e < list.entries(); ++e)
    EXPECT_LE(std::abs(list.coords[0][e] - list.coords[1][e]), 2);
  EXPECT_EQ(list.entries(), 35u - 3u);
  EXPECT_EQ(read("tridiagonal:shape=5x5", matrix).entries(), 13u);
  EXPECT_EQ(read("identity:shape=5x3", matrix).entries(), 3u);
  EXPECT_EQ(read("dense:shape=5x3", matrix).entries(), 15u);
}

// For every tile: which slices along k hold entries, or -1 for a slice that is neither full nor
// empty.
std::map<std::pair<int, int>, std::vector<int>> slices(const Coo& list, int rows, int columns,
                                                       int k) {
  std::map<std::pair<int, int>, std::vector<int>> out;
  for (size_t e = 0; e < list.entries(); ++e) {
    int i = list.coords[0][e], j = list.coords[1][e];
    auto& counts = out[{i / rows, j / columns}];
    counts.resize(static_cast<size_t>(k == 1 ? columns : rows));
    ++counts[static_cast<size_t>(k == 1 ? j % columns : i % rows)];
  }
  return out;
}

TEST(Generator, BlockwiseTilesHaveWholeSlices) {
  Coo a = read("blockwise:shape=128x64,tile=32x8,density=0.25", matrix);
  for (const auto& [tile, counts] : slices(a, 32, 8, 1)) {
    EXPECT_EQ(std::ranges::count(counts, 32), 2);
    EXPECT_EQ(std::ranges::count(counts, 0), 6);
  }
  EXPECT_EQ(a.entries(), 128u * 64 / 4);
  Coo b = read("blockwise:shape=64x96,tile=8x32,k=0,density=0.5,consistent=1", matrix);
  auto tiles = slices(b, 8, 32, 0);
  for (const auto& [tile, counts] : tiles) EXPECT_EQ(counts, (tiles[{tile.first, 0}]));
  Coo p = read("blockwise:shape=16x16,tile=8x8,pattern=11110000", matrix);
  for (int32_t column : p.coords[1]) EXPECT_LT(column % 8, 4);
  EXPECT_EQ(p.entries(), 128u);
}

TEST(Generator, BlockwisePatternsRunAlongTheShorterSideOfTheTile) {
  EXPECT_EQ(read("blockwise:shape=64x96,tile=8x32,seed=3", matrix).coords,
            read("blockwise:shape=64x96,tile=8x32,k=0,seed=3", matrix).coords);
  EXPECT_EQ(read("blockwise:shape=64x96,tile=8x8,seed=3", matrix).coords,
            read("blockwise:shape=64x96,tile=8x8,k=1,seed=3", matrix).coords);
  EXPECT_NE(read("blockwise:shape=64x96,tile=8x8,seed=3", matrix).coords,
            read("blockwise:shape=64x96,tile=8x8,k=0,seed=3", matrix).coords);
}

TEST(Generator, BlockwiseSlicesMayTakeManyCoordinates) {
  Coo list = read("blockwise:shape=24x64,tile=8x64,k=1,slice=16,density=0.5,seed=4", matrix);
  std::map<int, std::set<int>> blocks;
  std::map<std::pair<int, int>, int> counts;
  for (size_t e = 0; e < list.entries(); ++e) {
    std::pair<int, int> block{list.coords[0][e] / 8, list.coords[1][e] / 16};
    blocks[block.first].insert(block.second);
    ++counts[block];
  }
  EXPECT_EQ(blocks.size(), 3u);
  for (const auto& [row, columns] : blocks) EXPECT_EQ(columns.size(), 2u);
  for (const auto& [block, count] : counts) EXPECT_EQ(count, 8 * 16);
}

TEST(Generator, BlockwiseShufflesAPatternTileByTile) {
  auto tiles =
      slices(read("blockwise:shape=256x256,tile=32x8,pattern=11100000,shuffle=1,seed=5", matrix),
             32, 8, 1);
  EXPECT_EQ(tiles.size(), 256u);
  std::set<std::vector<int>> different;
  for (const auto& [tile, counts] : tiles) {
    EXPECT_EQ(std::ranges::count(counts, 32), 3);
    different.insert(counts);
  }
  EXPECT_GT(different.size(), 30u);
}

TEST(Generator, BlockwiseIsRightAtTheEdgesOfTheMatrix) {
  Coo cut = read("blockwise:shape=37x21,tile=32x8,density=0.5,seed=2", matrix);
  Coo whole = read("blockwise:shape=64x24,tile=32x8,density=0.5,seed=2", matrix);
  Entries inside;
  for (const auto& [place, value] : entries(whole))
    if (place[0] < 37 && place[1] < 21) inside[place] = value;
  EXPECT_EQ(entries(cut), inside);
  EXPECT_EQ(read("blockwise:shape=37x21,density=0", matrix).entries(), 0u);
  EXPECT_EQ(read("blockwise:shape=37x21,density=1", matrix).entries(), 37u * 21);
  EXPECT_EQ(read("blockwise:shape=0x21", matrix).entries(), 0u);
}

TEST(Generator, BlockwiseDenseStorageHoldsTheGeneratorsElements) {
  for (bool consistent : {false, true}) {
    Blockwise blockwise;
    blockwise.tile[0] = 8;
    blockwise.tile[1] = 32;
    blockwise.k = 0;
    blockwise.density = 0.3;
    blockwise.consistent = consistent;
    blockwise.seed = 9;
    std::vector<float> dense(45 * 70, -7);
    fill_dense(blockwise, 45, 70, dense);
    Coo list = read("blockwise:shape=45x70,tile=8x32,density=0.3,seed=9,consistent=" +
                        std::to_string(consistent),
                    matrix);
    std::vector<float> expected(45 * 70);
    for (size_t e = 0; e < list.entries(); ++e)
      expected[static_cast<size_t>(list.coords[0][e] * 70 + list.coords[1][e])] =
          static_cast<float>(list.values[e]);
    EXPECT_EQ(dense, expected);
  }
}

TEST(Generator, PowerlawHasAHeavyTail) {
  Coo list = read("powerlaw:shape=4000x4000,row=2,seed=1", matrix);
  std::vector<int> rows(4000);
  for (int32_t row : list.coords[0]) ++rows[row];
  EXPECT_EQ(*std::ranges::min_element(rows), 2);
  EXPECT_GT(*std::ranges::max_element(rows), 200);
}

TEST(Generator, RefusesWhatDoesNotFit) {
  EXPECT_NE(read_error("dense:shape=2000000x2000000", matrix).find("[tensor-range]"),
            std::string::npos);
  EXPECT_NE(read_error("rand:shape=4x4,nnz=17", matrix).find("17 entries do not fit 16 places"),
            std::string::npos);
  EXPECT_NE(read_error("rand:shape=4x4,density=1.5", matrix).find("a number from 0 to 1"),
            std::string::npos);
  EXPECT_NE(read_error("rand:shape=4x4,density=nan", matrix).find("a number from 0 to 1"),
            std::string::npos);
  EXPECT_NE(read_error("rand:shape=4x4,seed=x", matrix).find("an integer"), std::string::npos);
  EXPECT_NE(read_error("rand:shape=4x4,seed=1,seed=2", matrix).find("given twice"),
            std::string::npos);
  EXPECT_NE(read_error("rand:shape=4xx4", matrix).find("extents such as 8x8"), std::string::npos);
  EXPECT_NE(read_error("stencil:n=5", {unknown}).find("[shape-mismatch]"), std::string::npos);
  EXPECT_NE(read_error("stencil:n=5", {24, unknown}).find("[shape-mismatch]"), std::string::npos);
  EXPECT_NE(read_error("stencil:n=100000", matrix).find("2147483647 points"), std::string::npos);
  EXPECT_NE(read_error("rmat:scale=5,a=0.9,b=0.2", matrix).find("must not be above 1"),
            std::string::npos);
  EXPECT_NE(read_error("blockwise:shape=8x8,tile=0x8", matrix).find("two positive extents"),
            std::string::npos);
  EXPECT_NE(read_error("blockwise:shape=8x8,pattern=", matrix).find("zeros and ones"),
            std::string::npos);
  EXPECT_NE(read_error("blockwise:shape=8x8,pattern=10,density=0.5", matrix).find("give one of"),
            std::string::npos);
  EXPECT_NE(read_error("blockwise:shape=8x8,slice=3", matrix).find("choose a divisor"),
            std::string::npos);
  EXPECT_NE(read_error("blockwise:shape=8x8,shuffle=1", matrix).find("give pattern="),
            std::string::npos);
  EXPECT_NE(
      read_error("rand:shape=2147483647x2147483647x2147483647", KnownShape(3)).find("2^62 places"),
      std::string::npos);
}

}  // namespace
}  // namespace teaal::runtime
