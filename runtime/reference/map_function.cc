#include "runtime/reference/map_function.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

namespace teaal::runtime {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Arguments {
  Estimate a, b, c;
};

Estimate truth(bool value) { return {value ? 1.0 : 0.0, value ? 1.0 : 0.0}; }

// A derivative times an error, of which either may be 0 beside an infinity.
double carried(double factor, double magnitude) {
  const double out = std::fabs(factor) * magnitude;
  return std::isnan(out) ? 0 : out;
}

Estimate sum(const Arguments& x) { return {x.a.value + x.b.value, x.a.magnitude + x.b.magnitude}; }
Estimate difference(const Arguments& x) {
  return {x.a.value - x.b.value, x.a.magnitude + x.b.magnitude};
}
Estimate product(const Arguments& x) {
  return {x.a.value * x.b.value, x.a.magnitude * x.b.magnitude};
}
Estimate quotient(const Arguments& x) {
  const double value = x.a.value / x.b.value;
  return {value, std::fabs(value) + carried(1 / x.b.value, x.a.magnitude) +
                     carried(value / x.b.value, x.b.magnitude)};
}
Estimate least(const Arguments& x) {
  return {std::fmin(x.a.value, x.b.value), std::max(x.a.magnitude, x.b.magnitude)};
}
Estimate most(const Arguments& x) {
  return {std::fmax(x.a.value, x.b.value), std::max(x.a.magnitude, x.b.magnitude)};
}
Estimate either(const Arguments& x) { return truth(x.a.value != 0 || x.b.value != 0); }
Estimate both(const Arguments& x) { return truth(x.a.value != 0 && x.b.value != 0); }
Estimate equal(const Arguments& x) { return truth(x.a.value == x.b.value); }
Estimate differ(const Arguments& x) { return truth(x.a.value != x.b.value); }
Estimate less(const Arguments& x) { return truth(x.a.value < x.b.value); }
Estimate at_most(const Arguments& x) { return truth(x.a.value <= x.b.value); }
Estimate greater(const Arguments& x) { return truth(x.a.value > x.b.value); }
Estimate at_least(const Arguments& x) { return truth(x.a.value >= x.b.value); }
Estimate negated(const Arguments& x) { return {-x.a.value, x.a.magnitude}; }
Estimate absolute(const Arguments& x) { return {std::fabs(x.a.value), x.a.magnitude}; }
Estimate exponential(const Arguments& x) {
  const double value = std::exp(x.a.value);
  return {value, value + carried(value, x.a.magnitude)};
}
Estimate logarithm(const Arguments& x) {
  const double value = std::log(x.a.value);
  return {value, std::fabs(value) + carried(1 / x.a.value, x.a.magnitude)};
}
Estimate root(const Arguments& x) {
  const double value = std::sqrt(x.a.value);
  return {value, value + (value > 0 ? x.a.magnitude / (2 * value) : std::sqrt(x.a.magnitude))};
}
Estimate hyperbolic_tangent(const Arguments& x) {
  const double value = std::tanh(x.a.value);
  return {value, std::fabs(value) + carried(1 - value * value, x.a.magnitude)};
}
Estimate reciprocal(const Arguments& x) { return quotient({{1, 1}, x.a, {}}); }
Estimate inverted(const Arguments& x) { return truth(x.a.value == 0); }
Estimate chosen(const Arguments& x) { return x.a.value != 0 ? x.b : x.c; }

struct Row {
  std::string_view name;
  int arguments;
  Estimate (*apply)(const Arguments&);
};

constexpr std::array rows = {
    Row{"add", 2, sum},         Row{"sub", 2, difference},
    Row{"mul", 2, product},     Row{"div", 2, quotient},
    Row{"min", 2, least},       Row{"max", 2, most},
    Row{"or", 2, either},       Row{"and", 2, both},
    Row{"eq", 2, equal},        Row{"ne", 2, differ},
    Row{"lt", 2, less},         Row{"le", 2, at_most},
    Row{"gt", 2, greater},      Row{"ge", 2, at_least},
    Row{"neg", 1, negated},     Row{"abs", 1, absolute},
    Row{"exp", 1, exponential}, Row{"log", 1, logarithm},
    Row{"sqrt", 1, root},       Row{"tanh", 1, hyperbolic_tangent},
    Row{"not", 1, inverted},    Row{"reciprocal", 1, reciprocal},
    Row{"select", 3, chosen},
};

int row_named(std::string_view name) {
  for (size_t i = 0; i < rows.size(); ++i)
    if (rows[i].name == name) return static_cast<int>(i);
  return -1;
}

Estimate settled(Estimate e) {
  if (!std::isfinite(e.value)) e.magnitude = 0;
  return e;
}

// ---- Where only some arguments are known ----

using Known = std::optional<double>;

// What one argument alone makes of a function of two, whatever the other is.
Known decided(std::string_view name, double known, bool first) {
  const bool endless = std::isinf(known);
  if (name == "mul" || name == "and") return known == 0 ? Known(0) : std::nullopt;
  if (name == "or") return known != 0 ? Known(1) : std::nullopt;
  if (name == "add") return endless ? Known(known) : std::nullopt;
  if (name == "sub") return endless ? Known(first ? known : -known) : std::nullopt;
  if (name == "min") return known == -infinity ? Known(known) : std::nullopt;
  if (name == "max") return known == infinity ? Known(known) : std::nullopt;
  if (name == "div") return (first ? known == 0 : endless) ? Known(0) : std::nullopt;
  return std::nullopt;
}

Known partly(const Row& row, std::span<const Known> x) {
  if (row.name == "select") {
    if (x[0]) return *x[0] != 0 ? x[1] : x[2];
    return x[1] && x[2] && *x[1] == *x[2] ? x[1] : std::nullopt;
  }
  const bool all = std::ranges::all_of(x, [](const Known& k) { return k.has_value(); });
  if (all) {
    const double value = row.apply({exact(*x[0]), exact(x.size() > 1 ? *x[1] : 0), {}}).value;
    return std::isnan(value) ? std::nullopt : Known(value);
  }
  if (row.arguments != 2) return std::nullopt;
  return x[0]   ? decided(row.name, *x[0], true)
         : x[1] ? decided(row.name, *x[1], false)
                : std::nullopt;
}

// ---- What may become NaN ----

bool endless(const Specials& x) { return x.infinite || x.minus_infinite; }

Specials negated(const Specials& x) { return {x.zero, x.minus_infinite, x.infinite, x.nan}; }

Specials sum(const Specials& a, const Specials& b) {
  return {true, a.infinite || b.infinite, a.minus_infinite || b.minus_infinite,
          (a.infinite && b.minus_infinite) || (a.minus_infinite && b.infinite)};
}

Specials product(const Specials& a, const Specials& b) {
  const bool out = endless(a) || endless(b);
  return {true, out, out, (a.zero && endless(b)) || (endless(a) && b.zero)};
}

Specials quotient(const Specials& a, const Specials& b) {
  const bool out = endless(a) || b.zero;
  return {true, out, out, (a.zero && b.zero) || (endless(a) && endless(b))};
}

Specials one_of(const Specials& a, const Specials& b) {
  return {a.zero || b.zero, a.infinite || b.infinite, a.minus_infinite || b.minus_infinite, false};
}

// `nan` says whether the function itself makes it.
Specials result_of(std::string_view name, const Specials& a, const Specials& b, const Specials& c) {
  if (name == "add") return sum(a, b);
  if (name == "sub") return sum(a, negated(b));
  if (name == "mul") return product(a, b);
  if (name == "div") return quotient(a, b);
  if (name == "reciprocal") return quotient({}, a);
  if (name == "min" || name == "max") return one_of(a, b);
  if (name == "select") return one_of(b, c);
  if (name == "neg") return negated(a);
  if (name == "abs" || name == "exp") return {true, endless(a), false, false};
  if (name == "log" || name == "sqrt") return {true, a.infinite, true, true};
  return {true, false, false, false};  // comparisons, logic, tanh
}

}  // namespace

void Specials::add(double value) {
  zero |= value == 0;
  infinite |= value == infinity;
  minus_infinite |= value == -infinity;
  nan |= std::isnan(value);
}

Estimate exact(double value) { return settled({value, std::fabs(value)}); }

std::optional<MapFunction> MapFunction::read(const std::vector<std::string>& steps,
                                             size_t factors) {
  MapFunction out;
  int depth = 0;
  for (const std::string& text : steps) {
    Step step;
    if (int row = row_named(text); row >= 0) {
      step.kind = Kind::Function;
      step.function = row;
      depth -= rows[static_cast<size_t>(row)].arguments;
      if (depth < 0) return std::nullopt;
    } else if (text.starts_with("#")) {
      const char* end = text.data() + text.size();
      if (std::from_chars(text.data() + 1, end, step.factor).ptr != end || text.size() == 1 ||
          step.factor >= factors)
        return std::nullopt;
    } else {
      step.kind = Kind::Number;
      const char* end = text.data() + text.size();
      if (std::from_chars(text.data(), end, step.number).ptr != end || text.empty())
        return std::nullopt;
    }
    ++depth;
    out.steps_.push_back(step);
  }
  return depth == 1 ? std::optional(std::move(out)) : std::nullopt;
}

bool MapFunction::multiplies() const {
  return std::ranges::any_of(steps_, [](const Step& step) {
    return step.kind == Kind::Function && rows[static_cast<size_t>(step.function)].name == "mul";
  });
}

MapFunction MapFunction::product(size_t factors) {
  std::vector<std::string> steps = {"#0"};
  for (size_t f = 1; f < factors; ++f) {
    steps.push_back("#" + std::to_string(f));
    steps.emplace_back("mul");
  }
  return *read(steps, factors);
}

Estimate MapFunction::operator()(std::span<const Estimate> factors) {
  stack_.clear();
  for (const Step& step : steps_) {
    if (step.kind == Kind::Factor) stack_.push_back(factors[step.factor]);
    if (step.kind == Kind::Number) stack_.push_back(exact(step.number));
    if (step.kind != Kind::Function) continue;
    const Row& row = rows[static_cast<size_t>(step.function)];
    const size_t first = stack_.size() - static_cast<size_t>(row.arguments);
    Arguments x{stack_[first], {}, {}};
    if (row.arguments > 1) x.b = stack_[first + 1];
    if (row.arguments > 2) x.c = stack_[first + 2];
    stack_.resize(first);
    stack_.push_back(settled(row.apply(x)));
  }
  return stack_.back();
}

std::optional<double> MapFunction::where_known(const std::vector<Known>& factors) const {
  std::vector<Known> stack;
  for (const Step& step : steps_) {
    if (step.kind == Kind::Factor) stack.push_back(factors[step.factor]);
    if (step.kind == Kind::Number) stack.emplace_back(step.number);
    if (step.kind != Kind::Function) continue;
    const Row& row = rows[static_cast<size_t>(step.function)];
    const size_t first = stack.size() - static_cast<size_t>(row.arguments);
    const Known result = partly(row, std::span(stack).subspan(first));
    stack.resize(first);
    stack.push_back(result);
  }
  return stack.back();
}

bool MapFunction::may_be_nan(std::span<const Specials> factors) const {
  std::vector<Specials> stack;
  bool out = std::ranges::any_of(factors, &Specials::nan);
  for (const Step& step : steps_) {
    if (step.kind == Kind::Factor) stack.push_back(factors[step.factor]);
    if (step.kind == Kind::Number) stack.emplace_back().add(step.number);
    if (step.kind != Kind::Function) continue;
    const Row& row = rows[static_cast<size_t>(step.function)];
    const size_t first = stack.size() - static_cast<size_t>(row.arguments);
    const auto argument = [&](int i) { return i < row.arguments ? stack[first + i] : Specials(); };
    const Specials result = result_of(row.name, argument(0), argument(1), argument(2));
    out |= result.nan;
    stack.resize(first);
    stack.push_back(result);
  }
  return out;
}

Estimate Reduction::combine(const Estimate& a, const Estimate& b) const {
  using Reduce = ManifestEinsum::Reduce;
  // Of two values far apart the lesser is the least, however wrong the greater may be.
  constexpr double near = 1e-4;
  auto extreme = [&](const Estimate& winner, const Estimate& other) {
    const double magnitude = std::max(winner.magnitude, other.magnitude);
    const bool apart = !(std::fabs(winner.value - other.value) <= near * magnitude);
    return Estimate{winner.value, apart ? winner.magnitude : magnitude};
  };
  switch (how_) {
    case Reduce::Add:
      return settled({a.value + b.value, a.magnitude + b.magnitude});
    case Reduce::Mul:
      return settled({a.value * b.value, a.magnitude * b.magnitude});
    case Reduce::Min:
      return std::isnan(a.value) || b.value < a.value ? extreme(b, a) : extreme(a, b);
    case Reduce::Max:
      return std::isnan(a.value) || b.value > a.value ? extreme(b, a) : extreme(a, b);
    case Reduce::Or:
      return either({a, b, {}});
    case Reduce::And:
      break;
  }
  return both({a, b, {}});
}

Estimate Reduction::repeated(const Estimate& e, int64_t times) const {
  if (adds())
    return {e.value * static_cast<double>(times), e.magnitude * static_cast<double>(times)};
  if (!counts()) return e;
  const auto exponent = static_cast<double>(times);
  return settled({std::pow(e.value, exponent), std::pow(e.magnitude, exponent)});
}

}  // namespace teaal::runtime
