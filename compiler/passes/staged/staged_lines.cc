#include <algorithm>
#include <string>

#include "compiler/ir/levels.h"
#include "compiler/passes/staged/staged_kernel.h"

// The kernel that makes the lines of an operand's matrices: of each k, and each tile, what its rows
// have there, as words of 16 bits each.
namespace teaal::passes {

using namespace ir;
using Stmts = std::vector<Stmt>;

namespace {

using Warpgroup = TensorTiles::Warpgroup;

constexpr int64_t threads = 256;
constexpr int64_t rows_of_unit = 8;  // 16 bytes
constexpr int64_t words_at_once = 4;
constexpr const char *first_line = "first_line", *line = "line", *own_unit = "unit";

std::string first_of(const std::string& root) { return root + "_first"; }
std::string left_of(const std::string& root) { return root + "_left"; }
std::string tiles_of(const std::string& root) { return root + "_tiles"; }

}  // namespace

Expr LinesMaker::words_of(const TiledOperand& o) const {
  Expr out = lit(tiling_.tensor()->warpgroup->parts);
  for (const TileRank& rank : o.tile->ranks)
    out = mul(out, rank.root == reduction() ? extent(rank.root) : padded(rank.root));
  return div(out, lit(2));
}

// Whether what one block covers of the operand's ranks is one tile, so that the block's list names
// all lines of the tile that are ever copied.
bool LinesMaker::blocks_have_tiles(const TiledOperand& o) const {
  return o.pattern && std::ranges::all_of(o.tile->ranks, [&](const TileRank& rank) {
           return rank.root == reduction() ||
                  tiling_.reach_of(rank.root, Place::Block) == rank.extent;
         });
}

// A block makes a tile's lines of 128 k's, of which a word of the pattern has 32; those that no
// list can name are left out. Its words are read before, so that one wait is enough for all. What
// counts is instructions: one 64-bit address a unit, and offsets of 32 bits from there.
void LinesMaker::make(const TiledOperand& o, const std::string& lines, Kernel& k) const {
  constexpr int64_t at_once = words_at_once * mask_bits;
  Expr chunks = ir::ceil_div(extent(reduction()), lit(at_once)), blocks = chunks;
  Stmts body = {let("number", Type::Int, call("int", {call("block")})),
                let("chunks", Type::Int, call("int", {chunks})),
                let(first_line, Type::Int, mul(mod(var("number"), var("chunks")), lit(at_once)))};
  declare_scale(o, body);
  std::map<std::string, Expr> first = {{reduction(), size_of(lit(0))}};
  Expr rest = div(var("number"), var("chunks"));
  for (size_t r = o.tile->ranks.size(); r-- > 0;) {
    const TileRank& rank = o.tile->ranks[r];
    if (rank.root == reduction()) continue;
    Expr count = div(padded(rank.root), lit(rank.extent));
    body.push_back(let(tiles_of(rank.root), Type::Int, call("int", {count})));
    body.push_back(let(first_of(rank.root), Type::Size,
                       mul(size_of(mod(rest, var(tiles_of(rank.root)))), lit(rank.extent))));
    body.push_back(let(left_of(rank.root), Type::Int,
                       call("int", {least(ir::sub(extent(rank.root), var(first_of(rank.root))),
                                          lit(rank.extent))})));
    first[rank.root] = var(first_of(rank.root));
    rest = div(rest, var(tiles_of(rank.root)));
    blocks = mul(blocks, count);
  }
  const bool looks = blocks_have_tiles(o);
  const int64_t units = tiling_.matrix_rows(o) / rows_of_unit;
  if (looks) {
    // As the block that has the tile sees them.
    for (const TiledLoop* loop : tiling_.at_blocks()) {
      if (!first.contains(loop->root) || loop->root == reduction()) continue;
      const bool outermost = std::ranges::none_of(tiling_.at_blocks(), [&](const TiledLoop* other) {
        return other->root == loop->root && other->step > loop->step;
      });
      body.push_back(let(loop->var, Type::Size, outermost ? first.at(loop->root) : lit(0)));
    }
  }
  Expr behind = lit(at_once), number = div(var(own_unit), lit(units));
  const auto bits = [](int64_t word) { return "bits_" + std::to_string(word); };
  if (looks) {
    body.push_back(let("words", Type::Int, call("int", {words(reduction())})));
    std::vector<Expr> nth = {number};
    Expr set;
    for (int64_t word = 0; word < words_at_once; ++word) {
      Expr at = add(div(var(first_line), lit(mask_bits)), lit(word));
      Expr own = pattern_word(o, Place::Block, at);
      body.push_back(
          let(bits(word), Type::Mask, call("mask_where", {less(at, var("words")), own})));
      nth.push_back(var(bits(word)));
      Expr here = call("bits_set", {var(bits(word))});
      set = set ? add(set, here) : here;
    }
    behind = set;
    number = call("nth_bit", std::move(nth));
  } else {
    behind = least(ir::sub(extent(reduction()), var(first_line)), behind);
  }
  body.push_back(let("lines", Type::Int, call("int", {behind})));
  Stmts one = {let(line, Type::Int, number)};
  for (Stmt& s : unit_of_line(o, lines, first)) one.push_back(std::move(s));
  body.push_back(
      make_stmt(For{own_unit, Type::Int, call("int", {call("thread")}),
                    mul(var("lines"), lit(units)), lit(threads), "", block(std::move(one))}));
  k.body = unless_empty(o.roots, block(std::move(body)));
  k.threads = threads;
  k.launch = {most(blocks, lit(1)), lit(threads)};
  k.params = {workspace(lines, Type::Mask, true),
              o.tile->packed ? workspace(o.tile->rows, Type::Value, false) : values(o, false)};
  if (!o.largest.empty()) k.params.push_back(workspace(o.largest, Type::Value, false));
  if (looks) k.params.push_back(workspace(o.masks, Type::Mask, false));
  add_sizes(k);
}

// Eight rows of one k, as one word of two in each part.
Stmts LinesMaker::unit_of_line(const TiledOperand& o, const std::string& lines,
                               const std::map<std::string, Expr>& first) const {
  const TensorTiles& tensor = *tiling_.tensor();
  const int64_t rows = tiling_.matrix_rows(o), parts = tensor.warpgroup->parts;
  const std::string& last = o.tile->ranks.back().root;
  std::map<std::string, Expr> at = first;
  at[reduction()] = size_of(add(var(first_line), var(line)));
  Expr from = o.tile->packed ? in_rows(o, at, at.at(last), lit(0)) : address(o, at),
       unit = mod(var(own_unit), lit(rows / rows_of_unit)), place = lit(0), inside;
  for (const auto& [root, local] :
       tiling_.row_coordinates(o, add(mul(unit, lit(rows_of_unit)), var("row")))) {
    if (root == reduction()) continue;
    Expr apart = stride(o, root);
    place = add(place, is_literal(apart, 1) ? local : mul(size_of(local), apart));
    // Behind the end of its last rank, a tile in rows has zeros.
    if (o.tile->packed && root == last) continue;
    Expr here = less(local, var(left_of(root)));
    inside = inside ? both(inside, here) : here;
  }
  Expr element = read(o.elements(), add(var("from"), place));
  if (inside) element = call("choose", {inside, element, make_expr(FloatLit{0})});
  Stmts out = {
      let("from", Type::Size, from),
      make_stmt(Array{"own", rows_of_unit, Type::Value, Memory::Registers}),
      make_stmt(For{"row", Type::Int, lit(0), lit(rows_of_unit), lit(1), "",
                    assign(read("own", var("row")), AssignOp::Set, scaled(o, element)), true}),
      let("to", Type::Size,
          add(mul(add(line_of_tile(o, first), at.at(reduction())), lit(parts * rows / 2)),
              mul(unit, lit(Warpgroup::words_of_unit))))};
  for (int64_t part = 0; part < parts; ++part) {
    std::vector<Expr> words = {var(lines), add(var("to"), lit(part * rows / 2))};
    for (int64_t i = 0; i < Warpgroup::words_of_unit; ++i)
      words.push_back(word_of_unit(tensor.arithmetic, part > 0, i,
                                   [](int64_t at) { return read("own", lit(at)); }));
    out.push_back(make_stmt(Run{call("store_words", std::move(words))}));
  }
  return out;
}

}  // namespace teaal::passes
