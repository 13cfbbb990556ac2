#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

// `NAME=value` arguments, as teaalc and the benchmark program take them.
namespace teaal::runtime::plan {

// Split at the first `=`; nullopt without one or with nothing before it.
std::optional<std::pair<std::string, std::string>> split_assignment(const std::string&);

// The whole text as a decimal integer, or as a finite real.
std::optional<int64_t> parse_integer(const std::string&);
std::optional<double> parse_real(const std::string&);

}  // namespace teaal::runtime::plan
