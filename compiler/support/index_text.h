#pragma once
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

// Indices as specs write them; the einsums of specs and those of the IR have types of their own.
namespace teaal {

// Of a range of terms, each `coefficient * symbol * variable` as far as the last two are there:
// "S * p + 2 * q + 1".
template <class Terms>
std::string index_text(const Terms& terms) {
  std::string out;
  for (const auto& t : terms) {
    std::vector<std::string> parts;
    if (t.coefficient != 1 || (t.symbol.empty() && t.variable.empty()))
      parts.push_back(std::to_string(t.coefficient));
    for (const std::string& name : {t.symbol, t.variable})
      if (!name.empty()) parts.push_back(name);
    out += fmt::format("{}{}", out.empty() ? "" : " + ", fmt::join(parts, " * "));
  }
  return out;
}

}  // namespace teaal
