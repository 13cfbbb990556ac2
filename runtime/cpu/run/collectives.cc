#include "runtime/cpu/run/collectives.h"

#include <algorithm>

namespace teaal::runtime::cpu {
namespace {

using Lanes = std::span<ThreadContext* const>;

void give_all(Lanes lanes, uint64_t result) {
  for (ThreadContext* lane : lanes) lane->result = result;
}

uint32_t ballot(Lanes lanes) {
  uint32_t bits = 0;
  for (ThreadContext* lane : lanes)
    if (lane->value) bits |= 1u << lane->lane();
  return bits;
}

uint32_t members(Lanes lanes) {
  uint32_t bits = 0;
  for (ThreadContext* lane : lanes) bits |= 1u << lane->lane();
  return bits;
}

void shuffle(Lanes lanes) {
  uint64_t values[warp_size];
  std::fill_n(values, warp_size, ~uint64_t{0});
  for (ThreadContext* lane : lanes) values[lane->lane()] = lane->value;
  for (ThreadContext* lane : lanes) lane->result = values[lane->source % warp_size];
}

uint32_t holders_of(Lanes lanes, uint64_t value) {
  uint32_t bits = 0;
  for (ThreadContext* lane : lanes)
    if (lane->value == value) bits |= 1u << lane->lane();
  return bits;
}

template <class Combine>
void reduce(Lanes lanes, Combine combine) {
  uint64_t all = lanes.front()->value;
  for (ThreadContext* lane : lanes.subspan(1)) all = combine(all, lane->value);
  give_all(lanes, all);
}

// Signed operands arrive sign-extended.
void reduce_extreme(Lanes lanes, bool want_max) {
  bool is_signed = lanes.front()->source != 0;
  reduce(lanes, [&](uint64_t a, uint64_t b) {
    bool less = is_signed ? static_cast<int64_t>(a) < static_cast<int64_t>(b) : a < b;
    return less == want_max ? b : a;
  });
}

}  // namespace

void run_warp_collective(Lanes lanes) {
  switch (lanes.front()->kind) {
    case ParkKind::Barrier:
    case ParkKind::BarrierCount:
    case ParkKind::BarrierAnd:
    case ParkKind::BarrierOr:
    case ParkKind::SyncWarp:
      break;
    case ParkKind::Shuffle:
      return shuffle(lanes);
    case ParkKind::Ballot:
      return give_all(lanes, ballot(lanes));
    case ParkKind::Any:
      return give_all(lanes, ballot(lanes) != 0);
    case ParkKind::All:
      return give_all(lanes, ballot(lanes) == members(lanes));
    case ParkKind::MatchAny:
      for (ThreadContext* lane : lanes) lane->result = holders_of(lanes, lane->value);
      break;
    case ParkKind::MatchAll: {
      bool same = holders_of(lanes, lanes.front()->value) == members(lanes);
      return give_all(lanes, same ? members(lanes) : 0);
    }
    case ParkKind::ReduceAdd:
      return reduce(lanes, [](uint64_t a, uint64_t b) { return a + b; });
    case ParkKind::ReduceMin:
      return reduce_extreme(lanes, false);
    case ParkKind::ReduceMax:
      return reduce_extreme(lanes, true);
    case ParkKind::ReduceAnd:
      return reduce(lanes, [](uint64_t a, uint64_t b) { return a & b; });
    case ParkKind::ReduceOr:
      return reduce(lanes, [](uint64_t a, uint64_t b) { return a | b; });
    case ParkKind::ReduceXor:
      return reduce(lanes, [](uint64_t a, uint64_t b) { return a ^ b; });
    case ParkKind::ActiveMask:
      return give_all(lanes, members(lanes));
  }
}

void run_block_collective(Lanes threads) {
  uint64_t count = 0;
  for (ThreadContext* thread : threads) count += thread->value != 0;
  for (ThreadContext* thread : threads) {
    if (thread->kind == ParkKind::BarrierCount) thread->result = count;
    if (thread->kind == ParkKind::BarrierAnd) thread->result = count == threads.size();
    if (thread->kind == ParkKind::BarrierOr) thread->result = count != 0;
  }
}

}  // namespace teaal::runtime::cpu
