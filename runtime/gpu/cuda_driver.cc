#include "runtime/gpu/cuda_driver.h"

#include <fmt/format.h>

namespace teaal::runtime::gpu {
namespace {

Library<CudaDriver> load() {
  Library<CudaDriver> out;
  auto library = DynamicLibrary::open({"libcuda.so.1", "libcuda.so"}, out.reason);
  if (!library) return out;
  out.path = library->path();
  CudaDriver& table = out.functions;
  std::string missing;
#define TEAAL_BIND(result, name, parameters) \
  if (!library->bind(table.name, #name) && missing.empty()) missing = #name;
  TEAAL_CUDA_DRIVER(TEAAL_BIND)
#undef TEAAL_BIND
#define TEAAL_BIND(result, name, parameters) library->bind(table.name, #name);
  TEAAL_CUDA_DRIVER_NEWER(TEAAL_BIND)
#undef TEAAL_BIND
  if (missing.empty() && !table.cuEventElapsedTime_v2 && !table.cuEventElapsedTime)
    missing = "cuEventElapsedTime";
  out.usable = missing.empty();
  if (!out.usable)
    out.reason =
        fmt::format("{} lacks the function {}: the driver is too old (CUDA 11 is the least)",
                    out.path, missing);
  return out;
}

std::string start_failure(const Library<CudaDriver>& library, int error) {
  if (error == cu_no_device) return "the driver reports no device";
  if (error == cu_stub_library)
    return fmt::format("{} is the toolkit's link-time stub, not a driver", library.path);
  return fmt::format("the driver does not start: cuInit failed with {}",
                     cuda_error_text(library.functions, error));
}

Availability ask_driver() {
  const Library<CudaDriver>& library = cuda_driver();
  if (!library.usable) return {false, library.reason};
  if (int error = library.functions.cuInit(0); error != cu_success)
    return {false, start_failure(library, error)};
  int count = 0;
  if (int error = library.functions.cuDeviceGetCount(&count); error != cu_success)
    return {false, fmt::format("cuDeviceGetCount failed with {}",
                               cuda_error_text(library.functions, error))};
  if (count < 1) return {false, "the driver reports no device"};
  return {true, ""};
}

}  // namespace

const Library<CudaDriver>& cuda_driver() {
  static const Library<CudaDriver> library = load();
  return library;
}

int cuda_driver_major() {
  const Library<CudaDriver>& library = cuda_driver();
  int version = 0;
  if (!library.usable || library.functions.cuDriverGetVersion(&version) != cu_success) return 0;
  return version / 1000;
}

std::string cuda_error_text(const CudaDriver& cuda, int error) {
  const char* name = nullptr;
  const char* text = nullptr;
  if (cuda.cuGetErrorName(error, &name) != cu_success || !name)
    return fmt::format("CUDA error {}", error);
  if (cuda.cuGetErrorString(error, &text) != cu_success || !text) return name;
  return fmt::format("{} ({})", name, text);
}

Availability driver() {
  static const Availability answer = ask_driver();
  return answer;
}

}  // namespace teaal::runtime::gpu
