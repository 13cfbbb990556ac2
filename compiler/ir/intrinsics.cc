#include "compiler/ir/intrinsics.h"

#include <array>

namespace teaal::ir {
namespace {

constexpr std::array table = {
#define TEAAL_INTRINSIC(name, arguments, effect, result, f32, f64) \
  Intrinsic{#name, arguments, Effect::effect, Type::result, f32, f64},
#define TEAAL_OF_INTEGERS(name, cuda)
#include "compiler/ir/intrinsics.def"
#undef TEAAL_OF_INTEGERS
#undef TEAAL_INTRINSIC
};

struct Integers {
  std::string_view name, cuda;
};
constexpr std::array of_integers = {
#define TEAAL_INTRINSIC(name, arguments, effect, result, f32, f64)
#define TEAAL_OF_INTEGERS(name, cuda) Integers{#name, cuda},
#include "compiler/ir/intrinsics.def"
#undef TEAAL_OF_INTEGERS
#undef TEAAL_INTRINSIC
};

Argument::Kind kind_of(char letter) {
  switch (letter) {
    case 'i':
    case 'I':
      return Argument::Kind::Integer;
    case 'v':
    case 'V':
      return Argument::Kind::Value;
    case 'b':
      return Argument::Kind::Bool;
    case 'n':
      return Argument::Kind::Rank;
    default:
      return Argument::Kind::Number;
  }
}

}  // namespace

std::vector<Argument> arguments_of(const Intrinsic& row) {
  std::vector<Argument> out;
  for (char c : row.arguments)
    if (c == '!')
      out.back().written = true;
    else
      out.push_back({kind_of(c), c >= 'A' && c <= 'Z'});
  return out;
}

const Intrinsic* find_intrinsic(std::string_view name) {
  for (const Intrinsic& row : table)
    if (row.name == name) return &row;
  return nullptr;
}

std::string_view spelling(const Intrinsic& row, std::string_view value_type) {
  if (value_type == "f64") return row.cuda_f64;
  if (value_type != "i32") return row.cuda_f32;
  for (const Integers& own : of_integers)
    if (own.name == row.name) return own.cuda;
  return row.cuda_f32 == row.cuda_f64 ? row.cuda_f32 : "";
}

}  // namespace teaal::ir
