#pragma once
#include <cstddef>
#include <cstdint>

namespace teaal::runtime::cpu {

class FrameArena;
class Checker;

constexpr unsigned warp_size = 32;

// Numbers of the special registers, as simt_prelude.h passes them to teaal_register.
enum Register : uint32_t {
  ThreadX = 0,
  BlockX = 3,
  BlockDimX = 6,
  GridDimX = 9,
  Lane = 12,
  LinearThread = 13,
  Warp = 14,
  RegisterCount = 16
};

// What a parked thread waits for, as simt_prelude.h passes it to teaal_park.
enum class ParkKind : uint32_t {
  Barrier = 1,
  BarrierCount,
  BarrierAnd,
  BarrierOr,
  SyncWarp,
  Shuffle,
  Ballot,
  Any,
  All,
  MatchAny,
  MatchAll,
  ReduceAdd,
  ReduceMin,
  ReduceMax,
  ReduceAnd,
  ReduceOr,
  ReduceXor,
  ActiveMask
};
constexpr bool is_barrier(ParkKind kind) { return kind <= ParkKind::BarrierOr; }

enum class ThreadState : uint32_t { Ready, Parked, Done };

// One logical thread. Kernels read and write it at fixed places: the lowering pass takes them by
// offsetof. No stricter alignment than its members': see AlignedMemory.
struct ThreadContext {
  uint32_t registers[RegisterCount];
  char* shared;     // the block's shared memory
  uint64_t value;   // a collective's operand …
  uint64_t result;  // … and what it gives back
  ParkKind kind;
  uint32_t mask;
  uint32_t source;  // Shuffle: the lane read from; ReduceMin, ReduceMax: 1 if signed
  uint32_t park;    // which park of the kernel
  void* handle;     // coroutine; its first word is the resume function, null when finished
  char* frame;      // memory of the coroutine, kept between blocks
  FrameArena* arena;
  Checker* checker;  // null unless checked
  ThreadState state;

  uint32_t lane() const { return registers[Lane]; }
  uint32_t thread() const { return registers[LinearThread]; }
  uint32_t warp() const { return registers[Warp]; }
};
static_assert(offsetof(ThreadContext, shared) == 64);

}  // namespace teaal::runtime::cpu
