#include "tests/unit/gpu/fake_cuda.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "runtime/gpu/cuda_driver.h"

// The loader looks for C names in a library named libcuda.so.1; the types are those of our own
// declarations.
using namespace teaal::runtime::gpu;

namespace {

FakeCuda state{};
std::map<CuAddress, size_t> memory;
std::set<void*> handles;
thread_local CuContext current = nullptr;
char the_context, the_function;

constexpr int invalid_value = 1, invalid_context = 201, invalid_handle = 400, invalid_ptx = 218;

int begin(const char* call) {
  if (!state.failing_call || std::strcmp(call, state.failing_call) != 0) return cu_success;
  return state.failing_after-- > 0 ? cu_success : state.failing_error;
}

int broken(int error) {
  ++state.broken_rules;
  return error;
}

int in_context(const char* call) {
  if (int error = begin(call)) return error;
  return current ? cu_success : broken(invalid_context);
}

template <class Handle>
void give(Handle* out, int& alive) {
  *out = reinterpret_cast<Handle>(new char);
  handles.insert(*out);
  ++alive;
}

template <class Handle>
bool live(Handle handle) {
  return handles.count(handle) > 0;
}

template <class Handle>
int take(Handle handle, int& alive) {
  if (handles.erase(handle) == 0) return broken(invalid_handle);
  delete reinterpret_cast<char*>(handle);
  --alive;
  return cu_success;
}

// The allocation that holds [address, address + bytes).
bool inside(CuAddress address, size_t bytes) {
  auto next = memory.upper_bound(address);
  if (next == memory.begin()) return false;
  auto [start, size] = *std::prev(next);
  return address - start + bytes <= size;
}

int on_stream(const char* call, CuStream stream) {
  if (int error = in_context(call)) return error;
  return live(stream) ? cu_success : broken(invalid_handle);
}

int on_memory(const char* call, CuAddress address, size_t bytes, CuStream stream) {
  if (int error = on_stream(call, stream)) return error;
  return inside(address, bytes) ? cu_success : broken(invalid_value);
}

}  // namespace

extern "C" {

FakeCuda* fake_cuda() { return &state; }

int cuInit(unsigned) { return begin("cuInit"); }
int cuDriverGetVersion(int* version) {
  *version = 13000;
  return begin("cuDriverGetVersion");
}
int cuGetErrorName(int error, const char** text) {
  static char name[64];
  std::snprintf(name, sizeof name, "FAKE_ERROR_%d", error);
  *text = name;
  return cu_success;
}
int cuGetErrorString(int, const char** text) {
  *text = "a planted failure";
  return cu_success;
}
int cuDeviceGetCount(int* count) {
  *count = 1;
  return begin("cuDeviceGetCount");
}
int cuDeviceGet(CuDevice* device, int ordinal) {
  *device = ordinal;
  return begin("cuDeviceGet");
}
int cuDeviceGetName(char* name, int length, CuDevice) {
  std::snprintf(name, static_cast<size_t>(length), "Fake GPU");
  return begin("cuDeviceGetName");
}
int cuDeviceGetAttribute(int* value, int attribute, CuDevice) {
  static const std::map<int, int> values = {{1, 1024},       {2, 1024},  {3, 1024},  {4, 64},
                                            {5, 0x7fffffff}, {6, 65535}, {7, 65535}, {16, 132},
                                            {38, 1 << 20},   {75, 9},    {76, 0},    {97, 232448}};
  auto known = values.find(attribute);
  if (known == values.end()) return broken(invalid_value);
  *value = known->second;
  return begin("cuDeviceGetAttribute");
}
int cuDeviceTotalMem_v2(size_t* bytes, CuDevice) {
  *bytes = size_t{1} << 33;
  return begin("cuDeviceTotalMem_v2");
}
int cuDevicePrimaryCtxRetain(CuContext* context, CuDevice) {
  if (int error = begin("cuDevicePrimaryCtxRetain")) return error;
  *context = reinterpret_cast<CuContext>(&the_context);
  ++state.contexts;
  return cu_success;
}
int cuDevicePrimaryCtxRelease_v2(CuDevice) {
  if (state.contexts == 0) return broken(invalid_context);
  --state.contexts;
  return begin("cuDevicePrimaryCtxRelease_v2");
}
int cuCtxSetCurrent(CuContext context) {
  if (int error = begin("cuCtxSetCurrent")) return error;
  current = context;
  return cu_success;
}
int cuStreamCreate(CuStream* stream, unsigned) {
  if (int error = in_context("cuStreamCreate")) return error;
  give(stream, state.streams);
  return cu_success;
}
int cuStreamDestroy_v2(CuStream stream) { return take(stream, state.streams); }
int cuStreamSynchronize(CuStream stream) { return on_stream("cuStreamSynchronize", stream); }
int cuEventCreate(CuEvent* event, unsigned) {
  if (int error = in_context("cuEventCreate")) return error;
  give(event, state.events);
  state.most_events = std::max(state.most_events, state.events);
  return cu_success;
}
int cuEventDestroy_v2(CuEvent event) { return take(event, state.events); }
int cuEventRecord(CuEvent event, CuStream stream) {
  if (int error = on_stream("cuEventRecord", stream)) return error;
  return live(event) ? cu_success : broken(invalid_handle);
}
int cuEventElapsedTime_v2(float* milliseconds, CuEvent start, CuEvent stop) {
  if (int error = in_context("cuEventElapsedTime_v2")) return error;
  *milliseconds = 0.25f;
  return live(start) && live(stop) ? cu_success : broken(invalid_handle);
}
int cuMemGetInfo_v2(size_t* free, size_t* total) {
  *free = 12345, *total = 67890;
  return in_context("cuMemGetInfo_v2");
}
int cuMemAlloc_v2(CuAddress* address, size_t bytes) {
  if (int error = in_context("cuMemAlloc_v2")) return error;
  *address = reinterpret_cast<CuAddress>(std::malloc(bytes));
  memory[*address] = bytes;
  ++state.allocations;
  return cu_success;
}
int cuMemFree_v2(CuAddress address) {
  if (memory.erase(address) == 0) return broken(invalid_value);
  std::free(reinterpret_cast<void*>(address));
  --state.allocations;
  return cu_success;
}
int cuMemcpyHtoDAsync_v2(CuAddress target, const void* source, size_t bytes, CuStream stream) {
  if (int error = on_memory("cuMemcpyHtoDAsync_v2", target, bytes, stream)) return error;
  std::memcpy(reinterpret_cast<void*>(target), source, bytes);
  return cu_success;
}
int cuMemcpyDtoHAsync_v2(void* target, CuAddress source, size_t bytes, CuStream stream) {
  if (int error = on_memory("cuMemcpyDtoHAsync_v2", source, bytes, stream)) return error;
  std::memcpy(target, reinterpret_cast<void*>(source), bytes);
  return cu_success;
}
int cuMemsetD8Async(CuAddress target, unsigned char value, size_t count, CuStream stream) {
  if (int error = on_memory("cuMemsetD8Async", target, count, stream)) return error;
  std::memset(reinterpret_cast<void*>(target), value, count);
  return cu_success;
}
int cuMemsetD32Async(CuAddress target, unsigned value, size_t count, CuStream stream) {
  if (int error = on_memory("cuMemsetD32Async", target, 4 * count, stream)) return error;
  std::fill_n(reinterpret_cast<unsigned*>(target), count, value);
  return cu_success;
}
int cuModuleLoadDataEx(CuModule* module, const void* image, unsigned count, int* options,
                       void** values) {
  if (int error = in_context("cuModuleLoadDataEx")) return error;
  if (std::strncmp(static_cast<const char*>(image), "wrong", 5) != 0) {
    give(module, state.modules);
    return cu_success;
  }
  if (count == 2 && options[0] == cu_jit_error_log && options[1] == cu_jit_error_log_bytes)
    std::snprintf(static_cast<char*>(values[0]), reinterpret_cast<size_t>(values[1]),
                  "line 1: nothing but wrong");
  return invalid_ptx;
}
int cuModuleUnload(CuModule module) { return take(module, state.modules); }
int cuModuleGetFunction(CuFunction* function, CuModule module, const char* name) {
  if (int error = in_context("cuModuleGetFunction")) return error;
  if (!live(module)) return broken(invalid_handle);
  if (std::strcmp(name, "absent") == 0) return cu_not_found;
  *function = reinterpret_cast<CuFunction>(&the_function);
  return cu_success;
}
int cuFuncGetAttribute(int* value, int attribute, CuFunction) {
  if (int error = in_context("cuFuncGetAttribute")) return error;
  *value = attribute == cu_function_max_threads     ? 512
           : attribute == cu_function_static_shared ? 1024
           : attribute == cu_function_registers     ? 40
           : attribute == cu_function_local         ? 16
                                                    : 48 * 1024 - 1024;
  return cu_success;
}
int cuFuncSetAttribute(CuFunction, int attribute, int value) {
  if (int error = in_context("cuFuncSetAttribute")) return error;
  if (attribute == cu_function_carveout && value >= -1 && value <= 100) {
    ++state.carveouts;
    state.carveout = value;
    return cu_success;
  }
  if (attribute != cu_function_max_dynamic_shared) return broken(invalid_value);
  state.shared_opt_in = value;
  return cu_success;
}
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CuFunction, int threads,
                                                size_t dynamic_shared) {
  if (int error = in_context("cuOccupancyMaxActiveBlocksPerMultiprocessor")) return error;
  *blocks = dynamic_shared > 0 ? 1 : 2048 / threads;
  return cu_success;
}
// Every kernel of this driver takes one parameter of 8 bytes.
int cuFuncGetParamInfo(CuFunction, size_t index, size_t* position, size_t* bytes) {
  *position = 0, *bytes = 8;
  return index < 1 ? cu_success : invalid_value;
}
int cuLaunchKernel(CuFunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                   unsigned by, unsigned bz, unsigned shared_bytes, CuStream stream,
                   void** arguments, void**) {
  if (int error = on_stream("cuLaunchKernel", stream)) return error;
  if (function != reinterpret_cast<CuFunction>(&the_function)) return broken(invalid_handle);
  ++state.launches;
  const unsigned grid[3] = {gx, gy, gz}, block[3] = {bx, by, bz};
  std::copy_n(grid, 3, state.grid);
  std::copy_n(block, 3, state.block);
  state.shared_bytes = shared_bytes;
  std::memcpy(&state.first_argument, arguments[0], sizeof(void*));
  return cu_success;
}
int cuLaunchKernelEx(const CuLaunchConfig* config, CuFunction function, void** arguments,
                     void** extra) {
  if (config->count != 1 || config->attributes->id != cu_launch_early ||
      config->attributes->value != 1)
    return broken(invalid_value);
  ++state.early_launches;
  const auto& [grid, block, shared_bytes, stream, attributes, count] = *config;
  return cuLaunchKernel(function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                        shared_bytes, stream, arguments, extra);
}

}  // extern "C"
