#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/driver/compile.h"
#include "compiler/interpret/counts.h"

// How loops walk: which rank it is that takes a lane from one element to the next.
namespace teaal::driver {

// The whole ranks of the loops, outermost first: of "I1 |I0| J" I and J. `names` are ranks that may
// be there; a flattened one has several.
std::vector<std::string> ranks_of_loops(const std::vector<LoopOrder>&,
                                        const std::vector<std::string>& names);

struct Moved {
  std::vector<std::string> ranks;  // outermost first
  // Of each lane of each slot of the trace (as Trace::work): which of them; -1 where the lane
  // computes nothing, or nothing is known of its coordinates.
  std::vector<int8_t> of;
};
// Where a lane computes, the outermost rank whose coordinate is another one than where it computed
// before. Without places the ranks alone are told.
Moved moved(const interpret::Counts&, const Artefact&);

}  // namespace teaal::driver
