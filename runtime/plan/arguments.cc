#include "runtime/plan/arguments.h"

#include <charconv>
#include <cmath>

namespace teaal::runtime::plan {
namespace {

template <class T>
std::optional<T> parse_whole(const std::string& text) {
  size_t begin = text.starts_with('+') ? 1 : 0;
  const char* end = text.data() + text.size();
  T value{};
  auto [stopped, error] = std::from_chars(text.data() + begin, end, value);
  if (error != std::errc{} || stopped != end || begin == text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::pair<std::string, std::string>> split_assignment(const std::string& text) {
  size_t at = text.find('=');
  if (at == std::string::npos || at == 0) return std::nullopt;
  return std::pair(text.substr(0, at), text.substr(at + 1));
}

std::optional<int64_t> parse_integer(const std::string& text) { return parse_whole<int64_t>(text); }

std::optional<double> parse_real(const std::string& text) {
  std::optional<double> value = parse_whole<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace teaal::runtime::plan
