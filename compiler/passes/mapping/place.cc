#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/ir/levels.h"
#include "compiler/ir/names.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/mapping/places.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using ir::Place;

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
    if (outer.root != loop.root || outer.growth.most) continue;
    around = outer.tile ? ir::least(outer.tile, around) : ir::lit(1);
  }
  return loop.tile ? ir::ceil_div(around, loop.tile) : around;
}

// Where workers share what stands in time, how many blocks there are at most: what a block does
// before it comes to its part is done so often.
constexpr int64_t busy_blocks = 128 * multiprocessors;

// Whether another kernel that nobody mapped takes an intermediate from this one, or gives it one,
// and both go through the same rank first, but not through the same ranks of their results: spread
// over the grid alike they become one, and what may be much larger than what it is made of is never
// stored.
bool joins_another(const ir::Kernel& kernel, const ir::Program& program) {
  const auto spread = [](const ir::Kernel& k) {
    const Nest nest = unnest(k.body);
    return nest.loops[loop_to_spread(nest, k.round_rank)].loop.rank;
  };
  const auto apart = [](const ir::Kernel& k) {
    const Nest nest = unnest(k.body);
    const std::set<std::string> outputs = output_roots(nest);
    std::vector<std::string> out;
    for (const Nest::Loop& l : nest.loops)
      if (std::ranges::includes(outputs, roots_of(l.loop))) out.push_back(l.loop.rank);
    return out;
  };
  const auto takes = [&](const ir::Kernel& k, const ir::Kernel& from) {
    const std::string made = ir::tensor_of(output_of(from));
    return program.tensor(made)->role == ir::Role::Intermediate &&
           tensors_read(assignment(k.body).value).contains(made);
  };
  return std::ranges::any_of(program.kernels, [&](const ir::Kernel& other) {
    return &other != &kernel && other.schedule.default_space && !unnest(other.body).loops.empty() &&
           (takes(other, kernel) || takes(kernel, other)) && spread(other) == spread(kernel) &&
           apart(other) != apart(kernel);
  });
}

// Machines with others are for pictures of what a mapping says.
constexpr int64_t lanes_of_cuda = 32;

void place_kernel(ir::Kernel& kernel, ir::Program& program) {
  std::vector<std::string>& notes = program.notes;
  Nest nest = unnest(kernel.body);
  ir::Schedule& schedule = kernel.schedule;
  Unplaced unplaced;
  unplaced.round_rank = kernel.round_rank;
  unplaced.may_share_more = kernel.lanes == lanes_of_cuda;
  unplaced.extent = [&](size_t i) { return extent_of(nest, i, kernel.row_class, program); };
  unplaced.may_share_time = !kernel.row_class;
  std::set<std::string> once;
  for (size_t i = 0; i < nest.loops.size(); ++i)
    for (const ir::Schedule::Space& s : schedule.space) {
      if (s.rank != nest.loops[i].loop.rank) continue;
      nest.loops[i].loop.place = s.place;
      if (s.once) once.insert(s.rank);
      if (s.place == Place::Time) unplaced.loops.push_back(i);
      unplaced.may_share_time &= !s.asked;
    }
  if (schedule.default_space && !nest.loops.empty()) {
    unplaced.loops = {loop_to_spread(nest, kernel.round_rank)};
    unplaced.for_all = true;
    unplaced.may_share_time &= unplaced.may_share_more && !schedule.staged() && !kernel.repeats &&
                               !program.iteration && !joins_another(kernel, program);
  }
  unplaced.some_bound = unplaced.loops.size() < schedule.space.size();
  unplaced.any_order = schedule.stagings.empty() && kernel.round_rank.empty() && !kernel.repeats;
  const SharedInTime shared = choose_places(unplaced, nest, program);
  if (!shared.ranks.empty()) {
    kernel.most_blocks = busy_blocks;
    notes.push_back(unplaced.for_all
                        ? fmt::format("{}: no space rank; workers share {}", kernel.name,
                                      fmt::join(shared.ranks, ", "))
                        : fmt::format("{}: workers share {}, in time, as well: the space ranks "
                                      "alone leave a GPU idle",
                                      kernel.name, fmt::join(shared.ranks, ", ")));
  } else if (unplaced.for_all) {
    notes.push_back(fmt::format("{}: no space rank; {} is spread over the threads of the grid",
                                kernel.name, nest.loops[unplaced.loops[0]].loop.rank));
  }
  if (!shared.summed.empty())
    notes.push_back(fmt::format("{}: one thread sums what {}, in space, runs over", kernel.name,
                                fmt::join(shared.summed, ", ")));
  if (!shared.inside.empty())
    notes.push_back(fmt::format("{}: what {} runs over is summed inside of all that workers share",
                                kernel.name, fmt::join(shared.inside, ", ")));
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
