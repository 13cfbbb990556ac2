#include "runtime/tensor/narrow.h"

#include <algorithm>

namespace teaal::runtime {

namespace {

int64_t runs_of(size_t positions) {
  return (static_cast<int64_t>(positions) + narrow_run - 1) / narrow_run;
}

std::span<const int32_t> run_of(std::span<const int32_t> coords, int64_t run) {
  const auto first = static_cast<size_t>(run * narrow_run);
  return coords.subspan(first, std::min<size_t>(narrow_run, coords.size() - first));
}

}  // namespace

// The base is as low as the highest coordinate lets it be, and so never below 0.
std::optional<FarApart> store_narrow(std::span<const int32_t> coords, int bits, int coordinate_bits,
                                     Level& level) {
  const int64_t highest = most_of_bits(bits);
  const int64_t runs = runs_of(coords.size());
  level.coords = Array(integer_of(bits), coords.size());
  level.bases = Array(integer_of(coordinate_bits), static_cast<size_t>(runs));
  for (int64_t r = 0; r < runs; ++r) {
    const auto run = run_of(coords, r);
    const auto [least, most] = std::ranges::minmax(run);
    const int64_t first = r * narrow_run, base = std::max<int64_t>(0, most - highest);
    if (least - base < -highest - 1)
      return FarApart{first, first + static_cast<int64_t>(run.size()) - 1, least, most};
    with_integers(level.bases, [&](auto bases) {
      bases[static_cast<size_t>(r)] = static_cast<typename decltype(bases)::value_type>(base);
    });
    with_integers(level.coords, [&](auto offsets) {
      std::ranges::transform(run, offsets.begin() + first, [&](int32_t c) {
        return static_cast<typename decltype(offsets)::value_type>(c - base);
      });
    });
  }
  return std::nullopt;
}

Array wide_coords(const Level& level) {
  if (!level.narrow()) return level.coords;
  Array out(ElementType::I32, level.coords.size());
  const auto to = out.as<int32_t>();
  with_integers(level.coords, [&](auto offsets) {
    with_integers(level.bases, [&](auto bases) {
      for (size_t p = 0; p < to.size(); ++p)
        to[p] = static_cast<int32_t>(int64_t{bases[p / narrow_run]} + offsets[p]);
    });
  });
  return out;
}

}  // namespace teaal::runtime
