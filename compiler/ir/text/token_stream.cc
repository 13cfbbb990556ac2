#include "compiler/ir/text/token_stream.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace teaal::ir {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

}  // namespace

bool TokenStream::is_word(const std::string& text) {
  return !text.empty() && (std::isalpha(static_cast<unsigned char>(text[0])) || text[0] == '_');
}

const std::string& TokenStream::peek(size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)].text;
}

bool TokenStream::at_whole_number() const {
  const std::string& digits = peek() == "-" ? peek(1) : peek();
  return !digits.empty() && std::ranges::all_of(digits, is_digit);
}

SourceRange TokenStream::here() const {
  const Token& t = tokens_[at_];
  return {file_, t.line, t.column, static_cast<int>(t.text.size())};
}

bool TokenStream::accept(std::string_view text) {
  if (peek() != text || peek().empty()) return false;
  ++at_;
  return true;
}

void TokenStream::expect(std::string_view text) {
  if (!accept(text)) fail("expected '" + std::string(text) + "'");
}

std::string TokenStream::word() {
  if (!is_word(peek())) fail("expected a name");
  return tokens_[at_++].text;
}

std::vector<std::string> TokenStream::words(std::string_view open, std::string_view close) {
  std::vector<std::string> out;
  expect(open);
  while (!accept(close)) {
    if (!out.empty()) expect(",");
    out.push_back(word());
  }
  return out;
}

std::string TokenStream::text() {
  const std::string token = peek();
  if (token.size() < 2 || token.front() != '"' || token.back() != '"')
    fail("expected a text in quotes");
  std::string out;
  for (size_t i = 1; i + 1 < token.size(); ++i) {
    const bool escape = token[i] == '\\';
    if (escape) ++i;
    out += escape && token[i] == 'n' ? '\n' : token[i];
  }
  ++at_;
  return out;
}

int64_t TokenStream::integer() {
  if (peek() == "-") fail("expected a number that is not negative");
  return signed_integer();
}

int64_t TokenStream::signed_integer() {
  if (!at_whole_number()) fail("expected an integer");
  const std::string digits = accept("-") ? "-" + peek() : peek();
  int64_t value = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec != std::errc())
    fail("not a number");
  ++at_;
  return value;
}

double TokenStream::real() {
  const double sign = accept("-") ? -1 : 1;
  if (accept("inf")) return sign * HUGE_VAL;
  if (peek().empty() || !is_digit(peek()[0])) fail("expected a number");
  double value = 0;
  const char* end = peek().data() + peek().size();
  const std::from_chars_result read = std::from_chars(peek().data(), end, value);
  if (read.ec != std::errc() || read.ptr != end) fail("not a number");
  ++at_;
  return sign * value;
}

void TokenStream::fail(std::string message) const {
  throw SyntaxError{
      here(), message + (peek().empty() ? " at the end of the text" : ", found '" + peek() + "'")};
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return out + "\"";
}

}  // namespace teaal::ir
