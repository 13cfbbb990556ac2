#include <fmt/format.h>

#include "compiler/passes/lowering.h"

// Flattened ranks: one loop over the stored tuples of an operand. Its intervals are positions of
// the last level that the ranks are stored in; the coordinates above are found from there.
namespace teaal::passes {

using namespace ir;

Stmt Lowering::flat_loop(const Where& at, NestState& state) {
  if (state.ranks.at(at.loop.root).coord) return known_tile(at, state);
  std::string holder = holder_of(at.loop, nest_);
  if (holder.empty()) return at.loop.tile ? single_tile(at, lit(0), state) : apart(at, state);
  Group group = group_of(at.loop, holder);
  Steps out;
  if (!state.ranks.at(at.loop.root).lo) open_tuples(at, group, state, out);
  state.dense = false;
  out.push_back(at.loop.tile ? runs_of_tuples(at, state) : walk_tuples(at, group, state));
  return out.close();
}

Stmt Lowering::apart(const Where& at, NestState& state) {
  Stmt body = at.loop.body;
  std::string worker = at.loop.rank;
  size_t first = at.loop.joined.size();
  for (size_t i = at.loop.joined.size(); i-- > 0;)
    if (!at.loop.joined[i].tile) first = i;
  for (size_t i = at.loop.joined.size(); i-- > first;) {
    const Joined& j = at.loop.joined[i];
    if (j.tile) continue;
    ForRank one;
    one.var = j.var;
    one.root = j.root;
    one.extent = j.extent;
    one.rank = i == first ? at.loop.rank : j.rank;  // workers are known by the loop's rank
    one.place = i == first ? at.loop.place : Place::Time;
    one.over = at.loop.over;
    one.body = body;
    body = make_stmt(std::move(one), at.range);
  }
  return lower(body, state);
}

Lowering::Group Lowering::group_of(const ForRank& loop, const std::string& operand) const {
  std::vector<std::string> roots = joined_roots(loop);
  const std::vector<LevelPlan>& plans = plans_.at(operand);
  size_t first = 0;
  while (plans[first].root != roots.front()) ++first;
  return {operand, first, first + roots.size() - 1};
}

Type Lowering::position_type(const Group& group) const {
  const View& v = view_of(group.operand);
  return v.levels[group.last].format == LevelFormat::Compressed ? Type::Pos : Type::Size;
}

// From the top level's open fiber, or interval, down: the children of [b, e) are [segments[b],
// segments[e]).
void Lowering::open_tuples(const Where& at, const Group& group, NestState& state, Steps& out) {
  ViewState& v = state.views.at(group.operand);
  const View& view = *v.view;
  Expr begin, end;
  for (size_t l = group.first; l <= group.last; ++l) {
    Expr extent = size_of(var(view.levels[l].rank));
    bool compressed = view.levels[l].format == LevelFormat::Compressed;
    if (l == group.first && compressed) {
      begin = v.levels[l].begin;
      end = v.levels[l].end;
    } else if (l == group.first) {
      const RankState& r = state.ranks.at((*v.plans)[l].root);
      Expr above = l == 0 ? lit(0) : mul(size_of(v.levels[l - 1].at), extent);
      begin = add(above, r.lo);
      end = add(above, r.hi);
    } else {
      std::string segments = segments_name(view, l);
      begin = compressed ? read(segments, begin) : mul(begin, extent);
      end = compressed ? read(segments, end) : mul(end, extent);
    }
    std::string base = view.name + "_" + view.levels[l].rank;
    std::string from = names_.fresh(base + "_from"), to = names_.fresh(base + "_to");
    Type type = compressed ? Type::Pos : Type::Size;
    out.push_back(let(from, type, begin, at.range));
    out.push_back(let(to, type, end, at.range));
    begin = var(from);
    end = var(to);
    v.tuples.push_back({begin, end});
  }
  const RankState& top = state.ranks.at((*v.plans)[group.first].root);
  state.ranks.at(at.loop.root) = {begin, end, nullptr, true, unaligned, top.lo, top.hi};
}

Stmt Lowering::runs_of_tuples(const Where& at, NestState& state) {
  RankState& r = state.ranks.at(at.loop.root);
  const Expr begin = r.lo, end = r.hi;
  Group group = group_of(at.loop, holder_of(at.loop, nest_));
  Type type = position_type(group);
  Steps body;
  std::string next = names_.fresh(at.loop.var + "_end");
  body.push_back(let(next, type, least(end, add(var(at.loop.var), at.loop.tile)), at.range));
  r.lo = var(at.loop.var);
  r.hi = var(next);
  body.push_back(lower(at.loop.body, state));
  return make_stmt(For{at.loop.var, type, begin, end, at.loop.tile, at.worker, body.close()},
                   at.range);
}

Stmt Lowering::walk_tuples(const Where& at, const Group& group, NestState& state) {
  ViewState& v = state.views.at(group.operand);
  const View& view = *v.view;
  const RankState range = state.ranks.at(at.loop.root);
  Steps head, body;
  Expr p = var(at.loop.var), first = range.lo;
  for (size_t l = group.last + 1; l-- > group.first;) {
    v.levels[l].at = p;
    const std::string& root = (*v.plans)[l].root;
    Expr extent = size_of(var(view.levels[l].rank)), coord;
    bool compressed = view.levels[l].format == LevelFormat::Compressed;
    if (compressed)
      coord = read(coords_name(view, l), p);
    else if (l > group.first)
      coord = call("coord", {mod(p, extent)});
    else
      coord = l == 0 ? p : sub(p, mul(size_of(v.levels[l - 1].at), extent));
    if (!compressed && l == group.first) coord = call("coord", {coord});
    for (const Joined& j : at.loop.joined) {
      if (j.tile || j.root != root) continue;
      const RankState before = state.ranks.at(root);
      body.push_back(let(j.var, Type::Coord, coord, at.range));
      bind(root, j.var, var(j.var), state);
      // The interval that the range of positions was opened with needs no test.
      bool opened =
          l == group.first && before.lo == range.opened_lo && before.hi == range.opened_hi;
      if (before.narrowed && !opened)
        body.require(both(at_most(before.lo, var(j.var)), less(var(j.var), before.hi)), at.range);
    }
    if (l > group.first) p = parent_of(at, group, l, p, first, head, body, state);
  }
  state.ranks.at(at.loop.root).coord = var(at.loop.var);
  locate(state, body);
  body.push_back(lower(at.loop.body, state));
  head.push_back(make_stmt(
      For{at.loop.var, position_type(group), range.lo, range.hi, lit(1), at.worker, body.close()},
      at.range));
  return head.close();
}

Expr Lowering::parent_of(const Where& at, const Group& group, size_t l, const Expr& p, Expr& first,
                         Steps& head, Steps& body, const NestState& state) {
  const ViewState& v = state.views.at(group.operand);
  const View& view = *v.view;
  std::string name = position_name(group.operand, l - 1, state);
  if (view.levels[l].format == LevelFormat::Uncompressed) {
    Expr extent = size_of(var(view.levels[l].rank));
    body.push_back(let(name, Type::Size, div(p, extent), at.range));
    first = div(first, extent);
    return var(name);
  }
  Type type = view.levels[l - 1].format == LevelFormat::Compressed ? Type::Pos : Type::Size;
  Expr segments = var(segments_name(view, l));
  const auto& [begin, end] = v.tuples[l - 1 - group.first];
  auto owner = [&](const Expr& of) { return call("owner", {segments, begin, end, of}); };
  // Workers take turns, so each searches; alone, the next position's owner is near.
  if (!at.worker.empty()) {
    body.push_back(let(name, type, owner(p), at.range));
    return var(name);
  }
  head.push_back(changing(name, type, owner(first), at.range));
  first = var(name);
  body.push_back(assign(first, AssignOp::Set, call("climb", {segments, first, p}), at.range));
  return first;
}

}  // namespace teaal::passes
