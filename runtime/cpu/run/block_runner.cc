#include "runtime/cpu/run/block_runner.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "runtime/cpu/run/collectives.h"

namespace teaal::runtime::cpu {
namespace {

constexpr size_t shared_alignment = 128;
constexpr int poison = 0xff;  // a NaN in every float type

bool is_ready(const ThreadContext& thread) { return thread.state == ThreadState::Ready; }
bool is_alive(const ThreadContext& thread) { return thread.state != ThreadState::Done; }
bool awaits_lanes(const ThreadContext& thread) {
  return thread.state == ThreadState::Parked && !is_barrier(thread.kind);
}

void set_coordinates(ThreadContext& thread, unsigned number, const LaunchConfig& config) {
  const Dim3& block = config.block;
  const uint32_t registers[] = {number % block.x, number / block.x % block.y,
                                number / block.x / block.y};
  std::copy_n(registers, 3, thread.registers + ThreadX);
  const uint32_t sizes[] = {block.x, block.y, block.z, config.grid.x, config.grid.y, config.grid.z};
  std::copy_n(sizes, 6, thread.registers + BlockDimX);
  thread.registers[Lane] = number % warp_size;
  thread.registers[LinearThread] = number;
  thread.registers[Warp] = number / warp_size;
}

}  // namespace

BlockRunner::BlockRunner(const KernelTable& table, const Kernel& kernel, const LaunchConfig& config,
                         void* const* args, Checker* checker)
    : table_(table),
      kernel_(kernel),
      config_(config),
      args_(args),
      checker_(checker),
      frames_(config.block.x * config.block.y * config.block.z),
      threads_(config.block.x * config.block.y * config.block.z) {
  size_t bytes = kernel.dynamic_shared_offset + config.dynamic_shared_bytes;
  shared_bytes_ = (bytes / shared_alignment + 1) * shared_alignment;
  shared_ = AlignedMemory(shared_bytes_, shared_alignment);
  std::memset(shared_.get(), poison, shared_bytes_);
  for (unsigned i = 0; i < threads_.size(); ++i) {
    ThreadContext& thread = threads_[i];
    std::memset(static_cast<void*>(&thread), 0, sizeof thread);
    set_coordinates(thread, i, config);
    thread.shared = shared_.get();
    thread.arena = &frames_;
    thread.checker = checker;
  }
}

bool BlockRunner::run(uint64_t block) {
  prepare(block);
  if (kernel_.coroutine) return run_coroutines();
  kernel_.entry(&threads_.front(), args_);
  return true;
}

void BlockRunner::prepare(uint64_t block) {
  block_ = block;
  const Dim3& grid = config_.grid;
  const uint32_t place[] = {static_cast<uint32_t>(block % grid.x),
                            static_cast<uint32_t>(block / grid.x % grid.y),
                            static_cast<uint32_t>(block / grid.x / grid.y)};
  size_t contexts = kernel_.coroutine ? threads_.size() : 1;
  for (size_t i = 0; i < contexts; ++i) {
    std::copy_n(place, 3, threads_[i].registers + BlockX);
    threads_[i].handle = nullptr;
    threads_[i].state = ThreadState::Ready;
  }
  if (!checker_) return;
  std::memset(shared_.get(), poison, shared_bytes_);
  checker_->begin_block(block, shared_.get(), frames_);
}

// Between two block barriers the warps run one after another, each until all its lanes wait or are
// done.
bool BlockRunner::run_coroutines() {
  for (;;) {
    for (unsigned first = 0; first < threads_.size(); first += warp_size) advance_warp(first);
    auto stuck = std::find_if(threads_.begin(), threads_.end(), awaits_lanes);
    if (stuck != threads_.end()) {
      report_stuck(*stuck);
      return false;
    }
    if (!release_barrier()) return true;
  }
}

void BlockRunner::resume(ThreadContext& thread) {
  ++resumes_;
  if (!thread.handle)
    thread.handle = kernel_.entry(&thread, args_);
  else
    (*static_cast<void (**)(void*)>(thread.handle))(thread.handle);
  bool finished = *static_cast<void**>(thread.handle) == nullptr;
  thread.state = finished ? ThreadState::Done : ThreadState::Parked;
}

void BlockRunner::advance_warp(unsigned first) {
  LaneMask ready = lanes_where(first, is_ready);
  while (ready) {
    for (LaneMask left = ready; left; left &= left - 1)
      resume(threads_[first + std::countr_zero(left)]);
    ready = serve(first);
    if (!ready) ready = serve_active_masks(first);
  }
}

BlockRunner::LaneMask BlockRunner::lanes_where(unsigned first,
                                               bool (*holds)(const ThreadContext&)) const {
  LaneMask lanes = 0;
  unsigned count = std::min<size_t>(warp_size, threads_.size() - first);
  for (unsigned i = 0; i < count; ++i)
    if (holds(threads_[first + i])) lanes |= 1u << i;
  return lanes;
}

// Runs every collective whose lanes have all arrived; gives back the lanes that may go on. Lanes
// that have returned are not waited for.
BlockRunner::LaneMask BlockRunner::serve(unsigned first) {
  const LaneMask alive = lanes_where(first, is_alive);
  LaneMask served = 0;
  for (LaneMask left = lanes_where(first, awaits_lanes); left;) {
    const ThreadContext& leader = threads_[first + std::countr_zero(left)];
    LaneMask group = 0;
    for (LaneMask lanes = left; lanes; lanes &= lanes - 1) {
      const ThreadContext& lane = threads_[first + std::countr_zero(lanes)];
      if (lane.kind == leader.kind && lane.mask == leader.mask) group |= lanes & -lanes;
    }
    left &= ~group;
    if (leader.kind == ParkKind::ActiveMask || (leader.mask & alive & ~group)) continue;
    exchange(first, group);
    served |= group;
  }
  return served;
}

// __activemask answers when nobody else can run: its lanes are those that wait at the same place.
BlockRunner::LaneMask BlockRunner::serve_active_masks(unsigned first) {
  LaneMask group = 0;
  uint32_t park = 0;
  for (LaneMask left = lanes_where(first, awaits_lanes); left; left &= left - 1) {
    const ThreadContext& lane = threads_[first + std::countr_zero(left)];
    if (lane.kind != ParkKind::ActiveMask || (group && lane.park != park)) continue;
    park = lane.park;
    group |= left & -left;
  }
  if (group) exchange(first, group);
  return group;
}

void BlockRunner::exchange(unsigned first, LaneMask group) {
  ThreadContext* lanes[warp_size];
  unsigned count = 0;
  for (LaneMask left = group; left; left &= left - 1)
    lanes[count++] = &threads_[first + std::countr_zero(left)];
  run_warp_collective({lanes, count});
  if (checker_) check_exchange(first, group);
  if (checker_ && lanes[0]->kind == ParkKind::SyncWarp) checker_->sync_warp({lanes, count});
  for (ThreadContext* lane : std::span(lanes, count)) lane->state = ThreadState::Ready;
}

// False: every thread has returned.
bool BlockRunner::release_barrier() {
  std::vector<ThreadContext*> waiting;
  for (ThreadContext& thread : threads_)
    if (is_alive(thread)) waiting.push_back(&thread);
  if (waiting.empty()) return false;
  if (checker_) check_barrier(waiting);
  run_block_collective(waiting);
  for (ThreadContext* thread : waiting) thread->state = ThreadState::Ready;
  if (checker_) checker_->end_barrier();
  return true;
}

}  // namespace teaal::runtime::cpu
