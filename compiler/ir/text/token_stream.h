#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ir/names.h"
#include "compiler/ir/text/lexer.h"
#include "compiler/support/source.h"

namespace teaal::ir {

// The first mistake ends a parse; the catch in `parse` is its only landing place.
struct SyntaxError {
  SourceRange where;
  std::string message;
};

// The tokens of an IR text, read one after the other.
class TokenStream {
 public:
  explicit TokenStream(const SourcePtr& file) : file_(file), tokens_(lex(file->text)) {}

  static bool is_word(const std::string& text);

  // The token that is next, or stands so many behind it; empty at the end of the text.
  const std::string& peek(size_t ahead = 0) const;
  bool at_whole_number() const;
  bool on_line(int line) const { return tokens_[at_].line == line; }
  SourceRange here() const;

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

  bool accept(std::string_view text);
  void expect(std::string_view text);
  std::string word();
  std::string behind(std::string_view text) {  // a word
    expect(text);
    return word();
  }
  std::vector<std::string> words(std::string_view open, std::string_view close);
  // In quotes, as `quoted` writes it.
  std::string text();
  int64_t integer();  // not negative
  // Behind `word`, if that is next.
  bool number(std::string_view word, int64_t& out) {
    const bool found = accept(word);
    if (found) out = integer();
    return found;
  }
  int64_t signed_integer();
  // Whole or not, or inf.
  double real();

  template <class E, size_t n>
  E one_of(const std::array<NameTable<E>, n>& table, std::string_view what) {
    const E* found = find_named(table, peek());
    if (!found) fail("expected " + std::string(what));
    ++at_;
    return *found;
  }

  [[noreturn]] void fail(std::string message) const;

 private:
  SourcePtr file_;
  std::vector<Token> tokens_;
  size_t at_ = 0;
};

// A text as a token: in quotes, with \" \\ and \n.
std::string quoted(std::string_view text);

}  // namespace teaal::ir
