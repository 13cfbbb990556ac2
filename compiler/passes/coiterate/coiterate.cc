#include "compiler/passes/coiterate/coiterate.h"

#include <fmt/format.h>

#include "compiler/ir/levels.h"
#include "compiler/ir/mma.h"
#include "compiler/ir/names.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/lowering.h"
#include "compiler/passes/machine/carry.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/steps.h"
#include "compiler/support/match.h"

namespace teaal::passes {

using namespace ir;

std::string segments_name(const View& v, size_t level) {
  return v.structure() + "_" + level_name(v.levels[level]) + "_segments";
}
std::string coords_name(const View& v, size_t level) {
  return v.structure() + "_" + level_name(v.levels[level]) + "_coords";
}
std::string masks_name(const View& v, size_t level) {
  return v.structure() + "_" + level_name(v.levels[level]) + "_masks";
}
std::string bases_name(const View& v, size_t level) {
  return v.structure() + "_" + level_name(v.levels[level]) + "_bases";
}
std::string values_name(const View& v) { return v.name + "_values"; }

void add_coords(const View& v, size_t level, std::vector<Param>& params) {
  const std::string coords = coords_name(v, level);
  if (std::ranges::find(params, coords, &Param::name) != params.end()) return;
  Param p{Param::Kind::Coords, coords, v.structure(), static_cast<int>(level), nullptr, false};
  p.cbits = v.levels[level].cbits;
  params.push_back(p);
  if (p.cbits == 0) return;
  p.kind = Param::Kind::Bases;
  p.name = bases_name(v, level);
  params.push_back(std::move(p));
}

Expr Steps::named(std::string name, Type type, Expr value, const SourceRange& where) {
  open_.push_back(let(name, type, std::move(value), where));
  return var(std::move(name));
}

void Steps::require(Expr cond, const SourceRange& where) {
  guards_.push_back({std::move(open_), std::move(cond), where});
  open_.clear();
}

void Steps::append(Steps behind) {
  for (Guard& g : behind.guards_) {
    open_.insert(open_.end(), g.before.begin(), g.before.end());
    require(g.cond, g.where);
  }
  open_.insert(open_.end(), behind.open_.begin(), behind.open_.end());
}

Stmt Steps::close() {
  Stmt out = block(std::move(open_));
  for (size_t i = guards_.size(); i-- > 0;) {
    Guard& g = guards_[i];
    g.before.push_back(if_then(g.cond, out, g.where));
    out = block(std::move(g.before));
  }
  return out;
}

Lowering::Lowering(Program& program, Kernel& kernel, const Target& target, Diagnostics& diagnostics)
    : program_(program),
      kernel_(kernel),
      target_(target),
      diagnostics_(diagnostics),
      nest_(nest_of(kernel.body)) {
  outputs_ = output_roots(nest_);
  output_ = output_of(kernel);
  for (const Assign& mark : marks_of(kernel.body)) marked_.insert(as<Access>(mark.target)->operand);
  reserve_names();
  round_ = names_.fresh(round_name);
  if (kernel_.row_class) {
    listed_ = names_.fresh(variable_of(kernel_.row_class->root) + "_listed");
    first_listed_ = names_.fresh(variable_of(kernel_.row_class->root) + "_first");
  }
  if (kernel_.kept) listed_ = names_.fresh(variable_of(kernel_.kept->root) + "_kept");
  plan_levels();
}

void Lowering::run() {
  NestState state = initial();
  Steps out;
  begin_class(out);
  locate(state, out);
  Stmt lowered = lower(kernel_.body, state);
  if (!visited_.empty()) out.push_back(changing(visited_, Type::Size, lit(0)));
  out.push_back(std::move(lowered));
  kernel_.body = with_tiles(out.close());
  check_fills();
  kernel_.schedule.meetings.clear();
  add_params();
  if (!cleared_otherwise() && needs_zero_ && !kernel_.accumulates) add_zero_step();
  for (const std::string& marked : marked_)
    program_.steps.insert(launch_of(program_, kernel_), zero_step(view_of(marked).name, 0));
  if (kernel_.carry && !fills_all_slots(*kernel_.carry, program_))
    clear_carry(kernel_, leaves_slots_, program_);
  kernel_.operands.clear();
}

Nest Lowering::nest_of(const Stmt& body) {
  Nest nest;
  for_each_stmt(body, [&](const Stmt& s) {
    const auto* loop = as<ForRank>(s);
    auto same = [&](const Nest::Loop& l) { return l.loop.rank == loop->rank; };
    if (loop && std::ranges::none_of(nest.loops, same)) nest.loops.push_back({*loop, s->where});
  });
  nest.body = body;
  return nest;
}

void Lowering::reserve_names() {
  for (const std::string& rank : program_.ranks()) names_.take(rank);
  for (const Workspace& w : program_.workspaces) names_.take(w.name);
  for (const Symbol& s : program_.symbols) names_.take(s.name);
  for (const std::string& s : program_.scalars) names_.take("scalar_" + s);
  for (const View& v : program_.views)
    for (size_t l = 0; l <= v.levels.size(); ++l) {
      if (l == v.levels.size()) {
        names_.take(values_name(v));
        continue;
      }
      for (auto* name : {segments_name, coords_name, masks_name, bases_name})
        names_.take(name(v, l));
    }
  for (const Tile& tile : kernel_.tiles)
    for (const Tile::Piece& piece : tile.pieces) names_.take(array_in(tile, piece));
  for (const Nest::Loop& l : nest_.loops) {
    names_.take(l.loop.var);
    if (l.loop.spelled.turns) names_.take(l.loop.spelled.var);
    for (const Joined& j : l.loop.joined) names_.take(j.var);
  }
  for_each_stmt(kernel_.body, [&](const Stmt& s) {
    if (const auto* named = as<Let>(s)) names_.take(named->var);
    if (const auto* named = as<For>(s)) names_.take(named->var);
    if (const auto* named = as<Array>(s)) names_.take(named->buffer);
  });
}

// Which loop walks which level, and what each level's coordinate is made of.
void Lowering::plan_levels() {
  for (const Nest::Loop& l : nest_.loops) {
    if (l.loop.joined.empty()) extents_[l.loop.root] = l.loop.extent;
    for (const Joined& j : l.loop.joined) extents_[j.root] = j.extent;
  }
  root_of_ = roots_of_variables(nest_);
  if (kernel_.row_class) {
    std::string& extent = extents_.at(kernel_.row_class->root);
    listed_rank_ = std::exchange(extent, listed_);
  }
  if (kernel_.kept) extents_.at(kernel_.kept->root) = listed_;
  std::map<std::string, const Access*> accesses, of_tensors;
  for_each_expr(kernel_.body, [&](const Expr& e) {
    const auto* a = as<Access>(e);
    if (!a) return;
    accesses.emplace(a->operand, a);
    of_tensors.emplace(tensor_of(a->operand), a);
  });
  for (const Operand& o : kernel_.operands) {
    // An operand that only leads is indexed as the tensor is.
    const auto own = accesses.find(o.name);
    const Access& a = *(own == accesses.end() ? of_tensors.at(tensor_of(o.name)) : own->second);
    for (const Level& level : view_of(o.name).levels) plans_[o.name].push_back(plan_of(level, a));
    plans_[o.name];
  }
}

LevelPlan Lowering::plan_of(const Level& level, const Access& access) const {
  const std::vector<std::string>& ranks = program_.tensor(access.operand)->ranks;
  auto r = std::find(ranks.begin(), ranks.end(), level.rank) - ranks.begin();
  LevelPlan plan{.index = access.at[static_cast<size_t>(r)]};
  for_each_expr(plan.index, [&](const Expr& part) {
    if (const auto* v = as<Var>(part)) plan.needs.insert(v->name);
  });
  if (const auto* v = as<Var>(plan.index)) plan.root = root_of_.at(v->name);
  plan.within = numbers_tiles(plan.index);
  plan.listed = is_listed(plan.root);
  if (plan.listed) plan.root.clear();
  if (level.tile && !plan.root.empty()) plan.loop = loop_over(level, plan.root, nest_);
  return plan;
}

// The number of the tile that a loop is at, or is inside of: there is such a one of each (derive).
bool Lowering::numbers_tiles(const Expr& index) const {
  const auto* n = as<Binary>(index);
  const auto* v = n && n->op == BinaryOp::Div ? as<Var>(n->lhs) : nullptr;
  return v && std::ranges::any_of(nest_.loops, [&](const Nest::Loop& l) {
           if (l.loop.var != v->name || !l.loop.tile) return false;
           const auto tile = literal(l.loop.tile), whole = literal(n->rhs);
           return same(l.loop.tile, n->rhs) || (tile && whole && *whole % *tile == 0);
         });
}

NestState Lowering::initial() {
  NestState state;
  for (const auto& [root, extent] : extents_) {
    state.ranks[root] = {lit(0), var(extent), nullptr, false, 0};
    if (extent == kernel_.round_rank)
      state.ranks[root].cut(var(round_), add(var(round_), lit(1)), unaligned, "");
  }
  for (const Nest::Loop& l : nest_.loops)
    if (!l.loop.joined.empty()) state.ranks[l.loop.root] = {};
  for (const auto& [operand, plans] : plans_)
    state.views[operand] = {&view_of(operand), &plans, std::vector<LevelState>(plans.size())};
  return state;
}

const View& Lowering::view_of(const std::string& operand) const {
  for (const Operand& o : kernel_.operands)
    if (o.name == operand) return *program_.view(o.view);
  return *program_.view(operand);
}

bool Lowering::is_owners(const ForRank& loop) const {
  if (!kernel_.owner) return false;
  const auto last = nest_.loops.begin() + kernel_.owner->loops;
  return std::any_of(nest_.loops.begin(), last,
                     [&](const Nest::Loop& l) { return l.loop.var == loop.var; });
}

Stmt Lowering::lower(const Stmt& s, const NestState& state) {
  return match(
      s->kind, [&](const ir::Block& n) { return lower_block(n.stmts, state); },
      [&](const ForRank& n) {
        if (stores_fiber(s, state)) return in_both_places(s, state);
        if (n.tuples == Tuples::Fibers || is_owners(n))
          return lower_loop(n, s->where, state);  // which splits itself, or is whole in itself
        return whole_and_edge(
            {s}, state, [&](const NestState& inside) { return lower_loop(n, s->where, inside); });
      },
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
  if (state.active) {
    NestState own = state;
    own.active = nullptr;
    return if_then(state.active, lower_assign(n, where, own), where);
  }
  if (as<Access>(n.target) && (state.carry.key || state.carry.sum)) return carried(n, where, state);
  const auto* to = as<Access>(n.target);
  if (to && marked_.contains(to->operand))  // others set it to the same meanwhile
    return if_then(lower(as<Call>(n.value)->args[0], state),
                   assign(lower(n.target, state), AssignOp::Set, make_expr(FloatLit{1})), where);
  if (to && state.views.at(to->operand).box.first.empty()) {
    grows_ |= n.op != AssignOp::Set;
    needs_zero_ |= grows_ || !state.dense;
  }
  return assign(lower(n.target, state), n.op, lower(n.value, state), where);
}

Expr Lowering::lower(const Expr& e, const NestState& state) {
  return rewrite(without_masks(e, state), [&](const Expr& node) {
    const auto* a = as<Access>(node);
    if (!a) return node;
    const ViewState& v = state.views.at(a->operand);
    if (!v.levels.empty() && !v.levels.back().at) return not_found(node, v);
    return read(values_name(*v.view), v.levels.empty() ? lit(0) : v.levels.back().at);
  });
}

// What a list names, or was asked for, differs from what is absent: whether it does needs no
// answer, and one as a factor is none.
Expr Lowering::without_masks(const Expr& e, const NestState& state) const {
  bool found = false;
  const Expr out = rewrite(e, [&](const Expr& node) {
    const Access* asked = asks_if_present(node, program_);
    if (!asked || !(state.asked.contains(asked->operand) || lists(asked->operand, state)))
      return node;
    found = true;
    return as<Call>(node)->args[1];
  });
  if (!found) return e;
  const auto is_one = [](const Expr& factor) {
    const auto* n = as<FloatLit>(factor);
    return n && n->value == 1;
  };
  return rewrite(out, [&](const Expr& node) {
    const auto* n = as<Binary>(node);
    if (!n || n->op != BinaryOp::Mul) return node;
    return is_one(n->rhs) ? n->lhs : is_one(n->lhs) ? n->rhs : node;
  });
}

bool Lowering::lists(const std::string& operand, const NestState& state) const {
  return std::ranges::any_of(kernel_.tiles, [&](const Tile& t) {
    const auto list = state.views.find(t.operand);
    const bool made = t.listed && list != state.views.end() && list->second.view->name == t.name;
    return made && (operand == t.operand || operand == t.beside);
  });
}

// Of a gathered tile: what it is gathered by is walked in a way that tells no positions.
Expr Lowering::not_found(const Expr& access, const ViewState& v) {
  const auto tile = std::ranges::find(kernel_.tiles, v.view->name, &Tile::name);
  diagnostics_.error(Code::Unsupported, tile == kernel_.tiles.end() ? kernel_.where : tile->where,
                     fmt::format("unsupported: a tile of {} along what another operand names, "
                                 "which is walked here without its positions",
                                 as<Access>(access)->operand));
  return access;
}

bool Lowering::is_reduction(const ForRank& loop) const {
  for (const std::string& root : roots_of(loop))
    if (!outputs_.contains(root)) return true;
  return false;
}

Stmt Lowering::lower_loop(const ForRank& loop, const SourceRange& where, NestState state) {
  const bool products = has_mma(loop.body), meets = products || fills(loop, state);
  state.turn.reset();
  if (state.active && !meets) {
    Expr active = std::move(state.active);
    state.active = nullptr;
    Stmt own = lower_loop(loop, where, std::move(state));
    return reads_for_lanes(loop) ? own : if_then(active, own, where);
  }
  bool reduction = is_reduction(loop);
  bool shared = loop.place != Place::Time;
  state.parted |= shared && loop.place != Place::Block && sums_together();
  Where at{loop, where, shared ? loop.rank : ""};
  if (loop.at) return solved_loop(at, state);
  if (!loop.joined.empty()) {
    state.under_reduction |= reduction;
    return flat_loop(at, state);
  }
  Steps out;
  if (!state.ranks.at(loop.root).coord) tighten(loop, state, out, where);
  std::vector<OpenFiber> fibers = open_fibers(loop, LevelFormat::Compressed, state);
  if (shared && !loop.tile && own_by_coordinate(loop, fibers, reduction, state)) {
    tell_searches(loop, fibers);
    take_chunk(loop, state, out, where);
    fibers = open_fibers(loop, LevelFormat::Compressed, state);
    at.worker.clear();
  }
  state.under_reduction |= reduction;
  auto lowered = [&] {
    return loop.tile ? tile_loop(at, fibers, state) : bottom_loop(at, fibers, state);
  };
  const bool spelled = loop.spelled.turns > 0;
  const bool parts = products
                         ? !spelled && (loop.place == Place::Lane || parts_meeting(loop, state))
                         : parts_meeting(loop, state);
  if (parts && !at.worker.empty()) {
    const std::string active = names_.fresh(loop.var + "_active");
    note_interval(loop, state);
    at.active = active;
    state.active = state.active ? both(state.active, var(active)) : var(active);
    out.push_back(in_turns(lowered(), loop.rank, active));
  } else {
    out.push_back(lowered());
  }
  return out.close();
}

bool Lowering::own_by_coordinate(const ForRank& loop, const std::vector<OpenFiber>& fibers,
                                 bool reduction, const NestState& state) const {
  if (fibers.empty()) return false;
  Meet meet = bound_meet(loop);
  bool merges = fibers.size() > 1 && (meet == Meet::TwoFinger || meet == Meet::SkipAhead);
  // Pairs of an assembled tensor are added wherever they come from.
  bool meets_again = !reduction && state.under_reduction && !view_of(output_).points;
  return merges || meets_again;
}

void Lowering::take_chunk(const ForRank& loop, NestState& state, Steps& out,
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
  r.cut(var(lo), var(hi), unaligned, "");
  narrow(loop.root, state, out);
}

std::vector<OpenFiber> Lowering::open_fibers(const ForRank& loop, LevelFormat format,
                                             const NestState& state) const {
  std::vector<OpenFiber> out;
  for (const Fiber& f : loop.over.fibers) {
    const ViewState& v = state.views.at(f.operand);
    for (size_t l = 0; l < v.levels.size(); ++l) {
      const Level& stored = v.view->levels[l];
      bool here = (*v.plans)[l].root == loop.root && v.levels[l].open() &&
                  (!stored.tile || (*v.plans)[l].loop == loop.rank);
      if (!here || stored.format != format) continue;
      auto* array = format == LevelFormat::Bitmask ? masks_name : coords_name;
      out.push_back({f.operand, l, array(*v.view, l), v.levels[l].begin, v.levels[l].end});
    }
  }
  std::string leader = bound_leader(loop);
  std::stable_partition(out.begin(), out.end(),
                        [&](const OpenFiber& f) { return tensor_of(f.operand) == leader; });
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

void Lowering::add_params() {
  std::set<const View*> seen;
  for (const Operand& o : kernel_.operands) {
    const View* view = program_.view(o.view);
    if (!seen.insert(view).second) continue;
    for (size_t l = 0; l < view->levels.size(); ++l) {
      auto add = [&](Param::Kind kind, const std::string& name) {
        if (std::ranges::find(kernel_.params, name, &Param::name) == kernel_.params.end())
          kernel_.params.push_back(
              {kind, name, view->structure(), static_cast<int>(l), nullptr, false});
      };
      if (view->levels[l].format == LevelFormat::Compressed) {
        add(Param::Kind::Segments, segments_name(*view, l));
        add_coords(*view, l, kernel_.params);
      } else if (view->levels[l].format == LevelFormat::Bitmask) {
        add(Param::Kind::Masks, masks_name(*view, l));
        add(Param::Kind::Bases, bases_name(*view, l));
      }
    }
    kernel_.params.push_back({Param::Kind::Values, values_name(*view), view->name, 0, nullptr,
                              view->tensor == output_ || marked_.contains(view->tensor)});
  }
  for (const Tile& t : kernel_.tiles)
    if (t.gathered) add_values(t.operand);
  tell_streams();
  for (const Nest::Loop& l : nest_.loops)
    if (const std::string& counts = l.loop.growth.counts; !counts.empty()) add_values(counts);
  if (const auto& c = kernel_.carry) {
    kernel_.params.push_back({Param::Kind::Workspace, c->values, c->values, 0, nullptr, true});
    kernel_.params.push_back(
        {Param::Kind::Workspace, c->keys, c->keys, 0, nullptr, true, Type::Size});
    if (c->together())
      kernel_.params.push_back(
          {Param::Kind::Workspace, c->fibers, c->fibers, 0, nullptr, false, Type::Pos});
  }
  std::set<std::string> read;  // arrays that kernels in front have filled
  for_each_expr(kernel_.body, [&](const Expr& e) {
    if (const auto* r = as<Read>(e)) read.insert(r->buffer);
  });
  for (const Workspace& w : program_.workspaces)
    if (read.contains(w.name) &&
        std::ranges::find(kernel_.params, w.name, &Param::name) == kernel_.params.end())
      kernel_.params.push_back({Param::Kind::Workspace, w.name, w.name, 0, nullptr, false, w.type});
  for (const std::string& s : program_.scalars)
    if (mentions("scalar_" + s))
      kernel_.params.push_back({Param::Kind::Scalar, "scalar_" + s, s, 0, nullptr, false});
  std::vector<std::string> ranks = program_.ranks();
  std::set<std::string> sizes(ranks.begin(), ranks.end());
  for (const Symbol& s : program_.symbols) sizes.insert(s.name);
  for (const NamedSize& s : program_.sizes) sizes.insert(s.name);
  for (const std::string& name : sizes)
    if (mentions(name)) kernel_.params.push_back({Param::Kind::Int, name, "", 0, var(name), false});
  if (mentions(round_))
    kernel_.params.push_back({Param::Kind::Int, round_, "", 0, var(round_name), false});
}

void Lowering::add_values(const std::string& name) {
  const View& view = *program_.view(name);
  const std::string values = values_name(view);
  if (std::ranges::find(kernel_.params, values, &Param::name) == kernel_.params.end())
    kernel_.params.push_back({Param::Kind::Values, values, view.name, 0, nullptr, false});
}

// Of an operand that every loop runs along, an iteration has an element of its own.
void Lowering::tell_streams() {
  std::set<std::string> roots, several;
  for (const Nest::Loop& l : nest_.loops) roots.merge(roots_of(l.loop));
  std::map<std::string, const View*> streams;  // by structure
  for (const auto& [operand, plans] : plans_) {
    const View& view = view_of(operand);
    std::set<std::string> along;
    for (const LevelPlan& plan : plans)
      if (const auto* v = as<Var>(plan.index)) along.insert(root_of_.at(v->name));
    const bool alone = streams.emplace(view.structure(), &view).second;
    if (!alone || !std::ranges::includes(along, roots)) several.insert(view.structure());
  }
  for (Param& p : kernel_.params)
    p.streamed = streams.contains(p.view) && !several.contains(p.view) && !p.written;
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

// Not for what grows: passes behind put other arrays in its place, and steps know of them.
bool Lowering::cleared_otherwise() {
  const auto clearing = std::ranges::find(program_.kernels, kernel_.name, &Kernel::clears);
  if (clearing == program_.kernels.end()) return false;
  const bool copied = std::ranges::find(kernel_.workers, Combine::Copies, &Worker::combine) !=
                      kernel_.workers.end();
  const bool clears = needs_zero_ && !grows_ && !copied;
  if (!clears) superfluous_ = clearing->name;
  return clears;
}

// In front of all that write the output together.
void Lowering::add_zero_step() {
  const std::string& view = view_of(output_).name;
  auto at = launch_of(program_, kernel_);
  if (kernel_.row_class) at = first_of_classes(at);
  const bool done =
      at != program_.steps.begin() && (at - 1)->kind == Step::Kind::Zero && (at - 1)->name == view;
  if (done) return;
  at = program_.steps.insert(at, zero_step(view, kernel_.start));
  if (leaves_empty_fibers()) {
    at->empty_in = view_of(walked_).name;
    at->leading = kernel_.carry->levels;
  }
}

// Whether what is left out are fibers that hold nothing, each of which has a coordinate of its own:
// every other one is set by the run that it begins in.
bool Lowering::leaves_empty_fibers() const {
  if (walked_.empty() || leaves_slots_ || grows_ || kernel_.row_class) return false;
  const View &walked = view_of(walked_), &output = view_of(output_);
  const auto leading = static_cast<size_t>(kernel_.carry->levels);
  if (output.levels.size() == leading) return false;  // looking takes as long as setting
  for (size_t l = 0; l < leading; ++l)
    if (walked.levels[l].format != LevelFormat::Uncompressed || walked.levels[l].tile ||
        walked.levels[l].rank != output.levels[l].rank)
      return false;
  return walked.levels[leading].format == LevelFormat::Compressed;
}

// The launches of an expression's classes follow one another, but for steps that make what they
// read.
std::vector<Step>::iterator Lowering::first_of_classes(std::vector<Step>::iterator own) {
  auto first = own;
  for (auto step = own;; --step) {
    const auto kernel = std::ranges::find(program_.kernels, step->name, &Kernel::name);
    const bool launch = step->kind == Step::Kind::Launch && kernel != program_.kernels.end();
    if (launch && kernel->row_class) first = step;
    if (launch && kernel->row_class && kernel->row_class->number == 0 && !kernel->accumulates)
      return first;
    if (step == program_.steps.begin()) return first;
  }
}

std::optional<Program> coiterate(Program program, const Target& target, Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  std::set<std::string> superfluous;
  for (Kernel& kernel : program.kernels) {
    if (kernel.tiled) continue;
    Lowering lowering(program, kernel, target, diagnostics);
    lowering.run();
    if (!lowering.superfluous().empty()) superfluous.insert(lowering.superfluous());
  }
  if (diagnostics.errors() > errors) return std::nullopt;
  std::erase_if(program.steps, [&](const Step& s) { return superfluous.contains(s.name); });
  std::erase_if(program.kernels, [&](const Kernel& k) { return superfluous.contains(k.name); });
  for (Kernel& kernel : program.kernels) kernel.clears.clear();
  return program;
}

}  // namespace teaal::passes
