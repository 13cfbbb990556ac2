#pragma once
#include <string>

namespace teaal {

// The lines of `after`, where it differs from `before`: new ones with +, those that are gone with
// -, two lines around each place, … for what is left out. Empty if both are equal.
std::string differences(const std::string& before, const std::string& after);

}  // namespace teaal
