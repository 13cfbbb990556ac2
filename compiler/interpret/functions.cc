#include "compiler/interpret/functions.h"

#include <iterator>

namespace teaal::interpret {
namespace {

struct Meaning {
  std::string_view name;
  FunctionKind kind;
  Reduction reduction;
};

// By Function.
constexpr Meaning meanings[] = {
#define TEAAL_MEANING(kind, name) {#name, FunctionKind::kind, Reduction::none},
#define TEAAL_REDUCTION(kind, group, reduction) \
  {#group "_" #reduction, FunctionKind::kind, Reduction::reduction},
#include "compiler/interpret/functions.def"
#undef TEAAL_MEANING
#undef TEAAL_REDUCTION
};

}  // namespace

std::optional<Function> find_function(std::string_view name) {
  for (size_t f = 0; f < std::size(meanings); ++f)
    if (meanings[f].name == name) return static_cast<Function>(f);
  return std::nullopt;
}

FunctionKind kind_of(Function f) { return meanings[static_cast<size_t>(f)].kind; }

Reduction reduction_of(Function f) { return meanings[static_cast<size_t>(f)].reduction; }

}  // namespace teaal::interpret
