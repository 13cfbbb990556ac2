#pragma once
#include <cstdint>
#include <string>

#include "compiler/interpret/counts.h"

// What counts let expect of a GPU: bytes and microseconds, by one formula for every kernel.
namespace teaal::driver {

// What a GPU does at best; where each figure comes from stands in docs/EXPLAIN.md.
struct Gpu {
  const char* name;
  int64_t multiprocessors;
  int64_t warps_each;  // that one multiprocessor holds
  int64_t blocks_each;
  int64_t shared_each;        // bytes
  int64_t shared_of_a_block;  // bytes that each block takes for itself
  double dram_gb_per_s;       // read and written in order
  double alone_gb_per_s;      // 64-byte pieces, each by itself
  double l2_gb_per_s;
  double lookups_per_ns;       // L2 tags: one for each line of a request
  double l1_turns_per_ns;      // of one multiprocessor; LaunchCount::l1_turns
  double instructions_per_ns;  // of warps
  double shared_turns_per_ns;  // of all multiprocessors
  double products_per_ns;      // of tensor cores, of tf32
  double products_16_per_ns;   // the same of 16 bits
  // That a dependent load takes from the L1 of a multiprocessor, from the L2, and from DRAM.
  double near_ns, hit_ns, miss_ns;
  double first_us, further_us;  // an empty launch; each that follows
};

// An NVIDIA H200.
extern const Gpu h200;

// How many blocks of so many threads, with so much shared memory, one multiprocessor holds at most:
// registers may leave room for fewer. At least one.
int64_t blocks_at_once(int64_t threads, int64_t shared_bytes, const Gpu&);
// The same where it shall have registers for so many blocks, which the compiler may all spend; 0:
// nothing is said of them.
int64_t blocks_at_once(int64_t threads, int64_t shared_bytes, int64_t resident, const Gpu&);

// Bounds on the time, in microseconds; the largest is the prediction, and launches come on top.
struct Prediction {
  double compulsory_bytes = 0;    // every distinct sector once, written ones too
  double dram_bytes = 0;          // that the L2 fetches and writes
  double dram_read_bytes = 0;     // that it fetches
  double emptied_read_bytes = 0;  // the same if the L2 is emptied before each kernel, as ncu does
  double l2_bytes = 0;            // sectors that the caches of multiprocessors do not have
  double dram_us = 0, l2_us = 0, l1_us = 0, issue_us = 0, shared_us = 0, tensor_us = 0,
         latency_us = 0, launch_us = 0;
  double us = 0;
  std::string bound;  // "DRAM", "L2", "L1", "instructions", "shared memory", "tensor cores",
                      // "latency" or "launches"
};

// `counts` are of `counted_on(gpu)`, or of another machine of warps of 32 lanes, whose order of
// accesses then stands for the GPU's.
Prediction predict(const interpret::Counts& counts, const Gpu&);
interpret::Machine counted_on(const Gpu&);

}  // namespace teaal::driver
