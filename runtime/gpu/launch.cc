#include <fmt/format.h>

#include "runtime/gpu/module.h"

namespace teaal::runtime::gpu {
namespace {

std::string extents_text(const uint32_t (&e)[3]) {
  return fmt::format("{}x{}x{}", e[0], e[1], e[2]);
}

bool refuse(Diagnostics& diagnostics, const std::string& kernel, const std::string& why) {
  diagnostics.error(Code::RunFailed, {},
                    fmt::format("kernel {} cannot be launched: {}", kernel, why));
  return false;
}

bool within(const uint32_t (&extents)[3], const uint32_t (&limits)[3]) {
  return extents[0] <= limits[0] && extents[1] <= limits[1] && extents[2] <= limits[2];
}

bool shape_fits(const DeviceInfo& info, const Kernel& kernel, const std::string& name,
                const LaunchConfig& config, Diagnostics& diagnostics) {
  if (!within(config.grid, info.max_grid))
    return refuse(diagnostics, name,
                  fmt::format("a grid of {} blocks exceeds the GPU's {}", extents_text(config.grid),
                              extents_text(info.max_grid)));
  const uint64_t threads = uint64_t{config.block[0]} * config.block[1] * config.block[2];
  if (threads == 0 || !within(config.block, info.max_block) ||
      threads > static_cast<uint64_t>(info.max_threads_per_block))
    return refuse(diagnostics, name,
                  fmt::format("a block of {} threads; the GPU runs 1 to {}, at most {}",
                              extents_text(config.block), info.max_threads_per_block,
                              extents_text(info.max_block)));
  if (threads > static_cast<uint64_t>(kernel.max_threads))
    return refuse(diagnostics, name,
                  fmt::format("a block of {} threads; its registers allow {} (__launch_bounds__ "
                              "makes room for more)",
                              threads, kernel.max_threads));
  return true;
}

// Beyond 48 KiB a block, static and dynamic together, a kernel must opt in.
bool make_room(const Context& context, const DeviceInfo& info, Kernel& kernel,
               const std::string& name, size_t bytes, Diagnostics& diagnostics) {
  if (bytes <= static_cast<size_t>(kernel.dynamic_shared)) return true;
  if (bytes + kernel.static_shared > static_cast<size_t>(info.max_shared_bytes))
    return refuse(diagnostics, name,
                  fmt::format("{} bytes of shared memory a block ({} dynamic, {} static); the GPU "
                              "has {}",
                              bytes + kernel.static_shared, bytes, kernel.static_shared,
                              info.max_shared_bytes));
  const int wanted = static_cast<int>(bytes);
  if (!context.check(context.cuda().cuFuncSetAttribute(kernel.function,
                                                       cu_function_max_dynamic_shared, wanted),
                     fmt::format("cuFuncSetAttribute({}, {} bytes of shared memory)", name, bytes),
                     diagnostics))
    return false;
  kernel.dynamic_shared = wanted;
  return true;
}

// A wish: the driver gives blocks the shared memory that they need whatever it says.
bool carve_out(const Context& context, Kernel& kernel, const std::string& name, int percent,
               Diagnostics& diagnostics) {
  if (percent == kernel.carveout) return true;
  kernel.carveout = percent;
  return context.check(
      context.cuda().cuFuncSetAttribute(kernel.function, cu_function_carveout, percent),
      fmt::format("cuFuncSetAttribute({}, a carveout of {} %)", name, percent), diagnostics);
}

bool arguments_fit(const Kernel& kernel, const std::string& name, size_t given,
                   Diagnostics& diagnostics) {
  if (kernel.parameters < 0 || given == static_cast<size_t>(kernel.parameters)) return true;
  return refuse(diagnostics, name,
                fmt::format("{} arguments for {} parameters", given, kernel.parameters));
}

}  // namespace

bool launch(Device& device, Module& module, const std::string& name, const LaunchConfig& config,
            std::span<void* const> args, Diagnostics& diagnostics) {
  const Context& context = *context_of(device);
  Kernel* kernel = static_cast<CudaModule&>(module).kernel(name, diagnostics);
  if (!kernel || !context.enter(diagnostics) ||
      !shape_fits(device.info(), *kernel, name, config, diagnostics) ||
      !arguments_fit(*kernel, name, args.size(), diagnostics) ||
      !make_room(context, device.info(), *kernel, name, config.dynamic_shared_bytes, diagnostics) ||
      !carve_out(context, *kernel, name, config.carveout, diagnostics))
    return false;
  const auto& [grid, block, shared, carveout, early] = config;
  if (grid[0] == 0 || grid[1] == 0 || grid[2] == 0) return true;
  const CudaDriver& cuda = context.cuda();
  const auto shared_bytes = static_cast<unsigned>(shared);
  void** const arguments = const_cast<void**>(args.data());
  int result = 0;
  if (early && cuda.cuLaunchKernelEx && device.info().compute_major >= 9) {
    CuLaunchAttribute attribute{.id = cu_launch_early, .value = 1, .rest = {}};
    const CuLaunchConfig whole{{grid[0], grid[1], grid[2]},
                               {block[0], block[1], block[2]},
                               shared_bytes,
                               context.stream(),
                               &attribute,
                               1};
    result = cuda.cuLaunchKernelEx(&whole, kernel->function, arguments, nullptr);
  } else {
    result = cuda.cuLaunchKernel(kernel->function, grid[0], grid[1], grid[2], block[0], block[1],
                                 block[2], shared_bytes, context.stream(), arguments, nullptr);
  }
  return context.check(
      result,
      fmt::format("cuLaunchKernel of {}, grid {}, block {}, {} bytes of shared memory", name,
                  extents_text(grid), extents_text(block), shared),
      diagnostics);
}

std::optional<Residency> residency(Device& device, Module& module, const std::string& name,
                                   const LaunchConfig& config, Diagnostics& diagnostics) {
  const Context& context = *context_of(device);
  const CudaDriver& cuda = context.cuda();
  const Kernel* kernel = static_cast<CudaModule&>(module).kernel(name, diagnostics);
  if (!kernel || !context.enter(diagnostics)) return std::nullopt;
  Residency out;
  int local = 0;
  const auto read = [&](int attribute, int& value) {
    return context.check(cuda.cuFuncGetAttribute(&value, attribute, kernel->function),
                         fmt::format("cuFuncGetAttribute({})", attribute), diagnostics);
  };
  if (!read(cu_function_registers, out.registers) || !read(cu_function_local, local))
    return std::nullopt;
  out.local_bytes = local;
  out.shared_bytes = kernel->static_shared + static_cast<int64_t>(config.dynamic_shared_bytes);
  const auto threads = static_cast<int>(config.block[0] * config.block[1] * config.block[2]);
  if (cuda.cuOccupancyMaxActiveBlocksPerMultiprocessor &&
      !context.check(cuda.cuOccupancyMaxActiveBlocksPerMultiprocessor(
                         &out.blocks, kernel->function, threads, config.dynamic_shared_bytes),
                     "cuOccupancyMaxActiveBlocksPerMultiprocessor of " + name, diagnostics))
    return std::nullopt;
  return out;
}

}  // namespace teaal::runtime::gpu
