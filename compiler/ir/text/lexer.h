#pragma once
#include <string>
#include <vector>

namespace teaal::ir {

struct Token {
  std::string text;  // empty at the end
  int line = 1, column = 1;
};

// Words, numbers, one- and two-character operators; // comments are skipped.
std::vector<Token> lex(const std::string& text);

}  // namespace teaal::ir
