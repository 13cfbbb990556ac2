#include "compiler/passes/staged/staged_flow.h"

#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"

namespace teaal::passes {

using namespace ir;
using Stmts = std::vector<Stmt>;

namespace {

// Of where blocks take turns: the piece that matrices are copied of (lists, where they are
// gathered), and the one that elements are taken of.
constexpr const char *next = "next_", *taken = "taken_";
// Gathered matrices are multiplied so many passes behind that of their list: list, elements, words.
constexpr int64_t passes_before_products = 3;

Expr int_of(const Expr& e) { return call("int", {e}); }

Expr is_there(const std::string& flag) { return less(lit(0), var(flag)); }

Stmt set(const std::string& name, const Expr& value) {
  return assign(var(name), AssignOp::Set, value);
}

Stmt count_up(const std::string& name, const Expr& by = lit(1)) {
  return assign(var(name), AssignOp::Add, by);
}

Expr next_is_there() { return less(var("next_step"), var("next_steps")); }

Expr is_copying_thread() { return equal(call("thread"), lit(0)); }

}  // namespace

// ---- Pieces of work ----

Stmts MatrixFlow::piece(const Expr& number) const {
  Stmts out;
  for (const auto& [root, list] : lists_)
    if (!list.order.empty())
      out.push_back(let("tile", Type::Int, int_of(read(list.order, number))));
  block_offsets(block_of_piece(number), out);
  return out;
}

Expr MatrixFlow::block_of_piece(const Expr& number) const {
  return std::ranges::any_of(lists_, [](const auto& list) { return !list.second.order.empty(); })
             ? var("tile")
             : number;
}

Stmts MatrixFlow::lists_of_piece(const Expr& number) const {
  Stmts out;
  for (const auto& [root, list] : lists_) {
    Expr own = list_number(root, block_of_piece(number));
    out.push_back(let(kept(root), Type::Size, read(list.counts, own)));
    out.push_back(
        let(first_entry(root), Type::Size, mul(size_of(own), entries_of_block(listed(root)))));
  }
  return out;
}

// Every block has one piece of work of each turn, in every other turn from the other end: where
// pieces are ordered by their lengths, the blocks get about as much each.
Expr MatrixFlow::number_of(const Expr& turn) const {
  Expr all = int_of(call("blocks")), own = int_of(call("block"));
  Expr from_end = ir::sub(ir::sub(all, lit(1)), own);
  Expr here = int_of(call("select", {equal(mod(turn, lit(2)), lit(0)), own, from_end}));
  return ir::add(mul(turn, all), here);
}

Stmt MatrixFlow::in_turns(Stmt work) const {
  Stmts body = {let("number", Type::Int, number_of(var("turn"))),
                if_then(less(var("number"), var("pieces")), std::move(work))};
  // What is copied next must not meet what is copied, or read, still.
  if (!flows()) append(body, {await(0), barrier()});
  return make_stmt(For{"turn", Type::Int, lit(0),
                       ir::ceil_div(var("pieces"), int_of(call("blocks"))), lit(1), "",
                       block(std::move(body))});
}

// ---- From one piece to the next ----

template <class Node>
Node MatrixFlow::of(const std::string& prefix, const Node& node) const {
  return rewrite(node, [&](const Expr& e) {
    const auto* v = as<Var>(e);
    const bool own =
        v && std::ranges::any_of(known_, [&](const Stmt& s) { return as<Let>(s)->var == v->name; });
    return own ? var(prefix + v->name) : e;
  });
}

// What may be filled ahead of all products: nothing is left where next_step is not below
// next_steps.
Stmts MatrixFlow::begin_flow() {
  known_ = piece(var("next_number"));
  append(known_, lists_of_piece(var("next_number")));
  Stmts out;
  const auto begin = [&out](const std::string& name, Type type = Type::Int) {
    out.push_back(changing(name, type, lit(0)));
  };
  for (const char* name : {"next_turn", "next_step", "next_steps"}) begin(name);
  for (const Stmt& s : known_) begin(next + as<Let>(s)->var, as<Let>(s)->type);
  Stmts first;
  int64_t times = 0;
  if (tiling_.gathers_matrices()) {
    for (const char* name :
         {"passes", "next_whole", "taken_whole", "taken_step", "taken_there", "given_there"})
      begin(name);
    for (const Stmt& s : known_) begin(taken + as<Let>(s)->var, as<Let>(s)->type);
    out.push_back(find_next());
    first = {await(0), barrier(), pass_on()};
    times = passes_before_products;
  } else {
    begin("fills");
    begin(fills_before);
    out.push_back(if_then(is_copying_thread(), find_next()));
    first = {copy_next()};
    times = tiling_.operands()[0].tile->depth - 1;
  }
  out.push_back(
      make_stmt(For{"ahead", Type::Int, lit(0), lit(times), lit(1), "", block(std::move(first))}));
  return out;
}

Stmt MatrixFlow::find_next() const {
  Stmts begun;
  for (const Stmt& s : known_)
    begun.push_back(set(next + as<Let>(s)->var, of(next, as<Let>(s)->value)));
  Expr steps = of(next, matrices(0));
  if (tiling_.output().tiles)
    steps = call("select", {of(next, has_entries(lists_, block_of_piece(var("next_number")))),
                            size_of(steps), lit(0)});
  begun.push_back(set("next_steps", int_of(steps)));
  if (tiling_.gathers_matrices())
    begun.push_back(set("next_whole", call("advance", {of(next, whole_matrices())})));
  Stmts body = {let("next_number", Type::Int, number_of(var("next_turn"))), count_up("next_turn"),
                set("next_step", lit(0)), set("next_steps", lit(0)),
                if_then(less(var("next_number"), var("pieces")), block(std::move(begun)))};
  Expr turns = ir::ceil_div(var("pieces"), int_of(call("blocks")));
  return make_stmt(
      While{both(at_most(var("next_steps"), var("next_step")), less(var("next_turn"), turns)),
            block(std::move(body))});
}

Stmt MatrixFlow::step_on() const { return block({count_up("next_step"), find_next()}); }

// One thread copies the next matrices into the next buffer.
Stmt MatrixFlow::copy_next() const {
  const int64_t depth = tiling_.operands()[0].tile->depth;
  Stmt copy = copy_matrices(mod(var("fills"), lit(depth)),
                            {{&tiling_.time(0), offset_of(0, var("next_step"))}});
  return if_then(both(is_copying_thread(), next_is_there()),
                 block({of(next, copy), count_up("fills"), step_on()}));
}

// All threads: words of what was taken before, the next list, elements of what was listed before.
Stmt MatrixFlow::pass_on() const {
  const TiledLoop& loop = tiling_.time(0);
  const int64_t depth = tiling_.operands()[0].tile->depth;
  Expr passes = var("passes");
  // `behind` passes ago, among so many buffers.
  const auto ago = [&](int64_t behind, int64_t buffers) {
    return ir::add(passes, lit((behind + buffers - 1) / buffers * buffers - behind));
  };
  Stmts out = {if_then(is_there("given_there"), give_gathered(mod(ago(2, depth), lit(depth)))),
               run("matrices_given"),
               if_then(next_is_there(),
                       of(next, copy_list(passes, {{&loop, offset_of(0, var("next_step"))}}))),
               copies_end(),
               if_then(is_there("taken_there"),
                       of(taken, take_gathered(ago(1, tiling_.list_ahead()->tiles),
                                               {{&loop, offset_of(0, var("taken_step"))}},
                                               is_there("taken_whole")))),
               set("given_there", var("taken_there")),
               set("taken_there", call("advance", {next_is_there()})),
               set("taken_step", var("next_step")),
               set("taken_whole", var("next_whole"))};
  for (const Stmt& s : known_) {
    const std::string& name = as<Let>(s)->var;
    out.push_back(set(taken + name, var(next + name)));
  }
  append(out, {if_then(next_is_there(), step_on()), count_up("passes")});
  return block(std::move(out));
}

// ---- Lists that come ahead ----

Stmt MatrixFlow::list_of(size_t t, const Expr& number, int64_t behind) const {
  const TiledLoop& loop = tiling_.time(t);
  return if_then(less(number, ir::add(var(loop.name + "_steps"), lit(behind))),
                 copy_list(number, {{&loop, offset_of(t, number)}}));
}

// Lists have zeros for as many tiles behind their ends as fills run ahead: whose entries are copied
// before it is known how many there are.
Stmts MatrixFlow::first_lists(size_t t, int64_t count) const {
  Stmts out;
  for (int64_t n = 0; n < count; ++n)
    out.push_back(n < read_ahead() ? copy_list(lit(n), {{&tiling_.time(t), offset_of(t, lit(n))}})
                                   : list_of(t, lit(n)));
  append(out, {copies_end(), await(0), barrier()});
  return out;
}

// ---- Time loops over matrices ----

// As iterations: where a rank that blocks share is empty, there is one block, and no matrix.
Expr MatrixFlow::matrices(size_t t) const {
  Expr out = iterations(t);
  for (const TiledLoop* loop : tiling_.summing_blocks())
    out = call("select", {less(lit(0), extent(loop->root)), size_of(out), lit(0)});
  return out;
}

Stmts MatrixFlow::with_matrices(size_t t, const std::function<Stmt()>& products) {
  return tiling_.copies_lines()       ? with_lines(t, products)
         : tiling_.gathers_matrices() ? gathered_by_all(t, products)
                                      : copied_by_one(t, products);
}

// One thread copies whole matrices. Turns of buffers go on where the loop runs again.
Stmts MatrixFlow::copied_by_one(size_t t, const std::function<Stmt()>& products) {
  const TiledLoop& loop = tiling_.time(t);
  const int64_t depth = tiling_.operands()[0].tile->depth;
  const std::string steps = loop.name + "_steps", step = loop.name + "_step",
                    ahead = loop.name + "_ahead", buffer = loop.name + "_buffer";
  const bool again = t > 0 || flows();
  const auto turn = [&](const Expr& number) {
    return again ? ir::add(var(fills_before), number) : number;
  };
  const auto fill = [&](const Expr& number) {
    return if_then(less(number, var(steps)),
                   if_then(is_copying_thread(), copy_matrices(mod(turn(number), lit(depth)),
                                                              {{&loop, offset_of(t, number)}})));
  };
  Stmts out;
  if (t > 0) out.push_back(barrier());
  out.push_back(let(steps, Type::Int, int_of(matrices(t))));
  if (!flows())
    out.push_back(make_stmt(
        For{ahead, Type::Int, lit(0), lit(depth - 1), lit(1), "", fill(var(ahead)), true}));
  buffer_ = var(buffer);
  Stmts body = {let(buffer, Type::Int, mod(turn(var(step)), lit(depth))),
                matrices_arrive(buffer_, div(turn(var(step)), lit(depth))),
                let(loop.var, Type::Size, offset_of(t, var(step))), products(), barrier()};
  if (flows())
    body.push_back(copy_next());
  else
    append(body, {let(ahead, Type::Int, ir::add(var(step), lit(depth - 1))), fill(var(ahead))});
  out.push_back(make_stmt(
      For{step, Type::Int, lit(0), var(steps), lit(1), "", block(std::move(body))}, loop.where));
  // What is filled next may still be read.
  if (t > 0) out.push_back(run("products_arrive", {lit(0)}));
  if (again) out.push_back(count_up(fills_before, var(steps)));
  return out;
}

// All threads gather what lists name: entries three iterations ahead, elements into registers two
// ahead, from there into shared memory one ahead, all while tensor cores multiply.
Stmts MatrixFlow::gathered_by_all(size_t t, const std::function<Stmt()>& products) {
  const TiledLoop& loop = tiling_.time(t);
  const int64_t depth = tiling_.operands()[0].tile->depth;
  const std::string steps = loop.name + "_steps", step = loop.name + "_step",
                    buffer = loop.name + "_buffer";
  const std::string whole = loop.name + "_whole";
  const auto take = [&](const Expr& number) {
    return if_then(less(number, var(steps)),
                   take_gathered(number, {{&loop, offset_of(t, number)}}, var(whole)));
  };
  const auto give = [&](const Expr& number) {
    return if_then(less(number, var(steps)), give_gathered(mod(number, lit(depth))));
  };
  Stmts out;
  if (t > 0) out.push_back(barrier());
  out.push_back(let(steps, Type::Int, int_of(iterations(t))));
  Expr turn = var(step);
  if (flows()) {
    turn = ir::add(var("passes"), lit((passes_before_products + depth - 1) / depth * depth -
                                      passes_before_products));
    meanwhile_ = pass_on();
  } else {
    out.push_back(let(whole, Type::Bool, whole_matrices()));
    append(out, first_lists(t, 3));
    append(out, {take(lit(0)), give(lit(0)), run("matrices_given"), take(lit(1))});
    meanwhile_ = block({give(ir::add(var(step), lit(1))), run("matrices_given"),
                        list_of(t, ir::add(var(step), lit(3))), copies_end(),
                        take(ir::add(var(step), lit(2)))});
  }
  buffer_ = var(buffer);
  Stmts body = {await(0), barrier(), let(buffer, Type::Int, mod(turn, lit(depth))),
                let(loop.var, Type::Size, offset_of(t, var(step))), products()};
  out.push_back(make_stmt(
      For{step, Type::Int, lit(0), var(steps), lit(1), "", block(std::move(body))}, loop.where));
  return out;
}

// All threads copy the lines that lists name, `depth` - 1 iterations ahead. Copies arrive in the
// order in which they were begun, so that a list that is to be there by then is copied as far ahead
// again.
Stmts MatrixFlow::with_lines(size_t t, const std::function<Stmt()>& products) {
  const TiledLoop& loop = tiling_.time(t);
  const int64_t depth = tiling_.operands()[0].tile->depth, ahead = depth - 1;
  const std::string steps = loop.name + "_steps", step = loop.name + "_step",
                    buffer = loop.name + "_buffer", before = loop.name + "_ahead";
  const auto lines = [&](const Expr& number) {
    return if_then(less(number, var(steps)),
                   copy_lines(number, mod(number, lit(depth)), {{&loop, offset_of(t, number)}}));
  };
  Stmts out;
  if (t > 0) out.push_back(barrier());
  out.push_back(let(steps, Type::Int, int_of(iterations(t))));
  append(out, first_lists(t, ahead));
  out.push_back(make_stmt(
      For{before, Type::Int, lit(0), lit(ahead), lit(1), "",
          block({lines(var(before)), list_of(t, ir::add(var(before), lit(ahead))), copies_end()}),
          true}));
  meanwhile_ = block({lines(ir::add(var(step), lit(ahead))),
                      list_of(t, ir::add(var(step), lit(2 * ahead))), copies_end()});
  buffer_ = var(buffer);
  Stmts body = {await(ahead - 1),
                run("matrices_given"),
                barrier(),
                let(buffer, Type::Int, mod(var(step), lit(depth))),
                let(loop.var, Type::Size, offset_of(t, var(step))),
                products()};
  out.push_back(make_stmt(
      For{step, Type::Int, lit(0), var(steps), lit(1), "", block(std::move(body))}, loop.where));
  return out;
}

}  // namespace teaal::passes
