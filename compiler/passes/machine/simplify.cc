#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using namespace ir;

// (a + 31) / 32, (a + BK - 1) / BK: tile counts as a person writes them.
Expr spelled_ceil_div(const Call& n) {
  const Expr &a = n.args[0], &b = n.args[1];
  const auto* number = as<IntLit>(b);
  const bool bare = number && number->symbol.empty();
  const Expr over = bare ? add(a, lit(number->value - 1)) : ir::sub(add(a, b), lit(1));
  return div(over, b);
}

// What a comparison of numbers comes to.
std::optional<bool> known(const Expr& e) {
  const auto* n = as<Binary>(e);
  const auto a = n ? literal(n->lhs) : std::nullopt, b = n ? literal(n->rhs) : std::nullopt;
  if (!a || !b) return std::nullopt;
  if (n->op == BinaryOp::Lt) return *a < *b;
  if (n->op == BinaryOp::Le) return *a <= *b;
  return n->op == BinaryOp::Eq ? std::optional(*a == *b) : std::nullopt;
}

Expr simpler(const Expr& e) {
  if (const auto* n = as<Binary>(e)) return binary(n->op, n->lhs, n->rhs);
  const auto* n = as<Call>(e);
  if (!n) return e;
  if (n->intrinsic == "ceil_div") return spelled_ceil_div(*n);
  if (n->intrinsic == "whole") return n->args[0];
  if (n->intrinsic == "mask_where" && known(n->args[0]))
    return *known(n->args[0]) ? n->args[1] : lit(0);
  const auto* inner = n->args.size() == 1 ? as<Call>(n->args[0]) : nullptr;
  // A cast of what has that type.
  return inner && inner->intrinsic == n->intrinsic && n->intrinsic == "size" ? n->args[0] : e;
}

// A barrier of all threads right behind another one orders nothing more.
Stmt met_once(const Stmt& s) {
  Stmt out = map_children(s, [](const Expr& e) { return e; }, met_once);
  const auto* n = as<ir::Block>(out);
  if (!n) return out;
  std::vector<Stmt> kept;
  bool met = false;
  for (const Stmt& child : n->stmts) {
    const auto* here = as<Barrier>(child);
    if (!here || !met) kept.push_back(child);
    met = here && (met || here->scope == Scope::Block);
  }
  return kept.size() == n->stmts.size() ? out : block(std::move(kept));
}

}  // namespace

std::optional<Program> simplify(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels) kernel.body = met_once(rewrite(kernel.body, simpler));
  return program;
}

}  // namespace teaal::passes
