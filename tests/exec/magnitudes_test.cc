#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <sstream>

#include "tests/exec/process.h"
#include "tests/exec/staged.h"

// Products in f16 take values of any size, in one part or two: tensors are scaled by what their
// largest value is.
namespace teaal::exec {
namespace {

constexpr int rows = 18, columns = 33, depth = 20;

class Magnitudes : public testing::TestWithParam<const char*> {
 protected:
  Magnitudes() {
    Staged s = {
        "Magnitudes",
        matrices,
        product,
        "{M: [uniform_shape(32), uniform_shape(4)], N: [uniform_shape(32), "
        "uniform_shape(8)], K: [uniform_shape(16)]}",
        order,
        "[M2, N2, M1, N1]",
        "[K1, K0, M0, N0]",
        lanes + both_tiles(2) + sums +
            bound("TensorCore", std::string("{op: mul, type: ") + GetParam() + "}, {op: add}")};
    w_.write("product.yaml", spec_of(s));
    s.bindings += bound("BlockIntersect", "{rank: K0, format: pattern, type: compact}");
    s.patterns =
        "  A: {rank-order: [M2, K1, K0], M2: {format: U}, K1: {format: U}, K0: {format: B}}\n"
        "  B: {rank-order: [N2, K1, K0], N2: {format: U}, K1: {format: U}, K0: {format: B}}\n";
    w_.write("lists.yaml", spec_of(s));
  }

  // Values from 2^-10 of the largest on, of both signs; `first`: the element at 0, 0 in place of
  // one.
  void write(const std::string& name, int m, int n, double largest, const std::string& first = "") {
    std::string text;
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        const double value = largest * std::exp2(-10.0 * uniform_(random_));
        text += fmt::format("{} {} {}\n", i + 1, j + 1,
                            i + j == 0 && !first.empty() ? first
                            : (i + j) % 3 == 0           ? fmt::format("{:.9g}", -value)
                                                         : fmt::format("{:.9g}", value));
      }
    w_.write(name, text);
  }

  Workspace w_;
  std::mt19937 random_{4};
  std::uniform_real_distribution<double> uniform_{0, 1};
};

TEST_P(Magnitudes, ProductsAreRightWhateverTheyAre) {
  for (auto [a, b] : {std::pair{1.0, 1.0},
                      {1e-30, 1e30},
                      {3e37, 1e-3},
                      {1e-3, 3e37},
                      {2e-38, 1e30},
                      {65504.0, 65504.0},
                      {1e-12, 1e-20}}) {
    write("a.tns", rows, depth, a);
    write("b.tns", depth, columns, b);
    const Finished ran = w_.teaalc("run product.yaml A=a.tns B=b.tns --device=cpu");
    EXPECT_EQ(ran.code, 0) << a << ", " << b << "\n" << ran.out << ran.err;
  }
}

// Who reads an operand for its pattern, or to copy its rows, sees each element: were one missed
// that is a million times as large as the others, it would be none in f16.
TEST_P(Magnitudes, OneLargeValueCountsWhereverItIs) {
  constexpr int m = 70, n = 300, k = 40;
  const auto source = [&](const char* name, int height, int width, std::pair<double, double> at) {
    std::string text;
    const int row = static_cast<int>(at.first * (height - 1)),
              column = static_cast<int>(at.second * (width - 1));
    for (int i = 0; i < height; ++i)
      for (int j = 0; j < width; ++j)
        text += fmt::format("{} {} {}\n", i + 1, j + 1,
                            i == row && j == column ? 1e6 : 0.5 + (i * 7 + j * 3) % 11 * 0.1);
    w_.write(name, text);
  };
  for (std::pair<double, double> at :
       {std::pair{0.0, 0.0}, {1.0, 1.0}, {1.0, 0.1}, {0.3, 0.4}, {0.9, 0.5}}) {
    source("a.tns", m, k, at);
    source("b.tns", k, n, {at.second, at.first});
    const Finished ran = w_.teaalc("run lists.yaml A=a.tns B=b.tns --device=cpu");
    EXPECT_EQ(ran.code, 0) << at.first << ", " << at.second << "\n" << ran.out << ran.err;
  }
}

TEST_P(Magnitudes, WhatIsNotFiniteStaysInItsRow) {
  for (const char* value : {"inf", "nan"}) {
    write("a.tns", rows, depth, 1.0, value);
    write("b.tns", depth, columns, 1.0);
    const Finished ran =
        w_.teaalc("run product.yaml A=a.tns B=b.tns -o C=c.tns --device=cpu --no-verify");
    ASSERT_EQ(ran.code, 0) << ran.err;
    std::istringstream in(w_.read("c.tns"));
    int finite = 0;
    for (std::string line; std::getline(in, line);) {
      int m = 0, n = 0;
      std::string c;
      if (!(std::istringstream(line) >> m >> n >> c)) continue;
      const bool is_finite = std::isfinite(std::strtod(c.c_str(), nullptr));
      EXPECT_EQ(is_finite, m > 1) << line;
      finite += is_finite ? 1 : 0;
    }
    EXPECT_EQ(finite, (rows - 1) * columns);
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, Magnitudes, testing::Values("1xf16", "3xf16"),
                         [](const auto& info) { return std::string("Of") + info.param; });

}  // namespace
}  // namespace teaal::exec
