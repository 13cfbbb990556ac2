#pragma once
#include <string>

#include "compiler/ir/program.h"
#include "compiler/passes/target.h"

namespace teaal::passes {

// Whether `stage` lowers the kernel of that name, of a program as `swizzle` leaves it: else it says
// why not.
bool stage_lowers(ir::Program, const std::string& kernel, const Target&);

}  // namespace teaal::passes
