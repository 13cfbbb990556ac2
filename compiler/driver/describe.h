#pragma once
#include <string>

#include "compiler/einsum/cascade.h"

namespace teaal::driver {

// "Z[i] = A[i, j] * B[j]", from the checked einsum.
std::string expression_text(const einsum::Einsum&);
std::string map_step_text(const einsum::MapStep&);  // "#0", "2.5", "add"

// --emit=einsum: the checked cascade with every default filled in.
std::string cascade_text(const einsum::Cascade&);

// --emit=spec: the spec as read, as YAML: sections in a fixed order, no comments, one style.
std::string spec_text(const spec::Spec&);

}  // namespace teaal::driver
