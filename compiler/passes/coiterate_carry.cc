#include "compiler/passes/lowering.h"

// Sums over a flattened rank whose runs workers share (ir::Carry). Keys ascend along the tuples, so
// a key that is not its run's first one begins in that run and belongs to it: later runs that have
// the key, too, have it first.
namespace teaal::passes {

using namespace ir;

void Lowering::begin_tuple(const Where& at, NestState& state, Steps& head, Steps& body) {
  const Carry& carry = *kernel_.carry;
  CarryState& c = state.carry;
  const ViewState& output = state.views.at(output_);
  std::string key = names_.fresh(output.view->name + "_key");
  body.push_back(let(key, Type::Size,
                     size_of(output.levels[static_cast<size_t>(carry.levels) - 1].at), at.range));
  c.key = var(key);
  Stmt store_key;
  if (carry.run.empty()) {
    c.slot = var(at.loop.var);
    store_key = assign(read(carry.keys, c.slot), AssignOp::Set, add(c.key, lit(1)), at.range);
  } else {
    std::string first = names_.fresh(output.view->name + "_first_key");
    head.push_back(changing(first, Type::Size, lit(-1), at.range));
    c.first = var(first);
    store_key = assign(read(carry.keys, c.slot), AssignOp::Set, add(c.key, lit(1)), at.range);
  }
  // Workers that share the tuple for other elements of the output leave the key to the first.
  Expr alone;
  for (const Worker& w : kernel_.workers) {
    bool shares = std::ranges::none_of(nest_.loops, [&](const Nest::Loop& l) {
      return l.loop.rank == w.rank && l.loop.root == carry.root;
    });
    if (!shares) continue;
    Expr leads = equal(call("worker", {var(w.rank)}), lit(0));
    alone = alone ? both(alone, leads) : leads;
  }
  if (alone) store_key = if_then(alone, store_key, at.range);
  if (!c.first) return body.push_back(store_key);
  body.push_back(if_then(less(c.first, lit(0)),
                         block({assign(c.first, AssignOp::Set, c.key, at.range), store_key}),
                         at.range));
}

Stmt Lowering::carried(const Assign& n, const SourceRange& where, const NestState& state) {
  const Carry& carry = *kernel_.carry;
  const CarryState& c = state.carry;
  const View& output = view_of(output_);
  Expr target = lower(n.target, state), value = lower(n.value, state), each = lit(1);
  for (size_t l = static_cast<size_t>(carry.levels); l < output.levels.size(); ++l)
    each = mul(each, extent(output, l));
  Expr in_slot = sub(as<Read>(target)->at, mul(c.key, each));
  Stmt carry_it = assign(read(carry.values, add(mul(c.slot, each), in_slot)), n.op, value, where);
  if (!c.first) return carry_it;
  return block({if_then(equal(c.key, c.first), carry_it, where),
                if_then(less(c.first, c.key), assign(target, n.op, value, where), where)});
}

}  // namespace teaal::passes
