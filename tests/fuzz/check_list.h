#pragma once
#include <cstdlib>
#include <optional>

#include "runtime/tensor/tensor.h"

namespace teaal::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

// What every reader promises: a list or at least one error, coordinates inside the shape, and
// diagnostics that render.
inline void check(std::optional<runtime::Coo>& list, size_t order, const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.all()) require(!render(diagnostic).empty());
  require(list.has_value() == diagnostics.ok());
  if (!list) return;
  require(list->order() == order && list->coords.size() == order);
  for (size_t r = 0; r < order; ++r) {
    require(list->coords[r].size() == list->entries());
    for (int32_t c : list->coords[r]) require(c >= 0 && c < list->shape[r]);
  }
  runtime::canonicalize(*list);
  runtime::drop_absent(*list);
}

}  // namespace teaal::fuzz
