#pragma once
#include <cstdint>
#include <vector>

#include "compiler/interpret/counts.h"

// What the lanes of the machine do, slot by slot, as pictures need it.
namespace teaal::driver {

// Whether all slots of all lanes are few enough to be shown.
bool is_drawn(const interpret::Counts&);
// What each lane of the machine does in each slot, warp by warp.
std::vector<std::vector<interpret::Work>> lanes_of(const interpret::Counts&);
// The same of one warp, in its own slots.
std::vector<std::vector<interpret::Work>> lanes_of(const interpret::WarpTrace&, int64_t lanes);
std::vector<std::vector<interpret::Work>> lanes_of_longest(const interpret::Counts&);
// The statement of each slot of a warp; -1: none.
std::vector<int> statements_of(const interpret::Counts&, int64_t warp);

// Which lanes are drawn: all if they are at most `most`, else some of the two busiest warps,
// evenly. Ascending within a warp.
std::vector<size_t> chosen_lanes(const interpret::Counts&, size_t most);
// A lane in at most `columns` stretches of slots, each as that which fills most of it.
std::vector<interpret::Work> condensed(const std::vector<interpret::Work>& lane, size_t columns);

}  // namespace teaal::driver
