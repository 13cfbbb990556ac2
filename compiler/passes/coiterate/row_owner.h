#pragma once
#include <optional>

#include "compiler/ir/program.h"

namespace teaal::passes {

// The rows of a tensor with compressed levels that the kernel's loops visit once each: as many of
// its stored ranks as possible stand outermost, in any order and any parts. An array with an
// element a row must not be larger than what there is anyway: some tensor has one over the index
// space of the row's ranks, or an operand's levels have the row's coordinates. The program is at
// the stage Swizzled; it may get the name of a count.
std::optional<ir::RowOwner> row_owner(ir::Program&, const ir::Kernel&);

}  // namespace teaal::passes
