#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "runtime/cpu/kernel.h"

// What happens to memory in a launch of the emitted text, as it happens: checked mode tells it.
namespace teaal::runtime::cpu {

// One access by one thread to a buffer or to shared memory. Clang has optimised nothing yet when
// accesses are numbered, so each is one that the text spells, `float4` copies whole. (Quads that
// templates move, they move element by element where TEAAL_CPU is defined.)
struct Event {
  uint32_t thread = 0;  // linear, of its block
  uint32_t access = 0;  // which one of the kernel's, as the text has them
  // Of the loops around it, outermost first: which turn of each the thread is at, from 1 on. Valid
  // until the call ends.
  std::span<const uint32_t> turns;
  uint32_t bytes = 0;
  uint64_t offset = 0;  // bytes, in the array
  bool reads = false, writes = false, atomic = false;
  bool shared = false;    // memory, not a buffer
  bool writable = false;  // the launch may write the array
  const std::string* array = nullptr;
  const Site* site = nullptr;
};

// Threads of a block run one after another between barriers, blocks one after another.
class Observer {
 public:
  virtual ~Observer() = default;
  // `shared_bytes`: of a block, as CUDA counts it.
  virtual void begin_launch(const std::string& kernel, uint64_t blocks, uint32_t threads,
                            uint64_t shared_bytes) = 0;
  virtual void begin_block(uint64_t block) = 0;
  virtual void access(const Event&) = 0;
  virtual void barrier() = 0;  // all threads of the block have passed it
  virtual void end_launch() = 0;
};

}  // namespace teaal::runtime::cpu
