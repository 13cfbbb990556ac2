#include "runtime/plan/cpu_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <thread>
#include <utility>

#include "runtime/cpu/executor.h"

namespace teaal::runtime::plan {
namespace {

using Clock = std::chrono::steady_clock;

class CpuMemory : public Memory {
 public:
  CpuMemory(std::string memory_name, size_t bytes)
      : name(std::move(memory_name)), data(bytes), address(data.data()), size(bytes) {}
  CpuMemory(std::string memory_name, void* borrowed, size_t bytes)
      : name(std::move(memory_name)), address(borrowed), size(bytes), initialized(true) {}
  size_t bytes() const override { return size; }

  std::string name;
  std::vector<std::byte> data;  // empty if it is somebody else's
  void* address;
  size_t size;
  bool initialized = false;
};

CpuMemory& on_cpu(Memory& memory) { return static_cast<CpuMemory&>(memory); }

class CpuBackend : public Backend {
 public:
  explicit CpuBackend(const CpuOptions& options);

  const BackendInfo& info() const override { return info_; }
  bool build(const KernelText&, const std::vector<std::string>& defines, Diagnostics&) override;
  std::string build_note() const override {
    return module_ && cpu::from_cache(*module_) ? "Clang and ORC (from the cache)"
                                                : "Clang and ORC";
  }
  MemoryPtr allocate(const std::string& name, size_t bytes, Diagnostics&) override {
    return std::make_shared<CpuMemory>(name, bytes);
  }
  MemoryPtr borrow(const std::string& name, void* data, size_t bytes) override {
    return std::make_shared<CpuMemory>(name, data, bytes);
  }
  std::shared_ptr<void> built() const override { return module_; }
  void use(std::shared_ptr<void> built) override {
    module_ = std::static_pointer_cast<cpu::Module>(std::move(built));
  }
  void move(Memory& borrowed, void* data) override { on_cpu(borrowed).address = data; }
  void* address_of(const Memory& memory) const override {
    return static_cast<const CpuMemory&>(memory).address;
  }
  void use_stream(void*) override {}
  bool upload(Memory&, std::span<const std::byte>, Diagnostics&) override;
  bool read(const Memory&, size_t offset, std::span<std::byte>, Diagnostics&) override;
  bool zero(Memory& memory, Diagnostics&) override { return fill(memory, 0, true); }
  bool poison(Memory& memory, Diagnostics&) override { return fill(memory, 0xff, false); }
  bool launch(const Launch&, Diagnostics&) override;
  std::optional<Residency> residency(const Launch&, Diagnostics&) override { return std::nullopt; }
  bool synchronize(Diagnostics&) override { return true; }
  std::optional<std::vector<double>> time_us(const std::function<bool()>& work, const Timing&,
                                             Diagnostics&) override;
  std::vector<std::string> take_findings() override { return std::exchange(findings_, {}); }

 private:
  static bool fill(Memory&, int byte, bool initialized);
  void flush_caches();

  CpuOptions options_;
  BackendInfo info_;
  std::shared_ptr<cpu::Module> module_;
  std::map<std::pair<std::string, std::vector<std::string>>, std::shared_ptr<cpu::Module>> built_;
  std::vector<std::string> findings_;
  std::vector<std::byte> flush_;
};

CpuBackend::CpuBackend(const CpuOptions& options) : options_(options) {
  unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  if (options_.workers == 0) options_.workers = cores;
  if (options_.checked) options_.workers = 1;
  info_.name = "CPU executor";
  info_.detail = options_.checked ? "checked mode"
                                  : fmt::format("{} host thread{}", options_.workers,
                                                options_.workers == 1 ? "" : "s");
  info_.parallel_threads = options_.workers;
}

bool CpuBackend::build(const KernelText& kernel, const std::vector<std::string>& defines,
                       Diagnostics& diagnostics) {
  auto& module = built_[{kernel.text, defines}];
  if (!module) {
    cpu::BuildOptions build{options_.checked, options_.force_coroutines, defines};
    if (options_.quick_build) build.optimization = cpu::Optimization::None;
    build.cache = options_.cache;
    module = cpu::build(kernel.text, kernel.file_name, build, diagnostics);
  }
  module_ = module;
  return module != nullptr;
}

bool CpuBackend::upload(Memory& memory, std::span<const std::byte> from, Diagnostics&) {
  if (!from.empty()) std::memcpy(on_cpu(memory).address, from.data(), from.size());
  on_cpu(memory).initialized = true;
  return true;
}

bool CpuBackend::read(const Memory& memory, size_t offset, std::span<std::byte> to, Diagnostics&) {
  const CpuMemory& from = static_cast<const CpuMemory&>(memory);
  if (!to.empty()) {
    const auto* bytes = static_cast<const std::byte*>(from.address);
    std::memcpy(to.data(), bytes + offset, to.size());
  }
  return true;
}

bool CpuBackend::fill(Memory& memory, int byte, bool initialized) {
  CpuMemory& filled = on_cpu(memory);
  if (filled.size > 0) std::memset(filled.address, byte, filled.size);
  filled.initialized = initialized;
  return true;
}

bool CpuBackend::launch(const Launch& launch, Diagnostics& diagnostics) {
  std::vector<void*> arguments;
  std::vector<cpu::Buffer> buffers;
  for (const Argument& argument : launch.arguments) {
    const void* at = std::visit([](const auto& value) -> const void* { return &value; }, argument);
    if (const MemoryPtr* held = std::get_if<MemoryPtr>(&argument)) {
      CpuMemory& memory = on_cpu(**held);
      at = static_cast<const void*>(&memory.address);
      bool written =
          std::find(launch.written.begin(), launch.written.end(), *held) != launch.written.end();
      bool seen = std::any_of(buffers.begin(), buffers.end(),
                              [&](const cpu::Buffer& b) { return b.data == memory.address; });
      if (!seen || memory.bytes() == 0)
        buffers.push_back(
            {memory.address, memory.bytes(), memory.name, memory.initialized, written});
    }
    arguments.push_back(const_cast<void*>(at));
  }
  cpu::LaunchConfig config;
  config.grid.x = launch.grid;
  config.block.x = launch.block;
  config.dynamic_shared_bytes = launch.shared_bytes;
  config.workers = options_.workers;
  config.observer = options_.observer;
  auto result = cpu::launch(*module_, launch.kernel, config, arguments, buffers, diagnostics);
  if (!result) return false;
  if (options_.launched) options_.launched(*result);
  for (const cpu::Finding& finding : result->findings) findings_.push_back(finding.text());
  for (const MemoryPtr& written : launch.written) on_cpu(*written).initialized = true;
  return true;
}

// Larger than the last-level caches of usual hosts.
void CpuBackend::flush_caches() {
  flush_.resize(size_t{128} << 20);
  for (size_t i = 0; i < flush_.size(); i += 64)
    flush_[i] = static_cast<std::byte>(static_cast<unsigned>(flush_[i]) + 1);
}

std::optional<std::vector<double>> CpuBackend::time_us(const std::function<bool()>& work,
                                                       const Timing& timing, Diagnostics&) {
  std::vector<double> out;
  auto start = Clock::now();
  auto spent_ms = [&] {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  };
  for (int i = 0; i < timing.warm_up && spent_ms() < timing.budget_ms; ++i)
    if (!work()) return std::nullopt;
  while (static_cast<int>(out.size()) < timing.repeat &&
         (out.empty() || spent_ms() < timing.budget_ms)) {
    if (timing.cold) flush_caches();
    auto begin = Clock::now();
    if (!work()) return std::nullopt;
    out.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
  }
  return out;
}

}  // namespace

std::unique_ptr<Backend> make_cpu_backend(const CpuOptions& options) {
  return std::make_unique<CpuBackend>(options);
}

}  // namespace teaal::runtime::plan
