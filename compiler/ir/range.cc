#include "compiler/ir/range.h"

#include <algorithm>
#include <initializer_list>

namespace teaal::ir {
namespace {

// What is far out is endless, so that a sum with something endless is.
int64_t held(__int128 n) {
  constexpr __int128 far = endless / 2;
  return n > far ? endless : n < -far ? -endless : static_cast<int64_t>(n);
}

// An operation that is monotone in each operand has its extremes at the corners.
template <class Op>
Range from_corners(const Range& a, const Range& b, Op op) {
  const std::initializer_list<int64_t> corners = {op(a.least, b.least), op(a.least, b.most),
                                                  op(a.most, b.least), op(a.most, b.most)};
  return {std::min(corners), std::max(corners)};
}

Range quotient(const Range& a, const Range& b) {
  if (b.least <= 0) return {};
  Range out = from_corners(a, b, [](int64_t x, int64_t y) { return x / y; });
  if (a.least <= -endless) out.least = -endless;
  if (a.most >= endless) out.most = endless;
  return out;
}

Range remainder(const Range& a, const Range& b) {
  if (b.least <= 0) return {};
  const int64_t below = b.most - 1;
  return {a.least >= 0 ? 0 : std::max(a.least, -below), a.most <= 0 ? 0 : std::min(a.most, below)};
}

}  // namespace

Range range_of_bits(int bits) {
  const int64_t half = int64_t{1} << (bits - 1);
  return {-half, half - 1};
}

Range joined(const Range& a, const Range& b) {
  return {std::min(a.least, b.least), std::max(a.most, b.most)};
}

Range range_of(BinaryOp op, const Range& a, const Range& b) {
  switch (op) {
    case BinaryOp::Add:
      return {held(__int128{a.least} + b.least), held(__int128{a.most} + b.most)};
    case BinaryOp::Sub:
      return {held(__int128{a.least} - b.most), held(__int128{a.most} - b.least)};
    case BinaryOp::Mul:
      return from_corners(a, b, [](int64_t x, int64_t y) { return held(__int128{x} * y); });
    case BinaryOp::Div:
      return quotient(a, b);
    case BinaryOp::Mod:
      return remainder(a, b);
    case BinaryOp::Min:
      return {std::min(a.least, b.least), std::min(a.most, b.most)};
    case BinaryOp::Max:
      return {std::max(a.least, b.least), std::max(a.most, b.most)};
    case BinaryOp::Eq:
    case BinaryOp::Lt:
    case BinaryOp::Le:
    case BinaryOp::And:
    case BinaryOp::Or:
      break;
  }
  return {0, 1};
}

int64_t most_in_offsets(int bits) {
  constexpr int64_t of_32_bits = 1'000'000'000;
  return bits == 32 ? of_32_bits : (int64_t{1} << (bits - 1)) * 15 / 32;
}

}  // namespace teaal::ir
