#include <algorithm>

#include "compiler/interpret/block_runner.h"
#include "compiler/interpret/evaluate.h"

// Calls for elements of arrays, several at once: templates/staging.cuh, templates/lists.cuh,
// templates/carries.cuh say how.
namespace teaal::interpret {

// Each warp looks at 32 elements a lane of its share at a time, and counts; it looks once more to
// list them, unless that was all of the share.
const Cell* BlockRunner::list(Term& t, const Lanes& lanes) {
  const size_t arrays = t.args.size() - 5;  // one less without values
  const auto buffer = [&](size_t arg) { return &code_.buffers[t.args[arg].buffer]; };
  Buffer &coords = *buffer(0), *values = arrays == 4 ? buffer(1) : nullptr,
         &counts = *buffer(arrays - 2), &from = *buffer(arrays - 1);
  auto alike = [&](size_t arg) { return value(t.args[arrays + arg], lanes)[lanes[0]]; };
  const int64_t begin = alike(0).number, stride = alike(1).number, first = alike(2).number,
                length = alike(3).number;
  const double absent = alike(4).value;
  const auto width = static_cast<int32_t>(recorder_.counts().machine.lanes);
  const auto holds = [&](int64_t number) {
    return element(from, begin + number * stride, lanes[0]).value != absent;
  };
  std::vector<ListShare> shares = shares_of_list(length, holds);
  const bool quads = stride == 1 && length % 4 == 0 && begin % 4 == 0;
  const Rows rows = {begin, stride, quads ? 4 : 1};
  const int64_t span = 32 * width, longest = shares.empty() ? 0 : shares[0].end - shares[0].at;
  for (int64_t at = 0; at < longest; at += span) tell_span(from, rows, shares, at);
  int64_t found = 0;
  Lanes firsts = first_lanes(lanes);
  std::vector<int64_t> warps;
  for (int32_t i : firsts) warps.push_back(i / width);
  tell_stores(counts, firsts, warps);
  recorder_.barrier();
  for (const int64_t other : warps) {
    Lanes behind = lanes;
    std::erase_if(behind, [&](int32_t i) { return i / width <= other; });
    if (!behind.empty()) tell_loads(counts, behind, std::vector<int64_t>(behind.size(), other));
    tell_loads(counts, lanes, std::vector<int64_t>(lanes.size(), other));
  }
  for (ListShare& share : shares) share.place = found, found += share.found;
  for (int64_t at = 0; at < longest; at += span) {
    std::erase_if(shares, [](const ListShare& s) { return s.found == 0; });
    if (longest > span) tell_span(from, rows, shares, at);
    for (int64_t row = at; row < at + span; row += rows.each * width)
      for (const std::vector<Listed>& some : listed_in_row(shares, rows, row, holds))
        list(some, {coords, values, from}, rows, first);
  }
  for (int32_t i : lanes) t.out[index(i)] = cell(found);
  return t.out.data();
}

// What is there in a row of lanes, and where it goes: those that lanes have first, second, …
std::vector<std::vector<BlockRunner::Listed>> BlockRunner::listed_in_row(
    std::vector<ListShare>& shares, const Rows& rows, int64_t row,
    const std::function<bool(int64_t)>& holds) const {
  const int64_t width = rows.each * recorder_.counts().machine.lanes;
  std::vector<std::vector<Listed>> out(static_cast<size_t>(rows.each));
  for (ListShare& share : shares)
    for (int64_t n = 0; n < width && share.at + row + n < share.end; ++n) {
      const int64_t number = share.at + row + n;
      if (!holds(number)) continue;
      const auto thread = share.first_lane + static_cast<int32_t>(n / rows.each);
      out[static_cast<size_t>(n % rows.each)].push_back({thread, number, share.place++});
      --share.found;
    }
  return out;
}

void BlockRunner::list(const std::vector<Listed>& some, ListArrays arrays, const Rows& rows,
                       int64_t first) {
  if (some.empty()) return;
  Lanes stores;
  std::vector<int64_t> places;
  loading_.clear(), addresses_.clear();
  for (const Listed& one : some) {
    loading_.push_back(one.thread), addresses_.push_back(rows.begin + one.number * rows.stride);
    element(arrays.coords, one.place, one.thread) = cell(first + one.number);
    if (arrays.values)
      element(*arrays.values, one.place, one.thread) =
          element(arrays.from, addresses_.back(), one.thread);
    stores.push_back(one.thread), places.push_back(one.place);
  }
  tell_stores(arrays.coords, stores, places);
  if (arrays.values) {
    tell_loads(arrays.from, loading_, addresses_);
    tell_stores(*arrays.values, stores, places);
  }
  recorder_.slot(statement_, stores, Work::Stage);
}

// Warps have multiples of 128 elements, as far as there are any.
std::vector<BlockRunner::ListShare> BlockRunner::shares_of_list(
    int64_t length, const std::function<bool(int64_t)>& holds) const {
  constexpr int64_t unit = 128;
  const auto width = recorder_.counts().machine.lanes;
  const int64_t warps = (static_cast<int64_t>(all_.size()) + width - 1) / width,
                each = ((length + warps - 1) / warps + unit - 1) / unit * unit;
  std::vector<ListShare> out;
  for (int64_t w = 0; w < warps; ++w) {
    const int64_t at = std::min(length, w * each), end = std::min(length, at + each);
    out.push_back({static_cast<int32_t>(w * width), at, end});
    for (int64_t number = at; number < end; ++number) out.back().found += holds(number) ? 1 : 0;
  }
  return out;
}

// What warps look at of 32 elements a lane, from `at` of their shares on: a row of lanes at a time.
void BlockRunner::tell_span(const Buffer& from, const Rows& rows,
                            const std::vector<ListShare>& shares, int64_t at) {
  const int64_t width = recorder_.counts().machine.lanes;
  for (int64_t row = at; row < at + 32 * width; row += rows.each * width) {
    Lanes looking;
    loading_.clear(), addresses_.clear();
    for (const ListShare& share : shares)
      for (int64_t lane = 0; lane < width; ++lane) {
        const int64_t number = share.at + row + lane * rows.each;
        if (number >= share.end) break;
        looking.push_back(share.first_lane + static_cast<int32_t>(lane));
        for (int64_t n = 0; n < rows.each; ++n)
          loading_.push_back(looking.back()),
              addresses_.push_back(rows.begin + (number + n) * rows.stride);
      }
    if (looking.empty()) return;
    tell_loads(from, loading_, addresses_);
    recorder_.slot(statement_, looking, Work::Stage);
  }
}

// What the slots with the key of a lane's slot hold, if it is their first. Of few slots a lane adds
// all itself; of more the block adds those of one lane after another.
const Cell* BlockRunner::carried(Term& t, const Lanes& lanes) {
  constexpr int64_t few = 8;
  const Buffer& values = code_.buffers[t.args[0].buffer];
  Buffer& keys = code_.buffers[t.args[1].buffer];
  Cells slots = value(t.args[2], lanes), slot = value(t.args[3], lanes),
        identity = value(t.args[4], lanes);
  std::vector<std::vector<int64_t>> alone(lanes.size());
  std::vector<SlotsOfKey> together;
  std::vector<Look> looks;
  for (size_t n = 0; n < lanes.size(); ++n) {
    const int32_t i = lanes[n];
    const int64_t begin = slot[i].number, count = slots[i].number,
                  end = begins_key(keys, count, begin, i, looks)
                            ? key_end(keys, count, begin, i, looks)
                            : begin;
    double sum = identity[i].value;
    std::vector<int64_t> own;
    for (int64_t at = begin; at < end; ++at) {
      sum = reduced(reduction_of(t.function), sum, values.array->cells[index_of(at)].value);
      own.push_back(at);
    }
    t.out[index(i)] = cell(sum);
    if (end - begin > few)
      together.push_back({i, std::move(own)});
    else
      alone[n] = std::move(own);
  }
  tell_looks(t, keys, looks);
  tell_combined(values, lanes, alone);
  leave_numbers({"many"}, lanes);
  recorder_.barrier();
  see_numbers({"many"}, lanes, false);
  for (const SlotsOfKey& of : together) tell_long_key(of, values, lanes);
  return t.out.data();
}

// Behind the last slot with the key of `slot`, by steps that double and halve; looks from places 3
// to 5.
int64_t BlockRunner::key_end(Buffer& keys, int64_t slots, int64_t slot, int32_t thread,
                             std::vector<Look>& looks) {
  const auto key = [&](size_t place, int64_t turn, int64_t at) {
    looks.push_back({thread, at, place, turn});
    return element(keys, at, thread).number;
  };
  const int64_t own = key(3, 0, slot);
  int64_t end = slot + 1, step = 1, turn = 0;
  for (; end + step <= slots && key(4, turn++, end + step - 1) == own; step *= 2) end += step;
  for (turn = 0; step > 0; step /= 2, ++turn)
    if (end + step <= slots && key(5, turn, end + step - 1) == own) end += step;
  return end;
}

// All threads add the slots that one of them begins.
void BlockRunner::tell_long_key(const SlotsOfKey& of, const Buffer& values, const Lanes& lanes) {
  constexpr Scratch first{"first", 8}, last{"last", 8};
  const Scratch sums{"sums", values.array->element_bytes};
  const Lanes owner = {of.owner}, zeroth = {lanes[0]};
  tell_stores(first, owner, {0}), tell_stores(last, owner, {0});
  recorder_.barrier();
  const std::vector<int64_t> same(lanes.size(), 0);
  tell_loads(first, lanes, same);
  std::vector<std::vector<int64_t>> shares(lanes.size());
  for (size_t n = 0; n < of.slots.size(); ++n) shares[n % lanes.size()].push_back(of.slots[n]);
  for (size_t turn = 0; turn <= shares[0].size(); ++turn) {
    Lanes asking;
    for (size_t n = 0; n < lanes.size(); ++n)
      if (turn == 0 || turn <= shares[n].size()) asking.push_back(lanes[n]);
    tell_loads(last, asking, std::vector<int64_t>(asking.size(), 0));
  }
  tell_combined(values, lanes, shares);
  recorder_.barrier();
  leave_numbers(sums, lanes);
  recorder_.barrier();
  const size_t warps = first_lanes(lanes).size();
  const auto width = index_of(recorder_.counts().machine.lanes);
  const auto adding = static_cast<std::ptrdiff_t>(std::min(warps, width));
  std::vector<int64_t> at;
  for (std::ptrdiff_t n = 0; n < adding; ++n) at.push_back(n);
  tell_loads(sums, {lanes.begin(), lanes.begin() + adding}, at);
  tell_stores(sums, zeroth, {32});
  recorder_.barrier();
  tell_loads(sums, owner, {32});
  recorder_.counts().shuffles += static_cast<int64_t>(lanes.size());
}

void BlockRunner::tell_combined(const Buffer& values, const Lanes& lanes,
                                const std::vector<std::vector<int64_t>>& addresses) {
  for (size_t step = 0;; ++step) {
    loading_.clear(), addresses_.clear();
    for (size_t n = 0; n < lanes.size(); ++n)
      if (step < addresses[n].size())
        loading_.push_back(lanes[n]), addresses_.push_back(addresses[n][step]);
    if (loading_.empty()) return;
    recorder_.counts().arrays[values.array->count].operands +=
        static_cast<int64_t>(loading_.size());
    tell_loads(values, loading_, addresses_);
    recorder_.slot(statement_, loading_, Work::Combine);
  }
}

}  // namespace teaal::interpret
