#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "tests/unit/cpu/harness.h"

// Kernels that are right: right results against plain C++, and no finding, in every mode.
namespace teaal::runtime::cpu::testing {
namespace {

class CorrectKernels : public ::testing::TestWithParam<Mode> {
 protected:
  void run(const std::string& file, const std::string& kernel, const LaunchConfig& config,
           Arguments& arguments) {
    static std::map<std::pair<std::string, Mode>, std::shared_ptr<Module>> built;
    auto& module = built[{file, GetParam() == Mode::Workers ? Mode::Plain : GetParam()}];
    if (!module) module = build_in(GetParam(), read_file("kernels/" + file));
    ASSERT_TRUE(module);
    LaunchResult result = launch_in(GetParam(), *module, kernel, config, arguments);
    EXPECT_TRUE(result.ok()) << all_text(result);
  }
};
INSTANTIATE_TEST_SUITE_P(Modes, CorrectKernels, ::testing::ValuesIn(all_modes));

struct Matrix {
  int rows, columns;
  std::vector<int> segments{0}, coordinates;
  std::vector<float> values;
};

Matrix random_matrix(int rows, int columns, unsigned seed) {
  std::mt19937 engine(seed);
  Matrix matrix{rows, columns};
  for (int r = 0; r < rows; ++r) {
    int count = engine() % 5 == 0 ? 0 : engine() % 70;
    for (int p = 0; p < count; ++p) matrix.coordinates.push_back(engine() % columns);
    matrix.segments.push_back(matrix.coordinates.size());
  }
  matrix.values = random_values<float>(matrix.coordinates.size(), seed + 1);
  return matrix;
}

TEST_P(CorrectKernels, saxpy_covers_an_uneven_end) {
  int n = 1001;
  auto x = random_values<float>(n, 1), y = random_values<float>(n, 2), expected = y;
  for (int i = 0; i < n; ++i) expected[i] = std::fmaf(0.3f, x[i], expected[i]);
  Arguments arguments;
  arguments.value(n).value(0.3f).in(x, "x").inout(y, "y");
  run("elementwise.cu", "saxpy", {{8}, {128}}, arguments);
  EXPECT_EQ(y, expected);
}

TEST_P(CorrectKernels, registers_of_three_dimensional_launches) {
  auto out = poisoned<unsigned>(3 * 2 * 2 * 5 * 3 * 4);
  Arguments arguments;
  arguments.out(out, "out");
  run("elementwise.cu", "stamp", {{3, 2, 2}, {5, 3, 4}}, arguments);
  size_t at = 0;
  for (unsigned b = 0; b < 12; ++b)
    for (unsigned z = 0; z < 4; ++z)
      for (unsigned y = 0; y < 3; ++y)
        for (unsigned x = 0; x < 5; ++x) ASSERT_EQ(out[at++], x + 10 * y + 100 * z + 1000 * b);
}

TEST_P(CorrectKernels, mathematics_is_the_c_librarys) {
  int n = 100;
  auto x = random_values<float>(n, 3), y = poisoned<float>(n);
  auto z = poisoned<double>(n);
  Arguments arguments;
  arguments.value(n).in(x, "x").out(y, "y").out(z, "z");
  run("elementwise.cu", "mathematics", {{2}, {64}}, arguments);
  for (int i = 0; i < n; ++i) {
    float product = std::sqrt(std::fabs(x[i])) * std::fmax(x[i], 0.25f);
    EXPECT_FLOAT_EQ(y[i], std::exp(x[i]) + product + std::fmin(x[i], 0.5f));
    EXPECT_DOUBLE_EQ(z[i], std::exp(double(x[i])) - std::fma(double(x[i]), 2.0, 1.0));
  }
}

TEST_P(CorrectKernels, spmv_a_thread_a_row_is_bitwise_the_plain_loop) {
  Matrix m = random_matrix(500, 300, 4);
  auto x = random_values<float>(m.columns, 5), y = poisoned<float>(m.rows);
  Arguments arguments;
  arguments.value(m.rows).in(m.segments, "segments").in(m.coordinates, "coordinates");
  arguments.in(m.values, "values").in(x, "x").out(y, "y");
  run("spmv.cu", "spmv_thread", {{3}, {96}}, arguments);
  for (int r = 0; r < m.rows; ++r) {
    float sum = 0;
    for (int p = m.segments[r]; p < m.segments[r + 1]; ++p)
      sum = std::fmaf(m.values[p], x[m.coordinates[p]], sum);
    ASSERT_EQ(y[r], sum) << r;
  }
}

TEST_P(CorrectKernels, spmv_a_warp_a_row_is_bitwise_the_same_tree) {
  Matrix m = random_matrix(61, 200, 6);
  auto x = random_values<float>(m.columns, 7), y = poisoned<float>(m.rows);
  Arguments arguments;
  arguments.value(m.rows).in(m.segments, "segments").in(m.coordinates, "coordinates");
  arguments.in(m.values, "values").in(x, "x").out(y, "y");
  run("spmv.cu", "spmv_warp", {{16}, {128}}, arguments);
  for (int r = 0; r < m.rows; ++r) {
    float lanes[32] = {};
    for (int p = m.segments[r]; p < m.segments[r + 1]; ++p) {
      volatile float product = m.values[p] * x[m.coordinates[p]];
      lanes[(p - m.segments[r]) % 32] += product;
    }
    for (int step = 16; step > 0; step /= 2)
      for (int lane = 0; lane < step; ++lane) lanes[lane] += lanes[lane + step];
    ASSERT_EQ(y[r], lanes[0]) << r;
  }
}

std::vector<float> product(int m, int n, int k, const std::vector<float>& a,
                           const std::vector<float>& b) {
  std::vector<float> c(m * n);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int l = 0; l < k; ++l) sum = std::fmaf(a[i * k + l], b[l * n + j], sum);
      c[i * n + j] = sum;
    }
  return c;
}

TEST_P(CorrectKernels, tiled_product_of_uneven_extents) {
  int m = 37, n = 29, k = 41;
  auto a = random_values<float>(m * k, 8), b = random_values<float>(k * n, 9),
       c = poisoned<float>(m * n);
  Arguments arguments;
  arguments.value(m).value(n).value(k).in(a, "a").in(b, "b").out(c, "c");
  run("gemm.cu", "gemm_tiled", {{2, 3}, {16, 16}}, arguments);
  EXPECT_EQ(c, product(m, n, k, a, b));
}

TEST_P(CorrectKernels, register_tiles_with_vector_loads_and_two_buffers) {
  int n = 64, k = 40;
  auto a = random_values<float>(n * k, 10), b = random_values<float>(k * n, 11),
       c = poisoned<float>(n * n);
  Arguments arguments;
  arguments.value(n).value(k).in(a, "a").in(b, "b").out(c, "c");
  run("gemm.cu", "gemm_registers", {{2, 2}, {64}}, arguments);
  EXPECT_EQ(c, product(n, n, k, a, b));
}

TEST_P(CorrectKernels, tree_sum_in_dynamic_shared_memory) {
  int n = 1000;
  auto x = random_values<int>(n, 12), out = poisoned<int>(4);
  Arguments arguments;
  arguments.value(n).in(x, "x").out(out, "out");
  run("reduce.cu", "tree_sum", {{4}, {256}, 256 * sizeof(int)}, arguments);
  for (int b = 0; b < 4; ++b)
    EXPECT_EQ(out[b],
              std::accumulate(x.begin() + b * 256, x.begin() + std::min(n, b * 256 + 256), 0));
}

TEST_P(CorrectKernels, shuffle_sum_with_partial_warps) {
  int n = 500;
  auto x = random_values<double>(n, 13);
  std::vector<double> out = {0.0};
  Arguments arguments;
  arguments.value(n).in(x, "x").inout(out, "out");
  run("reduce.cu", "shuffle_sum", {{7}, {75}}, arguments);
  EXPECT_NEAR(out[0], std::accumulate(x.begin(), x.end(), 0.0), 1e-12);
}

TEST_P(CorrectKernels, last_block_reads_what_the_others_published) {
  int n = 5000, blocks = 9;
  auto x = random_values<int>(n, 14), partial = poisoned<int>(blocks);
  std::vector<unsigned> finished = {0};
  std::vector<int> out = {0};
  Arguments arguments;
  arguments.value(n)
      .in(x, "x")
      .out(partial, "partial")
      .inout(finished, "finished")
      .inout(out, "out");
  run("reduce.cu", "last_block_sum", {{9}, {64}}, arguments);
  EXPECT_EQ(out[0], std::accumulate(x.begin(), x.end(), 0));
}

TEST_P(CorrectKernels, votes_matches_and_reductions) {
  int n = 96;
  auto x = random_values<int>(n, 15), out = poisoned<int>(n);
  x[40] = 7;
  Arguments arguments;
  arguments.value(n).in(x, "x").out(out, "out");
  run("reduce.cu", "votes", {{1}, {96}}, arguments);
  int count = std::count_if(x.begin(), x.end(), [](int v) { return v > 500; });
  for (int i = 0; i < n; ++i) {
    auto warp = x.begin() + i / 32 * 32;
    int same = std::count_if(warp, warp + 32, [&](int v) { return v % 3 == x[i] % 3; });
    int sum = std::accumulate(warp, warp + 32, 0), low = -*std::max_element(warp, warp + 32);
    ASSERT_EQ(out[i], count + 2000 + 4000 + same + sum - low) << i;
  }
}

TEST_P(CorrectKernels, scan_by_doubling_with_swapped_pointers) {
  auto x = random_values<int>(512, 16), out = poisoned<int>(512), expected = x;
  for (int b : {0, 256}) std::partial_sum(x.begin() + b, x.begin() + b + 256, expected.begin() + b);
  Arguments arguments;
  arguments.in(x, "x").out(out, "out");
  run("shared.cu", "scan", {{2}, {256}}, arguments);
  EXPECT_EQ(out, expected);
}

TEST_P(CorrectKernels, scan_of_a_warp_by_shuffles) {
  auto x = random_values<int>(128, 17), out = poisoned<int>(128), expected = x;
  for (int w = 0; w < 128; w += 32)
    std::partial_sum(x.begin() + w, x.begin() + w + 32, expected.begin() + w);
  Arguments arguments;
  arguments.in(x, "x").out(out, "out");
  run("shared.cu", "warp_scan", {{2}, {64}}, arguments);
  EXPECT_EQ(out, expected);
}

TEST_P(CorrectKernels, histogram_with_atomics_and_bytes) {
  int n = 4000;
  auto x = random_values<unsigned char>(n, 18);
  std::vector<unsigned> bins(256), expected(256);
  for (unsigned char v : x) ++expected[v];
  Arguments arguments;
  arguments.value(n).in(x, "x").inout(bins, "bins");
  run("shared.cu", "histogram", {{5}, {96}}, arguments);
  EXPECT_EQ(bins, expected);
}

TEST_P(CorrectKernels, exchange_in_partial_warps) {
  int n = 150;
  auto x = random_values<float>(n, 19), y = poisoned<float>(n);
  Arguments arguments;
  arguments.value(n).in(x, "x").out(y, "y");
  run("shared.cu", "warp_exchange", {{2}, {80}}, arguments);
  for (int i = 0; i < n; ++i) EXPECT_EQ(y[i], 2 * x[i]);
}

TEST_P(CorrectKernels, half_warps_synchronise_apart) {
  auto x = random_values<int>(64, 20), y = poisoned<int>(64);
  Arguments arguments;
  arguments.in(x, "x").out(y, "y");
  run("shared.cu", "half_warps", {{1}, {64}}, arguments);
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(y[i], std::accumulate(x.begin() + i / 16 * 16, x.begin() + i / 16 * 16 + 16, 0));
}

TEST_P(CorrectKernels, structs_with_padding) {
  int n = 64;
  auto x = random_values<double>(n, 21), y = poisoned<double>(n);
  Arguments arguments;
  arguments.value(n).in(x, "x").out(y, "y");
  run("shared.cu", "padded", {{1}, {64}}, arguments);
  for (int i = 0; i < n; ++i) EXPECT_EQ(y[i], (n - 1 - i) % 3 == 0 ? x[n - 1 - i] : -x[n - 1 - i]);
}

TEST_P(CorrectKernels, transpose_with_an_uneven_edge) {
  int rows = 35, columns = 50;
  auto x = random_values<float>(rows * columns, 22), y = poisoned<float>(rows * columns);
  Arguments arguments;
  arguments.value(rows).value(columns).in(x, "x").out(y, "y");
  run("shared.cu", "transpose", {{4, 3}, {16, 16}}, arguments);
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) ASSERT_EQ(y[c * rows + r], x[r * columns + c]);
}

}  // namespace
}  // namespace teaal::runtime::cpu::testing
