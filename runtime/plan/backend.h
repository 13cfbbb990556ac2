#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "compiler/support/diagnostic.h"

// What a plan needs from a machine: memory, copies, launches, clocks. Two machines exist: the GPU
// (gpu_backend.h) and the CPU executor (cpu_backend.h, a library of its own because it links LLVM).
namespace teaal::runtime::plan {

// Memory where kernels run; freed with its last owner.
class Memory {
 public:
  virtual ~Memory() = default;
  virtual size_t bytes() const = 0;
};
using MemoryPtr = std::shared_ptr<Memory>;

using Argument = std::variant<MemoryPtr, int32_t, int64_t, float, double>;

struct Launch {
  std::string kernel;
  uint32_t grid = 1, block = 1;     // one-dimensional, both positive
  std::vector<Argument> arguments;  // in the order of the kernel's parameters
  std::vector<MemoryPtr> written;   // of these, what the kernel writes
  size_t shared_bytes = 0;          // dynamic shared memory of a block
  int carveout = -1;                // percentage of the L1 for shared memory; -1: the driver's
  bool early = false;               // the kernel waits itself for those in front of it
};

// What a block of a launch takes of a GPU's multiprocessor.
struct Residency {
  int registers = 0;         // a thread
  int64_t shared_bytes = 0;  // a block
  int64_t local_bytes = 0;   // a thread: what registers have no room for, among it
  int blocks = 0;            // that one multiprocessor holds at once; 0: the driver cannot tell
};

struct KernelText {
  std::string text;       // the emitted .cu
  std::string file_name;  // for messages of whoever compiles it
  int depth = 0;          // of its deepest kernel: how many loops and conditions are nested
  std::string arch = {};  // that it was emitted for; see gpu::CudaText
};

struct BackendInfo {
  bool gpu = false;
  std::string name;                  // "NVIDIA H200", "CPU executor"
  std::string detail;                // "sm_90, 132 multiprocessors", "2 host threads"
  int64_t parallel_threads = 1;      // how many threads keep it busy
  double bandwidth_gb_s = 0;         // memory bandwidth that floors are counted with; 0: unknown
  std::string bandwidth_source;      // "measured copy bandwidth of an H200"
  int64_t memory_bytes = INT64_MAX;  // the most that one buffer may take
};

struct Timing {
  int warm_up = 1, repeat = 5;
  bool cold = false;  // caches are flushed before each repetition, outside the timed region
  double budget_ms =
      2000;  // wall clock machines stop repeating after this (at least one repetition is made)
};

// The most that one buffer on the host, or on the CPU executor, may take.
inline constexpr int64_t most_host_bytes = int64_t{16} << 30;

// Failures are errors run-failed or build-failed.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual const BackendInfo& info() const = 0;
  // That one buffer may take, here and on the host.
  int64_t most_bytes() const { return std::min(most_host_bytes, info().memory_bytes); }

  // Makes the kernels of `kernel` launchable; text built before with the same defines is not built
  // again.
  virtual bool build(const KernelText& kernel, const std::vector<std::string>& defines,
                     Diagnostics&) = 0;
  virtual std::string build_note() const = 0;  // "NVRTC, from the cache"
  // The kernels that are launchable; `use` makes them so again, whatever was built since.
  virtual std::shared_ptr<void> built() const = 0;
  virtual void use(std::shared_ptr<void> built) = 0;

  virtual MemoryPtr allocate(const std::string& name, size_t bytes, Diagnostics&) = 0;
  // Memory of somebody else, who keeps it as long as this: host memory of the CPU executor, device
  // memory of a GPU.
  virtual MemoryPtr borrow(const std::string& name, void* data, size_t bytes) = 0;
  // Borrowed memory is from now on as many bytes elsewhere.
  virtual void move(Memory& borrowed, void* data) = 0;
  virtual void* address_of(const Memory&) const = 0;
  // A GPU's stream that all that follows goes to; the CPU executor has none.
  virtual void use_stream(void* stream) = 0;
  virtual bool upload(Memory&, std::span<const std::byte>, Diagnostics&) = 0;
  bool download(const Memory& from, std::span<std::byte> to, Diagnostics& diagnostics) {
    return read(from, 0, to, diagnostics);
  }
  // The bytes from `offset` on.
  virtual bool read(const Memory&, size_t offset, std::span<std::byte>, Diagnostics&) = 0;
  virtual bool zero(Memory&, Diagnostics&) = 0;
  // Every byte 0xff: a NaN, of integers -1; in checked mode also "not yet written".
  virtual bool poison(Memory&, Diagnostics&) = 0;

  virtual bool launch(const Launch&, Diagnostics&) = 0;
  // Of a launch that was made; nothing where there are no multiprocessors.
  virtual std::optional<Residency> residency(const Launch&, Diagnostics&) = 0;
  virtual bool synchronize(Diagnostics&) = 0;
  // Microseconds of each repetition of `work`.
  virtual std::optional<std::vector<double>> time_us(const std::function<bool()>& work,
                                                     const Timing&, Diagnostics&) = 0;

  // What checked launches found since the last call: "spec.yaml:6:5: …". Always empty on machines
  // without checks.
  virtual std::vector<std::string> take_findings() = 0;
};

double median(std::vector<double> values);  // 0 for none

}  // namespace teaal::runtime::plan
