#include <algorithm>

#include "compiler/interpret/block_runner.h"
#include "compiler/interpret/evaluate.h"

// Lists of what belongs to a class, which a block counts and writes: templates/classes.cuh.
namespace teaal::interpret {

const Cell* BlockRunner::classes(Term& t, const Lanes& lanes) {
  if (t.function == Function::f_append_where) return append_where(t, lanes);
  if (t.function == Function::f_sum_of) return sum_of(t, lanes);
  if (t.function == Function::f_lanes_total) return lanes_total(t, lanes);
  Cells mine = value(t.args[0], lanes);
  int64_t found = 0;
  for (int32_t i : lanes) found += mine[i].number != 0 ? 1 : 0;
  recorder_.barrier();
  leave_numbers({"of_warps"}, lanes);
  recorder_.barrier();
  see_numbers({"of_warps"}, lanes, true), see_numbers({"of_warps"}, lanes, false);
  for (int32_t i : lanes) t.out[index(i)] = cell(found);
  return t.out.data();
}

const Cell* BlockRunner::append_where(Term& t, const Lanes& lanes) {
  Buffer& list = code_.buffers[t.args[0].buffer];
  Cells ends = value(t.args[1], lanes), mine = value(t.args[2], lanes),
        given = value(t.args[3], lanes);
  int64_t end = ends[lanes[0]].number;
  Lanes storing;
  addresses_.clear();
  for (int32_t i : lanes) {
    if (mine[i].number == 0) continue;
    storing.push_back(i), addresses_.push_back(end++);
    element(list, addresses_.back(), i) = cell(given[i].number);
  }
  recorder_.barrier();
  leave_numbers({"of_warps"}, lanes);
  recorder_.barrier();
  see_numbers({"of_warps"}, lanes, true), see_numbers({"of_warps"}, lanes, false);
  if (!storing.empty()) tell_stores(list, storing, addresses_);
  for (int32_t i : lanes) t.out[index(i)] = cell(end);
  return t.out.data();
}

// Threads read the counts side by side.
const Cell* BlockRunner::sum_of(Term& t, const Lanes& lanes) {
  Buffer& counts = code_.buffers[t.args[0].buffer];
  const int64_t first = value(t.args[1], lanes)[lanes[0]].number,
                end = value(t.args[2], lanes)[lanes[0]].number,
                threads = static_cast<int64_t>(lanes.size());
  int64_t sum = 0;
  for (int64_t from = first; from < end; from += threads) {
    Lanes reading;
    addresses_.clear();
    for (int64_t at = from; at < std::min(end, from + threads); ++at) {
      reading.push_back(lanes[static_cast<size_t>(at - from)]), addresses_.push_back(at);
      sum += element(counts, at, reading.back()).number;
    }
    tell_loads(counts, reading, addresses_);
  }
  recorder_.barrier();
  leave_numbers({"of_warps", 8}, lanes);
  recorder_.barrier();
  see_numbers({"of_warps", 8}, lanes, false);
  for (int32_t i : lanes) t.out[index(i)] = cell(sum);
  return t.out.data();
}

const Cell* BlockRunner::lanes_total(Term& t, const Lanes& lanes) {
  const int64_t width = recorder_.counts().machine.lanes;
  const auto warp = [&](int32_t i) { return static_cast<size_t>(i / width); };
  Cells given = value(t.args[0], lanes);
  std::vector<int64_t> totals(all_.size());
  for (int32_t i : lanes) totals[warp(i)] += given[i].number;
  recorder_.counts().shuffles += static_cast<int64_t>(lanes.size());
  for (int32_t i : lanes) t.out[index(i)] = cell(totals[warp(i)]);
  return t.out.data();
}

}  // namespace teaal::interpret
