#include <algorithm>

#include "compiler/interpret/block_runner.h"
#include "compiler/interpret/evaluate.h"

// Calls for elements of arrays, several at once: templates/staging.cuh, templates/lists.cuh,
// templates/carries.cuh say how.
namespace teaal::interpret {

namespace {

constexpr int64_t longest_run = 32;  // of a list: bits of a word
constexpr size_t most_by_bits = 16;  // that a lane lists one by one
constexpr int64_t turns_kept = 4;    // what lanes have found there they do not look at again

}  // namespace

// Lanes have runs of up to 32 elements, warps turns of as many runs as they have lanes; each counts
// what it has, and lists it, looking once more where it had several runs. What elements hold comes
// in the end.
const Cell* BlockRunner::list(Term& t, const Lanes& lanes) {
  const bool common = t.function == Function::f_list_common ||
                      t.function == Function::f_list_common_bits,
             bits =
                 t.function == Function::f_list_bits || t.function == Function::f_list_common_bits,
             values = t.function == Function::f_list_present, absent = !common && !bits;
  const auto buffer = [&](size_t arg) { return &code_.buffers[t.args[arg].buffer]; };
  const auto alike = [&](size_t arg) { return value(t.args[arg], lanes)[lanes[0]]; };
  const size_t ends = t.args.size() - (values ? 1 : absent ? 2 : 1);  // behind how many there are
  const int64_t whole = values ? 1 : alike(t.args.size() - 1).number;
  const int64_t first = alike(ends - 2).number, length = alike(ends - 1).number;
  Buffer &coords = *buffer(0), &counts = *buffer(values ? 2 : 1);
  const auto width = static_cast<int32_t>(recorder_.counts().machine.lanes);
  const auto threads = static_cast<int64_t>(all_.size());
  const int64_t run =
      std::clamp<int64_t>((length + 4 * threads - 1) / (4 * threads) * 4, 4, longest_run);
  Runs runs = {{}, run, (length + threads * run - 1) / (threads * run)};
  for (size_t arg = values ? 3 : 2; arg + 2 < ends; arg += 3) {
    Source source{buffer(arg), alike(arg + 1).number,         alike(arg + 2).number, 1,
                  bits,        absent ? alike(ends).value : 0};
    const bool quads = absent && length % 4 == 0 && source.begin % 4 == 0;
    if (source.stride == 1 && (bits || quads)) source.each = bits ? run : 4;
    runs.sources.push_back(source);
  }
  const auto is_listed = [&](int64_t number) {
    return std::ranges::all_of(
        runs.sources, [&](const Source& source) { return this->holds(source, number, lanes[0]); });
  };
  const auto holds = [&](int64_t number) {
    const int64_t part = number / whole * whole, end = std::min(length, part + whole);
    for (int64_t one = part; one < end; ++one)
      if (is_listed(one)) return true;
    return false;
  };
  std::vector<ListShare> shares = shares_of_list(length, runs, holds);
  for (int64_t turn = 0; turn < runs.turns; ++turn) tell_look(runs, shares, turn);
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
  std::erase_if(shares, [](const ListShare& s) { return s.found == 0; });
  const std::vector<ListShare> all = shares;
  for (int64_t turn = 0; turn < runs.turns; ++turn) {
    if (turn >= turns_kept) tell_look(runs, shares, turn);
    list_turn(shares, runs, turn, coords, first, holds);
    std::erase_if(shares, [](const ListShare& s) { return s.found == 0; });
  }
  if (values) list_values(all, runs.sources[0], {coords, *buffer(1)}, first);
  for (int32_t i : lanes) t.out[index(i)] = cell(found);
  return t.out.data();
}

// A warp writes what its lanes have, one lane's behind the other's: one of each lane at once, or,
// where fewer lanes have any than one of them has, all of a lane.
void BlockRunner::list_turn(std::vector<ListShare>& shares, const Runs& runs, int64_t turn,
                            Buffer& coords, int64_t first,
                            const std::function<bool(int64_t)>& holds) {
  std::vector<Lanes> stores(static_cast<size_t>(longest_run));
  std::vector<std::vector<int64_t>> places(stores.size());
  for (ListShare& share : shares) {
    std::vector<std::vector<int64_t>> of_lanes;  // those that have any
    Lanes having;
    size_t most = 0;
    for (int32_t lane = 0; lane < share.lanes; ++lane) {
      const int64_t at = share.at + (turn * share.lanes + lane) * runs.length;
      std::vector<int64_t> own;
      for (int64_t number = at; number < std::min(share.end, at + runs.length); ++number)
        if (holds(number)) own.push_back(number);
      if (own.empty()) continue;
      most = std::max(most, own.size());
      having.push_back(share.first_lane + lane);
      of_lanes.push_back(std::move(own));
    }
    const bool by_lanes =
        share.lanes == longest_run && most > std::min<size_t>(of_lanes.size(), most_by_bits);
    for (size_t n = 0; n < of_lanes.size(); ++n)
      for (size_t own = 0; own < of_lanes[n].size(); ++own) {
        const int64_t number = of_lanes[n][own];
        const auto bit = static_cast<int32_t>((number - share.at) % runs.length);
        const int32_t thread = by_lanes ? share.first_lane + bit : having[n];
        const size_t step = by_lanes ? n : own;
        stores[step].push_back(thread);
        places[step].push_back(share.place);
        element(coords, share.place++, thread) = cell(first + number);
        --share.found;
      }
  }
  for (size_t own = 0; own < stores.size() && !stores[own].empty(); ++own) {
    tell_stores(coords, stores[own], places[own]);
    recorder_.slot(statement_, stores[own], Work::Stage);
  }
}

void BlockRunner::list_values(const std::vector<ListShare>& shares, const Source& source,
                              ListArrays arrays, int64_t first) {
  for (int64_t turn = 0;; ++turn) {
    Lanes busy;
    std::vector<int64_t> places;
    loading_.clear(), addresses_.clear();
    for (const ListShare& share : shares)
      for (int32_t lane = 0; lane < share.lanes; ++lane) {
        const int64_t own = turn * share.lanes + lane;
        if (own >= share.found) break;
        const int32_t thread = share.first_lane + lane;
        busy.push_back(thread), places.push_back(share.place + own);
        const int64_t number = element(arrays.coords, places.back(), thread).number - first;
        loading_.push_back(thread), addresses_.push_back(source.begin + number * source.stride);
        element(arrays.values, places.back(), thread) =
            element(*source.array, addresses_.back(), thread);
      }
    if (busy.empty()) return;
    tell_loads(arrays.coords, busy, places);
    tell_loads(*source.array, loading_, addresses_);
    tell_stores(arrays.values, busy, places);
    recorder_.slot(statement_, busy, Work::Stage);
  }
}

std::vector<BlockRunner::ListShare> BlockRunner::shares_of_list(
    int64_t length, const Runs& runs, const std::function<bool(int64_t)>& holds) const {
  const auto width = static_cast<int64_t>(recorder_.counts().machine.lanes),
             threads = static_cast<int64_t>(all_.size()), of_lane = runs.length * runs.turns;
  std::vector<ListShare> out;
  for (int64_t thread = 0; thread < threads; thread += width) {
    const int64_t lanes = std::min(width, threads - thread);
    const int64_t at = std::min(length, thread * of_lane),
                  end = std::min(length, at + lanes * of_lane);
    out.push_back({static_cast<int32_t>(thread), static_cast<int32_t>(lanes), at, end});
    for (int64_t number = at; number < end; ++number) out.back().found += holds(number) ? 1 : 0;
  }
  return out;
}

bool BlockRunner::holds(const Source& source, int64_t number, int32_t thread) {
  const int64_t at = source.begin + number * source.stride;
  if (source.of_bits) return (word(element(*source.array, at / 32, thread)) >> (at % 32) & 1u) != 0;
  return element(*source.array, at, thread).value != source.absent;
}

// What lanes look at in their runs of that turn.
void BlockRunner::tell_look(const Runs& runs, const std::vector<ListShare>& shares, int64_t turn) {
  for (const Source& source : runs.sources)
    for (int64_t i = 0; i < runs.length; i += source.each) {
      Lanes looking;
      loading_.clear(), addresses_.clear();
      for (const ListShare& share : shares)
        for (int32_t lane = 0; lane < share.lanes; ++lane) {
          const int64_t number = share.at + (turn * share.lanes + lane) * runs.length + i;
          if (number >= share.end) break;
          looking.push_back(share.first_lane + lane);
          const auto load = [&](int64_t at) {
            loading_.push_back(looking.back()), addresses_.push_back(at);
          };
          const int64_t at = source.begin + number * source.stride;
          if (source.of_bits) {
            load(at / 32);
            if (source.stride == 1) load(at / 32 + 1);
          } else {
            for (int64_t n = 0; n < source.each; ++n) load(at + n * source.stride);
          }
        }
      if (looking.empty()) break;
      tell_loads(*source.array, loading_, addresses_);
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
