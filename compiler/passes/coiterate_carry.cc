#include "compiler/passes/lowering.h"

// Sums over a flattened rank whose runs workers share (ir::Carry). Keys ascend along the tuples, so
// a key that is not its run's first one begins in that run and belongs to it: later runs that have
// the key, too, have it first.
namespace teaal::passes {

using namespace ir;

void Lowering::begin_tuple(const Where& at, NestState& state, Steps& head, Steps& body,
                           std::vector<Stmt>& tail) {
  const Carry& carry = *kernel_.carry;
  CarryState& c = state.carry;
  const ViewState& output = state.views.at(output_);
  auto set = [&](const Expr& target, const Expr& value) {
    return assign(target, AssignOp::Set, value, at.range);
  };
  std::string key = names_.fresh(output.view->name + "_key");
  const size_t levels = static_cast<size_t>(carry.levels);
  body.push_back(let(key, Type::Size, size_of(output.levels[levels - 1].at), at.range));
  c.key = var(key);
  if (carry.run.empty()) {
    c.slot = var(at.loop.var);
    return;
  }

  auto changing_key = [&](const std::string& what) {
    std::string name = names_.fresh(output.view->name + what);
    head.push_back(changing(name, Type::Size, lit(-1), at.range));
    return var(name);
  };
  c.first = changing_key("_first_key");
  Stmt begin_run = if_then(less(c.first, lit(0)),
                           block({set(c.first, c.key), key_stored(state, at.range)}), at.range);
  // Where a key is one element of the output, its sum is complete when the next key comes.
  if (levels < output.levels.size()) return body.push_back(begin_run);
  Expr last = changing_key("_last_key"), start = make_expr(FloatLit{kernel_.start});
  std::string sum = names_.fresh("sum");
  head.push_back(changing(sum, Type::Value, start, at.range));
  c.sum = var(sum);
  Stmt store = block(
      {if_then(equal(last, c.first),
               assign(read(carry.values, c.slot), kernel_.reduction, c.sum, at.range), at.range),
       if_then(less(c.first, last),
               assign(read(values_name(*output.view), last), kernel_.reduction, c.sum, at.range),
               at.range)});
  Stmt flush = if_then(at_most(lit(0), last), store, at.range);
  body.push_back(if_then(less(last, c.key),
                         block({flush, set(last, c.key), set(c.sum, start), begin_run}), at.range));
  tail.push_back(flush);
}

// Workers that share a tuple for other elements of the output leave the key to the first.
Stmt Lowering::key_stored(const NestState& state, const SourceRange& where) const {
  const Carry& carry = *kernel_.carry;
  Expr alone;
  for (const Worker& w : kernel_.workers) {
    bool shares = std::ranges::none_of(nest_.loops, [&](const Nest::Loop& l) {
      return l.loop.rank == w.rank && l.loop.root == carry.root;
    });
    if (!shares) continue;
    Expr leads = equal(call("worker", {var(w.rank)}), lit(0));
    alone = alone ? both(alone, leads) : leads;
  }
  Stmt store = assign(read(carry.keys, state.carry.slot), AssignOp::Set,
                      add(state.carry.key, lit(1)), where);
  return alone ? if_then(alone, store, where) : store;
}

Stmt Lowering::carried(const Assign& n, const SourceRange& where, const NestState& state) {
  const Carry& carry = *kernel_.carry;
  const CarryState& c = state.carry;
  if (c.sum) return assign(c.sum, n.op, lower(n.value, state), where);
  const View& output = view_of(output_);
  Expr target = lower(n.target, state), value = lower(n.value, state), each = lit(1);
  for (size_t l = static_cast<size_t>(carry.levels); l < output.levels.size(); ++l)
    each = mul(each, extent(output, l));
  Expr in_slot = sub(as<Read>(target)->at, mul(c.key, each));
  Stmt carry_it = assign(read(carry.values, add(mul(c.slot, each), in_slot)), n.op, value, where);
  if (!c.first) return block({key_stored(state, where), carry_it});
  return block({if_then(equal(c.key, c.first), carry_it, where),
                if_then(less(c.first, c.key), assign(target, n.op, value, where), where)});
}

}  // namespace teaal::passes
