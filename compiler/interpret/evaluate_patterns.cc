#include <algorithm>
#include <bit>

#include "compiler/interpret/block_runner.h"
#include "compiler/interpret/evaluate.h"

// Which coordinates hold something, as bits of words: templates/staging.cuh says how.
namespace teaal::interpret {

const Cell* BlockRunner::pattern(Term& t, const Lanes& lanes) {
  if (t.function == Function::f_bits_of_lanes) return bits_of_lanes(t, lanes);
  if (t.function == Function::f_any_in_group) return any_in_group(t, lanes);
  if (t.function == Function::f_append_bits) return append_bits(t, lanes);
  if (t.function == Function::f_longest_first) return longest_first(t, lanes);
  return bits_of(t, lanes);
}

// Which of four neighbours (of a part of them: of the first so many) are not 0.
const Cell* BlockRunner::bits_of(Term& t, const Lanes& lanes) {
  Buffer& from = code_.buffers[t.args[0].buffer];
  Cells at = value(t.args[1], lanes);
  Cells counts = t.function == Function::f_bits_of_part ? value(t.args[2], lanes) : nullptr;
  for (int32_t i : lanes) {
    int64_t found = 0;
    const int64_t count = counts ? std::min<int64_t>(counts[i].number, 4) : 4;
    for (int64_t n = 0; n < count; ++n) {
      const Cell read = element(from, at[i].number + n, i);
      if (from.real ? read.value != 0 : read.number != 0) found |= int64_t{1} << n;
    }
    t.out[index(i)] = cell(found);
  }
  tell_quads(from, lanes, at, counts);
  return t.out.data();
}

// Four bits of each of eight lanes, as one word that all of them get.
const Cell* BlockRunner::bits_of_lanes(Term& t, const Lanes& lanes) {
  constexpr int64_t group = 8, bits = 4;
  Cells given = value(t.args[0], lanes);
  std::vector<uint32_t> joint(all_.size() / group + 1);
  for (int32_t i : lanes) joint[index_of(i / group)] |= word(given[i]) << (i % group * bits);
  recorder_.counts().shuffles += 3 * static_cast<int64_t>(lanes.size());
  for (int32_t i : lanes) t.out[index(i)] = cell(int64_t{joint[index_of(i / group)]});
  return t.out.data();
}

const Cell* BlockRunner::any_in_group(Term& t, const Lanes& lanes) {
  Cells found = value(t.args[0], lanes), group = value(t.args[1], lanes);
  std::vector<bool> any(all_.size());
  for (int32_t i : lanes)
    if (found[i].number != 0) any[index_of(i / group[i].number)] = true;
  recorder_.counts().shuffles += static_cast<int64_t>(lanes.size());
  for (int32_t i : lanes) t.out[index(i)] = number(any[index_of(i / group[i].number)]);
  return t.out.data();
}

// The numbers of the bits of all threads' words, behind one another; lanes of a warp store side by
// side.
const Cell* BlockRunner::append_bits(Term& t, const Lanes& lanes) {
  Buffer& list = code_.buffers[t.args[0].buffer];
  Cells ends = value(t.args[1], lanes), words = value(t.args[2], lanes);
  const int64_t first = value(t.args[3], lanes)[lanes[0]].number,
                group = value(t.args[4], lanes)[lanes[0]].number;
  const int64_t width = recorder_.counts().machine.lanes;
  int64_t end = ends[lanes[0]].number;
  std::vector<std::vector<int64_t>> of_warps((all_.size() + index_of(width) - 1) / index_of(width));
  for (int32_t i : lanes)
    for (uint32_t left = word(words[i]); left != 0; left &= left - 1)
      of_warps[index_of(i / width)].push_back((first + int64_t{i} * 32 + std::countr_zero(left)) /
                                              group);
  std::vector<int64_t> set(lanes.size());
  for (size_t n = 0; n < lanes.size(); ++n) set[n] = std::popcount(word(words[lanes[n]]));
  tell_appended(set, lanes);
  for (size_t w = 0; w < of_warps.size(); ++w)
    for (size_t from = 0; from < of_warps[w].size(); from += index_of(width)) {
      Lanes storing;
      addresses_.clear();
      for (size_t n = from; n < std::min(from + index_of(width), of_warps[w].size()); ++n) {
        storing.push_back(static_cast<int32_t>(w * index_of(width) + n - from));
        addresses_.push_back(end++);
        element(list, addresses_.back(), storing.back()) = cell(of_warps[w][n]);
      }
      tell_stores(list, storing, addresses_);
    }
  for (int32_t i : lanes) t.out[index(i)] = cell(end);
  return t.out.data();
}

// Through shared memory, in which rows of 32 places have a pitch of 33. `set`: how many bits each
// of the lanes has.
void BlockRunner::tell_appended(const std::vector<int64_t>& set, const Lanes& lanes) {
  constexpr Scratch of_warps{"of_warps"}, places{"places", 2};
  const auto width = static_cast<int32_t>(recorder_.counts().machine.lanes);
  const auto pitched = [](int64_t at) { return at + at / 32; };
  recorder_.barrier();
  leave_numbers(of_warps, lanes);
  recorder_.barrier();
  see_numbers(of_warps, lanes, true), see_numbers(of_warps, lanes, false);
  const auto warps = (lanes.size() + index(width) - 1) / index(width);
  std::vector<int64_t> first(lanes.size()), found(warps), base(warps);
  for (size_t n = 0; n < lanes.size(); ++n) {
    const size_t warp = n / index(width);
    base[warp] = static_cast<int64_t>(warp) * pitched(int64_t{32} * width);
    first[n] = found[warp];
    found[warp] += set[n];
  }
  const int64_t most = *std::ranges::max_element(set),
                most_found = *std::ranges::max_element(found);
  // What happens for each lane that `has` something in a turn.
  const auto turn = [&](const auto& has, const auto& place, const auto& tell) {
    Lanes some;
    addresses_.clear();
    for (size_t n = 0; n < lanes.size(); ++n)
      if (has(n)) some.push_back(lanes[n]), addresses_.push_back(place(n));
    tell(some);
  };
  const auto warp_of = [&](size_t n) { return n / index(width); };
  for (int64_t bit = 0; bit < most; ++bit)
    turn([&](size_t n) { return bit < set[n]; },
         [&](size_t n) { return base[warp_of(n)] + pitched(first[n] + bit); },
         [&](const Lanes& some) { tell_stores(places, some, addresses_); });
  for (int64_t from = 0; from < most_found + width; from += width) {
    const auto number = [&](size_t n) { return from + static_cast<int64_t>(n) % width; };
    turn([&](size_t n) { return from == 0 || number(n) - width < found[warp_of(n)]; },
         [&](size_t n) { return static_cast<int64_t>(warp_of(n)); },
         [&](const Lanes& some) { tell_loads(of_warps, some, addresses_); });
    turn([&](size_t n) { return number(n) < found[warp_of(n)]; },
         [&](size_t n) { return base[warp_of(n)] + pitched(number(n)); },
         [&](const Lanes& some) { tell_loads(places, some, addresses_); });
  }
}

}  // namespace teaal::interpret
