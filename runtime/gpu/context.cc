#include "runtime/gpu/context.h"

#include <fmt/format.h>

namespace teaal::runtime::gpu {
namespace {

// Errors after which the driver refuses every further call of this process.
bool ends_the_context(int error) {
  return error == 700 || error == 702 || error == 710 || (error >= 714 && error <= 719);
}

Diagnostic& no_device(Diagnostics& diagnostics, const std::string& reason) {
  return diagnostics.error(Code::NoDevice, {}, "no GPU can be used: " + reason)
      .note({},
            "install the NVIDIA driver and see that nvidia-smi lists a GPU, or run on the CPU "
            "with --device=cpu");
}

}  // namespace

std::shared_ptr<Context> Context::open(Diagnostics& diagnostics) {
  if (Availability available = driver(); !available.usable) {
    no_device(diagnostics, available.reason);
    return nullptr;
  }
  const CudaDriver& cuda = cuda_driver().functions;
  auto failed = [&](int result, const char* call) {
    if (result == cu_success) return false;
    no_device(diagnostics, fmt::format("{} failed with {}", call, cuda_error_text(cuda, result)));
    return true;
  };
  CuDevice device = 0;
  if (failed(cuda.cuDeviceGet(&device, 0), "cuDeviceGet")) return nullptr;
  std::shared_ptr<Context> context(new Context(cuda, device));
  if (failed(cuda.cuDevicePrimaryCtxRetain(&context->context_, device),
             "cuDevicePrimaryCtxRetain")) {
    context->context_ = nullptr;
    return nullptr;
  }
  if (failed(cuda.cuCtxSetCurrent(context->context_), "cuCtxSetCurrent")) return nullptr;
  if (failed(cuda.cuStreamCreate(&context->own_stream_, cu_stream_non_blocking),
             "cuStreamCreate")) {
    context->own_stream_ = nullptr;
    return nullptr;
  }
  context->stream_ = context->own_stream_;
  return context;
}

Context::~Context() {
  if (!context_) return;
  cuda_.cuCtxSetCurrent(context_);
  if (own_stream_) cuda_.cuStreamDestroy_v2(own_stream_);
  cuda_.cuCtxSetCurrent(nullptr);
  cuda_.cuDevicePrimaryCtxRelease_v2(device_);
}

bool Context::enter(Diagnostics& diagnostics) const {
  return check(cuda_.cuCtxSetCurrent(context_), "cuCtxSetCurrent", diagnostics);
}

bool Context::check(int result, std::string_view call, Diagnostics& diagnostics) const {
  if (result != cu_success) fail(result, call, diagnostics);
  return result == cu_success;
}

Diagnostic& Context::fail(int result, std::string_view call, Diagnostics& diagnostics) const {
  Diagnostic& error = diagnostics.error(
      Code::RunFailed, {}, fmt::format("{} failed with {}", call, cuda_error_text(cuda_, result)));
  if (ends_the_context(result))
    error.note({},
               "a kernel launched earlier broke off, and the GPU can be used again only by a new "
               "process; the CPU executor in checked mode (--device=cpu) names the line");
  return error;
}

bool Context::synchronize(Diagnostics& diagnostics) const {
  return enter(diagnostics) &&
         check(cuda_.cuStreamSynchronize(stream_), "cuStreamSynchronize", diagnostics);
}

}  // namespace teaal::runtime::gpu
