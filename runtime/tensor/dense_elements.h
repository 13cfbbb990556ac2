#pragma once
#include <cstdint>

#include "runtime/tensor/byte_source.h"
#include "runtime/tensor/tensor.h"

namespace teaal::runtime {

// How a file of dense elements holds one.
struct ElementForm {
  // Float: IEEE 754 of 2, 4 or 8 bytes; Brain: bfloat16, 2 bytes; Boolean: 1 byte, not 0 is 1.
  enum class Kind { Float, Brain, Signed, Unsigned, Boolean };
  Kind kind = Kind::Float;
  size_t width = 4;      // bytes
  bool swapped = false;  // not in the order of this machine
};

// How many elements `shape` has, and how many bytes they take; both saturate at 2^63 - 1.
int64_t dense_elements(const std::vector<int64_t>& shape);
int64_t dense_bytes(const std::vector<int64_t>& shape, const ElementForm&);

enum class DenseEnd { Whole, CutOff, TooLarge };

// Reads the elements of `out`'s shape into its lists, but those equal to `absent`. The last rank
// varies fastest, or the first. CutOff: the bytes ended early; TooLarge: what was read does not fit
// in memory.
DenseEnd read_dense(ByteSource&, const ElementForm&, bool first_rank_fastest, double absent,
                    Coo& out);

}  // namespace teaal::runtime
