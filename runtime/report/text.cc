#include "runtime/report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace teaal::runtime::report {
namespace {

// Three significant digits, no exponent.
std::string three_digits(double value) {
  if (value == 0) return "0";
  double magnitude = std::abs(value);
  if (magnitude >= 99.95) return fmt::format("{:.0f}", value);
  if (magnitude >= 9.995) return fmt::format("{:.1f}", value);
  if (magnitude >= 0.0995) return fmt::format("{:.2f}", value);
  return fmt::format("{:.2g}", value);
}

std::string colored(const std::string& text, const char* code, const TextOptions& options) {
  return options.color ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
}

bool begins_code_point(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

// The first `width` columns; … in the last one if something was left out.
std::string cut(const std::string& text, size_t width) {
  if (display_width(text) <= width || width == 0) return text;
  std::string out;
  size_t columns = 0;
  for (char c : text) {
    columns += begins_code_point(c);
    if (columns >= width) break;
    out += c;
  }
  return out + "…";
}

}  // namespace

size_t display_width(std::string_view utf8) {
  return static_cast<size_t>(std::count_if(utf8.begin(), utf8.end(), begins_code_point));
}

std::string time_text(double us) {
  if (us < 1) return three_digits(us * 1e3) + " ns";
  if (us < 1e3) return three_digits(us) + " µs";
  if (us < 1e6) return three_digits(us * 1e-3) + " ms";
  return three_digits(us * 1e-6) + " s";
}

std::string bytes_text(int64_t bytes) {
  static const char* const units[] = {"B", "kB", "MB", "GB", "TB"};
  if (bytes < 1000) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  while (value >= 999.5 && unit < 4) {
    value /= 1000;
    ++unit;
  }
  return three_digits(value) + " " + units[unit];
}

std::string count_text(int64_t count) {
  std::string digits = std::to_string(count);
  size_t first = digits[0] == '-' ? 1 : 0;
  for (size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string share_text(double share) { return three_digits(share * 100) + " %"; }

std::string number_text(double value) { return three_digits(value); }

std::string ratio_text(double ratio) { return three_digits(ratio) + "×"; }

std::string Table::text(const TextOptions& options, int indent) const {
  std::vector<std::vector<std::string>> lines;
  lines.emplace_back();
  for (const Column& column : columns_) lines.back().push_back(column.title);
  lines.insert(lines.end(), rows_.begin(), rows_.end());
  std::vector<size_t> widths(columns_.size());
  for (const auto& line : lines)
    for (size_t c = 0; c < line.size(); ++c)
      widths[c] = std::max(widths[c], display_width(line[c]));
  std::string out;
  for (size_t l = 0; l < lines.size(); ++l) {
    std::string text(static_cast<size_t>(indent), ' ');
    for (size_t c = 0; c < lines[l].size(); ++c) {
      std::string pad(widths[c] - display_width(lines[l][c]), ' ');
      text += columns_[c].align == Align::Right ? pad + lines[l][c] : lines[l][c] + pad;
      if (c + 1 < lines[l].size()) text += "  ";
    }
    text.erase(text.find_last_not_of(' ') + 1);
    if (options.cut) text = cut(text, static_cast<size_t>(std::max(options.width, 40)));
    out += (l == 0 ? dim(text, options) : text) + "\n";
  }
  return out;
}

std::string wrapped(const std::string& text, const TextOptions& options, int indent) {
  std::istringstream words(text);
  std::string out, word;
  size_t column = static_cast<size_t>(indent),
         width = static_cast<size_t>(std::max(options.width, 40));
  while (words >> word) {
    size_t length = display_width(word);
    if (!out.empty() && column + 1 + length > width) {
      out += "\n" + std::string(static_cast<size_t>(indent), ' ');
      column = static_cast<size_t>(indent);
    } else if (!out.empty()) {
      out += " ";
      ++column;
    }
    out += word;
    column += length;
  }
  return out;
}

std::string bold(const std::string& text, const TextOptions& options) {
  return colored(text, "1", options);
}
std::string green(const std::string& text, const TextOptions& options) {
  return colored(text, "1;32", options);
}
std::string red(const std::string& text, const TextOptions& options) {
  return colored(text, "1;31", options);
}
std::string dim(const std::string& text, const TextOptions& options) {
  return colored(text, "2", options);
}

}  // namespace teaal::runtime::report
