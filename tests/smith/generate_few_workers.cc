#include <algorithm>

#include "tests/smith/generate.h"

// Cases of mappings that were made for another machine: parts of literal size stand in space, and
// nothing says where on a GPU they run.
namespace teaal::smith {

Names sized_parts(const Names& loops) {
  Names out;
  for (const std::string& rank : loops)
    if (std::ranges::any_of(loops, [&](const std::string& upper) {
          return root_of(upper) == root_of(rank) && upper > rank;
        }))
      out.push_back(rank);
  return out;
}

namespace {

bool may_stay_open(const Expression& e) {
  return std::ranges::any_of(e.partitions, [](const Partition& p) {
    return std::ranges::any_of(p.ops, [](const Op& op) { return !op.symbol.empty(); });
  });
}

}  // namespace

void draw_few_workers(Case& c, Random& random) {
  if (!random.chance(15)) return;
  for (Expression& e : c.expressions) {
    if (e.variants || e.buffer || !e.stagings.empty() || !e.skips.empty() ||
        !e.tensor_core.empty() || may_stay_open(e))
      continue;
    const Names loops = e.loop_order ? *e.loop_order : e.loops();
    Names space = sized_parts(loops);
    if (space.empty()) continue;
    random.shuffle(space);
    space.resize(std::min(space.size(), random.pick<size_t>({1, 1, 2, 3})));
    SpaceTime out;
    for (const std::string& rank : loops)
      (std::ranges::find(space, rank) != space.end() ? out.space : out.time).push_back(rank);
    e.spacetime = std::move(out);
    e.placements.clear();
  }
}

}  // namespace teaal::smith
