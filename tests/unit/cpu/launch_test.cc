#include <gmock/gmock-matchers.h>

#include <cmath>

#include "tests/unit/cpu/harness.h"

// Building and launching: errors, limits, places, and what the modes promise.
namespace teaal::runtime::cpu::testing {
namespace {

using ::testing::HasSubstr;

std::string build_error(const std::string& text) {
  Diagnostics diagnostics;
  EXPECT_FALSE(build(text, "kernel.cu", {}, diagnostics));
  return all_text(diagnostics);
}

struct Outcome {
  std::optional<LaunchResult> result;
  std::string errors;
};
Outcome try_launch(const std::string& text, const std::string& kernel, const LaunchConfig& config,
                   Arguments& arguments, bool checked = false) {
  Diagnostics diagnostics;
  auto module = build(text, "kernel.cu", {.checked = checked}, diagnostics);
  EXPECT_TRUE(module) << all_text(diagnostics);
  if (!module) return {};
  auto result =
      launch(*module, kernel, config, arguments.pointers(), arguments.buffers(), diagnostics);
  return {std::move(result), all_text(diagnostics)};
}

TEST(Build, errors_stand_where_line_marks_say) {
  std::string error = build_error(
      "#line 7 \"spmv.yaml\"\nextern \"C\" __global__ void k(float* x) { x[0] = y; }\n");
  EXPECT_THAT(error, HasSubstr("spmv.yaml:7:"));
  EXPECT_THAT(error, HasSubstr("[build-failed]"));
  // A mark holds until the next one.
  error = build_error(
      "#line 7 \"spmv.yaml\"\nextern \"C\" __global__ void k(float* x) {\n  x[1] = 0;\n\n  x[0] = "
      "y;\n}\n");
  EXPECT_THAT(error, HasSubstr("spmv.yaml:7:"));
}

TEST(Build, what_the_host_cannot_do_is_refused_at_its_line) {
  struct Case {
    const char *text, *expected;
  };
  const Case cases[] = {
      {"__device__ int total;\nextern \"C\" __global__ void k(int* x) {\n  total += x[0];\n}\n",
       "'total'"},
      {"static __device__ int f(int i) {\n  return i < 2 ? 1 : i * f(i - 1);\n}\n"
       "extern \"C\" __global__ void k(int* x) {\n  x[0] = f(x[1]);\n}\n",
       "cannot call itself"},
      {"extern \"C\" __global__ void k(int* x) {\n  asm volatile(\"nop;\");\n}\n", "kernel.cu:2:3"},
      {"extern \"C\" __global__ void k(int (*f)(), int* x) {\n  x[0] = f();\n}\n",
       "through a pointer"},
      {"__device__ int g(int);\nextern \"C\" __global__ void k(int* x) {\n  x[0] = g(1);\n}\n",
       "defined nowhere"},
      {"int nothing;\n", "no __global__ function"}};
  for (const Case& each : cases) EXPECT_THAT(build_error(each.text), HasSubstr(each.expected));
}

TEST(Build, host_launcher_is_left_out_and_defines_reach_the_text) {
  const char* text = R"(
extern "C" __global__ void k(int* x) { x[threadIdx.x] = WIDTH; }
extern "C" __global__ void second(int* x) { x[threadIdx.x] = 2; }
#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#include <cuda_runtime.h>
#endif
)";
  Diagnostics diagnostics;
  auto module = build(text, "kernel.cu", {.defines = {"WIDTH=9"}}, diagnostics);
  ASSERT_TRUE(module) << all_text(diagnostics);
  std::vector<int> x(4);
  Arguments arguments;
  arguments.inout(x, "x");
  for (const char* kernel : {"k", "second"})
    ASSERT_TRUE(launch(*module, kernel, {{1}, {2}}, arguments.pointers(), {}, diagnostics));
  EXPECT_EQ(x, (std::vector<int>{2, 2, 0, 0}));
}

TEST(Launch, broken_limits_are_errors) {
  const std::string text = R"(
extern "C" __global__ void __launch_bounds__(64) k(int* x) { x[0] = 1; }
extern "C" __global__ void big(int* x) { __shared__ int s[12289]; s[0] = 1; x[0] = s[0]; }
)";
  std::vector<int> x(1);
  struct Case {
    const char* kernel;
    LaunchConfig config;
    const char* expected;
  };
  const Case cases[] = {{"k", {{0}, {1}}, "grid.x is 0"},
                        {"k", {{1, 65536}, {1}}, "grid.y is 65536"},
                        {"k", {{1}, {1025}}, "block.x is 1025"},
                        {"k", {{1}, {64, 32}}, "threads a block is 2048"},
                        {"k", {{1}, {65}}, "__launch_bounds__ says 64"},
                        {"k", {{1}, {1}, 227 * 1024 + 1}, "static and dynamic"},
                        {"big", {{1}, {1}}, "49156"},
                        {"kk", {{1}, {1}}, "no kernel 'kk'"}};
  for (const Case& each : cases) {
    Arguments arguments;
    arguments.inout(x, "x");
    Outcome outcome = try_launch(text, each.kernel, each.config, arguments);
    EXPECT_FALSE(outcome.result);
    EXPECT_THAT(outcome.errors, HasSubstr(each.expected));
    EXPECT_THAT(outcome.errors, HasSubstr("[run-failed]"));
  }
  Arguments two;
  two.inout(x, "x").value(3);
  EXPECT_THAT(try_launch(text, "k", {}, two).errors, HasSubstr("1 parameters, 2 arguments"));
}

TEST(Launch, products_and_sums_are_not_fused_and_denormals_are_kept) {
  const char* text = R"(extern "C" __global__ void k(const float* a, float* y) {
  y[0] = a[0] * a[1] + a[2];
  y[1] = fmaf(a[0], a[1], a[2]);
  y[2] = a[3] * 0.5f;
})";
  std::vector<float> a = {1 + 0x1p-12f, 1 + 0x1p-12f, -1.0f, 0x1p-130f}, y = poisoned<float>(3);
  Arguments arguments;
  arguments.in(a, "a").out(y, "y");
  ASSERT_TRUE(try_launch(text, "k", {}, arguments).result);
  volatile float product = a[0] * a[1];
  EXPECT_EQ(y[0], product + a[2]);
  EXPECT_EQ(y[1], std::fmaf(a[0], a[1], a[2]));
  EXPECT_NE(y[0], y[1]);
  EXPECT_EQ(y[2], 0x1p-131f);
}

TEST(Launch, a_division_by_zero_does_not_end_the_process) {
  const char* text = R"(extern "C" __global__ void k(const int* x, int* y) {
  int t = threadIdx.x;
  y[2 * t] = x[t] / x[t + 1];
  y[2 * t + 1] = x[t] % x[t + 1] + (int)((unsigned)x[t] / (unsigned)x[t + 1]);
})";
  std::vector<int> x = {7, 0, 12, -5, -2147483647 - 1, -1}, y = poisoned<int>(10);
  Arguments arguments;
  arguments.in(x, "x").out(y, "y");
  ASSERT_TRUE(try_launch(text, "k", {{1}, {5}}, arguments).result);
  EXPECT_EQ(y[4], -2);
  EXPECT_EQ(y[5], 2 + 0);
  EXPECT_EQ(y[8], -2147483647 - 1);
}

TEST(Launch, no_progress_is_a_deadlock_unchecked_too) {
  const char* text = R"(extern "C" __global__ void k(int* x) {
  if (threadIdx.x < 5) x[threadIdx.x] = __shfl_sync(0xffffffffu, 1, 0);
  __syncthreads();
})";
  std::vector<int> x(32);
  Arguments arguments;
  arguments.inout(x, "x");
  Outcome outcome = try_launch(text, "k", {{1000}, {32}}, arguments);
  ASSERT_TRUE(outcome.result);
  ASSERT_EQ(outcome.result->findings.size(), 1u);
  EXPECT_EQ(outcome.result->findings[0].kind, Finding::Kind::Deadlock);
  EXPECT_EQ(outcome.result->findings[0].line, 2);
}

TEST(Launch, every_block_of_a_large_grid_runs_once) {
  const char* text =
      R"(extern "C" __global__ void k(unsigned* x) { atomicAdd(&x[blockIdx.x % 7], 1u); })";
  std::vector<unsigned> x(7);
  Arguments arguments;
  arguments.inout(x, "x");
  ASSERT_TRUE(try_launch(text, "k", {{700000}, {2}, 0, 4}, arguments).result);
  EXPECT_EQ(x, std::vector<unsigned>(7, 200000));
}

TEST(Launch, blocks_of_1024_threads_with_large_frames) {
  const char* text = R"(extern "C" __global__ void k(int* x) {
  int kept[3000];
  for (int i = 0; i < 3000; ++i) kept[i] = i * threadIdx.x;
  __syncthreads();
  x[threadIdx.x] = kept[threadIdx.x] + kept[2999];
})";
  std::vector<int> x(1024);
  Arguments arguments;
  arguments.inout(x, "x");
  Outcome outcome = try_launch(text, "k", {{2}, {1024}}, arguments);
  ASSERT_TRUE(outcome.result);
  EXPECT_EQ(outcome.result->resumes, 2u * 1024 * 2);
  for (int t = 0; t < 1024; ++t) ASSERT_EQ(x[t], t * t + 2999 * t);
}

TEST(Checked, findings_stand_at_line_marks_even_from_the_prelude_and_device_functions) {
  const char* text = R"(static __device__ __forceinline__ void add(float* y, int i, float v) {
#line 30 "spec.yaml"
  atomicAdd(&y[i], v);
}
#line 50 "spec.yaml"
extern "C" __global__ void k(int n, float* y) { add(y, n, 1.0f); }
)";
  std::vector<float> y(4);
  Arguments arguments;
  arguments.value(4).inout(y, "y");
  Outcome outcome = try_launch(text, "k", {}, arguments, true);
  ASSERT_TRUE(outcome.result);
  ASSERT_EQ(outcome.result->findings.size(), 1u);
  EXPECT_EQ(outcome.result->findings[0].text(),
            "spec.yaml:30:3: out-of-bounds atomic access of 4 bytes at byte 16 (element 4) of "
            "buffer 'y', "
            "which has 16 bytes, by thread (0,0,0) of block (0,0,0)");
}

TEST(Checked, suppressed_accesses_leave_the_neighbourhood_alone) {
  const char* text = R"(extern "C" __global__ void k(float* y) {
  for (int i = -8; i < 12; ++i) y[i] = 1.0f;
})";
  std::vector<float> all(20, 5.0f);
  Arguments arguments;
  float* middle = all.data() + 8;
  arguments.value(middle);
  std::vector<Buffer> buffers = {{middle, 4 * sizeof(float), "y"}};
  Diagnostics diagnostics;
  auto module = build(text, "kernel.cu", {.checked = true}, diagnostics);
  ASSERT_TRUE(module);
  auto result = launch(*module, "k", {}, arguments.pointers(), buffers, diagnostics);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->findings.size(), 1u);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(all[i], i >= 8 && i < 12 ? 1.0f : 5.0f) << i;
}

TEST(Checked, an_empty_buffer_may_be_passed_but_not_read) {
  const char* text = R"(extern "C" __global__ void k(int n, const float* x, float* y) {
  for (int i = 0; i < n; ++i) y[i] = x[i];
})";
  std::vector<float> nothing, y(4);
  for (int n : {0, 1}) {
    Arguments arguments;
    arguments.value(n).in(nothing, "empty").out(y, "y");
    Outcome outcome = try_launch(text, "k", {}, arguments, true);
    ASSERT_TRUE(outcome.result);
    ASSERT_EQ(outcome.result->findings.size(), size_t(n));
    if (n == 1) {
      EXPECT_THAT(outcome.result->findings[0].message, HasSubstr("'empty'"));
    }
  }
}

TEST(Checked, at_most_twenty_distinct_findings) {
  std::string text = "extern \"C\" __global__ void k(float* y) {\n";
  for (int i = 0; i < 30; ++i) text += "  y[" + std::to_string(100 + i) + "] = 1.0f;\n";
  std::vector<float> y(4);
  Arguments arguments;
  arguments.inout(y, "y");
  Outcome outcome = try_launch(text + "}\n", "k", {{3}, {32}}, arguments, true);
  ASSERT_TRUE(outcome.result);
  EXPECT_EQ(outcome.result->findings.size(), 20u);
}

TEST(Checked, outputs_read_back_within_a_thread_are_initialised) {
  const char* text = R"(struct Pair { unsigned char tag; short weight; };
extern "C" __global__ void k(unsigned char* y, Pair* pairs) {
  int t = threadIdx.x;
  y[t] = t;
  y[t] += 1;
  Pair p;
  p.tag = 1;
  p.weight = t;
  pairs[t] = p;
  Pair q = pairs[t];
  y[t] += q.tag;
})";
  auto y = poisoned<unsigned char>(33), pairs = poisoned<unsigned char>(33 * 4);
  Arguments arguments;
  arguments.out(y, "y").out(pairs, "pairs");
  Outcome outcome = try_launch(text, "k", {{1}, {33}}, arguments, true);
  ASSERT_TRUE(outcome.result);
  EXPECT_TRUE(outcome.result->ok()) << all_text(*outcome.result);
  for (int t = 0; t < 33; ++t) EXPECT_EQ(y[t], t + 2);
}

}  // namespace
}  // namespace teaal::runtime::cpu::testing
