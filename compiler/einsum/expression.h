#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/einsum/cascade.h"

namespace teaal::einsum {

struct Expression {
  Access output;
  std::vector<Term> terms;
};

// Reads `Z[m] = A[k, m] * B[k] - take(C[m], d, 0)`. Grammar: docs/LANGUAGE.md, section Einsums, and
// ours: constants, `-` between terms, symbolic strides `g * q`, and what generations are indexed
// by: `m + 1`, `0` and `M`, terms without a variable. `ranks` are the declared ranks; they tell a
// variable from a stride. Names are not resolved. Errors: einsum-syntax, unsupported (parentheses).
std::optional<Expression> parse_expression(const Name& text, const std::set<std::string>& ranks,
                                           Diagnostics&);

// The rank of a variable: its upper case.
std::string upper_case(std::string_view variable);

}  // namespace teaal::einsum
