#pragma once
#include "compiler/ir/program.h"
#include "compiler/passes/nest.h"

namespace teaal::passes {

// Whether the nest finds what the access reads in the order in which the tensor is stored: each
// compressed rank is walked inside of those that are stored above it. Else `swizzle` re-sorts it.
bool is_concordant(const Nest&, const ir::Access&, const ir::Tensor&);

}  // namespace teaal::passes
