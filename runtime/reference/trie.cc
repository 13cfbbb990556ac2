#include "runtime/reference/trie.h"

#include <algorithm>
#include <cmath>

namespace teaal::runtime {
namespace {

// The entries in the order that the trie needs. The permutation is found by sorting the entries'
// numbers in place of values.
struct Sorted {
  Coo list;  // values are entry numbers
  size_t entry(size_t e) const { return static_cast<size_t>(list.values[e]); }
};

Sorted sorted_by(const Coo& coo, const std::vector<int>& rank_order) {
  Sorted out;
  for (int r : rank_order) {
    out.list.shape.push_back(coo.shape[r]);
    out.list.coords.push_back(coo.coords[r]);
  }
  out.list.values.resize(coo.entries());
  for (size_t e = 0; e < coo.entries(); ++e) out.list.values[e] = static_cast<double>(e);
  canonicalize(out.list);
  return out;
}

// Splits sorted columns into nodes: a node begins where any coordinate up to its depth changes.
void build_nodes(const Coo& sorted, Trie& trie) {
  size_t order = sorted.order();
  trie.coords.resize(order);
  trie.first.resize(order == 0 ? 0 : order - 1);
  if (order > 0) trie.coords.back().reserve(sorted.entries());
  for (size_t e = 0; e < sorted.entries(); ++e) {
    size_t depth = 0;
    while (e > 0 && depth + 1 < order && sorted.coords[depth][e] == sorted.coords[depth][e - 1])
      ++depth;
    for (; depth < order; ++depth) {
      if (depth + 1 < order)
        trie.first[depth].push_back(static_cast<int64_t>(trie.coords[depth + 1].size()));
      trie.coords[depth].push_back(sorted.coords[depth][e]);
    }
  }
  for (size_t d = 0; d + 1 < order; ++d)
    trie.first[d].push_back(static_cast<int64_t>(trie.coords[d + 1].size()));
}

}  // namespace

std::optional<ReferenceTensor> filled_whole(const ReferenceTensor& tensor) {
  constexpr int64_t most = int64_t{1} << 26;
  const std::vector<int64_t>& shape = tensor.list->shape;
  ReferenceTensor out;
  out.rounding = tensor.rounding;
  out.absent = tensor.absent;
  Coo list{shape, std::vector<std::vector<int32_t>>(shape.size()), {}};
  int64_t elements = 1;
  for (int64_t extent : shape)
    if (__builtin_mul_overflow(elements, extent, &elements)) elements = INT64_MAX;
  if (elements > most) return std::nullopt;
  const double bound = std::isfinite(tensor.absent) ? std::fabs(tensor.absent) : 0;
  list.values.assign(static_cast<size_t>(elements), tensor.absent);
  out.magnitude.assign(static_cast<size_t>(elements), bound);
  for (size_t r = 0; r < shape.size(); ++r) {
    int64_t inner = 1;
    for (size_t below = r + 1; below < shape.size(); ++below) inner *= shape[below];
    for (int64_t e = 0; e < elements; ++e)
      list.coords[r].push_back(static_cast<int32_t>(e / inner % shape[r]));
  }
  for (size_t e = 0; e < tensor.list->entries(); ++e) {
    int64_t at = 0;
    for (size_t r = 0; r < shape.size(); ++r) at = at * shape[r] + tensor.list->coords[r][e];
    const double value = tensor.list->values[e];
    list.values[static_cast<size_t>(at)] = value;
    out.magnitude[static_cast<size_t>(at)] =
        tensor.magnitude.empty() ? std::fabs(value) : tensor.magnitude[e];
  }
  out.list = std::make_shared<const Coo>(std::move(list));
  return out;
}

Trie build_trie(const ReferenceTensor& tensor, const std::vector<int>& rank_order) {
  Trie trie;
  trie.held = tensor.list;
  trie.magnitude = tensor.magnitude;
  if (std::ranges::is_sorted(rank_order)) {
    build_nodes(*tensor.list, trie);
  } else {
    Sorted sorted = sorted_by(*tensor.list, rank_order);
    build_nodes(sorted.list, trie);
    Coo values;
    for (size_t e = 0; e < tensor.list->entries(); ++e) {
      values.values.push_back(tensor.list->values[sorted.entry(e)]);
      if (!trie.magnitude.empty()) trie.magnitude[e] = tensor.magnitude[sorted.entry(e)];
    }
    trie.held = std::make_shared<const Coo>(std::move(values));
  }
  trie.values = trie.held->values;
  return trie;
}

int64_t seek(const std::vector<int32_t>& coords, int64_t begin, int64_t end, int64_t coordinate) {
  if (begin >= end || coords[begin] >= coordinate) return begin;
  // Coordinates ascend strictly, so where the fiber is dense the distance in coordinates is the
  // distance in nodes.
  int64_t guess = begin + (coordinate - coords[begin]);
  if (guess < end && coords[guess] == coordinate) return guess;
  int64_t low = begin, step = 1;  // coords[low] < coordinate
  while (low + step < end && coords[low + step] < coordinate) {
    low += step;
    step *= 2;
  }
  auto stop = coords.begin() + std::min(low + step + 1, end);
  return std::lower_bound(coords.begin() + low + 1, stop, coordinate) - coords.begin();
}

}  // namespace teaal::runtime
