// What requests cost, worked out by hand.
#include "runtime/cpu/watch/trace.h"

#include "tests/unit/cpu/harness.h"

namespace teaal::runtime::cpu::testing {
namespace {

class Traced : public ::testing::TestWithParam<Mode> {
 protected:
  // Kernel `k` in blocks of so many threads.
  KernelTrace run(const std::string& text, unsigned blocks, unsigned threads,
                  Arguments& arguments) {
    auto module = build_in(GetParam(), text);
    Trace trace;
    LaunchConfig config;
    config.grid.x = blocks, config.block.x = threads;
    config.observer = &trace;
    const LaunchResult result = launch_in(GetParam(), *module, "k", config, arguments);
    EXPECT_TRUE(result.ok()) << all_text(result);
    return trace.kernels().at("k");
  }
};

TEST_P(Traced, neighbours_share_sectors_and_strides_do_not) {
  std::vector<float> a(64 * 8, 1), b(64, 0);
  Arguments arguments;
  arguments.in(a, "a").out(b, "b");
  const KernelTrace k = run(R"(
extern "C" __global__ void k(const float* a, float* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[8 * i];
})",
                            1, 64, arguments);
  EXPECT_EQ(k.buffers.at("a").load_requests, 2U);
  EXPECT_EQ(k.buffers.at("a").load_sectors, 64U);
  EXPECT_EQ(k.buffers.at("a").footprint, 64U);
  EXPECT_EQ(k.buffers.at("b").requests, 2U);
  EXPECT_EQ(k.buffers.at("b").load_requests, 0U);
  EXPECT_EQ(k.buffers.at("b").sectors, 2U * 4);
  EXPECT_EQ(k.accesses, 128U);
  EXPECT_DOUBLE_EQ(k.imbalance(), 1);
}

TEST_P(Traced, four_neighbours_of_a_thread_move_together) {
  std::vector<float> a(128, 1), b(128, 0);
  Arguments arguments;
  arguments.in(a, "a").out(b, "b");
  const KernelTrace k = run(R"(
extern "C" __global__ void k(const float4* a, float4* b) { b[threadIdx.x] = a[threadIdx.x]; })",
                            1, 32, arguments);
  for (const char* name : {"a", "b"}) {
    EXPECT_EQ(k.buffers.at(name).requests, 1U);
    EXPECT_EQ(k.buffers.at(name).sectors, 16U);
  }
  EXPECT_EQ(k.buffers.at("a").read_bytes, 512U);
  EXPECT_EQ(k.buffers.at("b").written_bytes, 512U);
}

// Lane i adds i elements: request t has the lanes above t. What all lanes read over and over is in
// a register after the first time.
TEST_P(Traced, lanes_leave_a_loop_one_by_one) {
  std::vector<float> a(32, 1), c(1, 2), b(32, 0);
  Arguments arguments;
  arguments.in(a, "a").in(c, "c").out(b, "b");
  const KernelTrace k = run(R"(
extern "C" __global__ void k(const float* a, const float* c, float* b) {
  float sum = 0;
  for (int t = 0; t < threadIdx.x; ++t) sum += a[t] * c[0];
  b[threadIdx.x] = sum;
})",
                            1, 32, arguments);
  const ArrayTrace& of_a = k.buffers.at("a");
  EXPECT_EQ(of_a.requests, 31U);
  EXPECT_EQ(of_a.lanes, 31U * 32 / 2);
  EXPECT_EQ(of_a.sectors, 31U);
  EXPECT_EQ(of_a.footprint, 4U);
  EXPECT_EQ(k.buffers.at("c").requests, 1U);
  EXPECT_EQ(k.buffers.at("c").lanes, 31U);
  EXPECT_EQ(k.buffers.at("c").read_bytes, 31U * 32 / 2 * 4);
  EXPECT_EQ(k.most_accesses, 31U * 2 + 1);
  EXPECT_DOUBLE_EQ(k.imbalance(), 63.0 / 32);
}

// Even lanes have 3, 2 and 1 inner turns, odd lanes 1, 2 and 3: they meet behind the inner loop, so
// there are 3 + 2 + 3 requests, not the 6 accesses of each lane.
TEST_P(Traced, lanes_meet_behind_each_loop) {
  std::vector<float> a(64, 1), b(32, 0);
  Arguments arguments;
  arguments.in(a, "a").out(b, "b");
  const KernelTrace k = run(R"(
extern "C" __global__ void k(const float* a, float* b) {
  float sum = 0;
  for (int s = 0; s < 3; ++s) {
    int turns = s == 1 ? 2 : (threadIdx.x + s / 2) % 2 == 0 ? 3 : 1;
    while (turns-- > 0) sum += a[threadIdx.x + turns + 4 * s];
  }
  b[threadIdx.x] = sum;
})",
                            1, 32, arguments);
  EXPECT_EQ(k.buffers.at("a").requests, 8U);
  EXPECT_EQ(k.buffers.at("a").lanes, 32U * 6);
}

TEST_P(Traced, a_block_begins_with_nothing_in_registers) {
  std::vector<float> c(1, 2), b(64, 0);
  Arguments arguments;
  arguments.in(c, "c").out(b, "b");
  const KernelTrace k = run(R"(
extern "C" __global__ void k(const float* c, float* b) {
  b[blockIdx.x * 32 + threadIdx.x] = c[0];
})",
                            2, 32, arguments);
  EXPECT_EQ(k.blocks, 2U);
  EXPECT_EQ(k.buffers.at("c").requests, 2U);
}

// A row of a tile is a turn, a column 32; in rows of 33 words it is one, too.
TEST_P(Traced, columns_of_a_tile_are_in_one_bank) {
  for (const unsigned width : {32U, 33U}) {
    std::vector<float> b(1024, 0);
    Arguments arguments;
    arguments.out(b, "b");
    const std::string text = "#define WIDTH " + std::to_string(width) + R"(
extern "C" __global__ void k(float* b) {
  __shared__ float tile[32 * WIDTH];
  for (int r = 0; r < 32; ++r) tile[r * WIDTH + threadIdx.x] = r;
  __syncthreads();
  for (int c = 0; c < 32; ++c) b[c * 32 + threadIdx.x] = tile[threadIdx.x * WIDTH + c];
})";
    const KernelTrace k = run(text, 1, 32, arguments);
    const ArrayTrace& tile = k.shared.at("tile");
    EXPECT_EQ(tile.requests, 64U);
    EXPECT_EQ(tile.load_requests, 32U);
    EXPECT_EQ(tile.turns, width == 32 ? 32U + 32 * 32 : 64U);
    EXPECT_EQ(tile.worst, width == 32 ? 32U : 1U);
    EXPECT_EQ(k.barriers, 1U);
  }
}

// Nothing holds what others may change.
TEST_P(Traced, atomic_additions_to_one_place_are_one_request_a_warp) {
  std::vector<float> b(1, 0);
  Arguments arguments;
  arguments.inout(b, "b");
  const KernelTrace k = run(R"(
extern "C" __global__ void k(float* b) {
  atomicAdd(b, 1.0f);
  atomicAdd(b, 1.0f);
})",
                            1, 64, arguments);
  EXPECT_EQ(k.buffers.at("b").requests, 4U);
  EXPECT_EQ(k.buffers.at("b").load_requests, 0U);
  EXPECT_EQ(k.buffers.at("b").sectors, 4U);
}

INSTANTIATE_TEST_SUITE_P(Modes, Traced, ::testing::Values(Mode::Checked, Mode::CheckedCoroutines));

}  // namespace
}  // namespace teaal::runtime::cpu::testing
