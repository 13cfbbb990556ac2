#pragma once
#include <cstdint>

#include "compiler/ir/nodes.h"

// Where the values of an integer expression lie. Arithmetic on ranges never leaves a value out;
// what it cannot tell is `endless` on that side.
namespace teaal::ir {

inline constexpr int64_t endless = int64_t{1} << 62;

struct Range {
  int64_t least = -endless, most = endless;  // both included

  bool within(const Range& other) const { return least >= other.least && most <= other.most; }
  bool operator==(const Range&) const = default;
};

// Of signed numbers of so many bits.
Range range_of_bits(int bits);
Range joined(const Range& a, const Range& b);
// Of `a op b`; comparisons and logic give 0 or 1.
Range range_of(BinaryOp op, const Range& a, const Range& b);

// Extents, positions and lengths of arrays up to which a kernel counts and addresses in its narrow
// offsets, of 8, 16 or 32 bits: with room for one more of the same, such as a step by all workers
// or a tile beyond the end.
int64_t most_in_offsets(int bits);

}  // namespace teaal::ir
