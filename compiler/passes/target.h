#pragma once
#include <cstdint>

namespace teaal::passes {

// What a program is lowered for: an argument of the passes that ask, beside the program.
struct Target {
  bool narrow_values = false;  // elements are stored in fewer bits than the arithmetic has
  int64_t value_bytes = 4;     // of the arithmetic's values
  int64_t element_bytes() const { return narrow_values ? 2 : value_bytes; }  // as stored
  int64_t most_shared_bytes = int64_t{227} << 10;  // that a block can ask for
  bool warpgroups = false;      // four warps can multiply together on tensor cores
  bool bulk_copies = false;     // one thread can ask for many neighbours at once
  bool early_launches = false;  // a kernel can be launched before the one in front has ended
  int index_bits = 32;  // of coordinates, and of positions and offsets where 64 are not needed
  bool fuse = true;     // kernels may become one
  // Threads of a warp. CUDA's kernels have 32: others are for pictures.
  int64_t lanes = 32;
};

}  // namespace teaal::passes
