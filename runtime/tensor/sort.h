#pragma once
#include "runtime/tensor/tensor.h"

namespace teaal::runtime {

// -1, 0 or 1 as entry `a` stands before, at or after entry `b` by the ranks from `first_rank` on.
inline int compare_entries(const Coo& coo, size_t a, size_t b, size_t first_rank = 0) {
  for (size_t r = first_rank; r < coo.order(); ++r) {
    const std::vector<int32_t>& coords = coo.coords[r];
    if (coords[a] != coords[b]) return coords[a] < coords[b] ? -1 : 1;
  }
  return 0;
}

// Sorts by the coordinates, rank 0 first. Entries at the same coordinates keep their order.
void sort_entries(Coo&);

}  // namespace teaal::runtime
