#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "compiler/support/source.h"

// The words of an expression, each with its place in the spec.
namespace teaal::einsum {

struct Token {
  enum class Kind { Name, Number, Symbol, Unknown, End };
  Kind kind = Kind::End;
  std::string_view text;  // Symbol and Unknown: one character (all its bytes)
  size_t offset = 0;      // into the expression

  bool is(std::string_view symbol) const { return kind == Kind::Symbol && text == symbol; }
};

// Cuts `text`, ending with a Kind::End token. Never fails: what is no word is Kind::Unknown.
std::vector<Token> tokens_of(std::string_view text);

// The place of a piece of an expression. An expression that the spec folds over lines or writes
// with escapes is shown whole.
class ExpressionPlaces {
 public:
  explicit ExpressionPlaces(const Name& expression);
  SourceRange range(size_t begin, size_t end) const;

 private:
  SourceRange whole_;
  bool verbatim_;
};

}  // namespace teaal::einsum
