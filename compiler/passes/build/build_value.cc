#include "compiler/passes/build/build_value.h"

#include "compiler/ir/build.h"

namespace teaal::passes {
namespace {

using einsum::Function;
using ir::BinaryOp;
using ir::Expr;

Expr number(double value) { return ir::make_expr(ir::FloatLit{value}); }
Expr two(BinaryOp op, Expr a, Expr b) {
  return ir::make_expr(ir::Binary{op, std::move(a), std::move(b)});
}
Expr truth(Expr condition) {
  return ir::call("choose", {std::move(condition), number(1), number(0)});
}
Expr differ(Expr a, Expr b) { return ir::call("differs", {std::move(a), std::move(b)}); }

Expr applied(Function function, const std::vector<Expr>& args) {
  const Expr& a = args[0];
  const Expr b = args.size() > 1 ? args[1] : nullptr;
  switch (function) {
    case Function::Add:
      return two(BinaryOp::Add, a, b);
    case Function::Sub:
      return two(BinaryOp::Sub, a, b);
    case Function::Mul:
      return two(BinaryOp::Mul, a, b);
    case Function::Div:
      return two(BinaryOp::Div, a, b);
    case Function::Min:
      return two(BinaryOp::Min, a, b);
    case Function::Max:
      return two(BinaryOp::Max, a, b);
    case Function::Or:
      return ir::call("either", {a, b});
    case Function::And:
      return ir::call("together", {a, b});
    case Function::Equal:
      return truth(two(BinaryOp::Eq, a, b));
    case Function::NotEqual:
      return truth(differ(a, b));
    case Function::Less:
      return truth(two(BinaryOp::Lt, a, b));
    case Function::LessEqual:
      return truth(two(BinaryOp::Le, a, b));
    case Function::Greater:
      return truth(two(BinaryOp::Lt, b, a));
    case Function::GreaterEqual:
      return truth(two(BinaryOp::Le, b, a));
    case Function::Neg:
      return two(BinaryOp::Mul, number(-1), a);
    case Function::Not:
      return truth(two(BinaryOp::Eq, a, number(0)));
    case Function::Reciprocal:
      return two(BinaryOp::Div, number(1), a);
    case Function::Select:
      return ir::call("choose", {differ(a, number(0)), b, args[2]});
    case Function::Abs:
    case Function::Exp:
    case Function::Log:
    case Function::Sqrt:
    case Function::Tanh:
      break;
  }
  return ir::call(std::string(einsum::row_of(function).name), {a});
}

}  // namespace

Expr mapped_value(const einsum::Term& term,
                  const std::function<Expr(const einsum::Factor&)>& factor) {
  std::vector<Expr> stack;
  for (const einsum::MapStep& step : einsum::map_of(term)) {
    switch (step.kind) {
      case einsum::MapStep::Kind::Factor:
        stack.push_back(factor(term.factors[step.factor]));
        break;
      case einsum::MapStep::Kind::Number:
        stack.push_back(number(step.number));
        break;
      case einsum::MapStep::Kind::Function: {
        const auto first = stack.end() - einsum::row_of(step.function).arguments;
        Expr result = applied(step.function, {first, stack.end()});
        stack.erase(first, stack.end());
        stack.push_back(std::move(result));
      }
    }
  }
  return stack.back();
}

ir::AssignOp assign_op(einsum::Reduce reduce) {
  switch (reduce) {
    case einsum::Reduce::Add:
      return ir::AssignOp::Add;
    case einsum::Reduce::Mul:
      return ir::AssignOp::Mul;
    case einsum::Reduce::Min:
      return ir::AssignOp::Min;
    case einsum::Reduce::Max:
      return ir::AssignOp::Max;
    case einsum::Reduce::Or:
      return ir::AssignOp::Or;
    case einsum::Reduce::And:
      break;
  }
  return ir::AssignOp::And;
}

bool starts_neutral(const einsum::Einsum& e) {
  const bool logic = e.reduce == einsum::Reduce::Or || e.reduce == einsum::Reduce::And;
  return !logic && e.identity == einsum::row_of(e.reduce).identity;
}

}  // namespace teaal::passes
