// The cost model on counts and on a GPU whose round figures make every bound plain.
#include "compiler/driver/insight/cost.h"

#include <gtest/gtest.h>

namespace teaal::driver {
namespace {

using interpret::Counts;

// 1 GB/s is a byte a nanosecond.
constexpr Gpu round_figures = {.name = "round",
                               .multiprocessors = 2,
                               .warps_each = 4,
                               .blocks_each = 4,
                               .shared_each = 1000,
                               .shared_of_a_block = 10,
                               .dram_gb_per_s = 1000,
                               .alone_gb_per_s = 100,
                               .l2_gb_per_s = 2000,
                               .lookups_per_ns = 10,
                               .l1_turns_per_ns = 2,
                               .instructions_per_ns = 100,
                               .shared_turns_per_ns = 10,
                               .products_per_ns = 1000,
                               .products_16_per_ns = 2000,
                               .near_ns = 20,
                               .hit_ns = 100,
                               .miss_ns = 300,
                               .first_us = 3,
                               .further_us = 1};

Counts launched_once() {
  Counts out;
  out.machine = counted_on(round_figures);
  out.launches.push_back({"k", 1, 32});
  return out;
}

// An array of `floor` sectors, read by requests of `each` sectors where `least` would do.
interpret::ArrayCount array(int64_t floor, int64_t requests, int64_t each, int64_t least) {
  interpret::ArrayCount out{"A"};
  interpret::Traffic& t = out.traffic;
  t.loads = requests * 32;
  t.requests = t.load_requests = requests;
  t.sectors = t.load_sectors = requests * each;
  // Lines of four sectors; no sector is in a multiprocessor's cache.
  t.beyond_l1 = t.sectors;
  t.lines_beyond_l1 = requests * (each == least ? (each + 3) / 4 : each);
  t.least_sectors = t.least_load_sectors = requests * least;
  t.footprint = t.fetched = t.fetched_from_empty = floor;
  return out;
}

TEST(Cost, WhatIsReadOnceInOrderIsBoundByDram) {
  Counts c = launched_once();
  c.arrays = {array(1'000'000, 250'000, 4, 4)};
  const Prediction p = predict(c, round_figures);
  EXPECT_EQ(p.bound, "DRAM");
  EXPECT_EQ(p.dram_bytes, 32e6);
  EXPECT_EQ(p.dram_read_bytes, 32e6);
  EXPECT_EQ(p.compulsory_bytes, 32e6);
  EXPECT_DOUBLE_EQ(p.dram_us, 32);  // 32 MB at 1000 GB/s
  EXPECT_DOUBLE_EQ(p.l2_us, 25);    // a line a request, at 10 a ns; its bytes take 16
  EXPECT_DOUBLE_EQ(p.us, 35);
}

TEST(Cost, GathersAreBoundByTagsAndMissesByPiecesAlone) {
  Counts c = launched_once();
  c.arrays = {array(1'000, 100'000, 32, 4)};
  Prediction p = predict(c, round_figures);
  EXPECT_EQ(p.bound, "L2");
  // Each of 32 lies in a line of its own, at 10 lines a ns.
  EXPECT_DOUBLE_EQ(p.l2_us, 320);
  EXPECT_DOUBLE_EQ(p.dram_us, 0.032);

  // A million of them find that the cache has lost what they ask for, and bring a neighbour each.
  c.arrays[0].traffic.fetched += 2'000'000;
  p = predict(c, round_figures);
  EXPECT_EQ(p.compulsory_bytes, 32'000);
  EXPECT_EQ(p.dram_bytes, 64'032'000);
  EXPECT_NEAR(p.dram_us, 0.032 + 64e6 * (0.125 / 1000 + 0.875 / 100) / 1000, 1e-9);
}

TEST(Cost, ReadAndWrittenBytesAreTold) {
  Counts c = launched_once();
  c.arrays = {array(1'000, 250, 4, 4)};
  c.arrays[0].traffic.written = 500;
  c.arrays[0].traffic.fetched_from_empty = 1'300;
  const Prediction p = predict(c, round_figures);
  EXPECT_EQ(p.dram_read_bytes, 32'000);
  EXPECT_EQ(p.dram_bytes, 48'000);
  EXPECT_EQ(p.emptied_read_bytes, 41'600);
}

// A workspace of 1000 sectors that one kernel fills and the next one reads is written alone.
TEST(Cost, WhatStaysInTheL2IsNoCompulsoryByte) {
  Counts c = launched_once();
  c.arrays = {array(1'000, 250, 4, 4)};
  interpret::Traffic& t = c.arrays[0].traffic;
  t.stores = t.loads;
  t.fetched = 0;
  t.written = 1'000;
  const Prediction p = predict(c, round_figures);
  EXPECT_EQ(p.dram_bytes, 32'000);
  EXPECT_EQ(p.compulsory_bytes, 32'000);
}

// The multiprocessor that has most to do ends last, in every launch.
TEST(Cost, LinesAreBoundByTheBusiestL1) {
  Counts c = launched_once();
  c.launches[0].l1_turns = {1'000, 40'000};
  c.launches.push_back({"l", 1, 32, 3});
  c.launches[1].l1_turns = {20'000, 0};
  const Prediction p = predict(c, round_figures);
  EXPECT_EQ(p.bound, "L1");
  EXPECT_DOUBLE_EQ(p.l1_us, (40 + 3 * 20) / 2.0);
}

// Four warps, four blocks, and 1000 bytes, of which a block takes 10 and its own.
TEST(Cost, BlocksShareAMultiprocessor) {
  EXPECT_EQ(blocks_at_once(32, 0, round_figures), 4);
  EXPECT_EQ(blocks_at_once(33, 0, round_figures), 2);
  EXPECT_EQ(blocks_at_once(128, 0, round_figures), 1);
  EXPECT_EQ(blocks_at_once(32, 400, round_figures), 2);
  EXPECT_EQ(blocks_at_once(256, 4000, round_figures), 1);
  EXPECT_EQ(blocks_at_once(32, 0, h200), 32);
  EXPECT_EQ(blocks_at_once(1024, 0, h200), 2);
  EXPECT_EQ(blocks_at_once(128, 48 << 10, h200), 4);
}

TEST(Cost, RegistersForSoManyBlocksMayAllBeSpent) {
  EXPECT_EQ(blocks_at_once(32, 0, 0, round_figures), 4);  // nothing is said
  EXPECT_EQ(blocks_at_once(32, 0, 3, round_figures), 3);
  EXPECT_EQ(blocks_at_once(32, 400, 3, round_figures), 2);  // shared memory leaves fewer
  Counts c = launched_once();
  interpret::LaunchCount& launch = c.launches[0];
  launch.waits = launch.stalls = 8'000;
  const double roomy = predict(c, round_figures).latency_us;
  launch.resident = 1;
  EXPECT_DOUBLE_EQ(predict(c, round_figures).latency_us, 4 * roomy);
}

// As many waits of warps take the longer, the fewer of these are there at once.
TEST(Cost, SharedMemoryLeavesRoomForFewerWarps) {
  Counts c = launched_once();
  interpret::LaunchCount& launch = c.launches[0];
  launch.waits = launch.stalls = 8'000;
  const double roomy = predict(c, round_figures).latency_us;
  launch.shared_bytes = 400;
  EXPECT_DOUBLE_EQ(predict(c, round_figures).latency_us, 2 * roomy);
}

TEST(Cost, ALongWarpAndManyWarpsAreBoundByLatency) {
  Counts c = launched_once();
  c.arrays = {array(0, 1'000, 1, 1)};  // all of it lies in the L2
  interpret::LaunchCount& launch = c.launches[0];
  launch.longest_wait = launch.longest_stall = 500;
  launch.waits = launch.stalls = 1'000;
  // Near by: 20 ns. Half of it in the L2: 60.
  EXPECT_NEAR(predict(c, round_figures).latency_us, 500 * 0.020, 1e-9);
  EXPECT_EQ(predict(c, round_figures).bound, "latency");
  launch.missing = 0.5;
  EXPECT_NEAR(predict(c, round_figures).latency_us, 500 * 0.060, 1e-9);
  // All of that in DRAM: 160.
  c.arrays[0] = array(1'000, 1'000, 1, 1);
  EXPECT_NEAR(predict(c, round_figures).latency_us, 500 * 0.160, 1e-9);
  // Every wait is for 32 lines, two of which take a ns; half of the waits begin while others go on.
  launch.lines = 32'000;
  launch.longest_stall = 250;
  EXPECT_NEAR(predict(c, round_figures).latency_us, 250 * 0.160 + 500 * 0.016, 1e-9);
  // Eight warps at a time.
  launch.waits = launch.stalls = 80'000;
  launch.lines = 0;
  EXPECT_NEAR(predict(c, round_figures).latency_us, 10'000 * 0.160, 1e-9);
}

TEST(Cost, InstructionsSharedTurnsAndLaunchesAreBounds) {
  Counts c = launched_once();
  c.work[static_cast<size_t>(interpret::Work::Compute)] = 32'000'000;
  Prediction p = predict(c, round_figures);
  EXPECT_EQ(p.bound, "instructions");
  EXPECT_DOUBLE_EQ(p.issue_us, 10);

  c.shared = {{.name = "tile", .turns = 1'000'000}};
  p = predict(c, round_figures);
  EXPECT_EQ(p.bound, "shared memory");
  EXPECT_DOUBLE_EQ(p.us, 103);

  // 200 million products at 1000 a ns, and as many of 16 bits at 2000.
  c.on_tensor_cores = c.on_tensor_cores_in_16_bits = 200'000'000;
  p = predict(c, round_figures);
  EXPECT_EQ(p.bound, "tensor cores");
  EXPECT_DOUBLE_EQ(p.tensor_us, 300);

  Counts empty = launched_once();
  empty.launches.push_back({"l", 1, 32});
  p = predict(empty, round_figures);
  EXPECT_EQ(p.bound, "launches");
  EXPECT_DOUBLE_EQ(p.us, 4);
}

}  // namespace
}  // namespace teaal::driver
