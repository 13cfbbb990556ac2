#include "compiler/driver/insight/cost.h"

#include <algorithm>
#include <array>
#include <utility>

namespace teaal::driver {
namespace {

using interpret::Counts;
using interpret::LaunchCount;
using interpret::Traffic;
using interpret::Work;

// Instructions of a warp that go with a request to memory (its address, the loop, the load), and
// with one to shared memory, whose addresses are mostly known.
constexpr double each_request = 3, each_shared_request = 1.5;

struct Sums {
  double compulsory = 0, fetched = 0, written = 0, fetched_from_empty = 0;  // bytes
  double dram_ns = 0;
  double sectors = 0, beyond_l1 = 0, lines = 0;
  double loaded_beyond_l1 = 0;  // of `beyond_l1`, sectors that are loaded
  double requests = 0;
};

// Sectors beyond the fewest that a request needs lie alone in their lines, and come alone where
// they have to be fetched a second time.
void add(const Traffic& t, const Gpu& gpu, Sums& out) {
  const bool both_ways = t.loads > 0 && t.stores > 0;
  const auto floor = static_cast<double>(t.floor_bytes() * (both_ways ? 2 : 1));
  const auto bytes = static_cast<double>((t.fetched + t.written) * interpret::sector_bytes);
  const auto sectors = static_cast<double>(t.sectors);
  const double in_lines = std::min(static_cast<double>(t.least_sectors), sectors);
  const double scattered = sectors > 0 ? 1 - in_lines / sectors : 0;
  out.compulsory += std::min(floor, bytes);  // what a kernel leaves to the next is never fetched
  out.fetched += static_cast<double>(t.fetched * interpret::sector_bytes);
  out.written += static_cast<double>(t.written * interpret::sector_bytes);
  out.fetched_from_empty += static_cast<double>(t.fetched_from_empty * interpret::sector_bytes);
  const double alone = std::max(bytes - floor, 0.0) * scattered;
  out.dram_ns += (bytes - alone) / gpu.dram_gb_per_s + alone / gpu.alone_gb_per_s;
  out.sectors += sectors;
  out.beyond_l1 += static_cast<double>(t.beyond_l1);
  if (t.loads > 0) out.loaded_beyond_l1 += static_cast<double>(t.beyond_l1) / (both_ways ? 2 : 1);
  out.lines += static_cast<double>(t.lines_beyond_l1);
  out.requests += static_cast<double>(t.requests);
}

double issued_slots(const Counts& c) {
  int64_t lane_slots = 0;
  for (size_t w = 0; w < interpret::works; ++w)
    if (const auto work = static_cast<Work>(w); work != Work::Done && work != Work::Wait)
      lane_slots += c.of(work);
  return static_cast<double>(lane_slots) / static_cast<double>(c.machine.lanes);
}

int64_t warps_of_block(int64_t threads) { return std::max<int64_t>(1, (threads + 31) / 32); }

// A launch ends when its longest warp does, and not before all warps had their turn.
double turns_of(int64_t longest, int64_t all, const LaunchCount& launch, const Gpu& gpu) {
  const int64_t places = gpu.multiprocessors * warps_of_block(launch.block) *
                         blocks_at_once(launch.block, launch.shared_bytes, launch.resident, gpu);
  return std::max(static_cast<double>(longest),
                  static_cast<double>(all) / static_cast<double>(places));
}

// A warp waits for the slowest of what it asks for at once, and a turn of the L1 for each line.
// `from_dram`: of what the L1 does not have, the share that the L2 does not have either.
double waited_ns(const LaunchCount& launch, double from_dram, const Gpu& gpu) {
  if (launch.waits == 0) return 0;
  const double beyond = gpu.hit_ns + from_dram * (gpu.miss_ns - gpu.hit_ns);
  const double stall = gpu.near_ns + launch.missing * (beyond - gpu.near_ns);
  const double lines = static_cast<double>(launch.lines) / static_cast<double>(launch.waits);
  return (turns_of(launch.longest_stall, launch.stalls, launch, gpu) * stall +
          turns_of(launch.longest_wait, launch.waits, launch, gpu) * lines / gpu.l1_turns_per_ns) *
         static_cast<double>(launch.times);
}

}  // namespace

// Rates are measured, docs/EXPLAIN.md says how; latencies and what a further launch takes are taken
// to be what they commonly are. FFMA at 65.3 TFLOP/s gives the clock: 4 schedulers x 32
// lanes x 132 at 1.93 GHz.
const Gpu h200 = {.name = "NVIDIA H200",
                  .multiprocessors = 132,
                  .warps_each = 64,
                  .blocks_each = 32,
                  .shared_each = 228 << 10,
                  .shared_of_a_block = 1 << 10,
                  .dram_gb_per_s = 4274,
                  .alone_gb_per_s = 2374,
                  .l2_gb_per_s = 6490,
                  .lookups_per_ns = 147,
                  .l1_turns_per_ns = 1.98,
                  .instructions_per_ns = 1020,
                  .shared_turns_per_ns = 255,
                  .products_per_ns = 201'500,
                  .products_16_per_ns = 345'500,
                  .near_ns = 30,
                  .hit_ns = 150,
                  .miss_ns = 500,
                  .first_us = 3.3,
                  .further_us = 1.5};

interpret::Machine counted_on(const Gpu& gpu) { return {gpu.multiprocessors * gpu.warps_each, 32}; }

int64_t blocks_at_once(int64_t threads, int64_t shared_bytes, const Gpu& gpu) {
  const int64_t by_warps = gpu.warps_each / warps_of_block(threads);
  const int64_t by_shared = gpu.shared_each / (shared_bytes + gpu.shared_of_a_block);
  return std::max<int64_t>(1, std::min({gpu.blocks_each, by_warps, by_shared}));
}

int64_t blocks_at_once(int64_t threads, int64_t shared_bytes, int64_t resident, const Gpu& gpu) {
  const int64_t fit = blocks_at_once(threads, shared_bytes, gpu);
  return resident > 0 ? std::min(fit, resident) : fit;
}

Prediction predict(const Counts& counts, const Gpu& gpu) {
  Sums sums;
  for (const interpret::ArrayCount& array : counts.arrays) add(array.traffic, gpu, sums);
  double turns = 0, shared_requests = 0, waited = 0, l1_turns = 0, launches = 0;
  for (const interpret::SharedCount& s : counts.shared) {
    turns += static_cast<double>(s.turns);
    shared_requests += static_cast<double>(s.requests);
  }
  const double from_dram =
      sums.loaded_beyond_l1 > 0
          ? std::min(1.0, sums.fetched / interpret::sector_bytes / sums.loaded_beyond_l1)
          : 0;
  for (const LaunchCount& launch : counts.launches) {
    waited += waited_ns(launch, from_dram, gpu);
    l1_turns += static_cast<double>(launch.most_l1_turns() * launch.times);
    launches += static_cast<double>(launch.times);
  }
  Prediction out{.compulsory_bytes = sums.compulsory,
                 .dram_bytes = sums.fetched + sums.written,
                 .dram_read_bytes = sums.fetched,
                 .emptied_read_bytes = sums.fetched_from_empty,
                 .l2_bytes = sums.beyond_l1 * interpret::sector_bytes};
  constexpr double us = 1e-3;  // a nanosecond
  out.dram_us = sums.dram_ns * us;
  out.l2_us = std::max(out.l2_bytes / gpu.l2_gb_per_s, sums.lines / gpu.lookups_per_ns) * us;
  out.l1_us = l1_turns / gpu.l1_turns_per_ns * us;
  out.issue_us = (issued_slots(counts) + each_request * sums.requests +
                  each_shared_request * shared_requests) /
                 gpu.instructions_per_ns * us;
  out.shared_us = turns / gpu.shared_turns_per_ns * us;
  out.tensor_us =
      (static_cast<double>(counts.on_tensor_cores) / gpu.products_per_ns +
       static_cast<double>(counts.on_tensor_cores_in_16_bits) / gpu.products_16_per_ns) *
      us;
  out.latency_us = waited * us;
  out.launch_us = launches > 0 ? gpu.first_us + (launches - 1) * gpu.further_us : 0;
  const std::array bounds = {std::pair{out.dram_us, "DRAM"},
                             std::pair{out.l2_us, "L2"},
                             std::pair{out.l1_us, "L1"},
                             std::pair{out.issue_us, "instructions"},
                             std::pair{out.shared_us, "shared memory"},
                             std::pair{out.tensor_us, "tensor cores"},
                             std::pair{out.latency_us, "latency"}};
  const auto most = *std::ranges::max_element(bounds, {}, [](const auto& b) { return b.first; });
  out.us = most.first + out.launch_us;
  out.bound = most.first > out.launch_us ? most.second : "launches";
  return out;
}

}  // namespace teaal::driver
