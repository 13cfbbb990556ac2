#pragma once
#include <string>

#include "compiler/einsum/cascade.h"

namespace teaal::einsum {

// Whether all elements of a tensor that the cascade computes are 0 or 1, whatever its inputs hold,
// so that one bit says which: `or` gives no others, nor do comparisons, nor products, `min`, `max`
// and choices of such numbers.
bool holds_bits(const Cascade&, const std::string& tensor);

}  // namespace teaal::einsum
