#include "compiler/ir/levels.h"
#include "compiler/passes/staged_products.h"

// Matrices of rows that lists name, gathered by all threads of a block: each takes units, four (or
// eight) entries of one row, into registers, and gives them to shared memory as words.
namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t words_of_unit = 4;

}  // namespace

int64_t ProductMaker::units_of_thread(const TiledOperand& o) const {
  const int64_t units =
      tiling_.matrix_rows(o) * tiling_.matrix_depth(o) / tiling_.tensor()->warpgroup->unit;
  return (units + tiling_.threads() - 1) / tiling_.threads();
}

void ProductMaker::declare_gathered(Stmts& out) const {
  for (const TiledOperand& o : tiling_.operands())
    out.push_back(make_stmt(Array{ahead(o), units_of_thread(o) * tiling_.tensor()->warpgroup->unit,
                                  Type::Value, Memory::Registers}));
}

// `body` for each unit of this thread, number `X_unit`: neighbouring threads have neighbouring
// coordinates of the rank that is contiguous where they are read.
Stmt ProductMaker::each_unit(const TiledOperand& o, Stmts body) const {
  const int64_t rows = tiling_.matrix_rows(o), threads = tiling_.threads(),
                units = rows * tiling_.matrix_depth(o) / tiling_.tensor()->warpgroup->unit;
  Expr unit = var(prefix(o) + "unit"), part = var(prefix(o) + "part");
  Stmts all = {let(prefix(o) + "unit", Type::Int,
                   ir::add(call("int", {call("thread")}), mul(part, lit(threads)))),
               let(prefix(o) + "row", Type::Int, mod(unit, lit(rows))),
               let(prefix(o) + "entry", Type::Int,
                   mul(div(unit, lit(rows)), lit(tiling_.tensor()->warpgroup->unit)))};
  all.insert(all.end(), body.begin(), body.end());
  Stmt one = block(std::move(all));
  if (units % threads != 0) {
    Expr number = ir::add(call("int", {call("thread")}), mul(part, lit(threads)));
    one = if_then(less(number, lit(units)), one);
  }
  return make_stmt(For{prefix(o) + "part", Type::Int, lit(0), lit(units_of_thread(o)), lit(1), "",
                       std::move(one), true},
                   o.tile->where);
}

Stmt ProductMaker::take_gathered(const Offsets& offsets) const {
  const std::string& k = tiling_.time(tiling_.tensor()->reduction).root;
  const int64_t unit = tiling_.tensor()->warpgroup->unit;
  Stmts out;
  for (const TiledOperand& o : tiling_.operands()) {
    const StagedTile& tile = *o.tile;
    // The row's coordinates, the one that runs fastest last.
    Expr rest = var(prefix(o) + "row"), inside;
    std::map<std::string, Expr> at;
    Stmts body;
    for (size_t r = tile.ranks.size(); r-- > 0;) {
      const TileRank& rank = tile.ranks[r];
      if (rank.root == k) continue;
      Expr local = rank.extent == 1 ? lit(0) : mod(rest, lit(rank.extent));
      rest = div(rest, lit(rank.extent));
      const std::string name = prefix(o) + rank.root;
      body.push_back(let(name, Type::Size,
                         ir::add(position(rank.root, offsets, Which::Outside, tile.at), local)));
      at[rank.root] = var(name);
      Expr here = less(var(name), extent(rank.root));
      inside = inside ? both(inside, here) : here;
    }
    const std::string listed = prefix(o) + "listed";
    body.push_back(
        let(listed, Type::Size,
            ir::add(position(k, offsets, Which::Outside, tile.at), var(prefix(o) + "entry"))));
    for (int64_t i = 0; i < unit; ++i) {
      Expr number = ir::add(var(listed), lit(i)), there = less(number, limit(k));
      at[k] = entry(k, number);
      Expr from = source_of_gathered(o, at);
      body.push_back(assign(
          read(ahead(o), ir::add(mul(var(prefix(o) + "part"), lit(unit)), lit(i))), AssignOp::Set,
          call("choose",
               {inside ? both(inside, there) : there,
                read(tile.packed ? tile.rows : o.values, from), make_expr(FloatLit{0})})));
    }
    out.push_back(each_unit(o, std::move(body)));
  }
  return block(std::move(out));
}

// As rows are copied (rows_kernel), or as the operand is stored.
Expr ProductMaker::source_of_gathered(const TiledOperand& o,
                                      const std::map<std::string, Expr>& at) const {
  const StagedTile& tile = *o.tile;
  if (!tile.packed) return address(o, at);
  const TileRank& last = tile.ranks.back();
  Expr out = div(at.at(last.root), lit(last.extent));
  for (size_t r = 0; r + 1 < tile.ranks.size(); ++r)
    out = ir::add(mul(out, extent(tile.ranks[r].root)), at.at(tile.ranks[r].root));
  return ir::add(mul(out, lit(last.extent)), mod(at.at(last.root), lit(last.extent)));
}

Stmt ProductMaker::give_gathered(const Expr& buffer) const {
  const TensorTiles& tensor = *tiling_.tensor();
  const TensorTiles::Warpgroup& together = *tensor.warpgroup;
  const std::string& k = tiling_.time(tensor.reduction).root;
  Stmts out;
  for (const TiledOperand& o : tiling_.operands()) {
    const int64_t rows = tiling_.matrix_rows(o);
    Expr rest = var(prefix(o) + "row");
    std::map<std::string, Expr> local;
    for (size_t r = o.tile->ranks.size(); r-- > 0;) {
      const TileRank& rank = o.tile->ranks[r];
      if (rank.root == k) continue;
      local[rank.root] = mod(rest, lit(rank.extent));
      rest = div(rest, lit(rank.extent));
    }
    Expr first = mul(var(prefix(o) + "part"), lit(together.unit));
    Stmts body;
    for (int64_t part = 0; part < together.parts; ++part) {
      Expr plane_at = ir::add(mul(div(var(prefix(o) + "entry"), lit(together.unit)), lit(plane(o))),
                              lit(part * rows * words_of_unit));
      std::vector<Expr> words = {var(o.tile->buffer),
                                 ir::add(ir::add(mul(buffer, lit(o.tile->elements)), plane_at),
                                         mul(tiling_.matrix_row(o, local), lit(words_of_unit)))};
      for (int64_t i = 0; i < words_of_unit; ++i)
        words.push_back(word_of_unit(tensor.arithmetic, part > 0, i, [&](int64_t at) {
          return read(ahead(o), ir::add(first, lit(at)));
        }));
      body.push_back(run("store_words", std::move(words)));
    }
    out.push_back(each_unit(o, std::move(body)));
  }
  return block(std::move(out));
}

}  // namespace teaal::passes
