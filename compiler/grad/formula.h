#pragma once
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/einsum/cascade.h"

// What a term computes from its factors, as a tree that can be differentiated and written down.
namespace teaal::grad {

struct Formula {
  enum class Kind { Number, Factor, Call };
  Kind kind = Kind::Number;
  double number = 0;
  size_t factor = 0;  // position among the factors of the term
  einsum::Function function = einsum::Function::Mul;
  std::vector<Formula> arguments;

  bool is(double value) const { return kind == Kind::Number && number == value; }
  bool calls(einsum::Function f) const { return kind == Kind::Call && function == f; }
  bool operator==(const Formula&) const = default;
};

Formula number(double);
Formula factor(size_t position);
// The function of its arguments, simplified: 0 * x is 0, 1 * x is x, --x is x, and numbers are
// computed.
Formula call(einsum::Function, std::vector<Formula> arguments);
inline Formula mul(Formula a, Formula b) {
  return call(einsum::Function::Mul, {std::move(a), std::move(b)});
}
// 1 where the formula is not the number, else 0.
inline Formula differs(Formula f, double from) {
  return call(einsum::Function::NotEqual, {std::move(f), number(from)});
}

// The value of a term, its sign left out. `take(A, B, 0)` is A * (B != 0).
Formula formula_of(const einsum::Term&);

// By one factor, the others held. Where the formula has a step (comparisons, logic) its derivative
// counts as 0; that of abs is 0 at 0, that of max(x, c) and min(x, c) of a number c is 0 at c, and
// each of two equal arguments of max and min gets half.
Formula derivative(const Formula&, size_t by);

// `what` wherever it stands replaced by `with`.
Formula replaced(const Formula&, const Formula& what, const Formula& with);
// The factors renumbered; every factor that occurs has a new position.
Formula renumbered(const Formula&, const std::vector<size_t>& position);
std::set<size_t> factors_in(const Formula&);

// A formula as number * (f * f * …) / (f * f * …).
struct Product {
  double coefficient = 1;
  std::vector<Formula> above, below;

  // Nothing but factors of the term, none below the line.
  bool plain() const;
};
Product product_of(const Formula&);
Formula formula_of(const Product&);  // without its coefficient

// As a map is written: `dZ * exp(A) / B`, given the names of the factors.
std::string text_of(const Formula&, const std::vector<std::string>& names);
std::string text_of(double);

}  // namespace teaal::grad
