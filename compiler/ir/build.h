#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ir/nodes.h"

// Short forms for making nodes. The arithmetic folds constants and the identities x + 0, x - 0, x *
// 1, x * 0, x / 1 and min/max of equal operands, nothing else.
namespace teaal::ir {

Expr lit(int64_t value);
Expr var(std::string name);
Expr read(std::string buffer, Expr at);
Expr call(std::string intrinsic, std::vector<Expr> args = {});
Expr binary(BinaryOp op, Expr lhs, Expr rhs);
inline Expr add(Expr a, Expr b) { return binary(BinaryOp::Add, std::move(a), std::move(b)); }
inline Expr sub(Expr a, Expr b) { return binary(BinaryOp::Sub, std::move(a), std::move(b)); }
inline Expr mul(Expr a, Expr b) { return binary(BinaryOp::Mul, std::move(a), std::move(b)); }
inline Expr div(Expr a, Expr b) { return binary(BinaryOp::Div, std::move(a), std::move(b)); }
inline Expr mod(Expr a, Expr b) { return binary(BinaryOp::Mod, std::move(a), std::move(b)); }
inline Expr least(Expr a, Expr b) { return binary(BinaryOp::Min, std::move(a), std::move(b)); }
inline Expr most(Expr a, Expr b) { return binary(BinaryOp::Max, std::move(a), std::move(b)); }
inline Expr equal(Expr a, Expr b) { return binary(BinaryOp::Eq, std::move(a), std::move(b)); }
inline Expr less(Expr a, Expr b) { return binary(BinaryOp::Lt, std::move(a), std::move(b)); }
inline Expr at_most(Expr a, Expr b) { return binary(BinaryOp::Le, std::move(a), std::move(b)); }
inline Expr either(Expr a, Expr b) { return binary(BinaryOp::Or, std::move(a), std::move(b)); }
inline Expr both(Expr a, Expr b) { return binary(BinaryOp::And, std::move(a), std::move(b)); }
Expr ceil_div(Expr a, Expr b);
// What an element becomes when a value is assigned to it with `op`.
Expr combined(AssignOp op, Expr element, Expr value);
Expr product(const std::vector<Expr>& factors);  // 1 for none
// 64-bit form of an expression; literals and sizes stay as they are.
Expr size_of(Expr e);

bool is_literal(const Expr& e, int64_t value);
bool calls(const Expr& e, std::string_view intrinsic);
// Whether it gives its one argument another integer type.
bool is_cast(const Call&);
std::optional<int64_t> literal(const Expr& e);
// Whether both read the same. Nodes that either holds at many places are compared once.
bool same(const Expr& a, const Expr& b);

// A block; nested blocks are flattened, an only child stands alone.
Stmt block(std::vector<Stmt> stmts);
Stmt let(std::string name, Type type, Expr value, SourceRange where = {});
Stmt changing(std::string name, Type type, Expr value, SourceRange where = {});
Stmt assign(Expr target, AssignOp op, Expr value, SourceRange where = {});
// So many neighbours, copied whole.
Stmt copy(CopyWay way, Expr to, Expr from, int64_t width = 1, SourceRange where = {});
Stmt copies_end();
Stmt await(int64_t running);
Stmt barrier(Scope scope = Scope::Block, SourceRange where = {});
Stmt if_then(Expr cond, Stmt body, SourceRange where = {});

// Hands out names that are not taken yet: k, k_2, k_3, …
class Names {
 public:
  void take(const std::string& name) { taken_.insert(name); }
  bool has(const std::string& name) const { return taken_.contains(name); }
  std::string fresh(const std::string& base);

 private:
  std::set<std::string> taken_;
};

}  // namespace teaal::ir
