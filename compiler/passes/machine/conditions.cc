#include "compiler/passes/machine/conditions.h"

#include "compiler/ir/build.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/rewrite.h"

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

bool asks_memory(const Expr& e) {
  bool found = false;
  for_each_expr(e, [&](const Expr& part) {
    const auto* c = as<Call>(part);
    found |= as<Read>(part) || (c && find_intrinsic(c->intrinsic)->effect != Effect::None);
  });
  return found;
}

const Read* asked_of_memory(const Stmt& s) {
  if (const Call* choice = asked_under_condition(s)) return as<Read>(choice->args[1]);
  const auto* n = as<Let>(s);
  const auto* element = n && !n->changes ? as<Read>(n->value) : nullptr;
  return element && !asks_memory(element->at) ? element : nullptr;
}

const Call* asked_under_condition(const Stmt& s) {
  const auto* n = as<Let>(s);
  const auto* choice = n && !n->changes ? as<Call>(n->value) : nullptr;
  const auto* element =
      choice && choice->intrinsic == "select" ? as<Read>(choice->args[1]) : nullptr;
  const bool alone = element && !asks_memory(element->at) && !asks_memory(choice->args[0]) &&
                     !asks_memory(choice->args[2]);
  return alone ? choice : nullptr;
}

}  // namespace teaal::passes
