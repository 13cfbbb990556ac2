#include "compiler/ir/levels.h"
#include "compiler/passes/staged/staged_products.h"

// Matrices of rows that lists name, gathered by all threads of a block: each takes units, four (or
// eight) entries of one row, into registers, and gives them to shared memory as words.
namespace teaal::passes {

using namespace ir;

using Warpgroup = TensorTiles::Warpgroup;

namespace {

constexpr const char* lines_left = "lines_left";

}  // namespace

int64_t ProductMaker::units_of(const TiledOperand& o) const {
  return tiling_.matrix_rows(o) * tiling_.matrix_depth(o) / tiling_.tensor()->warpgroup->unit;
}

int64_t ProductMaker::units_of_thread(const TiledOperand& o) const {
  return (units_of(o) + tiling_.threads() - 1) / tiling_.threads();
}

void ProductMaker::declare_gathered(Stmts& out) const {
  if (tiling_.copies_lines()) return;
  for (const TiledOperand& o : tiling_.operands())
    out.push_back(make_stmt(Array{ahead(o), units_of_thread(o) * tiling_.tensor()->warpgroup->unit,
                                  Type::Value, Memory::Registers}));
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
    if (!literal(stride(o, k))) add(is_near(stride(o, k)));
    for (const TileRank& rank : o.tile->ranks)
      if (rank.root != k)
        add(at_most(ir::add(position(rank.root, {}, Which::Outside, o.tile->at), lit(rank.extent)),
                    extent(rank.root)));
  }
  return out;
}

Stmt ProductMaker::take_gathered(const Expr& number, const Offsets& offsets,
                                 const Expr& whole) const {
  const std::string& k = tiling_.time(tiling_.tensor()->reduction).root;
  Expr tile_end = ir::add(position(k, offsets, Which::Outside, tiling_.operands()[0].tile->at),
                          lit(tiling_.list_ahead()->entries));
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
      const auto value = [&](int64_t at) {
        return scaled(o, read(ahead(o), ir::add(first, lit(at))));
      };
      for (int64_t i = 0; i < Warpgroup::words_of_unit; ++i)
        words.push_back(word_of_unit(tensor.arithmetic, part > 0, i, value));
      body.push_back(run("store_words", std::move(words)));
    }
    out.push_back(each_unit(o, std::move(body)));
  }
  return block(std::move(out));
}

// ---- Lines ----

int64_t ProductMaker::words_of_line(const TiledOperand& o) const {
  return tiling_.tensor()->warpgroup->parts * tiling_.matrix_rows(o) / 2;
}

// Of 16 bytes, each: neighbouring threads have neighbours in a line.
Stmt ProductMaker::copy_lines(const Expr& number, const Expr& buffer,
                              const Offsets& offsets) const {
  const std::string& k = tiling_.time(tiling_.tensor()->reduction).root;
  Expr left =
      ir::sub(limit(k), position(k, offsets, Which::Outside, tiling_.operands()[0].tile->at));
  Stmts out = {let(lines_left, Type::Int,
                   call("int", {least(left, lit(tiling_.matrix_depth(tiling_.operands()[0])))}))};
  for (const TiledOperand& o : tiling_.operands())
    out.push_back(copy_lines(o, number, buffer, offsets));
  return block(std::move(out));
}

Stmt ProductMaker::copy_lines(const TiledOperand& o, const Expr& number, const Expr& buffer,
                              const Offsets& offsets) const {
  const std::string& k = tiling_.time(tiling_.tensor()->reduction).root;
  const int64_t depth = tiling_.matrix_depth(o), threads = tiling_.threads(),
                words = words_of_line(o), units = words / Warpgroup::words_of_unit,
                units_of_part = units / tiling_.tensor()->warpgroup->parts;
  const std::string own = prefix(o) + "unit_of_line", at = prefix(o) + "line";
  Expr part = var(prefix(o) + "part"), all = var(prefix(o) + "unit"),
       thread = call("int", {call("thread")}), unit = mod(all, lit(units)),
       line = div(all, lit(units));
  // The same, such that what is known of the part alone is known to the compiler.
  if (units % threads == 0) {
    unit = ir::add(thread, mul(mod(part, lit(units / threads)), lit(threads)));
    line = div(part, lit(units / threads));
  } else if (threads % units == 0) {
    unit = mod(thread, lit(units));
    line = ir::add(div(thread, lit(units)), mul(part, lit(threads / units)));
  }
  std::map<std::string, Expr> first;
  for (const TileRank& rank : o.tile->ranks)
    first[rank.root] =
        rank.root == k ? lit(0) : position(rank.root, offsets, Which::Outside, o.tile->at);
  Expr matrix = ir::add(mul(buffer, lit(o.tile->elements)),
                        mul(div(var(own), lit(units_of_part)),
                            lit(depth * words_of_line(o) / tiling_.tensor()->warpgroup->parts)));
  Expr entry = ir::add(place_of_list(number), var(at));
  Stmts body = {
      let(own, Type::Int, unit), let(at, Type::Int, line),
      run("copy_line", {lit(depth), var(o.tile->buffer), matrix, mod(var(own), lit(units_of_part)),
                        var(at), var(o.source()),
                        ir::add(mul(line_of_tile(o, first), lit(words)),
                                mul(var(own), lit(Warpgroup::words_of_unit))),
                        lit(words), read(listed_ahead(), entry), less(var(at), var(lines_left))})};
  return side_by_side(units * depth, threads, prefix(o), block(std::move(body)));
}

}  // namespace teaal::passes
