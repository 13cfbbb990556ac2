#include "compiler/interpret/functions.h"

namespace teaal::interpret {

std::optional<Function> find_function(std::string_view name) {
#define TEAAL_MEANING(row) \
  if (name == #row) return Function::f_##row;
  TEAAL_MEANINGS(TEAAL_MEANING)
#undef TEAAL_MEANING
  return std::nullopt;
}

bool is_search(Function f) {
  return f == Function::f_lower_bound || f == Function::f_gallop || f == Function::f_owner ||
         f == Function::f_climb;
}

}  // namespace teaal::interpret
