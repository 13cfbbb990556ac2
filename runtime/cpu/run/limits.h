#pragma once
#include "runtime/cpu/executor.h"
#include "runtime/cpu/kernel.h"

namespace teaal::runtime::cpu {

// CUDA's limits on a launch (compute capability 9.0). Error: run-failed, one for each limit broken.
bool within_limits(const Kernel&, const LaunchConfig&, size_t argument_count, Diagnostics&);

}  // namespace teaal::runtime::cpu
