#pragma once
#include <array>
#include <cstdint>
#include <string_view>

// The machine that the interpreter counts for. A *slot* is one turn of one warp that has to wait
// for a load; the lanes of a warp share it. What waits for nothing (plain stores, shuffles, index
// arithmetic, loads of what a register holds) takes no slot.
namespace teaal::interpret {

struct Machine {
  int64_t warps = 2;  // that run at once; blocks go, in order, to the warp that is free first
  int64_t lanes = 4;  // of a warp

  // Blocks are dealt out to multiprocessors in turn; one holds 64 warps.
  int64_t multiprocessors() const { return warps < 64 ? 1 : warps / 64; }
  int64_t width() const { return warps * lanes; }
};

// What a lane does in a slot.
enum class Work : uint8_t {
  Done,     // nothing is left for its warp
  Masked,   // other lanes of its warp work
  Wait,     // its warp waits at a barrier, or for the end of the kernel
  Compute,  // visits an element and computes with it
  Vain,     // visits a coordinate that has no partner
  Open,     // opens a fiber: its two bounds
  Probe,    // a step of a search
  Combine,  // adds a partial result that lies in memory
  Stage,    // copies elements into shared memory
};
inline constexpr size_t works = 9;
inline constexpr std::array<std::string_view, works> work_names = {
    "done", "masked", "wait", "compute", "vain", "open", "probe", "combine", "stage"};

constexpr bool is_idle(Work work) { return work <= Work::Wait; }

}  // namespace teaal::interpret
