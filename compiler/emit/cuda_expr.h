#pragma once
#include <map>
#include <set>
#include <string>

#include "compiler/emit/value_types.h"
#include "compiler/ir/types.h"

namespace teaal::emit {

// Spells expressions as CUDA C++ with the fewest parentheses. Knows the type of every name in
// sight, since min and max need operands of one type.
class CudaExpr {
 public:
  explicit CudaExpr(const ValueType& values) : values_(values) {}

  void define(const ir::Param& p) { types_.define(p); }
  void define(const std::string& name, ir::Type type) { types_.names[name] = type; }
  void define_array(const std::string& name, ir::Type element) { types_.arrays[name] = element; }
  // An array of elements as they are stored: each is converted where it is read or assigned.
  void define_values(const std::string& name) {
    define_array(name, ir::Type::Value);
    if (values_.narrow()) narrow_.insert(name);
  }
  // An array of coordinates that are offsets from the elements of `bases`.
  void define_narrow(const std::string& name, const std::string& bases) {
    define_array(name, ir::Type::Coord);
    bases_[name] = bases;
  }
  std::string spell(const ir::Expr& e) const { return spell(e, 0); }
  std::string assignment(const ir::Assign&) const;
  std::string copy(const ir::Copy&) const;

 private:
  std::string spell(const ir::Expr& e, int outer) const;
  std::string named(const std::string& name) const;
  const ir::Read* narrow(const ir::Expr&) const;
  std::string place(const ir::Read&) const;
  std::string elements(const std::string& array, bool read = true) const;
  std::string wrapping(const ir::Binary&) const;
  std::string extreme(const ir::Binary&) const;
  std::string of_type(const ir::Expr&, ir::Type) const;
  std::string call(const ir::Call&, int outer) const;

  const ValueType& values_;
  std::set<std::string> narrow_;
  std::map<std::string, std::string> bases_;  // of narrow coordinates
  ir::Types types_;
};

// The CUDA name of a type.
std::string cuda_type(ir::Type);

}  // namespace teaal::emit
