#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/passes/staged/staged_kernel.h"
#include "compiler/passes/tensor/largest.h"

// The kernel that reads a pattern off an operand's values: words of 32 coordinates of the pattern's
// last rank, for each tile of its others.
namespace teaal::passes {

using namespace ir;
using Stmts = std::vector<Stmt>;
using Rank = Schedule::Pattern::Rank;

namespace {

constexpr int64_t warp = staged_warp, quad = staged_quad, threads = 256;
constexpr int64_t unrolled_at_most = 64;
constexpr int64_t wide = warp * quad;  // neighbours that a warp reads at once
constexpr const char *found = "found", *largest = "largest", *is_whole = "whole";

std::string first_of(const std::string& root) { return root + "_first"; }
std::string inside_of(const std::string& root) { return root + "_inside"; }

const std::string& along(const TiledOperand& o) { return o.pattern->ranks.back().root; }

// Neighbours along the contiguous rank that a tile has, where these are whole quads of whole lanes,
// or of whole warps, and the other ranks have no tiles; else 0.
int64_t tile_across(const TiledOperand& o) {
  int64_t out = 0;
  for (const Rank& rank : PatternMaker::others(o)) {
    if (rank.root != o.roots.back() && rank.tile != 1) return 0;
    if (rank.root == o.roots.back()) out = rank.tile;
  }
  const bool fits = out % wide == 0 || (out % quad == 0 && wide % out == 0);
  return out > 0 && fits ? out : 0;
}

bool is_contiguous(const TiledOperand& o) { return o.roots.back() == along(o); }

// What a warp of the across form reads of each coordinate.
int64_t reach_across(const TiledOperand& o) { return std::max(wide, tile_across(o)); }

Stmt or_into(const std::string& bits, const Expr& more) {
  return assign(var(bits), AssignOp::Set, call("any_of_bits", {var(bits), more}));
}

// args: array, place, and for "part" how many there are.
Stmt seek(const std::string& unit, std::vector<Expr> args) {
  args.insert(args.begin(), var(largest));
  return assign(var(largest), AssignOp::Set, call("larger_in_" + unit, std::move(args)));
}

Expr rows_of(const TiledOperand& o) {
  Expr out = lit(1);
  for (const Rank& rank : PatternMaker::others(o))
    out = mul(out, ir::ceil_div(StagedBuilder::extent(rank.root), lit(rank.tile)));
  return out;
}

}  // namespace

std::vector<Rank> PatternMaker::others(const TiledOperand& o) {
  return {o.pattern->ranks.begin(), std::prev(o.pattern->ranks.end())};
}

Expr PatternMaker::no_bits() {
  return call("mask_where", {less(lit(1), lit(0)), call("bit", {lit(0)})});
}

bool PatternMaker::reads_in_quads(const TiledOperand& o) {
  return is_contiguous(o) || tile_across(o) > 0;
}

Expr PatternMaker::words_of(const TiledOperand& o) const {
  return mul(rows_of(o), words(along(o)));
}

// Of work for one warp each.
Expr PatternMaker::warps(const TiledOperand& o) const {
  if (is_contiguous(o)) return mul(rows_of(o), ir::ceil_div(extent(along(o)), lit(wide)));
  if (tile_across(o) == 0) return words_of(o);
  Expr out = mul(ir::ceil_div(extent(o.roots.back()), lit(reach_across(o))), words(along(o)));
  for (const Rank& rank : others(o))
    if (rank.root != o.roots.back()) out = mul(out, extent(rank.root));
  return out;
}

Expr PatternMaker::blocks(const TiledOperand& o) const {
  return ir::ceil_div(warps(o), lit(threads / warp));
}

void PatternMaker::make(const TiledOperand& o, bool seeks, Kernel& k) const {
  k.threads = threads;
  k.launch = {most(blocks(o), lit(1)), lit(threads)};
  k.params = {workspace(o.masks, Type::Mask, true), values(o, false)};
  Stmts body = is_contiguous(o)     ? along_in_quads(o, seeks)
               : tile_across(o) > 0 ? across_in_quads(o, seeks)
                                    : by_element(o);
  if (seeks) {
    body.insert(body.begin(), changing(largest, Type::Value, make_expr(FloatLit{0})));
    const Stmts store = store_largest({o.largest, var(largest), share_of_block()});
    body.insert(body.end(), store.begin(), store.end());
    k.params.push_back(workspace(o.largest, Type::Value, true));
  }
  k.body = block(std::move(body));
  add_sizes(k);
}

// Sets the first coordinate of a tile along each of the pattern's other ranks from their number.
void PatternMaker::first_coordinates(const TiledOperand& o, Expr number, Stmts& out) {
  const std::vector<Rank> outer = others(o);
  for (size_t r = outer.size(); r-- > 0;) {
    Expr count = ir::ceil_div(extent(outer[r].root), lit(outer[r].tile));
    out.push_back(let(first_of(outer[r].root), Type::Size,
                      mul(r == 0 ? number : mod(number, count), lit(outer[r].tile))));
    number = div(number, count);
  }
}

// Where the pattern's own rank is contiguous: a warp reads 128 neighbours of all of a tile's rows,
// four a lane, and has four words of a row of the pattern.
Stmts PatternMaker::along_in_quads(const TiledOperand& o, bool seeks) const {
  Expr groups = var("groups");
  Stmts inside = {let("first", Type::Size, mul(size_of(mod(var("row_group"), groups)), lit(wide))),
                  let("row", Type::Size, size_of(div(var("row_group"), groups)))};
  first_coordinates(o, var("row"), inside);
  std::map<std::string, Expr> at = {{along(o), add(var("first"), mul(lane(), lit(quad)))}};
  Expr whole = both(less(add(var("first"), lit(wide - 1)), extent(along(o))),
                    call("aligned_rows", {var(o.values), extent(along(o))}));
  Expr here;  // where not all of the tile's rows are there
  for (const Rank& rank : others(o)) {
    Expr local = rank.tile == 1 ? lit(0) : var(inside_of(rank.root));
    at[rank.root] = add(var(first_of(rank.root)), local);
    if (rank.tile == 1) continue;
    Expr row = less(at[rank.root], extent(rank.root));
    here = here ? both(here, row) : row;
    whole = both(whole, at_most(add(var(first_of(rank.root)), lit(rank.tile)), extent(rank.root)));
  }
  const auto look = [&](const std::string& unit, std::vector<Expr> args) {
    Stmts one = {or_into(found, call("bits_of_" + unit, args))};
    if (seeks) one.push_back(seek(unit, args));
    Stmt out =
        unit == "part" && here ? if_then(here, block(std::move(one))) : block(std::move(one));
    for (const Rank& rank : others(o))
      if (rank.tile > 1)
        out = make_stmt(For{inside_of(rank.root), Type::Int, lit(0), lit(rank.tile), lit(1), "",
                            out, unit == "quad" && rank.tile <= unrolled_at_most});
    return out;
  };
  Expr left =
      call("int", {least(lit(quad), most(ir::sub(extent(along(o)), at[along(o)]), lit(0)))});
  Expr word = add(div(var("first"), lit(mask_bits)), div(lane(), lit(mask_bits / quad)));
  Stmts more = {
      changing(found, Type::Mask, no_bits()),
      let(is_whole, Type::Bool, whole),
      if_then(var(is_whole), look("quad", {var(o.values), address(o, at)})),
      if_then(call("not", {var(is_whole)}), look("part", {var(o.values), address(o, at), left})),
      let("bits", Type::Mask, call("bits_of_lanes", {var(found)})),
      if_then(both(equal(mod(lane(), lit(mask_bits / quad)), lit(0)), less(word, words(along(o)))),
              assign(read(o.masks, add(mul(var("row"), words(along(o))), word)), AssignOp::Set,
                     var("bits")))};
  inside.insert(inside.end(), more.begin(), more.end());
  // 32 bits: there are far fewer warps than 2^31, each for 2^7 elements or more.
  return {let("groups", Type::Int, call("int", {ir::ceil_div(extent(along(o)), lit(wide))})),
          let("row_group", Type::Int, call("int", {warp_number(threads)})),
          if_then(less(var("row_group"), warps(o)), block(std::move(inside)))};
}

// Where another rank is: a warp reads neighbours along it of 32 coordinates of the pattern's rank,
// four a lane, whole tiles side by side or one tile that is wider than that.
Stmts PatternMaker::across_in_quads(const TiledOperand& o, bool seeks) const {
  const std::string& inner = o.roots.back();
  const int64_t reach = reach_across(o), times = reach / wide,
                lanes = std::min(tile_across(o), wide) / quad;
  Expr groups = var("groups"), words_here = var("words");
  Stmts inside = {
      let("first", Type::Size, mul(size_of(mod(var("group_word"), groups)), lit(reach))),
      let("word", Type::Size, mod(div(var("group_word"), groups), words_here))};
  std::map<std::string, Expr> at;
  Expr rest = div(div(var("group_word"), groups), words_here);
  const std::vector<Rank> outer = others(o);
  for (size_t r = outer.size(); r-- > 0;) {
    const std::string& root = outer[r].root;
    if (root == inner) continue;
    inside.push_back(let(first_of(root), Type::Size, mod(rest, extent(root))));
    at[root] = var(first_of(root));
    rest = div(rest, extent(root));
  }
  Expr row = add(mul(var("word"), lit(mask_bits)), var("at"));
  at[along(o)] = row;
  at[inner] = add(var("first"), mul(lane(), lit(quad)));
  std::map<std::string, Expr> tiles = at;
  if (times > 1) at[inner] = add(at[inner], mul(var("time"), lit(wide)));
  Expr count = least(lit(quad), most(ir::sub(extent(inner), at[inner]), lit(0)));
  count = call("select", {less(row, extent(along(o))), count, lit(0)});
  const auto look_at_rows = [&](const std::string& unit, const std::vector<Expr>& args) {
    Stmts one = {or_into(found, call("bits_of_" + unit, args))};
    if (seeks) one.push_back(seek(unit, args));
    Stmt all = block(std::move(one));
    if (times > 1)
      all = make_stmt(For{"time", Type::Int, lit(0), lit(times), lit(1), "", all, times <= 4});
    Expr any = call("any_in_group", {call("any_bit", {var(found)}), lit(lanes)});
    Stmt row_found = or_into("bits", call("mask_where", {any, call("bit", {var("at")})}));
    return make_stmt(For{"at", Type::Int, lit(0), lit(mask_bits), lit(1), "",
                         block({changing(found, Type::Mask, no_bits()), all, row_found}), true});
  };
  Expr whole =
      both(less(add(var("first"), lit(reach - 1)), extent(inner)),
           less(add(mul(var("word"), lit(mask_bits)), lit(mask_bits - 1)), extent(along(o))));
  whole = both(whole, call("aligned_rows", {var(o.values), extent(inner)}));
  tiles[inner] = div(tiles[inner], lit(tile_across(o)));
  Expr first_lane = add(var("first"), mul(lane(), lit(quad)));
  Stmts more = {
      changing("bits", Type::Mask, no_bits()), let(is_whole, Type::Bool, whole),
      if_then(var(is_whole), look_at_rows("quad", {var(o.values), address(o, at)})),
      if_then(call("not", {var(is_whole)}),
              look_at_rows("part", {var(o.values), address(o, at), call("int", {count})})),
      if_then(both(equal(mod(lane(), lit(lanes)), lit(0)), less(first_lane, extent(inner))),
              assign(read(o.masks, add(mul(pattern_row(o, tiles), words(along(o))), var("word"))),
                     AssignOp::Set, var("bits")))};
  inside.insert(inside.end(), more.begin(), more.end());
  // 32 bits: there are far fewer warps than 2^31, each for 2^12 elements or more.
  return {let("groups", Type::Int, call("int", {ir::ceil_div(extent(inner), lit(reach))})),
          let("words", Type::Int, call("int", {words(along(o))})),
          let("group_word", Type::Int, call("int", {warp_number(threads)})),
          if_then(less(var("group_word"), warps(o)), block(std::move(inside)))};
}

// Any other: lanes share the coordinates of the contiguous rank, one after the other of the
// pattern's.
Stmts PatternMaker::by_element(const TiledOperand& o) const {
  Expr number = var("row_word"), rows = rows_of(o);
  // Neighbouring warps read neighbouring memory.
  Stmts inside = {let("word", Type::Size, div(number, rows)),
                  let("row", Type::Size, mod(number, rows))};
  first_coordinates(o, var("row"), inside);
  Expr any = call("ballot", {call("any_bit", {var(found)})});
  Expr set = call("mask_where", {call("any_bit", {any}), call("bit", {var("at")})});
  Stmt one =
      block({changing(found, Type::Mask, no_bits()),
             look(o, add(mul(var("word"), lit(mask_bits)), var("at"))), or_into("bits", set)});
  inside.push_back(changing("bits", Type::Mask, no_bits()));
  inside.push_back(make_stmt(For{"at", Type::Int, lit(0), lit(mask_bits), lit(1), "", one, true}));
  inside.push_back(if_then(equal(lane(), lit(0)),
                           assign(read(o.masks, add(mul(var("row"), words(along(o))), var("word"))),
                                  AssignOp::Set, var("bits"))));
  return {let("row_word", Type::Size, warp_number(threads)),
          if_then(less(number, warps(o)), block(std::move(inside)))};
}

// found |= element != 0, for all elements of the tile at the coordinate `at` of the pattern's rank.
Stmt PatternMaker::look(const TiledOperand& o, const Expr& at) {
  const std::string& spread = o.roots.back();
  std::map<std::string, Expr> coordinates = {{along(o), at}};
  Expr inside = less(at, extent(along(o)));
  for (const Rank& rank : others(o)) {
    Expr offset = rank.tile == 1 ? lit(0) : var(inside_of(rank.root));
    if (rank.root == spread) offset = add(offset, lane());
    Expr c = add(var(first_of(rank.root)), offset);
    coordinates[rank.root] = c;
    inside = both(inside, less(c, extent(rank.root)));
    if (rank.root == spread && rank.tile % warp != 0)
      inside = both(inside, less(offset, lit(rank.tile)));
  }
  Expr element =
      call("choose", {inside, read(o.values, address(o, coordinates)), make_expr(FloatLit{0})});
  Stmt out =
      or_into(found, call("mask_where", {call("present", {element}), call("bit", {lit(0)})}));
  for (const Rank& rank : others(o)) {
    if (rank.tile == 1) continue;
    const bool shared = rank.root == spread;
    out = make_stmt(For{inside_of(rank.root), Type::Int, lit(0), lit(rank.tile),
                        lit(shared ? warp : 1), "", out, rank.tile <= unrolled_at_most});
  }
  return out;
}

}  // namespace teaal::passes
