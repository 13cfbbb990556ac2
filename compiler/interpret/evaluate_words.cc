#include <algorithm>
#include <array>

#include "compiler/interpret/block_runner.h"
#include "compiler/interpret/evaluate.h"
#include "compiler/interpret/words.h"

// Calls that make or take apart words of tensor cores; and largest magnitudes, which say how values
// are scaled to where 16 bits are most exact.
namespace teaal::interpret {

const Cell* BlockRunner::words(Term& t, const Lanes& lanes) {
  std::array<Cells, 5> args{};
  for (size_t n = 0; n < t.args.size(); ++n) args.at(n) = value(t.args[n], lanes);
  for (int32_t i : lanes) {
    auto real = [&](size_t n) { return args.at(n)[i].value; };
    auto bits = [&](size_t n) { return word(args.at(n)[i]); };
    auto whole = [](uint32_t of) { return cell(int64_t{of}); };
    Cell& out = t.out[index(i)];
    switch (t.function) {
      case Function::f_tf32_bits:
        out = whole(tf32_bits(real(0)));
        break;
      case Function::f_tf32_rest:
        out = whole(tf32_rest(real(0), bits(1)));
        break;
      case Function::f_tf32_word:
        out = whole(tf32_word(real(0)));
        break;
      case Function::f_tf32_rest_word:
        out = whole(tf32_rest_word(real(0)));
        break;
      case Function::f_bf16_bits:
        out = whole(bf16_bits(real(0), real(1)));
        break;
      case Function::f_f16_bits:
        out = whole(f16_bits(real(0), real(1)));
        break;
      case Function::f_f16_rest_bits:
        out = whole(f16_rest_bits(real(0), real(1)));
        break;
      case Function::f_scale_of:
        out = cell(scale_of(real(0)));
        break;
      case Function::f_scaled_back:
        out = cell(scaled_back(real(0), real(1), real(2)));
        break;
      case Function::f_groups_of_bits:
        out = whole(groups_of_bits(bits(0), args[1][i].number));
        break;
      case Function::f_shift_right:
        out = whole(bits(0) >> args[1][i].number);
        break;
      case Function::f_low_bits:
        out = whole(bits(0) & 0xffffffffu >> (32 - args[1][i].number));
        break;
      case Function::f_place_in_lines:
        out = cell(place_in_lines(args[0][i].number, args[1][i].number, args[2][i].number));
        break;
      case Function::f_larger_finite:
        out = cell(larger(real(0), real(1)));
        break;
      default:
        throw Broken("a call that makes no word");
    }
  }
  return t.out.data();
}

const Cell* BlockRunner::largest(Term& t, const Lanes& lanes) {
  if (t.function == Function::f_largest_of) return largest_of(t, lanes);
  Buffer& from = code_.buffers[t.args[1].buffer];
  Cells before = value(t.args[0], lanes), at = value(t.args[2], lanes);
  Cells counts = t.args.size() > 3 ? value(t.args[3], lanes) : nullptr;
  for (int32_t i : lanes) {
    double found = before[i].value;
    const int64_t count = counts ? std::min<int64_t>(counts[i].number, 4) : 4;
    for (int64_t n = 0; n < count; ++n)
      found = larger(found, element(from, at[i].number + n, i).value);
    t.out[index(i)] = cell(found);
  }
  tell_quads(from, lanes, at, counts);
  return t.out.data();
}

// Of a thread's share of elements that the threads of all blocks share, quads where they are
// aligned.
const Cell* BlockRunner::largest_of(Term& t, const Lanes& lanes) {
  Buffer& from = code_.buffers[t.args[0].buffer];
  const int64_t at = value(t.args[1], lanes)[lanes[0]].number,
                count = value(t.args[2], lanes)[lanes[0]].number;
  const auto threads = static_cast<int64_t>(all_.size());
  for (int32_t i : lanes) t.out[index(i)] = cell(0.0);
  const int64_t behind_quads = at % 4 == 0 ? count / 4 * 4 : 0;
  auto pass = [&](int64_t begin, int64_t end, int64_t width) {
    for (int64_t first = begin; first < end; first += grid_ * threads * width) {
      Lanes reading;
      loading_.clear(), addresses_.clear();
      for (int32_t i : lanes) {
        const int64_t own = first + (block_ * threads + i) * width;
        if (own < end) reading.push_back(i);
        for (int64_t n = own; n < std::min(own + width, end); ++n) {
          Cell& out = t.out[index(i)];
          out = cell(larger(out.value, element(from, at + n, i).value));
          loading_.push_back(i), addresses_.push_back(at + n);
        }
      }
      tell_taken(from, reading);
    }
  };
  pass(0, behind_quads, 4);
  pass(behind_quads, count, 1);
  return t.out.data();
}

void BlockRunner::tell_operands(const Buffer& from) {
  if (!from.array) return;
  recorder_.counts().arrays[from.array->count].operands += static_cast<int64_t>(loading_.size());
}

// Quads of neighbours from `at` on are loaded at once; the first `counts` of four, one by one.
void BlockRunner::tell_quads(const Buffer& from, const Lanes& lanes, Cells at, Cells counts) {
  Lanes reading;
  std::ranges::copy_if(lanes, std::back_inserter(reading),
                       [&](int32_t i) { return !counts || counts[i].number > 0; });
  if (reading.empty()) return;
  recorder_.slot(statement_, reading, Work::Stage);
  const int64_t together = counts ? 1 : 4;
  for (int64_t first = 0; first < 4; first += together) {
    loading_.clear(), addresses_.clear();
    for (int32_t i : reading)
      for (int64_t n = first; n < first + together && (!counts || n < counts[i].number); ++n)
        loading_.push_back(i), addresses_.push_back(at[i].number + n);
    if (loading_.empty()) return;
    tell_operands(from);
    tell_loads(from, loading_, addresses_);
  }
}

// What `loading_` and `addresses_` say was loaded, each by one of `reading`, in one slot.
void BlockRunner::tell_taken(const Buffer& from, const Lanes& reading) {
  if (reading.empty()) return;
  tell_operands(from);
  tell_loads(from, loading_, addresses_);
  recorder_.slot(statement_, reading, Work::Stage);
}

}  // namespace teaal::interpret
