#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/lowering.h"

// Sums over a flattened rank whose runs are workers' own (ir::Carry). A run is walked fiber by
// fiber: what a fiber has of it is summed as any fiber is. A fiber that begins in the run is the
// run's, later runs carry what they have of it; the run's first one may have begun earlier.
namespace teaal::passes {

using namespace ir;

// Runs of equal parts are numbered part by part, from the operand's begin on.
void Lowering::begin_run(const Where& at, const Expr& begin, NestState& state, Steps& body) {
  if (!kernel_.carry || kernel_.carry->root != at.loop.root) return;
  CarryState& c = state.carry;
  const bool is_run = kernel_.carry->run == at.loop.rank;
  if (together(at)) {
    if (!is_run) return;
    c.slot =
        body.named(names_.fresh("slot"), Type::Size, div(var(at.loop.var), at.loop.tile), at.range);
    c.products = names_.fresh("products");
    c.begin = var(at.loop.var);
    return;
  }
  const Expr number = div(c.tile ? sub(var(at.loop.var), begin) : var(at.loop.var), at.loop.tile);
  c.slot = c.tile ? add(mul(c.slot, size_of(ceil_div(c.tile, at.loop.tile))), number) : number;
  c.tile = at.loop.tile;
  if (is_run) c.slot = body.named(names_.fresh("slot"), Type::Size, c.slot, at.range);
}

Stmt Lowering::fibers_of_run(const Where& at, const Group& group, NestState& state) {
  leaves_slots_ = true;  // fibers may lack what other operands have
  ViewState& v = state.views.at(group.operand);
  const RankState range = state.ranks.at(at.loop.root);
  const size_t lead = group.first + static_cast<size_t>(at.loop.leading) - 1;
  const Expr begin = var(at.loop.var);
  Steps head, step, body;
  head.push_back(changing(at.loop.var, position_type(group), range.lo, at.range));
  Expr p = begin, first = range.lo;
  for (size_t l = group.last; l > group.first; --l) {
    p = parent_of(at, group, l, p, first, head, step, state);
    if (l - 1 <= lead)
      v.levels[l - 1].at = p;
    else  // the loop inside begins there
      v.tuples[l - 1 - group.first] = {p, add(p, lit(1)), v.tuples[l - 1 - group.first].last};
  }
  const Expr fiber = v.levels[lead].at;
  const Expr next = size_of(fiber_begin(group, add(fiber, lit(1))));
  const Expr end =
      step.named(names_.fresh("fiber_end"), Type::Size, least(range.hi, next), at.range);
  for (size_t l = group.first; l <= lead; ++l) bind_tuple(at, group, l, range, state, body);
  state.carry.begun = body.named(names_.fresh("begun"), Type::Bool,
                                 less(fiber_begin(group, fiber), range.lo), at.range);
  bind_key(at, state, body);
  locate(state, body);
  RankState& inside = state.ranks.at(at.loop.root);
  inside.lo = begin;
  inside.hi = end;
  inside.whole = 0;
  body.push_back(lower(at.loop.body, state));
  const Stmt one = block({step.close(), body.close(), assign(begin, AssignOp::Set, end, at.range)});
  head.push_back(make_stmt(While{less(begin, range.hi), one}, at.range));
  return head.close();
}

// Before other operands are met: loops between the run and its tuples may meet others each time.
void Lowering::bind_key(const Where& at, NestState& state, Steps& body) {
  const Carry& carry = *kernel_.carry;
  CarryState& c = state.carry;
  const View& output = view_of(output_);
  Expr number, stored = c.begun;
  for (size_t l = 0; l < static_cast<size_t>(carry.levels); ++l) {
    const std::string& root = plans_.at(output_)[l].root;
    Expr coord = state.ranks.at(root).coord;
    number = number ? add(mul(number, extent(output, l)), coord) : size_of(coord);
    if (extents_.at(root) == output.levels[l].rank) continue;
    Expr in_rank = less(coord, var(output.levels[l].rank));
    stored = stored ? both(stored, in_rank) : in_rank;
  }
  c.key = body.named(names_.fresh(output.name + "_key"), Type::Size, number, at.range);
  if (!c.begun) c.slot = var(at.loop.var);
  Stmt store = key_stored(at, state);
  body.push_back(stored ? if_then(stored, store, at.range) : store);
}

// Of the workers that share a run behind it the first stores the key.
Stmt Lowering::key_stored(const Where& at, const NestState& state) const {
  const Carry& carry = *kernel_.carry;
  Expr alone;
  bool behind = false;
  for (const Nest::Loop& l : nest_.loops) {
    if (behind && l.loop.place != Place::Time) {
      Expr leads = equal(call("worker", {var(l.loop.rank)}), lit(0));
      alone = alone ? both(alone, leads) : leads;
    }
    behind |= l.loop.rank == (carry.run.empty() ? at.loop.rank : carry.run);
  }
  Stmt store = assign(read(carry.keys, state.carry.slot), AssignOp::Set,
                      add(state.carry.key, lit(1)), at.range);
  return alone ? if_then(alone, store, at.range) : store;
}

bool Lowering::stores_fiber(const Stmt& loop, const NestState& state) {
  if (!state.carry.begun || state.carry.into != CarryState::Into::Unknown) return false;
  bool stores = false, sums = false;
  for_each_stmt(loop, [&](const Stmt& s) {
    const auto* n = as<Assign>(s);
    if (n) (as<Access>(n->target) ? stores : sums) = true;
  });
  return stores && !sums;
}

Stmt Lowering::in_both_places(const Stmt& loop, const NestState& state) {
  NestState slot = state, output = state;
  slot.carry.into = CarryState::Into::Slot;
  output.carry.into = CarryState::Into::Output;
  const Expr& begun = state.carry.begun;
  return block({if_then(begun, lower(loop, slot), loop->where),
                if_then(call("not", {begun}), lower(loop, output), loop->where)});
}

Stmt Lowering::carried(const Assign& n, const SourceRange& where, const NestState& state) {
  const Carry& carry = *kernel_.carry;
  const CarryState& c = state.carry;
  needs_zero_ |= !carry.together();
  leaves_slots_ |= n.op != AssignOp::Set || !c.begun;
  if (c.sum) return assign(c.sum, n.op, lower(n.value, state), where);
  const View& output = view_of(output_);
  Expr target = lower(n.target, state), value = lower(n.value, state), each = lit(1);
  for (size_t l = static_cast<size_t>(carry.levels); l < output.levels.size(); ++l)
    each = mul(each, extent(output, l));
  const Expr in_slot = sub(as<Read>(target)->at, mul(c.key, each));
  Stmt carry_it = assign(read(carry.values, add(mul(c.slot, each), in_slot)), n.op, value, where);
  Stmt own = assign(target, n.op, value, where);
  if (!c.begun || c.into == CarryState::Into::Slot) return carry_it;
  if (c.into == CarryState::Into::Output) return own;
  return block({if_then(c.begun, carry_it, where), if_then(call("not", {c.begun}), own, where)});
}

}  // namespace teaal::passes
