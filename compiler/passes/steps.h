#pragma once
#include <vector>

#include "compiler/ir/program.h"

namespace teaal::passes {

// The step of the plan that launches a kernel; the end, where none does but inside of other steps.
std::vector<ir::Step>::iterator launch_of(ir::Program&, const ir::Kernel&);

}  // namespace teaal::passes
