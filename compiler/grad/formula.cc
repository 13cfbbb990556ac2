#include "compiler/grad/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace teaal::grad {

using einsum::Function;

namespace {

bool all_numbers(const std::vector<Formula>& arguments) {
  return std::ranges::all_of(arguments,
                             [](const Formula& f) { return f.kind == Formula::Kind::Number; });
}

std::optional<Formula> computed(Function function, const std::vector<Formula>& arguments) {
  if (!all_numbers(arguments)) return std::nullopt;
  std::vector<std::optional<double>> values;
  for (const Formula& f : arguments) values.emplace_back(f.number);
  const std::optional<double> value = einsum::apply(function, values);
  return value ? std::optional(number(*value)) : std::nullopt;
}

Formula negative(Formula f) { return call(Function::Neg, {std::move(f)}); }

std::optional<Formula> simpler_product(const Formula& a, const Formula& b) {
  if (a.is(0) || b.is(0)) return number(0);
  if (a.is(1)) return b;
  if (b.is(1)) return a;
  if (a.is(-1)) return negative(b);
  if (b.is(-1)) return negative(a);
  if (a.calls(Function::Neg)) return negative(mul(a.arguments[0], b));
  if (b.calls(Function::Neg)) return negative(mul(a, b.arguments[0]));
  return std::nullopt;
}

std::optional<Formula> simpler_sum(const Formula& a, const Formula& b) {
  if (a.is(0)) return b;
  if (b.is(0)) return a;
  if (b.calls(Function::Neg)) return call(Function::Sub, {a, b.arguments[0]});
  if (a.calls(Function::Neg)) return call(Function::Sub, {b, a.arguments[0]});
  return std::nullopt;
}

std::optional<Formula> simpler_difference(const Formula& a, const Formula& b) {
  if (b.is(0)) return a;
  if (a.is(0)) return negative(b);
  if (b.calls(Function::Neg)) return call(Function::Add, {a, b.arguments[0]});
  return std::nullopt;
}

std::optional<Formula> simpler_quotient(const Formula& a, const Formula& b) {
  if (a.is(0)) return number(0);
  if (b.is(1)) return a;
  if (a.calls(Function::Neg)) return negative(call(Function::Div, {a.arguments[0], b}));
  return std::nullopt;
}

std::optional<Formula> simpler(Function function, const std::vector<Formula>& a) {
  switch (function) {
    case Function::Mul:
      return simpler_product(a[0], a[1]);
    case Function::Add:
      return simpler_sum(a[0], a[1]);
    case Function::Sub:
      return simpler_difference(a[0], a[1]);
    case Function::Div:
      return simpler_quotient(a[0], a[1]);
    case Function::Neg:
      return a[0].calls(Function::Neg) ? std::optional(a[0].arguments[0]) : std::nullopt;
    case Function::Select:
      return a[1] == a[2] ? std::optional(a[1]) : std::nullopt;
    default:
      return std::nullopt;
  }
}

// ---- Derivatives ----

// v of 1 / (1 + exp(v)), written as a quotient or a reciprocal.
const Formula* logistic_argument(const Formula& f) {
  const bool quotient = f.calls(Function::Div) && f.arguments[0].is(1);
  if (!quotient && !f.calls(Function::Reciprocal)) return nullptr;
  const Formula& below = f.arguments.back();
  if (!below.calls(Function::Add)) return nullptr;
  const Formula& a = below.arguments[0];
  const Formula& b = below.arguments[1];
  if (a.is(1) && b.calls(Function::Exp)) return b.arguments.data();
  return b.is(1) && a.calls(Function::Exp) ? a.arguments.data() : nullptr;
}

// Which share of max(a, b), as `above` says, moves with a.
Formula share(Function above, const Formula& a, const Formula& b) {
  Formula more = call(above, {a, b});
  const bool constant = a.kind == Formula::Kind::Number || b.kind == Formula::Kind::Number;
  if (constant) return more;
  return call(Function::Add, {more, mul(number(0.5), call(Function::Equal, {a, b}))});
}

// f's derivative by its argument at `position`, the argument itself taken as a variable.
Formula partial(const Formula& f, size_t position) {
  const Formula& a = f.arguments[0];
  const Formula& b = f.arguments.size() > 1 ? f.arguments[1] : a;
  const bool first = position == 0;
  switch (f.function) {
    case Function::Add:
      return number(1);
    case Function::Sub:
      return number(first ? 1 : -1);
    case Function::Mul:
      return first ? b : a;
    case Function::Div:
      return first ? call(Function::Div, {number(1), b}) : negative(call(Function::Div, {f, b}));
    case Function::Max:
      return first ? share(Function::Greater, a, b) : share(Function::Greater, b, a);
    case Function::Min:
      return first ? share(Function::Less, a, b) : share(Function::Less, b, a);
    case Function::Neg:
      return number(-1);
    case Function::Abs:
      return call(Function::Sub,
                  {call(Function::Greater, {a, number(0)}), call(Function::Less, {a, number(0)})});
    case Function::Exp:
      return f;
    case Function::Log:
      return call(Function::Div, {number(1), a});
    case Function::Sqrt:
      return call(Function::Div, {number(0.5), f});
    case Function::Tanh:
      return call(Function::Sub, {number(1), mul(f, f)});
    case Function::Reciprocal:
      return negative(mul(f, f));
    default:  // comparisons and logic
      return number(0);
  }
}

// ---- Text ----

enum Strength { Compares, Adds, Multiplies, Negates, Stands };

Strength strength_of(const Formula& f) {
  if (f.kind == Formula::Kind::Number) return f.number < 0 ? Negates : Stands;
  if (f.kind == Formula::Kind::Factor) return Stands;
  switch (f.function) {
    case Function::Add:
    case Function::Sub:
      return Adds;
    case Function::Mul:
    case Function::Div:
      return Multiplies;
    case Function::Neg:
      return Negates;
    case Function::Equal:
    case Function::NotEqual:
    case Function::Less:
    case Function::LessEqual:
    case Function::Greater:
    case Function::GreaterEqual:
      return Compares;
    default:
      return Stands;
  }
}

class Writer {
 public:
  explicit Writer(const std::vector<std::string>& names) : names_(names) {}

  std::string write(const Formula& f) const {
    if (f.kind == Formula::Kind::Number) return text_of(f.number);
    if (f.kind == Formula::Kind::Factor) return names_[f.factor];
    if (f.calls(Function::Neg)) return "-" + at_least(Negates, f.arguments[0]);
    const einsum::FunctionRow& row = row_of(f.function);
    return row.infix.empty() ? called(row, f) : between(row, f);
  }

 private:
  std::string at_least(int strength, const Formula& f) const {
    return strength_of(f) < strength ? "(" + write(f) + ")" : write(f);
  }

  // What stands to the left may be as weak, what stands to the right of - and / may not.
  std::string between(const einsum::FunctionRow& row, const Formula& f) const {
    const int own = strength_of(f);
    const int left = own == Compares ? Adds : own;
    return fmt::format("{} {} {}", at_least(left, f.arguments[0]), row.infix,
                       at_least(own + 1, f.arguments[1]));
  }

  std::string called(const einsum::FunctionRow& row, const Formula& f) const {
    std::string out;
    for (const Formula& argument : f.arguments) out += (out.empty() ? "" : ", ") + write(argument);
    return fmt::format("{}({})", row.name, out);
  }

  const std::vector<std::string>& names_;
};

void collect(const Formula& f, std::set<size_t>& out) {
  if (f.kind == Formula::Kind::Factor) out.insert(f.factor);
  for (const Formula& argument : f.arguments) collect(argument, out);
}

void split(const Formula& f, bool above, Product& out) {
  if (f.kind == Formula::Kind::Number && (above || f.number != 0)) {
    out.coefficient = above ? out.coefficient * f.number : out.coefficient / f.number;
  } else if (f.calls(Function::Neg)) {
    out.coefficient = -out.coefficient;
    split(f.arguments[0], above, out);
  } else if (f.calls(Function::Mul) || f.calls(Function::Div)) {
    split(f.arguments[0], above, out);
    split(f.arguments[1], f.calls(Function::Mul) == above, out);
  } else {
    (above ? out.above : out.below).push_back(f);
  }
}

Formula chain(const std::vector<Formula>& formulas) {
  Formula out = number(1);
  for (const Formula& f : formulas) out = mul(out, f);
  return out;
}

}  // namespace

Formula number(double value) { return {Formula::Kind::Number, value, 0, {}, {}}; }

Formula factor(size_t position) { return {Formula::Kind::Factor, 0, position, {}, {}}; }

Formula call(Function function, std::vector<Formula> arguments) {
  if (auto value = computed(function, arguments)) return *value;
  if (auto simple = simpler(function, arguments)) return *simple;
  return {Formula::Kind::Call, 0, 0, function, std::move(arguments)};
}

Formula formula_of(const einsum::Term& term) {
  auto value_of = [&](size_t position) {
    const auto* constant = std::get_if<einsum::Constant>(&term.factors[position]);
    return constant ? number(constant->value) : factor(position);
  };
  if (term.kind == einsum::Term::Kind::Take) {
    const auto taken = static_cast<size_t>(term.take);
    Formula out = value_of(taken);
    for (size_t i = 0; i < term.factors.size(); ++i)
      if (i != taken) out = mul(out, differs(value_of(i), 0));
    return out;
  }
  std::vector<Formula> stack;
  for (const einsum::MapStep& step : map_of(term)) {
    if (step.kind == einsum::MapStep::Kind::Factor) stack.push_back(value_of(step.factor));
    if (step.kind == einsum::MapStep::Kind::Number) stack.push_back(number(step.number));
    if (step.kind != einsum::MapStep::Kind::Function) continue;
    const auto first = stack.end() - row_of(step.function).arguments;
    Formula result = call(step.function, {first, stack.end()});
    stack.erase(first, stack.end());
    stack.push_back(std::move(result));
  }
  return stack.back();
}

Formula derivative(const Formula& f, size_t by) {
  if (f.kind == Formula::Kind::Number) return number(0);
  if (f.kind == Formula::Kind::Factor) return number(f.factor == by ? 1 : 0);
  // s = 1 / (1 + exp(v)) has the derivative -s (1 - s), also where exp(v) is infinite.
  if (const Formula* v = logistic_argument(f))
    return negative(mul(mul(f, call(Function::Sub, {number(1), f})), derivative(*v, by)));
  // Not a factor of 0 or 1: what the condition keeps out may be 0 / 0.
  if (f.calls(Function::Select))
    return call(Function::Select,
                {f.arguments[0], derivative(f.arguments[1], by), derivative(f.arguments[2], by)});
  Formula out = number(0);
  for (size_t i = 0; i < f.arguments.size(); ++i) {
    const Formula inner = derivative(f.arguments[i], by);
    if (inner.is(0)) continue;  // log of a constant 0 is nobody's concern
    out = call(Function::Add, {out, mul(partial(f, i), inner)});
  }
  return out;
}

Formula replaced(const Formula& f, const Formula& what, const Formula& with) {
  if (f == what) return with;
  Formula out = f;
  for (Formula& argument : out.arguments) argument = replaced(argument, what, with);
  return out;
}

Formula renumbered(const Formula& f, const std::vector<size_t>& position) {
  Formula out = f;
  if (f.kind == Formula::Kind::Factor) out.factor = position[f.factor];
  for (Formula& argument : out.arguments) argument = renumbered(argument, position);
  return out;
}

std::set<size_t> factors_in(const Formula& f) {
  std::set<size_t> out;
  collect(f, out);
  return out;
}

bool Product::plain() const {
  return below.empty() && std::ranges::all_of(above, [](const Formula& f) {
           return f.kind == Formula::Kind::Factor;
         });
}

Product product_of(const Formula& f) {
  Product out;
  split(f, true, out);
  return out;
}

Formula formula_of(const Product& product) {
  return call(Function::Div, {chain(product.above), chain(product.below)});
}

std::string text_of(const Formula& f, const std::vector<std::string>& names) {
  return Writer(names).write(f);
}

std::string text_of(double value) {
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return fmt::format("{}", value);
}

}  // namespace teaal::grad
