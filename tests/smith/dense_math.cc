#include "tests/smith/dense_math.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
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
  if (function == "sub") return a - b;
  if (function == "lt") return a < b;
  if (function == "le") return a <= b;
  if (function == "gt") return a > b;
  if (function == "ge") return a >= b;
  if (function == "eq") return a == b;
  if (function == "ne") return a != b;
  if (function == "min") return std::fmin(a, b);
  if (function == "max") return std::fmax(a, b);
  return function == "and" ? (a != 0 && b != 0) : (a != 0 || b != 0);
}

double nearest(double value, int bits) {
  int exponent = 0;
  const double significand = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(significand, bits)), exponent - bits);
}

// What an element of the type holds once the value is stored. Sums in f32 are exact here.
double stored(double value, const std::string& type) {
  if (value == 0 || !std::isfinite(value)) return value;
  if (type == "f16") return nearest(value, 11);
  if (type == "bf16") return nearest(value, 8);
  if (type == "i32") return value - 0x1p32 * std::floor((value + 0x1p31) / 0x1p32);
  return value;
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
  // `round`: the one coordinate that variables over the rank of `over` have; -1: none is fixed.
  Evaluator(const Case& c, const Expression& e, std::map<std::string, Dense>& tensors,
            int64_t round)
      : case_(c),
        expression_(e),
        tensors_(tensors),
        algebra_(c.algebra.value_or(Algebra())),
        variables_(e.variables()) {
    for (const std::string& v : variables_) {
      const bool fixed = round >= 0 && rank_of(c, e, v) == c.iteration->over;
      first_.push_back(fixed ? round : 0);
      end_.push_back(fixed ? round + 1 : c.extent_of_variable(e, v));
    }
  }

  Dense run() {
    Dense out = blank(case_, *case_.tensor(expression_.output.name));
    const Operand target = operand(expression_.output);
    std::vector<std::vector<Operand>> terms;
    for (const Term& term : expression_.terms) terms.push_back(operands(term));
    point_ = first_;
    bool empty = false;
    for (size_t v = 0; v < end_.size(); ++v) empty = empty || first_[v] >= end_[v];
    for (bool more = !empty; more; more = step()) {
      const int64_t at = place(out.shape, [&](size_t r) { return coordinate(target.indices[r]); });
      for (size_t t = 0; at >= 0 && t < terms.size(); ++t) {
        const auto value = value_of(expression_.terms[t], terms[t]);
        double& element = out.values[static_cast<size_t>(at)];
        if (value) element = apply(algebra_.reduce, element, expression_.terms[t].sign * *value);
        if (value && std::isfinite(*value))
          out.magnitudes[static_cast<size_t>(at)] += std::fabs(*value);
      }
    }
    for (double& value : out.values) value = stored(value, case_.type);
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

  // False behind the last point.
  bool step() {
    for (size_t v = point_.size(); v-- > 0;) {
      if (++point_[v] < end_[v]) return true;
      point_[v] = first_[v];
    }
    return false;
  }

  const Case& case_;
  const Expression& expression_;
  std::map<std::string, Dense>& tensors_;
  const Algebra algebra_;
  Names variables_;
  std::vector<int64_t> first_, end_, point_;
};

bool is_empty(const Dense& tensor) {
  return std::all_of(tensor.values.begin(), tensor.values.end(),
                     [&](double value) { return value == tensor.absent; });
}

// The expressions in their order, some of them in rounds.
class Cascade {
 public:
  explicit Cascade(const Case& c) : case_(c) {
    for (const auto& [name, coo] : c.data) tensors[name] = expanded(coo, c.absent(name));
  }

  void run() {
    bool repeated = false;
    for (const Expression& e : case_.expressions) {
      if (!case_.is_repeated(e)) {
        evaluate(e, -1);
      } else if (!repeated) {
        run_rounds();
        repeated = true;
      }
    }
  }

  std::map<std::string, Dense> tensors;
  std::optional<int64_t> rounds = 0;

 private:
  void evaluate(const Expression& e, int64_t round) {
    Dense out = Evaluator(case_, e, tensors, round).run();
    if (const Tensor& t = *case_.tensor(e.output.name); !t.like.empty()) keep_places(t, out);
    if (auto before = tensors.find(e.output.name); before != tensors.end() && case_.is_repeated(e))
      for (size_t i = 0; i < out.magnitudes.size(); ++i)
        out.magnitudes[i] = std::max(out.magnitudes[i], before->second.magnitudes[i]);
    if (round >= 0) keep_slices(e, round, out);
    tensors[e.output.name] = std::move(out);
  }

  // What is like another tensor has elements where that one differs from its default.
  void keep_places(const Tensor& t, Dense& out) {
    const Tensor& whose = *case_.tensor(t.like);
    const Dense& places = tensors.at(t.like);
    std::vector<int64_t> at(t.ranks.size());
    for (size_t i = 0; i < out.values.size(); ++i) {
      int64_t rest = static_cast<int64_t>(i), place = 0;
      for (size_t r = at.size(); r-- > 0; rest /= out.shape[r]) at[r] = rest % out.shape[r];
      for (size_t r = 0; r < whose.ranks.size(); ++r) {
        const auto own = std::ranges::find(t.ranks, whose.ranks[r]) - t.ranks.begin();
        place = place * places.shape[r] + at[static_cast<size_t>(own)];
      }
      if (places.values[static_cast<size_t>(place)] != places.absent) continue;
      out.values[i] = out.absent;
      out.magnitudes[i] = 0;
    }
  }

  // An output with the rank of `over` keeps what other rounds wrote.
  void keep_slices(const Expression& e, int64_t round, Dense& out) {
    for (size_t r = 0; r < e.output.indices.size(); ++r) {
      if (rank_of(case_, e, e.output.indices[r][0].variable) != case_.iteration->over) continue;
      int64_t inner = 1;
      for (size_t below = r + 1; below < out.shape.size(); ++below) inner *= out.shape[below];
      const Dense& before = tensors.at(e.output.name);
      for (size_t i = 0; i < out.values.size(); ++i)
        if (static_cast<int64_t>(i) / inner % out.shape[r] != round)
          out.values[i] = before.values[i];
    }
  }

  void run_rounds() {
    const Iteration& iteration = *case_.iteration;
    std::map<std::string, Dense> given;  // stays what it was
    for (const auto& [to, from] : iteration.carry) given[to] = tensors.at(to);
    for (const std::string& name : iteration.outputs)
      tensors[name] = blank(case_, *case_.tensor(name));
    for (rounds = 0; more(); ++*rounds) {
      if (!iteration.until_empty.empty() && *rounds == iteration.at_most) {
        rounds.reset();
        break;
      }
      if (*rounds > 0) hand_on();
      for (const Expression& e : case_.expressions)
        if (case_.is_repeated(e)) evaluate(e, iteration.over.empty() ? -1 : *rounds);
    }
    for (auto& [name, tensor] : given) tensors[name] = std::move(tensor);
  }

  bool more() const {
    const Iteration& iteration = *case_.iteration;
    if (!iteration.until_empty.empty())
      return *rounds == 0 || !is_empty(tensors.at(iteration.until_empty));
    return *rounds < most_rounds(case_);
  }

  void hand_on() {
    std::map<std::string, Dense> next;
    for (const auto& [to, from] : case_.iteration->carry) next[to] = tensors.at(from);
    for (auto& [name, tensor] : next) tensors[name] = std::move(tensor);
  }

  const Case& case_;
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
  Cascade cascade(c);
  cascade.run();
  return std::move(cascade.tensors);
}

std::optional<int64_t> rounds(const Case& c) {
  Cascade cascade(c);
  cascade.run();
  return cascade.rounds;
}

int64_t most_rounds(const Case& c) {
  const Iteration& iteration = *c.iteration;
  if (!iteration.over.empty()) return c.extents.at(iteration.over);
  if (!iteration.until_empty.empty()) return iteration.at_most;
  if (iteration.symbol.empty()) return iteration.times;
  Op symbol;
  symbol.symbol = iteration.symbol;
  return c.size_of(symbol);
}

bool is_exact(const Case& c, const std::map<std::string, Dense>& tensors) {
  const double most = c.type == "i32" || c.type == "f64" ? 0x1p50
                      : c.type == "f16"                  ? 65504
                                                         : 0x1p22;
  for (const auto& [name, tensor] : tensors)
    for (double magnitude : tensor.magnitudes)
      if (!(magnitude <= most)) return false;
  return true;
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
