#include <algorithm>
#include <utility>

#include "runtime/tensor/tensor.h"

namespace teaal::runtime {
namespace {

int64_t ceil_div(int64_t a, int64_t b) { return a / b + (a % b != 0); }

// By how much rounding down to the snaps, one after the other, can lower a coordinate.
int64_t slack(const LevelPart& part) {
  int64_t out = 0;
  for (int64_t snap : part.snaps) out += snap - 1;
  return out;
}

// The same numbers as compiler/ir/levels.cc, which says why they suffice: kernels and launchers
// find positions by those.
int64_t indices_in(const LevelPart& enclosing, const LevelPart& part) {
  if (part.whole()) return enclosing.tile + slack(enclosing);
  if (enclosing.snaps.empty() && part.snaps.empty())
    return ceil_div(enclosing.tile, part.tile) + (enclosing.tile % part.tile != 0);
  return ceil_div(enclosing.tile + slack(enclosing) + slack(part) - 1, part.tile) + 1;
}

}  // namespace

int64_t LevelPart::ordinal(int64_t coordinate) const {
  if (whole()) return coordinate;
  for (size_t s = snaps.size(); s-- > 0;) coordinate -= coordinate % snaps[s];
  return coordinate / tile;
}

std::vector<Level> levels_of(const StorageRequest& request, const std::vector<int64_t>& shape) {
  std::vector<Level> out;
  std::vector<int> last(shape.size(), -1);  // level of each rank
  for (size_t l = 0; l < request.rank_order.size(); ++l) {
    int rank = request.rank_order[l];
    Level level{request.formats[l]};
    if (!request.parts.empty()) level.part = request.parts[l];
    level.enclosing = std::exchange(last[rank], static_cast<int>(l));
    if (level.enclosing >= 0 && level.format != LevelFormat::Compressed)
      level.extent = indices_in(out[level.enclosing].part, level.part);
    else
      level.extent = level.part.whole() ? shape[rank] : ceil_div(shape[rank], level.part.tile);
    out.push_back(std::move(level));
  }
  return out;
}

}  // namespace teaal::runtime
