#include "runtime/manifest/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cmath>

namespace teaal::runtime {

void JsonReader::fail(const std::string& message) const {
  diagnostics_.error(
      Code::Manifest, file_,
      fmt::format("{}: {}; write the manifest again with this version of teaalc", path_, message));
}

bool JsonReader::expect(bool holds, const char* type) const {
  if (!holds)
    fail(fmt::format("{} is wanted, not {} {}", type,
                     value_.is_array() || value_.is_object() ? "an" : "a", value_.type_name()));
  return holds;
}

bool JsonReader::is_object() const { return expect(value_.is_object(), "an object"); }

void JsonReader::read(std::string& out) const {
  if (expect(value_.is_string(), "a text")) out = value_.get<std::string>();
}

void JsonReader::read(bool& out) const {
  if (expect(value_.is_boolean(), "true or false")) out = value_.get<bool>();
}

void JsonReader::read(int64_t& out) const {
  bool fits =
      value_.is_number_integer() &&
      (!value_.is_number_unsigned() || value_.get<uint64_t>() <= static_cast<uint64_t>(INT64_MAX));
  if (expect(fits, "a 64-bit integer")) out = value_.get<int64_t>();
}

void JsonReader::read(int& out) const {
  int64_t wide = 0;
  int errors = diagnostics_.errors();
  read(wide);
  if (diagnostics_.errors() != errors) return;
  if (expect(wide >= INT_MIN && wide <= INT_MAX, "a 32-bit integer")) out = static_cast<int>(wide);
}

void JsonReader::read(double& out) const {
  if (value_.is_string() && (value_ == "inf" || value_ == "-inf"))
    out = value_ == "inf" ? HUGE_VAL : -HUGE_VAL;
  else if (expect(value_.is_number(), "a number"))
    out = value_.get<double>();
}

void JsonReader::read(std::optional<int64_t>& out) const {
  if (value_.is_null()) return out.reset();
  int64_t value = 0;
  int errors = diagnostics_.errors();
  read(value);
  if (diagnostics_.errors() == errors) out = value;
}

void JsonReader::check_members(const std::vector<std::string>& known) const {
  for (const auto& [key, value] : value_.items()) {
    if (std::ranges::find(known, key) != known.end()) continue;
    std::string guess = nearest(key, known);
    diagnostics_.warning(
        Code::UnknownKey, file_,
        fmt::format("{}: member '{}' is not known and ignored{}", path_, key,
                    guess.empty() ? "" : fmt::format("; did you mean '{}'?", guess)));
  }
}

}  // namespace teaal::runtime
