#pragma once
#include <cstdlib>
#include <optional>

#include "compiler/driver/session.h"
#include "runtime/plan/cpu_backend.h"

namespace teaal::exec {

// For tests of many kernels on little data: the CPU executor in checked mode, with machine code
// that is made quickly. The corpus runs what users run.
inline driver::Machine quick_cpu() {
  runtime::plan::CpuOptions options;
  options.checked = true;
  options.quick_build = true;
  return {runtime::plan::make_cpu_backend(options), ""};
}

// The same; TEAAL_TEST_DEVICE=gpu: the GPU.
inline std::optional<driver::Machine> quick_machine(Diagnostics& diagnostics) {
  if (const char* device = std::getenv("TEAAL_TEST_DEVICE"))
    return driver::select_machine(device, false, diagnostics);
  return quick_cpu();
}

}  // namespace teaal::exec
