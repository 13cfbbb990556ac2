#include <fmt/format.h>

#include "compiler/ir/levels.h"
#include "compiler/passes/coiterate/lowering.h"
#include "compiler/passes/plan/assembly.h"

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
  state.dense = state.dense && covers_output(at, group, state);
  out.push_back(at.loop.tile                       ? runs_of_tuples(at, group, state)
                : at.loop.tuples == Tuples::Fibers ? walk_run(at, group, state)
                                                   : walk_tuples(at, group, state));
  return out.close();
}

bool Lowering::covers_output(const Where& at, const Group& group, const NestState& state) const {
  const auto output = state.views.find(output_);
  const View& walked = view_of(group.operand);
  if (output == state.views.end() || output->second.view->like.empty() ||
      output->second.view->structure() != walked.structure() ||
      group.last + 1 < walked.levels.size() ||
      walked.levels.back().format == LevelFormat::Uncompressed ||
      (group.first > 0 && !kernel_.round_rank.empty()))
    return false;
  // Above the group every coordinate has a position, and loops so far left none out; in it every
  // stored tuple is walked.
  const auto first = walked.levels.begin() + static_cast<std::ptrdiff_t>(group.first);
  const ViewState& v = state.views.at(group.operand);
  const auto cut = [&](const Joined& j) {
    const RankState& r = state.ranks.at(j.root);
    return j.tile || (r.narrowed && (group.first == 0 || !stored_apart(v, group.last, r)));
  };
  const auto ends_early = [&](size_t l) {  // loops end before the level does
    const std::string& root = plans_.at(group.operand)[l].root;
    return !root.empty() && !ends_with(root, walked.levels[l].rank);
  };
  for (size_t l = 0; l < walked.levels.size(); ++l)
    if (ends_early(l)) return false;
  return std::ranges::none_of(at.loop.joined, cut) &&
         std::all_of(walked.levels.begin(), first,
                     [](const Level& l) { return l.format == LevelFormat::Uncompressed; }) &&
         std::all_of(first, walked.levels.end(), [](const Level& l) { return !l.tile; });
}

Stmt Lowering::apart(const Where& at, NestState& state) {
  Stmt body = at.loop.body;
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
  const std::vector<LevelPlan>& plans = plans_.at(operand);
  const View& view = view_of(operand);
  for (size_t first = 0; first < plans.size(); ++first) {
    size_t l = first;
    bool row = true;
    for (const Joined& j : loop.joined) {
      bool here = l < plans.size() && plans[l].root == j.root &&
                  (j.tile ? plans[l].loop == j.rank : !view.levels[l].tile);
      row = row && (here || j.tile);
      l += here;
    }
    if (row) return {operand, first, l - 1};
  }
  return {operand, 0, plans.size() - 1};
}

size_t Lowering::first_walked(const Where& at, const Group& group) const {
  if (at.loop.tuples == Tuples::OfFiber) return group.first + static_cast<size_t>(at.loop.leading);
  return together(at) ? group.first + static_cast<size_t>(kernel_.carry->levels) : group.first;
}

Type Lowering::position_type(const Group& group) const {
  const View& v = view_of(group.operand);
  return v.levels[group.last].format == LevelFormat::Uncompressed ? Type::Size : Type::Pos;
}

// From the top level's open fiber, or interval, down: the children of [b, e) are [segments[b],
// segments[e]).
void Lowering::open_tuples(const Where& at, const Group& group, NestState& state, Steps& out) {
  ViewState& v = state.views.at(group.operand);
  const View& view = *v.view;
  const RankState& top = state.ranks.at((*v.plans)[group.first].root);
  Expr begin, end;
  for (size_t l = group.first; l <= group.last; ++l) {
    bool compressed = view.levels[l].format != LevelFormat::Uncompressed;
    if (l == group.first && compressed) {
      std::tie(begin, end) = positions(v, l, state);
    } else if (l == group.first) {
      bool whole = !view.levels[l].tile && !enclosing_level(view.levels, l);
      Expr above = l == 0 ? lit(0) : mul(size_of(v.levels[l - 1].at), extent(view, l));
      bool other = extents_.at((*v.plans)[l].root) != view.levels[l].rank;
      auto cut = [&](const Expr& c) { return other ? least(size_of(c), extent(view, l)) : c; };
      // A tile whose snaps leave it nothing may begin behind its end.
      Expr lo = is_literal(top.lo, 0) ? top.lo : least(size_of(top.lo), size_of(top.hi));
      begin = add(above, whole ? cut(lo) : lit(0));
      end = add(above, whole ? cut(top.hi) : extent(view, l));
    } else {
      begin = first_child(view, l, begin);
      end = l == group.last && together(at) && counts_positions(view) ? elements_param(view)
                                                                      : first_child(view, l, end);
    }
    std::string base = view.name + "_" + level_name(view.levels[l]);
    std::string from = names_.fresh(base + "_from"), to = names_.fresh(base + "_to");
    Type type = compressed ? Type::Pos : Type::Size;
    if (!literal(begin)) {
      out.push_back(let(from, type, begin, at.range));
      begin = var(from);
    }
    out.push_back(let(to, type, end, at.range));
    end = var(to);
    v.tuples.push_back({begin, end, end});
  }
  state.ranks.at(at.loop.root) = {begin, end, nullptr, true, unaligned, top.lo, top.hi, {}};
}

// Whether the last level has a position for each element that the caller counts, and no more.
bool Lowering::counts_positions(const View& view) const {
  const Tensor& tensor = *program_.tensor(view.tensor);
  return tensor.role == Role::Input && !view.resorted && view.like.empty() &&
         std::ranges::equal(view.levels, tensor.levels, {}, &Level::format, &Level::format) &&
         view.levels.back().format == LevelFormat::Compressed;
}

// Given with the launch: every block would wait for the last segment.
Expr Lowering::elements_param(const View& view) {
  const Expr count = var(count_of(*program_.tensor(view.tensor), program_));
  for (const Param& p : kernel_.params)
    if (p.value && same(p.value, count)) return var(p.name);
  kernel_.params.push_back(size_param(names_.fresh(view.name + "_elements"), count));
  return var(kernel_.params.back().name);
}

Expr Lowering::first_child(const View& view, size_t l, const Expr& parent) {
  switch (view.levels[l].format) {
    case LevelFormat::Uncompressed:
      return mul(parent, extent(view, l));
    case LevelFormat::Compressed:
      return is_literal(parent, 0) ? parent : read(segments_name(view, l), parent);
    case LevelFormat::Bitmask:
      break;
  }
  return read(bases_name(view, l), mul(size_of(parent), words(view, l)));
}

Stmt Lowering::runs_of_tuples(const Where& at, const Group& group, NestState& state) {
  if (at.loop.merged) return merged_runs(at, group, state);
  RankState& r = state.ranks.at(at.loop.root);
  const Expr begin = r.lo, end = r.hi;
  Steps body;
  Expr beyond = add(var(at.loop.var), at.loop.tile), last = end;
  r.lo = var(at.loop.var);
  if (r.whole > 0 && divides(at.loop.tile, r.whole) && *literal(at.loop.tile) % quad == 0) {
    r.hi = beyond;
    r.whole = *literal(at.loop.tile);
  } else {
    std::string next = names_.fresh(at.loop.var + "_end");
    body.push_back(let(next, Type::Size, least(size_of(end), beyond), at.range));
    r.hi = var(next);
    r.whole = 0;
  }
  begin_run(at, begin, state, body);
  if (together(at) && kernel_.carry->run == at.loop.rank) {
    sum_fibers(at, group, state, body);
    last = most(size_of(end), add(begin, lit(1)));  // a run for fibers without a tuple
  } else {
    body.push_back(lower(at.loop.body, state));
  }
  return make_stmt(For{at.loop.var, Type::Size, begin, last, at.loop.tile, at.worker, body.close()},
                   at.range);
}

Stmt Lowering::walk_tuples(const Where& at, const Group& group, NestState& state) {
  ViewState& v = state.views.at(group.operand);
  const RankState range = state.ranks.at(at.loop.root);
  Steps head, body;
  Expr p = var(at.loop.var), first = range.lo;
  const size_t top = first_walked(at, group);
  for (size_t l = group.last; l > top; --l) {
    v.levels[l].at = p;
    p = parent_of(at, group, l, p, first, head, body, state);
  }
  v.levels[top].at = p;
  for (size_t l = top; l <= group.last; ++l) bind_tuple(at, group, l, range, state, body);
  state.ranks.at(at.loop.root).coord = var(at.loop.var);
  const bool each_is_run = kernel_.carry && kernel_.carry->root == at.loop.root && !together(at) &&
                           at.loop.tuples == Tuples::Each;
  auto lanes = each_is_run || together(at) ? std::nullopt : tuples_in_lanes(at, range, state, body);
  if (each_is_run) bind_key(at, state, body);
  locate(state, body);
  const bool in_quad = together(at) && range.whole == quad && at.worker.empty();
  Stmt inner;
  if (together(at)) {
    inner = product_stored(at, state, body);
    const auto& own = state.carry.own;
    const Expr position = size_of(var(at.loop.var));
    if (own.end && !in_quad)
      inner = if_then(both(at_most(own.begin, position), less(position, own.end)), inner, at.range);
  } else {
    body.push_back(lower(at.loop.body, state));
    inner = body.close();
  }
  For loop{at.loop.var, position_type(group), range.lo, range.hi, lit(1), at.worker, inner};
  if (lanes) {
    head.push_back(by_lanes(at, loop, *lanes));
    return head.close();
  }
  head.push_back(in_quad ? quad_of_tuples(at, group, state, loop) : make_stmt(loop, at.range));
  return head.close();
}

void Lowering::bind_tuple(const Where& at, const Group& group, size_t l, const RankState& range,
                          NestState& state, Steps& body) {
  const ViewState& v = state.views.at(group.operand);
  const View& view = *v.view;
  const Level& stored = view.levels[l];
  const LevelPlan& plan = (*v.plans)[l];
  const Expr& p = v.levels[l].at;
  Expr number;  // of the coordinate, or of the tile
  bool compressed = stored.format != LevelFormat::Uncompressed;
  const bool known_parent = l > 0 && v.levels[l - 1].at;
  Expr parent = known_parent ? size_of(v.levels[l - 1].at) : lit(0);
  if (compressed) {
    Expr first = mul(parent, words(view, l));
    number = ordinal_at(v, l, first, add(first, words(view, l)), p, state);
  } else {
    number = add(sub(p, mul(parent, extent(view, l))), first_ordinal(v, l, state));
  }
  auto e = enclosing_level(view.levels, l);
  for (const Joined& j : at.loop.joined) {
    if (j.root != plan.root || !j.tile != !stored.tile) continue;
    if (stored.tile) {
      if (plan.loop != j.rank) continue;
      body.push_back(let(j.var, Type::Size, mul(size_of(number), size_of(stored.tile)), at.range));
      state.tiles[j.rank] = var(j.var);
      continue;
    }
    const RankState before = state.ranks.at(plan.root);
    if (!compressed && e) {  // padding may lead beyond what coordinates count
      std::string padded_number = names_.fresh(j.var + "_number");
      body.push_back(let(padded_number, Type::Size, number, at.range));
      body.require(less(var(padded_number), var(stored.rank)), at.range);
      number = var(padded_number);
    }
    body.push_back(
        let(j.var, Type::Coord, compressed ? number : call("coord", {number}), at.range));
    bind(plan.root, j.var, var(j.var), state);
    // The interval that the range of positions was opened with needs no test, nor does one that the
    // levels above are stored by; padding does.
    bool opened =
        l == group.first && !e && before.lo == range.opened_lo && before.hi == range.opened_hi;
    bool padded = !compressed && e;
    if (padded) {
      const Level& around = view.levels[*e];
      body.require(
          equal(tile_of(around.tile, around.snaps, var(j.var)), start(v, *e, state, nullptr)),
          at.range);
    }
    bool beyond = l > group.first && extents_.at(plan.root) != stored.rank;
    if (padded || beyond || (before.narrowed && !opened && !stored_apart(v, l, before)))
      body.require(both(at_most(before.lo, var(j.var)), less(var(j.var), before.hi)), at.range);
  }
}

Expr Lowering::parent_of(const Where& at, const Group& group, size_t l, const Expr& p, Expr& first,
                         Steps& head, Steps& body, const NestState& state) {
  const ViewState& v = state.views.at(group.operand);
  const View& view = *v.view;
  std::string name = position_name(group.operand, l - 1, state);
  if (view.levels[l].format == LevelFormat::Uncompressed) {
    body.push_back(let(name, Type::Size, div(p, extent(view, l)), at.range));
    first = div(first, most(extent(view, l), size_of(lit(1))));  // also where nothing is stored
    return var(name);
  }
  if (view.levels[l].format == LevelFormat::Bitmask)
    return parent_of_bit(at, group, l, p, first, head, body, state);
  Type type = view.levels[l - 1].format == LevelFormat::Uncompressed ? Type::Size : Type::Pos;
  Expr segments = var(segments_name(view, l));
  const auto& [begin, end, last] = v.tuples[l - 1 - group.first];
  auto owner = [&](const Expr& of) { return call("owner", {segments, begin, end, of}); };
  // Workers take turns, so each searches; alone, the next position's owner is near.
  if (!at.worker.empty()) {
    body.push_back(let(name, type, owner(p), at.range));
    return var(name);
  }
  head.push_back(changing(name, type, owner(first), at.range));
  first = var(name);
  body.push_back(assign(first, AssignOp::Set, call("climb", {segments, first, last, p}), at.range));
  return first;
}

}  // namespace teaal::passes
