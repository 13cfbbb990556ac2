#pragma once
#include <cstddef>
#include <string>

#include "runtime/gpu/dynamic_library.h"
#include "runtime/gpu/gpu.h"

// The functions of the CUDA driver that we call, declared from its public reference. The suffix _v2
// is part of the exported name: the plain name is an older ABI.
namespace teaal::runtime::gpu {

using CuDevice = int;
using CuAddress = unsigned long long;
using CuContext = struct OpaqueCuContext*;
using CuStream = struct OpaqueCuStream*;
using CuEvent = struct OpaqueCuEvent*;
using CuModule = struct OpaqueCuModule*;
using CuFunction = struct OpaqueCuFunction*;

inline constexpr int cu_success = 0, cu_out_of_memory = 2, cu_stub_library = 34, cu_no_device = 100,
                     cu_not_found = 500;
inline constexpr unsigned cu_stream_non_blocking = 1, cu_event_default = 0;

enum CuDeviceAttribute : int {
  cu_max_threads_per_block = 1,
  cu_max_block_x = 2,
  cu_max_grid_x = 5,
  cu_max_shared_per_block = 8,
  cu_multiprocessors = 16,
  cu_l2_bytes = 38,
  cu_compute_major = 75,
  cu_compute_minor = 76,
  cu_max_shared_per_block_optin = 97,
};
enum CuFunctionAttribute : int {
  cu_function_max_threads = 0,
  cu_function_static_shared = 1,
  cu_function_local = 3,
  cu_function_registers = 4,
  cu_function_max_dynamic_shared = 8,
  cu_function_carveout = 9,
};
// CUlaunchConfig, and its attributes as far as they are used: what is behind the id is a union of
// 64 bytes. cu_launch_early is CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION.
inline constexpr int cu_launch_early = 6;
struct CuLaunchAttribute {
  int id;
  alignas(8) int value;
  char rest[60];
};
static_assert(sizeof(CuLaunchAttribute) == 72);
struct CuLaunchConfig {
  unsigned grid[3], block[3];
  unsigned shared_bytes;
  CuStream stream;
  const CuLaunchAttribute* attributes;
  unsigned count;
};
enum CuJitOption : int { cu_jit_error_log = 5, cu_jit_error_log_bytes = 6 };

// FUNCTION(result, name, parameters)
#define TEAAL_CUDA_DRIVER(FUNCTION)                                                              \
  FUNCTION(int, cuInit, (unsigned flags))                                                        \
  FUNCTION(int, cuDriverGetVersion, (int* version))                                              \
  FUNCTION(int, cuGetErrorName, (int error, const char** text))                                  \
  FUNCTION(int, cuGetErrorString, (int error, const char** text))                                \
  FUNCTION(int, cuDeviceGetCount, (int* count))                                                  \
  FUNCTION(int, cuDeviceGet, (CuDevice * device, int ordinal))                                   \
  FUNCTION(int, cuDeviceGetName, (char* name, int length, CuDevice device))                      \
  FUNCTION(int, cuDeviceGetAttribute, (int* value, int attribute, CuDevice device))              \
  FUNCTION(int, cuDeviceTotalMem_v2, (size_t* bytes, CuDevice device))                           \
  FUNCTION(int, cuDevicePrimaryCtxRetain, (CuContext * context, CuDevice device))                \
  FUNCTION(int, cuDevicePrimaryCtxRelease_v2, (CuDevice device))                                 \
  FUNCTION(int, cuCtxSetCurrent, (CuContext context))                                            \
  FUNCTION(int, cuStreamCreate, (CuStream * stream, unsigned flags))                             \
  FUNCTION(int, cuStreamDestroy_v2, (CuStream stream))                                           \
  FUNCTION(int, cuStreamSynchronize, (CuStream stream))                                          \
  FUNCTION(int, cuEventCreate, (CuEvent * event, unsigned flags))                                \
  FUNCTION(int, cuEventDestroy_v2, (CuEvent event))                                              \
  FUNCTION(int, cuEventRecord, (CuEvent event, CuStream stream))                                 \
  FUNCTION(int, cuMemGetInfo_v2, (size_t* free, size_t* total))                                  \
  FUNCTION(int, cuMemAlloc_v2, (CuAddress * address, size_t bytes))                              \
  FUNCTION(int, cuMemFree_v2, (CuAddress address))                                               \
  FUNCTION(int, cuMemcpyHtoDAsync_v2,                                                            \
           (CuAddress target, const void* source, size_t bytes, CuStream stream))                \
  FUNCTION(int, cuMemcpyDtoHAsync_v2,                                                            \
           (void* target, CuAddress source, size_t bytes, CuStream stream))                      \
  FUNCTION(int, cuMemsetD8Async,                                                                 \
           (CuAddress target, unsigned char value, size_t count, CuStream stream))               \
  FUNCTION(int, cuMemsetD32Async,                                                                \
           (CuAddress target, unsigned value, size_t count, CuStream stream))                    \
  FUNCTION(int, cuModuleLoadDataEx,                                                              \
           (CuModule * module, const void* image, unsigned count, int* options, void** values))  \
  FUNCTION(int, cuModuleUnload, (CuModule module))                                               \
  FUNCTION(int, cuModuleGetFunction, (CuFunction * function, CuModule module, const char* name)) \
  FUNCTION(int, cuFuncGetAttribute, (int* value, int attribute, CuFunction function))            \
  FUNCTION(int, cuFuncSetAttribute, (CuFunction function, int attribute, int value))             \
  FUNCTION(int, cuLaunchKernel,                                                                  \
           (CuFunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,              \
            unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,         \
            CuStream stream, void** parameters, void** extra))

// Of each of these the driver has at least the second, or we do without.
#define TEAAL_CUDA_DRIVER_NEWER(FUNCTION)                                                  \
  FUNCTION(int, cuEventElapsedTime_v2, (float* milliseconds, CuEvent start, CuEvent stop)) \
  FUNCTION(int, cuEventElapsedTime, (float* milliseconds, CuEvent start, CuEvent stop))    \
  FUNCTION(int, cuOccupancyMaxActiveBlocksPerMultiprocessor,                               \
           (int* blocks, CuFunction function, int threads, size_t dynamic_shared))         \
  FUNCTION(int, cuFuncGetParamInfo,                                                        \
           (CuFunction function, size_t index, size_t* position, size_t* bytes))           \
  FUNCTION(int, cuLaunchKernelEx,                                                          \
           (const CuLaunchConfig* config, CuFunction function, void** parameters, void** extra))

struct CudaDriver {
#define TEAAL_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
  TEAAL_CUDA_DRIVER(TEAAL_MEMBER)
  TEAAL_CUDA_DRIVER_NEWER(TEAAL_MEMBER)
#undef TEAAL_MEMBER

  int elapsed(float* milliseconds, CuEvent start, CuEvent stop) const {
    return (cuEventElapsedTime_v2 ? cuEventElapsedTime_v2 : cuEventElapsedTime)(milliseconds, start,
                                                                                stop);
  }
};

// Opened once. `usable` says only that the library and its functions are there; driver() also asks
// it for a device.
const Library<CudaDriver>& cuda_driver();

// 13 for a driver of CUDA 13; 0 without a driver.
int cuda_driver_major();

// "CUDA_ERROR_OUT_OF_MEMORY (out of memory)"
std::string cuda_error_text(const CudaDriver&, int error);

}  // namespace teaal::runtime::gpu
