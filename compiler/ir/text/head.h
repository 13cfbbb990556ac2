#pragma once
#include <functional>
#include <string>
#include <vector>

#include "compiler/ir/program.h"
#include "compiler/ir/text/token_stream.h"

// The part of a program's text that no pass reads: what it was made from, what it computes, and
// what is told of it. The rest: text.h.
namespace teaal::ir {

// "A[i, j]"; of scalars their name, of constants their value.
std::string factor_text(const Einsum::Factor&);
// "Z[i] = A[i, j] * B[j]".
std::string expression_text(const Einsum&);

// In front of the program's other declarations, and behind them; a line each.
std::vector<std::string> head_lines(const Program&);
std::vector<std::string> tail_lines(const Program&);

// Reads one such line. False: the next declaration is none. `expr` reads an expression.
bool read_told(TokenStream&, Program&, const std::function<Expr()>& expr);

// Of a kernel, behind the word `class`.
RowClass read_row_class(TokenStream&, SourceRange where);
RowBuffer read_row_buffer(TokenStream&, SourceRange where);

}  // namespace teaal::ir
