#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/ir/mma.h"
#include "compiler/passes/coiterate/lowering.h"

namespace teaal::passes {

using namespace ir;

Stmt Lowering::inside(const Where& at, const Expr& coord, NestState& state) {
  bind(at.loop.root, at.loop.var, coord, state);
  Steps out;
  locate(state, out);
  ask(at, state, out);
  out.push_back(lower(at.loop.body, state));
  return out.close();
}

// What is skipped by tensors of bits (derive) that no list was made of.
void Lowering::ask(const Where& at, NestState& state, Steps& out) const {
  for (const Access* a : asked_for(at.loop.body)) {
    const ViewState& v = state.views.at(a->operand);
    const bool found = std::ranges::all_of(*v.plans, [&](const LevelPlan& plan) {
      return std::ranges::includes(state.bound, plan.needs);
    });
    if (!found || lists(a->operand, state) || !state.asked.insert(a->operand).second) continue;
    state.dense = false;
    state.turn.reset();  // the next iteration may be left out
    out.require(call("differs", {read(values_name(*v.view), v.levels.back().at),
                                 make_expr(FloatLit{program_.tensor(a->operand)->absent})}),
                at.range);
  }
}

// The tensors of bits that all sums inside add nothing without, if nothing else is done there: the
// one sum, or what tensor cores multiply.
std::vector<const Access*> Lowering::asked_for(const Stmt& body) const {
  std::set<std::string> own;  // names and arrays that are known in here alone
  std::vector<const Access*> out;
  const bool multiplies = has_mma(body);
  int sums = multiplies ? 1 : 0;
  for_each_stmt(body, [&](const Stmt& s) {
    if (const auto* named = as<Let>(s)) own.insert(named->var);
    if (const auto* array = as<Array>(s)) own.insert(array->buffer);
    const auto* n = as<Assign>(s);
    const auto* to = n ? as<Read>(n->target) : nullptr;
    const auto* sum = n ? as<Var>(n->value) : nullptr;
    if (!n || (sum && own.contains(sum->name))) return;
    const bool is_factor = to && own.contains(to->buffer);
    if (!is_factor) sums += n->op == AssignOp::Set ? 2 : 1;
    if (is_factor && !multiplies) return;
    const std::vector<const Access*> asked = asked_by(n->value);
    if (out.empty() || !is_factor) out = asked;
  });
  return sums == 1 ? out : std::vector<const Access*>();
}

std::vector<const Access*> Lowering::asked_by(Expr value) const {
  std::vector<const Access*> out;
  while (const Access* a = asks_if_present(value, program_)) {
    const std::vector<Expr> args = as<Call>(value)->args;
    const auto* otherwise = as<FloatLit>(args[2]);
    const Tensor& asked = *program_.tensor(a->operand);
    if (!otherwise || otherwise->value != kernel_.start) break;
    if (asked.bits && asked.derived && store_all(asked.levels)) out.push_back(a);
    value = args[1];
  }
  return out;
}

void Lowering::bind(const std::string& root, const std::string& var, const Expr& coord,
                    NestState& state) {
  state.ranks.at(root) = {coord, add(coord, lit(1)), coord, true, unaligned};
  state.bound.insert(var);
}

std::string Lowering::position_name(const std::string& operand, size_t level,
                                    const NestState& state) {
  const View& v = *state.views.at(operand).view;
  return names_.fresh(v.name + "_" + level_name(v.levels[level]) + "_at");
}

void Lowering::set_position(const OpenFiber& f, Expr at, NestState& state) {
  state.views.at(f.operand).levels[f.level].at = std::move(at);
}

void Lowering::narrow(const std::string& root, NestState& state, Steps& out) {
  const RankState& r = state.ranks.at(root);
  for (auto& [operand, v] : state.views)
    for (size_t l = 0; l < v.levels.size(); ++l)
      if ((*v.plans)[l].root == root && v.levels[l].open() &&
          v.view->levels[l].format == LevelFormat::Compressed && !elder_of(v, state))
        narrow(v, l, r, out);
  follow_elders(state);
}

void Lowering::narrow(ViewState& v, size_t l, const RankState& range, Steps& out) {
  LevelState& level = v.levels[l];
  const Level& stored = v.view->levels[l];
  if (level.of_tile) return;
  Expr lo = range.lo, hi = range.hi;
  const std::string base = v.view->name + "_" + level_name(stored);
  const Expr coords = var(coords_name(*v.view, l));
  if (stored.tile) {  // coordinates are numbers of tiles
    hi = add(ordinal_of(stored, sub(hi, lit(1))), lit(1));
    lo = ordinal_of(stored, lo);
  }
  const bool from_walk = cursors_.contains(name_of_var(level.begin));
  if (!from_walk && !is_literal(lo, 0)) {
    std::string begin = names_.fresh(base + "_begin");
    out.push_back(let(begin, Type::Pos, call("lower_bound", {coords, level.begin, level.end, lo})));
    level.begin = var(begin);
  }
  const std::string end = names_.fresh(base + "_end");
  // Of tiles that begin where others do (snaps) some have no coordinate.
  const std::string& loop = (*v.plans)[l].loop;
  level.of_tile = stored.tile && stored.snaps.empty() && !loop.empty() &&
                  std::ranges::find(range.cuts, loop) != range.cuts.end();
  if (level.of_tile) {
    const Expr here =
        both(less(level.begin, level.end), equal(read(coords_name(*v.view, l), level.begin), lo));
    out.push_back(let(end, Type::Pos, add(level.begin, call("select", {here, lit(1), lit(0)}))));
  } else {
    // A walk's next tile is near its cursor, and where one tile ends near where it begins.
    const std::string search = from_walk || stored.tile ? "gallop" : "lower_bound";
    out.push_back(let(end, Type::Pos, call(search, {coords, level.begin, level.end, hi})));
  }
  level.end = var(end);
}

std::string Lowering::name_of_var(const Expr& e) {
  const auto* v = as<Var>(e);
  return v ? v->name : "";
}

void Lowering::locate(NestState& state, Steps& out) {
  follow_elders(state);
  const auto gathered = [](const Tile::Side& side) { return !side.by.empty(); };
  for (const bool last : {false, true})  // behind those that say where gathered elements are
    for (auto& [operand, v] : state.views)
      if (std::ranges::any_of(v.box.sides, gathered) == last && !elder_of(v, state))
        locate(v, state, out);
  follow_elders(state);
}

bool Lowering::is_gathered(const ViewState& v, size_t l) {
  return !v.box.sides.empty() && !v.box.sides[l].by.empty();
}

Expr Lowering::gathered_at(const ViewState& v, size_t l, const NestState& state) const {
  const Tile::Side& side = v.box.sides[l];
  return state.views.at(side.by).levels[naming_level(side)].at;
}

size_t Lowering::naming_level(const Tile::Side& side) const {
  const bool listed = std::ranges::any_of(
      kernel_.tiles, [&](const Tile& t) { return t.listed && t.operand == side.by; });
  return listed ? 0 : static_cast<size_t>(side.level);
}

// The owner of the arrays comes first, then others by name.
const ViewState* Lowering::elder_of(const ViewState& v, const NestState& state) {
  if (v.view->like.empty() || !v.box.first.empty()) return nullptr;
  const auto same_place = [](const LevelPlan& a, const LevelPlan& b) {
    return same(a.index, b.index);
  };
  const ViewState* out = nullptr;
  for (const auto& [operand, other] : state.views) {
    if (&other == &v && !out) return nullptr;
    if (&other == &v) return out;
    if (other.view->structure() != v.view->structure() || !other.box.first.empty() ||
        !std::ranges::equal(*other.plans, *v.plans, same_place))
      continue;
    if (other.view->like.empty()) return &other;
    if (!out) out = &other;
  }
  return out;
}

void Lowering::follow_elders(NestState& state) {
  for (auto& [operand, v] : state.views)
    if (const ViewState* elder = elder_of(v, state)) v.levels = elder->levels;
}

bool Lowering::covers_output(const OpenFiber& fiber, const NestState& state) const {
  const auto output = state.views.find(output_);
  if (output == state.views.end() || output->second.view->like.empty()) return false;
  const ViewState& walked = state.views.at(fiber.operand);
  if (walked.view->structure() != output->second.view->structure()) return false;
  const LevelState &here = walked.levels[fiber.level], &there = output->second.levels[fiber.level];
  // Loops that end before the level does leave out what lies beyond, in both.
  const std::string& root = (*walked.plans)[fiber.level].root;
  if (root.empty() || !ends_with(root, walked.view->levels[fiber.level].rank)) return false;
  return there.begin && same(here.begin, there.begin) && same(here.end, there.end);
}

// Below a position that is known it does not matter how it was found.
void Lowering::locate(ViewState& v, NestState& state, Steps& out) {
  size_t first = v.levels.size();
  while (first > 0 && !v.levels[first - 1].at) --first;
  Expr parent = first == 0 ? lit(0) : v.levels[first - 1].at;
  for (size_t l = first; l < v.levels.size() && parent; ++l) {
    advance(v, l, parent, state, out);
    parent = v.levels[l].at;
  }
}

void Lowering::advance(ViewState& v, size_t l, const Expr& parent, NestState& state, Steps& out) {
  if (v.view->levels[l].format != LevelFormat::Uncompressed && !v.levels[l].begin)
    open(v, l, parent, state, out);
  if (known(v, l, state)) find(v, l, parent, state, out);
}

bool Lowering::known(const ViewState& v, size_t l, const NestState& state) const {
  const std::set<std::string>& needs = (*v.plans)[l].needs;
  if (is_gathered(v, l) && !gathered_at(v, l, state)) return false;
  bool bound = std::includes(state.bound.begin(), state.bound.end(), needs.begin(), needs.end());
  return bound || starts_known(v, l, state);
}

// Without the coordinate: by the loops over tiles.
bool Lowering::starts_known(const ViewState& v, size_t l, const NestState& state) {
  auto visited = [&](size_t level) {
    return v.view->levels[level].tile && state.tiles.contains((*v.plans)[level].loop);
  };
  auto e = enclosing_level(v.view->levels, l);
  bool relative = e && v.view->levels[l].format != LevelFormat::Compressed;
  return visited(l) && (!relative || visited(*e));
}

bool Lowering::stored_apart(const ViewState& v, size_t l, const RankState& r) {
  return std::all_of(r.cuts.begin(), r.cuts.end(), [&](const std::string& cut) {
    for (size_t above = 0; above < l; ++above)
      if ((*v.plans)[above].loop == cut && !cut.empty()) return true;
    return false;
  });
}

void Lowering::open(ViewState& v, size_t l, const Expr& parent, const NestState& state,
                    Steps& out) {
  const Level& stored = v.view->levels[l];
  std::string base = v.view->name + "_" + level_name(stored), segments = segments_name(*v.view, l);
  if (stored.format == LevelFormat::Bitmask) {
    Expr first = mul(size_of(parent), words(*v.view, l));
    if (!literal(first)) {
      std::string word = names_.fresh(base + "_word");
      out.push_back(let(word, Type::Size, first));
      first = var(word);
    }
    v.levels[l].begin = first;
    v.levels[l].end = add(first, words(*v.view, l));
    return;
  }
  std::string begin = names_.fresh(base + "_begin"), end = names_.fresh(base + "_end");
  out.push_back(let(begin, Type::Pos, read(segments, parent)));
  out.push_back(let(end, Type::Pos, read(segments, add(parent, lit(1)))));
  v.levels[l].begin = var(begin);
  v.levels[l].end = var(end);
  const std::string& root = (*v.plans)[l].root;
  if (root.empty()) return;
  const RankState& r = state.ranks.at(root);
  if (!r.coord && is_cut(v, l, state)) narrow(v, l, r, out);
}

// What the level's own rank holds beyond the variable's range is never met.
bool Lowering::is_cut(const ViewState& v, size_t l, const NestState& state) const {
  const std::string& root = (*v.plans)[l].root;
  if (root.empty()) return false;
  const RankState& r = state.ranks.at(root);
  const bool beyond = !ends_with(root, v.view->levels[l].rank);
  return beyond || (r.narrowed && !stored_apart(v, l, r));
}

void Lowering::find(ViewState& v, size_t l, const Expr& parent, NestState& state, Steps& out) {
  LevelState& level = v.levels[l];
  const Level& stored = v.view->levels[l];
  Expr coord = starts_known(v, l, state) ? nullptr : coordinate(v, l, state, out);
  Expr ordinal = start(v, l, state, coord);
  // Loops over tiles may run beyond those that the operand has.
  const std::string& root = (*v.plans)[l].root;
  if (!coord && stored.format == LevelFormat::Uncompressed && v.box.first.empty() &&
      !root.empty() && !ends_with(root, stored.rank)) {
    state.dense = false;
    out.require(less(ordinal, size_of(var(stored.rank))), {});
  }
  if (stored.tile) ordinal = div(ordinal, stored.tile);
  auto e = enclosing_level(v.view->levels, l);
  if (e && stored.format != LevelFormat::Compressed) {
    ordinal = sub(ordinal, ordinal_of(stored, start(v, *e, state, coord)));
  }
  if (is_gathered(v, l)) ordinal = gathered_at(v, l, state);
  if (!v.box.first.empty()) ordinal = call("int", {sub(size_of(ordinal), v.box.first[l])});
  if (stored.format == LevelFormat::Uncompressed) {
    level.at = located(v, l, parent, ordinal, out);
    return;
  }
  state.dense = false;
  if (stored.format == LevelFormat::Bitmask) return test_bit(v, l, ordinal, out);
  if (level.of_tile) {
    out.require(less(level.begin, level.end), {});
    level.at = level.begin;
    return;
  }
  std::string coords = coords_name(*v.view, l),
              p = names_.fresh(v.view->name + "_" + level_name(stored) + "_at");
  out.push_back(
      let(p, Type::Pos, call("lower_bound", {var(coords), level.begin, level.end, ordinal})));
  out.require(both(less(var(p), level.end), equal(read(coords, var(p)), ordinal)), {});
  level.at = var(p);
}

namespace {

// What is made of coordinates, which are not, without taking any away.
bool never_negative(const Expr& e) {
  bool out = true;
  for_each_expr(e, [&](const Expr& part) {
    const auto* n = as<Binary>(part);
    const auto number = literal(part);
    out &= !as<Read>(part) && !(n && n->op == BinaryOp::Sub) && number.value_or(0) >= 0;
  });
  return out;
}

}  // namespace

Expr Lowering::coordinate(const ViewState& v, size_t l, NestState& state, Steps& out) {
  const LevelPlan& plan = (*v.plans)[l];
  const std::string& rank = v.view->levels[l].rank;
  if (ends_with(plan.root, rank)) return plan.index;
  if (plan.within || (plan.listed && listed_rank_ == rank)) return plan.index;
  Expr c = plan.index;
  if (plan.root.empty()) {
    std::string name = names_.fresh(v.view->name + "_" + rank + "_coord");
    out.push_back(let(name, Type::Size, c));
    c = var(name);
  }
  state.dense = false;
  Expr in_rank = less(c, var(rank));
  const bool may_be_less = plan.root.empty() && !never_negative(plan.index);
  out.require(may_be_less ? both(at_most(lit(0), c), in_rank) : in_rank, {});
  return c;
}

Expr Lowering::start(const ViewState& v, size_t l, const NestState& state, const Expr& coord) {
  const Level& stored = v.view->levels[l];
  auto tile = state.tiles.find((*v.plans)[l].loop);
  if (!stored.tile) return coord;
  return tile != state.tiles.end() ? tile->second : tile_of(stored.tile, stored.snaps, coord);
}

std::pair<Expr, Expr> Lowering::positions(const ViewState& v, size_t l,
                                          const NestState& state) const {
  const LevelState& level = v.levels[l];
  if (v.view->levels[l].format == LevelFormat::Compressed) return {level.begin, level.end};
  // Compressed fibers are cut where intervals are; the words of a mask stay whole.
  Expr bases = var(bases_name(*v.view, l)), masks = var(masks_name(*v.view, l));
  Expr begin = read(bases_name(*v.view, l), level.begin),
       end = read(bases_name(*v.view, l), level.end);
  if (!is_cut(v, l, state)) return {begin, end};
  const auto [lo, hi] = indices(v, l, state);
  auto first_from = [&](const Expr& index) {
    return call("pos",
                {call("select", {less(index, extent(*v.view, l)),
                                 call("bit_position", {masks, bases, level.begin, index}), end})});
  };
  return {first_from(lo), first_from(hi)};
}

Expr Lowering::ordinal_at(const ViewState& v, size_t l, const Expr& begin, const Expr& end,
                          const Expr& p, const NestState& state) {
  const View& view = *v.view;
  if (view.levels[l].format == LevelFormat::Compressed) return read(coords_name(view, l), p);
  Expr index =
      call("bit_index", {var(masks_name(view, l)), var(bases_name(view, l)), begin, end, p});
  return add(index, first_ordinal(v, l, state));
}

Expr Lowering::extent(const View& v, size_t l) {
  return rewrite(level_extent(v.levels, l),
                 [](const Expr& e) { return as<Var>(e) ? size_of(e) : e; });
}

// The launch knows the extents that such a position is made of. The index space of an assembled
// tensor is no array, and may be larger than any.
bool Lowering::counts_as_offset(const View& view, size_t l) {
  return !view.points &&
         std::all_of(view.levels.begin(), view.levels.begin() + static_cast<std::ptrdiff_t>(l) + 1,
                     [](const Level& level) { return level.format == LevelFormat::Uncompressed; });
}

Expr Lowering::located(const ViewState& v, size_t l, const Expr& parent, const Expr& index,
                       Steps& out) {
  if (l == 0 && !v.box.begin) return index;
  const View& view = *v.view;
  std::string name = names_.fresh(view.name + "_" + level_name(view.levels[l]) + "_at");
  if (!v.box.sides.empty()) {
    const Expr before = l == 0 ? v.box.begin : mul(parent, lit(v.box.sides[l].apart()));
    out.push_back(let(name, Type::Int, add(before, index)));
    return var(name);
  }
  if (!counts_as_offset(view, l)) {
    out.push_back(let(name, Type::Size, add(mul(size_of(parent), extent(view, l)), index)));
    return var(name);
  }
  const Expr fibers = rewrite(level_extent(view.levels, l),
                              [](const Expr& e) { return as<Var>(e) ? call("offset", {e}) : e; });
  out.push_back(let(name, Type::Offset, add(mul(call("offset", {parent}), fibers), index)));
  return var(name);
}

}  // namespace teaal::passes
