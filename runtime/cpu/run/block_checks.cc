#include <algorithm>
#include <bit>

#include "runtime/cpu/run/block_runner.h"

// What a block runner says of barriers and collectives that are used wrongly.
namespace teaal::runtime::cpu {
namespace {

const char* intrinsic_name(ParkKind kind) {
  switch (kind) {
    case ParkKind::Barrier:
      return "__syncthreads";
    case ParkKind::BarrierCount:
      return "__syncthreads_count";
    case ParkKind::BarrierAnd:
      return "__syncthreads_and";
    case ParkKind::BarrierOr:
      return "__syncthreads_or";
    case ParkKind::SyncWarp:
      return "__syncwarp";
    case ParkKind::Shuffle:
      return "a shuffle";
    case ParkKind::Ballot:
      return "__ballot_sync";
    case ParkKind::Any:
      return "__any_sync";
    case ParkKind::All:
      return "__all_sync";
    case ParkKind::MatchAny:
      return "__match_any_sync";
    case ParkKind::MatchAll:
      return "__match_all_sync";
    case ParkKind::ReduceAdd:
    case ParkKind::ReduceMin:
    case ParkKind::ReduceMax:
    case ParkKind::ReduceAnd:
    case ParkKind::ReduceOr:
    case ParkKind::ReduceXor:
      return "a __reduce_…_sync";
    case ParkKind::ActiveMask:
      return "__activemask";
  }
  return "";
}

std::string hex(uint32_t mask) {
  char text[11];
  std::snprintf(text, sizeof text, "0x%08x", mask);
  return text;
}

}  // namespace

std::string BlockRunner::name(const ThreadContext& thread) const {
  return "thread " + coordinates_text(thread.thread(), config_.block) + " of block " +
         coordinates_text(block_, config_.grid);
}

void BlockRunner::report(Finding::Kind kind, const ThreadContext& thread, const Site& other,
                         std::string message) {
  if (findings().wants(kind, site_of(thread), other, ""))
    findings().add(kind, site_of(thread), std::move(message));
}

void BlockRunner::check_exchange(unsigned first, LaneMask group) {
  const ThreadContext& leader = threads_[first + std::countr_zero(group)];
  if (leader.kind == ParkKind::ActiveMask) return;
  unsigned existing = std::min<size_t>(warp_size, threads_.size() - first);
  LaneMask exist = existing == warp_size ? ~0u : (1u << existing) - 1;
  LaneMask returned = leader.mask & exist & ~group;
  if (returned && leader.kind != ParkKind::SyncWarp)
    report(Finding::Kind::ShuffleMask, leader, {},
           std::string(intrinsic_name(leader.kind)) + " with mask " + hex(leader.mask) +
               " names lane " + std::to_string(std::countr_zero(returned)) +
               ", which has returned; called by " + name(leader));
  for (LaneMask left = group; left; left &= left - 1) {
    const ThreadContext& lane = threads_[first + std::countr_zero(left)];
    if (!(lane.mask >> lane.lane() & 1))
      report(Finding::Kind::ShuffleMask, lane, {},
             std::string(intrinsic_name(lane.kind)) + " with mask " + hex(lane.mask) +
                 ", which lacks the calling lane " + std::to_string(lane.lane()) +
                 " itself; called by " + name(lane));
    if (lane.kind == ParkKind::Shuffle && !(group >> lane.source & 1))
      report(Finding::Kind::ShuffleMask, lane, {},
             "a shuffle with mask " + hex(lane.mask) + " reads lane " +
                 std::to_string(lane.source) +
                 ", which takes no part in it: the value is undefined; called by " + name(lane));
  }
}

void BlockRunner::check_barrier(std::span<ThreadContext* const> waiting) {
  const ThreadContext& one = *waiting.front();
  auto elsewhere = std::find_if(waiting.begin(), waiting.end(), [&](const ThreadContext* thread) {
    return thread->park != one.park;
  });
  if (elsewhere != waiting.end()) {
    report(Finding::Kind::DivergentBarrier, **elsewhere, site_of(one),
           "divergent barrier: " + name(**elsewhere) + " waits here, " + name(one) + " at " +
               site_of(one).text() + "; all threads of a block must reach the same barrier");
  } else if (waiting.size() < threads_.size()) {
    auto returned = std::find_if_not(
        threads_.begin(), threads_.end(),
        [](const ThreadContext& thread) { return thread.state != ThreadState::Done; });
    report(Finding::Kind::DivergentBarrier, one, {},
           "divergent barrier: " + std::to_string(waiting.size()) + " threads wait here, " +
               std::to_string(threads_.size() - waiting.size()) +
               " have returned without it, among them " + name(*returned));
  }
}

void BlockRunner::report_stuck(const ThreadContext& thread) {
  unsigned first = thread.warp() * warp_size;
  const ThreadContext* missing = nullptr;
  for (unsigned i = first; i < std::min<size_t>(first + warp_size, threads_.size()); ++i) {
    const ThreadContext& lane = threads_[i];
    bool arrived = lane.kind == thread.kind && lane.mask == thread.mask;
    if (!missing && (thread.mask >> lane.lane() & 1) && lane.state != ThreadState::Done && !arrived)
      missing = &lane;
  }
  std::string message = std::string(intrinsic_name(thread.kind)) + " with mask " +
                        hex(thread.mask) + ", called by " + name(thread) + ", never ends";
  Site other;
  bool circular = false;
  if (missing) {
    other = site_of(*missing);
    circular = !is_barrier(missing->kind) && missing->kind != thread.kind &&
               (missing->mask >> thread.lane() & 1);
    message += ": lane " + std::to_string(missing->lane()) + " of the mask waits for " +
               intrinsic_name(missing->kind) + " at " + other.text();
  }
  auto kind = checker_ && !circular ? Finding::Kind::ShuffleMask : Finding::Kind::Deadlock;
  report(kind, thread, other, std::move(message));
}

}  // namespace teaal::runtime::cpu
