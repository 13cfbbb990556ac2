#pragma once
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

// Number parsing for text that is known to hold a '\n' behind every token, so that no loop needs a
// bound.
namespace teaal::runtime {

inline bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

inline const char* skip_blanks(const char* p) {
  while (*p == ' ' || *p == '\t') ++p;
  return p;
}

inline bool ends_token(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

inline const char* token_end(const char* p) {
  while (!ends_token(*p)) ++p;
  return p;
}

// Digits only. Null: none, or too many for 63 bits to be sure.
inline const char* parse_digits(const char* p, uint64_t& out) {
  const char* begin = p;
  uint64_t value = 0;
  while (is_digit(*p)) value = value * 10 + static_cast<uint64_t>(*p++ - '0');
  out = value;
  return p == begin || p - begin > 18 ? nullptr : p;
}

// The rare forms: many digits, large exponents, nan, inf, values too small for a double (they
// become 0 or subnormal). Null: not a number, or one that overflows.
inline const char* parse_unusual_value(const char* p, double& out) {
  const char* stop = token_end(p);
  if (*p == '+' && p[1] != '-') ++p;
  auto [at, error] = std::from_chars(p, stop, out);
  if (at != stop || error == std::errc::invalid_argument) return nullptr;
  if (error == std::errc()) return stop;
  // from_chars does not tell overflow from underflow.
  out = std::strtod(std::string(p, stop).c_str(), nullptr);
  return out > -1 && out < 1 ? stop : nullptr;
}

// A double, correctly rounded: a mantissa below 2^53 and a power of ten up to 10^22 are both exact,
// so one multiplication or division rounds once (Clinger, How to Read Floating Point Numbers
// Accurately, 1990).
inline const char* parse_value(const char* begin, double& out) {
  static constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                      1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const char* p = begin;
  bool negative = *p == '-';
  if (negative || *p == '+') ++p;
  const char* first = p;
  uint64_t mantissa = 0;
  while (is_digit(*p)) mantissa = mantissa * 10 + static_cast<uint64_t>(*p++ - '0');
  int64_t digits = p - first, exponent = 0;
  if (*p == '.') {
    const char* fraction = ++p;
    while (is_digit(*p)) mantissa = mantissa * 10 + static_cast<uint64_t>(*p++ - '0');
    exponent = fraction - p;
    digits += p - fraction;
  }
  if (digits == 0 || digits > 19) return parse_unusual_value(begin, out);
  if (*p == 'e' || *p == 'E') {
    ++p;
    bool down = *p == '-';
    if (down || *p == '+') ++p;
    uint64_t magnitude = 0;
    p = parse_digits(p, magnitude);
    if (!p || magnitude > 400) return parse_unusual_value(begin, out);
    exponent += down ? -static_cast<int64_t>(magnitude) : static_cast<int64_t>(magnitude);
  }
  if (mantissa > uint64_t{1} << 53 || exponent < -22 || exponent > 22)
    return parse_unusual_value(begin, out);
  double value = static_cast<double>(mantissa);
  value = exponent < 0 ? value / powers[-exponent] : value * powers[exponent];
  out = negative ? -value : value;
  return p;
}

// A value of an integer field; null also for 1.5 and 1e3.
inline const char* parse_integer_value(const char* begin, double& out) {
  const char* p = begin;
  bool negative = *p == '-';
  if (negative || *p == '+') ++p;
  uint64_t magnitude = 0;
  const char* stop = parse_digits(p, magnitude);
  if (stop) {
    out = negative ? -static_cast<double>(magnitude) : static_cast<double>(magnitude);
    return stop;
  }
  for (stop = p; is_digit(*stop);) ++stop;
  return stop == p ? nullptr : parse_unusual_value(begin, out);
}

}  // namespace teaal::runtime
