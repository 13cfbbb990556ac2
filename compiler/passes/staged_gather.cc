#include "compiler/ir/levels.h"
#include "compiler/passes/staged_products.h"

// Matrices of rows that lists name, gathered by all threads of a block: each takes units, four (or
// eight) entries of one row, into registers, and gives them to shared memory as words.
namespace teaal::passes {

using namespace ir;

using Warpgroup = TensorTiles::Warpgroup;

int64_t ProductMaker::units_of(const TiledOperand& o) const {
  return tiling_.matrix_rows(o) * tiling_.matrix_depth(o) / tiling_.tensor()->warpgroup->unit;
}

int64_t ProductMaker::units_of_thread(const TiledOperand& o) const {
  return (units_of(o) + tiling_.threads() - 1) / tiling_.threads();
}

void ProductMaker::declare_gathered(Stmts& out) const {
  for (const TiledOperand& o : tiling_.operands())
    out.push_back(make_stmt(Array{ahead(o), units_of_thread(o) * tiling_.tensor()->warpgroup->unit,
                                  Type::Value, Memory::Registers}));
}

// `body` for each unit of this thread, of row `X_row` and from entry `X_entry` on: neighbouring
// threads have neighbouring coordinates of the rank that is contiguous where they are read.
Stmt ProductMaker::each_unit(const TiledOperand& o, Stmts body) const {
  Expr unit = var(prefix(o) + "unit"), rows = lit(tiling_.matrix_rows(o));
  body.insert(body.begin(), {let(prefix(o) + "row", Type::Int, mod(unit, rows)),
                             let(prefix(o) + "entry", Type::Int,
                                 mul(div(unit, rows), lit(tiling_.tensor()->warpgroup->unit)))});
  return side_by_side(units_of(o), tiling_.threads(), prefix(o), block(std::move(body)));
}

// The coordinates of that row in the tile, the one that runs fastest last.
std::map<std::string, Expr> ProductMaker::row_of_unit(const TiledOperand& o) const {
  Expr rest = var(prefix(o) + "row");
  std::map<std::string, Expr> out;
  for (size_t r = o.tile->ranks.size(); r-- > 0;) {
    const TileRank& rank = o.tile->ranks[r];
    if (rank.root == tiling_.time(tiling_.tensor()->reduction).root) continue;
    out[rank.root] = rank.extent == 1 ? lit(0) : mod(rest, lit(rank.extent));
    rest = div(rest, lit(rank.extent));
  }
  return out;
}

Stmt ProductMaker::take_gathered(const Offsets& offsets) const {
  const std::string& k = tiling_.time(tiling_.tensor()->reduction).root;
  const int64_t unit = tiling_.tensor()->warpgroup->unit;
  Stmts out;
  for (const TiledOperand& o : tiling_.operands()) {
    const StagedTile& tile = *o.tile;
    Expr inside;
    std::map<std::string, Expr> at;
    Stmts body;
    for (const auto& [root, local] : row_of_unit(o)) {
      const std::string name = prefix(o) + root;
      body.push_back(
          let(name, Type::Size, ir::add(position(root, offsets, Which::Outside, tile.at), local)));
      at[root] = var(name);
      Expr here = less(var(name), extent(root));
      inside = inside ? both(inside, here) : here;
    }
    const std::string listed = prefix(o) + "listed";
    body.push_back(
        let(listed, Type::Size,
            ir::add(position(k, offsets, Which::Outside, tile.at), var(prefix(o) + "entry"))));
    for (int64_t i = 0; i < unit; ++i) {
      Expr number = ir::add(var(listed), lit(i)), there = less(number, limit(k));
      at[k] = entry(k, number);
      const TileRank& last = tile.ranks.back();
      Expr from = tile.packed
                      ? in_rows(o, at, at.at(last.root), mod(at.at(last.root), lit(last.extent)))
                      : address(o, at);
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

Stmt ProductMaker::give_gathered(const Expr& buffer) const {
  const TensorTiles& tensor = *tiling_.tensor();
  const Warpgroup& together = *tensor.warpgroup;
  Stmts out;
  for (const TiledOperand& o : tiling_.operands()) {
    const int64_t rows = tiling_.matrix_rows(o);
    const std::map<std::string, Expr> local = row_of_unit(o);
    Expr first = mul(var(prefix(o) + "part"), lit(together.unit));
    Stmts body;
    for (int64_t part = 0; part < together.parts; ++part) {
      Expr plane_at = ir::add(mul(div(var(prefix(o) + "entry"), lit(together.unit)), lit(plane(o))),
                              lit(part * rows * Warpgroup::words_of_unit));
      std::vector<Expr> words = {
          var(o.tile->buffer),
          ir::add(ir::add(mul(buffer, lit(o.tile->elements)), plane_at),
                  mul(tiling_.matrix_row(o, local), lit(Warpgroup::words_of_unit)))};
      for (int64_t i = 0; i < Warpgroup::words_of_unit; ++i)
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
