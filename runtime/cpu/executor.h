#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/support/diagnostic.h"
#include "runtime/cache/build_cache.h"

// The CPU executor: runs CUDA kernel text on the host. Clang compiles the text as C++ with a SIMT
// prelude, one LLVM pass turns each kernel into a loop over threads (no barrier, shuffle or ballot
// in it) or into coroutines, ORC runs it. In checked mode every access is tested against registered
// buffers and a shadow memory.
namespace teaal::runtime::cpu {

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
};

enum class Optimization { None, Some, Full };

struct BuildOptions {
  bool checked = false;
  bool force_coroutines = false;     // tests: coroutine mode even where a loop would do
  std::vector<std::string> defines;  // "TEAAL_POSITION_BITS=64"
  // Checked code is dominated by its tests: at most `Some` is done there. `None` builds fastest.
  Optimization optimization = Optimization::Full;
  BuildCache cache;  // where machine code is kept
};

// One registered buffer: the only memory (besides shared memory and locals) a checked kernel may
// touch.
struct Buffer {
  void* data = nullptr;
  size_t bytes = 0;
  std::string name;
  bool initialized = true;  // false: reading a byte that no thread wrote before is a finding
  bool writable = true;
};

struct Finding {
  enum class Kind {
    DataRace,
    OutOfBounds,
    UninitializedRead,
    ReadOnlyWrite,
    DivergentBarrier,
    ShuffleMask,
    Deadlock
  };
  Kind kind = Kind::DataRace;
  std::string file;  // as #line names it: the YAML spec where the kernel text has #line marks
  int line = 0, column = 0;
  std::string message;       // says which buffer, which threads, and the other access's place
  std::string text() const;  // file:line:col: message
};

// What a checked launch has read and written of one registered buffer.
struct Moved {
  std::string buffer;
  uint64_t read_bytes = 0, written_bytes = 0;
};

struct LaunchResult {
  std::vector<Finding> findings;  // checked mode; at most 20, each distinct
  std::vector<Moved> moved;       // checked mode
  uint64_t resumes = 0;           // thread (re)starts, coroutine mode
  bool ok() const { return findings.empty(); }
};

class Module;    // compiled kernels
class Observer;  // observer.h

// Compiles `text` (the emitted .cu), or loads what an equal build left in the cache. Error
// (build-failed): Clang's message, at the place #line gives.
std::shared_ptr<Module> build(const std::string& text, const std::string& file_name,
                              const BuildOptions&, Diagnostics&);
bool from_cache(const Module&);

struct LaunchConfig {
  Dim3 grid, block;
  size_t dynamic_shared_bytes = 0;
  unsigned workers = 1;          // host threads; checked mode always uses one
  Observer* observer = nullptr;  // checked mode: told of each access and barrier
};

// Runs kernel `name`; args[i] points at the value of parameter i (as cuLaunchKernel's
// kernelParams). Error (run-failed): no such kernel, a launch limit of CUDA broken (1024 threads a
// block, 48 KiB static shared).
std::optional<LaunchResult> launch(Module&, const std::string& name, const LaunchConfig&,
                                   std::span<void* const> args, std::span<const Buffer> buffers,
                                   Diagnostics&);

}  // namespace teaal::runtime::cpu
