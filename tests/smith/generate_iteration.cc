#include <algorithm>

#include "tests/smith/dense_math.h"
#include "tests/smith/generate.h"

namespace teaal::smith {
namespace {

constexpr double most_points = 24000;  // of all rounds together
constexpr double most_value = 0x1p20;  // so that sums stay exact

// Draws which expressions repeat; a tensor that a round writes is read by the next one under the
// name of an input, P0, which becomes a factor more.
class Rounds {
 public:
  Rounds(Case& c, Random& random) : case_(c), random_(random) {}

  void run() {
    Names outputs;
    for (const Expression& e : case_.expressions) {
      if (contains(outputs, e.output.name)) return;  // written twice
      outputs.push_back(e.output.name);
    }
    first_ = random_.below(outputs.size());
    count_ = 1 + random_.below(outputs.size() - first_);
    if (random_.chance(50)) first_ = 0, count_ = outputs.size();
    case_.iteration.emplace();
    case_.iteration->outputs.assign(outputs.begin() + at(first_),
                                    outputs.begin() + at(first_ + count_));
    const size_t pairs = random_.pick<size_t>({0, 1, 1, 1, 1, 1, 1, 2, 2, 3});
    for (size_t i = 0; i < pairs; ++i)
      if (!random_.chance(25) || !hand_to_earlier()) hand_to_input(i);
  }

 private:
  static std::ptrdiff_t at(size_t i) { return static_cast<std::ptrdiff_t>(i); }

  // To a tensor that an expression before the iteration wrote, and that none behind it reads.
  bool hand_to_earlier() {
    for (size_t i = 0; i < first_; ++i) {
      const std::string& to = case_.expressions[i].output.name;
      for (const std::string& from : case_.iteration->outputs)
        if (case_.tensor(to)->ranks == case_.tensor(from)->ranks && !is_taken(to) &&
            !is_read_behind(to)) {
          case_.iteration->carry.emplace_back(to, from);
          return true;
        }
    }
    return false;
  }

  bool is_taken(const std::string& to) const {
    return std::any_of(case_.iteration->carry.begin(), case_.iteration->carry.end(),
                       [&](const auto& pair) { return pair.first == to; });
  }

  bool is_read_behind(const std::string& name) const {
    for (size_t i = first_ + count_; i < case_.expressions.size(); ++i)
      if (contains(case_.expressions[i].inputs(), name)) return true;
    return false;
  }

  void hand_to_input(size_t number) {
    const std::string from = random_.pick(case_.iteration->outputs);
    Expression& reader = case_.expressions[first_ + random_.below(count_)];
    Factor factor;
    factor.name = Names{"PA", "PB", "PC"}[number];
    for (const std::string& rank : case_.tensor(from)->ranks)
      factor.indices.push_back({{1, "", lower_case(rank)}});
    if (random_.chance(30)) exchange_indices(reader, factor);
    Term& term = reader.terms[random_.below(reader.terms.size())];
    if (!fits(reader, factor)) return;
    const Names ranks = case_.tensor(from)->ranks;
    case_.tensors.push_back({factor.name, ranks, {}, {}, {}});
    case_.iteration->carry.emplace_back(factor.name, from);
    term.factors.push_back(std::move(factor));
  }

  void exchange_indices(const Expression& reader, Factor& factor) {
    Names variables = reader.input_variables();
    std::erase_if(variables, [&](const std::string& v) {  // those stand at their own rank
      return std::any_of(factor.indices.begin(), factor.indices.end(),
                         [&](const Index& index) { return index[0].variable == v; });
    });
    if (variables.size() < factor.indices.size()) return;
    random_.shuffle(variables);
    for (size_t i = 0; i < factor.indices.size(); ++i) factor.indices[i][0].variable = variables[i];
  }

  // Every term of a sum runs over the same variables.
  static bool fits(const Expression& reader, const Factor& factor) {
    Expression one;
    for (const Term& term : reader.terms) {
      one.terms = {term};
      const Names variables = one.input_variables();
      for (const Index& index : factor.indices)
        if (!contains(variables, index[0].variable)) return false;
    }
    return true;
  }

  Case& case_;
  Random& random_;
  size_t first_ = 0, count_ = 0;
};

bool is_small(const Case& c) {
  const auto count = rounds(c);
  if (!count || points(c) * static_cast<double>(*count) > most_points) return false;
  for (const auto& [name, tensor] : dense_math(c))
    for (double magnitude : tensor.magnitudes)
      if (!(magnitude <= most_value)) return false;
  return true;
}

void draw_end(Case& c, Random& random) {
  Iteration& iteration = *c.iteration;
  iteration.times = random.pick<int64_t>({1, 2, 2, 3, 3, 4});
  Names ranks;
  for (const auto& [rank, extent] : c.extents) ranks.push_back(rank);
  const int kind = ranks.empty() ? 0 : random.pick<int>({0, 0, 0, 1, 1, 1, 2, 2, 2});
  if (kind == 0 && random.chance(30)) {
    iteration.symbol = ranks.empty() || random.chance(50) ? "ROUNDS" : random.pick(ranks);
    if (iteration.symbol == "ROUNDS") c.params["ROUNDS"] = iteration.times;
  }
  if (kind == 1) iteration.over = random.pick(ranks);
  if (kind == 2) iteration.until_empty = random.pick(iteration.outputs);
  iteration.generations = random.chance(30);
}

}  // namespace

void draw_iteration(Case& c, Random& random) {
  if (!random.chance(12)) return;
  if (c.algebra && c.algebra->identity() != c.algebra->absent) return;  // defaults are handed on
  Rounds(c, random).run();
  if (c.algebra && c.iteration)
    for (const auto& [to, from] : c.iteration->carry) c.algebra->others.erase(to);
}

void draw_rounds(Case& c, Random& random) {
  if (!c.iteration) return;
  const Iteration before = *c.iteration;
  for (int tries = 0; tries < 6; ++tries) {
    *c.iteration = before;
    draw_end(c, random);
    const std::string over = c.iteration->over;
    tidy(c);
    if (c.iteration->over == over && is_small(c)) return;
  }
  *c.iteration = before;
}

}  // namespace teaal::smith
