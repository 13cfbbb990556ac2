#include <tuple>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/lowering.h"
#include "compiler/passes/machine/copies.h"

// Runs of a flattened rank that the threads of a block share (ir::Carry::together). They make the
// products of a run's tuples together, whatever fibers these lie in: reads of the operand are
// streams. Behind a barrier each fiber is summed by a share of the lanes, long ones by warps. What
// the run's first fiber began with is an earlier run's, so its sum is carried; every other fiber is
// stored once and for all, those without a tuple too.
namespace teaal::passes {

using namespace ir;

namespace {

// A share of n lanes sums fibers of up to n times as many tuples, or of the least.
constexpr int64_t most_a_lane = 16, least_long = 64;

bool reads_name(const Stmt& s, const std::string& name) {
  bool found = false;
  for_each_expr(s, [&](const Expr& e) {
    const auto* v = as<Var>(e);
    found |= v && v->name == name;
  });
  return found;
}

Expr thread_in_warp(const Kernel& kernel) { return mod(call("thread"), lit(kernel.lanes)); }

}  // namespace

// What the statements behind a run's products have in common.
struct Lowering::RunFibers {
  Expr begin, end;  // positions
  Expr fibers_begin, fibers_end;
  Expr lanes;  // of each fiber's share
  Expr most;   // tuples of a fiber that a share sums
};

// Whose lanes sum a fiber: which of them a thread is, how many there are, how they meet.
struct Lowering::FiberLanes {
  Expr lane, count;
  std::string tree;
  std::vector<Expr> tree_args;  // behind the value
};

struct Lowering::Length {
  Expr fiber_begin;  // a position, perhaps of an earlier run
  Expr begin, end;   // places among the run's products
};

struct Lowering::FiberSum {
  Expr fiber;
  Length length;
  FiberLanes lanes;
};

bool Lowering::together(const Where& at) const {
  return kernel_.carry && kernel_.carry->together() && kernel_.carry->root == at.loop.root;
}

Stmt Lowering::product_stored(const Where& at, const NestState& state, Steps& body) {
  NestState inside = state;
  std::string product = names_.fresh("product");
  inside.carry.sum = var(product);
  body.push_back(lower(at.loop.body, inside));
  Expr place = sub(size_of(var(at.loop.var)), state.carry.begin);
  return block({changing(product, Type::Value, make_expr(FloatLit{kernel_.start}), at.range),
                body.close(),
                assign(read(state.carry.products, place), AssignOp::Set, var(product), at.range)});
}

void Lowering::sum_fibers(const Where& at, const Group& group, const NestState& state,
                          Steps& body) {
  const RunFibers run = run_fibers(at, group, state, body);
  const Stmt barrier = ir::barrier(Scope::Block, at.range);
  Array products_of_run{state.carry.products, *literal(at.loop.tile)};
  products_of_run.quads = true;
  body.push_back(make_stmt(products_of_run, at.range));
  body.push_back(products(at, group, state));
  body.push_back(barrier);
  body.push_back(short_fibers(at, group, run, state));
  body.push_back(
      if_then(less(run.lanes, lit(kernel_.lanes)), long_fibers(at, group, run, state), at.range));
  body.push_back(barrier);  // before the next run's products
}

// Whole runs have loops of known length, and quads where arrays and runs begin at multiples of 16
// bytes.
Stmt Lowering::products(const Where& at, const Group& group, const NestState& state) {
  Stmt any = lower(at.loop.body, state);
  const int64_t tile = *literal(at.loop.tile);
  const View& view = view_of(group.operand);
  const bool staged =
      std::ranges::find(kernel_.tiles, group.operand, &Tile::operand) != kernel_.tiles.end();
  if (tile % quad != 0 || staged) return any;
  NestState whole = state;
  RankState& r = whole.ranks.at(at.loop.root);
  r.hi = add(r.lo, at.loop.tile);
  r.whole = tile;
  Expr all = at_most(r.hi, size_of(state.views.at(group.operand).tuples.back().end));
  all = both(all, equal(mod(r.lo, lit(quad)), lit(0)));
  const bool narrow = view.levels[group.last].cbits != 0;
  all = both(all, call(narrow ? "aligned_coords" : "aligned_rows",
                       {var(coords_name(view, group.last)), lit(quad)}));
  all = both(all, call("aligned_rows", {var(values_name(view)), lit(quad)}));
  const std::string is_whole = names_.fresh("whole");
  return block({let(is_whole, Type::Bool, call("whole", {all}), at.range),
                if_then(var(is_whole), lower(at.loop.body, whole), at.range),
                if_then(call("not", {var(is_whole)}), any, at.range)});
}

Stmt Lowering::quad_of_tuples(const Where& at, const Group& group, const NestState& state,
                              const For& loop) {
  const View& view = view_of(group.operand);
  const auto& [products, begin] = std::tie(state.carry.products, state.carry.begin);
  const std::string coords = coords_name(view, group.last), values = values_name(view);
  const std::string quad_coords = names_.fresh(coords + "_quad"),
                    quad_values = names_.fresh(values + "_quad"), turn = names_.fresh("turn");
  const std::string quad_products = names_.fresh(products + "_quad");
  Stmt body = rewrite(loop.body, [&](const Expr& e) {
    const auto* n = as<Read>(e);
    if (n && n->buffer == products) return read(quad_products, var(turn));
    const auto* p = n ? as<Var>(n->at) : nullptr;
    if (!p || p->name != loop.var || (n->buffer != coords && n->buffer != values)) return e;
    return read(n->buffer == coords ? quad_coords : quad_values, var(turn));
  });
  auto array = [&](const std::string& name, Type type) {
    return make_stmt(Array{name, quad, type, Memory::Registers}, at.range);
  };
  Copy coordinates{CopyWay::Read, read(quad_coords, lit(0)), read(coords, loop.begin), quad};
  coordinates.entries = true;
  std::vector<Stmt> one;
  if (reads_name(body, loop.var))
    one.push_back(let(loop.var, loop.type, add(loop.begin, size_of(var(turn))), at.range));
  one.push_back(body);
  return block(
      {array(quad_coords, Type::Coord), array(quad_values, Type::Value),
       array(quad_products, Type::Value), make_stmt(coordinates, at.range),
       copy(CopyWay::Read, read(quad_values, lit(0)), read(values, loop.begin), quad, at.range),
       make_stmt(For{turn, Type::Int, lit(0), lit(quad), lit(1), "", block(std::move(one)), true},
                 at.range),
       copy(CopyWay::Store, read(products, sub(loop.begin, begin)), read(quad_products, lit(0)),
            quad, at.range)});
}

Lowering::RunFibers Lowering::run_fibers(const Where& at, const Group& group,
                                         const NestState& state, Steps& body) {
  const RankState& range = state.ranks.at(at.loop.root);
  const auto& tuples = state.views.at(group.operand).tuples;
  const auto& [all_begin, all_end, last] = tuples[static_cast<size_t>(kernel_.carry->levels) - 1];
  auto named = [&](const char* name, Type type, const Expr& value) {
    return body.named(names_.fresh(name), type, value, at.range);
  };
  auto first_of = [&](const Expr& slot) { return read(kernel_.carry->fibers, slot); };
  const Expr slot = state.carry.slot;
  RunFibers run{range.lo, range.hi};
  Expr first = named("first_fiber", Type::Size, first_of(slot));
  // Fibers without a tuple that stand between two runs are the earlier one's.
  run.fibers_begin =
      named("fibers_begin", Type::Size, call("select", {equal(slot, lit(0)), all_begin, first}));
  Expr next = first_of(add(slot, lit(1)));
  Expr begun = call("advance", {less(fiber_begin(group, next), run.end)});
  run.fibers_end =
      named("fibers_end", Type::Size,
            call("select", {less(run.end, size_of(tuples.back().end)), add(next, begun), all_end}));
  Expr none_begun = at_most(run.begin, size_of(fiber_begin(group, first)));
  body.push_back(if_then(both(equal(call("thread"), lit(0)), none_begun),
                         assign(read(kernel_.carry->keys, slot), AssignOp::Set, lit(0), at.range),
                         at.range));
  run.lanes = named("lanes", Type::Int,
                    call("lanes_each", {sub(run.fibers_end, run.fibers_begin), call("threads")}));
  run.most = named(
      "most", Type::Int,
      call("select", {less(run.lanes, lit(kernel_.lanes)),
                      most(lit(least_long), mul(run.lanes, lit(most_a_lane))), at.loop.tile}));
  return run;
}

Expr Lowering::fiber_begin(const Group& group, Expr fiber) const {
  const size_t leading = group.first + static_cast<size_t>(kernel_.carry->levels);
  for (size_t l = leading; l <= group.last; ++l)
    fiber = first_child(view_of(group.operand), l, fiber);
  return fiber;
}

// Of the shares that threads form, each takes fibers in turns.
Stmt Lowering::short_fibers(const Where& at, const Group& group, const RunFibers& run,
                            const NestState& state) {
  const std::string fiber = names_.fresh("fiber");
  const FiberLanes lanes = {
      call("lane_of_share", {run.lanes}), run.lanes, reducing_tree(kernel_, "group"), {run.lanes}};
  Steps body;
  const Length length = length_of(at, group, run, var(fiber), body);
  body.require(at_most(sub(length.end, length.begin), run.most), at.range);
  sum_fiber(at, group, run, {var(fiber), length, lanes}, state, body);
  return make_stmt(
      For{fiber, Type::Size, add(run.fibers_begin, size_of(call("share", {run.lanes}))),
          run.fibers_end, size_of(call("shares", {run.lanes})), "", body.close()},
      at.range);
}

// Each lane of a warp looks at one fiber; of those that are long the warp sums one after another.
Stmt Lowering::long_fibers(const Where& at, const Group& group, const RunFibers& run,
                           const NestState& state) {
  const std::string first = names_.fresh("fiber_of_lane_0"), mine = names_.fresh("fiber_of_lane"),
                    far = names_.fresh("long_ones"), fiber = names_.fresh("fiber");
  const Expr next = call("lowest_bit", {var(far)});
  const FiberLanes lanes = {thread_in_warp(kernel_),
                            lit(kernel_.lanes),
                            reducing_tree(kernel_, "lane"),
                            {lit(1), lit(kernel_.lanes)}};
  Steps body, one;
  body.push_back(let(mine, Type::Size, add(var(first), thread_in_warp(kernel_)), at.range));
  const Expr begin = most(fiber_begin(group, var(mine)), run.begin),
             end = least(fiber_begin(group, add(var(mine), lit(1))), run.end);
  const Expr is_long = both(less(var(mine), run.fibers_end), less(run.most, sub(end, begin)));
  body.push_back(changing(far, Type::Mask, call("ballot", {is_long}), at.range));
  one.push_back(let(fiber, Type::Size, add(var(first), size_of(next)), at.range));
  one.push_back(assign(var(far), AssignOp::Set, call("without_lowest_bit", {var(far)}), at.range));
  const Length length = length_of(at, group, run, var(fiber), one);
  sum_fiber(at, group, run, {var(fiber), length, lanes}, state, one);
  body.push_back(make_stmt(While{call("any_bit", {var(far)}), one.close()}, at.range));
  const Expr warp = mul(div(call("thread"), lit(kernel_.lanes)), lit(kernel_.lanes));
  return make_stmt(For{first, Type::Size, add(run.fibers_begin, size_of(warp)), run.fibers_end,
                       size_of(call("threads")), "", body.close()},
                   at.range);
}

// What a fiber has of the run, as places among the run's products.
Lowering::Length Lowering::length_of(const Where& at, const Group& group, const RunFibers& run,
                                     const Expr& fiber, Steps& out) {
  Length length;
  auto named = [&](const char* name, Type type, const Expr& value) {
    return out.named(names_.fresh(name), type, value, at.range);
  };
  length.fiber_begin = named("fiber_begin", Type::Size, fiber_begin(group, fiber));
  length.begin = named("sum_begin", Type::Int, sub(most(length.fiber_begin, run.begin), run.begin));
  const Expr next = size_of(fiber_begin(group, add(fiber, lit(1))));
  length.end = named("sum_end", Type::Int, sub(least(next, run.end), run.begin));
  return length;
}

void Lowering::sum_fiber(const Where& at, const Group& group, const RunFibers& run,
                         const FiberSum& f, const NestState& state, Steps& out) {
  const std::string sum = names_.fresh("sum"), total = names_.fresh("total"),
                    place = names_.fresh("product_at");
  out.push_back(changing(sum, Type::Value, make_expr(FloatLit{kernel_.start}), at.range));
  Stmt add_one =
      assign(var(sum), kernel_.reduction, read(state.carry.products, var(place)), at.range);
  out.push_back(make_stmt(For{place, Type::Int, add(f.length.begin, f.lanes.lane), f.length.end,
                              f.lanes.count, "", add_one},
                          at.range));
  std::vector<Expr> args = {var(sum)};
  args.insert(args.end(), f.lanes.tree_args.begin(), f.lanes.tree_args.end());
  out.push_back(let(total, Type::Value, call(f.lanes.tree, std::move(args)), at.range));
  Stmt store = fiber_stored(at, group, run, f, var(total), state);
  out.push_back(if_then(equal(f.lanes.lane, lit(0)), store, at.range));
}

Stmt Lowering::fiber_stored(const Where& at, const Group& group, const RunFibers& run,
                            const FiberSum& f, const Expr& sum, NestState state) {
  const Carry& carry = *kernel_.carry;
  const size_t last = group.first + static_cast<size_t>(carry.levels) - 1;
  ViewState& v = state.views.at(group.operand);
  const RankState range = state.ranks.at(at.loop.root);
  Steps head, body;
  Expr p = f.fiber, first = f.fiber;
  for (size_t l = last; l > group.first; --l) {
    v.levels[l].at = p;
    p = parent_of(at, group, l, p, first, head, body, state);
  }
  v.levels[group.first].at = p;
  for (size_t l = group.first; l <= last; ++l) {
    bind_tuple(at, group, l, range, state, body);
    needs_zero_ |= v.view->levels[l].format == LevelFormat::Compressed;
  }
  ViewState& output = state.views.at(output_);
  locate(output, state, body);
  const Expr place = output.levels.back().at;
  const AssignOp op = kernel_.accumulates ? kernel_.reduction : AssignOp::Set;
  Expr begun = less(f.length.fiber_begin, run.begin),
       own = at_most(run.begin, f.length.fiber_begin);
  body.push_back(
      if_then(begun,
              block({assign(read(carry.values, state.carry.slot), AssignOp::Set, sum, at.range),
                     assign(read(carry.keys, state.carry.slot), AssignOp::Set,
                            add(size_of(place), lit(1)), at.range)}),
              at.range));
  body.push_back(
      if_then(own, assign(read(values_name(*output.view), place), op, sum, at.range), at.range));
  head.push_back(body.close());
  return head.close();
}

}  // namespace teaal::passes
