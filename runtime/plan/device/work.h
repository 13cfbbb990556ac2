#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "runtime/plan/backend.h"

// What makes and converts tensors where kernels run shares: kernels by name, room, sums, sorting.
namespace teaal::runtime::plan {

// The text of one of the .cu files in this folder.
const std::string& device_text(const std::string& file_name);
// That of common.cu and another one, behind the device functions of templates/ that they call.
std::string with_common(const std::string& file_name);

// Thrown where an error was added, or without one where the host has to do it.
struct Stopped {};

// One piece of work on a machine whose kernels are built. All functions throw Stopped.
class DeviceWork {
 public:
  // `limit_bytes` is the most that one array may take; arrays are called `tensor`.`name`.
  DeviceWork(std::string tensor, int64_t limit_bytes, Backend& backend, Diagnostics& diagnostics)
      : tensor_(std::move(tensor)),
        limit_(limit_bytes),
        backend_(backend),
        diagnostics_(diagnostics) {}

  static void require(bool holds) {
    if (!holds) throw Stopped{};
  }
  int64_t limit() const { return limit_; }

  MemoryPtr allocate(const std::string& name, int64_t elements, int64_t size);
  MemoryPtr numbers(int64_t count) { return allocate("temporary", count, 8); }
  void zero(const MemoryPtr& data) { require(backend_.zero(*data, diagnostics_)); }
  MemoryPtr zeroed(const std::string& name, int64_t elements, int64_t size);
  template <class T>
  MemoryPtr uploaded(const std::vector<T>& values) {
    return uploaded(std::as_bytes(std::span(values)));
  }
  MemoryPtr uploaded(std::span<const std::byte>);

  // Over `work` numbers, a thread each while the grid lasts.
  void launch(const std::string& kernel, int64_t work, std::vector<Argument> arguments);
  void launch_blocks(const std::string& kernel, int64_t blocks, std::vector<Argument> arguments);
  void synchronize() { require(backend_.synchronize(diagnostics_)); }

  template <class T>
  T read(const MemoryPtr& data, int64_t at) {
    T out = 0;
    require(backend_.read(*data, static_cast<size_t>(at) * sizeof(T),
                          std::as_writable_bytes(std::span(&out, 1)), diagnostics_));
    return out;
  }
  // Of 64-bit numbers, in place, exclusive; data[count - 1] is the sum of all before it.
  void sum(const MemoryPtr& data, int64_t count);

  // What remains in order of its keys.
  struct Sorted {
    MemoryPtr keys, order;  // 64 bits; I32
  };
  // `keys` of so many bits, and order[e] = e, are taken as room. Entries of one key keep their
  // order.
  Sorted sort(Sorted, int64_t entries, int bits);

  static constexpr uint32_t threads = 256;  // of a block

 private:
  std::string tensor_;
  int64_t limit_;
  Backend& backend_;
  Diagnostics& diagnostics_;
};

// Bits that numbers below `range` have.
int bits_below(int64_t range);

// The most that keys may range over.
constexpr int64_t most_key = int64_t{1} << 62;

}  // namespace teaal::runtime::plan
