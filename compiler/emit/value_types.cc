#include "compiler/emit/value_types.h"

#include <algorithm>
#include <array>

namespace teaal::emit {
namespace {

constexpr std::array types = {
    ValueType{"f32", "float", "", "", "", "float", "", false},
    ValueType{"f64", "double", "", "", "", "double", "", false},
    ValueType{"f16", "float", "unsigned short", "teaal_load_f16", "teaal_store_f16", "uint16_t",
              "the bits of an IEEE binary16", false},
    ValueType{"bf16", "float", "unsigned short", "teaal_load_bf16", "teaal_store_bf16", "uint16_t",
              "the bits of a bfloat16", false},
    ValueType{"i32", "int", "", "", "", "int32_t", "computed modulo 2^32", true}};

}  // namespace

const ValueType& value_type(std::string_view name) {
  const auto* found = std::ranges::find(types, name, &ValueType::name);
  return found == types.end() ? types.front() : *found;
}

}  // namespace teaal::emit
