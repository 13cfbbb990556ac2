#include <fmt/format.h>

#include <array>

#include "runtime/gpu/context.h"

namespace teaal::runtime::gpu {
namespace {

bool read_attribute(const Context& context, int attribute, int& value, Diagnostics& diagnostics) {
  return context.check(context.cuda().cuDeviceGetAttribute(&value, attribute, context.device()),
                       fmt::format("cuDeviceGetAttribute({})", attribute), diagnostics);
}

// Extents x, y and z have consecutive attribute numbers.
bool read_extents(const Context& context, int first, uint32_t (&extents)[3],
                  Diagnostics& diagnostics) {
  for (int i = 0; i < 3; ++i) {
    int value = 0;
    if (!read_attribute(context, first + i, value, diagnostics)) return false;
    extents[i] = static_cast<uint32_t>(value);
  }
  return true;
}

bool read_identity(const Context& context, DeviceInfo& info, Diagnostics& diagnostics) {
  const CudaDriver& cuda = context.cuda();
  std::array<char, 256> name{};
  size_t memory = 0;
  if (!context.check(cuda.cuDeviceGetName(name.data(), name.size() - 1, context.device()),
                     "cuDeviceGetName", diagnostics) ||
      !context.check(cuda.cuDeviceTotalMem_v2(&memory, context.device()), "cuDeviceTotalMem",
                     diagnostics) ||
      !context.check(cuda.cuDriverGetVersion(&info.driver_version), "cuDriverGetVersion",
                     diagnostics))
    return false;
  info.name = name.data();
  info.memory_bytes = static_cast<int64_t>(memory);
  return true;
}

std::optional<DeviceInfo> read_info(const Context& context, Diagnostics& diagnostics) {
  DeviceInfo info;
  int l2 = 0, shared = 0;
  auto read = [&](int attribute, int& value) {
    return read_attribute(context, attribute, value, diagnostics);
  };
  if (!read_identity(context, info, diagnostics) || !read(cu_compute_major, info.compute_major) ||
      !read(cu_compute_minor, info.compute_minor) ||
      !read(cu_multiprocessors, info.multiprocessors) || !read(cu_l2_bytes, l2) ||
      !read(cu_max_threads_per_block, info.max_threads_per_block) ||
      !read(cu_max_shared_per_block_optin, shared) ||
      !read_extents(context, cu_max_block_x, info.max_block, diagnostics) ||
      !read_extents(context, cu_max_grid_x, info.max_grid, diagnostics))
    return std::nullopt;
  info.l2_bytes = l2;
  info.max_shared_bytes = shared;
  return info;
}

}  // namespace

std::shared_ptr<Device> Device::open(Diagnostics& diagnostics) {
  auto context = Context::open(diagnostics);
  if (!context) return nullptr;
  auto info = read_info(*context, diagnostics);
  if (!info) return nullptr;
  return std::make_shared<CudaDevice>(std::move(context), std::move(*info));
}

}  // namespace teaal::runtime::gpu
