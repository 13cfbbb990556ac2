#pragma once
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "runtime/tensor/tensor.h"

namespace teaal::runtime {

// A tensor that the reference reads: the values, and for each the magnitude Σ|a·b| it was computed
// with (|value| for inputs). An entry equal to `absent` is absent; it is kept only for its
// magnitude.
struct ReferenceTensor {
  std::shared_ptr<const Coo> list;  // canonical; of an input, the input's own
  std::vector<double> magnitude;
  double rounding =
      0;  // the most roundings any value has been through, in units of the error bound's terms
  double absent = 0;  // what an element holds that has no entry
};

// A tensor's entries as nested sorted lists: node n of depth d has coordinate coords[d][n], and its
// children are the nodes [first[d][n], first[d][n + 1]) of depth d + 1. The nodes of the last depth
// are the entries.
struct Trie {
  std::vector<std::vector<int32_t>> coords;
  std::vector<std::vector<int64_t>> first;  // one shorter than coords
  std::span<const double> values;           // of `held`
  std::vector<double> magnitude;            // empty if it is |value|
  std::shared_ptr<const Coo> held;          // the tensor's own list, where that has the order

  double magnitude_of(int64_t entry) const {
    return magnitude.empty() ? std::fabs(values[entry]) : magnitude[entry];
  }
  int64_t roots() const {
    return coords.empty() ? static_cast<int64_t>(values.size())
                          : static_cast<int64_t>(coords[0].size());
  }
};

// An entry at every coordinate: those without one hold `absent`. Nothing if there are more than
// 2^26.
std::optional<ReferenceTensor> filled_whole(const ReferenceTensor&);

// Depth d holds rank `rank_order[d]`.
Trie build_trie(const ReferenceTensor&, const std::vector<int>& rank_order);

// The first node in [begin, end) whose coordinate is at least `coordinate`; end if there is none.
// Fast when it is near `begin` or when the fiber is dense.
int64_t seek(const std::vector<int32_t>& coords, int64_t begin, int64_t end, int64_t coordinate);

}  // namespace teaal::runtime
