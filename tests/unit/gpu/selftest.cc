// Exercises the whole room on a machine with a GPU: one line a check; exit 0 if all hold, 1 if not,
// 77 without a GPU.
// `--without-fault` leaves out the last check, whose kernel writes to a wrong address.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/unit/gpu/selftest_checks.h"

namespace teaal::runtime::gpu {
namespace {

namespace fs = std::filesystem;

constexpr const char* kernels = R"(#ifndef FACTOR
#define FACTOR 1.0f
#endif
extern "C" __global__ void fused(float a, const float* x, const float* y, float* z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = fmaf(a, x[i], y[i]);
}
extern "C" __global__ void separate(float a, const float* x, const float* y, float* z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = FACTOR * a * x[i] + y[i];
}
extern "C" __global__ void reverse(const float* x, float* z, int n) {
  extern __shared__ float tile[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) tile[i] = x[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) z[i] = tile[n - 1 - i];
}
extern "C" __global__ void copy(const float4* x, float4* z, long long n) {
  long long step = (long long)gridDim.x * blockDim.x;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) z[i] = x[i];
}
extern "C" __global__ void sum(const float4* x, float* z, long long n) {
  long long step = (long long)gridDim.x * blockDim.x;
  float total = 0;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    float4 v = x[i];
    total += v.x + v.y + v.z + v.w;
  }
  if (total == 12345.678f) *z = total;
}
extern "C" __global__ void wait(unsigned long long ns) {
  unsigned long long start, now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
  for (int i = 0; i < 100000000; ++i) {
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    if (now - start >= ns) return;
  }
}
extern "C" __global__ void nothing() {}
extern "C" __global__ void stray(float* p) { p[threadIdx.x] = 1; }
)";

std::shared_ptr<Module> build(Device& device, Diagnostics& diagnostics,
                              std::vector<std::string> defines = {}) {
  return Module::from_cuda(device, {kernels, "selftest.cu"}, defines, BuildCache::standard(),
                           diagnostics);
}

double median(std::vector<double> times) {
  if (times.empty()) return NAN;
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

std::string text(double value, const char* unit) {
  char out[64];
  std::snprintf(out, sizeof out, "%.2f %s", value, unit);
  return out;
}

void check_libraries(Checks& checks) {
  for (auto [name, library] : {std::pair{"driver", driver()}, std::pair{"NVRTC", nvrtc()},
                               std::pair{"cuBLAS", cublas()}, std::pair{"cuSPARSE", cusparse()}})
    checks.that(library.usable, std::string(name) + " is usable", library.reason);
}

void check_info(Device& device, Checks& checks) {
  const DeviceInfo& info = device.info();
  std::printf(
      "      %s, compute capability %d.%d, %d multiprocessors, L2 %.1f MB, memory %.1f GB, driver "
      "%d\n",
      info.name.c_str(), info.compute_major, info.compute_minor, info.multiprocessors,
      info.l2_bytes / 1e6, info.memory_bytes / 1e9, info.driver_version);
  std::printf("      blocks of %d threads (%ux%ux%u), %lld bytes shared, grids of %ux%ux%u\n",
              info.max_threads_per_block, info.max_block[0], info.max_block[1], info.max_block[2],
              static_cast<long long>(info.max_shared_bytes), info.max_grid[0], info.max_grid[1],
              info.max_grid[2]);
  checks.that(!info.name.empty() && info.compute_major >= 5 && info.multiprocessors > 0 &&
                  info.l2_bytes > 0 && info.memory_bytes > (1 << 30) &&
                  info.driver_version >= 11000 && info.max_threads_per_block >= 1024 &&
                  info.max_shared_bytes >= 48 << 10 && info.max_grid[0] == 2147483647u &&
                  info.max_grid[1] == 65535 && info.max_block[2] == 64,
              "the device's description is plausible");
}

void check_buffers(Device& device, Checks& checks) {
  Diagnostics d;
  const std::vector<float> host = random_floats(1'000'003, 1);
  auto buffer = on_device(device, host, d);
  if (!checks.works(buffer, "a buffer is allocated and uploaded", d)) return;
  checks.that(on_host<float>(*buffer, d) == host && d.ok(), "what comes back is what went up");
  buffer->fill(0x5a, d);
  const std::vector<uint8_t> bytes = on_host<uint8_t>(*buffer, d);
  checks.that(
      std::all_of(bytes.begin(), bytes.end(), [](uint8_t b) { return b == 0x5a; }) && d.ok(),
      "fill reaches every byte");
  auto empty = Buffer::allocate(device, 0, d);
  checks.that(empty && empty->address() == 0 && empty->fill(1, d) && empty->upload(nullptr, 0, d),
              "an empty buffer is no error");
  Diagnostics over;
  checks.refused(buffer->upload(host.data(), buffer->bytes() + 1, over), "an upload past the end",
                 over, Code::RunFailed, "upload");
  Diagnostics huge;
  checks.refused(Buffer::allocate(device, size_t{1} << 50, huge) != nullptr,
                 "a buffer larger than the memory", huge, Code::RunFailed, "cuMemAlloc");
  checks.works(Buffer::allocate(device, 1 << 20, d), "and memory is still given afterwards", d);
}

struct Axpy {
  std::vector<float> x = random_floats(100'003, 2), y = random_floats(100'003, 3);
  float a = 1.37f;

  std::vector<float> run(Device& device, Module& module, const char* kernel, Diagnostics& d) const {
    auto dx = on_device(device, x, d), dy = on_device(device, y, d);
    auto dz = Buffer::allocate(device, x.size() * sizeof(float), d);
    if (!dx || !dy || !dz || !dz->fill(0xff, d)) return {};
    uint64_t px = dx->address(), py = dy->address(), pz = dz->address();
    int n = static_cast<int>(x.size());
    float factor = a;
    void* args[] = {&factor, &px, &py, &pz, &n};
    const auto blocks = static_cast<uint32_t>((x.size() + 255) / 256);
    const LaunchConfig config{.grid = {blocks, 1, 1}, .block = {256, 1, 1}};
    if (!launch(device, module, kernel, config, args, d) || !device.synchronize(d)) return {};
    return on_host<float>(*dz, d);
  }
  template <class Formula>
  bool equal(const std::vector<float>& got, Formula formula) const {
    if (got.size() != x.size()) return false;
    for (size_t i = 0; i < got.size(); ++i)
      if (got[i] != formula(a, x[i], y[i])) return false;
    return true;
  }
};

void corrupt_cache(const fs::path& folder) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(entry.file_size() / 2));
    file.write("broken", 6);
  }
}

void check_builds(Device& device, Checks& checks, const fs::path& cache) {
  Diagnostics d;
  auto first = build(device, d);
  if (!checks.works(first, "NVRTC builds for this GPU", d)) return;
  checks.that(!first->from_cache(), "the first build is not from the cache",
              text(first->build_ms(), "ms"));
  auto second = build(device, d);
  checks.that(second && second->from_cache(), "the second is",
              second ? text(second->build_ms(), "ms") : "");
  auto other = build(device, d, {"FACTOR=3.0f"});
  checks.that(other && !other->from_cache(), "other defines are another entry");
  corrupt_cache(cache);
  auto third = build(device, d);
  checks.that(third && !third->from_cache(), "a corrupt entry is built again");

  Axpy axpy;
  auto fused = [](float a, float x, float y) { return std::fmaf(a, x, y); };
  auto separate = [](float a, float x, float y) { return a * x + y; };
  auto tripled = [](float a, float x, float y) { return 3.0f * a * x + y; };
  checks.that(axpy.equal(axpy.run(device, *first, "fused", d), fused), "fmaf() fuses, bit for bit");
  checks.that(axpy.equal(axpy.run(device, *second, "separate", d), separate),
              "a * x + y does not, bit for bit (from the cache)");
  checks.that(other && axpy.equal(axpy.run(device, *other, "separate", d), tripled),
              "a define reaches the kernel");
  if (!d.ok()) checks.show(d);

  Diagnostics bad;
  const std::string wrong =
      "#line 7 \"spec.yaml\"\nextern \"C\" __global__ void k(float* z) { *z = nowhere; }\n";
  bool built =
      Module::from_cuda(device, {wrong, "wrong.cu"}, {}, BuildCache::standard(), bad) != nullptr;
  checks.refused(built, "a kernel with a mistake", bad, Code::BuildFailed, "nowhere");
  checks.that(!bad.all().empty() && bad.all()[0].where.line == 7 && bad.all()[0].where.file &&
                  bad.all()[0].where.file->path == "spec.yaml",
              "its place is that of #line");
}

void check_ptx(Device& device, Checks& checks) {
  Diagnostics d;
  const DeviceInfo& info = device.info();
  const std::string arch =
      "compute_" + std::to_string(info.compute_major) + std::to_string(info.compute_minor);
  auto ptx = nvrtc_compile(kernels, "selftest.cu", arch, {}, d);
  if (!checks.works(ptx, "NVRTC gives PTX", d)) return;
  auto module = Module::from_ptx(device, *ptx, d);
  if (!checks.works(module, "the driver loads PTX", d)) return;
  Axpy axpy;
  checks.that(axpy.equal(axpy.run(device, *module, "fused", d),
                         [](float a, float x, float y) { return std::fmaf(a, x, y); }),
              "and its kernel is right");
  Diagnostics bad;
  checks.refused(Module::from_ptx(device, ".version 7.0\n.target sm_70\nnonsense", bad) != nullptr,
                 "wrong PTX", bad, Code::BuildFailed, "cuModuleLoadDataEx");
}

void check_shared(Device& device, Module& module, Checks& checks) {
  Diagnostics d;
  for (size_t kib : {16, 100}) {
    const int n = static_cast<int>(kib << 8);
    const std::vector<float> host = random_floats(n, 4);
    auto x = on_device(device, host, d), z = Buffer::allocate(device, n * sizeof(float), d);
    if (!checks.works(x && z && z->fill(0xff, d), "buffers for shared memory", d)) return;
    uint64_t px = x->address(), pz = z->address();
    int count = n;
    void* args[] = {&px, &pz, &count};
    LaunchConfig config{.block = {256, 1, 1}, .dynamic_shared_bytes = kib << 10};
    bool ran = launch(device, module, "reverse", config, args, d) && device.synchronize(d);
    std::vector<float> got = on_host<float>(*z, d);
    std::reverse(got.begin(), got.end());
    if (!checks.that(ran && got == host, std::to_string(kib) + " KiB of dynamic shared memory"))
      checks.show(d);
  }
}

void check_refusals(Device& device, Module& module, Checks& checks) {
  auto refuse = [&](const char* what, const char* kernel, LaunchConfig config,
                    std::span<void* const> args, const char* part) {
    Diagnostics d;
    checks.refused(launch(device, module, kernel, config, args, d), what, d, Code::RunFailed, part);
  };
  const size_t too_much = static_cast<size_t>(device.info().max_shared_bytes) + 1;
  uint64_t pointer = 0;
  int n = 0;
  void* three[] = {&pointer, &pointer, &n};
  refuse("grid.y of 65536", "nothing", {.grid = {1, 65536, 1}}, {}, "grid");
  refuse("grid.x of 2^31", "nothing", {.grid = {1u << 31, 1, 1}}, {}, "grid");
  refuse("a block of 1025 threads", "nothing", {.block = {1025, 1, 1}}, {}, "block");
  refuse("a block of no threads", "nothing", {.block = {0, 1, 1}}, {}, "block");
  refuse("too much shared memory", "reverse", {.dynamic_shared_bytes = too_much}, three, "shared");
  refuse("an unknown kernel", "nobody", {}, {}, "nobody");
  if (device.info().driver_version >= 12040)
    refuse("a missing argument", "reverse", {}, std::span<void* const>(three, 2), "argument");
  Diagnostics d;
  checks.works(launch(device, module, "nothing", {.grid = {0, 1, 1}}, {}, d),
               "a grid without blocks does nothing", d);
  checks.works(device.synchronize(d), "the device is well after all refusals", d);
}

void check_times(Device& device, Module& module, Checks& checks) {
  Diagnostics d;
  auto timed = [&](const char* kernel, LaunchConfig config, std::span<void* const> args,
                   bool cold) {
    auto times = time_us(
        device, [&] { return launch(device, module, kernel, config, args, d); }, 5, 101, cold, d);
    checks.that(times && times->size() == 101 &&
                    std::all_of(times->begin(), times->end(), [](double t) { return t > 0; }),
                std::string("101 times of ") + kernel + (cold ? ", cold" : ", warm"),
                text(times ? median(*times) : NAN, "us"));
    return times ? median(*times) : NAN;
  };
  timed("nothing", {}, {}, false);
  timed("nothing", {}, {}, true);
  unsigned long long ns = 200'000;
  void* wait_args[] = {&ns};
  const double waited = timed("wait", {}, wait_args, false);
  checks.that(waited > 190 && waited < 220, "a kernel of 200 us takes that long",
              text(waited, "us"));

  const uint32_t blocks = 8 * static_cast<uint32_t>(device.info().multiprocessors);
  const LaunchConfig wide{.grid = {blocks, 1, 1}, .block = {256, 1, 1}};
  const size_t large = size_t{1} << 30, small = static_cast<size_t>(device.info().l2_bytes) / 4;
  auto x = Buffer::allocate(device, large, d), z = Buffer::allocate(device, large, d);
  if (!checks.works(x && z && x->fill(0x3c, d), "two buffers of 1 GiB", d)) return;
  uint64_t px = x->address(), pz = z->address();
  long long n = static_cast<long long>(large / 16);
  void* args[] = {&px, &pz, &n};
  const double copied = timed("copy", wide, args, false);
  std::printf("      copy: %.0f GB/s read and written\n",
              2e-3 * static_cast<double>(large) / copied);
  n = static_cast<long long>(small / 16);
  const double warm = timed("sum", wide, args, false), cold = timed("sum", wide, args, true);
  checks.that(cold > 1.1 * warm, "reading a quarter of the L2 is slower after a flush",
              text(cold / warm, "times"));
  Diagnostics failed;
  checks.refused(time_us(
                     device, [] { return false; }, 0, 3, false, failed)
                     .has_value(),
                 "work that fails", failed, Code::RunFailed, "timed work");
  if (!d.ok()) checks.show(d);
}

void check_outliving(Checks& checks) {
  Diagnostics d;
  std::shared_ptr<Buffer> buffer;
  {
    auto device = Device::open(d);
    if (device) buffer = Buffer::allocate(*device, 4096, d);
  }
  std::vector<uint8_t> host(4096, 7);
  checks.works(
      buffer && buffer->upload(host.data(), host.size(), d) && on_host<uint8_t>(*buffer, d) == host,
      "a buffer outlives the Device that made it", d);
}

void check_fault(Device& device, Module& module, Checks& checks) {
  Diagnostics setup, d;
  auto buffer = Buffer::allocate(device, 1 << 20, setup);
  uint64_t wrong = 0x10;
  void* args[] = {&wrong};
  launch(device, module, "stray", {.block = {32, 1, 1}}, args, d);
  checks.refused(device.synchronize(d), "a kernel that writes to a wrong address", d,
                 Code::RunFailed, "CUDA_ERROR_");
  Diagnostics after;
  checks.refused(Buffer::allocate(device, 16, after) != nullptr, "memory after that", after,
                 Code::RunFailed, "CUDA_ERROR_");
}

int run(bool with_fault) {
  Diagnostics d;
  Checks checks;
  auto device = Device::open(d);
  if (!device) {
    checks.show(d);
    return 77;
  }
  std::string folder = (fs::temp_directory_path() / "teaalc-selftest-XXXXXX").string();
  if (!checks.that(mkdtemp(folder.data()) != nullptr, "a folder for the cache", folder)) return 1;
  setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  check_libraries(checks);
  check_info(*device, checks);
  check_buffers(*device, checks);
  check_builds(*device, checks, folder);
  check_ptx(*device, checks);
  if (auto module = build(*device, d); checks.works(module, "the module for the rest", d)) {
    check_shared(*device, *module, checks);
    check_refusals(*device, *module, checks);
    check_times(*device, *module, checks);
    check_baselines(*device, checks);
    check_outliving(checks);
    if (with_fault) check_fault(*device, *module, checks);
  }
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  std::printf("%s: %d checks failed\n", checks.failures() ? "FAIL" : "ok", checks.failures());
  return checks.failures() ? 1 : 0;
}

}  // namespace
}  // namespace teaal::runtime::gpu

int main(int count, char** arguments) {
  const bool without_fault = count > 1 && std::strcmp(arguments[1], "--without-fault") == 0;
  return teaal::runtime::gpu::run(!without_fault);
}
