#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/passes/staged_kernel.h"

// The kernel that lays an operand out as the matrices that warpgroups read, in the words that
// tensor cores read.
namespace teaal::passes {

using namespace ir;
using Arithmetic = Schedule::TensorCore::Arithmetic;

namespace {

constexpr int64_t threads = 256, words_of_unit = 4;
constexpr int64_t most_coordinates = 32;        // of the reduction, that a block moves
constexpr int64_t most_moved = (40 << 10) / 4;  // elements in shared memory
constexpr int64_t unrolled_at_most = 16;
constexpr const char *moved = "moved", *chunk = "chunk", *own = "own";

std::string first_of(const std::string& root) { return root + "_first"; }

Expr thread() { return call("int", {call("thread")}); }

// All of `units`, side by side.
Stmt shared_out(int64_t units, const std::string& name, Stmt body) {
  const int64_t parts = (units + threads - 1) / threads;
  Expr number = add(thread(), mul(var("part"), lit(threads)));
  if (units % threads != 0) body = if_then(less(var(name), lit(units)), std::move(body));
  return make_stmt(For{"part", Type::Int, lit(0), lit(parts), lit(1), "",
                       block({let(name, Type::Int, number), std::move(body)}),
                       parts <= unrolled_at_most});
}

}  // namespace

Expr StagedBuilder::padded(const std::string& root) const {
  int64_t whole = 1;
  for (const TiledLoop& loop : tiling_.loops())
    if (loop.root == root) whole = std::max(whole, loop.step);
  for (const TiledOperand& o : tiling_.operands())
    for (size_t r = 0; o.tile && r < o.tile->ranks.size(); ++r)
      if (o.tile->ranks[r].root == root) whole = std::max(whole, o.tile->ranks[r].extent);
  return mul(ir::ceil_div(extent(root), lit(whole)), lit(whole));
}

Expr StagedBuilder::plane_of_unit(const TiledOperand& o,
                                  const std::map<std::string, Expr>& first) const {
  const std::string& reduction = tiling_.time(tiling_.tensor()->reduction).root;
  const TensorTiles::Warpgroup& together = *tiling_.tensor()->warpgroup;
  Expr out = lit(0);
  for (const TileRank& rank : o.tile->ranks)
    if (rank.root != reduction)
      out = add(mul(out, div(padded(rank.root), lit(rank.extent))),
                div(first.at(rank.root), lit(rank.extent)));
  out = add(mul(out, div(padded(reduction), lit(together.unit))),
            div(first.at(reduction), lit(together.unit)));
  return mul(out, lit(together.parts));
}

Expr MatrixMaker::words_of(const TiledOperand& o) const {
  Expr out = lit(tiling_.tensor()->warpgroup->parts);
  for (const TileRank& rank : o.tile->ranks) out = mul(out, padded(rank.root));
  return div(mul(out, lit(words_of_unit)), lit(tiling_.tensor()->warpgroup->unit));
}

// So many of the reduction's coordinates, for all rows of a matrix.
int64_t MatrixMaker::coordinates_at_once(const TiledOperand& o) const {
  int64_t out = most_coordinates;
  while (out > tiling_.tensor()->warpgroup->unit && out * (tiling_.matrix_rows(o) + 1) > most_moved)
    out /= 2;
  return out;
}

void MatrixMaker::make(const TiledOperand& o, Kernel& k) const {
  const std::string& reduction = tiling_.time(tiling_.tensor()->reduction).root;
  const int64_t at_once = coordinates_at_once(o);
  Expr chunks = ir::ceil_div(padded(reduction), lit(at_once)), blocks = chunks;
  Stmts body = {make_stmt(Array{moved, at_once * (tiling_.matrix_rows(o) + 1)}),
                let("number", Type::Size, size_of(call("block"))),
                let(chunk, Type::Size, mul(mod(var("number"), chunks), lit(at_once)))};
  std::map<std::string, Expr> first = {{reduction, var(chunk)}};
  Expr rest = div(var("number"), chunks);
  for (size_t r = o.tile->ranks.size(); r-- > 0;) {
    const TileRank& rank = o.tile->ranks[r];
    if (rank.root == reduction) continue;
    Expr count = div(padded(rank.root), lit(rank.extent));
    body.push_back(let(first_of(rank.root), Type::Size, mul(mod(rest, count), lit(rank.extent))));
    first[rank.root] = var(first_of(rank.root));
    rest = div(rest, count);
    blocks = mul(blocks, count);
  }
  for (Stmts part : {read_rows(o, first), write_units(o, first)})
    body.insert(body.end(), part.begin(), part.end());
  k.threads = threads;
  k.launch = {most(blocks, lit(1)), lit(threads)};
  k.body = unless_empty(o.roots, block(std::move(body)));
  k.params = {workspace(o.tile->rows, Type::Mask, true), values(o, false)};
  add_sizes(k);
}

// moved[coordinate of the reduction][row of the matrix], read along the operand's last rank; zeros
// behind the ranks' ends.
std::vector<Stmt> MatrixMaker::read_rows(const TiledOperand& o,
                                         const std::map<std::string, Expr>& first) const {
  const std::string& reduction = tiling_.time(tiling_.tensor()->reduction).root;
  const int64_t rows = tiling_.matrix_rows(o), at_once = coordinates_at_once(o);
  // The tile's ranks as the operand stores them.
  Expr rest = var(own);
  std::map<std::string, Expr> local, at;
  for (size_t r = o.roots.size(); r-- > 0;) {
    const std::string& root = o.roots[r];
    const auto rank = std::ranges::find_if(o.tile->ranks,
                                           [&](const TileRank& tile) { return tile.root == root; });
    const int64_t reach = root == reduction ? at_once : rank->extent;
    local[root] = r == 0 ? rest : mod(rest, lit(reach));
    rest = div(rest, lit(reach));
  }
  Expr inside;
  for (const std::string& root : o.roots) {
    at[root] = add(first.at(root), local.at(root));
    Expr here = less(at[root], extent(root));
    inside = inside ? both(inside, here) : here;
  }
  Expr to = add(mul(local.at(reduction), lit(rows + 1)), tiling_.matrix_row(o, local));
  Stmt one =
      assign(read(moved, to), AssignOp::Set,
             call("choose", {inside, read(o.values, address(o, at)), make_expr(FloatLit{0})}));
  return {shared_out(rows * at_once, own, one), make_stmt(Run{call("barrier")})};
}

std::vector<Stmt> MatrixMaker::write_units(const TiledOperand& o,
                                           const std::map<std::string, Expr>& first) const {
  const TensorTiles& tensor = *tiling_.tensor();
  const TensorTiles::Warpgroup& together = *tensor.warpgroup;
  const std::string& reduction = tiling_.time(tensor.reduction).root;
  const int64_t rows = tiling_.matrix_rows(o), units = coordinates_at_once(o) / together.unit;
  Expr row = mod(var(own), lit(rows)),
       coordinate = mul(div(var(own), lit(rows)), lit(together.unit));
  const auto value = [&](int64_t k) {
    return read(moved, add(mul(add(coordinate, lit(k)), lit(rows + 1)), row));
  };
  const auto word = [&](int64_t number, bool rest) {
    switch (tensor.arithmetic) {
      case Arithmetic::Bf16:
        return call("bf16_bits", {value(2 * number), value(2 * number + 1)});
      case Arithmetic::F16:
        return call("f16_bits", {value(2 * number), value(2 * number + 1)});
      case Arithmetic::Tf32:
      case Arithmetic::Tf32x3:
        break;
    }
    return call(rest ? "tf32_rest_word" : "tf32_word", {value(number)});
  };
  std::map<std::string, Expr> at = first;
  at[reduction] = add(at[reduction], coordinate);
  Expr plane = plane_of_unit(o, at);
  Stmts stores;
  for (int64_t part = 0; part < together.parts; ++part) {
    std::vector<Expr> words = {
        var(o.tile->rows),
        mul(add(mul(add(plane, lit(part)), lit(rows)), row), lit(words_of_unit))};
    for (int64_t i = 0; i < words_of_unit; ++i) words.push_back(word(i, part > 0));
    stores.push_back(make_stmt(Run{call("store_words", std::move(words))}));
  }
  return {shared_out(units * rows, own,
                     if_then(less(at[reduction], padded(reduction)), block(std::move(stores))))};
}

}  // namespace teaal::passes
