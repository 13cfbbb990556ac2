#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/cpu/run/aligned_memory.h"
#include "runtime/cpu/run/thread_context.h"

namespace teaal::runtime::cpu {

// Memory of coroutine frames: one a thread, allocated at the thread's first start and kept for all
// later blocks. Frames of one kernel have one size, known only when the first thread starts.
class FrameArena {
 public:
  explicit FrameArena(unsigned threads) : threads_(threads) {}
  char* allocate(size_t bytes);
  bool contains(const char* address) const;

 private:
  struct Chunk {
    AlignedMemory memory;
    size_t bytes = 0, used = 0;
  };
  unsigned threads_;
  std::vector<Chunk> chunks_;
};

// Called by a starting coroutine for its frame.
extern "C" void* teaal_frame(ThreadContext*, uint64_t bytes);

}  // namespace teaal::runtime::cpu
