#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

namespace teaal::runtime::cpu {

// Bytes from an aligned address on, not initialised. A few more are taken and the address is
// rounded up: glibc before 2.38 seldom serves an aligned allocation from what was freed, and a
// launch needs some each time.
class AlignedMemory {
 public:
  AlignedMemory() = default;
  AlignedMemory(size_t bytes, size_t alignment)
      : memory_(new char[bytes + alignment]),
        begin_(memory_.get() +
               (alignment - reinterpret_cast<uintptr_t>(memory_.get()) % alignment)) {}

  char* get() const { return begin_; }

 private:
  std::unique_ptr<char[]> memory_;
  char* begin_ = nullptr;
};

}  // namespace teaal::runtime::cpu
