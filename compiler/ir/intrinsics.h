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

// The row's CUDA text for values of a type, as --type names it. Empty: it has none for that type.
std::string_view spelling(const Intrinsic&, std::string_view value_type);

}  // namespace teaal::ir
