#include "compiler/passes/lowering.h"

namespace teaal::passes {

using namespace ir;

Stmt Lowering::inside(const Where& at, const Expr& coord, NestState& state) {
  bind(at.loop.root, at.loop.var, coord, state);
  Steps out;
  locate(state, out);
  out.push_back(lower(at.loop.body, state));
  return out.close();
}

void Lowering::bind(const std::string& root, const std::string& var, const Expr& coord,
                    NestState& state) {
  state.ranks.at(root) = {coord, add(coord, lit(1)), coord, true, unaligned};
  state.bound.insert(var);
}

std::string Lowering::position_name(const std::string& operand, size_t level,
                                    const NestState& state) {
  const View& v = *state.views.at(operand).view;
  return names_.fresh(v.name + "_" + v.levels[level].rank + "_at");
}

void Lowering::set_position(const OpenFiber& f, Expr at, NestState& state) {
  state.views.at(f.operand).levels[f.level].at = std::move(at);
}

void Lowering::narrow(const std::string& root, NestState& state, Steps& out) {
  const RankState& r = state.ranks.at(root);
  for (auto& [operand, v] : state.views)
    for (size_t l = 0; l < v.levels.size(); ++l)
      if ((*v.plans)[l].root == root && v.levels[l].open()) narrow(v, l, r.lo, r.hi, out);
}

void Lowering::narrow(ViewState& v, size_t l, const Expr& lo, const Expr& hi, Steps& out) {
  LevelState& level = v.levels[l];
  std::string base = v.view->name + "_" + v.view->levels[l].rank;
  Expr coords = var(coords_name(*v.view, l));
  bool from_walk = cursors_.contains(name_of_var(level.begin));
  if (!from_walk && !is_literal(lo, 0)) {
    std::string begin = names_.fresh(base + "_begin");
    out.push_back(let(begin, Type::Pos, call("lower_bound", {coords, level.begin, level.end, lo})));
    level.begin = var(begin);
  }
  std::string end = names_.fresh(base + "_end");
  // A walk's next tile is near its cursor.
  std::string search = from_walk ? "gallop" : "lower_bound";
  out.push_back(let(end, Type::Pos, call(search, {coords, level.begin, level.end, hi})));
  level.end = var(end);
}

std::string Lowering::name_of_var(const Expr& e) {
  const auto* v = as<Var>(e);
  return v ? v->name : "";
}

void Lowering::locate(NestState& state, Steps& out) {
  for (auto& [operand, v] : state.views) {
    Expr parent = lit(0);
    for (size_t l = 0; l < v.levels.size() && parent; ++l) {
      if (!v.levels[l].at) advance(v, l, parent, state, out);
      parent = v.levels[l].at;
    }
  }
}

void Lowering::advance(ViewState& v, size_t l, const Expr& parent, NestState& state, Steps& out) {
  if (v.view->levels[l].format == LevelFormat::Compressed && !v.levels[l].begin)
    open(v, l, parent, state, out);
  const std::set<std::string>& needs = (*v.plans)[l].needs;
  if (std::includes(state.bound.begin(), state.bound.end(), needs.begin(), needs.end()))
    find(v, l, parent, state, out);
}

void Lowering::open(ViewState& v, size_t l, const Expr& parent, const NestState& state,
                    Steps& out) {
  const std::string& rank = v.view->levels[l].rank;
  std::string base = v.view->name + "_" + rank, segments = segments_name(*v.view, l);
  std::string begin = names_.fresh(base + "_begin"), end = names_.fresh(base + "_end");
  out.push_back(let(begin, Type::Pos, read(segments, parent)));
  out.push_back(let(end, Type::Pos, read(segments, add(parent, lit(1)))));
  v.levels[l].begin = var(begin);
  v.levels[l].end = var(end);
  const std::string& root = (*v.plans)[l].root;
  if (root.empty()) return;
  const RankState& r = state.ranks.at(root);
  // What the level's own rank holds beyond the variable's range is never met.
  if (!r.coord && (r.narrowed || extents_.at(root) != rank)) narrow(v, l, r.lo, r.hi, out);
}

void Lowering::find(ViewState& v, size_t l, const Expr& parent, NestState& state, Steps& out) {
  LevelState& level = v.levels[l];
  Expr c = coordinate(v, l, state, out);
  if (v.view->levels[l].format == LevelFormat::Uncompressed) {
    level.at = located(v, l, parent, c, out);
    return;
  }
  state.dense = false;
  std::string coords = coords_name(*v.view, l),
              p = names_.fresh(v.view->name + "_" + v.view->levels[l].rank + "_at");
  out.push_back(let(p, Type::Pos, call("lower_bound", {var(coords), level.begin, level.end, c})));
  out.require(both(less(var(p), level.end), equal(read(coords, var(p)), c)), {});
  level.at = var(p);
}

Expr Lowering::coordinate(const ViewState& v, size_t l, NestState& state, Steps& out) {
  const LevelPlan& plan = (*v.plans)[l];
  const std::string& rank = v.view->levels[l].rank;
  if (!plan.root.empty() && extents_.at(plan.root) == rank) return plan.index;
  Expr c = plan.index;
  if (plan.root.empty()) {
    std::string name = names_.fresh(v.view->name + "_" + rank + "_coord");
    out.push_back(let(name, Type::Size, c));
    c = var(name);
  }
  state.dense = false;
  Expr in_rank = less(c, var(rank));
  out.require(plan.root.empty() ? both(at_most(lit(0), c), in_rank) : in_rank, {});
  return c;
}

Expr Lowering::located(const ViewState& v, size_t l, const Expr& parent, const Expr& coord,
                       Steps& out) {
  if (l == 0) return coord;
  const std::string& rank = v.view->levels[l].rank;
  std::string name = names_.fresh(v.view->name + "_" + rank + "_at");
  out.push_back(let(name, Type::Size, add(mul(size_of(parent), size_of(var(rank))), coord)));
  return var(name);
}

}  // namespace teaal::passes
