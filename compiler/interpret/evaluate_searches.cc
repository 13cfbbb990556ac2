#include <algorithm>
#include <array>
#include <bit>
#include <tuple>
#include <utility>

#include "compiler/interpret/block_runner.h"
#include "compiler/interpret/evaluate.h"
#include "compiler/ir/levels.h"

// Calls that look into arrays: searches, bitmasks, keys.
namespace teaal::interpret {

// Lanes that look from one place of a template, in the same turn of its loops, ask together; what a
// lane looked at last from there is in a register, unless the kernel writes the array.
std::vector<Recorder::Together> BlockRunner::together(Term& call, const Buffer& buffer,
                                                      std::vector<Look>& looks) {
  const auto key = [](const Look& look) { return std::tuple(look.place, look.turn); };
  std::ranges::stable_sort(looks, {}, key);
  constexpr size_t of_bases = 8;  // behind the places of all templates
  const bool may_hold = buffer.array && !buffer.written;
  std::vector<Recorder::Together> out;
  for (size_t from = 0; from < looks.size();) {
    Recorder::Together asks, all;
    size_t to = from;
    for (; to < looks.size() && key(looks[to]) == key(looks[from]); ++to) {
      const Look& look = looks[to];
      all.lanes.push_back(look.lane), all.addresses.push_back(look.at);
      int64_t& last = held(call, look.place, look.lane);
      if (std::exchange(last, look.at) == look.at && may_hold) continue;
      asks.lanes.push_back(look.lane), asks.addresses.push_back(look.at);
    }
    tell_bases(call, buffer, of_bases + looks[from].place, all.lanes, all.addresses);
    if (!asks.lanes.empty()) out.push_back(std::move(asks));
    from = to;
  }
  return out;
}

int64_t& BlockRunner::held(Term& call, size_t place, int32_t thread) {
  if (std::exchange(call.last_block, block_) != block_) call.places.clear();
  if (call.places.size() <= place) call.places.resize(place + 1);
  std::vector<int64_t>& last = call.places[place];
  if (last.empty()) last.assign(all_.size(), -1);
  return last[index(thread)];
}

void BlockRunner::tell_bases(Term& t, const Buffer& buffer, size_t place, const Lanes& lanes,
                             std::span<const int64_t> positions) {
  if (!buffer.array || !buffer.array->bases) return;
  Recorder::Together asks;
  for (size_t n = 0; n < lanes.size(); ++n) {
    const int64_t run = positions[n] / ir::narrow_run;
    if (std::exchange(held(t, place, lanes[n]), run) == run) continue;
    asks.lanes.push_back(lanes[n]), asks.addresses.push_back(run);
  }
  if (!asks.lanes.empty()) recorder_.load(*buffer.array->bases, asks.lanes, asks.addresses);
}

void BlockRunner::tell_looks(Term& call, const Buffer& buffer, std::vector<Look>& looks) {
  for (const Recorder::Together& asks : together(call, buffer, looks))
    tell_loads(buffer, asks.lanes, asks.addresses);
}

// ---- Searches: templates/search.cuh says how they go ----

int64_t BlockRunner::look(const Term& array, int64_t at, int32_t thread) {
  return element(code_.buffers[array.buffer], at, thread).number;
}

namespace {

// Where templates look: places of their own.
constexpr size_t at_finger = 0, ahead = 1, in_middle = 2;

}  // namespace

int64_t BlockRunner::lower_bound(const Term& array, int64_t begin, int64_t end, int64_t goal,
                                 int32_t thread, Seen& seen) {
  for (int64_t turn = 0; begin < end; ++turn) {
    const int64_t middle = begin + (end - begin) / 2;
    seen.add({thread, middle, in_middle, turn}), ++seen.steps;
    if (look(array, middle, thread) < goal)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

// The elements under and beside the finger are steps of the walk, not of a search.
int64_t BlockRunner::gallop(const Term& array, int64_t begin, int64_t end, int64_t goal,
                            int32_t thread, Seen& seen) {
  if (begin >= end) return begin;
  seen.add({thread, begin, at_finger, 0});
  if (look(array, begin, thread) >= goal) return begin;
  int64_t step = 1;
  for (int64_t turn = 0; step < end - begin; ++turn) {
    seen.add({thread, begin + step, ahead, turn});
    if (look(array, begin + step, thread) >= goal) break;
    ++seen.steps;
    begin += step;
    if (step < end - begin - step) step *= 2;
  }
  const int64_t last = step < end - begin ? begin + step : end;
  return lower_bound(array, begin + 1, last, goal, thread, seen);
}

int64_t BlockRunner::owner(const Term& array, int64_t begin, int64_t end, int64_t position,
                           int32_t thread, Seen& seen) {
  for (int64_t turn = 0; end - begin > 1; ++turn) {
    const int64_t middle = begin + (end - begin) / 2;
    seen.add({thread, middle, in_middle, turn}), ++seen.steps;
    if (look(array, middle, thread) <= position)
      begin = middle;
    else
      end = middle;
  }
  return begin;
}

int64_t BlockRunner::owner_by_eights(const Term& array, int64_t begin, int64_t end,
                                     int64_t position, int32_t thread, Seen& seen) {
  for (int64_t turn = 0; end - begin > 8; turn += 8) {
    const int64_t step = (end - begin + 7) / 8;
    int64_t behind = 0;
    for (int64_t i = 1; i < 8 && begin + step * i < end; ++i) {
      seen.add({thread, begin + step * i, ahead, turn + i}), ++seen.steps;
      behind += look(array, begin + step * i, thread) <= position ? 1 : 0;
    }
    begin += step * behind;
    end = std::min(end, begin + step);
  }
  return owner(array, begin, end, position, thread, seen);
}

int64_t BlockRunner::ended_on_path(const Term& array, int64_t begin, int64_t end, int64_t item,
                                   int32_t thread, Seen& seen) {
  for (int64_t turn = 0; begin < end; turn += 8) {
    const int64_t step = (end - begin + 7) / 8, last = end;
    int64_t behind = 0;
    for (int64_t i = 1; i < 8; ++i) {
      const int64_t at = begin + step * i - 1;
      if (at >= last) break;
      seen.add({thread, at + 1, ahead, turn + i}), ++seen.steps;
      behind += look(array, at + 1, thread) + at < item ? 1 : 0;
    }
    begin += step * behind;
    if (behind < 7) end = std::min(last, begin + step - 1);
  }
  return begin;
}

namespace {

// templates/grown.cuh: of a matrix of counts the interval that a tile has of a rank, how far it may
// reach, and how far apart neighbours lie.
struct Side {
  int64_t begin, end, reach, apart;
};

}  // namespace

int64_t BlockRunner::grown(const Term& counts, std::span<const int64_t> sides, int32_t thread,
                           Seen& seen) {
  Side own{sides[0], sides[1], sides[2], sides[3]}, other{sides[4], sides[5], sides[6], sides[7]};
  int64_t turn = 0;
  const auto counted = [&](const Side& across, int64_t at, const Side& along) {
    float sum = 0;
    for (int64_t i = along.begin; i < along.end; ++i) {
      const int64_t address = at * across.apart + i * along.apart;
      seen.add({thread, address, ahead, turn++}), ++seen.steps;
      sum += static_cast<float>(element(code_.buffers[counts.buffer], address, thread).value);
    }
    return sum;
  };
  float left = static_cast<float>(sides[8]);
  for (int64_t at = own.begin; at < own.end; ++at) left -= counted(own, at, other);
  const auto grows = [&](Side& side, const Side& along) {
    if (side.end >= side.reach) return false;
    const float more = counted(side, side.end, along);
    if (more > left) return false;
    left -= more, ++side.end;
    return true;
  };
  bool own_grows = true, other_grows = true;
  while (own_grows || other_grows) {
    own_grows = own_grows && grows(own, other);
    other_grows = other_grows && grows(other, own);
  }
  return own.end;
}

// The fiber's own end is a step of the walk, not of a search.
int64_t BlockRunner::climb(const Term& array, int64_t fiber, int64_t end, int64_t position,
                           int32_t thread, Seen& seen) {
  seen.add({thread, fiber + 1, at_finger, 0});
  if (look(array, fiber + 1, thread) > position) return fiber;
  ++fiber, ++seen.steps;
  int64_t step = 1;
  for (int64_t turn = 0; step < end - fiber; ++turn) {
    seen.add({thread, fiber + step, ahead, turn});
    if (look(array, fiber + step, thread) > position) break;
    ++seen.steps;
    fiber += step;
    if (step < end - fiber - step) step *= 2;
  }
  const int64_t last = step < end - fiber ? fiber + step : end;
  return owner(array, fiber, last, position, thread, seen);
}

const Cell* BlockRunner::search(Term& t, const Lanes& lanes) {
  std::array<Cells, 10> args{};
  for (size_t n = 1; n < t.args.size(); ++n) args.at(n) = value(t.args[n], lanes);
  const Term& array = t.args[0];
  const Buffer& looked = code_.buffers[array.buffer];
  Recorder::Searched found{looked.array, {looked.shared, looked.element_bytes}, lanes, {}, {}};
  std::vector<Look> looks;
  for (int32_t i : lanes) {
    Seen seen{looks};
    const int64_t begin = args[1][i].number, second = args[2][i].number;
    int64_t out = 0;
    if (t.function == Function::f_grown) {
      std::array<int64_t, 9> sides{};
      for (size_t n = 0; n < sides.size(); ++n) sides.at(n) = args.at(n + 1)[i].number;
      out = grown(array, sides, i, seen);
    } else if (t.function == Function::f_climb)
      out = climb(array, begin, second, args[3][i].number, i, seen);
    else if (t.function == Function::f_owner_by_eights)
      out = owner_by_eights(array, begin, second, args[3][i].number, i, seen);
    else if (t.function == Function::f_ended_on_path)
      out = ended_on_path(array, begin, second, args[3][i].number, i, seen);
    else if (t.function == Function::f_owner)
      out = owner(array, begin, second, args[3][i].number, i, seen);
    else if (t.function == Function::f_gallop)
      out = gallop(array, begin, second, args[3][i].number, i, seen);
    else
      out = lower_bound(array, begin, second, args[3][i].number, i, seen);
    t.out[index(i)] = cell(out);
    found.steps.push_back(seen.steps);
  }
  found.loads = together(t, looked, looks);
  searches_.push_back(std::move(found));
  return t.out.data();
}

// ---- Bitmasks: templates/bitmask.cuh says what they are ----

const Cell* BlockRunner::bits(Term& t, const Lanes& lanes) {
  std::array<Cells, 5> args{};
  for (size_t n = 0; n < t.args.size(); ++n)
    if (t.args[n].kind != Term::Kind::Buffer) args.at(n) = value(t.args[n], lanes);
  std::array<std::vector<Look>, 2> looks;  // at masks (or coordinates), at bases
  for (int32_t i : lanes) {
    auto arg = [&](size_t n) { return args.at(n)[i].number; };
    auto load = [&](size_t array, size_t place, int64_t turn, int64_t at) {
      looks.at(array).push_back({i, at, place, turn});
      return look(t.args[array], at, i);
    };
    auto mask = [&](int64_t at) { return static_cast<uint32_t>(load(0, 0, 0, at)); };
    int64_t out = 0;
    switch (t.function) {
      case Function::f_has_bit:
        out = mask(arg(1) + arg(2) / 32) >> (arg(2) % 32) & 1u;
        break;
      case Function::f_bit_position: {
        const int64_t at = arg(2) + arg(3) / 32;
        const uint32_t before = mask(at) & ((uint32_t{1} << (arg(3) % 32)) - 1);
        out = load(1, 1, 0, at) + std::popcount(before);
        break;
      }
      case Function::f_bit_index: {
        int64_t at = arg(2), end = arg(3);
        for (int64_t turn = 0; end - at > 1; ++turn) {
          const int64_t middle = at + (end - at) / 2;
          (load(1, 1, turn, middle) <= arg(4) ? at : end) = middle;
        }
        uint32_t left = mask(at);
        for (int64_t before = arg(4) - load(1, 2, 0, at); before > 0; --before) left &= left - 1;
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
        for (int64_t p = arg(1); p < arg(2); ++p) {
          if (load(0, 0, p - arg(1), p) - arg(3) >= 32) break;
          gathered |= uint32_t{1} << (load(0, 1, p - arg(1), p) - arg(3));
        }
        out = gathered;
      }
    }
    t.out[index(i)] = cell(out);
  }
  for (size_t n = 0; n < looks.size(); ++n)
    if (!looks.at(n).empty()) tell_looks(t, code_.buffers[t.args[n].buffer], looks.at(n));
  const bool visits = t.function == Function::f_bit_position || t.function == Function::f_bit_index;
  if (const Array* masks = code_.buffers[t.args[0].buffer].array; visits && masks)
    recorder_.counts().ranks[masks->rank].visited += static_cast<int64_t>(lanes.size());
  return t.out.data();
}

// ---- Keys of slots: templates/carries.cuh ----

// Whether the slot is the first of those with its key; looks from places 0 to 2.
bool BlockRunner::begins_key(Buffer& keys, int64_t slots, int64_t slot, int32_t thread,
                             std::vector<Look>& looks) {
  if (slot >= slots) return false;
  const auto key = [&](size_t place, int64_t at) {
    looks.push_back({thread, at, place, 0});
    return element(keys, at, thread).number;
  };
  return key(0, slot) != 0 && (slot == 0 || key(1, slot - 1) != key(2, slot));
}

const Cell* BlockRunner::about_array(Term& t, const Lanes& lanes) {
  Buffer& buffer = code_.buffers[t.args[0].buffer];
  Cells second = value(t.args[1], lanes);
  if (t.function != Function::f_begins_key) {  // arrays begin at multiples of 256 bytes
    for (int32_t i : lanes) t.out[index(i)] = number(second[i].number % 4 == 0);
    return t.out.data();
  }
  Cells slot = value(t.args[2], lanes);
  std::vector<Look> looks;
  for (int32_t i : lanes)
    t.out[index(i)] = number(begins_key(buffer, second[i].number, slot[i].number, i, looks));
  tell_looks(t, buffer, looks);
  return t.out.data();
}

}  // namespace teaal::interpret
