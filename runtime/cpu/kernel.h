#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/cpu/run/thread_context.h"

// What the lowering pass tells the launch about a kernel. No LLVM here.
namespace teaal::runtime::cpu {

// A place in the text, as #line names it. line 0: unknown.
struct Site {
  std::string file;
  int line = 0, column = 0;
  std::string text() const {
    return file + ":" + std::to_string(line) + ":" + std::to_string(column);
  }
  friend bool operator==(const Site&, const Site&) = default;
};

// A `__shared__` array; offsets from ThreadContext::shared.
struct SharedArray {
  std::string name;
  size_t offset = 0, bytes = 0;
  bool dynamic = false;  // extern: reaches to the end of the launch's dynamic shared memory
};

// Where the pointer of an access comes from, as far as the text shows.
enum class ObjectKind { Unknown, Parameter, Shared, Local, Constant };

struct FieldRange {
  uint32_t offset, bytes;
};

// One load, store, atomic or copy of a checked kernel.
struct Access {
  uint32_t site = 0;
  uint32_t bytes = 0;  // 0: given at run time
  bool reads = false, writes = false, atomic = false;
  ObjectKind object = ObjectKind::Unknown;
  uint32_t object_index = 0;       // Parameter: its number; Shared: index of the array
  uint64_t object_bytes = 0;       // Local, Constant
  std::string object_name;         // Local, Constant
  uint32_t depth = 0;              // loops around it
  std::vector<FieldRange> fields;  // copies of a struct: its bytes without the padding; empty: all
};

struct Kernel {
  using Entry = void* (*)(ThreadContext*, void* const* args);
  std::string name;
  Entry entry = nullptr;  // loop: runs the block; coroutine: starts one thread, returns its handle
  bool coroutine = false;
  unsigned parameters = 0;
  unsigned max_threads = 1024;     // __launch_bounds__
  size_t static_shared_bytes = 0;  // as CUDA counts it
  size_t dynamic_shared_offset =
      0;  // all static arrays lie below, with gaps between them when checked
  std::vector<SharedArray> shared_arrays;
  std::vector<Access> accesses;
  std::vector<uint32_t> parks;  // site of each
  uint32_t loop_depth = 0;      // of loops in loops; checked kernels only
};

struct KernelTable {
  bool checked = false;
  std::vector<Site> sites;
  std::vector<Kernel> kernels;
};

}  // namespace teaal::runtime::cpu
