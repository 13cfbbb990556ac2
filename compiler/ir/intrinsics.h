#pragma once
#include <string_view>
#include <vector>

#include "compiler/ir/nodes.h"

namespace teaal::ir {

// What a call does beside its result. Memory: reads or writes arrays, or awaits copies. Warp,
// Block: all threads of the warp or the block make it together.
enum class Effect { None, Memory, Warp, Block };

struct Argument {
  enum class Kind { Integer, Value, Bool, Number, Rank };  // Number: integer or value
  Kind kind;
  bool array = false, written = false;
};

struct Intrinsic {
  std::string_view name;
  std::string_view arguments;  // as intrinsics.def spells them
  Effect effect;
  Type result;
  std::string_view cuda_f32, cuda_f64;
};
// Null if there is no such row in intrinsics.def.
const Intrinsic* find_intrinsic(std::string_view name);

std::vector<Argument> arguments_of(const Intrinsic&);

// The row's CUDA text for values of a type, as --type names it. Empty: it has none for that type.
std::string_view spelling(const Intrinsic&, std::string_view value_type);

}  // namespace teaal::ir
