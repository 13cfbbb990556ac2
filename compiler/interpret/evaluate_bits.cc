#include <array>
#include <set>
#include <utility>

#include "compiler/interpret/block_runner.h"
#include "compiler/interpret/evaluate.h"

// Calls for elements of one bit: templates/element_bits.cuh says how.
namespace teaal::interpret {

const Cell* BlockRunner::element_bits(Term& t, const Lanes& lanes) {
  const bool puts = t.function == Function::f_put_bit || t.function == Function::f_put_bits;
  return puts ? put_bits(t, lanes) : take_bits(t, lanes);
}

const Cell* BlockRunner::take_bits(Term& t, const Lanes& lanes) {
  const bool many = t.function == Function::f_bits_side_by_side;
  const Term& words = t.args[0];
  Cells at = value(t.args[1], lanes), count = many ? value(t.args[2], lanes) : nullptr;
  std::vector<Look> looks;
  const auto load = [&](size_t place, int64_t word_at, int32_t i) {
    looks.push_back({i, word_at, place, 0});
    return static_cast<uint64_t>(look(words, word_at, i)) & 0xffffffffu;
  };
  for (int32_t i : lanes) {
    const int64_t first = at[i].number / 32, by = at[i].number % 32;
    if (!many) {
      t.out[index(i)] = cell(static_cast<double>(load(0, first, i) >> by & 1u));
    } else if (count[i].number <= 0) {
      t.out[index(i)] = cell(int64_t{0});
    } else {
      const uint64_t second = load(0, first + 1, i), both = second << 32 | load(1, first, i);
      const uint64_t all = (uint64_t{1} << count[i].number) - 1;
      t.out[index(i)] = cell(static_cast<int64_t>(both >> by & all));
    }
  }
  if (!looks.empty()) tell_looks(t, code_.buffers[words.buffer], looks);
  return t.out.data();
}

// Of the lanes that set elements of a word by put_bit one writes it; by put_bits each writes those
// words that it has elements of.
const Cell* BlockRunner::put_bits(Term& t, const Lanes& lanes) {
  const bool many = t.function == Function::f_put_bits;
  Buffer& words = code_.buffers[t.args[0].buffer];
  Cells at = value(t.args[1], lanes), set = value(t.args[2], lanes),
        count = many ? value(t.args[3], lanes) : nullptr;
  const auto width = static_cast<int32_t>(recorder_.counts().machine.lanes);
  std::set<std::pair<int32_t, int64_t>> written;  // lane or warp, word
  Lanes storing;
  std::vector<int64_t> places;
  for (int32_t i : lanes)
    for (int64_t n = 0; n < (many ? count[i].number : 1); ++n) {
      if (many ? (word(set[i]) >> n & 1u) == 0 : set[i].value == 0) continue;
      const int64_t place = (at[i].number + n) / 32;
      Cell& held = element(words, place, i);
      held = cell(int64_t{word(held) | uint32_t{1} << ((at[i].number + n) % 32)});
      if (written.insert({many ? i : i / width, place}).second)
        storing.push_back(i), places.push_back(place);
    }
  if (!storing.empty()) tell_stores(words, storing, places);
  return nothing(t, lanes);
}

}  // namespace teaal::interpret
