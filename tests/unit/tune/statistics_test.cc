#include "compiler/driver/tune/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace teaal::driver {
namespace {

runtime::Coo matrix(std::vector<int64_t> shape, const std::vector<std::pair<int, int>>& elements) {
  runtime::Coo out;
  out.shape = std::move(shape);
  out.coords.resize(2);
  for (const auto& [row, column] : elements) {
    out.coords[0].push_back(row);
    out.coords[1].push_back(column);
    out.values.push_back(1);
  }
  return out;
}

TEST(Statistics, AreThoseOfTheRows) {
  // Rows of 3, 0, 1 and 0 elements.
  const Statistics s = statistics_of(matrix({4, 10}, {{0, 0}, {0, 5}, {0, 9}, {2, 5}}));
  EXPECT_EQ(s.at("rows"), 4);
  EXPECT_EQ(s.at("columns"), 10);
  EXPECT_EQ(s.at("nonzeros"), 4);
  EXPECT_EQ(s.at("row.mean"), 1);
  EXPECT_EQ(s.at("row.max"), 3);
  EXPECT_EQ(s.at("row.imbalance"), 3);
  EXPECT_EQ(s.at("row.empty"), 0.5);
  EXPECT_DOUBLE_EQ(s.at("row.cv"), std::sqrt(1.5));  // ((3-1)² + 1 + 0 + 1) / 4
  EXPECT_EQ(s.at("density"), 0.1);
  EXPECT_EQ(s.at("locality"), 0);  // row 1 between them is empty
  EXPECT_DOUBLE_EQ(s.at("band"), (0 + 0.5 + 0.9 + 0) / 4);
}

TEST(Statistics, NeighboursInTheRowBeforeAreLocal) {
  const Statistics s = statistics_of(
      matrix({3, 100}, {{0, 10}, {0, 50}, {1, 18}, {1, 59}, {1, 99}, {2, 10}, {2, 91}}));
  EXPECT_DOUBLE_EQ(s.at("locality"), 3.0 / 7);  // 18 by 10; 10 by 18 and 91 by 99; 59 is 9 off
}

TEST(Statistics, OfNothingAreZero) {
  const Statistics empty = statistics_of(matrix({0, 5}, {}));
  EXPECT_EQ(empty.at("row.mean"), 0);
  EXPECT_EQ(empty.at("row.cv"), 0);
  runtime::Coo scalar;
  scalar.values = {3};
  EXPECT_EQ(statistics_of(scalar).at("rows"), 0);
}

TEST(StructureClass, IsSharedByMatricesThatAreAlike) {
  const auto diagonal = [](int n) {
    std::vector<std::pair<int, int>> elements;
    for (int i = 0; i < n; ++i) elements.emplace_back(i, i);
    return structure_class(matrix({n, n}, elements));
  };
  EXPECT_EQ(diagonal(100), diagonal(110));
  EXPECT_NE(diagonal(100), diagonal(300));
  std::vector<std::pair<int, int>> row;
  for (int i = 0; i < 100; ++i) row.emplace_back(0, i);
  EXPECT_NE(diagonal(100), structure_class(matrix({100, 100}, row)));
}

}  // namespace
}  // namespace teaal::driver
