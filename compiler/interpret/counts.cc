#include "compiler/interpret/counts.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

namespace teaal::interpret {

int64_t Traffic::dram_bytes(int64_t cache_sectors) const {
  const auto within = static_cast<size_t>(std::bit_width(static_cast<uint64_t>(cache_sectors)) - 1);
  int64_t misses = footprint;
  for (size_t b = within + 1; b < distances.size(); ++b) misses += distances[b];
  const bool both_ways = loads > 0 && stores > 0;
  return misses * sector_bytes * (both_ways ? 2 : 1);
}

void Traffic::add(const Traffic& other) {
  loads += other.loads;
  stores += other.stores;
  load_requests += other.load_requests;
  requests += other.requests;
  load_sectors += other.load_sectors;
  sectors += other.sectors;
  least_load_sectors += other.least_load_sectors;
  least_sectors += other.least_sectors;
  footprint += other.footprint;
  beyond_l1 += other.beyond_l1;
  lines_beyond_l1 += other.lines_beyond_l1;
  fetched += other.fetched;
  written += other.written;
  fetched_from_empty += other.fetched_from_empty;
  distances.resize(std::max(distances.size(), other.distances.size()));
  for (size_t b = 0; b < other.distances.size(); ++b) distances[b] += other.distances[b];
}

int64_t LaunchCount::most_l1_turns() const {
  return l1_turns.empty() ? 0 : *std::ranges::max_element(l1_turns);
}

int64_t Counts::visited() const {
  return std::accumulate(ranks.begin(), ranks.end(), int64_t{0},
                         [](int64_t sum, const RankCount& r) { return sum + r.visited; });
}

double Counts::share(Work w) const {
  const int64_t all = machine.width() * slots;
  return all > 0 ? static_cast<double>(of(w)) / static_cast<double>(all) : 0;
}

double Counts::at_work() const {
  double out = 0;
  for (size_t w = 0; w < works; ++w)
    if (!is_idle(static_cast<Work>(w))) out += share(static_cast<Work>(w));
  return out;
}

double Counts::imbalance() const {
  const auto lanes = static_cast<size_t>(machine.lanes);
  int64_t sum = 0, most = 0, ran = 0;
  for (size_t warp = 0; warp < lane_work.size(); warp += lanes) {
    const std::span<const int64_t> of(lane_work.data() + warp, lanes);
    const int64_t all = std::accumulate(of.begin(), of.end(), int64_t{0});
    sum += all;
    ran += all > 0 ? machine.lanes : 0;
    most = std::max(most, *std::ranges::max_element(of));
  }
  return sum > 0 ? static_cast<double>(most) * static_cast<double>(ran) / static_cast<double>(sum)
                 : 1;
}

double Counts::divergence() const {
  const double working = at_work(), issued = working + share(Work::Masked);
  return issued > 0 ? 1 - working / issued : 0;
}

std::vector<ArrayCount> Counts::tensors() const {
  std::vector<ArrayCount> out;
  for (const ArrayCount& array : arrays) {
    auto same = std::ranges::find_if(out, [&](const ArrayCount& a) {
      return a.tensor == array.tensor && a.workspace == array.workspace;
    });
    if (same == out.end()) {
      out.push_back(array);
      out.back().part.clear();
      continue;
    }
    same->operands += array.operands;
    same->bytes += array.bytes;
    same->traffic.add(array.traffic);
  }
  std::ranges::stable_partition(out, [](const ArrayCount& a) { return a.traffic.loads > 0; });
  return out;
}

}  // namespace teaal::interpret
