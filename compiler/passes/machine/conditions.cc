#include "compiler/passes/machine/conditions.h"

#include "compiler/ir/build.h"

namespace teaal::passes {
namespace {

using namespace ir;

void split(const Expr& e, std::vector<Expr>& out) {
  const auto* n = as<Binary>(e);
  if (!n || n->op != BinaryOp::And) return out.push_back(e);
  split(n->lhs, out);
  split(n->rhs, out);
}

}  // namespace

std::vector<Expr> conditions_of(const Expr& e) {
  std::vector<Expr> out;
  split(e, out);
  return out;
}

Expr all_of(const std::vector<Expr>& conditions) {
  Expr out = conditions.at(0);
  for (size_t i = 1; i < conditions.size(); ++i) out = both(out, conditions[i]);
  return out;
}

bool asks_for_rows(const Expr& condition) {
  const auto* c = as<Call>(condition);
  return c && c->intrinsic == "aligned_rows";
}

}  // namespace teaal::passes
