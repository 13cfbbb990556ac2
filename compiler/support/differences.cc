#include "compiler/support/differences.h"

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <sstream>
#include <vector>

namespace teaal {
namespace {

constexpr size_t around = 2;  // lines of context

struct Line {
  char mark;  // ' ', '-' or '+'
  std::string text;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

// lengths[i][j]: how many lines a[i…] and b[j…] have in common, in order.
std::vector<std::vector<uint32_t>> common_lengths(const std::vector<std::string>& a,
                                                  const std::vector<std::string>& b) {
  std::vector<std::vector<uint32_t>> out(a.size() + 1, std::vector<uint32_t>(b.size() + 1));
  for (size_t i = a.size(); i-- > 0;)
    for (size_t j = b.size(); j-- > 0;)
      out[i][j] = a[i] == b[j] ? out[i + 1][j + 1] + 1 : std::max(out[i + 1][j], out[i][j + 1]);
  return out;
}

// Of lines that have neither a first nor a last one in common.
void add_marked(const std::vector<std::string>& a, const std::vector<std::string>& b,
                std::vector<Line>& out) {
  const auto lengths = common_lengths(a, b);
  size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j])
      out.push_back({' ', a[i]}), ++i, ++j;
    else if (j == b.size() || (i < a.size() && lengths[i + 1][j] >= lengths[i][j + 1]))
      out.push_back({'-', a[i++]});
    else
      out.push_back({'+', b[j++]});
  }
}

std::vector<Line> marked(std::vector<std::string> a, std::vector<std::string> b) {
  const auto head = std::ranges::mismatch(a, b).in1 - a.begin();
  const auto tail = std::min(
      std::ranges::mismatch(a | std::views::reverse, b | std::views::reverse).in1 - a.rbegin(),
      std::min(std::ssize(a), std::ssize(b)) - head);
  std::vector<Line> out, last;
  for (auto l = a.begin(); l != a.begin() + head; ++l) out.push_back({' ', *l});
  for (auto l = a.end() - tail; l != a.end(); ++l) last.push_back({' ', *l});
  add_marked({a.begin() + head, a.end() - tail}, {b.begin() + head, b.end() - tail}, out);
  out.insert(out.end(), last.begin(), last.end());
  return out;
}

}  // namespace

std::string differences(const std::string& before, const std::string& after) {
  if (before == after) return "";
  const std::vector<Line> all = marked(lines_of(before), lines_of(after));
  std::vector<bool> shown(all.size());
  for (size_t l = 0; l < all.size(); ++l)
    if (all[l].mark != ' ')
      for (size_t k = l - std::min(l, around); k < std::min(l + around + 1, all.size()); ++k)
        shown[k] = true;
  std::string out;
  for (size_t l = 0; l < all.size(); ++l) {
    if (shown[l])
      out += all[l].mark + all[l].text + "\n";
    else if (l == 0 || shown[l - 1])
      out += "…\n";
  }
  return out;
}

}  // namespace teaal
