#pragma once
#include <optional>
#include <string_view>

#include "compiler/interpret/code.h"

namespace teaal::interpret {

enum class Function : uint8_t {
#define TEAAL_MEANING(kind, name) f_##name,
#define TEAAL_REDUCTION(kind, group, reduction) f_##group##_##reduction,
#include "compiler/interpret/functions.def"
#undef TEAAL_MEANING
#undef TEAAL_REDUCTION
};

enum class FunctionKind {
  Plain,
  Choice,
  Search,
  Bits,
  Keys,
  List,
  ElementBits,
  Rows,
  Pattern,
  Classes,
  Words,
  Largest,
  Columns,
  WarpProducts,
  MatrixProducts,
  Matrix,
  Nothing,
  Turn,
  Vote,
  Shuffle,
  Group,
  Lanes,
  Warps,
  Block,
  Carried
};
enum class Reduction { none, sum, product, min, max, either, together };

// Nothing: the call has no meaning here.
std::optional<Function> find_function(std::string_view name);
FunctionKind kind_of(Function);
Reduction reduction_of(Function);

}  // namespace teaal::interpret
