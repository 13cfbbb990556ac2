#pragma once
#include <string>

namespace teaal::driver {

// A help text with no line longer than `width` characters, as far as its words allow. Lines that do
// not begin with a blank are paragraphs, which are filled anew if one of their lines is too long;
// what is cut off another line continues below the second of its columns (behind two blanks), or
// deeper than it began.
std::string wrapped(const std::string& text, size_t width);

}  // namespace teaal::driver
