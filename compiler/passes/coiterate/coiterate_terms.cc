#include <algorithm>
#include <optional>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/lowering.h"

// A worker's run of a flattened rank as one loop over its tuples. A few tuples at a time: first
// each one's terms, with all that is read for them, then fiber by fiber their sums. So reads wait
// for one another neither where fibers are short nor where lanes side by side have other fibers.
namespace teaal::passes {

using namespace ir;

namespace {

// Tuples whose terms are on their way at once, and registers for those.
constexpr int64_t most_at_once = 4, most_terms = 64;

}  // namespace

// The body of a loop over fibers whose sums lie in registers, in its parts.
struct Lowering::TupleSums {
  std::vector<Stmt> begin;  // the sums' names, and what they begin with
  Stmt tuples;              // the loop that adds to them
  Stmt store;
  std::string name;
  int64_t elements = 1;
  int64_t at_once = 1;
  std::string terms;

  Expr sum(const Expr& element) const { return elements == 1 ? var(name) : read(name, element); }
  Expr term(const Expr& tuple, const Expr& element) const {
    return read(terms, add(mul(tuple, lit(elements)), element));
  }
};

// Where the walk over a run stands.
struct Lowering::RunWalk {
  RankState range;
  // Positions from the run's begin on, and their type:
  Type type = Type::Size;
  Expr length;
  Expr first;  // of those that lanes have one each of, or of all
  Expr batch;  // the first of those whose terms are made at once
  Expr next;   // behind the one that is added
  Expr from;   // where the fiber begins; -1: in an earlier run
  Expr fiber;
  Expr is_last;  // whether the fiber, or the run, ends before `next`
  Stmt go_on;    // to the next fiber
};

// Nothing where a term needs the fiber's own coordinates: it has none before its tuple's turn.
std::optional<Lowering::TupleSums> Lowering::tuple_sums(const Where& at, const Group& group) {
  const auto* body = as<ir::Block>(at.loop.body);
  if (!body || !kernel_.tiles.empty()) return std::nullopt;
  const View& view = view_of(group.operand);
  for (size_t l = group.first + static_cast<size_t>(at.loop.leading); l <= group.last; ++l)
    if (view.levels[l].format != LevelFormat::Compressed) return std::nullopt;
  std::set<std::string> leading;
  for (const Joined& j : at.loop.own()) leading.insert(j.var);
  for (const auto& [operand, plans] : plans_)
    for (const LevelPlan& plan : plans)
      if (operand != group.operand && operand != output_ &&
          std::ranges::any_of(plan.needs, [&](const auto& v) { return leading.contains(v); }))
        return std::nullopt;
  if (std::ranges::any_of(nest_.loops, [](const Nest::Loop& l) { return l.loop.at != nullptr; }))
    return std::nullopt;

  TupleSums out;
  std::vector<Stmt> stores;
  for (const Stmt& s : body->stmts) {
    if (const auto* sum = as<Let>(s)) out.name = sum->var;
    if (const auto* sums = as<Array>(s)) {
      out.name = sums->buffer;
      out.elements = sums->extent;
    }
    const auto* loop = as<ForRank>(s);
    if (loop && loop->tuples == Tuples::OfFiber)
      out.tuples = s;
    else
      (out.tuples ? stores : out.begin).push_back(s);
  }
  out.store = block(std::move(stores));
  out.at_once = std::clamp(most_terms / out.elements, int64_t{1}, most_at_once);
  out.terms = names_.fresh("terms");
  return out;
}

Stmt Lowering::walk_run(const Where& at, const Group& group, NestState& state) {
  const auto sums = tuple_sums(at, group);
  return sums ? tuples_of_run(at, group, *sums, state) : fibers_of_run(at, group, state);
}

Stmt Lowering::tuples_of_run(const Where& at, const Group& group, const TupleSums& sums,
                             NestState& state) {
  for (const Operand& o : kernel_.operands)
    leaves_slots_ |= o.name != group.operand && !is_dense(o.name);
  if (group.first == 0) walked_ = group.operand;
  const size_t lead = group.first + static_cast<size_t>(at.loop.leading) - 1;
  RunWalk walk{.range = state.ranks.at(at.loop.root)};
  const RankState& range = walk.range;
  Steps head, step;  // step: upward to the fiber that a position lies in
  walk.type = type_in_run();
  walk.length =
      head.named(names_.fresh("run_length"), walk.type, sub(range.hi, range.lo), at.range);
  walk.first = lit(0);
  walk.next = var(names_.fresh("next"));
  walk.from = var(names_.fresh("from"));
  const std::string position = as<ForRank>(sums.tuples)->var;
  std::optional<TuplesInLanes> lanes;
  if (const int64_t count = lanes_of_run(at.loop, state); count > 1)
    lanes.emplace(names_, count, position, arrays_of_inputs());
  Expr first = range.lo;
  walk.fiber = lanes ? var(position) : call("pos", {add(range.lo, size_of(walk.next))});
  for (size_t l = group.last; l > lead; --l)
    walk.fiber = parent_of(at, group, l, walk.fiber, first, head, step, state);
  const Expr begin = size_of(fiber_begin(group, walk.fiber));
  head.push_back(changing(as<Var>(walk.from)->name, walk.type,
                          sub(most(begin, sub(range.lo, lit(1))), range.lo), at.range));
  const Stmt climb = step.close(), start = lower_all(sums.begin, state);
  if (!lanes) stop_at_ends(at, group, climb, walk, head);
  const Stmt walked = whole_and_edge({sums.tuples, sums.store}, state, [&](const NestState& in) {
    if (!lanes) return all_batches(at, group, sums, walk, in);
    TuplesInLanes own = *lanes;
    return batches_of_lanes(at, group, sums, climb, walk, own, in);
  });
  return block({start, head.close(), walked});
}

// Where each thread has a run: the fiber's end is asked for when the walk comes to the fiber.
void Lowering::stop_at_ends(const Where& at, const Group& group, const Stmt& climb, RunWalk& walk,
                            Steps& head) {
  const RankState& range = walk.range;
  const Expr end =
      sub(least(range.hi, size_of(fiber_begin(group, add(walk.fiber, lit(1))))), range.lo);
  const Expr stop = var(names_.fresh("stop"));
  head.push_back(changing(as<Var>(stop)->name, walk.type, end, at.range));
  walk.is_last = equal(walk.next, stop);
  walk.go_on = if_then(less(walk.next, walk.length),
                       block({climb, assign(stop, AssignOp::Set, end, at.range),
                              assign(walk.from, AssignOp::Set, walk.next, at.range)}),
                       at.range);
}

Stmt Lowering::all_batches(const Where& at, const Group& group, const TupleSums& sums, RunWalk walk,
                           const NestState& state) {
  Steps before;
  walk.batch = var(names_.fresh("batch"));
  const Stmt terms = terms_of_tuples(group, sums, walk, state, nullptr, before);
  before.push_back(
      batches(at, sums, walk, walk.length, block({terms, sum_up(at, group, sums, walk, state)})));
  return before.close();
}

Stmt Lowering::batches(const Where& at, const TupleSums& sums, const RunWalk& walk, const Expr& end,
                       Stmt body) {
  return make_stmt(For{as<Var>(walk.batch)->name, walk.type, walk.first, end, lit(sums.at_once), "",
                       std::move(body)},
                   at.range);
}

// Where lanes share a run, each says of its own tuple which fiber that lies in and whether it is
// the fiber's last.
Stmt Lowering::batches_of_lanes(const Where& at, const Group& group, const TupleSums& sums,
                                const Stmt& climb, RunWalk walk, TuplesInLanes& lanes,
                                const NestState& state) {
  const RankState& range = walk.range;
  const std::string chunk = names_.fresh("chunk"), chunk_end = names_.fresh("chunk_end");
  walk.first = var(chunk);
  walk.batch = var(names_.fresh("batch"));
  const Expr last_lane = lit(lanes.lanes() - 1);
  std::vector<Stmt> onward;
  for (const Stmt& s : stmts_of(climb)) onward.push_back(lanes.found(s, last_lane));
  const Expr own_fiber = lanes.own(walk.fiber);
  const Expr fiber_end = least(range.hi, size_of(fiber_begin(group, add(own_fiber, lit(1)))));
  const Expr is_last = equal(add(size_of(lanes.own_position()), lit(1)), fiber_end);
  const Expr ends = var(names_.fresh("ends"));
  Steps before;
  const Stmt terms = terms_of_tuples(group, sums, walk, state, &lanes, before);
  const Expr lane = sub(sub(walk.next, walk.first), lit(1));
  walk.is_last = call("is_bit_set", {ends, lane});
  walk.fiber = var(names_.fresh("fiber"));
  walk.go_on = assign(walk.from, AssignOp::Set, walk.next, at.range);
  const Stmt named =
      let(as<Var>(walk.fiber)->name, Type::Pos,
          TuplesInLanes::handed(Type::Pos, own_fiber, lane, lanes.lanes()), at.range);
  const Stmt added = sum_up(at, group, sums, walk, state, named);
  const Expr of_run = size_of(walk.first);
  std::vector<Stmt> body = {
      let(chunk_end, walk.type, least(walk.length, add(walk.first, lit(lanes.lanes()))), at.range)};
  for (Stmt& s : lanes.stmts(add(range.lo, of_run), add(range.lo, size_of(var(chunk_end)))))
    body.push_back(std::move(s));
  body.push_back(let(as<Var>(ends)->name, Type::Mask,
                     call("where_in_group", {is_last, lit(lanes.lanes())}), at.range));
  body.insert(body.end(), onward.begin(), onward.end());
  body.push_back(batches(at, sums, walk, var(chunk_end), block({terms, added})));
  before.push_back(make_stmt(
      For{chunk, walk.type, lit(0), walk.length, lit(lanes.lanes()), "", block(std::move(body))},
      at.range));
  return before.close();
}

// `named`: names the fiber of the tuple that is added.
Stmt Lowering::sum_up(const Where& at, const Group& group, const TupleSums& sums,
                      const RunWalk& walk, const NestState& state, const Stmt& named) {
  const std::string turn = names_.fresh("turn"), element = names_.fresh("element");
  Stmt add_terms = assign(sums.sum(var(element)), kernel_.reduction,
                          sums.term(var(turn), var(element)), at.range);
  add_terms = unrolled(element, sums.elements, add_terms, at.range);
  std::vector<Stmt> done = {fiber_done(at, group, sums, walk, state), begun_anew(sums), walk.go_on};
  if (named) done.insert(done.begin(), named);
  const Stmt one = block({add_terms, if_then(walk.is_last, block(std::move(done)), at.range)});
  const Stmt sum_up = block(
      {let(as<Var>(walk.next)->name, walk.type, add(walk.batch, add(var(turn), lit(1))), at.range),
       if_then(at_most(walk.next, walk.length), one, at.range)});
  return unrolled(turn, sums.at_once, sum_up, at.range);
}

// Runs that are cut at so many positions are counted in 32 bits.
Type Lowering::type_in_run() const {
  for (const Nest::Loop& l : nest_.loops)
    if (l.loop.rank == kernel_.carry->run && l.loop.tile)
      if (const auto tile = literal(l.loop.tile); tile && *tile <= 1 << 30) return Type::Int;
  return Type::Size;
}

bool Lowering::is_dense(const std::string& operand) const {
  return store_all(view_of(operand).levels);
}

Stmt Lowering::unrolled(const std::string& turn, int64_t count, Stmt body,
                        const SourceRange& where) {
  return make_stmt(For{turn, Type::Int, lit(0), lit(count), lit(1), "", std::move(body), true},
                   where);
}

// Behind the last position of the run its last one is read again, to no use.
Stmt Lowering::terms_of_tuples(const Group& group, const TupleSums& sums, const RunWalk& walk,
                               NestState state, TuplesInLanes* lanes, Steps& before) {
  const Where at{*as<ForRank>(sums.tuples), sums.tuples->where, ""};
  const size_t top = first_walked(at, group);
  ViewState& v = state.views.at(group.operand);
  const std::string turn = names_.fresh("turn"), element = names_.fresh("element");
  Steps body;
  Expr p = var(at.loop.var), first = walk.range.lo;
  const Expr place = least(add(walk.batch, var(turn)), sub(walk.length, lit(1)));
  body.push_back(let(at.loop.var, position_type(group),
                     call("pos", {add(walk.range.lo, size_of(place))}), at.range));
  Steps found;
  for (size_t l = group.last; l > top; --l) {
    v.levels[l].at = p;
    p = parent_of(at, group, l, p, first, before, found, state);
  }
  v.levels[top].at = p;
  for (size_t l = top; l <= group.last; ++l) bind_tuple(at, group, l, walk.range, state, found);
  state.ranks.at(at.loop.root).coord = var(at.loop.var);
  const Expr lane = sub(add(walk.batch, var(turn)), walk.first);
  if (lanes && !found.requires_something())
    for (const Stmt& s : stmts_of(found.close())) body.push_back(lanes->found(s, lane));
  else
    body.append(std::move(found));
  locate(state, body);
  const Stmt terms = rewrite(at.loop.body, [&](const Expr& e) {
    const auto* sum = as<Var>(e);
    const auto* element_of_sums = as<Read>(e);
    if (sums.elements == 1) return sum && sum->name == sums.name ? sums.term(var(turn), lit(0)) : e;
    return element_of_sums && element_of_sums->buffer == sums.name
               ? sums.term(var(turn), element_of_sums->at)
               : e;
  });
  Stmt lowered = lower(terms, state);
  body.push_back(lanes ? lanes->read_in(lowered, lane) : lowered);
  const int64_t count = sums.at_once * sums.elements;
  const Stmt start = assign(read(sums.terms, var(element)), AssignOp::Set,
                            make_expr(FloatLit{kernel_.start}), at.range);
  return block({make_stmt(Array{sums.terms, count, Type::Value, Memory::Registers}, at.range),
                unrolled(element, count, start, at.range),
                unrolled(turn, sums.at_once, body.close(), at.range)});
}

// What is summed of the walk's fiber goes where it belongs.
Stmt Lowering::fiber_done(const Where& at, const Group& group, const TupleSums& sums,
                          const RunWalk& walk, NestState state) {
  const size_t lead = group.first + static_cast<size_t>(at.loop.leading) - 1;
  ViewState& v = state.views.at(group.operand);
  Steps head, body;
  Expr p = walk.fiber, first = walk.fiber;
  for (size_t l = lead; l > group.first; --l) {
    v.levels[l].at = p;
    p = parent_of(at, group, l, p, first, head, body, state);
  }
  v.levels[group.first].at = p;
  for (size_t l = group.first; l <= lead; ++l) bind_tuple(at, group, l, walk.range, state, body);
  state.carry.begun =
      body.named(names_.fresh("begun"), Type::Bool, less(walk.from, lit(0)), at.range);
  bind_key(at, state, body);
  locate(state, body);
  body.push_back(lower(sums.store, state));
  head.push_back(body.close());
  return head.close();
}

Stmt Lowering::begun_anew(const TupleSums& sums) {
  std::vector<Stmt> out;
  for (const Stmt& s : sums.begin) {
    const auto* sum = as<Let>(s);
    if (sum)
      out.push_back(assign(var(sum->var), AssignOp::Set, sum->value, s->where));
    else if (!as<Array>(s))
      out.push_back(s);
  }
  return block(std::move(out));
}

}  // namespace teaal::passes
