#include "compiler/ir/levels.h"
#include "compiler/passes/staged_products.h"

// Matrices of rows that lists name, gathered by all threads of a block: each takes units, four (or
// eight) entries of one row, into registers, and gives them to shared memory as words.
namespace teaal::passes {

using namespace ir;

using Warpgroup = TensorTiles::Warpgroup;

namespace {

constexpr int64_t entries_of_copy = 4;
constexpr int64_t most_stride = int64_t{1} << 29;  // 2^32 bytes, of elements of at most eight

}  // namespace

int64_t ProductMaker::units_of(const TiledOperand& o) const {
  return tiling_.matrix_rows(o) * tiling_.matrix_depth(o) / tiling_.tensor()->warpgroup->unit;
}

int64_t ProductMaker::units_of_thread(const TiledOperand& o) const {
  return (units_of(o) + tiling_.threads() - 1) / tiling_.threads();
}

void ProductMaker::declare_gathered(Stmts& out) const {
  for (const TiledOperand& o : tiling_.operands())
    out.push_back(make_stmt(Array{ahead(o), units_of_thread(o) * tiling_.tensor()->warpgroup->unit,
                                  o.in_parts ? Type::Mask : Type::Value, Memory::Registers}));
  out.push_back(make_stmt(
      Array{listed_ahead(), lists_ahead * listed_at_once(), Type::Coord, Memory::Shared, true}));
}

// `body` for each unit of this thread, of row `X_row` and from entry `X_entry` on: neighbouring
// threads have neighbouring rows of the matrix, so that they store to different banks.
Stmt ProductMaker::each_unit(const TiledOperand& o, Stmts body) const {
  const int64_t rows = tiling_.matrix_rows(o), threads = tiling_.threads();
  Expr unit = var(prefix(o) + "unit"), part = var(prefix(o) + "part"),
       thread = call("int", {call("thread")});
  Expr row = mod(unit, lit(rows)), entry = div(unit, lit(rows));
  // The same, such that what is known of the part alone is known to the compiler.
  if (rows % threads == 0) {
    row = ir::add(thread, mul(mod(part, lit(rows / threads)), lit(threads)));
    entry = div(part, lit(rows / threads));
  } else if (threads % rows == 0) {
    row = mod(thread, lit(rows));
    entry = ir::add(div(thread, lit(rows)), mul(part, lit(threads / rows)));
  }
  body.insert(body.begin(), {let(prefix(o) + "row", Type::Int, row),
                             let(prefix(o) + "entry", Type::Int,
                                 mul(entry, lit(tiling_.tensor()->warpgroup->unit)))});
  return side_by_side(units_of(o), threads, prefix(o), block(std::move(body)));
}

Expr ProductMaker::first_of_part(const TiledOperand& o) const {
  return mul(var(prefix(o) + "part"), lit(tiling_.tensor()->warpgroup->unit));
}

Expr ProductMaker::whole_matrices() const {
  const std::string& k = tiling_.time(tiling_.tensor()->reduction).root;
  Expr out;
  const auto add = [&out](const Expr& here) { out = out ? both(out, here) : here; };
  for (const TiledOperand& o : tiling_.operands()) {
    if (!literal(stride(o, k))) add(less(stride(o, k), lit(most_stride)));
    for (const TileRank& rank : o.tile->ranks)
      if (rank.root != k)
        add(at_most(ir::add(position(rank.root, {}, Which::Outside, o.tile->at), lit(rank.extent)),
                    extent(rank.root)));
  }
  return out;
}

int64_t ProductMaker::listed_at_once() const { return tiling_.matrix_depth(tiling_.operands()[0]); }

std::string ProductMaker::listed_ahead() const {
  return tiling_.time(tiling_.tensor()->reduction).root + "_listed";
}

Expr ProductMaker::place_of_list(const Expr& number) const {
  return mul(mod(number, lit(lists_ahead)), lit(listed_at_once()));
}

Stmt ProductMaker::copy_list(const Expr& number, const Offsets& offsets) const {
  const std::string& k = tiling_.time(tiling_.tensor()->reduction).root;
  Expr place = mul(var("list_unit"), lit(entries_of_copy)),
       from = ir::add(position(k, offsets, Which::Outside, tiling_.operands()[0].tile->at), place);
  return side_by_side(
      listed_at_once() / entries_of_copy, tiling_.threads(), "list_",
      run("copy_entries", {var(listed_ahead()), ir::add(place_of_list(number), place),
                           var(lists_.at(k).entries), ir::add(var(first_entry(k)), from)}));
}

Stmt ProductMaker::take_gathered(const Expr& number, const Offsets& offsets,
                                 const Expr& whole) const {
  const std::string& k = tiling_.time(tiling_.tensor()->reduction).root;
  Expr tile_end = ir::add(position(k, offsets, Which::Outside, tiling_.operands()[0].tile->at),
                          lit(listed_at_once()));
  Stmts inside, at_edges;
  for (const TiledOperand& o : tiling_.operands()) {
    inside.push_back(take_gathered(o, number, offsets, true));
    at_edges.push_back(take_gathered(o, number, offsets, false));
  }
  const std::string all = "all_there";
  return block({let(all, Type::Bool, both(whole, at_most(tile_end, limit(k)))),
                if_then(var(all), block(std::move(inside))),
                if_then(unless(all), block(std::move(at_edges)))});
}

Stmt ProductMaker::take_gathered(const TiledOperand& o, const Expr& number, const Offsets& offsets,
                                 bool whole) const {
  const std::string& k = tiling_.time(tiling_.tensor()->reduction).root;
  const int64_t unit = tiling_.tensor()->warpgroup->unit;
  const StagedTile& tile = *o.tile;
  Expr inside;
  std::map<std::string, Expr> at = {{k, lit(0)}};
  Stmts body;
  for (const auto& [root, local] : tiling_.row_coordinates(o, var(prefix(o) + "row"))) {
    if (root == k) continue;
    const std::string name = prefix(o) + root;
    body.push_back(
        let(name, Type::Size, ir::add(position(root, offsets, Which::Outside, tile.at), local)));
    at[root] = var(name);
    Expr here = less(var(name), extent(root));
    inside = inside ? both(inside, here) : here;
  }
  Expr last = at.at(tile.ranks.back().root),
       from = tile.packed ? in_rows(o, at, last, mod(last, lit(row(o)))) : address(o, at);
  std::vector<Expr> args = {lit(unit),
                            var(ahead(o)),
                            first_of_part(o),
                            var(o.source()),
                            from,
                            stride(o, k),
                            var(listed_ahead()),
                            ir::add(place_of_list(number), var(prefix(o) + "entry"))};
  if (!whole) {
    Expr left = ir::sub(limit(k), ir::add(position(k, offsets, Which::Outside, tile.at),
                                          size_of(var(prefix(o) + "entry"))));
    args.push_back(inside ? call("select", {inside, left, lit(0)}) : left);
  }
  body.push_back(run(whole ? "take_all_listed" : "take_listed", std::move(args)));
  return each_unit(o, std::move(body));
}

Stmt ProductMaker::give_gathered(const Expr& buffer) const {
  const TensorTiles& tensor = *tiling_.tensor();
  const Warpgroup& together = *tensor.warpgroup;
  Stmts out;
  for (const TiledOperand& o : tiling_.operands()) {
    const int64_t rows = tiling_.matrix_rows(o);
    Expr first = first_of_part(o);
    Stmts body;
    for (int64_t part = 0; part < together.parts; ++part) {
      Expr plane_at = ir::add(mul(div(var(prefix(o) + "entry"), lit(together.unit)), lit(plane(o))),
                              lit(part * rows * Warpgroup::words_of_unit));
      std::vector<Expr> words = {
          var(o.tile->buffer), ir::add(ir::add(mul(buffer, lit(o.tile->elements)), plane_at),
                                       mul(var(prefix(o) + "row"), lit(Warpgroup::words_of_unit)))};
      const auto own = [&](int64_t at) { return read(ahead(o), ir::add(first, lit(at))); };
      const auto value = [&](int64_t at) { return scaled(o, own(at)); };
      for (int64_t i = 0; i < Warpgroup::words_of_unit; ++i)
        words.push_back(
            o.in_parts ? call(part > 0 ? "rest_parts" : "kept_parts", {own(2 * i), own(2 * i + 1)})
                       : word_of_unit(tensor.arithmetic, part > 0, i, value));
      body.push_back(run("store_words", std::move(words)));
    }
    out.push_back(each_unit(o, std::move(body)));
  }
  return block(std::move(out));
}

}  // namespace teaal::passes
