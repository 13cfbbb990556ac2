#include "compiler/einsum/functions.h"

#include <cmath>

namespace teaal::einsum {
namespace {

double truth(bool value) { return value ? 1 : 0; }

double evaluate(Function function, double a, double b, double c) {
  switch (function) {
    case Function::Add:
      return a + b;
    case Function::Sub:
      return a - b;
    case Function::Mul:
      return a * b;
    case Function::Div:
      return a / b;
    case Function::Min:
      return std::fmin(a, b);
    case Function::Max:
      return std::fmax(a, b);
    case Function::Or:
      return truth(a != 0 || b != 0);
    case Function::And:
      return truth(a != 0 && b != 0);
    case Function::Equal:
      return truth(a == b);
    case Function::NotEqual:
      return truth(a != b);
    case Function::Less:
      return truth(a < b);
    case Function::LessEqual:
      return truth(a <= b);
    case Function::Greater:
      return truth(a > b);
    case Function::GreaterEqual:
      return truth(a >= b);
    case Function::Neg:
      return -a;
    case Function::Abs:
      return std::fabs(a);
    case Function::Exp:
      return std::exp(a);
    case Function::Log:
      return std::log(a);
    case Function::Sqrt:
      return std::sqrt(a);
    case Function::Tanh:
      return std::tanh(a);
    case Function::Reciprocal:
      return 1 / a;
    case Function::Not:
      return truth(a == 0);
    case Function::Select:
      break;
  }
  return a != 0 ? b : c;
}

using Known = std::optional<double>;

// One operand of a commutative function decides alone.
Known absorbed(Function function, double known) {
  switch (function) {
    case Function::Add:
      return std::isinf(known) ? Known(known) : std::nullopt;
    case Function::Mul:
    case Function::And:
      return known == 0 ? Known(0) : std::nullopt;
    case Function::Min:
      return known == -infinite ? Known(known) : std::nullopt;
    case Function::Max:
      return known == infinite ? Known(known) : std::nullopt;
    case Function::Or:
      return known != 0 ? Known(1) : std::nullopt;
    default:
      return std::nullopt;
  }
}

Known partly_known(Function function, const Known& a, const Known& b) {
  if (function == Function::Sub && a && std::isinf(*a)) return a;
  if (function == Function::Sub && b && std::isinf(*b)) return -*b;
  if (function == Function::Div && ((a && *a == 0) || (b && std::isinf(*b)))) return 0;
  if (a) return absorbed(function, *a);
  return b ? absorbed(function, *b) : std::nullopt;
}

}  // namespace

std::optional<double> apply(Function function, const std::vector<Known>& arguments) {
  const Known a = arguments[0];
  const Known b = arguments.size() > 1 ? arguments[1] : 0;
  const Known c = arguments.size() > 2 ? arguments[2] : 0;
  Known out;
  if (function == Function::Select)
    out = a ? (*a != 0 ? b : c) : (b && c && *b == *c ? b : std::nullopt);
  else if (a && b)
    out = evaluate(function, *a, *b, 0);
  else if (arguments.size() == 2)
    out = partly_known(function, a, b);
  return out && std::isnan(*out) ? std::nullopt : out;
}

}  // namespace teaal::einsum
