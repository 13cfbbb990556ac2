#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/ir/names.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using ir::Place;

// One space rank: all threads of the grid. Two: blocks, threads. More: blocks …, warps, lanes. Next
// to ranks that are bound, an unbound one goes to blocks.
void choose_places(std::vector<size_t> loops, Nest& nest, bool some_bound) {
  size_t n = loops.size();
  for (size_t i = 0; i < n; ++i) {
    Place& place = nest.loops[loops[i]].loop.place;
    if (some_bound)
      place = Place::Block;
    else if (n == 1)
      place = Place::Grid;
    else if (n == 2)
      place = i == 0 ? Place::Block : Place::Thread;
    else
      place = i + 2 < n ? Place::Block : i + 1 < n ? Place::Warp : Place::Lane;
  }
}

// Whether each coordinate in a fiber of the rank holds an element that is stored.
bool holds_elements(const ir::Tensor& tensor, const std::string& rank) {
  return !tensor.levels.empty() && tensor.levels.front().rank == rank &&
         std::ranges::find(tensor.levels.begin() + 1, tensor.levels.end(),
                           ir::LevelFormat::Uncompressed,
                           &ir::Level::format) == tensor.levels.end();
}

// How many coordinates a class has at most: fibers of so many elements each take these from what
// an input stores. Products say nothing of it.
ir::Expr most_listed(const ir::RowClass& of, const ir::Expr& extent, ir::Program& program) {
  const int64_t least = of.least[static_cast<size_t>(of.number)];
  const ir::Tensor& tensor = *program.tensor(of.tensor);
  if (least == 0 || !of.times.empty() || tensor.role != ir::Role::Input ||
      !holds_elements(tensor, of.rank))
    return extent;
  return ir::least(extent, ir::div(ir::var(count_of(tensor, program)), ir::lit(least)));
}

// How many iterations the loop at `index` has at most: tiles of the part around it, or of the whole
// rank.
ir::Expr extent_of(const Nest& nest, size_t index, const std::optional<ir::RowClass>& of,
                   ir::Program& program) {
  const ir::ForRank& loop = nest.loops[index].loop;
  ir::Expr around = loop.joined.empty() ? ir::var(loop.extent) : tuples_of(loop, nest, program);
  if (of && of->root == loop.root) around = most_listed(*of, around, program);
  for (size_t i = 0; i < index; ++i) {
    const ir::ForRank& outer = nest.loops[i].loop;
    if (outer.root != loop.root) continue;
    around = outer.tile ? ir::least(outer.tile, around) : ir::lit(1);
  }
  return loop.tile ? ir::ceil_div(around, loop.tile) : around;
}

void place_kernel(ir::Kernel& kernel, ir::Program& program) {
  std::vector<std::string>& notes = program.notes;
  Nest nest = unnest(kernel.body);
  ir::Schedule& schedule = kernel.schedule;
  std::vector<size_t> unbound;
  std::set<std::string> once;
  for (size_t i = 0; i < nest.loops.size(); ++i)
    for (const ir::Schedule::Space& s : schedule.space) {
      if (s.rank != nest.loops[i].loop.rank) continue;
      nest.loops[i].loop.place = s.place;
      if (s.once) once.insert(s.rank);
      if (s.place == Place::Time) unbound.push_back(i);
    }
  if (schedule.default_space && !nest.loops.empty()) {
    unbound = {loop_to_spread(nest, kernel.round_rank)};
    notes.push_back(fmt::format("{}: no space rank; {} is spread over the threads of the grid",
                                kernel.name, nest.loops[unbound[0]].loop.rank));
  }
  choose_places(unbound, nest, unbound.size() < schedule.space.size());
  for (size_t i = 0; i < nest.loops.size(); ++i)
    if (Place place = nest.loops[i].loop.place; place != Place::Time) {
      kernel.workers.push_back(
          {nest.loops[i].loop.rank, place, extent_of(nest, i, kernel.row_class, program)});
      kernel.workers.back().once = once.contains(nest.loops[i].loop.rank);
      notes.push_back(fmt::format("{}: space rank {} runs on {}", kernel.name,
                                  nest.loops[i].loop.rank, ir::name_of(ir::place_names, place)));
    }
  kernel.body = renest(nest);
  schedule.space.clear();
  schedule.default_space = false;
}

}  // namespace

std::optional<ir::Program> place(ir::Program program, const Target& target, Diagnostics&) {
  for (ir::Kernel& kernel : program.kernels) {
    kernel.lanes = target.lanes;
    place_kernel(kernel, program);
  }
  return program;
}

}  // namespace teaal::passes
