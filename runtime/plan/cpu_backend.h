#pragma once
#include <functional>
#include <memory>

#include "runtime/cache/build_cache.h"
#include "runtime/cpu/executor.h"
#include "runtime/plan/backend.h"

namespace teaal::runtime::plan {

struct CpuOptions {
  bool checked = false;  // races, bounds, uninitialised reads, barriers and masks are tested
  bool force_coroutines = false;
  unsigned workers = 0;      // host threads; 0: all cores
  bool quick_build = false;  // machine code that is not optimised: for tests of very many kernels
  BuildCache cache;          // where machine code is kept
  std::function<void(const cpu::LaunchResult&)> launched = nullptr;  // told of each launch
  cpu::Observer* observer = nullptr;  // of checked launches: told of each access
};

std::unique_ptr<Backend> make_cpu_backend(const CpuOptions&);

}  // namespace teaal::runtime::plan
