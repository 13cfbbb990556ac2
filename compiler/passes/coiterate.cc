#include "compiler/passes/coiterate.h"

#include <fmt/format.h>

#include "compiler/ir/names.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/lowering.h"
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

using namespace ir;

Lowering::Lowering(Program& program, Kernel& kernel, Diagnostics& diagnostics)
    : program_(program), kernel_(kernel), diagnostics_(diagnostics) {
  outputs_ = output_roots(nest_of(kernel.body));
  output_ = as<Access>(assignment(kernel.body).target)->tensor;
  reserve_names();
}

void Lowering::run() {
  NestState state = initial();
  std::vector<Stmt> out;
  locate(state, out);
  out.push_back(lower(kernel_.body, state));
  kernel_.body = block(std::move(out));
  kernel_.schedule.meetings.clear();
  add_params();
  if (needs_zero_ && !kernel_.accumulates) add_zero_step();
}

Nest Lowering::nest_of(const Stmt& body) {
  Nest nest;
  for_each_stmt(body, [&](const Stmt& s) {
    if (const auto* loop = as<ForRank>(s)) nest.loops.push_back({*loop, s->where});
  });
  nest.body = body;
  return nest;
}

void Lowering::reserve_names() {
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

NestState Lowering::initial() {
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

const View* Lowering::view_of(const Access& a) const {
  std::map<std::string, size_t> depth;
  Nest nest = nest_of(kernel_.body);
  for (size_t i = 0; i < nest.loops.size(); ++i)
    if (!nest.loops[i].loop.tile) depth[nest.loops[i].loop.root] = i;
  for (const View& v : program_.views)
    if (v.tensor == a.tensor && walkable(v, depth)) return &v;
  return nullptr;
}

bool Lowering::walkable(const View& v, const std::map<std::string, size_t>& depth) {
  size_t deepest = 0;
  for (const Level& level : v.levels) {
    size_t at = depth.at(level.rank);
    if (level.format == LevelFormat::Compressed && at < deepest) return false;
    deepest = std::max(deepest, at);
  }
  return true;
}

Stmt Lowering::lower(const Stmt& s, const NestState& state) {
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

Stmt Lowering::lower_assign(const Assign& n, const SourceRange& where, const NestState& state) {
  if (as<Access>(n.target)) needs_zero_ |= n.op == AssignOp::Add || !state.dense;
  return assign(lower(n.target, state), n.op, lower(n.value, state), where);
}

Expr Lowering::lower(const Expr& e, const NestState& state) {
  return rewrite(e, [&](const Expr& node) {
    const auto* a = as<Access>(node);
    if (!a) return node;
    const ViewState& v = state.views.at(a->tensor);
    return read(values_name(*v.view), v.levels.empty() ? lit(0) : v.levels.back().at);
  });
}

Stmt Lowering::lower_loop(const ForRank& loop, const SourceRange& where, NestState state) {
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

bool Lowering::own_by_coordinate(const ForRank& loop, const std::vector<OpenFiber>& fibers,
                                 bool reduction, const NestState& state) const {
  if (fibers.empty()) return false;
  Meet meet = bound_meet(loop);
  bool merges = fibers.size() > 1 && (meet == Meet::TwoFinger || meet == Meet::SkipAhead);
  return merges || (!reduction && state.under_reduction);
}

void Lowering::take_chunk(const ForRank& loop, NestState& state, std::vector<Stmt>& out,
                          const SourceRange& where) {
  RankState& r = state.ranks.at(loop.root);
  Expr rank = var(loop.rank);
  std::string piece = names_.fresh(loop.var + "_piece"), lo = names_.fresh(loop.var + "_begin"),
              hi = names_.fresh(loop.var + "_end");
  Expr length = size_of(sub(r.hi, r.lo));
  out.push_back(let(piece, Type::Size, ceil_div(length, call("workers", {rank})), where));
  out.push_back(
      let(lo, Type::Size, least(r.hi, add(r.lo, mul(var(piece), call("worker", {rank})))), where));
  out.push_back(let(hi, Type::Size, least(r.hi, add(var(lo), var(piece))), where));
  r = {var(lo), var(hi), nullptr, true, unaligned};
  narrow(loop.root, state, out);
}

std::vector<OpenFiber> Lowering::open_fibers(const ForRank& loop, const NestState& state) const {
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

const Schedule::Meeting* Lowering::meeting(const ForRank& loop) const {
  for (const Schedule::Meeting& m : kernel_.schedule.meetings)
    if (m.rank == loop.rank) return &m;
  return nullptr;
}

Meet Lowering::bound_meet(const ForRank& loop) const {
  const Schedule::Meeting* m = meeting(loop);
  return m ? m->meet : Meet::Unchosen;
}

std::string Lowering::bound_leader(const ForRank& loop) const {
  const Schedule::Meeting* m = meeting(loop);
  return m ? m->leader : "";
}

Stmt Lowering::inside(const Where& at, const Expr& coord, NestState& state) {
  RankState& r = state.ranks.at(at.loop.root);
  r = {coord, add(coord, lit(1)), coord, true, unaligned};
  std::vector<Stmt> out;
  locate(state, out);
  out.push_back(lower(at.loop.body, state));
  return block(std::move(out));
}

std::string Lowering::position_name(const OpenFiber& f, const NestState& state) {
  const View& v = *state.views.at(f.tensor).view;
  return names_.fresh(v.name + "_" + v.levels[f.level].rank + "_at");
}

void Lowering::set_position(const OpenFiber& f, Expr at, NestState& state) {
  state.views.at(f.tensor).levels[f.level].at = std::move(at);
}

void Lowering::narrow(const std::string& root, NestState& state, std::vector<Stmt>& out) {
  for (auto& [tensor, v] : state.views)
    for (size_t l = 0; l < v.levels.size(); ++l)
      if (v.view->levels[l].rank == root && v.levels[l].open())
        narrow(v, l, state.ranks.at(root), out);
}

void Lowering::narrow(ViewState& v, size_t l, const RankState& r, std::vector<Stmt>& out) {
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

std::string Lowering::name_of_var(const Expr& e) {
  const auto* v = as<Var>(e);
  return v ? v->name : "";
}

void Lowering::locate(NestState& state, std::vector<Stmt>& out) {
  for (auto& [tensor, v] : state.views) {
    Expr parent = lit(0);
    for (size_t l = 0; l < v.levels.size() && parent; ++l) {
      LevelState& level = v.levels[l];
      if (!level.at) advance(v, l, parent, state, out);
      parent = level.at;
    }
  }
}

void Lowering::advance(ViewState& v, size_t l, const Expr& parent, const NestState& state,
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

Expr Lowering::located(const ViewState& v, size_t l, const Expr& parent, const Expr& coord,
                       std::vector<Stmt>& out) {
  if (l == 0) return coord;
  const std::string& rank = v.view->levels[l].rank;
  std::string name = names_.fresh(v.view->name + "_" + rank + "_at");
  out.push_back(let(name, Type::Size, add(mul(size_of(parent), size_of(var(rank))), coord)));
  return var(name);
}

void Lowering::add_params() {
  for (const View* view : used_) {
    for (size_t l = 0; l < view->levels.size(); ++l) {
      if (view->levels[l].format != LevelFormat::Compressed) continue;
      int level = static_cast<int>(l);
      kernel_.params.push_back(
          {Param::Kind::Segments, segments_name(*view, l), view->name, level, nullptr, false});
      kernel_.params.push_back(
          {Param::Kind::Coords, coords_name(*view, l), view->name, level, nullptr, false});
    }
    kernel_.params.push_back(
        {Param::Kind::Values, values_name(*view), view->name, 0, nullptr, view->tensor == output_});
  }
  for (const std::string& s : program_.scalars)
    if (mentions("scalar_" + s))
      kernel_.params.push_back({Param::Kind::Scalar, "scalar_" + s, s, 0, nullptr, false});
  std::set<std::string> sizes;
  for (const Tensor& t : program_.tensors) sizes.insert(t.ranks.begin(), t.ranks.end());
  for (const Symbol& s : program_.symbols) sizes.insert(s.name);
  for (const std::string& name : sizes)
    if (mentions(name)) kernel_.params.push_back({Param::Kind::Int, name, "", 0, var(name), false});
}

bool Lowering::mentions(const std::string& name) const {
  bool found = false;
  for_each_expr(kernel_.body, [&](const Expr& e) {
    const auto* c = as<Call>(e);
    const auto* v = as<Var>(e);
    found |= v && v->name == name && !c;
  });
  return found;
}

void Lowering::add_zero_step() {
  for (const View* view : used_) {
    if (view->tensor != output_) continue;
    for (size_t i = 0; i < program_.steps.size(); ++i)
      if (program_.steps[i].kind == Step::Kind::Launch && program_.steps[i].name == kernel_.name) {
        program_.steps.insert(program_.steps.begin() + static_cast<std::ptrdiff_t>(i),
                              {Step::Kind::Zero, view->name});
        return;
      }
  }
}

std::optional<Program> coiterate(Program program, Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  for (Kernel& kernel : program.kernels) Lowering(program, kernel, diagnostics).run();
  if (diagnostics.errors() > errors) return std::nullopt;
  return program;
}

}  // namespace teaal::passes
