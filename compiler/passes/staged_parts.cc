#include "compiler/ir/levels.h"
#include "compiler/passes/staged_kernel.h"

// What products of scaled parts need of an operand before: its largest magnitude, and its elements
// in parts.
namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t warp = staged_warp, threads = 512, most_shares = 528, elements_of_share = 4096;
constexpr int64_t elements_of_lane = 4;

}  // namespace

Expr StagedBuilder::elements_of(const TiledOperand& o) {
  Expr out = lit(1);
  for (const std::string& root : o.roots) out = mul(out, extent(root));
  return out;
}

std::string StagedBuilder::scale(const TiledOperand& o) { return o.view + "_scale"; }

Expr StagedBuilder::scaled(const TiledOperand& o, const Expr& value) {
  return o.largest.empty() ? value : mul(value, var(scale(o)));
}

void StagedBuilder::declare_scale(const TiledOperand& o, Stmts& out) {
  if (!o.largest.empty())
    out.push_back(let(scale(o), Type::Value, call("scale_of", {read(o.largest, lit(0))})));
}

Expr PartsMaker::shares(const TiledOperand& o) {
  return least(most(ir::ceil_div(elements_of(o), lit(elements_of_share)), lit(1)),
               lit(most_shares));
}

// In array `largest`: [of all, of each block's share …].
std::vector<Stmt> PartsMaker::store_largest(const TiledOperand& o, const Expr& own,
                                            const Expr& place) {
  return {
      make_stmt(Array{"shared", warp, Type::Value, Memory::Shared}),
      let("of_block", Type::Value, call("block_max", {own, var("shared"), make_expr(FloatLit{0})})),
      if_then(equal(call("thread"), lit(0)),
              assign(read(o.largest, place), AssignOp::Set, var("of_block")))};
}

std::vector<Stmt> PartsMaker::store_share(const TiledOperand& o, const Expr& own) {
  return store_largest(o, own, add(lit(1), size_of(call("block"))));
}

Stmt PartsMaker::around(const TiledOperand& o, bool seeks, Stmts body, Kernel& k) const {
  if (!seeks) return block(std::move(body));
  body.insert(body.begin(), changing("largest", Type::Value, make_expr(FloatLit{0})));
  const Stmts store = store_share(o, var("largest"));
  body.insert(body.end(), store.begin(), store.end());
  k.params.push_back(workspace(o.largest, Type::Value, true));
  return block(std::move(body));
}

void PartsMaker::find_shares(const TiledOperand& o, Kernel& k) const {
  k.body = block(store_share(o, call("largest_of", {var(o.values), lit(0), elements_of(o)})));
  k.threads = threads;
  k.launch = {shares(o), lit(threads)};
  k.params = {workspace(o.largest, Type::Value, true), values(o, false)};
  add_sizes(k);
}

void PartsMaker::find_largest(const TiledOperand& o, const Expr& shares, Kernel& k) const {
  k.body = block(store_largest(o, call("largest_of", {var(o.largest), lit(1), shares}), lit(0)));
  k.threads = threads;
  k.launch = {lit(1), lit(threads)};
  k.params = {workspace(o.largest, Type::Value, true)};
  add_sizes(k);
}

// A warp makes 128 neighbours along the last rank; what the pattern says is 0 is not read.
void PartsMaker::make(const TiledOperand& o, Kernel& k) const {
  const std::string& inner = o.roots.back();
  Expr groups = ir::ceil_div(extent(inner), lit(elements_of_lane * warp)), all = groups,
       number = var("row_group");
  for (size_t r = 0; r + 1 < o.roots.size(); ++r) all = mul(all, extent(o.roots[r]));
  Stmts inside = {let("row", Type::Size, div(number, groups)),
                  let("first", Type::Size, mul(mod(number, groups), lit(elements_of_lane * warp)))};
  declare_scale(o, inside);
  std::map<std::string, Expr> at;
  Expr rest = var("row");
  for (size_t r = o.roots.size() - 1; r-- > 0;) {
    at[o.roots[r]] = r == 0 ? rest : mod(rest, extent(o.roots[r]));
    rest = div(rest, extent(o.roots[r]));
  }
  at[inner] = add(var("first"), add(mul(var("part"), lit(warp)), lane()));
  Expr place = add(mul(var("row"), extent(inner)), at[inner]), value = read(o.values, place);
  if (o.pattern)
    value = call("choose", {call("any_bit", {has_element(o, at)}), value, make_expr(FloatLit{0})});
  Stmt one = assign(read(o.parts, place), AssignOp::Set, call("f16_parts", {scaled(o, value)}));
  inside.push_back(make_stmt(For{"part", Type::Int, lit(0), lit(elements_of_lane), lit(1), "",
                                 if_then(less(at[inner], extent(inner)), one), true}));
  k.body = block({let("row_group", Type::Size, warp_number(threads)),
                  if_then(less(number, all), block(std::move(inside)))});
  k.threads = threads;
  k.launch = {most(ir::ceil_div(all, lit(threads / warp)), lit(1)), lit(threads)};
  k.params = {workspace(o.parts, Type::Mask, true), values(o, false),
              workspace(o.largest, Type::Value, false)};
  if (o.pattern) k.params.push_back(workspace(o.masks, Type::Mask, false));
  add_sizes(k);
}

// The pattern's bit of what lies at the coordinates, alone.
Expr PartsMaker::has_element(const TiledOperand& o, const std::map<std::string, Expr>& at) {
  std::map<std::string, Expr> tiles;
  for (const Schedule::Pattern::Rank& rank : o.pattern->ranks)
    tiles[rank.root] = div(at.at(rank.root), lit(rank.tile));
  const std::string& along = o.pattern->ranks.back().root;
  Expr word = read(
      o.masks, add(mul(pattern_row(o, tiles), words(along)), div(at.at(along), lit(mask_bits))));
  return call("low_bits", {call("shift_right", {word, mod(at.at(along), lit(mask_bits))}), lit(1)});
}

}  // namespace teaal::passes
