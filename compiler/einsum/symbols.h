#pragma once
#include <set>
#include <string>

#include "compiler/einsum/cascade.h"

// What the symbols of a spec are for.
namespace teaal::einsum {

// Those that size parts of ranks: other values give another mapping of the same computation.
std::set<std::string> size_symbols(const Cascade&);
// Those of strides and of how many rounds there are: other values compute something else.
std::set<std::string> meaning_symbols(const Cascade&);

}  // namespace teaal::einsum
