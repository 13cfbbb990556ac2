#include "runtime/plan/gpu_backend.h"

#include <fmt/format.h>

#include <map>

namespace teaal::runtime::plan {
namespace {

class GpuMemory : public Memory {
 public:
  explicit GpuMemory(std::shared_ptr<gpu::Buffer> held)
      : buffer(std::move(held)), address(buffer->address()) {}
  size_t bytes() const override { return buffer->bytes(); }

  std::shared_ptr<gpu::Buffer> buffer;
  uint64_t address;
};

GpuMemory& on_gpu(Memory& memory) { return static_cast<GpuMemory&>(memory); }

class GpuBackendImpl : public GpuBackend {
 public:
  GpuBackendImpl(std::shared_ptr<gpu::Device> device, PtxCompiler ptx, BuildCache cache)
      : device_(std::move(device)), ptx_(std::move(ptx)), cache_(std::move(cache)) {}

  void describe(Diagnostics&);
  gpu::Device& device() override { return *device_; }
  uint64_t address(const Memory& memory) const override {
    return static_cast<const GpuMemory&>(memory).address;
  }
  const BackendInfo& info() const override { return info_; }
  bool build(const KernelText&, const std::vector<std::string>& defines, Diagnostics&) override;
  std::string build_note() const override { return note_; }
  std::shared_ptr<void> built() const override { return module_; }
  void use(std::shared_ptr<void> built) override {
    module_ = std::static_pointer_cast<gpu::Module>(std::move(built));
  }
  MemoryPtr allocate(const std::string& name, size_t bytes, Diagnostics&) override;
  MemoryPtr borrow(const std::string&, void* data, size_t bytes) override {
    return std::make_shared<GpuMemory>(
        gpu::Buffer::borrow(*device_, reinterpret_cast<uint64_t>(data), bytes));
  }
  void move(Memory& borrowed, void* data) override {
    const auto address = reinterpret_cast<uint64_t>(data);
    on_gpu(borrowed).buffer = gpu::Buffer::borrow(*device_, address, borrowed.bytes());
    on_gpu(borrowed).address = address;
  }
  void* address_of(const Memory& memory) const override {
    return reinterpret_cast<void*>(address(memory));
  }
  void use_stream(void* stream) override { device_->use_stream(stream); }
  bool upload(Memory&, std::span<const std::byte>, Diagnostics&) override;
  bool read(const Memory&, size_t offset, std::span<std::byte>, Diagnostics&) override;
  bool zero(Memory& memory, Diagnostics& diagnostics) override {
    return fill(memory, 0, diagnostics);
  }
  bool poison(Memory& memory, Diagnostics& diagnostics) override {
    return fill(memory, 0xff, diagnostics);
  }
  bool launch(const Launch&, Diagnostics&) override;
  std::optional<Residency> residency(const Launch&, Diagnostics&) override;
  bool synchronize(Diagnostics& diagnostics) override { return device_->synchronize(diagnostics); }
  std::optional<std::vector<double>> time_us(const std::function<bool()>& work, const Timing&,
                                             Diagnostics&) override;
  std::vector<std::string> take_findings() override { return {}; }

 private:
  bool fill(Memory&, uint8_t byte, Diagnostics&);
  std::shared_ptr<gpu::Module> make_module(const KernelText&,
                                           const std::vector<std::string>& defines, Diagnostics&);
  double measured_bandwidth_gb_s();

  std::shared_ptr<gpu::Device> device_;
  PtxCompiler ptx_;
  BuildCache cache_;
  BackendInfo info_;
  std::string note_;
  std::shared_ptr<gpu::Module> module_;
  std::map<std::pair<std::string, std::vector<std::string>>, std::shared_ptr<gpu::Module>> built_;
};

void GpuBackendImpl::describe(Diagnostics&) {
  const gpu::DeviceInfo& device = device_->info();
  info_.gpu = true;
  info_.name = device.name;
  info_.detail = fmt::format("sm_{}{}, {} multiprocessors", device.compute_major,
                             device.compute_minor, device.multiprocessors);
  info_.parallel_threads = int64_t{2048} * device.multiprocessors;
  info_.memory_bytes = device.memory_bytes;
  if (device.name.find("H200") != std::string::npos) {
    info_.bandwidth_gb_s = 4274;
    info_.bandwidth_source = "copy bandwidth measured on an H200";
  } else {
    info_.bandwidth_gb_s = measured_bandwidth_gb_s();
    info_.bandwidth_source = "write bandwidth measured now";
  }
}

// 256 MiB written five times: under a millisecond on anything current.
double GpuBackendImpl::measured_bandwidth_gb_s() {
  Diagnostics ignored;
  constexpr size_t bytes = size_t{256} << 20;
  auto buffer = gpu::Buffer::allocate(*device_, bytes, ignored);
  if (!buffer) return 0;
  auto times =
      gpu::time_us(*device_, [&] { return buffer->fill(0, ignored); }, 2, 5, false, ignored);
  double us = times ? median(*times) : 0;
  return us > 0 ? static_cast<double>(bytes) / us * 1e-3 : 0;
}

std::shared_ptr<gpu::Module> GpuBackendImpl::make_module(const KernelText& kernel,
                                                         const std::vector<std::string>& defines,
                                                         Diagnostics& diagnostics) {
  if (gpu::nvrtc().usable) {
    auto module =
        gpu::Module::from_cuda(*device_, {kernel.text, kernel.file_name, kernel.depth, kernel.arch},
                               defines, cache_, diagnostics);
    if (module) note_ = module->from_cache() ? "NVRTC (from the cache)" : "NVRTC";
    return module;
  }
  if (!ptx_) {
    diagnostics.error(Code::NoDevice, {}, "kernels cannot be built here: " + gpu::nvrtc().reason);
    return nullptr;
  }
  std::optional<std::string> arch =
      gpu::target_architecture(device_->info(), kernel.arch, diagnostics);
  if (!arch) return nullptr;
  std::optional<std::string> ptx = ptx_(kernel.text, *arch, defines, diagnostics);
  note_ = "Clang's NVPTX back end (" + gpu::nvrtc().reason + ")";
  return ptx ? gpu::Module::from_ptx(*device_, *ptx, diagnostics) : nullptr;
}

bool GpuBackendImpl::build(const KernelText& kernel, const std::vector<std::string>& defines,
                           Diagnostics& diagnostics) {
  auto& module = built_[{kernel.text, defines}];
  if (!module) module = make_module(kernel, defines, diagnostics);
  module_ = module;
  return module != nullptr;
}

MemoryPtr GpuBackendImpl::allocate(const std::string&, size_t bytes, Diagnostics& diagnostics) {
  auto buffer = gpu::Buffer::allocate(*device_, bytes, diagnostics);
  return buffer ? std::make_shared<GpuMemory>(std::move(buffer)) : nullptr;
}

bool GpuBackendImpl::upload(Memory& memory, std::span<const std::byte> from,
                            Diagnostics& diagnostics) {
  return from.empty() || on_gpu(memory).buffer->upload(from.data(), from.size(), diagnostics);
}

bool GpuBackendImpl::read(const Memory& memory, size_t offset, std::span<std::byte> to,
                          Diagnostics& diagnostics) {
  if (to.empty()) return true;
  const gpu::Buffer& from = *static_cast<const GpuMemory&>(memory).buffer;
  return from.read(to.data(), offset, to.size(), diagnostics);
}

bool GpuBackendImpl::fill(Memory& memory, uint8_t byte, Diagnostics& diagnostics) {
  return memory.bytes() == 0 || on_gpu(memory).buffer->fill(byte, diagnostics);
}

gpu::LaunchConfig config_of(const Launch& launch) {
  gpu::LaunchConfig out;
  out.grid[0] = launch.grid;
  out.block[0] = launch.block;
  out.dynamic_shared_bytes = launch.shared_bytes;
  out.carveout = launch.carveout;
  out.early = launch.early;
  return out;
}

bool GpuBackendImpl::launch(const Launch& launch, Diagnostics& diagnostics) {
  std::vector<void*> arguments;
  for (const Argument& argument : launch.arguments) {
    const void* at = std::visit([](const auto& value) -> const void* { return &value; }, argument);
    if (const MemoryPtr* memory = std::get_if<MemoryPtr>(&argument)) at = &on_gpu(**memory).address;
    arguments.push_back(const_cast<void*>(at));
  }
  return gpu::launch(*device_, *module_, launch.kernel, config_of(launch), arguments, diagnostics);
}

std::optional<Residency> GpuBackendImpl::residency(const Launch& launch, Diagnostics& diagnostics) {
  auto of = gpu::residency(*device_, *module_, launch.kernel, config_of(launch), diagnostics);
  if (!of) return std::nullopt;
  return Residency{of->registers, of->shared_bytes, of->local_bytes, of->blocks};
}

std::optional<std::vector<double>> GpuBackendImpl::time_us(const std::function<bool()>& work,
                                                           const Timing& timing,
                                                           Diagnostics& diagnostics) {
  return gpu::time_us(*device_, work, timing.warm_up, timing.repeat, timing.cold, diagnostics);
}

}  // namespace

std::unique_ptr<GpuBackend> GpuBackend::open(PtxCompiler ptx, BuildCache cache,
                                             Diagnostics& diagnostics) {
  std::shared_ptr<gpu::Device> device = gpu::Device::open(diagnostics);
  if (!device) return nullptr;
  auto out = std::make_unique<GpuBackendImpl>(std::move(device), std::move(ptx), std::move(cache));
  out->describe(diagnostics);
  return out;
}

std::string gpu_missing_reason(bool have_ptx_compiler) {
  gpu::Availability driver = gpu::driver();
  if (!driver.usable) return driver.reason;
  gpu::Availability nvrtc = gpu::nvrtc();
  return nvrtc.usable || have_ptx_compiler ? "" : nvrtc.reason;
}

}  // namespace teaal::runtime::plan
