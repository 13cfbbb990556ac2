#pragma once
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "compiler/interpret/machine.h"

namespace teaal::driver {

// The page (first), its style and its scripts, and the shipped specs that say which operands they
// suit, built in.
const std::vector<std::pair<std::string, std::string>>& embedded_files();

// How traces spell what a lane does, in the order of interpret::Work.
inline constexpr std::array<char, interpret::works> work_letters = {'d', 'm', 'w', 'c', 'v',
                                                                    'o', 'p', 's', 't'};

}  // namespace teaal::driver
