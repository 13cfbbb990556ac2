#include "compiler/ir/levels.h"
#include "compiler/passes/staged/staged_kernel.h"

// What products of scaled parts need of an operand before: its largest magnitude.
namespace teaal::passes {

using namespace ir;

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

}  // namespace teaal::passes
