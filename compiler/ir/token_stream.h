#pragma once
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ir/lexer.h"
#include "compiler/ir/names.h"
#include "compiler/support/source.h"

namespace teaal::ir {

// The first mistake ends a parse; the catch in `parse` is its only landing place.
struct SyntaxError {
  SourceRange where;
  std::string message;
};

// The tokens of an IR text, read one after the other.
class TokenStream {
 protected:
  explicit TokenStream(const SourcePtr& file) : file_(file), tokens_(lex(file->text)) {}

  // Items with commas between them.
  template <class Item>
  auto list(std::string_view open, std::string_view close, const Item& item) {
    std::vector<decltype(item())> out;
    expect(open);
    while (!accept(close)) {
      if (!out.empty()) expect(",");
      out.push_back(item());
    }
    return out;
  }

  std::vector<std::string> words(std::string_view open, std::string_view close) {
    return list(open, close, [&] { return word(); });
  }

  static bool is_word(const std::string& text) {
    return !text.empty() && (std::isalpha(static_cast<unsigned char>(text[0])) || text[0] == '_');
  }

  std::string word() {
    if (!is_word(peek())) fail("expected a name");
    return tokens_[at_++].text;
  }

  template <class E, size_t n>
  E one_of(const std::array<NameTable<E>, n>& table, std::string_view what) {
    const E* found = find_named(table, peek());
    if (!found) fail("expected " + std::string(what));
    ++at_;
    return *found;
  }

  const std::string& peek() const { return tokens_[at_].text; }
  bool on_line(int line) const { return tokens_[at_].line == line; }

  bool accept(std::string_view text) {
    if (peek() != text || peek().empty()) return false;
    ++at_;
    return true;
  }

  void expect(std::string_view text) {
    if (!accept(text)) fail("expected '" + std::string(text) + "'");
  }

  SourceRange here() const {
    const Token& t = tokens_[at_];
    return {file_, t.line, t.column, static_cast<int>(t.text.size())};
  }

  [[noreturn]] void fail(std::string message) const {
    throw SyntaxError{here(), message + (peek().empty() ? " at the end of the text"
                                                        : ", found '" + peek() + "'")};
  }

  SourcePtr file_;
  std::vector<Token> tokens_;
  size_t at_ = 0;
};

}  // namespace teaal::ir
