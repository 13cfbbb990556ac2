#include <benchmark/benchmark.h>

#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "runtime/cpu/executor.h"

// The CPU executor: thread-mapped SpMV beside the plain loop of the same matrix, the cost of a
// thread switch, and the time to build a kernel.
namespace teaal::runtime::cpu {
namespace {

std::string kernel_text(const std::string& name) {
  std::ifstream in(std::string(TEAAL_SOURCE_DIR) + "/tests/unit/cpu/kernels/" + name);
  if (!in) throw std::runtime_error("no kernel file " + name);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::shared_ptr<Module> built(const std::string& file, bool checked) {
  Diagnostics diagnostics;
  auto module = build(kernel_text(file), file, {.checked = checked}, diagnostics);
  if (!module) throw std::runtime_error(render(diagnostics.all().front()));
  return module;
}

// 65,536 rows of 0 to 32 values at random coordinates: about a million in all.
struct Problem {
  int rows = 65536;
  std::vector<int> segments{0}, coordinates;
  std::vector<float> values, x, y;

  Problem() : x(rows), y(rows) {
    std::mt19937 engine(1);
    std::uniform_real_distribution<float> uniform(-1, 1);
    for (float& value : x) value = uniform(engine);
    for (int row = 0; row < rows; ++row) {
      for (int left = engine() % 33; left > 0; --left) {
        coordinates.push_back(engine() % rows);
        values.push_back(uniform(engine));
      }
      segments.push_back(static_cast<int>(coordinates.size()));
    }
  }
};

// The same arithmetic as the kernel; kept out of line so that it is compiled as a user's function
// would be.
__attribute__((noinline)) void plain_spmv(int rows, const int* __restrict__ segments,
                                          const int* __restrict__ coordinates,
                                          const float* __restrict__ values,
                                          const float* __restrict__ x, float* __restrict__ y) {
  for (int i = 0; i < rows; ++i) {
    float sum = 0.0f;
    for (int p = segments[i]; p < segments[i + 1]; ++p) sum += values[p] * x[coordinates[p]];
    y[i] = sum;
  }
}

void run(benchmark::State& state, Problem& problem, Module& module, const char* kernel,
         const LaunchConfig& config) {
  const void *segments = problem.segments.data(), *coordinates = problem.coordinates.data(),
             *values = problem.values.data(), *x = problem.x.data();
  void* y = problem.y.data();
  void* args[] = {&problem.rows, &segments, &coordinates, &values, &x, &y};
  const std::vector<Buffer> buffers = {
      {problem.segments.data(), problem.segments.size() * 4, "segments", true, false},
      {problem.coordinates.data(), problem.coordinates.size() * 4, "coordinates", true, false},
      {problem.values.data(), problem.values.size() * 4, "values", true, false},
      {problem.x.data(), problem.x.size() * 4, "x", true, false},
      {y, problem.y.size() * 4, "y", false, true}};
  uint64_t resumes = 0;
  for (auto _ : state) {
    Diagnostics diagnostics;
    auto result = launch(module, kernel, config, args, buffers, diagnostics);
    if (!result || !result->ok()) return state.SkipWithError("the launch failed");
    resumes += result->resumes;
  }
  if (resumes > 0)
    state.counters["per_switch"] = benchmark::Counter(
        static_cast<double>(resumes), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void spmv_plain_loop(benchmark::State& state) {
  Problem p;
  for (auto _ : state) {
    plain_spmv(p.rows, p.segments.data(), p.coordinates.data(), p.values.data(), p.x.data(),
               p.y.data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(spmv_plain_loop)->Unit(benchmark::kMillisecond);

void spmv_thread_mapped(benchmark::State& state) {
  Problem problem;
  auto module = built("spmv.cu", false);
  run(state, problem, *module, "spmv_thread", {{256}, {256}});
}
BENCHMARK(spmv_thread_mapped)->Unit(benchmark::kMillisecond);

void spmv_thread_mapped_checked(benchmark::State& state) {
  Problem problem;
  auto module = built("spmv.cu", true);
  run(state, problem, *module, "spmv_thread", {{256}, {256}});
}
BENCHMARK(spmv_thread_mapped_checked)->Unit(benchmark::kMillisecond);

void spmv_warp_mapped(benchmark::State& state) {
  Problem problem;
  auto module = built("spmv.cu", false);
  run(state, problem, *module, "spmv_warp", {{8192}, {256}});
}
BENCHMARK(spmv_warp_mapped)->Unit(benchmark::kMillisecond);

void build_file(benchmark::State& state, const char* file, bool checked) {
  for (auto _ : state) benchmark::DoNotOptimize(built(file, checked));
}
BENCHMARK_CAPTURE(build_file, spmv, "spmv.cu", false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build_file, spmv_checked, "spmv.cu", true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build_file, gemm, "gemm.cu", false)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace teaal::runtime::cpu

BENCHMARK_MAIN();
