#pragma once
#include <map>
#include <string>

#include "compiler/ir/program.h"

namespace teaal::ir {

// Of a parameter that is an array.
Type element_type(const Param&);

// The types of the names and arrays in sight. Names that are none count as coordinates, arrays as
// arrays of values.
struct Types {
  std::map<std::string, Type> names, arrays;

  void define(const Param&);
  // Of an expression, as CUDA evaluates it: arithmetic takes the wider of its operands, in the
  // order of the enumerators.
  Type of(const Expr&) const;
};

}  // namespace teaal::ir
