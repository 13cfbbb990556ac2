#include "compiler/driver/commands/wrap.h"

#include <algorithm>
#include <vector>

namespace teaal::driver {
namespace {

// Characters, not bytes, of UTF-8.
size_t length_of(const std::string& text) {
  return static_cast<size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

// Where the rest of a line goes on: below what stands behind two blanks, if that leaves room.
size_t hanging(const std::string& line, size_t width) {
  const size_t first = std::min(line.find_first_not_of(' '), line.size());
  const size_t gap = line.find("  ", first);
  const size_t column = gap == std::string::npos ? gap : line.find_first_not_of(' ', gap);
  if (column != std::string::npos) {
    const size_t at = length_of(line.substr(0, column));
    if (at < width * 3 / 4) return at;
  }
  // Deep lines are descriptions themselves.
  return std::min(first < 8 ? first + 4 : first, width * 2 / 3);
}

// Breaks at blanks; a word that is longer than a line stays whole.
void add_broken(std::string line, size_t indent, size_t width, std::string& out) {
  const size_t begin = std::min(line.find_first_not_of(' '), line.size());
  size_t fixed = begin;  // no break in front of the first word
  while (length_of(line) > width) {
    size_t cut = std::string::npos;
    for (size_t at = line.find(' ', fixed); at != std::string::npos; at = line.find(' ', at + 1)) {
      const bool fits = length_of(line.substr(0, at)) <= width;
      if (fits || cut == std::string::npos) cut = at;
      if (!fits) break;
    }
    if (cut == std::string::npos) break;
    const std::string head = line.substr(0, cut);
    out += head.substr(0, head.find_last_not_of(' ') + 1) + "\n";
    const size_t rest = line.find_first_not_of(' ', cut);
    if (rest == std::string::npos) return;
    line = std::string(indent, ' ') + line.substr(rest);
    fixed = indent;
  }
  out += line + "\n";
}

}  // namespace

std::string wrapped(const std::string& text, size_t width) {
  std::string out;
  const std::vector<std::string> lines = lines_of(text);
  for (size_t i = 0; i < lines.size();) {
    const auto prose = [&](size_t at) {
      return at < lines.size() && !lines[at].empty() && lines[at][0] != ' ';
    };
    if (!prose(i)) {
      add_broken(lines[i], hanging(lines[i], width), width, out);
      ++i;
      continue;
    }
    size_t end = i;
    bool fits = true;
    while (prose(end)) fits &= length_of(lines[end++]) <= width;
    std::string whole;
    for (; i < end; ++i) {
      if (fits)
        out += lines[i] + "\n";
      else
        whole += (whole.empty() ? "" : " ") + lines[i];
    }
    if (!whole.empty()) add_broken(whole, 0, width, out);
  }
  return out;
}

}  // namespace teaal::driver
