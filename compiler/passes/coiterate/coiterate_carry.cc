#include "compiler/passes/coiterate/lowering.h"

// Sums over a flattened rank whose runs workers share (ir::Carry). The tuples of a key stand in a
// row, so a key that is not its run's first one begins in that run and belongs to it: later runs
// that have the key, too, have it first.
namespace teaal::passes {

using namespace ir;

void Lowering::begin_run(const Where& at, NestState& state, Steps& body) {
  if (!kernel_.carry || kernel_.carry->run != at.loop.rank) return;
  state.carry.slot = div(var(at.loop.var), at.loop.tile);  // the whole operand begins at 0
  if (together(at)) {
    state.carry.products = names_.fresh("products");
    state.carry.begin = var(at.loop.var);
    return;
  }
  std::string first = names_.fresh(view_of(output_).name + "_first_key");
  body.push_back(changing(first, Type::Size, lit(-1), at.range));
  state.carry.first = var(first);
}

// Before other operands are met: loops between the run and its tuples may meet others each time.
void Lowering::bind_key(const Where& at, NestState& state, Steps& body) {
  const Carry& carry = *kernel_.carry;
  CarryState& c = state.carry;
  const View& output = view_of(output_);
  Expr number, inside;
  for (size_t l = 0; l < static_cast<size_t>(carry.levels); ++l) {
    const std::string& root = plans_.at(output_)[l].root;
    Expr coord = state.ranks.at(root).coord;
    number = number ? add(mul(number, extent(output, l)), coord) : size_of(coord);
    if (extents_.at(root) == output.levels[l].rank) continue;
    Expr in_rank = less(coord, var(output.levels[l].rank));
    inside = inside ? both(inside, in_rank) : in_rank;
  }
  std::string key = names_.fresh(output.name + "_key");
  body.push_back(let(key, Type::Size, number, at.range));
  c.key = var(key);
  if (!c.first) {
    c.slot = var(at.loop.var);
    Stmt store = key_stored(at, state);
    body.push_back(inside ? if_then(inside, store, at.range) : store);
    return;
  }
  Expr begins = less(c.first, lit(0));
  body.push_back(if_then(
      inside ? both(begins, inside) : begins,
      block({assign(c.first, AssignOp::Set, c.key, at.range), key_stored(at, state)}), at.range));
}

// Where a key is one element of the output, its sum is complete when the next key comes.
void Lowering::sum_by_key(const Where& at, NestState& state, Steps& head, Steps& body,
                          std::vector<Stmt>& tail) {
  const Carry& carry = *kernel_.carry;
  CarryState& c = state.carry;
  const View& output = view_of(output_);
  if (!c.first || static_cast<size_t>(carry.levels) < output.levels.size()) return;
  std::string last_key = names_.fresh(output.name + "_last_key"), sum = names_.fresh("sum");
  Expr last = var(last_key), start = make_expr(FloatLit{kernel_.start});
  head.push_back(changing(last_key, Type::Size, lit(-1), at.range));
  head.push_back(changing(sum, Type::Value, start, at.range));
  c.sum = var(sum);
  auto store = [&](const Expr& cond, const Expr& target) {
    return if_then(cond, assign(target, kernel_.reduction, c.sum, at.range), at.range);
  };
  Stmt flush =
      if_then(at_most(lit(0), last),
              block({store(equal(last, c.first), read(carry.values, c.slot)),
                     store(call("differs", {last, c.first}), read(values_name(output), last))}),
              at.range);
  body.push_back(if_then(call("differs", {last, c.key}),
                         block({flush, assign(last, AssignOp::Set, c.key, at.range),
                                assign(c.sum, AssignOp::Set, start, at.range)}),
                         at.range));
  tail.push_back(flush);
}

// Of the workers that share a tuple behind it the first stores the key.
Stmt Lowering::key_stored(const Where& at, const NestState& state) const {
  Expr alone;
  bool behind = false;
  for (const Nest::Loop& l : nest_.loops) {
    if (behind && l.loop.place != Place::Time) {
      Expr leads = equal(call("worker", {var(l.loop.rank)}), lit(0));
      alone = alone ? both(alone, leads) : leads;
    }
    behind |= l.loop.rank == at.loop.rank;
  }
  Stmt store = assign(read(kernel_.carry->keys, state.carry.slot), AssignOp::Set,
                      add(state.carry.key, lit(1)), at.range);
  return alone ? if_then(alone, store, at.range) : store;
}

Stmt Lowering::carried(const Assign& n, const SourceRange& where, const NestState& state) {
  const Carry& carry = *kernel_.carry;
  const CarryState& c = state.carry;
  needs_zero_ |= !carry.together();
  if (c.sum) return assign(c.sum, n.op, lower(n.value, state), where);
  const View& output = view_of(output_);
  Expr target = lower(n.target, state), value = lower(n.value, state), each = lit(1);
  for (size_t l = static_cast<size_t>(carry.levels); l < output.levels.size(); ++l)
    each = mul(each, extent(output, l));
  Expr in_slot = sub(as<Read>(target)->at, mul(c.key, each));
  Stmt carry_it = assign(read(carry.values, add(mul(c.slot, each), in_slot)), n.op, value, where);
  if (!c.first) return carry_it;
  return block(
      {if_then(equal(c.key, c.first), carry_it, where),
       if_then(call("differs", {c.first, c.key}), assign(target, n.op, value, where), where)});
}

}  // namespace teaal::passes
