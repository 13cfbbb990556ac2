#include "compiler/ir/levels.h"
#include "compiler/passes/staged/staged_kernel.h"

// What products of scaled parts need of an operand before: its largest magnitude.
namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t warp = staged_warp, threads = 512, most_shares = 528, elements_of_share = 4096;

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

Expr LargestFinder::shares(const TiledOperand& o) {
  return least(most(ir::ceil_div(elements_of(o), lit(elements_of_share)), lit(1)),
               lit(most_shares));
}

Expr LargestFinder::share() { return add(lit(1), size_of(call("block"))); }

std::vector<Stmt> LargestFinder::store_largest(const TiledOperand& o, const Expr& own,
                                               const Expr& place) {
  return {
      make_stmt(Array{"shared", warp, Type::Value, Memory::Shared}),
      let("of_block", Type::Value, call("block_max", {own, var("shared"), make_expr(FloatLit{0})})),
      if_then(equal(call("thread"), lit(0)),
              assign(read(o.largest, place), AssignOp::Set, var("of_block")))};
}

std::vector<Stmt> LargestFinder::store_share(const TiledOperand& o, const Expr& own) {
  return store_largest(o, own, share());
}

Stmt LargestFinder::around(const TiledOperand& o, bool seeks, Stmts body, Kernel& k) const {
  if (!seeks) return block(std::move(body));
  body.insert(body.begin(), changing("largest", Type::Value, make_expr(FloatLit{0})));
  const Stmts store = store_share(o, var("largest"));
  body.insert(body.end(), store.begin(), store.end());
  k.params.push_back(workspace(o.largest, Type::Value, true));
  return block(std::move(body));
}

void LargestFinder::find_shares(const TiledOperand& o, Kernel& k) const {
  k.body = block(store_share(o, call("largest_of", {var(o.values), lit(0), elements_of(o)})));
  k.threads = threads;
  k.launch = {shares(o), lit(threads)};
  k.params = {workspace(o.largest, Type::Value, true), values(o, false)};
  add_sizes(k);
}

void LargestFinder::find_largest(const TiledOperand& o, const Expr& shares, Kernel& k) const {
  k.body = block(store_largest(o, call("largest_of", {var(o.largest), lit(1), shares}), lit(0)));
  k.threads = threads;
  k.launch = {lit(1), lit(threads)};
  k.params = {workspace(o.largest, Type::Value, true)};
  add_sizes(k);
}

}  // namespace teaal::passes
