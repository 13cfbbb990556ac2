#include "compiler/passes/staged/staged_flow.h"

#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"

namespace teaal::passes {

using namespace ir;
using Stmts = std::vector<Stmt>;

namespace {

Expr int_of(const Expr& e) { return call("int", {e}); }

}  // namespace

// ---- Pieces of work ----

Stmts PieceFlow::piece(const Expr& number) const {
  Stmts out;
  for (const auto& [root, list] : lists_)
    if (!list.order.empty())
      out.push_back(let("tile", Type::Int, int_of(read(list.order, number))));
  block_offsets(block_of_piece(number), out);
  return out;
}

Expr PieceFlow::block_of_piece(const Expr& number) const {
  return std::ranges::any_of(lists_, [](const auto& list) { return !list.second.order.empty(); })
             ? var("tile")
             : number;
}

Stmts PieceFlow::lists_of_piece(const Expr& number) const {
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
Expr PieceFlow::number_of(const Expr& turn) const {
  Expr all = int_of(call("blocks")), own = int_of(call("block"));
  Expr from_end = ir::sub(ir::sub(all, lit(1)), own);
  Expr here = int_of(call("select", {equal(mod(turn, lit(2)), lit(0)), own, from_end}));
  return ir::add(mul(turn, all), here);
}

Stmt PieceFlow::in_turns(Stmt work) const {
  Stmts body = {let("number", Type::Int, number_of(var("turn"))),
                if_then(less(var("number"), var("pieces")), std::move(work))};
  // What is copied next must not meet what is copied, or read, still.
  append(body, {await(0), barrier()});
  return make_stmt(For{"turn", Type::Int, lit(0),
                       ir::ceil_div(var("pieces"), int_of(call("blocks"))), lit(1), "",
                       block(std::move(body))});
}

// ---- Lists that come ahead ----

Stmt PieceFlow::list_of(size_t t, const Expr& number, int64_t behind) const {
  const TiledLoop& loop = tiling_.time(t);
  return if_then(less(number, ir::add(var(loop.name + "_steps"), lit(behind))),
                 copy_list(number, {{&loop, offset_of(t, number)}}));
}

// Lists have zeros for as many tiles behind their ends as fills run ahead: whose entries are copied
// before it is known how many there are.
Stmts PieceFlow::first_lists(size_t t, int64_t count) const {
  Stmts out;
  for (int64_t n = 0; n < count; ++n)
    out.push_back(n < read_ahead() ? copy_list(lit(n), {{&tiling_.time(t), offset_of(t, lit(n))}})
                                   : list_of(t, lit(n)));
  append(out, {copies_end(), await(0), barrier()});
  return out;
}

}  // namespace teaal::passes
