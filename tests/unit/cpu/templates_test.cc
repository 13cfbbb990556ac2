#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "runtime/cpu/executor.h"
#include "templates/library.h"

// The device functions of templates/ on the CPU executor in checked mode: right results, no races.
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

}  // namespace
}  // namespace teaal::runtime::cpu
