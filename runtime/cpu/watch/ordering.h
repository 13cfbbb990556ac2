#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "runtime/cpu/run/thread_context.h"

namespace teaal::runtime::cpu {

// When an access happened, as far as ordering is concerned.
struct Moment {
  uint32_t epoch = 0;  // rises at every block start and block barrier; 0: never
  uint32_t tick = 0;   // rises with the thread's own __syncwarp calls
  uint32_t fence = 0;  // rises with every fence of the launch
  uint16_t thread = 0;
};

// Which accesses are ordered before which. Blocks run one after another, so that only these orders
// exist:
// - within a block, everything before a block barrier comes before everything behind it;
// - within a warp, the lanes of a __syncwarp likewise (vector clocks of 32 lanes; shuffles and
// votes order nothing,
//   as CUDA says);
// - what a thread wrote before a fence comes before what another does after it met the first one's
// later atomic
//   (fence, atomic on M … atomic on M). This part is generous: it may take more as ordered than
//   CUDA promises.
class Ordering {
 public:
  explicit Ordering(unsigned threads);

  void begin_block();
  void barrier();
  void sync_warp(std::span<ThreadContext* const> lanes);
  void fence(uint32_t thread);
  void atomic(uint32_t thread, const char* address);

  Moment now(uint32_t thread) const {
    return {epoch_, clocks_[thread][thread % warp_size], fences_, static_cast<uint16_t>(thread)};
  }
  // Whether any thread has met a fence: only then atomics order anything.
  bool has_fences() const { return fences_ > 1; }
  bool in_this_block(const Moment& past) const { return past.epoch >= first_epoch_; }
  bool ordered(const Moment& past, uint32_t thread) const;
  // Ordinal of the block in the order of running.
  size_t block_of(const Moment&) const;

 private:
  using Released = std::unordered_map<size_t, uint32_t>;  // block → fence up to which it is known

  uint32_t epoch_ = 0, first_epoch_ = 0, fences_ = 1;
  std::vector<uint32_t> block_epochs_;  // first epoch of each block
  std::vector<std::array<uint32_t, warp_size>> clocks_;
  std::vector<uint32_t> fenced_;          // a thread's last fence in this block, 0: none
  std::vector<uint32_t> known_in_block_;  // own block, through atomics
  Released known_;                        // other blocks, known to this one
  std::unordered_map<const char*, Released> released_;
};

}  // namespace teaal::runtime::cpu
