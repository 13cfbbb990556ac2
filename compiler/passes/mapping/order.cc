#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

// Where a solved loop can stand at the earliest: behind the loops that its coordinate depends on.
size_t behind_what_it_needs(const ir::ForRank& solved, const std::vector<Nest::Loop>& loops) {
  size_t place = 0;
  ir::for_each_expr(solved.at, [&](const ir::Expr& e) {
    const auto* v = ir::as<ir::Var>(e);
    for (size_t i = 0; v && i < loops.size(); ++i)
      if (binds(loops[i].loop).contains(v->name)) place = std::max(place, i + 1);
  });
  return place;
}

// Whether threads of a block share the loop, by its binding.
bool is_of_threads(const ir::Schedule& schedule, const ir::ForRank& loop) {
  const auto space = std::ranges::find(schedule.space, loop.rank, &ir::Schedule::Space::rank);
  return space != schedule.space.end() &&
         (space->place == ir::Place::Warp || space->place == ir::Place::Lane);
}

// Whether part `outer` of a rank holds part `inner`: `nest` has the parts as they nest.
bool holds(const ir::ForRank& outer, const ir::ForRank& inner, const Nest& nest) {
  const auto place = [&](const ir::ForRank& l) {
    return std::ranges::find(nest.loops, l.rank, [](const auto& n) { return n.loop.rank; });
  };
  return outer.root == inner.root && is_of_coordinates(outer) && place(outer) < place(inner);
}

// Threads that share parts of a rank run side by side wherever their loop stands. Where it stands
// in front of larger parts of the rank, it goes inside of them: a part is shared as often as a
// larger one holds it, not as often as all of the rank does.
void sink_threads(std::vector<Nest::Loop>& loops, const Nest& nest, const ir::Schedule& schedule) {
  for (size_t i = loops.size(); i-- > 0;) {
    if (!is_of_coordinates(loops[i].loop) || !is_of_threads(schedule, loops[i].loop)) continue;
    size_t to = i;
    for (size_t j = i + 1; j < loops.size(); ++j)
      if (holds(loops[j].loop, loops[i].loop, nest)) to = j;
    const auto at = [&](size_t n) { return loops.begin() + static_cast<std::ptrdiff_t>(n); };
    std::rotate(at(i), at(i + 1), at(to + 1));
  }
}

void order_kernel(ir::Kernel& kernel) {
  Nest nest = unnest(kernel.body), out;
  out.body = nest.body;
  ir::Schedule& schedule = kernel.schedule;
  for (size_t i = 0; i < schedule.order.size(); ++i)
    for (Nest::Loop& l : nest.loops)
      if (l.loop.rank == schedule.order[i]) {
        if (schedule.order_where[i].known()) l.where = schedule.order_where[i];
        out.loops.push_back(l);
      }
  sink_threads(out.loops, nest, schedule);
  for (const Nest::Loop& l : nest.loops)
    if (l.loop.at) {
      size_t place = behind_what_it_needs(l.loop, out.loops);
      out.loops.insert(out.loops.begin() + static_cast<std::ptrdiff_t>(place), l);
    }
  kernel.body = renest(out);
  schedule.order.clear();
  schedule.order_where.clear();
}

}  // namespace

std::optional<ir::Program> order(ir::Program program, Diagnostics&) {
  for (ir::Kernel& kernel : program.kernels) order_kernel(kernel);
  return program;
}

}  // namespace teaal::passes
