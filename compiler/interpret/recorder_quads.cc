#include <algorithm>

#include "compiler/interpret/recorder.h"

// Which requests of a loop that widens are one.
namespace teaal::interpret {

// At most 16 bytes a lane, from a multiple of that on.
bool Recorder::goes_on(const Array& array, const Asked& asked) {
  if (!widens_ || !array.real) return false;
  const int64_t most = std::min<int64_t>(4, 16 / array.element_bytes);
  const size_t number = static_cast<size_t>(asked.lanes.front()) / lanes();
  Quad& quad = quads_[{array.count, asked.stores}][number];
  const bool same = quad.moved % most != 0 && std::ranges::equal(quad.lanes, asked.lanes) &&
                    std::ranges::equal(quad.next, asked.addresses);
  const bool begins =
      std::ranges::all_of(asked.addresses, [&](int64_t a) { return a % most == 0; });
  if (!same)
    quad = {{asked.lanes.begin(), asked.lanes.end()}, {}, 0, warps_[number].touches.size()};
  quad.moved += same || begins ? 1 : 0;
  quad.next.assign(asked.addresses.begin(), asked.addresses.end());
  for (int64_t& next : quad.next) ++next;
  return same;
}

// The rest of what a request moves lies in its sectors.
void Recorder::go_on(const Array& array, Warp& warp, const Request& r) {
  Traffic& traffic = counts_.arrays[array.count].traffic;
  const Quad& quad =
      quads_.at({array.count, r.stores}).at(static_cast<size_t>(&warp - warps_.data()));
  const int64_t least = sectors_of(quad.moved * r.bytes) - sectors_of((quad.moved - 1) * r.bytes);
  traffic.least_sectors += least;
  traffic.least_load_sectors += r.stores ? 0 : least;
  size_t touch = quad.first_touch;
  for (const auto& [sector, bytes] : r.sectors) {
    warp.touches[touch].way = r.way;
    if (r.stores) warp.touches[touch].stored |= bytes;
    ++touch;
  }
}

}  // namespace teaal::interpret
