#include <algorithm>

#include "tests/smith/generate.h"

namespace teaal::smith {
namespace {

bool stores_at(const Expression& e, const std::string& variable) {
  return std::ranges::any_of(e.output.indices, [&](const Index& index) {
    return is_plain(index) && index[0].variable == variable;
  });
}

bool is_free(const Expression& e) {
  const bool symbols = std::ranges::any_of(e.partitions, [](const Partition& p) {
    return std::ranges::any_of(p.ops, [](const Op& op) { return !op.symbol.empty(); });
  });
  return !symbols && e.called.empty() && e.solved.empty() && e.stagings.empty() &&
         e.skips.empty() && e.tensor_core.empty();
}

// Who has the rank's iterations, in all expressions alike.
struct Owner {
  std::string rank;
  int64_t tile = 0;    // 0: the rank is whole
  bool warps = false;  // they share what is in a tile
  bool threads =
      false;  // of a block, without bindings, share a rank each expression has for itself
};

void give(Expression& e, const Owner& owner, Random& random) {
  std::erase_if(e.partitions, [&](const Partition& p) {
    const bool leads = p.follows() && root_of(p.ops[0].leader) == owner.rank;
    return leads || std::ranges::any_of(p.ranks, [&](const std::string& rank) {
             return root_of(rank) == owner.rank;
           });
  });
  if (owner.tile > 0)
    e.partitions.insert(e.partitions.begin(),
                        {{owner.rank}, {{Op::Kind::Shape, "", owner.tile, ""}}});
  const Names own = e.leaves(owner.rank);
  Names others = e.loops();
  std::erase_if(others, [&](const std::string& rank) { return contains(own, rank); });
  Names order = own;
  order.insert(order.end(), others.begin(), others.end());
  SpaceTime out;
  out.space = {own[0]};
  e.placements.clear();
  e.meetings.clear();
  std::string shared = !others.empty() && random.chance(70) ? random.pick(others) : "";
  if (owner.threads) {
    if (shared.empty()) shared = order.back();
    if (shared != own[0]) out.space.push_back(shared);
  } else {
    e.placements.push_back({own[0], "Block"});
    if (owner.warps) {
      out.space.push_back(own[1]);
      e.placements.push_back({own[1], "Warp"});
    }
    if (!shared.empty()) {
      out.space.push_back(shared);
      e.placements.push_back({shared, random.chance(80) || owner.warps ? "Lane" : "Warp"});
    }
  }
  for (const std::string& rank : order)
    if (!contains(out.space, rank)) out.time.push_back(rank);
  e.loop_order = std::move(order);
  e.spacetime = std::move(out);
}

}  // namespace

void draw_owners(Case& c, Random& random) {
  if ((c.expressions.size() < 2 && !c.iteration) || !random.chance(35)) return;
  Names variables;
  for (const Expression& e : c.expressions)
    for (const Index& index : e.output.indices)
      if (is_plain(index)) add_unique(variables, index[0].variable);
  if (variables.empty()) return;
  const std::string variable = random.pick(variables);
  Owner owner{upper_case(variable)};
  if (random.chance(65)) owner.tile = random.pick<int64_t>({1, 2, 3, 8});
  owner.warps = owner.tile > 0 && random.chance(60);
  owner.threads = !owner.warps && random.chance(40);
  const auto written_once = [&](const Expression& e) {
    return std::ranges::count_if(c.expressions, [&](const Expression& other) {
             return other.output.name == e.output.name;
           }) == 1;
  };
  for (Expression& e : c.expressions)
    if (stores_at(e, variable) && is_free(e) && written_once(e)) give(e, owner, random);
}

bool have_one_owner(const Expression& a, const Expression& b) {
  const auto blocks = [](const Expression& e) -> std::string {
    if (!e.loop_order || e.loop_order->empty() || !e.spacetime) return "";
    const std::string& first = e.loop_order->front();
    const bool placed = std::ranges::any_of(
        e.placements, [&](const Placement& p) { return p.rank == first && p.level == "Block"; });
    const bool default_place = e.placements.empty() && e.spacetime->space.size() == 2;
    return contains(e.spacetime->space, first) && (placed || default_place) ? first : "";
  };
  return !blocks(a).empty() && blocks(a) == blocks(b);
}

}  // namespace teaal::smith
