#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compiler/einsum/cascade.h"

namespace teaal::einsum {

// The factor that a name stands for.
using Operands = std::function<std::optional<size_t>(std::string_view)>;

// Reads `exp(a - b)`: numbers, operands, + - * / and comparisons, functions, parentheses. Grammar:
// docs/LANGUAGE.md, section Operators. Error: operators.
std::optional<std::vector<MapStep>> parse_map(const Name& text, const Operands&, Diagnostics&);

}  // namespace teaal::einsum
