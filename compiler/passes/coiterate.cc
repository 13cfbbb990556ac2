#include "compiler/passes/coiterate.h"

#include <fmt/format.h>

#include <functional>
#include <set>

#include "compiler/ir/names.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"
#include "compiler/support/match.h"

namespace teaal::passes {

std::string segments_name(const ir::View& v, size_t level) {
  return v.name + "_" + v.levels[level].rank + "_segments";
}
std::string coords_name(const ir::View& v, size_t level) {
  return v.name + "_" + v.levels[level].rank + "_coords";
}
std::string values_name(const ir::View& v) { return v.name + "_values"; }

namespace {

using namespace ir;

constexpr int64_t unaligned = 1;

class Lowering {
 public:
  Lowering(Program& program, Kernel& kernel, Diagnostics& diagnostics)
      : program_(program), kernel_(kernel), diagnostics_(diagnostics) {
    outputs_ = output_roots(nest_of(kernel.body));
    output_ = as<Access>(assignment(kernel.body).target)->tensor;
    reserve_names();
  }

  void run() {
    NestState state = initial();
    std::vector<Stmt> out;
    locate(state, out);
    out.push_back(lower(kernel_.body, state));
    kernel_.body = block(std::move(out));
    kernel_.schedule.meetings.clear();
    add_params();
    if (needs_zero_ && !kernel_.accumulates) add_zero_step();
  }

 private:
  // The loops of a kernel whose innermost reductions already stand in a block with their sum.
  static Nest nest_of(const Stmt& body) {
    Nest nest;
    for_each_stmt(body, [&](const Stmt& s) {
      if (const auto* loop = as<ForRank>(s)) nest.loops.push_back({*loop, s->where});
    });
    nest.body = body;
    return nest;
  }

  void reserve_names() {
    for (const Tensor& t : program_.tensors)
      for (const std::string& rank : t.ranks) names_.take(rank);
    for (const Symbol& s : program_.symbols) names_.take(s.name);
    for (const std::string& s : program_.scalars) names_.take("scalar_" + s);
    for (const View& v : program_.views)
      for (size_t l = 0; l <= v.levels.size(); ++l) {
        if (l < v.levels.size()) names_.take(segments_name(v, l)), names_.take(coords_name(v, l));
        names_.take(values_name(v));
      }
    for_each_stmt(kernel_.body, [&](const Stmt& s) {
      if (const auto* loop = as<ForRank>(s)) names_.take(loop->var);
      if (const auto* named = as<Let>(s)) names_.take(named->var);
    });
  }

  NestState initial() {
    NestState state;
    for_each_stmt(kernel_.body, [&](const Stmt& s) {
      if (const auto* loop = as<ForRank>(s))
        state.ranks[loop->root] = {lit(0), var(loop->root), nullptr, false, 0};
    });
    for_each_expr(kernel_.body, [&](const Expr& e) {
      if (const auto* a = as<Access>(e))
        if (!state.views.contains(a->tensor)) {
          const View* view = view_of(*a);
          used_.push_back(view);
          state.views[a->tensor] = {view, std::vector<LevelState>(view->levels.size())};
        }
    });
    return state;
  }

  // The view made for this kernel: of several, the one whose levels this loop order can walk.
  const View* view_of(const Access& a) const {
    std::map<std::string, size_t> depth;
    Nest nest = nest_of(kernel_.body);
    for (size_t i = 0; i < nest.loops.size(); ++i)
      if (!nest.loops[i].loop.tile) depth[nest.loops[i].loop.root] = i;
    for (const View& v : program_.views)
      if (v.tensor == a.tensor && walkable(v, depth)) return &v;
    return nullptr;
  }

  static bool walkable(const View& v, const std::map<std::string, size_t>& depth) {
    size_t deepest = 0;
    for (const Level& level : v.levels) {
      size_t at = depth.at(level.rank);
      if (level.format == LevelFormat::Compressed && at < deepest) return false;
      deepest = std::max(deepest, at);
    }
    return true;
  }

  // ---- Statements ----

  Stmt lower(const Stmt& s, const NestState& state) {
    return match(
        s->kind,
        [&](const ir::Block& n) {
          std::vector<Stmt> out;
          for (const Stmt& child : n.stmts) out.push_back(lower(child, state));
          return block(std::move(out));
        },
        [&](const ForRank& n) { return lower_loop(n, s->where, state); },
        [&](const Let& n) {
          return make_stmt(Let{n.var, n.type, lower(n.value, state), n.changes}, s->where);
        },
        [&](const Assign& n) { return lower_assign(n, s->where, state); },
        [&](const If& n) {
          NestState inside = state;
          inside.dense = false;
          return if_then(lower(n.cond, state), lower(n.body, inside), s->where);
        },
        [&](const auto&) { return s; });
  }

  Stmt lower_assign(const Assign& n, const SourceRange& where, const NestState& state) {
    if (as<Access>(n.target)) needs_zero_ |= n.op == AssignOp::Add || !state.dense;
    return assign(lower(n.target, state), n.op, lower(n.value, state), where);
  }

  static Expr lower(const Expr& e, const NestState& state) {
    return rewrite(e, [&](const Expr& node) {
      const auto* a = as<Access>(node);
      if (!a) return node;
      const ViewState& v = state.views.at(a->tensor);
      return read(values_name(*v.view), v.levels.empty() ? lit(0) : v.levels.back().at);
    });
  }

  // ---- Loops ----

  Stmt lower_loop(const ForRank& loop, const SourceRange& where, NestState state) {
    std::vector<OpenFiber> fibers = open_fibers(loop, state);
    bool reduction = !outputs_.contains(loop.root);
    std::vector<Stmt> out;
    bool shared = loop.place != Place::Time;
    if (shared && !loop.tile && own_by_coordinate(loop, fibers, reduction, state)) {
      take_chunk(loop, state, out, where);
      fibers = open_fibers(loop, state);
      shared = false;
    }
    Where at{loop, where, shared ? loop.rank : ""};
    state.under_reduction |= reduction;
    out.push_back(loop.tile ? tile_loop(at, fibers, state) : bottom_loop(at, fibers, state));
    return block(std::move(out));
  }

  struct Where {
    const ForRank& loop;
    const SourceRange& range;
    std::string worker;
  };

  // A worker must meet the same output coordinates in every iteration of a reduction around it, and
  // merging fibers need a contiguous piece: then workers share coordinates, not positions.
  bool own_by_coordinate(const ForRank& loop, const std::vector<OpenFiber>& fibers, bool reduction,
                         const NestState& state) const {
    if (fibers.empty()) return false;
    Meet meet = bound_meet(loop);
    bool merges = fibers.size() > 1 && (meet == Meet::TwoFinger || meet == Meet::SkipAhead);
    return merges || (!reduction && state.under_reduction);
  }

  // Narrows the rank to this worker's even piece of the interval.
  void take_chunk(const ForRank& loop, NestState& state, std::vector<Stmt>& out,
                  const SourceRange& where) {
    RankState& r = state.ranks.at(loop.root);
    Expr rank = var(loop.rank);
    std::string piece = names_.fresh(loop.var + "_piece"), lo = names_.fresh(loop.var + "_begin"),
                hi = names_.fresh(loop.var + "_end");
    Expr length = size_of(sub(r.hi, r.lo));
    out.push_back(let(piece, Type::Size, ceil_div(length, call("workers", {rank})), where));
    out.push_back(let(lo, Type::Size,
                      least(r.hi, add(r.lo, mul(var(piece), call("worker", {rank})))), where));
    out.push_back(let(hi, Type::Size, least(r.hi, add(var(lo), var(piece))), where));
    r = {var(lo), var(hi), nullptr, true, unaligned};
    narrow(loop.root, state, out);
  }

  std::vector<OpenFiber> open_fibers(const ForRank& loop, const NestState& state) const {
    std::vector<OpenFiber> out;
    for (const Fiber& f : loop.over.fibers) {
      const ViewState& v = state.views.at(f.tensor);
      for (size_t l = 0; l < v.levels.size(); ++l)
        if (v.view->levels[l].rank == loop.root && v.levels[l].open())
          out.push_back({f.tensor, l, coords_name(*v.view, l), v.levels[l].begin, v.levels[l].end});
    }
    std::string leader = bound_leader(loop);
    std::stable_partition(out.begin(), out.end(),
                          [&](const OpenFiber& f) { return f.tensor == leader; });
    return out;
  }

  const Schedule::Meeting* meeting(const ForRank& loop) const {
    for (const Schedule::Meeting& m : kernel_.schedule.meetings)
      if (m.rank == loop.rank) return &m;
    return nullptr;
  }
  Meet bound_meet(const ForRank& loop) const {
    const Schedule::Meeting* m = meeting(loop);
    return m ? m->meet : Meet::Unchosen;
  }
  std::string bound_leader(const ForRank& loop) const {
    const Schedule::Meeting* m = meeting(loop);
    return m ? m->leader : "";
  }

  // ---- The bottom part: every coordinate ----

  Stmt bottom_loop(const Where& at, const std::vector<OpenFiber>& fibers, NestState& state) {
    if (fibers.empty()) return dense_loop(at, state);
    state.dense = false;
    if (fibers.size() == 1) return walk(at, fibers, state);
    Meet meet = bound_meet(at.loop);
    if (meet == Meet::Unchosen) {
      meet = at.worker.empty() ? Meet::SkipAhead : Meet::LeaderFollower;
      program_.notes.push_back(
          fmt::format("{}: at rank {} the fibers meet by {} (no intersector bound)", kernel_.name,
                      at.loop.rank, name_of(meet_names, meet)));
    }
    return meet == Meet::LeaderFollower ? walk(at, fibers, state) : merge(at, fibers, state, meet);
  }

  Stmt dense_loop(const Where& at, NestState& state) {
    RankState& r = state.ranks.at(at.loop.root);
    Expr lo = r.lo, hi = r.hi;
    Stmt body = inside(at, var(at.loop.var), state);
    return make_stmt(For{at.loop.var, Type::Coord, lo, hi, lit(1), at.worker, body}, at.range);
  }

  // The first fiber leads, the others are searched.
  Stmt walk(const Where& at, const std::vector<OpenFiber>& fibers, NestState& state) {
    const OpenFiber& leader = fibers[0];
    std::string position = position_name(leader, state);
    std::vector<Stmt> head = {
        let(at.loop.var, Type::Coord, read(leader.coords, var(position)), at.range)};
    set_position(leader, var(position), state);
    Expr found;
    for (size_t i = 1; i < fibers.size(); ++i) {
      const OpenFiber& f = fibers[i];
      std::string p = position_name(f, state);
      head.push_back(let(p, Type::Pos,
                         call("lower_bound", {var(f.coords), f.begin, f.end, var(at.loop.var)}),
                         at.range));
      Expr hit = both(less(var(p), f.end), equal(read(f.coords, var(p)), var(at.loop.var)));
      found = found ? both(found, hit) : hit;
      set_position(f, var(p), state);
    }
    Stmt body = inside(at, var(at.loop.var), state);
    head.push_back(found ? if_then(found, body, at.range) : body);
    return make_stmt(For{position, Type::Pos, leader.begin, leader.end, lit(1), at.worker,
                         block(std::move(head))},
                     at.range);
  }

  // Two-finger: all fingers at the lowest coordinate step. Skip-ahead: every finger gallops to the
  // highest.
  Stmt merge(const Where& at, const std::vector<OpenFiber>& fibers, NestState& state, Meet meet) {
    std::vector<Stmt> out, body, steps;
    std::vector<std::string> fingers, coords;
    Expr more, goal, match;
    for (const OpenFiber& f : fibers) {
      fingers.push_back(position_name(f, state));
      coords.push_back(names_.fresh(fingers.back() + "_coord"));
      out.push_back(changing(fingers.back(), Type::Pos, f.begin, at.range));
      body.push_back(
          let(coords.back(), Type::Coord, read(f.coords, var(fingers.back())), at.range));
      Expr here = less(var(fingers.back()), f.end), c = var(coords.back());
      more = more ? both(more, here) : here;
      goal = !goal ? c : meet == Meet::TwoFinger ? least(goal, c) : most(goal, c);
      set_position(f, var(fingers.back()), state);
    }
    Expr k = var(at.loop.var);
    for (const std::string& c : coords)
      match = match ? both(match, equal(var(c), k)) : equal(var(c), k);
    body.push_back(let(at.loop.var, Type::Coord, goal, at.range));
    body.push_back(if_then(match, inside(at, k, state), at.range));
    if (meet == Meet::TwoFinger)
      for (size_t i = 0; i < fingers.size(); ++i)
        body.push_back(assign(var(fingers[i]), AssignOp::Add,
                              call("advance", {equal(var(coords[i]), k)}), at.range));
    else
      gallop(at, fibers, fingers, match, body);
    out.push_back(make_stmt(While{more, block(std::move(body))}, at.range));
    return block(std::move(out));
  }

  void gallop(const Where& at, const std::vector<OpenFiber>& fibers,
              const std::vector<std::string>& fingers, const Expr& match, std::vector<Stmt>& body) {
    std::string goal = names_.fresh(at.loop.var + "_goal");
    body.push_back(
        let(goal, Type::Coord, add(var(at.loop.var), call("advance", {match})), at.range));
    for (size_t i = 0; i < fingers.size(); ++i)
      body.push_back(
          assign(var(fingers[i]), AssignOp::Set,
                 call("gallop", {var(fibers[i].coords), var(fingers[i]), fibers[i].end, var(goal)}),
                 at.range));
  }

  // ---- Upper parts: tiles ----

  Stmt tile_loop(const Where& at, const std::vector<OpenFiber>& fibers, NestState& state) {
    if (state.ranks.at(at.loop.root).coord) return known_tile(at, state);
    if (!at.loop.leader.empty()) return led_tiles(at, state);
    if (!at.worker.empty() || fibers.empty()) return dense_tiles(at, state);
    return tiles_of_fiber(at, fibers, state);
  }

  // The rank's coordinate is known already: there is one tile.
  Stmt known_tile(const Where& at, NestState& state) {
    Expr coord = state.ranks.at(at.loop.root).coord;
    return single_tile(at, at.loop.leader.empty() ? tile_of(at.loop, coord) : coord, state);
  }

  // One tile that changes nothing; of several workers the first takes it.
  Stmt single_tile(const Where& at, const Expr& tile, NestState& state) {
    Stmt body = lower(at.loop.body, state);
    if (at.worker.empty()) return block({let(at.loop.var, Type::Size, tile, at.range), body});
    return make_stmt(For{at.loop.var, Type::Size, tile, add(tile, lit(1)), lit(1), at.worker, body},
                     at.range);
  }

  // ---- Upper parts that follow a leader: runs of positions (uniform_occupancy) ----

  Stmt led_tiles(const Where& at, NestState& state) {
    auto view = state.views.find(at.loop.leader);
    // A term without the leader is not cut: its elements must survive.
    if (view == state.views.end()) return single_tile(at, state.ranks.at(at.loop.root).lo, state);
    ViewState& v = view->second;
    for (size_t l = 0; l < v.levels.size(); ++l) {
      if (v.view->levels[l].rank != at.loop.root) continue;
      if (v.levels[l].open()) return runs_of(at, v, l, state);
      if (v.view->levels[l].format == LevelFormat::Uncompressed) return even_runs(at, state);
    }
    diagnostics_.error(
        Code::Unsupported, at.range,
        fmt::format("unsupported: splitting {} by the occupancy of {} before the ranks "
                    "above it in {} have a coordinate; move {} behind them in the "
                    "loop order",
                    at.loop.root, at.loop.leader, at.loop.leader, at.loop.rank));
    return lower(at.loop.body, state);
  }

  // In an uncompressed rank every coordinate is occupied.
  Stmt even_runs(const Where& at, NestState& state) {
    RankState& r = state.ranks.at(at.loop.root);
    const Expr lo = r.lo, hi = r.hi;
    std::vector<Stmt> body;
    std::string end = names_.fresh(at.loop.var + "_end");
    body.push_back(let(end, Type::Size, least(hi, add(var(at.loop.var), at.loop.tile)), at.range));
    r = {var(at.loop.var), var(end), nullptr, true, unaligned};
    narrow(at.loop.root, state, body);
    body.push_back(lower(at.loop.body, state));
    return make_stmt(
        For{at.loop.var, Type::Size, lo, hi, at.loop.tile, at.worker, block(std::move(body))},
        at.range);
  }

  // Positions [q, q + tile) of the leader's fiber; the others are cut at the coordinates where runs
  // begin. The first run begins where the interval does, the last ends where it does.
  Stmt runs_of(const Where& at, ViewState& v, size_t l, NestState& state) {
    state.dense = false;
    RankState& r = state.ranks.at(at.loop.root);
    LevelState& level = v.levels[l];
    const Expr begin = level.begin, end = level.end, lo = r.lo, hi = r.hi;
    std::string coords = coords_name(*v.view, l), base = v.view->name + "_" + at.loop.root;
    std::string q = names_.fresh(base + "_run"), next = names_.fresh(base + "_run_end"),
                last = names_.fresh(at.loop.var + "_end");
    std::vector<Stmt> body;
    body.push_back(let(next, Type::Pos, least(end, add(var(q), at.loop.tile)), at.range));
    body.push_back(let(at.loop.var, Type::Size,
                       call("select", {equal(var(q), begin), lo, read(coords, var(q))}), at.range));
    body.push_back(let(last, Type::Size,
                       call("select", {equal(var(next), end), hi, read(coords, var(next))}),
                       at.range));
    r = {var(at.loop.var), var(last), nullptr, true, unaligned};
    level.begin = var(q);
    level.end = var(next);
    cut_followers(at.loop, state, body);
    body.push_back(lower(at.loop.body, state));
    return make_stmt(For{q, Type::Pos, begin, end, at.loop.tile, at.worker, block(std::move(body))},
                     at.range);
  }

  void cut_followers(const ForRank& loop, NestState& state, std::vector<Stmt>& out) {
    for (auto& [tensor, v] : state.views)
      for (size_t l = 0; l < v.levels.size(); ++l)
        if (tensor != loop.leader && v.view->levels[l].rank == loop.root && v.levels[l].open())
          narrow(v, l, state.ranks.at(loop.root), out);
  }

  // The tile that holds coordinate c.
  static Expr tile_of(const ForRank& loop, Expr c) {
    for (size_t i = loop.snaps.size(); i-- > 0;)
      c = mul(div(c, loop.snaps[i]), size_of(loop.snaps[i]));
    return mul(div(c, loop.tile), size_of(loop.tile));
  }
  // The first coordinate of the tile at t.
  static Expr first_of(const ForRank& loop, Expr t) {
    for (const Expr& snap : loop.snaps) t = mul(ceil_div(t, snap), size_of(snap));
    return t;
  }

  Stmt dense_tiles(const Where& at, NestState& state) {
    const RankState before = state.ranks.at(at.loop.root);
    std::vector<Stmt> body;
    narrow_to_tile(at, state, body);
    bool aligned = before.aligned_to == 0 || divides(at.loop.tile, before.aligned_to);
    Expr begin = aligned && at.loop.snaps.empty() ? before.lo : tile_of(at.loop, before.lo);
    body.push_back(lower(at.loop.body, state));
    // Snapping can leave a known coordinate far behind the start of its tile: that tile is the only
    // one.
    Expr end = before.coord ? add(begin, lit(1)) : before.hi;
    return make_stmt(
        For{at.loop.var, Type::Size, begin, end, at.loop.tile, at.worker, block(std::move(body))},
        at.range);
  }

  static bool divides(const Expr& tile, int64_t of) {
    auto t = literal(tile);
    return t && of % *t == 0;
  }

  void narrow_to_tile(const Where& at, NestState& state, std::vector<Stmt>& out) {
    RankState& r = state.ranks.at(at.loop.root);
    Expr t = var(at.loop.var);
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
    r = {lo, var(end), nullptr, true,
         simple ? literal(at.loop.tile).value_or(unaligned) : unaligned};
    narrow(at.loop.root, state, out);
  }

  // Only tiles that hold an element of the first fiber; tiles that another fiber leaves empty are
  // skipped.
  Stmt tiles_of_fiber(const Where& at, const std::vector<OpenFiber>& fibers, NestState& state) {
    state.dense = false;
    const OpenFiber& leader = fibers[0];
    std::string p = position_name(leader, state);
    std::vector<Stmt> body;
    body.push_back(
        let(at.loop.var, Type::Size, tile_of(at.loop, read(leader.coords, var(p))), at.range));
    LevelState& level = state.views.at(leader.tensor).levels[leader.level];
    level.begin = var(p);
    cursors_.insert(p);
    narrow_to_tile(at, state, body);
    cursors_.erase(p);
    Expr next = level.end, nonempty;
    for (size_t i = 1; i < fibers.size(); ++i) {
      const LevelState& other = state.views.at(fibers[i].tensor).levels[fibers[i].level];
      Expr some = less(other.begin, other.end);
      nonempty = nonempty ? both(nonempty, some) : some;
    }
    Stmt inner = lower(at.loop.body, state);
    body.push_back(nonempty ? if_then(nonempty, inner, at.range) : inner);
    body.push_back(assign(var(p), AssignOp::Set, next, at.range));
    return block({changing(p, Type::Pos, leader.begin, at.range),
                  make_stmt(While{less(var(p), leader.end), block(std::move(body))}, at.range)});
  }

  // ---- State ----

  // The loop's body once the rank's coordinate is known.
  Stmt inside(const Where& at, const Expr& coord, NestState& state) {
    RankState& r = state.ranks.at(at.loop.root);
    r = {coord, add(coord, lit(1)), coord, true, unaligned};
    std::vector<Stmt> out;
    locate(state, out);
    out.push_back(lower(at.loop.body, state));
    return block(std::move(out));
  }

  std::string position_name(const OpenFiber& f, const NestState& state) {
    const View& v = *state.views.at(f.tensor).view;
    return names_.fresh(v.name + "_" + v.levels[f.level].rank + "_at");
  }

  static void set_position(const OpenFiber& f, Expr at, NestState& state) {
    state.views.at(f.tensor).levels[f.level].at = std::move(at);
  }

  // Cuts the open fibers of a rank to its interval.
  void narrow(const std::string& root, NestState& state, std::vector<Stmt>& out) {
    for (auto& [tensor, v] : state.views)
      for (size_t l = 0; l < v.levels.size(); ++l)
        if (v.view->levels[l].rank == root && v.levels[l].open())
          narrow(v, l, state.ranks.at(root), out);
  }

  void narrow(ViewState& v, size_t l, const RankState& r, std::vector<Stmt>& out) {
    LevelState& level = v.levels[l];
    std::string base = v.view->name + "_" + v.view->levels[l].rank;
    Expr coords = var(coords_name(*v.view, l));
    bool from_walk = cursors_.contains(name_of_var(level.begin));
    if (!from_walk && !is_literal(r.lo, 0)) {
      std::string begin = names_.fresh(base + "_begin");
      out.push_back(
          let(begin, Type::Pos, call("lower_bound", {coords, level.begin, level.end, r.lo})));
      level.begin = var(begin);
    }
    std::string end = names_.fresh(base + "_end");
    // A walk's next tile is near its cursor.
    std::string search = from_walk ? "gallop" : "lower_bound";
    out.push_back(let(end, Type::Pos, call(search, {coords, level.begin, level.end, r.hi})));
    level.end = var(end);
  }

  static std::string name_of_var(const Expr& e) {
    const auto* v = as<Var>(e);
    return v ? v->name : "";
  }

  // Opens every compressed level whose parent position is known, locates every uncompressed one
  // whose coordinate is.
  void locate(NestState& state, std::vector<Stmt>& out) {
    for (auto& [tensor, v] : state.views) {
      Expr parent = lit(0);
      for (size_t l = 0; l < v.levels.size() && parent; ++l) {
        LevelState& level = v.levels[l];
        if (!level.at) advance(v, l, parent, state, out);
        parent = level.at;
      }
    }
  }

  void advance(ViewState& v, size_t l, const Expr& parent, const NestState& state,
               std::vector<Stmt>& out) {
    const std::string& rank = v.view->levels[l].rank;
    const RankState& r = state.ranks.at(rank);
    if (v.view->levels[l].format == LevelFormat::Uncompressed) {
      if (r.coord) v.levels[l].at = located(v, l, parent, r.coord, out);
      return;
    }
    if (v.levels[l].begin) return;
    std::string base = v.view->name + "_" + rank, segments = segments_name(*v.view, l);
    std::string begin = names_.fresh(base + "_begin"), end = names_.fresh(base + "_end");
    out.push_back(let(begin, Type::Pos, read(segments, parent)));
    out.push_back(let(end, Type::Pos, read(segments, add(parent, lit(1)))));
    v.levels[l].begin = var(begin);
    v.levels[l].end = var(end);
    if (r.narrowed) narrow(v, l, r, out);
  }

  Expr located(const ViewState& v, size_t l, const Expr& parent, const Expr& coord,
               std::vector<Stmt>& out) {
    if (l == 0) return coord;
    const std::string& rank = v.view->levels[l].rank;
    std::string name = names_.fresh(v.view->name + "_" + rank + "_at");
    out.push_back(let(name, Type::Size, add(mul(size_of(parent), size_of(var(rank))), coord)));
    return var(name);
  }

  // ---- Parameters and steps ----

  void add_params() {
    for (const View* view : used_) {
      for (size_t l = 0; l < view->levels.size(); ++l) {
        if (view->levels[l].format != LevelFormat::Compressed) continue;
        int level = static_cast<int>(l);
        kernel_.params.push_back(
            {Param::Kind::Segments, segments_name(*view, l), view->name, level, nullptr, false});
        kernel_.params.push_back(
            {Param::Kind::Coords, coords_name(*view, l), view->name, level, nullptr, false});
      }
      kernel_.params.push_back({Param::Kind::Values, values_name(*view), view->name, 0, nullptr,
                                view->tensor == output_});
    }
    for (const std::string& s : program_.scalars)
      if (mentions("scalar_" + s))
        kernel_.params.push_back({Param::Kind::Scalar, "scalar_" + s, s, 0, nullptr, false});
    std::set<std::string> sizes;
    for (const Tensor& t : program_.tensors) sizes.insert(t.ranks.begin(), t.ranks.end());
    for (const Symbol& s : program_.symbols) sizes.insert(s.name);
    for (const std::string& name : sizes)
      if (mentions(name))
        kernel_.params.push_back({Param::Kind::Int, name, "", 0, var(name), false});
  }

  bool mentions(const std::string& name) const {
    bool found = false;
    for_each_expr(kernel_.body, [&](const Expr& e) {
      const auto* c = as<Call>(e);
      const auto* v = as<Var>(e);
      found |= v && v->name == name && !c;
    });
    return found;
  }

  void add_zero_step() {
    for (const View* view : used_) {
      if (view->tensor != output_) continue;
      for (size_t i = 0; i < program_.steps.size(); ++i)
        if (program_.steps[i].kind == Step::Kind::Launch &&
            program_.steps[i].name == kernel_.name) {
          program_.steps.insert(program_.steps.begin() + static_cast<std::ptrdiff_t>(i),
                                {Step::Kind::Zero, view->name});
          return;
        }
    }
  }

  Program& program_;
  Kernel& kernel_;
  Diagnostics& diagnostics_;
  Names names_;
  std::set<std::string> outputs_;
  std::set<std::string> cursors_;  // begins that a walk has already brought to its tile
  std::string output_;
  std::vector<const View*> used_;
  bool needs_zero_ = false;
};

}  // namespace

std::optional<Program> coiterate(Program program, Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  for (Kernel& kernel : program.kernels) Lowering(program, kernel, diagnostics).run();
  if (diagnostics.errors() > errors) return std::nullopt;
  return program;
}

}  // namespace teaal::passes
