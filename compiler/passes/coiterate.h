#pragma once
#include <map>
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/program.h"

// The state that `coiterate` carries down a nest: how far each rank's interval is narrowed and
// which levels of which views are open or located. Copied on the way down, so siblings never see
// each other's names.
namespace teaal::passes {

struct RankState {
  ir::Expr lo, hi;  // the interval of coordinates that the loops so far leave
  ir::Expr coord;   // null until the bottom part's loop
  bool narrowed = false;
  int64_t aligned_to = 0;  // lo is a multiple of this; 0: of everything (lo is 0)
};

// A compressed level is open between the moment its fiber is known ([begin, end) of positions) and
// the moment its coordinate is; `at` is then the position. An uncompressed level only has `at`.
struct LevelState {
  ir::Expr begin, end, at;
  bool open() const { return begin && !at; }
};

struct ViewState {
  const ir::View* view = nullptr;
  std::vector<LevelState> levels;
};

struct NestState {
  std::map<std::string, RankState> ranks;
  std::map<std::string, ViewState> views;  // by tensor
  bool dense = true;                       // no loop so far skips a coordinate
  bool under_reduction = false;  // a loop so far runs over a rank that is not in the output
};

// RankState::aligned_to of an interval whose start is a multiple of nothing in particular.
inline constexpr int64_t unaligned = 1;

// An open fiber of one view at the rank being looped over.
struct OpenFiber {
  std::string tensor;
  size_t level;
  std::string coords;  // the array of coordinates
  ir::Expr begin, end;
};

std::string segments_name(const ir::View&, size_t level);
std::string coords_name(const ir::View&, size_t level);
std::string values_name(const ir::View&);

}  // namespace teaal::passes
