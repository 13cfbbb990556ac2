#include <algorithm>
#include <array>
#include <bit>

#include "compiler/interpret/block_runner.h"
#include "compiler/interpret/evaluate.h"

// Calls that look into arrays: searches, bitmasks, carried sums.
namespace teaal::interpret {

// ---- Searches: templates/search.cuh says how they go ----

int64_t BlockRunner::look(const Term& array, int64_t at, int32_t thread) {
  return element(code_.buffers[array.buffer], at, thread).number;
}

int64_t BlockRunner::lower_bound(const Term& array, int64_t begin, int64_t end, int64_t goal,
                                 int32_t thread, std::vector<int64_t>& seen) {
  while (begin < end) {
    const int64_t middle = begin + (end - begin) / 2;
    seen.push_back(middle);
    if (look(array, middle, thread) < goal)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

int64_t BlockRunner::gallop(const Term& array, int64_t begin, int64_t end, int64_t goal,
                            int32_t thread, std::vector<int64_t>& seen) {
  if (begin >= end || look(array, begin, thread) >= goal) return begin;
  int64_t step = 1;
  // The element beside the finger is the next step of the walk, not of a search.
  while (step < end - begin && look(array, begin + step, thread) < goal) {
    seen.push_back(begin + step);
    begin += step;
    if (step < end - begin - step) step *= 2;
  }
  const int64_t last = step < end - begin ? begin + step : end;
  return lower_bound(array, begin + 1, last, goal, thread, seen);
}

int64_t BlockRunner::owner(const Term& array, int64_t begin, int64_t end, int64_t position,
                           int32_t thread, std::vector<int64_t>& seen) {
  while (end - begin > 1) {
    const int64_t middle = begin + (end - begin) / 2;
    seen.push_back(middle);
    if (look(array, middle, thread) <= position)
      begin = middle;
    else
      end = middle;
  }
  return begin;
}

int64_t BlockRunner::owner_by_eights(const Term& array, int64_t begin, int64_t end,
                                     int64_t position, int32_t thread, std::vector<int64_t>& seen) {
  while (end - begin > 8) {
    const int64_t step = (end - begin + 7) / 8;
    int64_t behind = 0;
    for (int64_t at = begin + step; at < std::min(end, begin + 8 * step); at += step) {
      seen.push_back(at);
      behind += look(array, at, thread) <= position ? 1 : 0;
    }
    begin += step * behind;
    end = std::min(end, begin + step);
  }
  return owner(array, begin, end, position, thread, seen);
}

int64_t BlockRunner::climb(const Term& array, int64_t fiber, int64_t position, int32_t thread,
                           std::vector<int64_t>& seen) {
  while (look(array, fiber + 1, thread) <= position) seen.push_back(++fiber);
  return fiber;
}

const Cell* BlockRunner::search(Term& t, const Lanes& lanes) {
  std::array<Cells, 4> args{};
  for (size_t n = 1; n < t.args.size(); ++n) args.at(n) = value(t.args[n], lanes);
  const Term& array = t.args[0];
  const Buffer& looked = code_.buffers[array.buffer];
  Recorder::Searched found{looked.array, {looked.shared, looked.element_bytes}, lanes, {}};
  found.addresses.resize(lanes.size());
  for (size_t n = 0; n < lanes.size(); ++n) {
    const int32_t i = lanes[n];
    std::vector<int64_t>& seen = found.addresses[n];
    const int64_t begin = args[1][i].number, second = args[2][i].number;
    int64_t out = 0;
    if (t.function == Function::f_climb)
      out = climb(array, begin, second, i, seen);
    else if (t.function == Function::f_owner_by_eights)
      out = owner_by_eights(array, begin, second, args[3][i].number, i, seen);
    else if (t.function == Function::f_owner)
      out = owner(array, begin, second, args[3][i].number, i, seen);
    else if (t.function == Function::f_gallop)
      out = gallop(array, begin, second, args[3][i].number, i, seen);
    else
      out = lower_bound(array, begin, second, args[3][i].number, i, seen);
    t.out[index(i)] = cell(out);
  }
  searches_.push_back(std::move(found));
  return t.out.data();
}

// ---- Bitmasks: templates/bitmask.cuh says what they are ----

const Cell* BlockRunner::bits(Term& t, const Lanes& lanes) {
  std::array<Cells, 5> args{};
  for (size_t n = 0; n < t.args.size(); ++n)
    if (t.args[n].kind != Term::Kind::Buffer) args.at(n) = value(t.args[n], lanes);
  // The first load of each lane from each of the (at most two) arrays.
  struct Loads {
    Lanes lanes;
    std::vector<int64_t> addresses;
  };
  std::array<Loads, 2> loads;
  for (int32_t i : lanes) {
    auto arg = [&](size_t n) { return args.at(n)[i].number; };
    auto load = [&](size_t array, int64_t at) {
      Loads& list = loads.at(array);
      if (list.lanes.empty() || list.lanes.back() != i)
        list.lanes.push_back(i), list.addresses.push_back(at);
      return look(t.args[array], at, i);
    };
    auto mask = [&](size_t array, int64_t at) { return static_cast<uint32_t>(load(array, at)); };
    int64_t out = 0;
    switch (t.function) {
      case Function::f_has_bit:
        out = mask(0, arg(1) + arg(2) / 32) >> (arg(2) % 32) & 1u;
        break;
      case Function::f_bit_position: {
        const int64_t at = arg(2) + arg(3) / 32;
        const uint32_t before = mask(0, at) & ((uint32_t{1} << (arg(3) % 32)) - 1);
        out = load(1, at) + std::popcount(before);
        break;
      }
      case Function::f_bit_index: {
        int64_t at = arg(2), end = arg(3);
        while (end - at > 1) {
          const int64_t middle = at + (end - at) / 2;
          (load(1, middle) <= arg(4) ? at : end) = middle;
        }
        uint32_t left = mask(0, at);
        for (int64_t before = arg(4) - load(1, at); before > 0; --before) left &= left - 1;
        out = (at - arg(2)) * 32 + std::countr_zero(left);
        break;
      }
      case Function::f_bits_within: {
        uint64_t within = word(args[0][i]);
        const int64_t first = arg(1), lo = arg(2), hi = arg(3);
        if (lo > first) within = lo - first < 32 ? within >> (lo - first) << (lo - first) : 0;
        if (hi - first < 32) within = hi > first ? within & ((1ull << (hi - first)) - 1) : 0;
        out = static_cast<int64_t>(within);
        break;
      }
      default: {
        uint32_t gathered = 0;
        for (int64_t p = arg(1); p < arg(2) && load(0, p) - arg(3) < 32; ++p)
          gathered |= uint32_t{1} << (load(0, p) - arg(3));
        out = gathered;
      }
    }
    t.out[index(i)] = cell(out);
  }
  for (size_t n = 0; n < loads.size(); ++n)
    if (!loads.at(n).lanes.empty())
      tell_loads(code_.buffers[t.args[n].buffer], loads.at(n).lanes, loads.at(n).addresses);
  const bool visits = t.function == Function::f_bit_position || t.function == Function::f_bit_index;
  if (const Array* masks = code_.buffers[t.args[0].buffer].array; visits && masks)
    recorder_.counts().ranks[masks->rank].visited += static_cast<int64_t>(lanes.size());
  return t.out.data();
}

// ---- Elements of arrays, several at once: templates/staging.cuh, templates/carries.cuh ----

const Cell* BlockRunner::about_array(Term& t, const Lanes& lanes) {
  Buffer& buffer = code_.buffers[t.args[0].buffer];
  Cells second = value(t.args[1], lanes);
  const bool aligned =
      t.function == Function::f_aligned_rows || t.function == Function::f_aligned_coords;
  if (aligned) {  // arrays begin at multiples of 256 bytes
    for (int32_t i : lanes) t.out[index(i)] = number(second[i].number % 4 == 0);
    return t.out.data();
  }
  Cells slot = value(t.args[2], lanes);
  loading_.clear(), addresses_.clear();
  for (int32_t i : lanes) {
    t.out[index(i)] = number(false);
    const int64_t at = slot[i].number;
    if (at >= second[i].number) continue;
    auto key = [&](int64_t of) {
      loading_.push_back(i), addresses_.push_back(of);
      return element(buffer, of, i).number;
    };
    const int64_t own = key(at);
    if (own != 0) t.out[index(i)] = number(at == 0 || key(at - 1) != own);
  }
  tell_loads(buffer, loading_, addresses_);
  return t.out.data();
}

// All threads of the block look at an element each until they have seen all; each element once.
const Cell* BlockRunner::list(Term& t, const Lanes& lanes) {
  Buffer &coords = code_.buffers[t.args[0].buffer], &values = code_.buffers[t.args[1].buffer],
         &from = code_.buffers[t.args[3].buffer];
  auto alike = [&](size_t arg) { return value(t.args[arg], lanes)[lanes[0]]; };
  const int64_t begin = alike(4).number, stride = alike(5).number, first = alike(6).number,
                length = alike(7).number;
  const double absent = alike(8).value;
  int64_t found = 0;
  for (int64_t seen = 0; seen < length; seen += static_cast<int64_t>(lanes.size())) {
    Lanes stores;
    std::vector<int64_t> places;
    loading_.clear(), addresses_.clear();
    for (size_t n = 0; n < lanes.size() && seen + static_cast<int64_t>(n) < length; ++n) {
      const int64_t number = seen + static_cast<int64_t>(n), at = begin + number * stride;
      loading_.push_back(lanes[n]), addresses_.push_back(at);
      const Cell held = element(from, at, lanes[n]);
      if (held.value == absent) continue;
      element(coords, found, lanes[n]) = cell(first + number);
      element(values, found, lanes[n]) = held;
      stores.push_back(lanes[n]), places.push_back(found++);
    }
    tell_loads(from, loading_, addresses_);
    recorder_.slot(statement_, loading_, Work::Stage);
    tell_stores(coords, stores, places);
    tell_stores(values, stores, places);
  }
  recorder_.barrier();
  for (int32_t i : lanes) t.out[index(i)] = cell(found);
  return t.out.data();
}

// What the slots with the key of a lane's slot hold, if it is their first. Of few slots a lane adds
// all itself; of more the block adds those of one lane after another.
const Cell* BlockRunner::carried(Term& t, const Lanes& lanes) {
  constexpr int64_t few = 8;
  const Buffer& values = code_.buffers[t.args[0].buffer];
  Buffer& keys = code_.buffers[t.args[1].buffer];
  Cells slots = value(t.args[2], lanes), slot = value(t.args[3], lanes),
        identity = value(t.args[4], lanes);
  std::vector<std::vector<int64_t>> alone(lanes.size()), together;
  for (size_t n = 0; n < lanes.size(); ++n) {
    const int32_t i = lanes[n];
    int64_t at = slot[i].number;
    double sum = identity[i].value;
    auto key = [&](int64_t of) { return element(keys, of, i).number; };
    const bool begins = at < slots[i].number && key(at) != 0 && (at == 0 || key(at - 1) != key(at));
    std::vector<int64_t> own;
    for (; begins && at < slots[i].number && key(at) == key(slot[i].number); ++at) {
      sum = reduced(reduction_of(t.function), sum, values.array->cells[index_of(at)].value);
      own.push_back(at);
    }
    t.out[index(i)] = cell(sum);
    (own.size() > few ? together.emplace_back() : alone[n]) = std::move(own);
  }
  tell_combined(values, lanes, alone);
  for (const std::vector<int64_t>& run : together) {
    std::vector<std::vector<int64_t>> shares(lanes.size());
    for (size_t n = 0; n < run.size(); ++n) shares[n % lanes.size()].push_back(run[n]);
    tell_combined(values, lanes, shares);
    recorder_.barrier();
    recorder_.counts().shuffles += static_cast<int64_t>(lanes.size());
  }
  return t.out.data();
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
