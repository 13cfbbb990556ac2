#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "bench/gemm/kernels.h"
#include "bench/gemm/results.h"
#include "runtime/plan/cpu_backend.h"

namespace teaal::bench::gemm {
namespace {

using runtime::Blockwise;

std::vector<float> dense_of(const Blockwise& blocks, int64_t rows, int64_t columns) {
  std::vector<float> out(static_cast<size_t>(rows * columns));
  fill_dense(blocks, rows, columns, out);
  return out;
}

TEST(GemmCases, TheTablesDensitiesAreExact) {
  CaseOptions options;
  options.shape = {128, 256, 512};
  std::set<std::string> names;
  for (const Case& what : table_cases(options)) {
    std::vector<float> a = dense_of(what.a, 128, 512), b = dense_of(what.b, 512, 256);
    double joint = joint_density(options.shape, a, b);
    // Of 8 blocks a row 3/64 is drawn, up or down; what has patterns of its own meets by chance.
    if (what.family == Family::Consistent) {
      double of_a = static_cast<double>(a.size() - std::ranges::count(a, 0.0F)) / a.size();
      double of_b = static_cast<double>(b.size() - std::ranges::count(b, 0.0F)) / b.size();
      EXPECT_EQ(of_a, what.a.density) << what.name;
      EXPECT_EQ(of_b, what.b.density) << what.name;
    }
    EXPECT_NEAR(joint, what.a.density * what.b.density, 0.05) << what.name;
    EXPECT_TRUE(names.insert(std::to_string(static_cast<int>(what.family)) + what.name).second);
  }
  EXPECT_EQ(names.size(), 17u);
  EXPECT_EQ(grid_cases(options).size(), 64u);
  EXPECT_EQ(grid_cases(options).front().name, "100 / 100");
  EXPECT_EQ(grid_cases(options).back().name, "12.5 / 12.5");
}

TEST(GemmCases, RowsOfBlocksHaveEquallyMany) {
  CaseOptions options;
  options.shape = {192, 64, 512};
  for (const Case& what : table_cases(options)) {
    if (what.family != Family::Blocks || what.a.density < 0.125) continue;
    for (int64_t i = 0; i < 3; ++i)
      EXPECT_EQ(std::ranges::count(what.a.mask(i, 0), true), what.a.density * 8) << what.name;
  }
}

TEST(GemmCases, ASourceGivesTheSameMatrixToEverybody) {
  CaseOptions options;
  options.shape = {40, 72, 64};
  for (const Case& what : table_cases(options)) {
    Diagnostics diagnostics;
    runtime::SourceNotes notes;
    auto list =
        runtime::read_source(source_of(what.b, 64, 72), runtime::KnownShape(2), diagnostics, notes);
    ASSERT_TRUE(list) << what.name;
    std::vector<float> expected(64 * 72);
    for (size_t e = 0; e < list->entries(); ++e)
      expected[static_cast<size_t>(list->coords[0][e] * 72 + list->coords[1][e])] =
          static_cast<float>(list->values[e]);
    EXPECT_EQ(dense_of(what.b, 64, 72), expected) << what.name;
  }
}

TEST(GemmResults, AnErrorIsJudgedByTheRootOfSquares) {
  Expected expected{{1, 2, 0}, {4, 1, 0}, {{0, 1, 4}, {1, 2, 5}}};
  EXPECT_EQ(compare(std::vector<float>{1, 2, 0}, expected).worst, 0);
  Error off = compare(std::vector<float>{1, 2.5F, 0}, expected);
  EXPECT_DOUBLE_EQ(off.worst, 0.5);
  EXPECT_DOUBLE_EQ(off.rms, 0.5 / std::sqrt(5.0));
  EXPECT_DOUBLE_EQ(off.f64, 0.5 / 5);
  EXPECT_EQ(off.f64_of_reference, 0);
  EXPECT_DOUBLE_EQ(compare(std::vector<float>{2, 2, 0}, expected).worst, 0.5);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(grade(compare(std::vector<float>{1, nan, 0}, expected), 64), "wrong");
  EXPECT_EQ(grade(compare(std::vector<float>{1, 2, nan}, expected), 64), "wrong");
  EXPECT_EQ(grade(compare(std::vector<float>{1, 2, 1e-30F}, expected), 64), "wrong");
  EXPECT_EQ(grade(compare(std::vector<float>{1, 2}, expected), 64), "wrong");
  EXPECT_EQ(grade({1e-5, 0}, 4096), "fp32");
  EXPECT_EQ(grade({1e-4, 0}, 4096), "below fp32");
  EXPECT_EQ(grade({2e-3, 0}, 4096), "tf32");
  EXPECT_EQ(grade({1e-2, 0}, 4096), "bf16");
  EXPECT_EQ(grade({4e-2, 0}, 4096), "wrong");
  // However near to the reference, fp32 is as near to f64 as that is, or half.
  EXPECT_EQ(grade({1e-5, 0, 9e-7, 5e-7}, 4096), "fp32");
  EXPECT_EQ(grade({1e-5, 0, 11e-7, 5e-7}, 4096), "below fp32");
  EXPECT_EQ(grade({1e-5, 0, 5e-8, 0}, 4096), "fp32");
  EXPECT_EQ(grade({2e-3, 0, 9e-4, 1e-8}, 4096), "tf32");
  EXPECT_EQ(grade({2e-3, 0, 2e-3, 1e-8}, 4096), "bf16");
  EXPECT_EQ(grade({2e-3, 0, 9e-3, 1e-8}, 4096), "wrong");
  // A sample that the reference has right and the result lost.
  Expected far{{1, 2}, {4, 1}, {{0, 1, 4}}};
  EXPECT_EQ(grade(compare(std::vector<float>{1.1F, 2}, far), 64), "wrong");
}

TEST(GemmResults, GradesAreOrdered) {
  const char* grades[] = {"fp32", "below fp32", "tf32", "bf16"};
  for (size_t a = 0; a < 4; ++a)
    for (size_t b = 0; b < 4; ++b) EXPECT_EQ(as_good_as(grades[a], grades[b]), a <= b);
  EXPECT_FALSE(as_good_as("wrong", "bf16"));
}

TEST(GemmResults, LinesAreLeastSquares) {
  std::vector<Point> exact = {{0, 10}, {0.5, 60}, {1, 110}};
  auto line = fit(exact);
  ASSERT_TRUE(line);
  EXPECT_DOUBLE_EQ(line->intercept, 10);
  EXPECT_DOUBLE_EQ(line->slope, 100);
  EXPECT_DOUBLE_EQ(line->r2, 1);
  EXPECT_EQ(line->points, 3u);
  // By hand: means 0.5 and 20; Sxx 0.5, Sxy 10, Syy 350.
  line = fit(std::vector<Point>{{0, 15}, {0.5, 10}, {1, 35}});
  ASSERT_TRUE(line);
  EXPECT_DOUBLE_EQ(line->slope, 20);
  EXPECT_DOUBLE_EQ(line->intercept, 10);
  EXPECT_DOUBLE_EQ(line->r2, 100 / (0.5 * 350));
  EXPECT_FALSE(fit({}));
  EXPECT_FALSE(fit(std::vector<Point>{{0.5, 1}, {0.5, 2}}));
}

TEST(GemmResults, CrossoversLieInDensities) {
  Line line{10, 100, 1, 2};
  EXPECT_EQ(crossover(line, 5), std::nullopt);
  EXPECT_DOUBLE_EQ(*crossover(line, 60), 0.5);
  EXPECT_DOUBLE_EQ(*crossover(line, 300), 1);
  EXPECT_DOUBLE_EQ(*crossover({10, 0, 1, 2}, 10), 1);
}

Measurement measured(const std::string& who, double main, double total, bool ours = false) {
  Measurement out{who, ours};
  out.main_us = main;
  out.total_us = total;
  if (main != total) out.before = {{"find", total - main}};
  return out;
}

Results example() {
  Results run{"A GPU", "sm_90", {64, 64, 64}, 20, {}};
  CaseOptions options;
  options.shape = run.shape;
  for (const Case& what : table_cases(options)) {
    double joint = what.a.density * what.b.density;
    CaseResult result{what, joint, {measured("cuBLAS fp32", 100, 100)}};
    result.routines.push_back(measured("ours", 10 + 80 * joint, 20 + 80 * joint, true));
    result.routines.back().once = {{"resort A", 7}};
    run.cases.push_back(std::move(result));
  }
  return run;
}

TEST(GemmReport, ShowsRatiosLinesAndCrossovers) {
  Results run = example();
  EXPECT_TRUE(all_right(run));
  std::string text = to_markdown(run);
  EXPECT_NE(text.find("| 50 / 50 | 0.2500 | 30.0 |"), std::string::npos) << text;
  EXPECT_NE(text.find("| 3.33 | 10.0 | 40.0 | 2.50 | fp32 |"), std::string::npos) << text;
  EXPECT_NE(text.find("consistent (product): 10.0 µs + 80.0 µs · joint, R² = 1.0000, 10 points"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("- 100 / 100: find 10.0; once, when loaded: resort A 7.0"), std::string::npos)
      << text;
  EXPECT_NE(text.find("faster than cuBLAS fp32 at all densities"), std::string::npos) << text;
  EXPECT_EQ(points_of(run, "ours", Family::Independent, false).size(), 4u);
  run.cases[0].routines[1].error.worst = 2e-3;
  EXPECT_FALSE(all_right(run));
  EXPECT_NE(to_markdown(run).find("| tf32, not fp32 |"), std::string::npos) << to_markdown(run);
  run.cases[0].routines[1].arithmetic = "bf16";
  EXPECT_TRUE(all_right(run));
  run.cases[0].routines[1].failure = "the kernel cannot be launched";
  EXPECT_FALSE(all_right(run));
  EXPECT_NE(to_markdown(run).find("cannot be launched"), std::string::npos);
  EXPECT_EQ(points_of(run, "ours", Family::Consistent, false).size(), 9u);
  run = example();
  run.cases[1].routines[1].error.worst = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(all_right(run));
}

TEST(GemmReport, TheGridIsATableOfItsOwn) {
  Results run{"A GPU", "sm_90", {64, 64, 64}, 20, {}};
  CaseOptions options;
  options.shape = run.shape;
  for (const Case& what : grid_cases(options)) {
    double joint = what.a.density * what.b.density;
    run.cases.push_back({what,
                         joint,
                         {measured("cuBLAS fp32", 50, 50),
                          measured("ours", 1 + 64 * joint, 1 + 64 * joint, true)}});
  }
  std::string text = to_markdown(run);
  EXPECT_NE(text.find("| A \\ B, % | 100 | 87.5 | 75 | 62.5 | 50 | 37.5 | 25 | 12.5 |"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("| 12.5 | 9.0 | 8.0 | 7.0 | 6.0 | 5.0 | 4.0 | 3.0 | 2.0 |"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("Steps before it, µs:"), std::string::npos) << text;
  EXPECT_NE(text.find("| A / B, % | cuBLAS fp32 | ours |"), std::string::npos) << text;
  EXPECT_NE(text.find("grid (product): 1.0 µs + 64.0 µs"), std::string::npos) << text;
  EXPECT_NE(text.find("cuBLAS fp32 up to 76.6 %"), std::string::npos) << text;
}

TEST(GemmReport, JsonHoldsEverything) {
  auto json = nlohmann::json::parse(to_json(example()));
  EXPECT_EQ(json["cases"].size(), 17u);
  const auto& first = json["cases"][0];
  EXPECT_EQ(first["family"], "consistent");
  EXPECT_EQ(first["routines"][1]["who"], "ours");
  EXPECT_EQ(first["routines"][1]["before"][0]["name"], "find");
  EXPECT_EQ(first["routines"][1]["once"][0]["us"], 7);
  EXPECT_EQ(first["routines"][1]["grade"], "fp32");
  EXPECT_EQ(json["lines"][0]["crossover"]["cuBLAS fp32"], 1);
  EXPECT_DOUBLE_EQ(json["lines"][0]["slope_us"], 80);
}

Operand operand(const Blockwise& blocks, int64_t rows, int64_t columns) {
  Operand out;
  out.rows = rows;
  out.columns = columns;
  out.dense = dense_of(blocks, rows, columns);
  Diagnostics diagnostics;
  runtime::SourceNotes notes;
  out.list = *runtime::read_source(source_of(blocks, rows, columns), runtime::KnownShape(2),
                                   diagnostics, notes);
  return out;
}

// The reference sums in fp32, as cuBLAS does.
Expected product(const Operand& a, const Operand& b) {
  Expected out;
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < b.columns; ++j) {
      double sum = 0, squares = 0, magnitude = 0;
      float single = 0;
      for (int64_t k = 0; k < a.columns; ++k) {
        double term = static_cast<double>(a.dense[static_cast<size_t>(i * a.columns + k)]) *
                      b.dense[static_cast<size_t>(k * b.columns + j)];
        sum += term;
        squares += term * term;
        magnitude += std::fabs(term);
        single += static_cast<float>(term);
      }
      out.samples.push_back({out.reference.size(), sum, magnitude});
      out.reference.push_back(single);
      out.squares.push_back(static_cast<float>(squares));
    }
  return out;
}

TEST(GemmKernels, RunAndAreJudged) {
  Diagnostics diagnostics;
  std::vector<std::string> left_out;
  const std::string generated = std::string(TEAAL_SOURCE_DIR) + "/generated";
  auto kernels = load_kernels(generated, "gemm_", left_out, diagnostics);
  ASSERT_TRUE(kernels) << render(diagnostics.all().front());
  ASSERT_GE(kernels->size(), 3u);
  CaseOptions options;
  options.shape = {33, 29, 40};
  Case what = table_cases(options)[1];
  Operand a = operand(what.a, 33, 40), b = operand(what.b, 40, 29);
  Expected expected = product(a, b);
  auto backend = runtime::plan::make_cpu_backend({false, false, 1});
  for (Kernel& kernel : *kernels) {
    Measurement made = measure(kernel, {}, a, b, expected, 1, *backend);
    EXPECT_EQ(made.failure, "") << kernel.name;
    EXPECT_EQ(grade(made.error, 40), "fp32") << kernel.name;
    EXPECT_GT(made.main_us, 0) << kernel.name;
    EXPECT_GT(made.total_us, 0) << kernel.name;
    EXPECT_FALSE(kernel.main.empty());
  }
  expected.reference[100] += 1;
  EXPECT_EQ(grade(measure(kernels->front(), {}, a, b, expected, 1, *backend).error, 40), "wrong");
}

TEST(GemmKernels, WhatIsNoProductIsLeftOut) {
  Diagnostics diagnostics;
  std::vector<std::string> left_out;
  const std::string generated = std::string(TEAAL_SOURCE_DIR) + "/generated";
  EXPECT_FALSE(load_kernels(generated, "axpby", left_out, diagnostics));
  ASSERT_EQ(left_out.size(), 1u);
  EXPECT_EQ(left_out[0], "axpby: no product of two dense-stored matrices");
  EXPECT_NE(render(diagnostics.all().front()).find("holds no product"), std::string::npos);
  Diagnostics missing;
  EXPECT_FALSE(load_kernels(generated + "/absent", "", left_out, missing));
  EXPECT_NE(render(missing.all().front()).find("cannot be read"), std::string::npos);
}

// The kernels of the peer that packs, run and checked on the CPU.
TEST(GemmPacking, KeepsTheActiveRowsInOrder) {
  using namespace runtime::plan;
  const int m = 5, k = 1100, n = 45;
  std::vector<float> a(m * k), b(k * n), packed_a, packed_b;
  std::vector<int> active;
  for (int row = 0; row < k; ++row)
    if (row % 7 == 3 || row == k - 1) active.push_back(row);
  const int count = static_cast<int>(active.size());
  for (size_t at = 0; at < a.size(); ++at) a[at] = static_cast<float>(at % 100);
  // One element, in a place of its own in each row.
  for (int row : active) b[static_cast<size_t>(row * n + row % n)] = static_cast<float>(row + 1);
  for (int i = 0; i < m; ++i)
    for (int row : active) packed_a.push_back(a[static_cast<size_t>(i * k + row)]);
  for (int row : active)
    packed_b.insert(packed_b.end(), b.begin() + row * n, b.begin() + (row + 1) * n);

  Diagnostics diagnostics;
  auto backend = make_cpu_backend({true, false, 1});
  std::ifstream file(std::string(TEAAL_SOURCE_DIR) + "/bench/gemm/pack_active.cu");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  ASSERT_TRUE(backend->build({text, "pack_active.cu"}, {}, diagnostics))
      << render(diagnostics.all().front());
  auto memory = [&](const char* name, size_t elements, const void* from = nullptr) {
    MemoryPtr out = backend->allocate(name, elements * 4, diagnostics);
    if (from)
      backend->upload(*out, {static_cast<const std::byte*>(from), elements * 4}, diagnostics);
    else
      backend->poison(*out, diagnostics);
    return out;
  };
  MemoryPtr da = memory("a", a.size(), a.data()), db = memory("b", b.size(), b.data());
  MemoryPtr flags = memory("active", k), list = memory("list", k), counter = memory("count", 1);
  MemoryPtr to_a = memory("to_a", packed_a.size()), to_b = memory("to_b", packed_b.size());
  auto launch = [&](const char* kernel, uint32_t grid, uint32_t block,
                    std::vector<Argument> arguments, std::vector<MemoryPtr> written) {
    return backend->launch({kernel, grid, block, std::move(arguments), std::move(written)},
                           diagnostics);
  };
  ASSERT_TRUE(launch("find_active", (k + 7) / 8, 256, {db, flags, k, n}, {flags}) &&
              launch("list_active", 1, 1024, {flags, list, counter, k}, {list, counter}) &&
              launch("gather_rows", count, 64, {db, list, to_b, n}, {to_b}) &&
              launch("gather_columns", m, 64, {da, list, to_a, k, count}, {to_a}))
      << render(diagnostics.all().front());
  EXPECT_EQ(backend->take_findings(), std::vector<std::string>{});
  auto read = [&](const MemoryPtr& from, auto like) {
    backend->download(*from, std::as_writable_bytes(std::span(like)), diagnostics);
    return like;
  };
  EXPECT_EQ(read(counter, std::vector<int>(1)), std::vector<int>{count});
  EXPECT_EQ(read(to_a, std::vector<float>(packed_a.size())), packed_a);
  EXPECT_EQ(read(to_b, std::vector<float>(packed_b.size())), packed_b);
}

}  // namespace
}  // namespace teaal::bench::gemm
