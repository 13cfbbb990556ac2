#pragma once
#include <cstdint>
#include <span>

#include "runtime/tensor/tensor.h"

// Narrow coordinates: offsets from one base a run of positions, as tensor.h says.
namespace teaal::runtime {

// A run whose coordinates lie too far apart.
struct FarApart {
  int64_t first = 0, last = 0;  // positions
  int32_t least = 0, most = 0;  // coordinates
};

// Fills the level's coords and bases, which have `coordinate_bits`. What does not fit: the first
// such run.
std::optional<FarApart> store_narrow(std::span<const int32_t> coords, int bits, int coordinate_bits,
                                     Level& level);

// The coordinates themselves, of any compressed level.
Array wide_coords(const Level& level);

}  // namespace teaal::runtime
