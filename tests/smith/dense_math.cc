#include "tests/smith/dense_math.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace teaal::smith {
namespace {

size_t elements(const std::vector<int64_t>& shape) {
  size_t out = 1;
  for (int64_t extent : shape) out *= static_cast<size_t>(extent);
  return out;
}

Dense blank(const Case& c, const Tensor& tensor) {
  Dense out;
  out.absent = c.absent(tensor.name);
  for (const std::string& rank : tensor.ranks) out.shape.push_back(c.extents.at(rank));
  out.values.assign(elements(out.shape), out.absent);
  out.magnitudes.assign(out.values.size(), 0);
  return out;
}

// Where the coordinates stand in the arrays; -1 outside the shape.
template <class Coordinates>
int64_t place(const std::vector<int64_t>& shape, const Coordinates& coordinate) {
  int64_t at = 0;
  for (size_t r = 0; r < shape.size(); ++r) {
    const int64_t value = coordinate(r);
    if (value < 0 || value >= shape[r]) return -1;
    at = at * shape[r] + value;
  }
  return at;
}

Dense expanded(const runtime::Coo& coo, double absent) {
  Dense out;
  out.shape = coo.shape;
  out.absent = absent;
  out.values.assign(elements(out.shape), absent);
  for (size_t e = 0; e < coo.entries(); ++e)
    out.values[static_cast<size_t>(place(out.shape, [&](size_t r) { return coo.coords[r][e]; }))] =
        coo.values[e];
  return out;
}

double apply(const std::string& function, double a, double b) {
  if (function == "mul") return a * b;
  if (function == "add") return a + b;
  if (function == "min") return std::fmin(a, b);
  if (function == "max") return std::fmax(a, b);
  return function == "and" ? (a != 0 && b != 0) : (a != 0 || b != 0);
}

// An index as numbers: coefficient of each variable, by its place in the point.
using Linear = std::vector<std::pair<size_t, int64_t>>;

struct Operand {
  const Dense* tensor = nullptr;  // null: `value` it is
  double value = 0;
  std::vector<Linear> indices;
};

class Evaluator {
 public:
  Evaluator(const Case& c, const Expression& e, std::map<std::string, Dense>& tensors)
      : case_(c),
        expression_(e),
        tensors_(tensors),
        algebra_(c.algebra.value_or(Algebra())),
        variables_(e.variables()) {
    for (const std::string& v : variables_) shape_.push_back(c.extent_of_variable(e, v));
  }

  Dense run() {
    Dense out = blank(case_, *case_.tensor(expression_.output.name));
    const Operand target = operand(expression_.output);
    std::vector<std::vector<Operand>> terms;
    for (const Term& term : expression_.terms) terms.push_back(operands(term));
    point_.assign(variables_.size(), 0);
    for (size_t n = elements(shape_); n > 0; --n) {
      const int64_t at = place(out.shape, [&](size_t r) { return coordinate(target.indices[r]); });
      for (size_t t = 0; at >= 0 && t < terms.size(); ++t) {
        const auto value = value_of(expression_.terms[t], terms[t]);
        double& element = out.values[static_cast<size_t>(at)];
        if (value) element = apply(algebra_.reduce, element, expression_.terms[t].sign * *value);
        if (value && std::isfinite(*value))
          out.magnitudes[static_cast<size_t>(at)] += std::fabs(*value);
      }
      step();
    }
    return out;
  }

 private:
  Operand operand(const Factor& factor) const {
    Operand out;
    out.value = factor.kind == Factor::Kind::Scalar ? case_.scalars.at(factor.name) : factor.value;
    for (const Index& index : factor.indices) out.indices.push_back(linear(index));
    auto tensor = tensors_.find(factor.name);
    if (factor.kind == Factor::Kind::Tensor && tensor != tensors_.end())
      out.tensor = &tensor->second;
    return out;
  }

  std::vector<Operand> operands(const Term& term) const {
    std::vector<Operand> out;
    for (const Factor& factor : term.factors) out.push_back(operand(factor));
    return out;
  }

  Linear linear(const Index& index) const {
    Linear out;
    for (const IndexTerm& term : index) {
      size_t v = 0;
      while (variables_[v] != term.variable) ++v;
      Op stride;
      stride.symbol = term.symbol;
      out.emplace_back(v, term.coefficient * case_.size_of(stride));
    }
    return out;
  }

  int64_t coordinate(const Linear& index) const {
    int64_t out = 0;
    for (const auto& [variable, coefficient] : index) out += coefficient * point_[variable];
    return out;
  }

  double value_of(const Operand& operand) const {
    if (!operand.tensor) return operand.value;
    const int64_t at =
        place(operand.tensor->shape, [&](size_t r) { return coordinate(operand.indices[r]); });
    return at < 0 ? operand.tensor->absent : operand.tensor->values[static_cast<size_t>(at)];
  }

  // Nothing where an argument of a take is absent.
  std::optional<double> value_of(const Term& term, const std::vector<Operand>& operands) const {
    double folded = 0, taken = 0;
    for (size_t f = 0; f < operands.size(); ++f) {
      const double value = value_of(operands[f]);
      if (term.take && operands[f].tensor && value == operands[f].tensor->absent)
        return std::nullopt;
      if (f == term.take_index) taken = value;
      folded = f == 0 ? value : apply(algebra_.map, folded, value);
    }
    return term.take ? taken : folded;
  }

  void step() {
    for (size_t v = point_.size(); v-- > 0;) {
      if (++point_[v] < shape_[v]) return;
      point_[v] = 0;
    }
  }

  const Case& case_;
  const Expression& expression_;
  std::map<std::string, Dense>& tensors_;
  const Algebra algebra_;
  Names variables_;
  std::vector<int64_t> shape_, point_;
};

std::string element_name(const std::string& name, const std::vector<int64_t>& shape, size_t at) {
  std::vector<int64_t> coordinates(shape.size());
  for (size_t r = shape.size(); r-- > 0;) {
    coordinates[r] = static_cast<int64_t>(at) % shape[r];
    at /= static_cast<size_t>(shape[r]);
  }
  return fmt::format("{}[{}]", name, fmt::join(coordinates, ", "));
}

}  // namespace

std::map<std::string, Dense> dense_math(const Case& c) {
  std::map<std::string, Dense> out;
  for (const auto& [name, coo] : c.data) out[name] = expanded(coo, c.absent(name));
  for (const Expression& e : c.expressions) out[e.output.name] = Evaluator(c, e, out).run();
  return out;
}

double points(const Case& c) {
  double out = 0;
  for (const Expression& e : c.expressions) {
    double own = 1;
    for (const std::string& v : e.variables())
      own *= static_cast<double>(c.extent_of_variable(e, v));
    out += own * static_cast<double>(e.terms.size());
  }
  return out;
}

std::string first_difference(const std::string& name, const runtime::Coo& got, const Dense& want,
                             bool exact, double eps) {
  if (got.shape != want.shape)
    return fmt::format("{} has shape [{}], should be [{}]", name, fmt::join(got.shape, ", "),
                       fmt::join(want.shape, ", "));
  const Dense full = expanded(got, want.absent);
  for (size_t at = 0; at < full.values.size(); ++at) {
    const double value = full.values[at], wanted = want.values[at];
    const double bound = exact ? 0 : eps * want.magnitudes[at];
    if (value == wanted || std::fabs(value - wanted) <= bound) continue;
    return fmt::format("{} is {}, should be {}", element_name(name, want.shape, at), value, wanted);
  }
  return "";
}

}  // namespace teaal::smith
