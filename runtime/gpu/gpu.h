#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/support/diagnostic.h"
#include "runtime/cache/build_cache.h"

// The GPU through libraries opened at run time (dlopen: libcuda, libnvrtc, libcublas, libcusparse):
// one binary works with and without them. Links no LLVM and includes no CUDA header.
namespace teaal::runtime::gpu {

// Why something is not there, in a person's words: "libcuda.so.1 was not found", "the driver
// reports no device".
struct Availability {
  bool usable = false;
  std::string reason;
};
Availability driver();
Availability nvrtc();
Availability cublas();
Availability cusparse();

struct DeviceInfo {
  std::string name;
  int compute_major = 0, compute_minor = 0;
  int multiprocessors = 0;
  int64_t l2_bytes = 0, memory_bytes = 0;
  int driver_version = 0;  // 13000
  // What one launch may ask for; shared memory is the most a block can opt into.
  int max_threads_per_block = 0;
  uint32_t max_block[3] = {}, max_grid[3] = {};
  int64_t max_shared_bytes = 0;
};

// One context on device 0. Every call reports failure as error run-failed, naming the CUDA call and
// its error text.
class Device {
 public:
  static std::shared_ptr<Device> open(Diagnostics&);  // error no-device
  virtual ~Device() = default;
  virtual const DeviceInfo& info() const = 0;
  virtual bool synchronize(Diagnostics&) = 0;
  // A CUstream of the device's primary context; all that follows goes there, in place of a stream
  // of the device's own. Null is the legacy default stream.
  virtual void use_stream(void* stream) = 0;
};

// Device memory; freed on destruction.
class Buffer {
 public:
  static std::shared_ptr<Buffer> allocate(Device&, size_t bytes, Diagnostics&);
  // Memory of somebody else, who keeps it until this and all that is launched on it are gone.
  static std::shared_ptr<Buffer> borrow(Device&, uint64_t address, size_t bytes);
  virtual ~Buffer() = default;
  virtual uint64_t address() const = 0;  // 0 for an empty buffer
  virtual size_t bytes() const = 0;
  virtual bool upload(const void* source, size_t bytes, Diagnostics&) = 0;
  bool download(void* target, size_t bytes, Diagnostics& diagnostics) const {
    return read(target, 0, bytes, diagnostics);
  }
  // Copies the bytes [offset, offset + bytes) to the host.
  virtual bool read(void* target, size_t offset, size_t bytes, Diagnostics&) const = 0;
  virtual bool fill(uint8_t byte, Diagnostics&) = 0;
};

struct CudaText {
  std::string text, file_name;
  int depth = 0;  // of the deepest kernel: how many loops and conditions stand in one another
  // That it was written for. One that has what no other has ("sm_90a") is compiled for that alone.
  std::string arch = {};
};

// A built module, of an emitted .cu that NVRTC compiles for the device's own architecture (an older
// one, as PTX, if NVRTC does not know it), or read back from the cache. Errors
// build-failed, at the places of the text's #line directives, or where the device is none of the
// text's only architecture. Not for several threads at once.
class Module {
 public:
  static std::shared_ptr<Module> from_cuda(Device&, const CudaText&,
                                           const std::vector<std::string>& defines,
                                           const BuildCache&, Diagnostics&);
  static std::shared_ptr<Module> from_ptx(Device&, const std::string& ptx, Diagnostics&);
  virtual ~Module() = default;
  virtual double build_ms() const = 0;
  virtual bool from_cache() const = 0;
};

struct LaunchConfig {
  uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  size_t dynamic_shared_bytes = 0;
  int carveout = -1;  // percentage of the L1 that is to be shared memory; -1: the driver chooses
  // The kernel waits itself for what was launched before (griddepcontrol.wait), so it may be set up
  // while that runs, where the driver and the GPU can.
  bool early = false;
};

// args[i] points at the value of parameter i. Asynchronous on the device's stream. A grid without
// blocks does nothing; a shape, an amount of shared memory or a number of arguments that the GPU or
// the kernel does not take is error run-failed.
bool launch(Device&, Module&, const std::string& kernel, const LaunchConfig&,
            std::span<void* const> args, Diagnostics&);

// What a block of a kernel takes of a multiprocessor, and how many one holds at once.
struct Residency {
  int registers = 0;         // a thread
  int64_t shared_bytes = 0;  // a block
  int64_t local_bytes = 0;   // a thread: what registers have no room for, among it
  int blocks = 0;            // 0: the driver cannot tell
};
std::optional<Residency> residency(Device&, Module&, const std::string& kernel, const LaunchConfig&,
                                   Diagnostics&);

// Times of `work` in microseconds by events, one a repetition, after `warm_up` untimed runs. With
// `cold`, memory larger than twice the L2 is overwritten before each repetition, outside the timed
// region.
std::optional<std::vector<double>> time_us(Device&, const std::function<bool()>& work, int warm_up,
                                           int repeat, bool cold, Diagnostics&);

// What a text that was written for `arch` is compiled for on a device: its own "sm_90", or "sm_90a"
// where that is the text's. Error build-failed where it is another device's alone.
std::optional<std::string> target_architecture(const DeviceInfo&, const std::string& arch,
                                               Diagnostics&);

// NVRTC alone, without a device: cubin or PTX bytes for `arch` ("sm_90", "compute_90").
std::optional<std::string> nvrtc_compile(const std::string& text, const std::string& file_name,
                                         const std::string& arch,
                                         const std::vector<std::string>& defines, Diagnostics&);

}  // namespace teaal::runtime::gpu
