#include <fmt/format.h>

#include "runtime/gpu/context.h"

namespace teaal::runtime::gpu {
namespace {

class CudaBuffer final : public Buffer {
 public:
  CudaBuffer(std::shared_ptr<Context> context, CuAddress address, size_t bytes, bool own)
      : context_(std::move(context)), address_(address), bytes_(bytes), own_(own) {}

  ~CudaBuffer() override {
    if (address_ == 0 || !own_) return;
    context_->enter_quietly();
    context_->cuda().cuMemFree_v2(address_);
  }

  uint64_t address() const override { return address_; }
  size_t bytes() const override { return bytes_; }

  bool upload(const void* source, size_t bytes, Diagnostics& diagnostics) override {
    if (!fits(bytes, "upload", diagnostics)) return false;
    if (bytes == 0) return true;
    const CudaDriver& cuda = context_->cuda();
    return context_->enter(diagnostics) &&
           finish(cuda.cuMemcpyHtoDAsync_v2(address_, source, bytes, context_->stream()),
                  fmt::format("cuMemcpyHtoDAsync of {} bytes", bytes), diagnostics);
  }

  bool read(void* target, size_t offset, size_t bytes, Diagnostics& diagnostics) const override {
    if (!fits(offset + bytes, "download", diagnostics)) return false;
    if (bytes == 0) return true;
    const CudaDriver& cuda = context_->cuda();
    return context_->enter(diagnostics) &&
           finish(cuda.cuMemcpyDtoHAsync_v2(target, address_ + offset, bytes, context_->stream()),
                  fmt::format("cuMemcpyDtoHAsync of {} bytes", bytes), diagnostics);
  }

  bool fill(uint8_t byte, Diagnostics& diagnostics) override {
    if (bytes_ == 0) return true;
    return context_->enter(diagnostics) &&
           context_->check(
               context_->cuda().cuMemsetD8Async(address_, byte, bytes_, context_->stream()),
               fmt::format("cuMemsetD8Async of {} bytes", bytes_), diagnostics);
  }

 private:
  bool fits(size_t bytes, const char* what, Diagnostics& diagnostics) const {
    if (bytes <= bytes_) return true;
    diagnostics.error(
        Code::RunFailed, {},
        fmt::format("{} of {} bytes from or to a device buffer of {} bytes", what, bytes, bytes_));
    return false;
  }

  // The host's memory may be reused as soon as a copy returns.
  bool finish(int result, const std::string& call, Diagnostics& diagnostics) const {
    return context_->check(result, call, diagnostics) && context_->synchronize(diagnostics);
  }

  std::shared_ptr<Context> context_;
  CuAddress address_;
  size_t bytes_;
  bool own_;
};

void report_allocation(const Context& context, int result, size_t bytes, Diagnostics& diagnostics) {
  Diagnostic& error =
      context.fail(result, fmt::format("cuMemAlloc of {} bytes", bytes), diagnostics);
  size_t free = 0, total = 0;
  if (context.cuda().cuMemGetInfo_v2(&free, &total) == cu_success)
    error.note({}, fmt::format("{} of the GPU's {} bytes are free", free, total));
}

}  // namespace

std::shared_ptr<Buffer> Buffer::allocate(Device& device, size_t bytes, Diagnostics& diagnostics) {
  const std::shared_ptr<Context>& context = context_of(device);
  CuAddress address = 0;
  if (bytes > 0) {
    if (!context->enter(diagnostics)) return nullptr;
    if (int result = context->cuda().cuMemAlloc_v2(&address, bytes); result != cu_success) {
      report_allocation(*context, result, bytes, diagnostics);
      return nullptr;
    }
  }
  return std::make_shared<CudaBuffer>(context, address, bytes, true);
}

std::shared_ptr<Buffer> Buffer::borrow(Device& device, uint64_t address, size_t bytes) {
  return std::make_shared<CudaBuffer>(context_of(device), address, bytes, false);
}

}  // namespace teaal::runtime::gpu
