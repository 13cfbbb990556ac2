#include "compiler/passes/linear.h"

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"

namespace teaal::passes {
namespace {

using namespace ir;

void add_scaled(Linear& to, const Linear& from, int64_t by) {
  for (const auto& [name, c] : from.coefficients) to.coefficients[name] += by * c;
  to.constant += by * from.constant;
}

std::optional<Linear> of_binary(const Binary& b) {
  const auto left = linear(b.lhs), right = linear(b.rhs);
  if (!left || !right) return std::nullopt;
  Linear out;
  if (b.op == BinaryOp::Mul) {
    if (!left->coefficients.empty() && !right->coefficients.empty()) return std::nullopt;
    const bool scales = left->coefficients.empty();
    add_scaled(out, scales ? *right : *left, (scales ? left : right)->constant);
    return out;
  }
  if (b.op != BinaryOp::Add && b.op != BinaryOp::Sub) return std::nullopt;
  out = *left;
  add_scaled(out, *right, b.op == BinaryOp::Add ? 1 : -1);
  return out;
}

}  // namespace

std::optional<Linear> linear(const Expr& e) {
  if (const auto value = literal(e)) return Linear{{}, *value};
  if (const auto* v = as<Var>(e)) return Linear{{{v->name, 1}}, 0};
  if (const auto* c = as<Call>(e); c && c->intrinsic == "size") return linear(c->args[0]);
  const auto* b = as<Binary>(e);
  return b ? of_binary(*b) : std::nullopt;
}

std::optional<int64_t> stride_of(const Expr& e, const std::string& variable) {
  if (const auto* v = as<Var>(e)) return v->name == variable ? 1 : 0;
  if (const auto* n = as<Call>(e); n && is_cast(*n)) return stride_of(n->args[0], variable);
  const auto* n = as<Binary>(e);
  const auto l = n ? stride_of(n->lhs, variable) : std::nullopt,
             r = n ? stride_of(n->rhs, variable) : std::nullopt;
  if (l && r && n->op == BinaryOp::Add) return *l + *r;
  if (l && r && n->op == BinaryOp::Sub) return *l - *r;
  if (l && r && n->op == BinaryOp::Mul && literal(n->lhs)) return *literal(n->lhs) * *r;
  if (l && r && n->op == BinaryOp::Mul && literal(n->rhs)) return *literal(n->rhs) * *l;
  bool depends = false;
  for_each_expr(e, [&](const Expr& part) {
    const auto* v = as<Var>(part);
    depends |= v && v->name == variable;
  });
  return depends ? std::nullopt : std::optional<int64_t>(0);
}

}  // namespace teaal::passes
