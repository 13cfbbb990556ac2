#pragma once
#include <string>

namespace teaal {

// Text with a #line mark for one file in front of whatever a mark holds for, up to the next one:
// so compilers place each line where the mark says, and not one line further down with each.
// `launcher` marks, whose lines count up, stay.
std::string hold_lines(const std::string& text);

}  // namespace teaal
