#include "runtime/gpu/baseline_support.h"

#include <fmt/format.h>

#include <limits>

namespace teaal::runtime::gpu {

void baseline_absent(Diagnostics& diagnostics, const std::string& what, const std::string& reason) {
  diagnostics.remark(Code::RunFailed, {}, fmt::format("{} is not measured: {}", what, reason));
}

bool extents_fit_int(Diagnostics& diagnostics, const std::string& library,
                     std::initializer_list<int64_t> extents) {
  for (int64_t extent : extents) {
    if (extent >= 0 && extent <= std::numeric_limits<int>::max()) continue;
    baseline_absent(diagnostics, library, fmt::format("{} exceeds its 32-bit sizes", extent));
    return false;
  }
  return true;
}

}  // namespace teaal::runtime::gpu
