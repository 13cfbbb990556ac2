#include "compiler/ir/build.h"

#include <algorithm>
#include <bit>

namespace teaal::ir {
namespace {

std::optional<int64_t> fold(BinaryOp op, int64_t a, int64_t b) {
  int64_t out = 0;
  switch (op) {
    case BinaryOp::Add:
      return __builtin_add_overflow(a, b, &out) ? std::nullopt : std::optional(out);
    case BinaryOp::Sub:
      return __builtin_sub_overflow(a, b, &out) ? std::nullopt : std::optional(out);
    case BinaryOp::Mul:
      return __builtin_mul_overflow(a, b, &out) ? std::nullopt : std::optional(out);
    case BinaryOp::Div:
      return b > 0 && a >= 0 ? std::optional(a / b) : std::nullopt;
    case BinaryOp::Mod:
      return b > 0 && a >= 0 ? std::optional(a % b) : std::nullopt;
    case BinaryOp::Min:
      return std::min(a, b);
    case BinaryOp::Max:
      return std::max(a, b);
    default:
      return std::nullopt;
  }
}

// The operand that is left when the other is neutral; null otherwise.
Expr neutral(BinaryOp op, const Expr& a, const Expr& b) {
  switch (op) {
    case BinaryOp::Add:
      return is_literal(b, 0) ? a : is_literal(a, 0) ? b : nullptr;
    case BinaryOp::Sub:
      return is_literal(b, 0) ? a : nullptr;
    case BinaryOp::Mul:
      if (is_literal(a, 0) || is_literal(b, 0)) return lit(0);
      return is_literal(b, 1) ? a : is_literal(a, 1) ? b : nullptr;
    case BinaryOp::Div:
      return is_literal(b, 1) || is_literal(a, 0) ? a : nullptr;
    case BinaryOp::Min:
    case BinaryOp::Max:
      return same(a, b) ? a : nullptr;
    default:
      return nullptr;
  }
}

// Compares a pair of nodes once, however many places hold both.
class Comparison {
 public:
  bool same(const Expr& a, const Expr& b) {
    if (a == b) return true;
    if (!a || !b || a->kind.index() != b->kind.index()) return false;
    if (equal_.contains({a.get(), b.get()})) return true;
    const bool out = std::visit(
        [&](const auto& kind) {
          return alike(kind, std::get<std::decay_t<decltype(kind)>>(b->kind));
        },
        a->kind);
    if (out) equal_.insert({a.get(), b.get()});
    return out;
  }

 private:
  bool alike(const IntLit& a, const IntLit& b) { return a.value == b.value; }
  bool alike(const FloatLit& a, const FloatLit& b) {
    return std::bit_cast<uint64_t>(a.value) == std::bit_cast<uint64_t>(b.value);
  }
  bool alike(const Var& a, const Var& b) { return a.name == b.name; }
  bool alike(const Access& a, const Access& b) { return a.operand == b.operand && all(a.at, b.at); }
  bool alike(const Read& a, const Read& b) { return a.buffer == b.buffer && same(a.at, b.at); }
  bool alike(const Binary& a, const Binary& b) {
    return a.op == b.op && same(a.lhs, b.lhs) && same(a.rhs, b.rhs);
  }
  bool alike(const Call& a, const Call& b) {
    return a.intrinsic == b.intrinsic && all(a.args, b.args);
  }
  bool all(const std::vector<Expr>& a, const std::vector<Expr>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](const Expr& x, const Expr& y) { return same(x, y); });
  }

  std::set<std::pair<const ExprNode*, const ExprNode*>> equal_;
};

}  // namespace

Expr lit(int64_t value) { return make_expr(IntLit{value}); }
Expr var(std::string name) { return make_expr(Var{std::move(name)}); }
Expr read(std::string buffer, Expr at) { return make_expr(Read{std::move(buffer), std::move(at)}); }
Expr call(std::string intrinsic, std::vector<Expr> args) {
  return make_expr(Call{std::move(intrinsic), std::move(args)});
}

Expr binary(BinaryOp op, Expr lhs, Expr rhs) {
  auto a = literal(lhs), b = literal(rhs);
  if (a && b)
    if (auto value = fold(op, *a, *b)) return lit(*value);
  if (Expr left = neutral(op, lhs, rhs)) return left;
  return make_expr(Binary{op, std::move(lhs), std::move(rhs)});
}

Expr ceil_div(Expr a, Expr b) {
  if (is_literal(b, 1)) return a;
  auto x = literal(a), y = literal(b);
  if (x && y && *x >= 0 && *y > 0) return lit((*x + *y - 1) / *y);
  return call("ceil_div", {std::move(a), std::move(b)});
}

Expr combined(AssignOp op, Expr element, Expr value) {
  auto infix = [&](BinaryOp infix_op) {
    return make_expr(Binary{infix_op, std::move(element), std::move(value)});
  };
  switch (op) {
    case AssignOp::Set:
      break;
    case AssignOp::Add:
      return infix(BinaryOp::Add);
    case AssignOp::Mul:
      return infix(BinaryOp::Mul);
    case AssignOp::Min:
      return infix(BinaryOp::Min);
    case AssignOp::Max:
      return infix(BinaryOp::Max);
    case AssignOp::Or:
      return call("either", {std::move(element), std::move(value)});
    case AssignOp::And:
      return call("together", {std::move(element), std::move(value)});
  }
  return value;
}

Expr product(const std::vector<Expr>& factors) {
  Expr out = lit(1);
  for (const Expr& factor : factors) out = mul(out, factor);
  return out;
}

Expr size_of(Expr e) {
  if (literal(e)) return e;
  if (const auto* c = as<Call>(e); c && c->intrinsic == "size") return e;
  return call("size", {std::move(e)});
}

bool calls(const Expr& e, std::string_view intrinsic) {
  const auto* n = as<Call>(e);
  return n && n->intrinsic == intrinsic;
}

bool is_cast(const Call& n) {
  return n.intrinsic == "size" || n.intrinsic == "offset" || n.intrinsic == "coord" ||
         n.intrinsic == "pos" || n.intrinsic == "int";
}

bool is_literal(const Expr& e, int64_t value) {
  const auto* n = as<IntLit>(e);
  return n && n->value == value;
}

std::optional<int64_t> literal(const Expr& e) {
  const auto* n = as<IntLit>(e);
  return n ? std::optional(n->value) : std::nullopt;
}

bool same(const Expr& a, const Expr& b) { return Comparison().same(a, b); }

Stmt block(std::vector<Stmt> stmts) {
  std::vector<Stmt> flat;
  for (Stmt& s : stmts) {
    if (!s) continue;
    if (const auto* inner = as<Block>(s))
      flat.insert(flat.end(), inner->stmts.begin(), inner->stmts.end());
    else
      flat.push_back(std::move(s));
  }
  if (flat.size() == 1) return flat.front();
  return make_stmt(Block{std::move(flat)});
}

Stmt let(std::string name, Type type, Expr value, SourceRange where) {
  return make_stmt(Let{std::move(name), type, std::move(value), false}, std::move(where));
}
Stmt changing(std::string name, Type type, Expr value, SourceRange where) {
  return make_stmt(Let{std::move(name), type, std::move(value), true}, std::move(where));
}
Stmt assign(Expr target, AssignOp op, Expr value, SourceRange where) {
  return make_stmt(Assign{std::move(target), op, std::move(value)}, std::move(where));
}
Stmt copy(CopyWay way, Expr to, Expr from, int64_t width, SourceRange where) {
  return make_stmt(Copy{way, std::move(to), std::move(from), width}, std::move(where));
}
Stmt copies_end() { return make_stmt(CopiesEnd{}); }
Stmt await(int64_t running) { return make_stmt(Await{running}); }
Stmt barrier(Scope scope, SourceRange where) { return make_stmt(Barrier{scope}, std::move(where)); }
Stmt if_then(Expr cond, Stmt body, SourceRange where) {
  return make_stmt(If{std::move(cond), std::move(body)}, std::move(where));
}

std::string Names::fresh(const std::string& base) {
  if (taken_.insert(base).second) return base;
  for (int i = 2;; ++i)
    if (std::string name = base + "_" + std::to_string(i); taken_.insert(name).second) return name;
}

}  // namespace teaal::ir
