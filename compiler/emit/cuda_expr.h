#pragma once
#include <map>
#include <string>

#include "compiler/ir/nodes.h"

namespace teaal::emit {

// Spells expressions as CUDA C++ with the fewest parentheses. Knows the type of every name in
// sight, since min and max need operands of one type.
class CudaExpr {
 public:
  explicit CudaExpr(bool f64) : f64_(f64) {}

  void define(const std::string& name, ir::Type type) { types_[name] = type; }
  void define_array(const std::string& name, ir::Type element) { arrays_[name] = element; }
  std::string spell(const ir::Expr& e) const { return spell(e, 0); }

 private:
  std::string spell(const ir::Expr& e, int outer) const;
  std::string extreme(const ir::Binary&) const;
  std::string call(const ir::Call&, int outer) const;
  ir::Type type_of(const ir::Expr& e) const;

  bool f64_;
  std::map<std::string, ir::Type> types_, arrays_;
};

// The CUDA name of a type.
std::string cuda_type(ir::Type);

}  // namespace teaal::emit
