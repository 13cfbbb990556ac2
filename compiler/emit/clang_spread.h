#pragma once
#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include <map>
#include <string>
#include <vector>

// Which threads are sure to hold the same value of an expression: a taint analysis from threadIdx
// and lane ids through variables, loads (a load from an address that differs may differ), calls and
// control flow. It never looks at the order of assignments, only grows what it knows, and is run
// until nothing changes.
//
// Assumed: blocks are one-dimensional in their warps, that is blockDim.x is a multiple of 32. So
// threadIdx.x / 32 is the same for all lanes of a warp. Not seen: writes through pointers to local
// variables, goto.
namespace teaal::emit {

// The largest group of threads that is sure to hold the same value: the block, the warp, or each
// thread alone.
enum class Spread { Block, Warp, Thread };

struct Value {
  Spread spread = Spread::Block;
  // What is known of an integer: lane l of a warp holds a multiple of 32 plus l; or a multiple
  // of 32.
  enum Shape { Unknown, Linear, Aligned, Any } shape = Any;
};

// Whether all threads of a group are here together, and the condition that decides.
struct Control {
  Spread spread = Spread::Block;
  clang::SourceLocation because = {};
};

Value join(Value, Value);
Control join(Control, Control);

// What an analysis of expressions meets on its way.
class Watcher {
 public:
  virtual ~Watcher() = default;
  // A call of `function`, whose body is known. Returns the spread that its result has of its own,
  // arguments apart.
  virtual Spread called(const clang::CallExpr&, const clang::FunctionDecl& function,
                        const std::vector<Value>& arguments, Control) = 0;
  // All threads of a group must meet in this call: `group` is Block or Warp.
  virtual void collective(const clang::CallExpr&, Spread group, Control) = 0;
};

// The variables of one function.
class Variables {
 public:
  Variables(const clang::ASTContext& context, Watcher& watcher)
      : context_(context), watcher_(watcher) {}

  Value value(const clang::Expr*, Control);
  void assign(const clang::Expr* target, Value, Control);
  void declare(const clang::VarDecl*, Value);

  // Whether anything grew since the last question.
  bool grew() { return std::exchange(grew_, false); }

 private:
  Value reference(const clang::DeclRefExpr*) const;
  Value property(const clang::PseudoObjectExpr*) const;
  Value subscript(const clang::ArraySubscriptExpr*, Control);
  Value unary(const clang::UnaryOperator*, Control);
  Value binary(const clang::BinaryOperator*, Control);
  Value arithmetic(clang::BinaryOperatorKind, const clang::Expr* left_expr,
                   const clang::Expr* right_expr, Value left, Value right) const;
  Value conditional(const clang::AbstractConditionalOperator*, Control);
  Value call(const clang::CallExpr*, Control);
  Value known_function(const clang::CallExpr*, const std::string& name,
                       const std::vector<Value>& arguments, Control);
  Value parts(const clang::Stmt*, Control);
  bool local_storage(const clang::Expr*) const;
  std::optional<int64_t> constant(const clang::Expr*) const;

  const clang::ASTContext& context_;
  Watcher& watcher_;
  std::map<const clang::VarDecl*, Value> values_;
  bool grew_ = false;
};

}  // namespace teaal::emit
