#include "compiler/driver/explain/lanes.h"

#include <algorithm>
#include <array>

namespace teaal::driver {

using interpret::Counts;
using interpret::Work;

bool is_drawn(const Counts& c) {
  constexpr int64_t most = 2'000'000;  // lane-slots
  return c.trace.whole && c.slots * c.machine.width() <= most;
}

std::vector<std::vector<Work>> lanes_of(const Counts& c) {
  const auto lanes = static_cast<size_t>(c.machine.lanes);
  const int64_t last = c.launches.empty() ? 0 : c.launches.back().begin;
  std::vector<Work> idle(static_cast<size_t>(c.slots), Work::Done);
  std::fill(idle.begin(), idle.begin() + last, Work::Wait);
  std::vector<std::vector<Work>> out(static_cast<size_t>(c.machine.width()), idle);
  for (size_t s = 0; s < c.trace.slots.size(); ++s) {
    const interpret::Slot& slot = c.trace.slots[s];
    for (size_t lane = 0; lane < lanes; ++lane)
      out[static_cast<size_t>(slot.warp) * lanes + lane][static_cast<size_t>(slot.time)] =
          c.trace.work[s * lanes + lane];
  }
  return out;
}

std::vector<std::vector<Work>> lanes_of(const interpret::WarpTrace& warp, int64_t lanes) {
  std::vector<std::vector<Work>> out(static_cast<size_t>(lanes));
  for (size_t i = 0; i < warp.work.size(); ++i) out[i % out.size()].push_back(warp.work[i]);
  return out;
}

std::vector<std::vector<Work>> lanes_of_longest(const Counts& c) {
  return lanes_of(c.longest, c.machine.lanes);
}

std::vector<int> statements_of(const Counts& c, int64_t warp) {
  std::vector<int> out(static_cast<size_t>(c.slots), -1);
  for (const interpret::Slot& slot : c.trace.slots)
    if (slot.warp == warp) out[static_cast<size_t>(slot.time)] = slot.statement;
  return out;
}

std::vector<size_t> chosen_lanes(const Counts& c, size_t most) {
  const auto lanes = static_cast<size_t>(c.machine.lanes);
  const auto width = static_cast<size_t>(c.machine.width());
  std::vector<size_t> out;
  if (width <= most) {
    for (size_t lane = 0; lane < width; ++lane) out.push_back(lane);
    return out;
  }
  std::vector<size_t> warps(static_cast<size_t>(c.machine.warps));
  for (size_t w = 0; w < warps.size(); ++w) warps[w] = w;
  auto busy = [&](size_t warp) {
    int64_t sum = 0;
    for (size_t l = 0; l < lanes; ++l) sum += c.lane_work[warp * lanes + l];
    return -sum;
  };
  std::ranges::stable_sort(warps, {}, busy);
  const size_t shown = std::min(lanes, most / 2);
  for (size_t w = 0; w < std::min<size_t>(warps.size(), 2); ++w)
    for (size_t l = 0; l < shown; ++l) out.push_back(warps[w] * lanes + l * lanes / shown);
  return out;
}

std::vector<Work> condensed(const std::vector<Work>& lane, size_t columns) {
  // Of equals the first of these is shown.
  constexpr std::array order = {Work::Compute, Work::Vain,  Work::Probe,
                                Work::Combine, Work::Stage, Work::Open,
                                Work::Masked,  Work::Wait,  Work::Done};
  std::vector<Work> out;
  columns = std::min(columns, lane.size());
  for (size_t c = 0; c < columns; ++c) {
    const size_t from = c * lane.size() / columns, to = (c + 1) * lane.size() / columns;
    std::array<size_t, interpret::works> of{};
    for (size_t s = from; s < to; ++s) ++of.at(static_cast<size_t>(lane[s]));
    out.push_back(*std::ranges::max_element(order, {},
                                            [&](Work w) { return of.at(static_cast<size_t>(w)); }));
  }
  return out;
}

}  // namespace teaal::driver
