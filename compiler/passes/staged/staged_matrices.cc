#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/passes/staged/staged_kernel.h"

// The kernel that lays an operand out as the matrices that warpgroups read, in the words that
// tensor cores read.
namespace teaal::passes {

using namespace ir;
using Arithmetic = Schedule::TensorCore::Arithmetic;

namespace {

using Warpgroup = TensorTiles::Warpgroup;

constexpr int64_t threads = 256;
constexpr int64_t side_of_square = 32;  // of what take_rows takes at once
constexpr int64_t most_rows_of_quads = 256;
constexpr int64_t most_moved = (40 << 10) / 4;  // elements in shared memory
constexpr const char *moved = "moved", *chunk = "chunk", *own_unit = "unit";

std::string first_of(const std::string& root) { return root + "_first"; }

}  // namespace

Expr StagedBuilder::padded(const std::string& root) const {
  int64_t whole = padding(root);
  for (const TiledLoop* loop : tiling_.at_blocks())
    if (loop->root == root) whole = std::max(whole, loop->step);
  return mul(ir::ceil_div(extent(root), lit(whole)), lit(whole));
}

Expr StagedBuilder::number_of_tile(const TiledOperand& o,
                                   const std::map<std::string, Expr>& first) const {
  Expr out = lit(0);
  for (const TileRank& rank : o.tile->ranks)
    if (rank.root != tiling_.time(tiling_.tensor()->reduction).root)
      out = add(mul(out, div(padded(rank.root), lit(rank.extent))),
                div(first.at(rank.root), lit(rank.extent)));
  return out;
}

Expr StagedBuilder::plane_of_unit(const TiledOperand& o,
                                  const std::map<std::string, Expr>& first) const {
  const std::string& reduction = tiling_.time(tiling_.tensor()->reduction).root;
  const Warpgroup& together = *tiling_.tensor()->warpgroup;
  Expr out = add(mul(number_of_tile(o, first), div(padded(reduction), lit(together.unit))),
                 div(first.at(reduction), lit(together.unit)));
  return mul(out, lit(together.parts));
}

Expr StagedBuilder::line_of_tile(const TiledOperand& o,
                                 const std::map<std::string, Expr>& first) const {
  return mul(number_of_tile(o, first), extent(tiling_.time(tiling_.tensor()->reduction).root));
}

Expr MatrixMaker::words_of(const TiledOperand& o) const {
  Expr out = lit(tiling_.tensor()->warpgroup->parts);
  for (const TileRank& rank : o.tile->ranks) out = mul(out, padded(rank.root));
  return div(mul(out, lit(Warpgroup::words_of_unit)), lit(tiling_.tensor()->warpgroup->unit));
}

MatrixMaker::Piece MatrixMaker::piece_of(const TiledOperand& o) const {
  Piece out;
  out.rows = tiling_.matrix_rows(o);
  std::vector<std::string> along;
  for (const TileRank& rank : o.tile->ranks)
    if (rank.root != reduction() && rank.extent > 1) along.push_back(rank.root);
  const std::string& last = o.roots.back();
  if (!list_ && along.size() == 1 && (last == along[0] || last == reduction()) &&
      out.rows % side_of_square == 0 && out.rows <= most_rows_of_quads) {
    out.quads_of = along[0];
    out.along_rows = last == along[0];
    out.coordinates = side_of_square;
    (out.along_rows ? out.of_coordinate : out.of_row) = side_of_square + 1;
    if (out.along_rows) out.rows = side_of_square;
    return out;
  }
  out.coordinates = side_of_square;
  while (out.coordinates > tiling_.tensor()->warpgroup->unit &&
         out.coordinates * (out.rows + 1) > most_moved)
    out.coordinates /= 2;
  out.of_coordinate = out.rows + 1;
  return out;
}

void MatrixMaker::make(const TiledOperand& o, Kernel& k) const {
  const Piece piece = piece_of(o);
  Expr chunks = ir::ceil_div(padded(reduction()), lit(piece.coordinates)), blocks = chunks;
  Stmts body = {make_stmt(Array{moved, std::max(piece.coordinates * piece.of_coordinate,
                                                piece.rows * piece.of_row)}),
                let("number", Type::Size, size_of(call("block"))),
                let(chunk, Type::Size, mul(mod(var("number"), chunks), lit(piece.coordinates)))};
  declare_scale(o, body);
  std::map<std::string, Expr> first = {{reduction(), var(chunk)}};
  Expr rest = div(var("number"), chunks);
  for (size_t r = o.tile->ranks.size(); r-- > 0;) {
    const TileRank& rank = o.tile->ranks[r];
    if (rank.root == reduction()) continue;
    const int64_t at_once = rank.root == piece.quads_of ? piece.rows : rank.extent;
    Expr count = div(padded(rank.root), lit(at_once));
    body.push_back(let(first_of(rank.root), Type::Size, mul(mod(rest, count), lit(at_once))));
    first[rank.root] = var(first_of(rank.root));
    rest = div(rest, count);
    blocks = mul(blocks, count);
  }
  for (const Stmts& part :
       {piece.quads_of.empty() ? take_elements(o, piece, first) : take_quads(o, piece, first),
        write_units(o, piece, first)})
    body.insert(body.end(), part.begin(), part.end());
  k.threads = threads;
  k.launch = {most(blocks, lit(1)), lit(threads)};
  k.params = {workspace(o.tile->rows, Type::Mask, true), values(o, false)};
  if (!o.largest.empty()) k.params.push_back(workspace(o.largest, Type::Value, false));
  Stmt all = block(std::move(body));
  if (list_) {
    // Whole tiles are read, of the largest part.
    const int64_t whole = padding(reduction());
    Expr end = mul(ir::ceil_div(var("kept"), lit(whole)), lit(whole));
    all =
        block({let("kept", Type::Size, read(list_->counts, lit(0))),
               if_then(less(mul(mod(size_of(call("block")), chunks), lit(piece.coordinates)), end),
                       std::move(all))});
    k.params.push_back(workspace(list_->entries, Type::Coord, false));
    k.params.push_back(workspace(list_->counts, Type::Coord, false));
  }
  k.body = unless_empty(o.roots, std::move(all));
  add_sizes(k);
}

std::vector<Stmt> MatrixMaker::take_quads(const TiledOperand& o, const Piece& piece,
                                          const std::map<std::string, Expr>& first) const {
  const std::string& across = piece.along_rows ? reduction() : piece.quads_of;
  Expr stride = lit(1);
  for (size_t r = o.roots.size(); r-- > 0 && o.roots[r] != across;)
    stride = mul(stride, extent(o.roots[r]));
  const auto left = [&](const std::string& root) { return ir::sub(extent(root), first.at(root)); };
  return {make_stmt(Run{call("take_rows", {lit(piece.along_rows ? piece.coordinates : piece.rows),
                                           var(moved), var(o.values), address(o, first), stride,
                                           left(across), left(o.roots.back())})})};
}

// Read along the operand's last rank; zeros behind the ranks' ends.
std::vector<Stmt> MatrixMaker::take_elements(const TiledOperand& o, const Piece& piece,
                                             const std::map<std::string, Expr>& first) const {
  Expr rest = var(own_unit), inside;
  std::map<std::string, Expr> local, at;
  for (size_t r = o.roots.size(); r-- > 0;) {
    const std::string& root = o.roots[r];
    const auto rank = std::ranges::find_if(o.tile->ranks,
                                           [&](const TileRank& tile) { return tile.root == root; });
    const int64_t reach = root == reduction() ? piece.coordinates : rank->extent;
    local[root] = r == 0 ? rest : mod(rest, lit(reach));
    rest = div(rest, lit(reach));
  }
  for (const std::string& root : o.roots) {
    at[root] = add(first.at(root), local.at(root));
    const bool listed = list_ && root == reduction();
    Expr here = less(at[root], listed ? var("kept") : extent(root));
    if (listed) at[root] = call("select", {here, read(list_->entries, at[root]), lit(0)});
    inside = inside ? both(inside, here) : here;
  }
  Expr to = add(mul(local.at(reduction()), lit(piece.of_coordinate)),
                mul(tiling_.matrix_row(o, local), lit(piece.of_row)));
  Stmt one =
      assign(read(moved, to), AssignOp::Set,
             call("choose", {inside, read(o.values, address(o, at)), make_expr(FloatLit{0})}));
  return {side_by_side(piece.rows * piece.coordinates, threads, "", one), barrier()};
}

// Rows of what was moved in quads lie by their coordinates, others by where they go.
std::vector<Stmt> MatrixMaker::write_units(const TiledOperand& o, const Piece& piece,
                                           const std::map<std::string, Expr>& first) const {
  const TensorTiles& tensor = *tiling_.tensor();
  const Warpgroup& together = *tensor.warpgroup;
  const int64_t rows = tiling_.matrix_rows(o), units = piece.coordinates / together.unit;
  Expr row = mod(var(own_unit), lit(piece.rows)),
       coordinate = mul(div(var(own_unit), lit(piece.rows)), lit(together.unit));
  const auto value = [&](int64_t k) {
    return scaled(o, read(moved, add(mul(add(coordinate, lit(k)), lit(piece.of_coordinate)),
                                     mul(row, lit(piece.of_row)))));
  };
  std::map<std::string, Expr> at = first;
  at[reduction()] = add(at[reduction()], coordinate);
  Expr to = row;
  if (!piece.quads_of.empty())
    to = tiling_.matrix_row(o,
                            {{piece.quads_of, add(mod(first.at(piece.quads_of), lit(rows)), row)}});
  Expr plane = plane_of_unit(o, at);
  Stmts stores = {let("to", Type::Size, to)};
  for (int64_t part = 0; part < together.parts; ++part) {
    std::vector<Expr> words = {
        var(o.tile->rows),
        mul(add(mul(add(plane, lit(part)), lit(rows)), var("to")), lit(Warpgroup::words_of_unit))};
    for (int64_t i = 0; i < Warpgroup::words_of_unit; ++i)
      words.push_back(word_of_unit(tensor.arithmetic, part > 0, i, value));
    stores.push_back(make_stmt(Run{call("store_words", std::move(words))}));
  }
  return {
      side_by_side(units * piece.rows, threads, "",
                   if_then(less(at[reduction()], padded(reduction())), block(std::move(stores))))};
}

}  // namespace teaal::passes
