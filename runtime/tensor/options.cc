#include "runtime/tensor/options.h"

#include <fmt/format.h>

#include <charconv>

namespace teaal::runtime {
namespace {

template <class T>
std::optional<T> parse_all(std::string_view text) {
  T out{};
  auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || at != text.data() + text.size()) return std::nullopt;
  return out;
}

std::optional<std::vector<int64_t>> parse_extents(std::string_view text) {
  std::vector<int64_t> out;
  if (text.empty()) return out;
  while (true) {
    size_t end = std::min(text.find_first_of("xX"), text.size());
    std::optional<int64_t> extent = parse_all<int64_t>(text.substr(0, end));
    if (!extent || *extent < 0 || *extent > INT32_MAX) return std::nullopt;
    out.push_back(*extent);
    if (end == text.size()) return out;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

Options::Options(const std::string& source, size_t begin, Diagnostics& diagnostics)
    : diagnostics_(diagnostics),
      source_(std::make_shared<SourceFile>(SourceFile{"argument", source})),
      errors_before_(diagnostics.errors()) {
  std::string_view rest = std::string_view(source).substr(std::min(begin, source.size()));
  while (!rest.empty()) {
    size_t end = std::min(rest.find(','), rest.size());
    add(rest.substr(0, end), begin);
    begin += end + 1;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

void Options::add(std::string_view text, size_t begin) {
  size_t equals = text.find('=');
  Option option;
  option.key = text.substr(0, equals);
  option.key_at = option.value_at = place(begin, option.key.size());
  option.has_value = equals != std::string_view::npos;
  if (option.has_value) {
    option.value = text.substr(equals + 1);
    option.value_at = place(begin + equals + 1, option.value.size());
  }
  if (option.key.empty())
    diagnostics_.error(Code::TensorSource, option.key_at,
                       "an option's name is missing here: options are key=value,key=value");
  else if (given(option.key))
    diagnostics_.error(Code::TensorSource, option.key_at,
                       fmt::format("option '{}' is given twice", option.key));
  options_.push_back(std::move(option));
}

SourceRange Options::place(size_t begin, size_t length) const {
  return {source_, 1, static_cast<int>(begin) + 1, static_cast<int>(length)};
}

SourceRange Options::whole() const { return place(0, source_->text.size()); }

SourceRange Options::where(const std::string& key) const {
  for (const Option& option : options_)
    if (option.key == key) return option.value_at;
  return whole();
}

bool Options::given(const std::string& key) const {
  for (const Option& option : options_)
    if (option.key == key) return true;
  return false;
}

Options::Option* Options::find(const std::string& key) {
  known_.push_back(key);
  for (Option& option : options_) {
    if (option.key != key) continue;
    option.taken = true;
    return &option;
  }
  return nullptr;
}

void Options::bad(const Option& option, const std::string& expected) {
  diagnostics_.error(Code::TensorSource, option.value_at,
                     fmt::format("option '{}' must be {}", option.key, expected));
}

std::optional<std::string> Options::take_text(const std::string& key) {
  Option* option = find(key);
  if (!option) return std::nullopt;
  return option->value;
}

int64_t Options::take_integer(const std::string& key, int64_t absent, int64_t least, int64_t most) {
  Option* option = find(key);
  if (!option) return absent;
  std::optional<int64_t> value = parse_all<int64_t>(option->value);
  if (value && *value >= least && *value <= most) return *value;
  bad(*option, fmt::format("an integer from {} to {}", least, most));
  return absent;
}

double Options::take_real(const std::string& key, double absent, double least, double most) {
  Option* option = find(key);
  if (!option) return absent;
  std::optional<double> value = parse_all<double>(option->value);
  if (value && *value >= least && *value <= most) return *value;
  bad(*option, fmt::format("a number from {} to {}", least, most));
  return absent;
}

int Options::take_choice(const std::string& key, int absent,
                         const std::vector<std::string>& choices) {
  Option* option = find(key);
  if (!option) return absent;
  for (size_t i = 0; i < choices.size(); ++i)
    if (choices[i] == option->value) return static_cast<int>(i);
  std::string guess = nearest(option->value, choices);
  bad(*option, fmt::format("one of {}{}", quoted_list(choices),
                           guess.empty() ? "" : fmt::format("; did you mean '{}'?", guess)));
  return absent;
}

bool Options::take_flag(const std::string& key) {
  Option* option = find(key);
  if (!option) return false;
  if (option->has_value && option->value != "0" && option->value != "1") bad(*option, "0 or 1");
  return option->value != "0";
}

std::optional<std::vector<int64_t>> Options::take_extents(const std::string& key) {
  Option* option = find(key);
  if (!option) return std::nullopt;
  std::optional<std::vector<int64_t>> extents = parse_extents(option->value);
  if (!extents) bad(*option, "extents such as 8x8, each from 0 to 2147483647");
  return extents;
}

bool Options::finish() {
  for (const Option& option : options_) {
    if (option.taken || option.key.empty()) continue;
    std::string guess = nearest(option.key, known_);
    diagnostics_.error(Code::TensorSource, option.key_at,
                       fmt::format("unknown option '{}'{}; known here: {}", option.key,
                                   guess.empty() ? "" : fmt::format(": did you mean '{}'?", guess),
                                   quoted_list(known_)));
  }
  return diagnostics_.errors() == errors_before_;
}

}  // namespace teaal::runtime
