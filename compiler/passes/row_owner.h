#pragma once
#include <optional>

#include "compiler/ir/program.h"

namespace teaal::passes {

// The rows of a tensor with compressed levels that the kernel's loops visit once each: as many of
// its stored ranks as possible stand outermost, in any order and any parts, over whose index space
// some tensor has an array anyway; of the loops below, none is spread over workers but the
// innermost one. The program is at the stage Swizzled.
std::optional<ir::RowOwner> row_owner(const ir::Program&, const ir::Kernel&);

}  // namespace teaal::passes
