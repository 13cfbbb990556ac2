#include <algorithm>

#include "compiler/passes/staged/staged_products.h"

// Products of four warps together, of matrices that one thread copies into shared memory.
namespace teaal::passes {

using namespace ir;
using TensorCore = Schedule::TensorCore;
using Arithmetic = TensorCore::Arithmetic;

namespace {

using Warpgroup = TensorTiles::Warpgroup;

constexpr int64_t rows_of_instruction = 64, sums_of_group = 4;
constexpr int64_t unrolled_at_most = 8;  // instructions along the reduction
constexpr int64_t k_of_part = 32;        // that tensor cores add up of products in parts
constexpr const char* turns = "turns";   // two words a buffer
constexpr const char *row_block = "row_block", *column_block = "column_block";

std::string instruction(const TensorTiles& tensor) {
  const char* type = !TensorCore::in_halves(tensor.arithmetic) ? "tf32"
                     : tensor.arithmetic == Arithmetic::Bf16   ? "bf16"
                                                               : "f16";
  return std::string("warpgroup_") + type + "_" + std::to_string(tensor.warpgroup->columns);
}

Stmt each(const char* name, int64_t end, int64_t step, Stmt body, bool unroll = true) {
  return make_stmt(For{name, Type::Int, lit(0), lit(end), lit(step), "", std::move(body), unroll});
}

}  // namespace

void ProductMaker::declare_turns(Stmts& out) const {
  const int64_t depth = tiling_.operands()[0].tile->depth;
  out.push_back(make_stmt(Array{turns, 2 * depth, Type::Mask, Memory::Shared, true}));
  out.push_back(run("turns_begin", {var(turns), lit(depth)}));
  if (tiling_.tensor()->reduction > 1) out.push_back(changing(fills_before, Type::Int, lit(0)));
}

Stmt ProductMaker::copy_matrices(const Expr& buffer, const Offsets& offsets) const {
  Expr turn = mul(buffer, lit(2));
  int64_t words = 0;
  for (const TiledOperand& o : tiling_.operands()) words += o.tile->elements;
  Stmts out = {run("turn_takes", {var(turns), turn, lit(words)})};
  for (const TiledOperand& o : tiling_.operands()) {
    std::map<std::string, Expr> first;
    for (const TileRank& rank : o.tile->ranks)
      first[rank.root] = position(rank.root, offsets, Which::Outside, o.tile->at);
    Expr from =
        mul(plane_of_unit(o, first), lit(tiling_.matrix_rows(o) * Warpgroup::words_of_unit));
    out.push_back(
        run("copy_matrix", {var(o.tile->buffer), mul(buffer, lit(o.tile->elements)),
                            var(o.tile->rows), from, lit(o.tile->elements), var(turns), turn}));
  }
  return block(std::move(out));
}

Stmt ProductMaker::matrices_arrive(const Expr& buffer, const Expr& turn) const {
  return run("turn_arrives", {var(turns), mul(buffer, lit(2)), mod(turn, lit(2))});
}

// Words from one unit to the next; of lines, from 64 rows to the next.
int64_t ProductMaker::plane(const TiledOperand& o) const {
  if (tiling_.copies_lines()) return tiling_.matrix_depth(o) * Warpgroup::rows_of_line / 2;
  return tiling_.tensor()->warpgroup->parts * tiling_.matrix_rows(o) * Warpgroup::words_of_unit;
}

Expr ProductMaker::matrix_at(const TiledOperand& o, const Expr& k, int64_t part,
                             const Expr& row) const {
  const Warpgroup& together = *tiling_.tensor()->warpgroup;
  if (together.in_lines) {
    constexpr int64_t of_line = Warpgroup::rows_of_line;  // 64 rows of two k's, in words
    Expr lines = ir::add(mul(div(row, lit(of_line)), lit(plane(o))), mul(k, lit(of_line / 2)));
    return ir::add(ir::add(mul(buffer_, lit(o.tile->elements)), lines),
                   lit(part * o.tile->elements / together.parts));
  }
  Expr at = ir::add(mul(div(k, lit(together.unit)), lit(plane(o))),
                    lit(part * tiling_.matrix_rows(o) * Warpgroup::words_of_unit));
  return ir::add(ir::add(mul(buffer_, lit(o.tile->elements)), at),
                 mul(row, lit(Warpgroup::words_of_unit)));
}

// The number of this thread's warp among those along the operand's ranks.
Expr ProductMaker::first_warp(const TiledOperand& o) const {
  Expr out = lit(0);
  for (const TiledLoop* loop : tiling_.warps_of(o))
    out = ir::add(mul(out, loop->count), div(var(loop->var), loop->step_size()));
  return out;
}

Stmt ProductMaker::multiply(const std::string& to, const Expr& at, const Expr& k, const Expr& row,
                            const Expr& column, int64_t a_part, int64_t b_part) const {
  const TiledOperand &a = operand(tiling_.tensor()->rows), &b = operand(tiling_.tensor()->columns);
  std::vector<Expr> args = {var(to),
                            at,
                            var(a.tile->buffer),
                            matrix_at(a, k, a_part, row),
                            lit(plane(a)),
                            var(b.tile->buffer),
                            matrix_at(b, k, b_part, column),
                            lit(plane(b)),
                            lit(1)};
  if (TensorCore::in_halves(tiling_.tensor()->arithmetic))
    args.insert(args.begin(), lit(tiling_.copies_lines() ? 1 : 0));
  return run(instruction(*tiling_.tensor()), std::move(args));
}

std::vector<Stmt> ProductMaker::warpgroup_products() const {
  const TensorTiles& tensor = *tiling_.tensor();
  const Warpgroup& together = *tensor.warpgroup;
  const TiledLoop& reduction = tiling_.time(tensor.reduction);
  const int64_t blocks = tensor.rows.pairs(), groups = tensor.columns.pairs(),
                columns = groups * Warpgroup::columns_of_group, sums_at_once = together.columns / 2;
  Expr k = var(reduction.var);
  Expr row =
      mul(ir::add(mul(div(first_warp(operand(tensor.rows)), lit(Warpgroup::warps)), lit(blocks)),
                  var(row_block)),
          lit(rows_of_instruction));
  Expr column = ir::add(mul(first_warp(operand(tensor.columns)), lit(columns)), var(column_block));
  // The first of an instruction's sums: loops around the reduction have such sums each.
  Offsets none;
  for (const TensorTiles::Side* side : {&tensor.rows, &tensor.columns})
    for (const TiledLoop* loop : side->sums) none[loop] = lit(0);
  Expr sum = ir::add(sum_block().at(none), ir::add(mul(var(row_block), lit(groups * sums_of_group)),
                                                   div(var(column_block), lit(2))));
  const int64_t count = *reduction.fixed();
  const auto along = [&](int64_t first, int64_t end, Stmt body) {
    return make_stmt(For{reduction.var, Type::Int, lit(first), lit(end), lit(tensor.depth), "",
                         std::move(body), (end - first) / tensor.depth <= unrolled_at_most},
                     reduction.where);
  };
  const auto over_sums = [&](Stmt body) {
    return each(row_block, blocks, 1,
                each(column_block, columns, together.columns, std::move(body)));
  };
  if (together.parts == 1)
    return {guarded_products(
        block({run("products_begin"),
               along(0, count, over_sums(multiply(sums(), sum, k, row, column, 0, 0))),
               run("products_end"), meanwhile_ ? meanwhile_ : block({}),
               run("products_arrive", {lit(meanwhile_ ? 0 : 1)})}))};
  // Tensor cores cut off what does not fit beside the largest summand: float adds the sums of a few
  // k's.
  const std::string part = sums() + "_part";
  Stmt three = block({multiply(part, lit(0), k, row, column, 1, 0),
                      multiply(part, lit(0), k, row, column, 0, 1),
                      multiply(part, lit(0), k, row, column, 0, 0)});
  const auto while_first = [&](const Stmt& work) {
    Expr here = both(equal(var(row_block), lit(0)), equal(var(column_block), lit(0)));
    return blocks * columns > together.columns ? if_then(here, work) : work;
  };
  const auto added = [&](int64_t first, int64_t end) {
    return over_sums(
        block({make_stmt(Array{part, sums_at_once, Type::Value, Memory::Registers}),
               each("own", sums_at_once, 1,
                    assign(read(part, var("own")), AssignOp::Set, make_expr(FloatLit{0}))),
               run("products_begin"), along(first, end, three), run("products_end"),
               meanwhile_ && first == 0 ? while_first(meanwhile_) : block({}),
               run("products_arrive", {lit(0)}),
               each("own", sums_at_once, 1,
                    assign(read(sums(), ir::add(sum, var("own"))), AssignOp::Add,
                           read(part, var("own"))))}));
  };
  Stmts out;
  for (int64_t first = 0; first < count; first += k_of_part)
    out.push_back(added(first, std::min(count, first + k_of_part)));
  return {guarded_products(block(std::move(out)))};
}

}  // namespace teaal::passes
