#pragma once
#include <span>

#include "runtime/cpu/run/thread_context.h"

namespace teaal::runtime::cpu {

// Runs a collective that all of `lanes` wait for with the same kind and mask: sets each lane's
// result. A shuffle from a lane that is not there gives all ones (a NaN).
void run_warp_collective(std::span<ThreadContext* const> lanes);
// A block barrier reached by `threads`: the counting kinds get their result.
void run_block_collective(std::span<ThreadContext* const> threads);

}  // namespace teaal::runtime::cpu
