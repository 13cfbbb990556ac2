#include "runtime/cpu/watch/ordering.h"

#include <algorithm>

namespace teaal::runtime::cpu {
namespace {

void raise(uint32_t& to, uint32_t value) { to = std::max(to, value); }

}  // namespace

Ordering::Ordering(unsigned threads)
    : clocks_(threads), fenced_(threads), known_in_block_(threads) {}

void Ordering::begin_block() {
  first_epoch_ = ++epoch_;
  block_epochs_.push_back(first_epoch_);
  for (size_t i = 0; i < clocks_.size(); ++i) {
    clocks_[i].fill(0);
    clocks_[i][i % warp_size] = 1;
  }
  std::fill(fenced_.begin(), fenced_.end(), 0);
  std::fill(known_in_block_.begin(), known_in_block_.end(), 0);
  known_.clear();
}

void Ordering::barrier() {
  ++epoch_;
  if (fences_ == 1) return;
  uint32_t last = *std::max_element(fenced_.begin(), fenced_.end());
  std::fill(fenced_.begin(), fenced_.end(), last);
}

void Ordering::sync_warp(std::span<ThreadContext* const> lanes) {
  std::array<uint32_t, warp_size> joined{};
  for (const ThreadContext* lane : lanes)
    for (unsigned i = 0; i < warp_size; ++i) raise(joined[i], clocks_[lane->thread()][i]);
  for (const ThreadContext* lane : lanes) {
    clocks_[lane->thread()] = joined;
    ++clocks_[lane->thread()][lane->thread() % warp_size];
  }
}

void Ordering::fence(uint32_t thread) { fenced_[thread] = fences_++; }

void Ordering::atomic(uint32_t thread, const char* address) {
  if (fences_ == 1) return;
  size_t block = block_epochs_.size() - 1;
  Released& released = released_[address];
  for (auto [other, until] : released)
    raise(other == block ? known_in_block_[thread] : known_[other], until);
  if (fenced_[thread] == 0) return;
  raise(released[block], fenced_[thread]);
  for (auto [other, until] : known_) raise(released[other], until);
}

bool Ordering::ordered(const Moment& past, uint32_t thread) const {
  if (!in_this_block(past)) {
    if (known_.empty()) return false;
    auto found = known_.find(block_of(past));
    return found != known_.end() && found->second >= past.fence;
  }
  if (past.epoch != epoch_ || past.thread == thread) return true;
  if (past.thread / warp_size == thread / warp_size &&
      clocks_[thread][past.thread % warp_size] >= past.tick)
    return true;
  return known_in_block_[thread] >= past.fence;
}

size_t Ordering::block_of(const Moment& moment) const {
  auto after = std::upper_bound(block_epochs_.begin(), block_epochs_.end(), moment.epoch);
  return static_cast<size_t>(after - block_epochs_.begin()) - 1;
}

}  // namespace teaal::runtime::cpu
