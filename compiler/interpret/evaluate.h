#pragma once
#include <cmath>

#include "compiler/interpret/functions.h"

namespace teaal::interpret {

inline size_t index(int32_t thread) { return static_cast<size_t>(thread); }

inline size_t index_of(int64_t number) { return static_cast<size_t>(number); }
inline uint32_t word(Cell c) { return static_cast<uint32_t>(c.number); }

inline Cell number(bool truth) { return cell(int64_t{truth ? 1 : 0}); }

// What a reduction over threads makes of two of them.
inline double reduced(Reduction reduction, double a, double b) {
  switch (reduction) {
    case Reduction::sum:
      return a + b;
    case Reduction::product:
      return a * b;
    case Reduction::min:
      return std::fmin(a, b);
    case Reduction::max:
      return std::fmax(a, b);
    case Reduction::either:
      return a != 0 || b != 0 ? 1 : 0;
    case Reduction::together:
      return a != 0 && b != 0 ? 1 : 0;
    case Reduction::none:
      break;
  }
  throw Broken("a call that reduces nothing");
}

}  // namespace teaal::interpret
