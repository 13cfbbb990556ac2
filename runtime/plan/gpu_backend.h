#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/cache/build_cache.h"
#include "runtime/gpu/gpu.h"
#include "runtime/plan/backend.h"

namespace teaal::runtime::plan {

// PTX of a kernel text for an architecture ("sm_90"): what makes kernels where NVRTC is missing.
using PtxCompiler = std::function<std::optional<std::string>(
    const std::string& text, const std::string& arch, const std::vector<std::string>& defines,
    Diagnostics&)>;

// The first GPU. `ptx` may be empty; then NVRTC is needed. What NVRTC builds is kept in `cache`.
// Error: no-device.
class GpuBackend : public Backend {
 public:
  static std::unique_ptr<GpuBackend> open(PtxCompiler ptx, BuildCache cache, Diagnostics&);
  virtual gpu::Device& device() = 0;
  // Where its memory lies, for the vendors' libraries.
  virtual uint64_t address(const Memory&) const = 0;
};

// Why no GPU can be used here; empty if one can.
std::string gpu_missing_reason(bool have_ptx_compiler);

}  // namespace teaal::runtime::plan
