#include <array>

#include "compiler/interpret/block_runner.h"
#include "compiler/interpret/evaluate.h"
#include "compiler/interpret/words.h"

// Products on tensor cores: of operands in the registers of a warp (templates/mma.cuh), and of
// matrices in shared memory by four warps (templates/warpgroup.cuh, templates/lines.cuh).
namespace teaal::interpret {
namespace {

Words words_of(Function f) {
  switch (f) {
    case Function::f_mma_bf16:
    case Function::f_warpgroup_bf16_16:
    case Function::f_warpgroup_bf16_64:
    case Function::f_warpgroup_bf16_128:
    case Function::f_warpgroup_bf16_256:
      return Words::Bf16;
    case Function::f_mma_f16:
    case Function::f_mma_3xf16:
    case Function::f_warpgroup_f16_16:
    case Function::f_warpgroup_f16_64:
    case Function::f_warpgroup_f16_128:
    case Function::f_warpgroup_f16_256:
      return Words::F16;
    default:
      return Words::Tf32;
  }
}

int64_t columns_of(Function f) {
  switch (f) {
    case Function::f_warpgroup_tf32_16:
    case Function::f_warpgroup_bf16_16:
    case Function::f_warpgroup_f16_16:
      return 16;
    case Function::f_warpgroup_tf32_64:
    case Function::f_warpgroup_bf16_64:
    case Function::f_warpgroup_f16_64:
      return 64;
    case Function::f_warpgroup_tf32_128:
    case Function::f_warpgroup_bf16_128:
    case Function::f_warpgroup_f16_128:
      return 128;
    default:
      return 256;
  }
}

// Where word `word` (of eight) of a row lies in a matrix of units of 16 bytes.
int64_t place_in_planes(int64_t plane, int64_t row, int64_t word) {
  return word / 4 * plane + row * 4 + word % 4;
}

// Where what a row of a matrix in lines has at a k lies, in words; rows below are in the lower
// half.
int64_t word_in_lines(int64_t plane, int64_t row, int64_t k) {
  constexpr int64_t words_of_line = 32;
  return place_in_lines(plane / words_of_line, row / 8, k) + row % 8 / 2;
}

}  // namespace

// ---- In the registers of a warp ----

// Lane 4 g + t has, of the first operand, rows g and g + 8, of the second column g, of both the
// share t of the k's; its sums are rows g and g + 8 of columns 2 t and 2 t + 1.
const Cell* BlockRunner::warp_products(Term& t, const Lanes& lanes) {
  const bool in_parts = t.function == Function::f_mma_3xtf32 || t.function == Function::f_mma_3xf16;
  const Words words = words_of(t.function);
  const size_t a = 5, a_at = in_parts ? a + 2 : a + 1, b = a_at + 4,
               b_at = in_parts ? b + 2 : b + 1;
  // The same registers in every lane.
  auto at = [&](size_t arg) { return value(t.args[arg], lanes)[lanes[0]].number; };
  std::array<int64_t, 4> sums{}, of_a{};
  std::array<int64_t, 2> of_b{};
  for (size_t n = 0; n < 4; ++n) sums.at(n) = at(1 + n), of_a.at(n) = at(a_at + n);
  for (size_t n = 0; n < 2; ++n) of_b.at(n) = at(b_at + n);
  auto held = [&](size_t arg, int64_t place, int32_t lane) {
    return word(element(code_.buffers[t.args[arg].buffer], place, lane));
  };
  // Of each word and what it leaves out, but of what both leave out.
  using Parts = std::array<size_t, 2>;
  const std::vector<Parts> parts =
      in_parts ? std::vector<Parts>{{a + 1, b}, {a, b + 1}, {a, b}} : std::vector<Parts>{{a, b}};
  for (int32_t i : lanes) {
    const int32_t warp = i / 32 * 32, row = i % 32 / 4, column = i % 4 * 2;
    for (size_t n = 0; n < 4; ++n) {
      double sum = 0;
      for (const auto& [first, second] : parts)
        for (int32_t share = 0; share < 4; ++share)
          for (size_t upper = 0; upper < 2; ++upper)
            sum += product(words, held(first, of_a.at(n / 2 + 2 * upper), warp + row * 4 + share),
                           held(second, of_b.at(upper),
                                warp + (column + static_cast<int32_t>(n % 2)) * 4 + share));
      element(code_.buffers[t.args[0].buffer], sums.at(n), i).value += sum;
    }
    t.out[index(i)] = cell(int64_t{0});
  }
  for (size_t part = 0; part < parts.size(); ++part)
    tell_products(words, lanes, 4 * 8 * values_of(words), part == 0);
  return t.out.data();
}

// Lane 4 k + t gives what it has of columns 2 t and 2 t + 1; lane 4 g + t gets what lanes 4 t + g /
// 2 and 16 + 4 t + g / 2 have of column g.
const Cell* BlockRunner::columns_meet(Term& t, const Lanes& lanes) {
  Buffer& words = code_.buffers[t.args[0].buffer];
  const int64_t even = value(t.args[1], lanes)[lanes[0]].number,
                odd = value(t.args[2], lanes)[lanes[0]].number;
  std::vector<std::array<Cell, 2>> given;
  for (int32_t i : lanes) {
    const int32_t column = i % 32 / 4, from = i / 32 * 32 + i % 4 * 4 + column / 2;
    const int64_t at = column % 2 == 0 ? even : odd;
    given.push_back({element(words, at, from), element(words, at, from + 16)});
  }
  for (size_t n = 0; n < lanes.size(); ++n) {
    element(words, even, lanes[n]) = given[n][0];
    element(words, odd, lanes[n]) = given[n][1];
    t.out[index(lanes[n])] = cell(int64_t{0});
  }
  recorder_.counts().shuffles += 2 * static_cast<int64_t>(lanes.size());
  return t.out.data();
}

// ---- Of matrices in shared memory ----

// Eight words a row of `a` and a column of `b`; warp w of four has rows 16 w to 16 w + 15.
const Cell* BlockRunner::matrix_products(Term& t, const Lanes& lanes) {
  const Words words = words_of(t.function);
  const int64_t columns = columns_of(t.function);
  const size_t sums = words == Words::Tf32 ? 0 : 1;
  const bool lines = sums == 1 && value(t.args[0], lanes)[lanes[0]].number != 0;
  Buffer &to = code_.buffers[t.args[sums].buffer], &a = code_.buffers[t.args[sums + 2].buffer],
         &b = code_.buffers[t.args[sums + 5].buffer];
  Cells first = value(t.args[sums + 1], lanes), a_at = value(t.args[sums + 3], lanes),
        a_plane = value(t.args[sums + 4], lanes), b_at = value(t.args[sums + 6], lanes),
        b_plane = value(t.args[sums + 7], lanes), adds = value(t.args[sums + 8], lanes);
  auto in_lines = [&](Buffer& of, int64_t at, int64_t plane, int64_t row, int64_t pair, int32_t i) {
    uint32_t out = 0;
    for (int64_t half = 0; half < 2; ++half) {
      const uint32_t both = word(element(of, at + word_in_lines(plane, row, 2 * pair + half), i));
      out |= (row % 2 != 0 ? both >> 16 : both & 0xffffu) << (16 * half);
    }
    return out;
  };
  auto held = [&](Buffer& of, int64_t at, int64_t plane, int64_t row, int64_t k, int32_t i) {
    return lines ? in_lines(of, at, plane, row, k, i)
                 : word(element(of, at + place_in_planes(plane, row, k), i));
  };
  for (int32_t i : lanes) {
    const int64_t first_row = i / 32 % 4 * 16 + i % 32 / 4, first_column = i % 4 * 2;
    for (int64_t n = 0; n < columns / 2; ++n) {
      const int64_t row = first_row + n / 2 % 2 * 8, column = n / 4 * 8 + first_column + n % 2;
      double& sum = element(to, first[i].number + n, i).value;
      if (adds[i].number == 0) sum = 0;
      for (int64_t k = 0; k < 8; ++k)
        sum += product(words, held(a, a_at[i].number, a_plane[i].number, row, k, i),
                       held(b, b_at[i].number, b_plane[i].number, column, k, i));
    }
    t.out[index(i)] = cell(int64_t{0});
  }
  for (size_t group = 0; group < lanes.size(); group += 128) {
    const int32_t i = lanes[group];
    tell_matrix({a, a_at[i].number, a_plane[i].number, 64, lines}, i);
    tell_matrix({b, b_at[i].number, b_plane[i].number, columns, lines}, i);
  }
  tell_products(words, lanes, columns / 2 * 8 * values_of(words),
                ++matrix_products_ % code_.parts == 0);
  return t.out.data();
}

// Tensor cores read a matrix once for the four warps: a warp's request for every 32 words.
void BlockRunner::tell_matrix(const Matrix& m, int32_t thread) {
  const int32_t warp = thread / 32 * 32;
  for (int64_t first = 0; first < m.rows * 8; first += 32) {
    loading_.clear(), addresses_.clear();
    for (int64_t n = 0; n < 32; ++n) {
      loading_.push_back(warp + static_cast<int32_t>(n));
      const int64_t number = first + n;  // words of planes lie row by row, those of lines k by k
      addresses_.push_back(
          m.at + (m.lines ? word_in_lines(m.plane, number * 2 % m.rows, number * 2 / m.rows)
                          : place_in_planes(m.plane, number / 4 % m.rows,
                                            number / 4 / m.rows * 4 + number % 4)));
    }
    tell_loads(m.buffer, loading_, addresses_);
  }
}

void BlockRunner::tell_products(Words words, const Lanes& lanes, int64_t each, bool whole) {
  recorder_.slot(statement_, lanes, Work::Compute);
  Counts& counts = recorder_.counts();
  const auto lanes_at_work = static_cast<int64_t>(lanes.size()), all = lanes_at_work * each;
  counts.computes += (whole ? all : 0) - lanes_at_work;
  counts.multiplications += whole ? all : 0;
  (words == Words::Tf32 ? counts.on_tensor_cores : counts.on_tensor_cores_in_16_bits) += all;
}

// ---- What brings operands there ----

const Cell* BlockRunner::matrix(Term& t, const Lanes& lanes) {
  return t.function == Function::f_store_words ? store_words(t, lanes) : take_listed(t, lanes);
}

const Cell* BlockRunner::store_words(Term& t, const Lanes& lanes) {
  Buffer& to = code_.buffers[t.args[0].buffer];
  std::array<Cells, 5> args{};
  for (size_t n = 0; n < 5; ++n) args.at(n) = value(t.args[n + 1], lanes);
  Lanes stores;
  std::vector<int64_t> stored;
  for (int32_t i : lanes) {
    for (size_t n = 0; n < 4; ++n) {
      stores.push_back(i), stored.push_back(args[0][i].number + static_cast<int64_t>(n));
      element(to, stored.back(), i) = args.at(n + 1)[i];
    }
    t.out[index(i)] = cell(int64_t{0});
  }
  tell_stores(to, stores, stored);
  return t.out.data();
}

// Elements that entries in shared memory name, `stride` apart; 0 where none is left.
const Cell* BlockRunner::take_listed(Term& t, const Lanes& lanes) {
  Buffer &to = code_.buffers[t.args[1].buffer], &from = code_.buffers[t.args[3].buffer],
         &entries = code_.buffers[t.args[6].buffer];
  Cells count = value(t.args[0], lanes), to_at = value(t.args[2], lanes),
        from_at = value(t.args[4], lanes), stride = value(t.args[5], lanes),
        entry_at = value(t.args[7], lanes);
  Cells left = t.function == Function::f_take_listed ? value(t.args[8], lanes) : nullptr;
  Lanes looks, reading;
  std::vector<int64_t> looked;
  loading_.clear(), addresses_.clear();
  for (int32_t i : lanes) {
    for (int64_t n = 0; n < count[i].number; ++n) {
      Cell& taken = element(to, to_at[i].number + n, i);
      taken = to.real ? cell(0.0) : cell(int64_t{0});
      if (left && n >= left[i].number) continue;
      looks.push_back(i), looked.push_back(entry_at[i].number + n);
      if (reading.empty() || reading.back() != i) reading.push_back(i);
      loading_.push_back(i);
      addresses_.push_back(from_at[i].number +
                           element(entries, looked.back(), i).number * stride[i].number);
      taken = element(from, addresses_.back(), i);
    }
    t.out[index(i)] = cell(int64_t{0});
  }
  if (reading.empty()) return t.out.data();
  tell_loads(entries, looks, looked);
  tell_taken(from, reading);
  return t.out.data();
}

}  // namespace teaal::interpret
