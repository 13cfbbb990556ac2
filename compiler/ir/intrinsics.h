#pragma once
#include <string_view>

#include "compiler/ir/nodes.h"

namespace teaal::ir {

struct Intrinsic {
  std::string_view name;
  int arguments;
  Type result;
  std::string_view cuda_f32, cuda_f64;
};
// Null if there is no such row in intrinsics.def.
const Intrinsic* find_intrinsic(std::string_view name);

}  // namespace teaal::ir
