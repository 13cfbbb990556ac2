#include "compiler/ir/intrinsics.h"

#include <array>

namespace teaal::ir {
namespace {

constexpr std::array table = {
#define TEAAL_INTRINSIC(name, arguments, result, f32, f64) \
  Intrinsic{#name, arguments, Type::result, f32, f64},
#include "compiler/ir/intrinsics.def"
#undef TEAAL_INTRINSIC
};

}  // namespace

const Intrinsic* find_intrinsic(std::string_view name) {
  for (const Intrinsic& row : table)
    if (row.name == name) return &row;
  return nullptr;
}

}  // namespace teaal::ir
