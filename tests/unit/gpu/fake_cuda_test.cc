#include "tests/unit/gpu/fake_cuda.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <numeric>
#include <thread>

#include "runtime/gpu/gpu.h"
#include "runtime/gpu/nvrtc.h"

namespace teaal::runtime::gpu {
namespace {

// Before the first call of the room, which opens each library once.
[[maybe_unused]] const int only_the_fake_driver =
    setenv("TEAAL_LIBRARY_PATH_ONLY", TEAAL_FAKE_CUDA_FOLDER ":/usr/local/cuda/lib64", 1);

FakeCuda& fake() {
  static void* library = dlopen(TEAAL_FAKE_CUDA_FOLDER "/libcuda.so.1", RTLD_NOW);
  static auto get = reinterpret_cast<FakeCuda* (*)()>(dlsym(library, "fake_cuda"));
  return *get();
}

std::string all_text(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics.all()) text += render(d);
  return text;
}

class FakeCudaTest : public testing::Test {
 protected:
  void SetUp() override { fake() = {}; }

  void TearDown() override { expect_all_given_back(); }

  void expect_all_given_back() {
    EXPECT_EQ(fake().contexts, 0);
    EXPECT_EQ(fake().streams, 0);
    EXPECT_EQ(fake().events, 0);
    EXPECT_EQ(fake().modules, 0);
    EXPECT_EQ(fake().allocations, 0);
    EXPECT_EQ(fake().broken_rules, 0);
  }

  Diagnostics d;
};

// Everything a run does; false as soon as a step fails.
bool whole_run(Diagnostics& d) {
  auto device = Device::open(d);
  if (!device) return false;
  std::array<int, 1000> host{};
  auto buffer = Buffer::allocate(*device, sizeof host, d);
  if (!buffer || !buffer->fill(0xff, d) || !buffer->upload(host.data(), sizeof host, d))
    return false;
  auto module = Module::from_ptx(*device, "a kernel", d);
  if (!module) return false;
  uint64_t address = buffer->address();
  void* args[] = {&address};
  auto work = [&] {
    return launch(*device, *module, "k", {.dynamic_shared_bytes = 64 << 10}, args, d);
  };
  return time_us(*device, work, 1, 3, true, d) && time_us(*device, work, 1, 3, false, d) &&
         device->synchronize(d) && buffer->download(host.data(), sizeof host, d);
}

TEST_F(FakeCudaTest, AWholeRunBreaksNoRuleAndGivesEverythingBack) {
  EXPECT_TRUE(whole_run(d)) << all_text(d);
  EXPECT_TRUE(d.ok());
  EXPECT_GT(fake().launches, 8);
}

// Every call in turn fails at its first, second, … use: an error that names it, and nothing kept.
TEST_F(FakeCudaTest, EveryFailingCallIsNamedAndNothingIsKept) {
  const char* calls[] = {"cuDeviceGet",          "cuDeviceGetName",          "cuDeviceGetAttribute",
                         "cuDeviceTotalMem_v2",  "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent",
                         "cuStreamCreate",       "cuStreamSynchronize",      "cuEventCreate",
                         "cuEventRecord",        "cuEventElapsedTime_v2",    "cuMemAlloc_v2",
                         "cuMemcpyHtoDAsync_v2", "cuMemcpyDtoHAsync_v2",     "cuMemsetD8Async",
                         "cuMemsetD32Async",     "cuModuleLoadDataEx",       "cuModuleGetFunction",
                         "cuFuncGetAttribute",   "cuFuncSetAttribute",       "cuLaunchKernel",
                         "cuDriverGetVersion"};
  for (const char* call : calls) {
    for (int after = 0; after < 3; ++after) {
      SCOPED_TRACE(testing::Message() << call << " after " << after);
      fake() = {.failing_call = call, .failing_after = after, .failing_error = 719};
      Diagnostics found;
      const bool ran = whole_run(found);
      const bool was_reached = fake().failing_after < 0;
      // The delay before warm repetitions is the one thing done without.
      const bool optional = std::string(call) == "cuModuleLoadDataEx" && after == 1;
      EXPECT_EQ(ran, !was_reached || optional);
      EXPECT_EQ(found.ok(), ran);
      std::string name = call;
      name = name.substr(0, name.find("_v2"));
      if (!ran) {
        EXPECT_NE(all_text(found).find(name), std::string::npos) << all_text(found);
        EXPECT_NE(all_text(found).find("FAKE_ERROR_719"), std::string::npos) << all_text(found);
      }
      fake().failing_call = nullptr;
      expect_all_given_back();
    }
  }
}

TEST_F(FakeCudaTest, AFailureToOpenIsNoDeviceAndSaysWhatToDo) {
  fake().failing_call = "cuDevicePrimaryCtxRetain";
  fake().failing_error = 46;
  EXPECT_EQ(Device::open(d), nullptr);
  ASSERT_EQ(d.errors(), 1);
  EXPECT_EQ(d.all()[0].code, Code::NoDevice);
  EXPECT_NE(all_text(d).find("--device=cpu"), std::string::npos);
}

TEST_F(FakeCudaTest, TheDeviceIsDescribed) {
  auto device = Device::open(d);
  ASSERT_TRUE(device) << all_text(d);
  const DeviceInfo& info = device->info();
  EXPECT_EQ(info.name, "Fake GPU");
  EXPECT_EQ(info.compute_major, 9);
  EXPECT_EQ(info.compute_minor, 0);
  EXPECT_EQ(info.multiprocessors, 132);
  EXPECT_EQ(info.l2_bytes, 1 << 20);
  EXPECT_EQ(info.memory_bytes, int64_t{1} << 33);
  EXPECT_EQ(info.driver_version, 13000);
  EXPECT_EQ(info.max_grid[0], 0x7fffffffu);
  EXPECT_EQ(info.max_block[2], 64u);
  EXPECT_EQ(info.max_shared_bytes, 232448);
}

TEST_F(FakeCudaTest, WhatABlockTakesIsTold) {
  auto device = Device::open(d);
  ASSERT_TRUE(device) << all_text(d);
  auto module = Module::from_ptx(*device, "right", d);
  ASSERT_TRUE(module) << all_text(d);
  auto of = residency(*device, *module, "k", {.block = {128, 1, 1}}, d);
  ASSERT_TRUE(of) << all_text(d);
  EXPECT_EQ(of->registers, 40);
  EXPECT_EQ(of->local_bytes, 16);
  EXPECT_EQ(of->shared_bytes, 1024);
  EXPECT_EQ(of->blocks, 16);
  of = residency(*device, *module, "k", {.dynamic_shared_bytes = 4096}, d);
  ASSERT_TRUE(of) << all_text(d);
  EXPECT_EQ(of->shared_bytes, 5120);
  EXPECT_EQ(of->blocks, 1);
  fake().failing_call = "cuOccupancyMaxActiveBlocksPerMultiprocessor";
  fake().failing_error = 719;
  EXPECT_FALSE(residency(*device, *module, "k", {}, d));
  EXPECT_NE(all_text(d).find("cuOccupancyMaxActiveBlocksPerMultiprocessor of k"),
            std::string::npos);
}

TEST_F(FakeCudaTest, BuffersCarryBytesAndRefuseMoreThanTheyHold) {
  auto device = Device::open(d);
  ASSERT_TRUE(device);
  std::array<int, 77> up, down{};
  std::iota(up.begin(), up.end(), 5);
  auto buffer = Buffer::allocate(*device, sizeof up, d);
  ASSERT_TRUE(buffer);
  EXPECT_TRUE(buffer->upload(up.data(), sizeof up, d));
  EXPECT_TRUE(buffer->download(down.data(), sizeof down, d));
  EXPECT_EQ(up, down);
  EXPECT_TRUE(d.ok());
  EXPECT_FALSE(buffer->upload(up.data(), sizeof up + 1, d));
  EXPECT_FALSE(buffer->download(down.data(), sizeof down + 1, d));
  EXPECT_EQ(d.errors(), 2);
  auto empty = Buffer::allocate(*device, 0, d);
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty->address(), 0u);
  EXPECT_TRUE(empty->fill(1, d));
}

TEST_F(FakeCudaTest, AShortageOfMemorySaysHowMuchIsFree) {
  auto device = Device::open(d);
  ASSERT_TRUE(device);
  fake().failing_call = "cuMemAlloc_v2";
  fake().failing_error = 2;
  EXPECT_EQ(Buffer::allocate(*device, 999, d), nullptr);
  EXPECT_NE(all_text(d).find("cuMemAlloc of 999 bytes failed"), std::string::npos) << all_text(d);
  EXPECT_NE(all_text(d).find("12345 of the GPU's 67890 bytes"), std::string::npos) << all_text(d);
}

TEST_F(FakeCudaTest, ABufferMayOutliveItsDeviceAndServeAnotherThread) {
  auto device = Device::open(d);
  ASSERT_TRUE(device);
  auto buffer = Buffer::allocate(*device, 64, d);
  device.reset();
  EXPECT_EQ(fake().contexts, 1);
  std::thread([&] { EXPECT_TRUE(buffer->fill(3, d)); }).join();
  std::thread([buffer = std::move(buffer)]() mutable { buffer.reset(); }).join();
  EXPECT_TRUE(d.ok()) << all_text(d);
}

TEST_F(FakeCudaTest, ALaunchPassesShapeAndArguments) {
  auto device = Device::open(d);
  ASSERT_TRUE(device);
  auto module = Module::from_ptx(*device, "a kernel", d);
  ASSERT_TRUE(module);
  uint64_t value = 0x1234567890;
  void* args[] = {&value};
  LaunchConfig config{.grid = {7, 5, 3}, .block = {32, 4, 2}, .dynamic_shared_bytes = 4096};
  ASSERT_TRUE(launch(*device, *module, "k", config, args, d)) << all_text(d);
  EXPECT_EQ(std::vector(fake().grid, fake().grid + 3), (std::vector<unsigned>{7, 5, 3}));
  EXPECT_EQ(std::vector(fake().block, fake().block + 3), (std::vector<unsigned>{32, 4, 2}));
  EXPECT_EQ(fake().shared_bytes, 4096u);
  EXPECT_EQ(fake().first_argument, reinterpret_cast<void*>(value));
  EXPECT_EQ(fake().shared_opt_in, 0);
}

TEST_F(FakeCudaTest, SharedMemoryPastTheDefaultIsOptedInto) {
  auto device = Device::open(d);
  ASSERT_TRUE(device);
  auto module = Module::from_ptx(*device, "a kernel", d);
  uint64_t value = 0;
  void* args[] = {&value};
  EXPECT_TRUE(launch(*device, *module, "k", {.dynamic_shared_bytes = 47 << 10}, args, d));
  EXPECT_EQ(fake().shared_opt_in, 0);
  EXPECT_TRUE(launch(*device, *module, "k", {.dynamic_shared_bytes = (47 << 10) + 4}, args, d));
  EXPECT_EQ(fake().shared_opt_in, (47 << 10) + 4);
  fake().shared_opt_in = 0;
  EXPECT_TRUE(launch(*device, *module, "k", {.dynamic_shared_bytes = 1 << 10}, args, d));
  EXPECT_EQ(fake().shared_opt_in, 0);
  EXPECT_FALSE(launch(*device, *module, "k", {.dynamic_shared_bytes = 232448 - 1023}, args, d));
  EXPECT_NE(all_text(d).find("232448"), std::string::npos) << all_text(d);
}

TEST_F(FakeCudaTest, ACarveoutIsAskedForWhereItChanges) {
  auto device = Device::open(d);
  ASSERT_TRUE(device);
  auto module = Module::from_ptx(*device, "a kernel", d);
  uint64_t value = 0;
  void* args[] = {&value};
  EXPECT_TRUE(launch(*device, *module, "k", {}, args, d));
  EXPECT_EQ(fake().carveouts, 0);
  for (int i = 0; i < 2; ++i)
    EXPECT_TRUE(launch(*device, *module, "k", {.carveout = 25}, args, d)) << all_text(d);
  EXPECT_EQ(fake().carveouts, 1);
  EXPECT_EQ(fake().carveout, 25);
  EXPECT_TRUE(launch(*device, *module, "k", {}, args, d));
  EXPECT_EQ(fake().carveout, -1);
}

TEST_F(FakeCudaTest, AnEarlyLaunchIsAskedForByItsAttribute) {
  auto device = Device::open(d);
  ASSERT_TRUE(device);
  auto module = Module::from_ptx(*device, "a kernel", d);
  uint64_t value = 7;
  void* args[] = {&value};
  EXPECT_TRUE(launch(*device, *module, "k", {.grid = {5, 1, 1}}, args, d));
  EXPECT_EQ(fake().early_launches, 0);
  EXPECT_TRUE(launch(*device, *module, "k", {.grid = {6, 1, 1}, .block = {64, 1, 1}, .early = true},
                     args, d))
      << all_text(d);
  EXPECT_EQ(fake().early_launches, 1);  // the fake is of compute capability 9
  EXPECT_EQ(fake().launches, 2);
  EXPECT_EQ(fake().grid[0], 6u);
  EXPECT_EQ(fake().block[0], 64u);
}

struct Refusal {
  const char* what;
  LaunchConfig config;
  size_t arguments;
  const char* kernel;
  const char* part;
};

TEST_F(FakeCudaTest, LaunchesThatCannotRunAreRefusedBeforeTheDriverSeesThem) {
  auto device = Device::open(d);
  ASSERT_TRUE(device);
  auto module = Module::from_ptx(*device, "a kernel", d);
  uint64_t value = 0;
  void* args[] = {&value, &value};
  const Refusal refusals[] = {
      {"grid.x", {.grid = {1u << 31, 1, 1}}, 1, "k", "grid of 2147483648x1x1"},
      {"grid.y", {.grid = {1, 65536, 1}}, 1, "k", "grid of 1x65536x1"},
      {"grid.z", {.grid = {1, 1, 65536}}, 1, "k", "grid of 1x1x65536"},
      {"block.z", {.block = {1, 1, 65}}, 1, "k", "block of 1x1x65"},
      {"no threads", {.block = {0, 1, 1}}, 1, "k", "block of 0x1x1"},
      {"threads", {.block = {1024, 2, 1}}, 1, "k", "at most 1024x1024x64"},
      {"overflowing threads", {.block = {1024, 1024, 64}}, 1, "k", "block of"},
      {"registers", {.block = {513, 1, 1}}, 1, "k", "registers allow 512"},
      {"a missing argument", {}, 0, "k", "0 arguments for 1 parameters"},
      {"an argument too many", {}, 2, "k", "2 arguments for 1 parameters"},
      {"a kernel it has not", {}, 1, "absent", "\"absent\""},
  };
  for (const Refusal& r : refusals) {
    Diagnostics found;
    EXPECT_FALSE(launch(*device, *module, r.kernel, r.config, {args, r.arguments}, found))
        << r.what;
    ASSERT_EQ(found.errors(), 1) << r.what;
    EXPECT_EQ(found.all()[0].code, Code::RunFailed) << r.what;
    EXPECT_NE(all_text(found).find(r.part), std::string::npos) << r.what << all_text(found);
  }
  EXPECT_TRUE(launch(*device, *module, "k", {.grid = {5, 0, 1}}, {args, 1}, d));
  EXPECT_EQ(fake().launches, 0);
}

TEST_F(FakeCudaTest, EveryRepetitionIsTimedInMicroseconds) {
  auto device = Device::open(d);
  ASSERT_TRUE(device);
  for (bool cold : {false, true}) {
    int runs = 0;
    auto times = time_us(*device, [&] { return ++runs > 0; }, 4, 150, cold, d);
    ASSERT_TRUE(times) << all_text(d);
    EXPECT_EQ(*times, std::vector<double>(150, 250.0));
    EXPECT_EQ(runs, 154);
  }
  EXPECT_LE(fake().most_events, 128);
  auto none = time_us(*device, [] { return true; }, 0, 0, false, d);
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
}

TEST_F(FakeCudaTest, FailingWorkGivesNoTimes) {
  auto device = Device::open(d);
  ASSERT_TRUE(device);
  int runs = 0;
  EXPECT_FALSE(time_us(*device, [&] { return ++runs < 3; }, 0, 9, true, d));
  EXPECT_EQ(runs, 3);
  EXPECT_EQ(d.errors(), 1);
  EXPECT_EQ(d.all()[0].code, Code::RunFailed);
}

TEST_F(FakeCudaTest, AModuleThatDoesNotLoadShowsTheDriversLog) {
  auto device = Device::open(d);
  ASSERT_TRUE(device);
  EXPECT_EQ(Module::from_ptx(*device, "wrong", d), nullptr);
  ASSERT_EQ(d.errors(), 1);
  EXPECT_EQ(d.all()[0].code, Code::BuildFailed);
  EXPECT_NE(all_text(d).find("line 1: nothing but wrong"), std::string::npos) << all_text(d);
}

TEST_F(FakeCudaTest, TextsOfOneArchitectureAreBuiltForItAlone) {
  DeviceInfo hopper, ada;
  hopper.compute_major = 9;
  ada.compute_major = 8;
  ada.compute_minor = 9;
  EXPECT_EQ(target_architecture(hopper, "sm_90a", d), "sm_90a");
  EXPECT_EQ(target_architecture(ada, "sm_80", d), "sm_89");
  EXPECT_EQ(target_architecture(ada, "", d), "sm_89");
  EXPECT_EQ(d.errors(), 0);
  EXPECT_EQ(target_architecture(ada, "sm_90a", d), std::nullopt);
  ASSERT_EQ(d.errors(), 1);
  EXPECT_EQ(d.all()[0].code, Code::BuildFailed);
  EXPECT_NE(all_text(d).find("--arch=sm_89"), std::string::npos) << all_text(d);
}

TEST_F(FakeCudaTest, FromCudaBuildsOnceAndThenReadsTheCache) {
  if (!nvrtc().usable) GTEST_SKIP() << nvrtc().reason;
  std::string folder = testing::TempDir() + "/teaal-gpu-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const BuildCache cache(folder);
  auto device = Device::open(d);
  ASSERT_TRUE(device);
  const std::string text = "extern \"C\" __global__ void k(int* z) { *z = VALUE; }";
  auto first = Module::from_cuda(*device, {text, "k.cu"}, {"VALUE=1"}, cache, d);
  auto again = Module::from_cuda(*device, {text, "k.cu"}, {"VALUE=1"}, cache, d);
  auto other = Module::from_cuda(*device, {text, "k.cu"}, {"VALUE=2"}, cache, d);
  ASSERT_TRUE(first && again && other) << all_text(d);
  EXPECT_FALSE(first->from_cache());
  EXPECT_TRUE(again->from_cache());
  EXPECT_FALSE(other->from_cache());
  EXPECT_GT(first->build_ms(), again->build_ms());
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace teaal::runtime::gpu
