#include "compiler/emit/clang_spread.h"

#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>

namespace teaal::emit {
namespace {

using clang::dyn_cast;

constexpr int lanes = 32;

Value plain(Spread spread) { return {spread, Value::Any}; }
Value widest(Value a, Value b) { return plain(std::max(a.spread, b.spread)); }

std::string name_of(const clang::NamedDecl& decl) {
  return decl.getIdentifier() ? decl.getName().str() : "";
}

// A built-in function in whose call all threads of a group must meet.
bool is_block_barrier(const std::string& name) {
  return name.starts_with("__syncthreads") || name.starts_with("__nvvm_bar0_");
}
bool is_warp_collective(const std::string& name) {
  return name == "__syncwarp" || (name.starts_with("__") && name.ends_with("_sync"));
}

bool is_multiple(std::optional<int64_t> constant) { return constant && *constant % lanes == 0; }

}  // namespace

Value join(Value a, Value b) {
  const Spread spread = std::max(a.spread, b.spread);
  if (a.shape == Value::Unknown || a.shape == b.shape) return {spread, b.shape};
  return {spread, b.shape == Value::Unknown ? a.shape : Value::Any};
}

Control join(Control a, Control b) { return b.spread > a.spread ? b : a; }

Value Variables::value(const clang::Expr* expr, Control control) {
  expr = expr->IgnoreParens();
  if (const auto* cast = dyn_cast<clang::CastExpr>(expr)) {
    const Value inner = value(cast->getSubExpr(), control);
    return expr->getType()->isIntegerType() ? inner : plain(inner.spread);
  }
  if (const auto* full = dyn_cast<clang::FullExpr>(expr)) return value(full->getSubExpr(), control);
  if (const auto* literal = dyn_cast<clang::IntegerLiteral>(expr))
    return {Spread::Block, literal->getValue().urem(lanes) == 0 ? Value::Aligned : Value::Any};
  if (const auto* name = dyn_cast<clang::DeclRefExpr>(expr)) return reference(name);
  if (const auto* object = dyn_cast<clang::PseudoObjectExpr>(expr)) return property(object);
  if (const auto* opaque = dyn_cast<clang::OpaqueValueExpr>(expr))
    return opaque->getSourceExpr() ? value(opaque->getSourceExpr(), control) : Value{};
  if (const auto* given = dyn_cast<clang::CXXDefaultArgExpr>(expr))
    return value(given->getExpr(), control);
  if (const auto* element = dyn_cast<clang::ArraySubscriptExpr>(expr))
    return subscript(element, control);
  if (const auto* operation = dyn_cast<clang::UnaryOperator>(expr))
    return unary(operation, control);
  if (const auto* operation = dyn_cast<clang::BinaryOperator>(expr))
    return binary(operation, control);
  if (const auto* choice = dyn_cast<clang::AbstractConditionalOperator>(expr))
    return conditional(choice, control);
  if (const auto* function = dyn_cast<clang::CallExpr>(expr)) return call(function, control);
  return parts(expr, control);
}

Value Variables::parts(const clang::Stmt* statement, Control control) {
  Value all;
  for (const clang::Stmt* child : statement->children())
    if (const auto* expr = llvm::dyn_cast_or_null<clang::Expr>(child))
      all = widest(all, value(expr, control));
  return all;
}

Value Variables::reference(const clang::DeclRefExpr* name) const {
  const auto* variable = dyn_cast<clang::VarDecl>(name->getDecl());
  if (!variable) return {};
  if (name_of(*variable) == "threadIdx") return plain(Spread::Thread);
  if (variable->hasGlobalStorage()) return {};
  auto known = values_.find(variable);
  return known == values_.end() ? Value{Spread::Block, Value::Unknown} : known->second;
}

// threadIdx.x and its kin are properties of an object of the prelude.
Value Variables::property(const clang::PseudoObjectExpr* object) const {
  const auto* property =
      dyn_cast<clang::MSPropertyRefExpr>(object->getSyntacticForm()->IgnoreParens());
  if (!property) return plain(Spread::Thread);
  const clang::Expr* base = property->getBaseExpr()->IgnoreParenImpCasts();
  if (const auto* opaque = dyn_cast<clang::OpaqueValueExpr>(base))
    base = opaque->getSourceExpr()->IgnoreParenImpCasts();
  const auto* name = dyn_cast<clang::DeclRefExpr>(base);
  const std::string which = name ? name_of(*name->getDecl()) : "";
  const bool x = name_of(*property->getPropertyDecl()) == "x";
  if (which == "threadIdx") return {Spread::Thread, x ? Value::Linear : Value::Any};
  return {Spread::Block, which == "blockDim" && x ? Value::Aligned : Value::Any};
}

// Whether `expr` names (an element of) a variable of this thread, not memory behind a pointer.
bool Variables::local_storage(const clang::Expr* expr) const {
  expr = expr->IgnoreParenImpCasts();
  if (const auto* name = dyn_cast<clang::DeclRefExpr>(expr)) {
    const auto* variable = dyn_cast<clang::VarDecl>(name->getDecl());
    return variable && !variable->hasGlobalStorage();
  }
  if (const auto* member = dyn_cast<clang::MemberExpr>(expr))
    return !member->isArrow() && local_storage(member->getBase());
  if (const auto* element = dyn_cast<clang::ExtVectorElementExpr>(expr))
    return !element->isArrow() && local_storage(element->getBase());
  if (const auto* element = dyn_cast<clang::ArraySubscriptExpr>(expr)) {
    const clang::Expr* base = element->getBase()->IgnoreParenImpCasts();
    return !base->getType()->isPointerType() && local_storage(base);
  }
  return false;
}

Value Variables::subscript(const clang::ArraySubscriptExpr* element, Control control) {
  return widest(value(element->getBase(), control), value(element->getIdx(), control));
}

Value Variables::unary(const clang::UnaryOperator* operation, Control control) {
  const Value operand = value(operation->getSubExpr(), control);
  if (!operation->isIncrementDecrementOp()) return plain(operand.spread);
  assign(operation->getSubExpr(), plain(operand.spread), control);
  return plain(operand.spread);
}

Value Variables::binary(const clang::BinaryOperator* operation, Control control) {
  const clang::Expr *left = operation->getLHS(), *right = operation->getRHS();
  const Value first = value(left, control);
  if (operation->isLogicalOp()) {
    const Control inner = join(control, {first.spread, left->getBeginLoc()});
    return widest(first, value(right, inner));
  }
  const Value second = value(right, control);
  if (operation->getOpcode() == clang::BO_Comma) return second;
  if (operation->getOpcode() == clang::BO_Assign) {
    assign(left, second, control);
    return second;
  }
  if (operation->isCompoundAssignmentOp()) {
    const auto simple = clang::BinaryOperator::getOpForCompoundAssignment(operation->getOpcode());
    const Value result = arithmetic(simple, left, right, first, second);
    assign(left, result, control);
    return result;
  }
  return arithmetic(operation->getOpcode(), left, right, first, second);
}

Value Variables::arithmetic(clang::BinaryOperatorKind kind, const clang::Expr*,
                            const clang::Expr* right_expr, Value left, Value right) const {
  const Spread spread = std::max(left.spread, right.spread);
  const bool linear = left.shape == Value::Linear;
  const bool aligned = left.shape == Value::Aligned && right.shape == Value::Aligned;
  // The other operand must be one value for the whole warp.
  const bool by_aligned = right.shape == Value::Aligned && right.spread < Spread::Thread;
  const bool to_aligned = left.shape == Value::Aligned && left.spread < Spread::Thread;
  switch (kind) {
    case clang::BO_Add:
      if ((linear && by_aligned) || (to_aligned && right.shape == Value::Linear))
        return {Spread::Thread, Value::Linear};
      return {spread, aligned ? Value::Aligned : Value::Any};
    case clang::BO_Sub:
      if (linear && by_aligned) return {Spread::Thread, Value::Linear};
      return {spread, aligned ? Value::Aligned : Value::Any};
    case clang::BO_Mul:
      return {spread, left.shape == Value::Aligned || right.shape == Value::Aligned ? Value::Aligned
                                                                                    : Value::Any};
    case clang::BO_LT:
    case clang::BO_GE:
      if (linear && by_aligned) return plain(Spread::Warp);
      return plain(spread);
    case clang::BO_Div:
      if (linear && by_aligned) return plain(Spread::Warp);
      return plain(spread);
    case clang::BO_Rem:
      if (linear && by_aligned) return {Spread::Thread, Value::Linear};
      return plain(spread);
    case clang::BO_Shr:
      if (linear && constant(right_expr).value_or(0) >= 5) return plain(Spread::Warp);
      return plain(spread);
    case clang::BO_Shl:
      return {spread, constant(right_expr).value_or(0) >= 5 ? Value::Aligned : Value::Any};
    case clang::BO_And:
      if (linear && is_multiple(constant(right_expr))) return {Spread::Warp, Value::Aligned};
      return plain(spread);
    default:
      return plain(spread);
  }
}

Value Variables::conditional(const clang::AbstractConditionalOperator* choice, Control control) {
  const Value condition = value(choice->getCond(), control);
  const Control inner = join(control, {condition.spread, choice->getCond()->getBeginLoc()});
  const Value result =
      join(value(choice->getTrueExpr(), inner), value(choice->getFalseExpr(), inner));
  return condition.spread == Spread::Block ? result : widest(condition, result);
}

Value Variables::call(const clang::CallExpr* call, Control control) {
  std::vector<Value> arguments;
  Value all;
  for (const clang::Expr* argument : call->arguments()) {
    arguments.push_back(value(argument, control));
    all = widest(all, arguments.back());
  }
  if (const auto* member = dyn_cast<clang::CXXMemberCallExpr>(call))
    all = widest(all, value(member->getImplicitObjectArgument(), control));
  const clang::FunctionDecl* function = call->getDirectCallee();
  if (!function) return all;
  Value result = all;
  const clang::FunctionDecl* definition = nullptr;
  // What a barrier of the block gives all of its threads have, whatever each brought.
  if (!is_block_barrier(name_of(*function)) && function->getBody(definition))
    result = widest(all, plain(watcher_.called(*call, *definition, arguments, control)));
  else
    result = known_function(call, name_of(*function), arguments, control);
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    const clang::Expr* argument = call->getArg(i)->IgnoreParenImpCasts();
    const auto* address = dyn_cast<clang::UnaryOperator>(argument);
    if (address && address->getOpcode() == clang::UO_AddrOf)
      assign(address->getSubExpr(), widest(all, result), control);
    if (i >= function->getNumParams()) continue;
    const clang::QualType type = function->getParamDecl(i)->getType();
    if (type->isLValueReferenceType() && !type->getPointeeType().isConstQualified())
      assign(argument, widest(all, result), control);
  }
  return result;
}

// Functions of the prelude, by name: their bodies are not read.
Value Variables::known_function(const clang::CallExpr* call, const std::string& name,
                                const std::vector<Value>& arguments, Control control) {
  Value all;
  for (const Value& argument : arguments) all = widest(all, argument);
  if (is_block_barrier(name)) {
    watcher_.collective(*call, Spread::Block, control);
    return {};
  }
  const Value in_warp = plain(std::min(Spread::Warp, all.spread));
  if (is_warp_collective(name)) {
    const auto mask = constant(call->getArg(0));
    if (mask && uint32_t(*mask) == 0xffffffffu) watcher_.collective(*call, Spread::Warp, control);
    if (name == "__shfl_sync")
      return arguments[2].spread < Spread::Thread ? in_warp : plain(arguments[1].spread);
    if (name.starts_with("__shfl")) return plain(arguments[1].spread);
    return name == "__match_any_sync" ? all : in_warp;
  }
  if (name == "__activemask") return plain(Spread::Warp);
  if (name.starts_with("atomic") || name.starts_with("clock")) return plain(Spread::Thread);
  if (name.find("laneid") != name.npos || name.find("lanemask") != name.npos ||
      name.find("_tid_") != name.npos)
    return plain(Spread::Thread);
  return all;
}

std::optional<int64_t> Variables::constant(const clang::Expr* expr) const {
  if (expr->isValueDependent() || !expr->getType()->isIntegralOrEnumerationType()) return {};
  clang::Expr::EvalResult result;
  if (!expr->EvaluateAsInt(result, context_)) return {};
  return result.Val.getInt().extOrTrunc(64).getSExtValue();
}

void Variables::assign(const clang::Expr* target, Value given, Control control) {
  target = target->IgnoreParenImpCasts();
  if (!local_storage(target)) return;
  if (const auto* name = dyn_cast<clang::DeclRefExpr>(target)) {
    given.spread = std::max(given.spread, control.spread);
    declare(llvm::cast<clang::VarDecl>(name->getDecl()), given);
  } else if (const auto* member = dyn_cast<clang::MemberExpr>(target)) {
    assign(member->getBase(), plain(given.spread), control);
  } else if (const auto* element = dyn_cast<clang::ExtVectorElementExpr>(target)) {
    assign(element->getBase(), plain(given.spread), control);
  } else if (const auto* element = dyn_cast<clang::ArraySubscriptExpr>(target)) {
    assign(element->getBase(), widest(given, value(element->getIdx(), control)), control);
  }
}

void Variables::declare(const clang::VarDecl* variable, Value given) {
  auto [at, fresh] = values_.emplace(variable, given);
  const Value joined = fresh ? given : join(at->second, given);
  grew_ |= fresh || joined.spread != at->second.spread || joined.shape != at->second.shape;
  at->second = joined;
}

}  // namespace teaal::emit
