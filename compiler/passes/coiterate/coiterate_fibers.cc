#include <tuple>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/lowering.h"
#include "compiler/passes/machine/carry.h"
#include "compiler/passes/machine/copies.h"

// Runs of a flattened rank that the threads of a block share (ir::Carry::together). They make the
// products of a run's tuples together, whatever fibers these lie in: reads of the operand are
// streams. Behind a barrier each fiber is summed by a share of the lanes, long ones by warps. Where
// the run itself is in shared memory, products are made as fibers are summed: then lanes have
// neighbouring fibers, and what those ask for in other operands often lies side by side. What
// the run's first fiber began with is an earlier run's, so its sum is carried; every other fiber is
// stored once and for all, those without a tuple too.
namespace teaal::passes {

using namespace ir;

namespace {

// A share of n lanes sums fibers of up to n times as many tuples, or of the least.
constexpr int64_t most_a_lane = 16, least_long = 64;

// How many tuples in shared memory a lane multiplies side by side.
constexpr int64_t terms_at_once = 8;

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
  Expr begin, end;      // positions
  Expr products_begin;  // the position whose product stands first
  Expr fibers_begin, fibers_end;
  Expr all_end;                 // behind the operand's last fiber
  Expr lanes;                   // of each fiber's share
  Expr most;                    // tuples of a fiber that a share sums
  Expr fiber_begin, fiber_end;  // of the share's fiber, perhaps of an earlier run; they change
};

// A fiber of the run: places among the run's products, and what lanes have of their sum.
struct Lowering::FiberSum {
  Expr fiber, begin, end, total;
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
  RunFibers run = run_fibers(at, group, state, body);
  ask_for_first(at, group, run, body);
  if (const Stmt tuples = staged_tuples(at, group)) {
    NestState staged = state;
    staged.carry.tuples = tuples;
    const auto sums = [&](const NestState& inside) { return each_fiber(at, group, run, inside); };
    body.push_back(lower_block(as<ir::Block>(at.loop.body)->stmts, staged, sums));
    return;
  }
  const Stmt barrier = ir::barrier(Scope::Block, at.range);
  Array products_of_run{state.carry.products, *literal(at.loop.tile)};
  products_of_run.quads = true;
  body.push_back(make_stmt(products_of_run, at.range));
  body.push_back(products(at, group, state));
  body.push_back(barrier);
  body.push_back(each_fiber(at, group, run, state));
  body.push_back(barrier);  // before the next run's products
}

// How many fibers end before an item of the path says how many positions stand before it. Products
// begin where quads and lines of memory do: the first ones are the run's before, or left out.
Stmt Lowering::merged_runs(const Where& at, const Group& group, NestState& state) {
  const Carry& carry = *kernel_.carry;
  const auto& tuples = state.views.at(group.operand).tuples;
  const Expr fibers_end = size_of(tuples[static_cast<size_t>(carry.levels) - 1].end);
  RankState& range = state.ranks.at(at.loop.root);
  CarryState& c = state.carry;
  Steps head, body;
  auto named = [&](Steps& out, const std::string& name, Type type, const Expr& value) {
    return out.named(names_.fresh(name), type, value, at.range);
  };
  const Expr items = named(head, "items", Type::Size, add(size_of(range.hi), fibers_end));
  const Expr runs = most(ceil_div(items, lit(carry.step)), size_of(lit(1)));
  c.slot = var(names_.fresh("slot"));
  const Expr item = body.named(at.loop.var, Type::Size, mul(c.slot, lit(carry.step)), at.range);
  const Expr beyond = add(item, lit(carry.step));
  c.first = named(body, "first_fiber", Type::Size, read(carry.fibers, c.slot));
  const Expr next = size_of(read(carry.fibers, add(c.slot, lit(1))));
  c.next = named(body, "next_fiber", Type::Size,
                 call("select", {less(beyond, items), next, fibers_end}));
  range.lo = named(body, at.loop.var + "_begin", Type::Pos, sub(item, c.first));
  range.hi = named(body, at.loop.var + "_end", Type::Pos, sub(least(beyond, items), c.next));
  range.whole = 0;
  c.products = names_.fresh("products");
  c.begin = range.lo;
  if (alignment_of(carry) > 1)
    c.begin = named(body, "products_begin", Type::Pos,
                    sub(range.lo, mod(range.lo, lit(alignment_of(carry)))));
  sum_fibers(at, group, state, body);
  head.push_back(make_stmt(
      For{as<Var>(c.slot)->name, Type::Size, lit(0), runs, lit(1), at.worker, body.close()},
      at.range));
  return head.close();
}

// Whole runs have loops of known length, and quads where arrays and runs begin at multiples of 16
// bytes.
Stmt Lowering::products(const Where& at, const Group& group, const NestState& state) {
  Stmt any = lower(at.loop.body, state);
  const int64_t tile = *literal(at.loop.tile);
  const View& view = view_of(group.operand);
  const bool staged =
      std::ranges::find(kernel_.tiles, group.operand, &Tile::operand) != kernel_.tiles.end();
  const bool aligned = !kernel_.carry->merged() || alignment_of(*kernel_.carry) > 1;
  if (tile % quad != 0 || staged || !aligned) return any;
  NestState whole = state;
  RankState& r = whole.ranks.at(at.loop.root);
  const Expr end = size_of(state.views.at(group.operand).tuples.back().end);
  Expr all;
  if (kernel_.carry->merged()) {  // the last quad is all there, its last tuples the next run's
    all = at_most(add(r.hi, lit(quad - 1)), end);
    whole.carry.own = {r.lo, r.hi};
    r.lo = state.carry.begin;
    r.hi = add(r.lo, at.loop.tile);
  } else {
    r.hi = add(r.lo, at.loop.tile);
    all = both(at_most(r.hi, end), equal(mod(r.lo, lit(quad)), lit(0)));
  }
  r.whole = tile;
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
  Stmt out = block(
      {array(quad_coords, Type::Coord), array(quad_values, Type::Value),
       array(quad_products, Type::Value), make_stmt(coordinates, at.range),
       copy(CopyWay::Read, read(quad_values, lit(0)), read(values, loop.begin), quad, at.range),
       make_stmt(For{turn, Type::Int, lit(0), lit(quad), lit(1), "", block(std::move(one)), true},
                 at.range),
       copy(CopyWay::Store, read(products, sub(loop.begin, begin)), read(quad_products, lit(0)),
            quad, at.range)});
  const auto& [own_begin, own_end] = state.carry.own;
  if (!own_end) return out;
  const Expr some = both(less(own_begin, add(loop.begin, lit(quad))), less(loop.begin, own_end));
  return if_then(some, out, at.range);
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
  RunFibers run{range.lo, range.hi, state.carry.begin};
  run.all_end = size_of(all_end);
  Expr first = state.carry.first, next = state.carry.next;
  auto end_behind = [&](const Expr& fiber) {  // that the next run begins in
    return add(fiber, call("advance", {less(fiber_begin(group, fiber), run.end)}));
  };
  if (first) {
    run.fibers_begin = first;
    run.fibers_end = named("fibers_end", Type::Size, end_behind(next));
  } else {
    first = named("first_fiber", Type::Size, first_of(slot));
    // Fibers without a tuple that stand between two runs are the earlier one's.
    run.fibers_begin =
        named("fibers_begin", Type::Size, call("select", {equal(slot, lit(0)), all_begin, first}));
    next = first_of(add(slot, lit(1)));
    run.fibers_end = named(
        "fibers_end", Type::Size,
        call("select", {less(run.end, size_of(tuples.back().end)), end_behind(next), all_end}));
  }
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

// Behind the last fiber there is none: it begins where it ends.
Expr Lowering::bound_of(const Group& group, const RunFibers& run, const Expr& fiber) const {
  return size_of(fiber_begin(group, least(fiber, run.all_end)));
}

// In front of the products, which take as long.
void Lowering::ask_for_first(const Where& at, const Group& group, RunFibers& run, Steps& body) {
  const Expr mine = add(run.fibers_begin, size_of(call("share", {run.lanes})));
  auto named = [&](const char* name, const Expr& fiber) {
    const std::string fresh = names_.fresh(name);
    body.push_back(changing(fresh, Type::Size, bound_of(group, run, fiber), at.range));
    return var(fresh);
  };
  run.fiber_begin = named("fiber_begin", mine);
  run.fiber_end = named("fiber_end", add(mine, lit(1)));
}

// Of the shares that threads form, each takes fibers in turns, all of them as often, so that warps
// meet. Long ones a warp sums one after another.
Stmt Lowering::each_fiber(const Where& at, const Group& group, const RunFibers& run,
                          const NestState& state) {
  const std::string first = names_.fresh("fiber_of_share_0"), total = names_.fresh("total"),
                    sum = names_.fresh("sum"), is_long = names_.fresh("is_long");
  Steps body;
  auto named = [&](const char* name, Type type, const Expr& value) {
    return body.named(names_.fresh(name), type, value, at.range);
  };
  FiberSum f;
  f.fiber = named("fiber", Type::Size, add(var(first), size_of(call("share", {run.lanes}))));
  f.begin =
      named("sum_begin", Type::Int, sub(most(run.fiber_begin, run.begin), run.products_begin));
  f.end = named("sum_end", Type::Int, sub(least(run.fiber_end, run.end), run.products_begin));
  f.total = var(total);
  body.push_back(let(is_long, Type::Bool, less(run.most, sub(f.end, f.begin)), at.range));
  const Expr lane = call("lane_of_share", {run.lanes});
  body.push_back(changing(sum, Type::Value, make_expr(FloatLit{kernel_.start}), at.range));
  body.push_back(if_then(call("not", {var(is_long)}),
                         products_added(at, group, f, sum, {lane, run.lanes}, state), at.range));
  body.push_back(changing(total, Type::Value,
                          call(reducing_tree(kernel_, "group"), {var(sum), run.lanes}), at.range));
  const Expr leads = equal(lane, lit(0));
  body.push_back(if_then(less(run.lanes, lit(kernel_.lanes)),
                         long_fibers(at, group, f, both(var(is_long), leads), state), at.range));
  body.push_back(if_then(both(leads, less(f.fiber, run.fibers_end)),
                         fiber_stored(at, group, run, f, state), at.range));
  const Expr shares = size_of(call("shares", {run.lanes})), next = add(f.fiber, shares);
  body.push_back(assign(run.fiber_begin, AssignOp::Set, bound_of(group, run, next), at.range));
  body.push_back(
      assign(run.fiber_end, AssignOp::Set, bound_of(group, run, add(next, lit(1))), at.range));
  return make_stmt(
      For{first, Type::Size, run.fibers_begin, run.fibers_end, shares, "", body.close()}, at.range);
}

Stmt Lowering::staged_tuples(const Where& at, const Group& group) const {
  const auto* stmts = as<ir::Block>(at.loop.body);
  const auto tile = std::ranges::find_if(kernel_.tiles, [&](const Tile& t) {
    return t.operand == group.operand && t.flat == at.loop.root && t.sides.empty() &&
           t.memory == Memory::Shared && t.scope == Scope::Block;
  });
  if (!stmts || tile == kernel_.tiles.end() || first_walked(at, group) != group.last)
    return nullptr;
  const auto has = [&](Param::Kind kind) {
    return std::ranges::find(tile->pieces, kind, &Tile::Piece::kind) != tile->pieces.end();
  };
  const auto of_tuples = [&](const Tile::Piece& p) {
    return p.kind == Param::Kind::Values ||
           (p.kind == Param::Kind::Coords && p.level == static_cast<int>(group.last));
  };
  if (!has(Param::Kind::Values) || !has(Param::Kind::Coords) ||
      !std::ranges::all_of(tile->pieces, of_tuples))
    return nullptr;
  const auto behind =
      std::ranges::find_if_not(stmts->stmts, [](const Stmt& s) { return as<Fill>(s) != nullptr; });
  bool fills_it = false;
  for (auto s = stmts->stmts.begin(); s != behind; ++s)
    for (const std::string& name : as<Fill>(*s)->tiles) {
      const Tile& t = *std::ranges::find(kernel_.tiles, name, &Tile::name);
      if (t.memory != Memory::Shared || t.scope != Scope::Block) return nullptr;
      fills_it |= name == tile->name;
    }
  if (!fills_it || stmts->stmts.end() - behind != 1) return nullptr;
  Stmt inner = *behind;
  for (const auto* loop = as<ForRank>(inner); loop && loop->root == at.loop.root;
       loop = as<ForRank>(inner)) {
    if (!loop->tile) return inner;
    inner = loop->body;
  }
  return nullptr;
}

Stmt Lowering::products_added(const Where& at, const Group& group, const FiberSum& f,
                              const std::string& sum, const FiberLanes& lanes,
                              const NestState& state) {
  if (state.carry.tuples) return terms_added(group, f, sum, lanes, state);
  const std::string place = names_.fresh("product_at");
  Stmt add_one =
      assign(var(sum), kernel_.reduction, read(state.carry.products, var(place)), at.range);
  return make_stmt(For{place, Type::Int, add(f.begin, lanes.lane), f.end, lanes.count, "", add_one},
                   at.range);
}

// So many side by side, as each waits for what it asks for in other operands; and the last ones
// side by side as well. A tuple with a loop of its own comes alone.
Stmt Lowering::terms_added(const Group& group, const FiberSum& f, const std::string& sum,
                           const FiberLanes& lanes, const NestState& state) {
  const SourceRange& where = state.carry.tuples->where;
  const std::string place = names_.fresh("place"), turn = names_.fresh("turn"),
                    terms = names_.fresh("terms"), term = names_.fresh("term");
  const Stmt alone = term_added(group, var(place), sum, state);
  bool loops = false;
  for_each_stmt(alone, [&](const Stmt& s) { loops |= as<For>(s) || as<While>(s); });
  if (loops)
    return make_stmt(For{place, Type::Int, add(f.begin, lanes.lane), f.end, lanes.count, "", alone},
                     where);
  Steps out;
  const Expr step = mul(lit(terms_at_once), lanes.count),
             begin = out.named(names_.fresh("begin"), Type::Int, add(f.begin, lanes.lane), where),
             all = most(sub(f.end, begin), lit(0)),
             rest = out.named(names_.fresh("rest"), Type::Int,
                              add(begin, call("rounded_down", {all, step})), where);
  const auto nth = [&](const Expr& first) { return add(first, mul(var(turn), lanes.count)); };
  const auto each = [&](Stmt body) {
    return unrolled(turn, terms_at_once, std::move(body), where);
  };
  const Expr one = read(terms, var(turn));
  const Stmt multiplied =
      block({changing(term, Type::Value, make_expr(FloatLit{kernel_.start}), where),
             term_added(group, nth(var(place)), term, state),
             assign(one, AssignOp::Set, var(term), where)});
  out.push_back(make_stmt(
      For{place, Type::Int, begin, rest, step, "",
          block({make_stmt(Array{terms, terms_at_once, Type::Value, Memory::Registers}, where),
                 each(multiplied), each(assign(var(sum), kernel_.reduction, one, where))})},
      where));
  const Stmt last =
      if_then(less(nth(rest), f.end), term_added(group, nth(rest), sum, state), where);
  out.push_back(if_then(less(rest, f.end), each(last), where));
  return out.close();
}

// The tuple that has that place in the run.
Stmt Lowering::term_added(const Group& group, const Expr& place, const std::string& sum,
                          NestState state) {
  const Where at{*as<ForRank>(state.carry.tuples), state.carry.tuples->where, ""};
  const RankState range = state.ranks.at(at.loop.root);
  Steps body;
  body.push_back(let(at.loop.var, position_type(group),
                     call("pos", {add(state.carry.begin, size_of(place))}), at.range));
  state.views.at(group.operand).levels[group.last].at = var(at.loop.var);
  bind_tuple(at, group, group.last, range, state, body);
  state.ranks.at(at.loop.root).coord = var(at.loop.var);
  locate(state, body);
  state.carry.sum = var(sum);
  body.push_back(lower(at.loop.body, state));
  return body.close();
}

// Of the fibers whose first lanes say so.
Stmt Lowering::long_fibers(const Where& at, const Group& group, const FiberSum& f,
                           const Expr& is_long, const NestState& state) {
  const std::string far = names_.fresh("long_ones"), lane = names_.fresh("long_one"),
                    sum = names_.fresh("sum"), total = names_.fresh("total");
  Steps one;
  one.push_back(let(lane, Type::Coord, call("lowest_bit", {var(far)}), at.range));
  one.push_back(assign(var(far), AssignOp::Set, call("without_lowest_bit", {var(far)}), at.range));
  auto of_lane = [&](const char* name, const Expr& value) {
    return one.named(names_.fresh(name), Type::Int, call("size_of_lane", {value, var(lane)}),
                     at.range);
  };
  const FiberSum all{f.fiber, of_lane("sum_begin", f.begin), of_lane("sum_end", f.end), f.total};
  const Expr mine = thread_in_warp(kernel_);
  one.push_back(changing(sum, Type::Value, make_expr(FloatLit{kernel_.start}), at.range));
  one.push_back(products_added(at, group, all, sum, {mine, lit(kernel_.lanes)}, state));
  one.push_back(let(total, Type::Value,
                    call(reducing_tree(kernel_, "lane"), {var(sum), lit(1), lit(kernel_.lanes)}),
                    at.range));
  one.push_back(if_then(equal(mine, size_of(var(lane))),
                        assign(f.total, AssignOp::Set, var(total), at.range), at.range));
  return block({changing(far, Type::Mask, call("ballot", {is_long}), at.range),
                make_stmt(While{call("any_bit", {var(far)}), one.close()}, at.range)});
}

Stmt Lowering::fiber_stored(const Where& at, const Group& group, const RunFibers& run,
                            const FiberSum& f, NestState state) {
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
  Expr begun = less(run.fiber_begin, run.begin), own = at_most(run.begin, run.fiber_begin);
  body.push_back(
      if_then(begun,
              block({assign(read(carry.values, state.carry.slot), AssignOp::Set, f.total, at.range),
                     assign(read(carry.keys, state.carry.slot), AssignOp::Set,
                            add(size_of(place), lit(1)), at.range)}),
              at.range));
  body.push_back(if_then(own, assign(read(values_name(*output.view), place), op, f.total, at.range),
                         at.range));
  head.push_back(body.close());
  return head.close();
}

}  // namespace teaal::passes
