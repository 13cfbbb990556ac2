#pragma once
#include <map>
#include <memory>
#include <string>

#include "runtime/gpu/context.h"

namespace teaal::runtime::gpu {

struct Kernel {
  CuFunction function = nullptr;
  int max_threads = 0;     // a block, by its registers
  int static_shared = 0;   // bytes
  int dynamic_shared = 0;  // bytes a launch may ask for; raised on demand
  int carveout = -1;       // as set; -1: the driver's
  int parameters = -1;     // -1: the driver cannot tell
};

// The Module behind the public interface.
class CudaModule final : public Module {
 public:
  CudaModule(std::shared_ptr<Context> context, CuModule module)
      : context_(std::move(context)), module_(module) {}
  ~CudaModule() override;
  CudaModule(const CudaModule&) = delete;
  CudaModule& operator=(const CudaModule&) = delete;

  // Loads a cubin or PTX. Error build-failed with the driver's log.
  static std::shared_ptr<CudaModule> load(std::shared_ptr<Context>, const std::string& image,
                                          Diagnostics&);

  double build_ms() const override { return build_ms_; }
  bool from_cache() const override { return from_cache_; }
  void set_origin(double build_ms, bool from_cache) {
    build_ms_ = build_ms;
    from_cache_ = from_cache;
  }

  const Context& context() const { return *context_; }
  // Null, and error run-failed, if the module has no such kernel.
  Kernel* kernel(const std::string& name, Diagnostics&);

 private:
  bool describe(Kernel&, Diagnostics&) const;

  std::shared_ptr<Context> context_;
  CuModule module_;
  std::map<std::string, Kernel> kernels_;
  double build_ms_ = 0;
  bool from_cache_ = false;
};

}  // namespace teaal::runtime::gpu
