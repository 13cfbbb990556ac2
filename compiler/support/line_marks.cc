#include "compiler/support/line_marks.h"

#include <algorithm>
#include <string_view>

namespace teaal {

std::string hold_lines(const std::string& text) {
  std::string out;
  std::string_view rest = text, held;
  bool marked = false;  // the line before is the mark that holds
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end);
    const bool mark = line.starts_with("#line ");
    if (mark) held = line.find(".launcher\"") == line.npos && line.ends_with('\n') ? line : "";
    if (!mark && !marked) out += held;
    out += line;
    marked = mark;
  }
  return out;
}

}  // namespace teaal
