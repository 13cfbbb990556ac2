#include "compiler/einsum/lexer.h"

#include <algorithm>

namespace teaal::einsum {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// U+2217, as which typesetting has the sign: published specs have it, too.
constexpr std::string_view typeset_times = "\xE2\x88\x97";

size_t digits_end(std::string_view text, size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

// 12, 1.5, 1e-3.
size_t number_end(std::string_view text, size_t at) {
  at = digits_end(text, at);
  if (at < text.size() && text[at] == '.') at = digits_end(text, at + 1);
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    const bool sign = at + 1 < text.size() && (text[at + 1] == '+' || text[at + 1] == '-');
    const size_t digits = at + 1 + (sign ? 1 : 0);
    if (digits_end(text, digits) > digits) at = digits_end(text, digits);
  }
  return at;
}

size_t character_end(std::string_view text, size_t at) {
  do ++at;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
  return at;
}

std::string_view source_line(const SourceRange& where) {
  std::string_view rest = where.file->text;
  for (int line = 1; line < where.line; ++line) {
    const size_t end = rest.find('\n');
    if (end == std::string_view::npos) return {};
    rest.remove_prefix(end + 1);
  }
  return rest.substr(0, rest.find('\n'));
}

}  // namespace

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> out;
  size_t at = 0;
  auto add = [&](Token::Kind kind, size_t end) {
    out.push_back({kind, text.substr(at, end - at), at});
    at = end;
  };
  while (at < text.size()) {
    const char c = text[at];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++at;
    } else if (is_letter(c)) {
      size_t end = at;
      while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
      add(Token::Kind::Name, end);
    } else if (is_digit(c) || (c == '.' && at + 1 < text.size() && is_digit(text[at + 1]))) {
      add(Token::Kind::Number, number_end(text, at));
    } else if (std::string_view("[](),=+-*").find(c) != std::string_view::npos) {
      add(Token::Kind::Symbol, at + 1);
    } else if (text.substr(at).starts_with(typeset_times)) {
      add(Token::Kind::Symbol, at + typeset_times.size());
      out.back().text = "*";
    } else {
      add(Token::Kind::Unknown, character_end(text, at));
    }
  }
  add(Token::Kind::End, at);
  return out;
}

ExpressionPlaces::ExpressionPlaces(const Name& expression) : whole_(expression.where) {
  verbatim_ = false;
  if (!whole_.known()) return;
  const std::string_view line = source_line(whole_);
  const auto column = static_cast<size_t>(whole_.column - 1);
  verbatim_ =
      column <= line.size() && line.substr(column, expression.value.size()) == expression.value;
}

SourceRange ExpressionPlaces::range(size_t begin, size_t end) const {
  if (!verbatim_) return whole_;
  SourceRange out = whole_;
  out.column += static_cast<int>(begin);
  out.length = static_cast<int>(end - begin);
  return out;
}

}  // namespace teaal::einsum
