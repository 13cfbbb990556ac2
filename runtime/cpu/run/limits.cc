#include "runtime/cpu/run/limits.h"

namespace teaal::runtime::cpu {
namespace {

constexpr uint64_t max_threads = 1024;
constexpr uint64_t max_static_shared = 48 * 1024;
constexpr uint64_t max_shared = 227 * 1024;
constexpr uint64_t max_grid[] = {2147483647, 65535, 65535};
constexpr uint64_t max_block[] = {1024, 1024, 64};

class Limits {
 public:
  Limits(const Kernel& kernel, Diagnostics& diagnostics)
      : kernel_(kernel), diagnostics_(diagnostics) {}

  void expect(uint64_t value, uint64_t least, uint64_t most, const std::string& what) {
    if (value >= least && value <= most) return;
    fail(what + " is " + std::to_string(value) + "; CUDA allows " + std::to_string(least) + " to " +
         std::to_string(most));
  }
  void fail(const std::string& what) {
    diagnostics_.error(Code::RunFailed, {}, "launch of '" + kernel_.name + "': " + what);
    ok_ = false;
  }
  bool ok() const { return ok_; }

 private:
  const Kernel& kernel_;
  Diagnostics& diagnostics_;
  bool ok_ = true;
};

}  // namespace

bool within_limits(const Kernel& kernel, const LaunchConfig& config, size_t argument_count,
                   Diagnostics& diagnostics) {
  Limits limits(kernel, diagnostics);
  const uint64_t grid[] = {config.grid.x, config.grid.y, config.grid.z};
  const uint64_t block[] = {config.block.x, config.block.y, config.block.z};
  const std::string axes = "xyz";
  for (size_t i = 0; i < 3; ++i) {
    limits.expect(grid[i], 1, max_grid[i], std::string("grid.") + axes[i]);
    limits.expect(block[i], 1, max_block[i], std::string("block.") + axes[i]);
  }
  if (limits.ok())
    limits.expect(block[0] * block[1] * block[2], 1, max_threads, "the number of threads a block");
  if (limits.ok() && block[0] * block[1] * block[2] > kernel.max_threads)
    limits.fail("a block has " + std::to_string(block[0] * block[1] * block[2]) +
                " threads, __launch_bounds__ says " + std::to_string(kernel.max_threads));
  limits.expect(kernel.static_shared_bytes, 0, max_static_shared,
                "the size of its static __shared__ arrays (bytes)");
  limits.expect(kernel.static_shared_bytes + config.dynamic_shared_bytes, 0, max_shared,
                "the size of its shared memory, static and dynamic (bytes)");
  if (argument_count != kernel.parameters)
    limits.fail("it has " + std::to_string(kernel.parameters) + " parameters, " +
                std::to_string(argument_count) + " arguments were given");
  return limits.ok();
}

}  // namespace teaal::runtime::cpu
