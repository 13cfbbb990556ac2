#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/ir/names.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/lowering.h"

// Loops over tiles that go on at the next tile in which every operand stores something. Where the
// operand's fiber is open that is one search. Where loops further in open it, every fiber that they
// could open is searched, and the tile of the least coordinate comes next.
namespace teaal::passes {

using namespace ir;

namespace {

// Whether the text assigns to a tensor's elements other than once: then they start from what a step
// has set.
bool adds_to_elements(const Stmt& body) {
  bool out = false;
  for_each_stmt(body, [&](const Stmt& s) {
    const auto* n = as<Assign>(s);
    out |= n && as<Access>(n->target) && n->op != AssignOp::Set;
  });
  return out;
}

// So few tiles are visited as they come.
constexpr int64_t few_tiles = 32;

bool has_few_tiles(const ForRank& loop, const std::vector<Nest::Loop>& loops) {
  const auto tile = literal(loop.tile);
  for (const Nest::Loop& around : loops) {
    if (around.loop.rank == loop.rank) return false;
    const auto larger = literal(around.loop.tile ? around.loop.tile : lit(0));
    if (around.loop.root == loop.root && tile && larger && *larger > 0 &&
        *larger <= few_tiles * *tile)
      return true;
  }
  return false;
}

}  // namespace

bool Lowering::sums_together() const {
  return std::ranges::any_of(kernel_.workers, [](const Worker& w) {
    return w.combine == Combine::Lanes || w.combine == Combine::Warps ||
           w.combine == Combine::Threads;
  });
}

bool Lowering::turns_may_differ(const ForRank& loop) const {
  for (const Nest::Loop& around : nest_.loops) {
    const Place place = around.loop.place;
    if (sums_together() && (place == Place::Thread || place == Place::Warp || place == Place::Lane))
      return false;
    if (around.loop.rank == loop.rank) return true;
  }
  return false;
}

bool Lowering::may_pass_over(const Where& at, const NestState& state) const {
  if (at.loop.spelled.turns || fills(at.loop, state) || state.active || is_owners(at.loop) ||
      kernel_.carry || !turns_may_differ(at.loop) || has_few_tiles(at.loop, nest_.loops))
    return false;
  // Who leaves out elements of an uncompressed result must have set them first.
  if (!is_reduction(at.loop) && state.dense && !view_of(output_).points &&
      !adds_to_elements(at.loop.body))
    return false;
  // An array along the rank is as long as all tiles together.
  const bool first = nest_.loops[0].loop.rank == at.loop.rank;
  return !first || std::ranges::none_of(plans_, [&](const auto& of) {
    const std::vector<Level>& levels = view_of(of.first).levels;
    for (size_t l = 0; l < levels.size(); ++l)
      if (of.second[l].root == at.loop.root && levels[l].format == LevelFormat::Uncompressed &&
          !view_of(of.first).points)
        return true;
    return false;
  });
}

std::vector<Lowering::Ahead> Lowering::levels_ahead(const Where& at, const NestState& state) const {
  std::vector<Ahead> out;
  for (const Fiber& f : at.loop.over.fibers) {
    const ViewState& v = state.views.at(f.operand);
    if (v.view != &view_of(f.operand) || elder_of(v, state)) continue;
    Ahead found{f.operand};
    while (found.first < v.levels.size() && v.levels[found.first].at) ++found.first;
    found.level = found.first;
    while (found.level < v.levels.size() && can_look_through(at, v, found)) ++found.level;
    if (found.level == v.levels.size()) continue;
    const Level& level = v.view->levels[found.level];
    const bool starts = found.level > found.first || v.levels[found.level].open();
    if ((*v.plans)[found.level].root == at.loop.root && starts && !level.tile &&
        level.format == LevelFormat::Compressed)
      out.push_back(found);
  }
  return out;
}

bool Lowering::can_look_through(const Where& at, const ViewState& v, Ahead& found) const {
  const Level& level = v.view->levels[found.level];
  const std::string& root = (*v.plans)[found.level].root;
  if (root.empty() || root == at.loop.root || level.tile || level.format == LevelFormat::Bitmask)
    return false;
  const bool compressed = level.format == LevelFormat::Compressed;
  if (compressed && found.level == found.first && !v.levels[found.level].open()) return false;
  // Where the rank's tile is not known yet, or workers share what is in it, visiting a tile is less
  // work than searching all that it could have.
  bool cut = false, inside = false, shared = false;
  for (const Nest::Loop& l : nest_.loops) {
    if (l.loop.rank == at.loop.rank) inside = true;
    if (!roots_of(l.loop).contains(root)) continue;
    cut |= !inside && l.loop.tile != nullptr;
    shared |= inside && l.loop.place != Place::Time;
  }
  if (!cut && !compressed && found.level > found.first) return false;
  found.dear |= !cut || shared;
  return true;
}

Stmt Lowering::tiles_ahead(const Where& at, const std::vector<Ahead>& ahead, NestState& state) {
  state.dense = false;
  const RankState before = state.ranks.at(at.loop.root);
  Expr begin = size_of(first_tile(at, before)), step = size_of(at.loop.tile);
  if (!at.worker.empty()) {
    begin = add(begin, mul(call("worker", {var(at.worker)}), step));
    step = mul(call("workers", {var(at.worker)}), step);
  }
  const Expr from = var(names_.fresh(at.loop.var + "_from")), tile = var(at.loop.var);
  Search search{.at = at, .from = from, .end = before.hi, .step = step};
  search.next = var(names_.fresh(at.loop.var + "_next"));
  if (std::ranges::any_of(ahead, &Ahead::dear)) weigh(search, state);
  std::vector<Stmt> head = {changing(name_of_var(from), Type::Size, begin, at.range)};
  // Not before as many tiles were visited.
  if (search.due)
    head.push_back(changing(name_of_var(search.due), Type::Size,
                            add(var(visited_), fibers_below(ahead, state))));
  Steps turn;
  turn.push_back(changing(name_of_var(search.next), Type::Size, first_of(at.loop, from)));
  search.goal = at.loop.snaps.empty() ? from : least(search.next, sub(before.hi, lit(1)));
  look_directly(search, ahead, state, turn);
  look_below(search, ahead, state, turn);
  turn.push_back(let(at.loop.var, Type::Size,
                     call("select", {less(search.next, before.hi), tile_at(search), before.hi}),
                     at.range));
  if (search.due) turn.push_back(pay(search));
  Steps body;
  narrow_to_tile(at, state, body);
  for (const Ahead& a : ahead)
    cursors_.erase(name_of_var(state.views.at(a.operand).levels[a.level].begin));
  body.push_back(inside_tile(at, state));
  // One operand has something in the tile that was found for it.
  const bool found = at.worker.empty() && ahead.size() == 1;
  const Expr holds = found ? less(tile, before.hi) : equal(tile, from);
  const Expr behind = add(found ? tile : from, step);
  turn.push_back(if_then(holds, body.close(), at.range));
  turn.push_back(
      assign(from, AssignOp::Set, found ? behind : call("select", {holds, behind, tile})));
  count_turn(state, turn);
  head.push_back(make_stmt(While{less(from, before.hi), turn.close()}, at.range));
  return block(std::move(head));
}

// The worker's first tile that is not in front of the coordinate.
Expr Lowering::tile_at(const Search& search) {
  Expr tile = tile_of(search.at.loop.tile, search.at.loop.snaps, search.next);
  if (search.at.worker.empty()) return tile;
  return add(search.from, mul(ceil_div(sub(tile, search.from), search.step), search.step));
}

void Lowering::look_directly(const Search& search, const std::vector<Ahead>& ahead,
                             NestState& state, Steps& out) {
  for (const Ahead& a : ahead) {
    if (a.level != a.first) continue;
    ViewState& v = state.views.at(a.operand);
    LevelState& level = v.levels[a.level];
    const std::string coords = coords_name(*v.view, a.level);
    const Expr p =
        out.named(position_name(a.operand, a.level, state), Type::Pos,
                  call("lower_bound", {var(coords), level.begin, level.end, search.goal}), {});
    const Expr coord = call("select", {less(p, level.end), read(coords, p), search.end});
    out.push_back(assign(search.next, AssignOp::Set, most(search.next, coord)));
    level.begin = p;
    cursors_.insert(name_of_var(p));
  }
}

void Lowering::look_below(const Search& search, const std::vector<Ahead>& ahead,
                          const NestState& state, Steps& out) {
  Steps steps;
  for (const Ahead& a : ahead) {
    if (a.level == a.first) continue;
    const ViewState& v = state.views.at(a.operand);
    const Expr least_there = var(names_.fresh(name_of_var(search.next) + "_in_" + v.view->name));
    steps.push_back(changing(name_of_var(least_there), Type::Size, size_of(search.end)));
    steps.push_back(look_into(search, a, a.first, v, least_there, state));
    steps.push_back(assign(search.next, AssignOp::Set, most(search.next, least_there)));
  }
  if (!search.due) return out.push_back(steps.close());
  const Expr left = add(div(sub(search.end, search.from), search.step), lit(1));
  const Expr few = less(fibers_below(ahead, state), mul(left, tiles_inside(search.at, state)));
  out.push_back(changing(name_of_var(search.looked), Type::Size, lit(0)));
  out.push_back(if_then(both(at_most(search.due, var(visited_)), few), steps.close()));
}

Expr Lowering::fibers_below(const std::vector<Ahead>& ahead, const NestState& state) {
  Expr out;
  for (const Ahead& a : ahead) {
    if (a.level == a.first) continue;
    const ViewState& v = state.views.at(a.operand);
    const RankState& r = state.ranks.at((*v.plans)[a.first].root);
    const LevelState& level = v.levels[a.first];
    const Expr some = level.open() ? sub(level.end, level.begin) : sub(r.hi, r.lo);
    out = out ? add(out, size_of(some)) : size_of(some);
  }
  return out ? out : lit(0);
}

void Lowering::weigh(Search& search, NestState& state) {
  if (visited_.empty()) visited_ = names_.fresh("visited");
  search.due = var(names_.fresh(search.at.loop.var + "_due"));
  search.looked = var(names_.fresh(search.at.loop.var + "_looked"));
  state.counts_turns = true;
}

Stmt Lowering::pay(const Search& search) {
  const Expr visited = var(visited_);
  return if_then(less(lit(0), search.looked),
                 block({assign(visited, AssignOp::Add, search.looked),
                        assign(search.due, AssignOp::Set, add(visited, search.looked))}));
}

void Lowering::count_turn(const NestState& state, Steps& turn) const {
  if (state.counts_turns && !state.parted)
    turn.push_back(assign(var(visited_), AssignOp::Add, lit(1)));
}

// Of the nearest loop inside over another rank's.
Expr Lowering::tiles_inside(const Where& at, const NestState& state) const {
  bool inside = false;
  for (const Nest::Loop& l : nest_.loops) {
    inside |= l.loop.rank == at.loop.rank;
    if (!inside || !l.loop.tile || l.loop.root == at.loop.root || !l.loop.joined.empty() ||
        !l.loop.leader.empty())
      continue;
    const RankState& r = state.ranks.at(l.loop.root);
    return add(div(size_of(sub(r.hi, r.lo)), l.loop.tile), lit(1));
  }
  return lit(1);
}

// Loops over the positions that level `l` and those below it have in the ranks' intervals, down to
// the fibers of the loop's rank.
Stmt Lowering::look_into(const Search& search, const Ahead& a, size_t l, ViewState v,
                         const Expr& least_there, const NestState& state) {
  Steps out;
  const Level& stored = v.view->levels[l];
  const Expr parent = l == 0 ? lit(0) : v.levels[l - 1].at;
  if (l == a.level) {
    look_at(search, v, l, parent, least_there, out);
    return out.close();
  }
  if (stored.format == LevelFormat::Compressed) {
    if (!v.levels[l].begin) open(v, l, parent, state, out);
    const std::string p = names_.fresh(v.view->name + "_" + level_name(stored) + "_at");
    v.levels[l].at = var(p);
    const LevelState level = v.levels[l];
    const Stmt each = look_into(search, a, l + 1, std::move(v), least_there, state);
    out.push_back(make_stmt(For{p, Type::Pos, level.begin, level.end, lit(1), "", each}));
    return out.close();
  }
  const RankState& r = state.ranks.at((*v.plans)[l].root);
  const std::string c = names_.fresh(variable_of(stored.rank));
  const Expr end = least(size_of(r.hi), size_of(var(stored.rank)));
  Steps body;
  v.levels[l].at = located(v, l, parent, var(c), body);
  body.push_back(look_into(search, a, l + 1, std::move(v), least_there, state));
  out.push_back(make_stmt(For{c, Type::Size, r.lo, end, lit(1), "", body.close()}));
  return out.close();
}

void Lowering::look_at(const Search& search, const ViewState& v, size_t l, const Expr& parent,
                       const Expr& least_there, Steps& out) {
  const std::string base = v.view->name + "_" + level_name(v.view->levels[l]);
  const std::string segments = segments_name(*v.view, l), coords = coords_name(*v.view, l);
  auto named = [&](const std::string& name, const Expr& value) {
    return out.named(names_.fresh(base + name), Type::Pos, value, {});
  };
  const Expr begin = named("_begin", read(segments, parent));
  const Expr end = named("_end", read(segments, add(parent, lit(1))));
  const Expr p = named("_at", call("lower_bound", {var(coords), begin, end, search.goal}));
  out.push_back(if_then(less(p, end), assign(least_there, AssignOp::Set,
                                             least(least_there, size_of(read(coords, p))))));
  if (search.looked) out.push_back(assign(search.looked, AssignOp::Add, lit(1)));
}

}  // namespace teaal::passes
