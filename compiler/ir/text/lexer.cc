#include "compiler/ir/text/lexer.h"

#include <array>
#include <cctype>
#include <string_view>

namespace teaal::ir {
namespace {

constexpr std::array<std::string_view, 7> two_char = {"&&", "||", "==", "<=", "+=", "*=", "//"};
constexpr std::array<std::string_view, 4> word_assignments = {"min=", "max=", "or=", "and="};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '#'; }

size_t number_end(const std::string& text, size_t i) {
  auto at = [&](size_t p) { return p < text.size() ? text[p] : '\0'; };
  while (is_word(at(i)) || at(i) == '.' ||
         ((at(i) == '+' || at(i) == '-') && (at(i - 1) == 'e' || at(i - 1) == 'E')))
    ++i;
  return i;
}

// Behind the quote that ends the text; the quote alone where the line has none.
size_t text_end(const std::string& text, size_t i) {
  for (size_t p = i + 1; p < text.size() && text[p] != '\n'; ++p) {
    if (text[p] == '"') return p + 1;
    if (text[p] == '\\') ++p;
  }
  return i + 1;
}

size_t token_end(const std::string& text, size_t i) {
  if (text[i] == '"') return text_end(text, i);
  if (std::isdigit(static_cast<unsigned char>(text[i]))) return number_end(text, i + 1);
  size_t end = i + 1;
  for (std::string_view op : word_assignments)
    if (text.compare(i, op.size(), op) == 0) return i + op.size();
  if (is_word(text[i]))
    while (end < text.size() && is_word(text[end])) ++end;
  else
    for (std::string_view op : two_char)
      if (text.compare(i, 2, op) == 0) end = i + 2;
  return end;
}

}  // namespace

std::vector<Token> lex(const std::string& text) {
  std::vector<Token> tokens;
  int line = 1;
  size_t start = 0;
  for (size_t i = 0; i < text.size();) {
    if (text[i] == '\n') {
      ++line;
      start = ++i;
    } else if (std::isspace(static_cast<unsigned char>(text[i]))) {
      ++i;
    } else if (text.compare(i, 2, "//") == 0) {
      while (i < text.size() && text[i] != '\n') ++i;
    } else {
      size_t end = token_end(text, i);
      tokens.push_back({text.substr(i, end - i), line, static_cast<int>(i - start) + 1});
      i = end;
    }
  }
  tokens.push_back({"", line, static_cast<int>(text.size() - start) + 1});
  return tokens;
}

}  // namespace teaal::ir
