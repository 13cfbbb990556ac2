#include "compiler/interpret/block_runner.h"
#include "compiler/interpret/evaluate.h"

// Tiles that a block turns round on their way through shared memory: templates/staging.cuh says
// how.
namespace teaal::interpret {
namespace {

constexpr int64_t columns = 32, pitch = 33;  // of `moved`

bool is_present(const Buffer& of, Cell element) {
  return of.real ? element.value != 0 : element.number != 0;
}

}  // namespace

const Cell* BlockRunner::rows(Term& t, const Lanes& lanes) {
  return t.function == Function::f_give_rows ? give_rows(t, lanes) : take_rows(t, lanes);
}

// Four neighbours a thread where the tile is whole and lies right, else one.
const Cell* BlockRunner::take_rows(Term& t, const Lanes& lanes) {
  auto number = [&](size_t arg) { return value(t.args[arg], lanes)[lanes[0]].number; };
  const int64_t rows = number(0), at = number(3), stride = number(4), rows_left = number(5),
                columns_left = number(6);
  Buffer &moved = code_.buffers[t.args[1].buffer], &from = code_.buffers[t.args[2].buffer];
  const bool whole = rows % 32 == 0 && rows_left >= rows && columns_left >= columns &&
                     at % 4 == 0 && stride % 4 == 0;
  const int64_t width = whole ? 4 : 1, threads_a_row = columns / width;
  int64_t found = 0;
  const bool seeks = t.function == Function::f_take_rows_seeking;
  double most = 0;
  const auto in_turn = static_cast<int64_t>(lanes.size()) / threads_a_row;
  for (int64_t first = 0; first < rows; first += in_turn) {
    Lanes working, stores;
    std::vector<int64_t> stored;
    loading_.clear(), addresses_.clear();
    for (int32_t i : lanes) {
      const int64_t row = first + i / threads_a_row;
      if (row >= rows) continue;
      working.push_back(i);
      for (int64_t c = i % threads_a_row * width, n = 0; n < width; ++n, ++c) {
        Cell& to = element(moved, row * pitch + c, i);
        to = moved.real ? cell(0.0) : cell(int64_t{0});
        stores.push_back(i), stored.push_back(row * pitch + c);
        if (row >= rows_left || c >= columns_left) continue;
        to = element(from, at + row * stride + c, i);
        loading_.push_back(i), addresses_.push_back(at + row * stride + c);
        if (is_present(moved, to)) found |= int64_t{1} << c;
        if (seeks) most = larger(most, to.value);
      }
    }
    if (from.array)
      recorder_.counts().arrays[from.array->count].operands +=
          static_cast<int64_t>(loading_.size());
    tell_loads(from, loading_, addresses_);
    recorder_.slot(statement_, working, Work::Stage);
    tell_stores(moved, stores, stored);
  }
  constexpr int64_t warps = 8;  // of the block of 256
  leave_numbers({"words"}, lanes);
  if (seeks) leave_numbers({"highest"}, lanes);
  recorder_.barrier();
  if (seeks) {
    const Lanes first(lanes.begin(), lanes.begin() + warps);
    tell_loads(Scratch{"highest"}, first, std::vector<int64_t>{0, 1, 2, 3, 4, 5, 6, 7});
    Buffer& largest = code_.buffers[t.args[7].buffer];
    const int64_t place = number(8);
    element(largest, place, lanes[0]) = cell(most);
    tell_stores(largest, {lanes[0]}, {place});
  }
  for (int64_t w = 0; w < warps; ++w)
    tell_loads(Scratch{"words"}, lanes, std::vector<int64_t>(lanes.size(), w));
  for (int32_t i : lanes) t.out[index(i)] = cell(found);
  return t.out.data();
}

// A column of the tile becomes a row, if its bit is set.
const Cell* BlockRunner::give_rows(Term& t, const Lanes& lanes) {
  auto number = [&](size_t arg) { return value(t.args[arg], lanes)[lanes[0]].number; };
  const int64_t rows = number(0), to_at = number(2), stride = number(3), wanted = number(5),
                columns_left = number(6);
  Buffer &to = code_.buffers[t.args[1].buffer], &moved = code_.buffers[t.args[4].buffer];
  for (int64_t first = 0; first < rows * columns; first += static_cast<int64_t>(lanes.size())) {
    Lanes working;
    std::vector<int64_t> stored;
    addresses_.clear();
    for (int32_t i : lanes) {
      const int64_t row = (first + i) % rows, column = (first + i) / rows;
      if (column >= std::min(columns, columns_left) || (wanted >> column & 1) == 0) continue;
      working.push_back(i);
      addresses_.push_back(row * pitch + column);
      stored.push_back(to_at + column * stride + row);
      element(to, stored.back(), i) = element(moved, addresses_.back(), i);
    }
    if (working.empty()) continue;
    tell_loads(moved, working, addresses_);
    recorder_.slot(statement_, working, Work::Stage);
    tell_stores(to, working, stored);
  }
  for (int32_t i : lanes) t.out[index(i)] = cell(int64_t{0});
  return t.out.data();
}

}  // namespace teaal::interpret
