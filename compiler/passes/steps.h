#pragma once
#include <string>
#include <vector>

#include "compiler/ir/program.h"

namespace teaal::passes {

// The step of the plan that launches a kernel; the end, where none does but inside of other steps.
std::vector<ir::Step>::iterator launch_of(ir::Program&, const ir::Kernel&);

// What is left of a tensor in memory, whose one view has its name and no compressed level, is the
// plan's own from here on: a workspace. The tensor is still to be erased.
void keep_in_workspace(const std::string& tensor, ir::Program&);

// Whether what the kernel reads by this view lies in a workspace from `join` or `iterate` on, as
// values: rounds hand it on, or it is the compiler's own.
bool is_handed_on(const ir::Program&, const ir::Kernel&, const ir::View&);

}  // namespace teaal::passes
