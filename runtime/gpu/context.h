#pragma once
#include <memory>
#include <string_view>

#include "compiler/support/diagnostic.h"
#include "runtime/gpu/cuda_driver.h"

namespace teaal::runtime::gpu {

// The primary context of device 0 and our stream on it. Buffers, modules and library handles share
// ownership, so that each may outlive the Device that made it.
class Context {
 public:
  static std::shared_ptr<Context> open(Diagnostics&);  // error no-device
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const CudaDriver& cuda() const { return cuda_; }
  CuDevice device() const { return device_; }
  CuStream stream() const { return stream_; }
  void use_stream(CuStream stream) { stream_ = stream; }

  // Makes the context current for the calling thread; stands before every group of calls.
  bool enter(Diagnostics&) const;
  void enter_quietly() const { cuda_.cuCtxSetCurrent(context_); }
  // False, and error run-failed naming `call`, if `result` is an error.
  bool check(int result, std::string_view call, Diagnostics&) const;
  Diagnostic& fail(int result, std::string_view call, Diagnostics&) const;
  bool synchronize(Diagnostics&) const;

 private:
  Context(const CudaDriver& cuda, CuDevice device) : cuda_(cuda), device_(device) {}

  const CudaDriver& cuda_;
  CuDevice device_;
  CuContext context_ = nullptr;
  CuStream own_stream_ = nullptr;
  CuStream stream_ = nullptr;  // where work goes
};

// The Device behind the public interface.
class CudaDevice final : public Device {
 public:
  CudaDevice(std::shared_ptr<Context> context, DeviceInfo info)
      : context_(std::move(context)), info_(std::move(info)) {}
  const DeviceInfo& info() const override { return info_; }
  bool synchronize(Diagnostics& diagnostics) override { return context_->synchronize(diagnostics); }
  void use_stream(void* stream) override { context_->use_stream(static_cast<CuStream>(stream)); }
  const std::shared_ptr<Context>& context() const { return context_; }

 private:
  std::shared_ptr<Context> context_;
  DeviceInfo info_;
};

// Every Device is made by Device::open.
inline const std::shared_ptr<Context>& context_of(Device& device) {
  return static_cast<CudaDevice&>(device).context();
}

}  // namespace teaal::runtime::gpu
