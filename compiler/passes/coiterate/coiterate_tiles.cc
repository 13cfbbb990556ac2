#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/ir/levels.h"
#include "compiler/ir/names.h"
#include "compiler/passes/coiterate/lowering.h"

namespace teaal::passes {

using namespace ir;

Stmt Lowering::tile_loop(const Where& at, const std::vector<OpenFiber>& fibers, NestState& state) {
  if (state.ranks.at(at.loop.root).coord) return known_tile(at, state);
  if (at.loop.growth.most) return grown_tiles(at, state);
  if (!at.loop.leader.empty()) return led_tiles(at, state);
  if (!at.worker.empty()) return all_tiles(at, state);
  // Threads with fibers of their own meet at the fills inside.
  if (state.active && fills(at.loop, state)) return dense_tiles(at, state);
  for (const OpenFiber& f : fibers)
    if (view_of(f.operand).levels[f.level].tile) return stored_tiles(at, f, state);
  std::vector<OpenFiber> bits = open_fibers(at.loop, LevelFormat::Bitmask, state);
  std::erase_if(bits, [&](const OpenFiber& f) { return !view_of(f.operand).levels[f.level].tile; });
  if (!bits.empty()) return walk_bits(at, bits, state);
  return fibers.empty() ? all_tiles(at, state) : tiles_of_fiber(at, fibers, state);
}

Stmt Lowering::known_tile(const Where& at, NestState& state) {
  Expr coord = state.ranks.at(at.loop.root).coord;
  return single_tile(
      at, at.loop.leader.empty() ? tile_of(at.loop.tile, at.loop.snaps, coord) : coord, state);
}

Stmt Lowering::single_tile(const Where& at, const Expr& tile, NestState& state) {
  Stmt body = lower(at.loop.body, state);
  if (at.worker.empty()) return block({let(at.loop.var, Type::Size, tile, at.range), body});
  return make_stmt(For{at.loop.var, Type::Size, tile, add(tile, lit(1)), lit(1), at.worker, body},
                   at.range);
}

Stmt Lowering::led_tiles(const Where& at, NestState& state) {
  ViewState* view = nullptr;
  size_t level = 0;
  // A term without the leader is not cut: its elements must survive.
  if (!find_led_level(at.loop, state, view, level))
    return single_tile(at, state.ranks.at(at.loop.root).lo, state);
  if (view->levels[level].open()) return runs_of(at, *view, level, state);
  if (view->view->levels[level].format == LevelFormat::Uncompressed) return even_runs(at, state);
  diagnostics_.error(
      Code::Unsupported, at.range,
      fmt::format("unsupported: splitting {} by the occupancy of {} before the ranks "
                  "above it in {} have a coordinate; move {} behind them in the "
                  "loop order",
                  at.loop.root, at.loop.leader, at.loop.leader, at.loop.rank));
  return lower(at.loop.body, state);
}

bool Lowering::find_led_level(const ForRank& loop, NestState& state, ViewState*& view,
                              size_t& level) {
  std::string bottom;
  for (const auto& [var, root] : root_of_)
    if (root == loop.root) bottom = var;
  // An open fiber before a level that is not walked, the rank's own before one that is tied to it.
  int best = 0;
  for (auto& [operand, v] : state.views)
    for (size_t l = 0; tensor_of(operand) == loop.leader && l < v.levels.size(); ++l) {
      const LevelPlan& plan = (*v.plans)[l];
      if (v.view->levels[l].tile || !plan.needs.contains(bottom)) continue;
      int merit = 1 + (v.levels[l].open() ? 2 : 0) + (plan.root == loop.root ? 1 : 0);
      if (merit <= best) continue;
      best = merit;
      view = &v;
      level = l;
    }
  return best > 0;
}

Stmt Lowering::even_runs(const Where& at, NestState& state) {
  RankState& r = state.ranks.at(at.loop.root);
  const Expr lo = r.lo, hi = r.hi;
  Steps body;
  std::string end = names_.fresh(at.loop.var + "_end");
  body.push_back(let(end, Type::Size, least(hi, add(var(at.loop.var), at.loop.tile)), at.range));
  r.cut(var(at.loop.var), var(end), unaligned, "");
  narrow(at.loop.root, state, body);
  if (at.worker.empty()) state.turn = {at.loop.var, lo, at.loop.tile};
  body.push_back(lower(at.loop.body, state));
  return make_stmt(For{at.loop.var, Type::Size, lo, hi, at.loop.tile, at.worker, body.close()},
                   at.range);
}

Stmt Lowering::runs_of(const Where& at, ViewState& v, size_t l, NestState& state) {
  state.dense = false;
  RankState& r = state.ranks.at(at.loop.root);
  LevelState& level = v.levels[l];
  const auto [begin, end] = positions(v, l, state);
  const Expr from = level.begin, to = level.end, lo = r.lo, hi = r.hi;
  std::string base = v.view->name + "_" + at.loop.root;
  std::string run = names_.fresh(base + "_run"), q = names_.fresh(base + "_run_begin"),
              next = names_.fresh(base + "_run_end"), last = names_.fresh(at.loop.var + "_end");
  // Index math may lead from outside the rank's interval.
  bool own = (*v.plans)[l].root == at.loop.root;
  auto cut = [&](const std::string& p) {
    Expr c = ordinal_at(v, l, from, to, var(p), state);
    return own ? c : least(size_of(hi), most(size_of(lo), size_of(c)));
  };
  Steps body;
  // Of a run whose rest holds zeros all parts are walked, one spelled out behind the other.
  constexpr int64_t most_parts = 8;
  const int64_t size = literal(at.loop.tile).value_or(0);
  const bool in_parts = size > 0 && state.run && state.run->whole && own &&
                        state.run->is(from, to) && state.run->size % size == 0 &&
                        v.view->levels[l].format == LevelFormat::Compressed;
  const bool spelled = in_parts && at.worker.empty() && state.run->size / size <= most_parts &&
                       !has_fills(at.loop.body);
  const int64_t parts = spelled ? state.run->size / size : 0;
  const std::string turn = spelled ? names_.fresh(run + "_turn") : "";
  if (spelled)
    body.push_back(let(run, Type::Size, add(size_of(begin), mul(var(turn), lit(size))), at.range));
  // A run may be longer than positions count.
  const Expr part_end = add(var(run), at.loop.tile);
  Expr beyond = spelled ? part_end : least(size_of(end), part_end);
  body.push_back(let(q, Type::Pos, call("pos", {var(run)}), at.range));
  body.push_back(let(next, Type::Pos, call("pos", {beyond}), at.range));
  body.push_back(
      let(at.loop.var, Type::Size, call("select", {equal(var(q), begin), lo, cut(q)}), at.range));
  body.push_back(
      let(last, Type::Size, call("select", {equal(var(next), end), hi, cut(next)}), at.range));
  r.cut(var(at.loop.var), var(last), unaligned, "");
  if (own && v.view->levels[l].format == LevelFormat::Compressed) {
    level.begin = var(q);
    level.end = var(next);
    state.run = {level.begin, level.end, size, at.loop.root, in_parts};
  }
  cut_followers(at.loop, level, state, body);
  if (at.worker.empty()) state.turn = {run, begin, at.loop.tile};
  drop_leader(at.loop, state);
  body.push_back(lower(at.loop.body, state));
  if (spelled)
    return make_stmt(For{turn, Type::Int, lit(0), lit(parts), lit(1), "", body.close(), true},
                     at.range);
  return make_stmt(For{run, Type::Size, begin, end, at.loop.tile, at.worker, body.close()},
                   at.range);
}

// A copy that says where runs end has what its tensor has: behind the last of its runs nobody asks
// whether an element of that is in the copy, too.
void Lowering::drop_leader(const ForRank& loop, NestState& state) const {
  bool inside = false, again = false;
  for (const Nest::Loop& l : nest_.loops) {
    again |= inside && l.loop.root == loop.root && l.loop.leader == loop.leader;
    inside |= l.loop.rank == loop.rank;
  }
  if (!again) state.views.erase(loop.leader + "#" + loop.rank);
}

void Lowering::cut_followers(const ForRank& loop, const LevelState& led, NestState& state,
                             Steps& out) {
  const RankState& r = state.ranks.at(loop.root);
  for (auto& [operand, v] : state.views)
    for (size_t l = 0; l < v.levels.size(); ++l)
      if (&v.levels[l] != &led && (*v.plans)[l].root == loop.root && v.levels[l].open() &&
          v.view->levels[l].format == LevelFormat::Compressed)
        narrow(v, l, r, out);
}

// Where tiles end the others before them tell: of several workers each goes through all.
Stmt Lowering::grown_tiles(const Where& at, NestState& state) {
  const RankState range = state.ranks.at(at.loop.root);
  const std::string end = names_.fresh(at.loop.var + "_end");
  const auto end_of = [&](const std::string& begin) {
    return grown_end(at.loop, var(begin), range.hi, state);
  };
  const std::string first = names_.fresh(at.loop.var + "_first"),
                    number = names_.fresh(at.loop.var + "_number"),
                    turn = names_.fresh(at.loop.var + "_turn");
  const Stmt end_here = let(end, Type::Size, end_of(at.loop.var), at.range);
  const auto tile = [&] { return grown_tile(at, var(end), state); };
  const Stmt begun = changing(first, Type::Size, range.lo, at.range),
             here = let(at.loop.var, Type::Size, var(first), at.range);
  const Expr is_left = less(var(first), range.hi);
  if (at.worker.empty())
    return block(
        {begun,
         make_stmt(While{is_left, block({here, end_here, tile(),
                                         assign(var(first), AssignOp::Set, var(end), at.range)})},
                   at.range)});
  const Stmt pass = block({assign(var(first), AssignOp::Set, end_of(first), at.range),
                           assign(var(number), AssignOp::Add, lit(1), at.range)});
  const Stmt find = make_stmt(While{both(less(var(number), var(turn)), is_left), pass}, at.range);
  const Expr most_tiles = sub(ceil_div(range.hi, at.loop.tile), div(range.lo, at.loop.tile));
  return block(
      {begun, changing(number, Type::Size, lit(0), at.range),
       make_stmt(For{turn, Type::Size, lit(0), most_tiles, lit(1), at.worker,
                     block({find, if_then(is_left, block({here, end_here, tile()}), at.range)})},
                 at.range)});
}

Stmt Lowering::grown_tile(const Where& at, const Expr& end, NestState& state) {
  RankState& r = state.ranks.at(at.loop.root);
  const bool aligned = r.aligned_to == 0 || divides(at.loop.tile, r.aligned_to);
  r.cut(var(at.loop.var), end, aligned ? *literal(at.loop.tile) : unaligned, "");
  Steps out;
  narrow(at.loop.root, state, out);
  out.push_back(lower(at.loop.body, state));
  return out.close();
}

// In numbers of smaller tiles: it has one at least. Of a rank that grows with it the tile has one
// to begin with, else what the loops leave.
Expr Lowering::grown_end(const ForRank& loop, const Expr& begin, const Expr& reach,
                         const NestState& state) const {
  const Growth& growth = loop.growth;
  const View& counts = *program_.view(growth.counts);
  const auto side = [&](const std::string& root, const Expr& first, const Expr& last, bool begun) {
    const auto rank =
        static_cast<size_t>(std::ranges::find(growth.roots, root) - growth.roots.begin());
    const Expr& tile = growing_loop(nest_, root)->tile;
    const Expr number = div(first, tile), end = ceil_div(last, tile);
    return std::vector<Expr>{number, begun ? least(end, add(number, lit(1))) : end, end,
                             level_span(counts.levels, rank + 1)};
  };
  std::vector<Expr> args = {var(values_name(counts))}, other = {lit(0), lit(1), lit(1), lit(0)};
  for (const std::string& root : growth.roots)
    if (root != loop.root) {
      const RankState& r = state.ranks.at(root);
      other = side(root, r.lo, r.hi, grows_with(loop, root));
    }
  const std::vector<Expr> own = side(loop.root, begin, reach, true);
  args.insert(args.end(), own.begin(), own.end());
  args.insert(args.end(), other.begin(), other.end());
  args.push_back(growth.most);
  return least(reach, mul(call("grown", args), size_of(loop.tile)));
}

// The n-th growing loops of all ranks make one tile.
bool Lowering::grows_with(const ForRank& loop, const std::string& root) const {
  size_t own = 0, others = 0;
  for (const Nest::Loop& l : nest_.loops) {
    if (!l.loop.growth.most) continue;
    if (l.loop.rank == loop.rank) return others <= own;
    own += l.loop.root == loop.root ? 1 : 0;
    others += l.loop.root == root ? 1 : 0;
  }
  return false;
}

Expr Lowering::tile_of(const Expr& tile, const std::vector<Expr>& snaps, const Expr& c) {
  return mul(div(snapped(snaps, c), tile), size_of(tile));
}

Expr Lowering::first_of(const ForRank& loop, Expr t) {
  for (const Expr& snap : loop.snaps) t = mul(ceil_div(t, snap), size_of(snap));
  return t;
}

Stmt Lowering::all_tiles(const Where& at, NestState& state) {
  if (may_pass_over(at, state))
    if (const auto ahead = levels_ahead(at, state);
        !ahead.empty() && !(state.parted && std::ranges::any_of(ahead, &Ahead::dear)))
      return tiles_ahead(at, ahead, state);
  return dense_tiles(at, state);
}

Expr Lowering::first_tile(const Where& at, const RankState& range) {
  const bool aligned = range.aligned_to == 0 || divides(at.loop.tile, range.aligned_to);
  return aligned && at.loop.snaps.empty() ? range.lo
                                          : tile_of(at.loop.tile, at.loop.snaps, range.lo);
}

Stmt Lowering::dense_tiles(const Where& at, NestState& state) {
  const RankState before = state.ranks.at(at.loop.root);
  Steps body;
  narrow_to_tile(at, state, body);
  Expr begin = first_tile(at, before);
  tell_all_tiles(at, state);
  if (at.worker.empty() && at.loop.spelled.turns == 0)
    state.turn = {at.loop.var, begin, at.loop.tile};
  const Expr stored = holds_something(at, state);
  Stmt inner = inside_tile(at, state);
  body.push_back(stored ? if_then(stored, inner, at.range) : inner);
  count_turn(state, body);
  if (at.loop.spelled.turns)
    return spell_out(at, {begin, before.hi, at.loop.tile, before.whole}, body.close());
  return make_stmt(
      For{at.loop.var, Type::Size, begin, before.hi, at.loop.tile, at.worker, body.close()},
      at.range);
}

Expr Lowering::holds_something(const Where& at, const NestState& state) const {
  bool tiles_inside = false;
  for_each_stmt(at.loop.body, [&](const Stmt& s) {
    const auto* loop = as<ForRank>(s);
    tiles_inside |= loop && loop->tile && loop->root != at.loop.root;
  });
  // Elsewhere elements of skipped tiles would have to be written first, and threads meet at fills.
  if (!tiles_inside || !view_of(output_).points || fills(at.loop, state) || state.active)
    return nullptr;
  Expr all;
  for (const OpenFiber& f : open_fibers(at.loop, LevelFormat::Compressed, state)) {
    if (state.views.at(f.operand).levels[f.level].of_tile) continue;  // it is looked up itself
    Expr some = less(f.begin, f.end);
    all = all ? both(all, some) : some;
  }
  return all;
}

void Lowering::tell_all_tiles(const Where& at, NestState& state) {
  const bool listed = std::ranges::any_of(state.views, [&](const auto& view) {
    const ViewState& v = view.second;
    for (size_t l = 0; l < v.levels.size(); ++l)
      if ((*v.plans)[l].root == at.loop.root && v.view->levels[l].format == LevelFormat::Compressed)
        return view.first != output_;
    return false;
  });
  if (!listed || state.all_tiles.root == at.loop.root) return;
  if (!state.all_tiles.root.empty() && !std::exchange(told_all_tiles_, true))
    program_.notes.push_back(
        fmt::format("{}: {} visits all of its tiles, stored or not, in each tile of {}: at large "
                    "extents a loop over whole ranks, or larger tiles, take less",
                    kernel_.name, at.loop.rank, state.all_tiles.rank));
  state.all_tiles = {at.loop.rank, at.loop.root};
}

bool Lowering::divides(const Expr& tile, int64_t of) {
  auto t = literal(tile);
  return t && of % *t == 0;
}

void Lowering::narrow_to_tile(const Where& at, NestState& state, Steps& out) {
  RankState& r = state.ranks.at(at.loop.root);
  Expr t = var(at.loop.var);
  if (r.whole > 0 && at.loop.snaps.empty() && divides(at.loop.tile, r.whole)) {
    const int64_t tile = *literal(at.loop.tile);
    const bool again = r.last_tile && is_innermost(at.loop);
    if (again) {
      const std::string begin = names_.fresh(at.loop.var + "_begin");
      out.push_back(let(begin, Type::Size, least(t, r.last_tile), at.range));
      t = var(begin);
    }
    r.cut(t, add(t, at.loop.tile), again ? unaligned : tile, at.loop.rank);
    r.whole = tile;
    return narrow(at.loop.root, state, out);
  }
  Expr lo = first_of(at.loop, t), hi = first_of(at.loop, add(t, at.loop.tile));
  bool starts_here =
      r.aligned_to == 0 || (at.loop.snaps.empty() && divides(at.loop.tile, r.aligned_to));
  if (!starts_here) lo = most(r.lo, lo);
  std::string begin = names_.fresh(at.loop.var + "_begin"),
              end = names_.fresh(at.loop.var + "_end");
  if (!as<Var>(lo)) {
    out.push_back(let(begin, Type::Size, lo, at.range));
    lo = var(begin);
  }
  out.push_back(let(end, Type::Size, least(r.hi, hi), at.range));
  bool simple = at.loop.snaps.empty() && starts_here;
  r.cut(lo, var(end), simple ? literal(at.loop.tile).value_or(unaligned) : unaligned, at.loop.rank);
  narrow(at.loop.root, state, out);
}

bool Lowering::is_innermost(const ForRank& tiles) const {
  const ForRank* last = nullptr;
  for (const Nest::Loop& l : nest_.loops)
    if (l.loop.tile && l.loop.root == tiles.root) last = &l.loop;
  return last && last->rank == tiles.rank;
}

Stmt Lowering::stored_tiles(const Where& at, const OpenFiber& leader, NestState& state) {
  state.dense = false;
  std::string p = position_name(leader.operand, leader.level, state);
  set_position(leader, var(p), state);
  Expr tile = mul(size_of(read(leader.coords, var(p))), size_of(at.loop.tile));
  Steps body;
  body.push_back(let(at.loop.var, Type::Size, tile, at.range));
  narrow_to_tile(at, state, body);
  state.turn = {p, leader.begin, lit(1)};
  body.push_back(inside_tile(at, state));
  return make_stmt(For{p, Type::Pos, leader.begin, leader.end, lit(1), "", body.close()}, at.range);
}

Stmt Lowering::inside_tile(const Where& at, NestState& state) {
  state.tiles[at.loop.rank] = var(at.loop.var);
  state.bound.insert(at.loop.var);
  Steps out;
  locate(state, out);
  ask(at, state, out);
  out.push_back(lower(at.loop.body, state));
  return out.close();
}

Stmt Lowering::tiles_of_fiber(const Where& at, const std::vector<OpenFiber>& fibers,
                              NestState& state) {
  state.dense = false;
  const OpenFiber& leader = fibers[0];
  std::string p = position_name(leader.operand, leader.level, state);
  Steps body;
  body.push_back(let(at.loop.var, Type::Size,
                     tile_of(at.loop.tile, at.loop.snaps, read(leader.coords, var(p))), at.range));
  LevelState& level = state.views.at(leader.operand).levels[leader.level];
  level.begin = var(p);
  cursors_.insert(p);
  narrow_to_tile(at, state, body);
  cursors_.erase(p);
  Expr next = level.end, nonempty;
  for (size_t i = 1; i < fibers.size(); ++i) {
    const LevelState& other = state.views.at(fibers[i].operand).levels[fibers[i].level];
    Expr some = less(other.begin, other.end);
    nonempty = nonempty ? both(nonempty, some) : some;
  }
  Stmt inner = inside_tile(at, state);
  body.push_back(nonempty ? if_then(nonempty, inner, at.range) : inner);
  body.push_back(assign(var(p), AssignOp::Set, next, at.range));
  count_turn(state, body);
  return block({changing(p, Type::Pos, leader.begin, at.range),
                make_stmt(While{less(var(p), leader.end), body.close()}, at.range)});
}

}  // namespace teaal::passes
