#include "compiler/einsum/bits.h"

#include <algorithm>
#include <vector>

namespace teaal::einsum {
namespace {

bool is_bit(double number) { return number == 0 || number == 1; }

bool is_bit(const Cascade& cascade, const Factor& factor) {
  if (const auto* access = std::get_if<Access>(&factor)) return holds_bits(cascade, access->tensor);
  const auto* constant = std::get_if<Constant>(&factor);
  return constant && is_bit(constant->value);
}

// Of arguments, each of which is a bit or may be anything else.
bool gives_bit(Function function, const std::vector<bool>& arguments) {
  const auto all = [&](size_t from) {
    return std::all_of(arguments.begin() + static_cast<std::ptrdiff_t>(from), arguments.end(),
                       [](bool bit) { return bit; });
  };
  switch (function) {
    case Function::Or:
    case Function::And:
    case Function::Not:
    case Function::Equal:
    case Function::NotEqual:
    case Function::Less:
    case Function::LessEqual:
    case Function::Greater:
    case Function::GreaterEqual:
      return true;
    case Function::Mul:
    case Function::Min:
    case Function::Max:
    case Function::Abs:
      return all(0);
    case Function::Select:
      return all(1);
    default:
      return false;
  }
}

bool is_bit(const Cascade& cascade, const Term& term) {
  if (term.kind == Term::Kind::Take)
    return is_bit(cascade, term.factors[static_cast<size_t>(term.take)]);
  if (term.sign != 1) return false;
  std::vector<bool> stack;
  for (const MapStep& step : map_of(term)) {
    if (step.kind == MapStep::Kind::Factor) {
      stack.push_back(is_bit(cascade, term.factors[step.factor]));
    } else if (step.kind == MapStep::Kind::Number) {
      stack.push_back(is_bit(step.number));
    } else {
      const auto count = static_cast<std::ptrdiff_t>(row_of(step.function).arguments);
      const std::vector<bool> arguments(stack.end() - count, stack.end());
      stack.resize(stack.size() - static_cast<size_t>(count));
      stack.push_back(gives_bit(step.function, arguments));
    }
  }
  return stack.size() == 1 && stack[0];
}

}  // namespace

// No expression reads a tensor before it is written, so that this comes to an end; carried tensors,
// which rounds read, are inputs to begin with.
bool holds_bits(const Cascade& cascade, const std::string& tensor) {
  const Tensor* declared = cascade.find(tensor);
  if (cascade.iteration || !declared || !is_bit(declared->absent)) return false;
  bool made = false;
  for (const Einsum& e : cascade.einsums) {
    if (e.output.tensor != tensor) continue;
    made = true;
    if (reduces(e) ? e.reduce != Reduce::Or : e.terms.size() != 1 || !is_bit(cascade, e.terms[0]))
      return false;
  }
  return made;
}

}  // namespace teaal::einsum
