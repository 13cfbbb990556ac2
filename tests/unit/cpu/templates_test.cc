#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <random>

#include "runtime/cpu/executor.h"
#include "templates/library.h"

// The device functions of templates/ (reduce.cuh, combine.cuh, assemble.cuh) on the CPU executor in
// checked mode: right results, no races.
namespace teaal::runtime::cpu {
namespace {

std::string library(const std::string& name) {
  for (const auto& [file, text] : templates::files())
    if (file == name) return text.substr(text.find("#pragma once") == 0 ? 12 : 0) + "\n";
  return "";
}

constexpr const char* kernels = R"(
extern "C" __global__ void sums(const float* in, float* lanes, float* warps, float* block) {
  __shared__ float many[1024];
  __shared__ float few[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  lanes[i] = teaal_lane_sum(in[i], 2, 16);
  warps[i] = teaal_warps_sum(in[i], many, static_cast<int>(blockDim.x / 32));
  for (int again = 0; again < 2; ++again) {
    const float total = teaal_block_sum(in[i], few);
    if (threadIdx.x == 0) block[blockIdx.x] = total;
  }
}
)";

struct Reduced {
  std::vector<float> in, lanes, warps, block;
};

Reduced reduced(uint32_t threads, uint32_t blocks) {
  Reduced out;
  std::mt19937 random(threads);
  std::uniform_real_distribution<float> draw(-1, 1);
  out.in.resize(size_t{threads} * blocks);
  for (float& x : out.in) x = draw(random);
  const float poison = std::numeric_limits<float>::quiet_NaN();
  out.lanes.assign(out.in.size(), poison);
  out.warps.assign(out.in.size(), poison);
  out.block.assign(blocks, poison);
  Diagnostics diagnostics;
  auto module = build(library("reduce.cuh") + kernels, "sums.cu", {.checked = true}, diagnostics);
  EXPECT_TRUE(module);
  std::vector<Buffer> buffers;
  std::vector<void*> values;
  for (auto* v : {&out.in, &out.lanes, &out.warps, &out.block}) {
    buffers.push_back({v->data(), v->size() * sizeof(float), "buffer", v == &out.in});
    values.push_back(v->data());
  }
  std::vector<void*> args;
  for (void*& value : values) args.push_back(&value);
  auto result =
      launch(*module, "sums", {.grid = {blocks}, .block = {threads}}, args, buffers, diagnostics);
  EXPECT_TRUE(result && result->ok());
  if (result)
    for (const Finding& f : result->findings) ADD_FAILURE() << f.text();
  return out;
}

TEST(Templates, sums_over_lanes_warps_and_blocks_agree_with_plain_sums) {
  for (uint32_t threads : {32u, 96u, 256u}) {
    Reduced r = reduced(threads, 3);
    for (size_t i = 0; i < r.in.size(); ++i) {
      double lanes = 0, warps = 0;
      size_t warp = i / 32 * 32, block = i / threads * threads;
      // Groups of lanes that agree in bit 0 and bit 4 of the lane.
      for (size_t lane = 0; lane < 32; ++lane)
        if ((lane & 17) == (i % 32 & 17)) lanes += r.in[warp + lane];
      for (size_t w = 0; w < threads; w += 32) warps += r.in[block + w + i % 32];
      EXPECT_NEAR(r.lanes[i], lanes, 1e-5) << i;
      EXPECT_NEAR(r.warps[i], warps, 1e-5) << i;
    }
    for (size_t b = 0; b < 3; ++b) {
      auto begin = r.in.begin() + static_cast<std::ptrdiff_t>(b * threads);
      EXPECT_NEAR(r.block[b], std::accumulate(begin, begin + threads, 0.0), 1e-5) << b;
    }
  }
}

// combine.cuh: every reduction over lanes, warps and a block, each thread giving its number's
// value.
TEST(Templates, reductions_other_than_sums_agree_with_plain_ones) {
  struct Case {
    const char* op;
    float start;
    std::function<float(float, float)> combine;
  };
  const Case cases[] = {
      {"teaal_product", 1, [](float a, float b) { return a * b; }},
      {"teaal_min", HUGE_VALF, [](float a, float b) { return std::fmin(a, b); }},
      {"teaal_max", -HUGE_VALF, [](float a, float b) { return std::fmax(a, b); }},
      {"teaal_either", 0, [](float a, float b) { return a != 0 || b != 0 ? 1.0f : 0.0f; }},
      {"teaal_together", 1, [](float a, float b) { return a != 0 && b != 0 ? 1.0f : 0.0f; }},
  };
  for (const Case& one : cases)
    for (uint32_t threads : {32u, 96u, 256u}) {
      const std::string op = one.op,
                        text = library("combine.cuh") + R"(
extern "C" __global__ void reduce(const float* in, float* lanes, float* warps, float* block) {
  __shared__ float many[1024];
  __shared__ float few[32];
  const int i = threadIdx.x;
  lanes[i] = teaal_lane_reduce<)" +
                               op + R"(>(in[i], 2, 16);
  warps[i] = teaal_warps_reduce<)" +
                               op +
                               R"(>(in[i], many, static_cast<int>(blockDim.x / 32));
  const float all = teaal_block_reduce<)" +
                               op + ">(in[i], few, " +
                               (std::isinf(one.start) ? one.start < 0 ? "-" : ""
                                                      : std::to_string(one.start) + "f") +
                               (std::isinf(one.start) ? "__int_as_float(0x7f800000)" : "") + R"();
  if (i == 0) block[0] = all;
})";
      std::mt19937 random(threads);
      std::vector<float> in(threads), lanes(threads), warps(threads), block(1);
      // Powers of two whose product stays in range; a zero in one warp.
      for (float& x : in) x = random() % 2 == 0 ? 1 : random() % 2 == 0 ? 2 : 0.5f;
      in[threads - 5] = 0;
      Diagnostics diagnostics;
      auto module = build(text, "reduce.cu", {.checked = true}, diagnostics);
      ASSERT_TRUE(module);
      std::vector<Buffer> buffers;
      std::vector<void*> values, args;
      for (auto* v : {&in, &lanes, &warps, &block}) {
        buffers.push_back({v->data(), v->size() * sizeof(float), "buffer", v == &in});
        values.push_back(v->data());
      }
      for (void*& value : values) args.push_back(&value);
      auto result =
          launch(*module, "reduce", {.grid = {1}, .block = {threads}}, args, buffers, diagnostics);
      ASSERT_TRUE(result && result->ok()) << op;
      float whole = one.start;
      for (float x : in) whole = one.combine(whole, x);
      EXPECT_EQ(block[0], whole) << op;
      for (size_t i = 0; i < threads; ++i) {
        float over_lanes = one.start, over_warps = in[i % 32];
        for (size_t lane = 0; lane < 32; ++lane)
          if ((lane & 17) == (i % 32 & 17))
            over_lanes = one.combine(over_lanes, in[i / 32 * 32 + lane]);
        for (size_t w = 32; w < threads; w += 32)
          over_warps = one.combine(over_warps, in[w + i % 32]);
        EXPECT_EQ(lanes[i], over_lanes) << op << i;
        EXPECT_EQ(warps[i], over_warps) << op << i;
      }
    }
}

constexpr const char* assembly_kernels = R"(
extern "C" __global__ void scan_sums(const long long* counts, long long n, long long* sums) {
  __shared__ long long shared[32];
  teaal_scan_sums(counts, n, sums, shared);
}
extern "C" __global__ void scan_apply(long long* counts, long long n, const long long* sums) {
  __shared__ long long shared[33];
  teaal_scan_apply(counts, n, sums, shared);
}
extern "C" __global__ void sort_count(const long long* keys, long long n, long long shift,
                                      long long* digits) {
  __shared__ long long shared[512];
  teaal_sort_count(keys, n, shift, digits, shared);
}
extern "C" __global__ void sort_move(const long long* keys, const float* values, long long n,
                                     long long shift, const long long* digits, long long* keys_out,
                                     float* values_out) {
  __shared__ long long shared[512];
  teaal_sort_move(keys, values, n, shift, digits, keys_out, values_out, shared);
}
)";

// Kernels over arrays of the test, with findings as failures.
class AssemblyTemplates : public testing::Test {
 protected:
  void SetUp() override {
    Diagnostics diagnostics;
    std::string text = library("reduce.cuh") + library("assemble.cuh") + assembly_kernels;
    module_ = build(text, "assemble.cu", {.checked = true}, diagnostics);
    ASSERT_TRUE(module_);
  }

  template <class T>
  void* array(std::vector<T>& of, bool written = true) {
    buffers_.push_back({of.data(), of.size() * sizeof(T), "buffer", true, written});
    return keep(of.data());
  }
  void* number(long long n) {
    numbers_.push_back(std::make_unique<long long>(n));
    return numbers_.back().get();
  }
  void launch_now(const std::string& kernel, uint32_t blocks, uint32_t threads,
                  std::vector<void*> args) {
    Diagnostics diagnostics;
    auto result = launch(*module_, kernel, {.grid = {blocks}, .block = {threads}}, args, buffers_,
                         diagnostics);
    ASSERT_TRUE(result && result->ok());
    for (const Finding& f : result->findings) ADD_FAILURE() << f.text();
    buffers_.clear();
  }
  void scan(std::vector<long long>& counts, long long n, uint32_t blocks) {
    std::vector<long long> sums(blocks);
    launch_now("scan_sums", blocks, 96, {array(counts), number(n), array(sums)});
    launch_now("scan_apply", blocks, 96, {array(counts), number(n), array(sums)});
  }

 private:
  void* keep(void* pointer) {
    pointers_.push_back(std::make_unique<void*>(pointer));
    return pointers_.back().get();
  }

  std::shared_ptr<Module> module_;
  std::vector<Buffer> buffers_;
  std::vector<std::unique_ptr<long long>> numbers_;
  std::vector<std::unique_ptr<void*>> pointers_;
};

TEST_F(AssemblyTemplates, scan_leaves_the_sum_of_what_stands_before) {
  std::mt19937 random(1);
  for (size_t n : {0u, 1u, 31u, 96u, 97u, 1000u})
    for (uint32_t blocks : {1u, 2u, 7u}) {
      std::vector<long long> counts(n + 1), expected(n + 1);
      for (size_t i = 0; i < n; ++i) counts[i] = random() % 5;
      std::exclusive_scan(counts.begin(), counts.end(), expected.begin(), 0LL);
      counts[n] = -1;
      scan(counts, static_cast<long long>(n), blocks);
      EXPECT_EQ(counts, expected) << n << " counts, " << blocks << " blocks";
    }
}

TEST_F(AssemblyTemplates, sort_is_the_stable_sort_by_one_digit) {
  std::mt19937_64 random(2);
  for (size_t n : {0u, 1u, 33u, 64u, 1000u})
    for (int shift : {0, 8, 56}) {
      std::vector<std::pair<long long, float>> pairs(n);
      std::vector<long long> keys(n), keys_out(n), digits(256 * 3 * 2 + 1);
      std::vector<float> values(n), values_out(n);
      for (size_t i = 0; i < n; ++i) {
        keys[i] = static_cast<long long>(random() >> 1);
        values[i] = static_cast<float>(i);
        pairs[i] = {keys[i], values[i]};
      }
      std::stable_sort(pairs.begin(), pairs.end(), [&](const auto& a, const auto& b) {
        return (a.first >> shift & 255) < (b.first >> shift & 255);
      });
      auto count = static_cast<long long>(n);
      launch_now("sort_count", 3, 64, {array(keys), number(count), number(shift), array(digits)});
      scan(digits, 256 * 3 * 2, 2);
      launch_now("sort_move", 3, 64,
                 {array(keys), array(values), number(count), number(shift), array(digits),
                  array(keys_out), array(values_out)});
      for (size_t i = 0; i < n; ++i) {
        ASSERT_EQ(keys_out[i], pairs[i].first) << i << " of " << n << ", shift " << shift;
        ASSERT_EQ(values_out[i], pairs[i].second) << i << " of " << n << ", shift " << shift;
      }
    }
}

}  // namespace
}  // namespace teaal::runtime::cpu
