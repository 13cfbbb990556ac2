#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

namespace teaal::runtime::cpu {

// Bytes from an aligned address on, not initialised. A launch needs some for its moment: taken from
// aligned_alloc, which glibc 2.36 seldom serves from what was freed, they would add up over the
// thousands of launches of an iteration; so a few more are taken and the address is rounded up.
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
