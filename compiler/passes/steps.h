#pragma once
#include <vector>

#include "compiler/ir/program.h"

namespace teaal::passes {

// The step of the plan that launches a kernel; the end, where none does but inside of other steps.
std::vector<ir::Step>::iterator launch_of(ir::Program&, const ir::Kernel&);

// Whether what the kernel reads by this view lies in a workspace from `join` or `iterate` on, as
// values: rounds hand it on.
bool is_handed_on(const ir::Program&, const ir::Kernel&, const ir::View&);

}  // namespace teaal::passes
