#include "runtime/gpu/module.h"

#include <fmt/format.h>

#include <array>
#include <chrono>

#include "runtime/gpu/nvrtc.h"

namespace teaal::runtime::gpu {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// How many parameters a kernel has, if the driver (12.4 or newer) can tell.
int count_parameters(const CudaDriver& cuda, CuFunction function) {
  if (!cuda.cuFuncGetParamInfo) return -1;
  size_t position = 0, bytes = 0;
  int count = 0;
  while (cuda.cuFuncGetParamInfo(function, static_cast<size_t>(count), &position, &bytes) ==
         cu_success)
    ++count;
  return count;
}

std::string driver_and_nvrtc(const CudaDriver& cuda) {
  int version = 0;
  cuda.cuDriverGetVersion(&version);
  return fmt::format(
      "the driver is of CUDA {}.{}, NVRTC is {}; code of a newer major version than "
      "the driver's does not load",
      version / 1000, version % 1000 / 10, nvrtc_library().usable ? nvrtc_identity() : "absent");
}

}  // namespace

CudaModule::~CudaModule() {
  context_->enter_quietly();
  context_->cuda().cuModuleUnload(module_);
}

std::shared_ptr<CudaModule> CudaModule::load(std::shared_ptr<Context> context,
                                             const std::string& image, Diagnostics& diagnostics) {
  if (!context->enter(diagnostics)) return nullptr;
  std::array<char, 8192> log{};
  std::array<int, 2> options = {cu_jit_error_log, cu_jit_error_log_bytes};
  std::array<void*, 2> values = {log.data(), reinterpret_cast<void*>(log.size())};
  CuModule module = nullptr;
  const CudaDriver& cuda = context->cuda();
  int result = cuda.cuModuleLoadDataEx(&module, image.c_str(), options.size(), options.data(),
                                       values.data());
  if (result == cu_success) return std::make_shared<CudaModule>(std::move(context), module);
  log.back() = '\0';
  Diagnostic& error = diagnostics.error(
      Code::BuildFailed, {},
      fmt::format("the driver does not load the module: cuModuleLoadDataEx failed with {}",
                  cuda_error_text(cuda, result)));
  error.note({}, driver_and_nvrtc(cuda));
  if (log[0]) error.note({}, fmt::format("the driver's log:\n{}", log.data()));
  return nullptr;
}

bool CudaModule::describe(Kernel& kernel, Diagnostics& diagnostics) const {
  const CudaDriver& cuda = context_->cuda();
  auto read = [&](int attribute, int& value) {
    return context_->check(cuda.cuFuncGetAttribute(&value, attribute, kernel.function),
                           fmt::format("cuFuncGetAttribute({})", attribute), diagnostics);
  };
  if (!read(cu_function_max_threads, kernel.max_threads) ||
      !read(cu_function_static_shared, kernel.static_shared) ||
      !read(cu_function_max_dynamic_shared, kernel.dynamic_shared))
    return false;
  kernel.parameters = count_parameters(cuda, kernel.function);
  return true;
}

Kernel* CudaModule::kernel(const std::string& name, Diagnostics& diagnostics) {
  if (auto known = kernels_.find(name); known != kernels_.end()) return &known->second;
  if (!context_->enter(diagnostics)) return nullptr;
  Kernel kernel;
  int result = context_->cuda().cuModuleGetFunction(&kernel.function, module_, name.c_str());
  if (result != cu_success) {
    Diagnostic& error =
        context_->fail(result, fmt::format("cuModuleGetFunction(\"{}\")", name), diagnostics);
    if (result == cu_not_found)
      error.note({}, "the module has no kernel of this name (is it extern \"C\" __global__?)");
    return nullptr;
  }
  if (!describe(kernel, diagnostics)) return nullptr;
  return &kernels_.emplace(name, kernel).first->second;
}

std::optional<std::string> target_architecture(const DeviceInfo& info, const std::string& arch,
                                               Diagnostics& diagnostics) {
  std::string own = fmt::format("sm_{}{}", info.compute_major, info.compute_minor);
  if (!arch.ends_with("a")) return own;
  if (arch == own + "a") return arch;
  diagnostics.error(
      Code::BuildFailed, {},
      fmt::format("the kernels are for {} alone, and this GPU is {}; compile the spec "
                  "with --arch={}",
                  arch, own, own));
  return std::nullopt;
}

std::shared_ptr<Module> Module::from_cuda(Device& device, const CudaText& cuda,
                                          const std::vector<std::string>& defines,
                                          const BuildCache& cache, Diagnostics& diagnostics) {
  const auto start = Clock::now();
  const DeviceInfo& info = device.info();
  std::optional<std::string> architecture = target_architecture(info, cuda.arch, diagnostics);
  if (!architecture) return nullptr;
  if (const Library<Nvrtc>& library = nvrtc_library();
      library.usable && !architecture->ends_with("a")) {
    auto known = nvrtc_architecture_for(info.compute_major, info.compute_minor,
                                        nvrtc_architectures(library.functions), diagnostics);
    if (!known) return nullptr;
    architecture = known;
  }
  auto built = nvrtc_build({cuda.text, cuda.file_name, *architecture, defines, cuda.depth}, cache,
                           diagnostics);
  if (!built) return nullptr;
  auto module = CudaModule::load(context_of(device), built->bytes, diagnostics);
  if (module) module->set_origin(milliseconds_since(start), built->from_cache);
  return module;
}

std::shared_ptr<Module> Module::from_ptx(Device& device, const std::string& ptx,
                                         Diagnostics& diagnostics) {
  const auto start = Clock::now();
  auto module = CudaModule::load(context_of(device), ptx, diagnostics);
  if (module) module->set_origin(milliseconds_since(start), false);
  return module;
}

}  // namespace teaal::runtime::gpu
