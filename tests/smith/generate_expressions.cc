#include <algorithm>

#include "tests/smith/generate.h"

namespace teaal::smith {
namespace {

// Draws one expression after the other; each may read what the ones before it wrote.
class Expressions {
 public:
  Expressions(Case& c, Random& random) : case_(c), random_(random) {}

  void run() {
    odd_names_ = random_.chance(5);
    pool_ = {"I", "J", "K", "L", "M"};
    if (odd_names_) pool_ = {"IF", "MIN", "SUM", "INT", "FOR"};
    random_.shuffle(pool_);
    pool_.resize(random_.pick<size_t>({1, 2, 2, 2, 3, 3, 3, 4, 5}));
    const size_t count = random_.pick<size_t>({1, 1, 1, 1, 1, 1, 2, 2, 3, 4});
    for (size_t i = 0; i < count; ++i) add_expression(i + 1 == count);
  }

 private:
  void add_expression(bool last) {
    expression_ = {};
    const size_t terms = random_.chance(25) ? random_.pick<size_t>({2, 2, 2, 3}) : 1;
    wanted_.clear();
    if (random_.chance(2))
      add_numbers_only();
    else
      for (size_t i = 0; i < terms; ++i) add_term(i);
    if (random_.chance(14)) add_index_math();
    add_output(last);
    if (random_.chance(8) && uses(expression_.output.name) == 1) rename_a_rank();
    case_.expressions.push_back(expression_);
  }

  // --- terms

  void add_term(size_t number) {
    Term term;
    const int64_t factors = random_.pick<int64_t>({1, 2, 2, 2, 2, 3, 3, 4});
    for (int64_t f = 0; f < factors; ++f) term.factors.push_back(tensor_factor(term));
    if (number == 0) {
      wanted_ = variables_of(term);
    } else {
      cover(term);
    }
    if (random_.chance(8)) repeat_a_factor(term);
    if (random_.chance(12)) add_number(term);
    random_.shuffle(term.factors);
    if (term.factors.size() < 4 && random_.chance(14)) make_take(term);
    if (random_.chance(number == 0 ? 6 : 30)) term.sign = -1;
    expression_.terms.push_back(std::move(term));
  }

  // `Z[i] = alpha * 2`: dense over the output.
  void add_numbers_only() {
    Term term;
    add_number(term);
    if (random_.chance(50)) add_number(term);
    expression_.terms.push_back(term);
  }

  static Names variables_of(const Term& term) {
    Expression one;
    one.terms = {term};
    return one.input_variables();
  }

  // Every term of a sum runs over the variables of the first one.
  void cover(Term& term) {
    Names missing = wanted_;
    const Names own = variables_of(term);
    std::erase_if(missing, [&](const std::string& v) { return contains(own, v); });
    random_.shuffle(missing);
    for (size_t at = 0; at < missing.size(); at += 3) {
      Names ranks;
      for (size_t i = at; i < std::min(at + 3, missing.size()); ++i)
        ranks.push_back(upper_case(missing[i]));
      term.factors.push_back(plain_factor(new_tensor(ranks)));
    }
  }

  // A tensor that is there already, or a new one. In the first term any ranks will do, in others
  // those of the first.
  Factor tensor_factor(const Term& term) {
    if (random_.chance(intermediates_.empty() ? 12 : 45))
      if (auto old = old_factor(term)) return *old;
    Names ranks;
    const Names from = expression_.terms.empty() ? pool_ : ranks_of(wanted_);
    const size_t order = random_.pick<size_t>({0, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 4});
    Names shuffled = from;
    random_.shuffle(shuffled);
    for (size_t i = 0; i < std::min(order, shuffled.size()); ++i) ranks.push_back(shuffled[i]);
    if (ranks.empty() && !random_.chance(40) && !from.empty()) ranks = {shuffled[0]};
    return plain_factor(new_tensor(ranks));
  }

  static Names ranks_of(const Names& variables) {
    Names out;
    for (const std::string& v : variables) out.push_back(upper_case(v));
    return out;
  }

  std::optional<Factor> old_factor(const Term& term) {
    std::vector<Factor> fitting;
    for (const Tensor& t : case_.tensors) {
      Factor factor = canonical_.count(t.name) ? canonical_.at(t.name) : plain_factor(t);
      const bool fits =
          expression_.terms.empty()
              ? true
              : std::all_of(factor.indices.begin(), factor.indices.end(), [&](const Index& index) {
                  return std::all_of(index.begin(), index.end(), [&](const IndexTerm& i) {
                    return contains(wanted_, i.variable);
                  });
                });
      const bool here = std::any_of(term.factors.begin(), term.factors.end(),
                                    [&](const Factor& f) { return f.name == t.name; });
      if (!fits || here) continue;
      fitting.push_back(factor);
      if (contains(intermediates_, t.name))  // more likely than inputs
        fitting.insert(fitting.end(), 3, factor);
    }
    if (fitting.empty()) return std::nullopt;
    return random_.pick(fitting);
  }

  Tensor new_tensor(const Names& ranks) {
    Tensor out;
    out.name = std::string(1, static_cast<char>('A' + inputs_ % 8));
    if (odd_names_)  // words of C and of the emitted text, names of ranks
      out.name = Names{
          "sum", "float", "IF", "blockIdx", "values", "SUM", "begin", "A_values"}[inputs_ % 8];
    if (inputs_ >= 8) out.name += std::to_string(inputs_ / 8);
    ++inputs_;
    out.ranks = ranks;
    case_.tensors.push_back(out);
    return out;
  }

  static Factor plain_factor(const Tensor& tensor) {
    Factor out;
    out.name = tensor.name;
    for (const std::string& rank : tensor.ranks) out.indices.push_back({{1, "", lower_case(rank)}});
    return out;
  }

  // The same tensor again: with the same indices, or, rarely, with two exchanged.
  void repeat_a_factor(Term& term) {
    Factor again = random_.pick(term.factors);
    if (again.kind != Factor::Kind::Tensor) return;
    if (again.indices.size() > 1 && random_.chance(30))
      std::swap(again.indices[0], again.indices[1]);
    term.factors.push_back(again);
  }

  void add_number(Term& term) {
    Factor number;
    if (random_.chance(50)) {
      number.kind = Factor::Kind::Constant;
      number.value = random_.pick<double>({2, -1, 0.5, 3, 0});
    } else {
      number.kind = Factor::Kind::Scalar;
      number.name = odd_names_ ? random_.pick<std::string>({"int", "if", "k"})
                               : random_.pick<std::string>({"alpha", "beta"});
      case_.scalars[number.name] = random_.pick<double>({2, -1, 0.5, 3, 0, 1});
    }
    term.factors.push_back(number);
  }

  void make_take(Term& term) {
    term.take = true;
    term.take_index = random_.below(term.factors.size());
  }

  // --- index math: I[k] becomes I[2 * k + s] of a rank of its own

  void add_index_math() {
    const size_t count = random_.pick<size_t>({1, 1, 1, 2});
    for (size_t i = 0; i < count; ++i) {
      Factor* factor = fresh_input();
      if (!factor) return;
      const size_t at = random_.below(factor->indices.size());
      Tensor& tensor = *case_.tensor(factor->name);
      Index index = drawn_index(factor->indices[at][0].variable);
      if (is_plain(index)) continue;
      tensor.ranks[at] = i == 0 ? "W" + suffix() : "X" + suffix();
      factor->indices[at] = std::move(index);
      canonical_[tensor.name] = *factor;
    }
  }

  std::string suffix() const {
    return case_.expressions.empty() ? "" : std::string(case_.expressions.size(), 'W');
  }

  // An input that only this expression's factor reads.
  Factor* fresh_input() {
    std::vector<Factor*> out;
    for (Term& term : expression_.terms)
      for (Factor& factor : term.factors) {
        if (factor.kind != Factor::Kind::Tensor || factor.indices.empty()) continue;
        if (uses(factor.name) != 1 ||
            !std::all_of(factor.indices.begin(), factor.indices.end(), is_plain))
          continue;
        out.push_back(&factor);
      }
    return out.empty() ? nullptr : random_.pick(out);
  }

  int uses(const std::string& name) const {
    int out = 0;
    auto count = [&](const Expression& e) {
      out += e.output.name == name ? 1 : 0;
      for (const Term& term : e.terms)
        for (const Factor& factor : term.factors) out += factor.name == name ? 1 : 0;
    };
    for (const Expression& e : case_.expressions) count(e);
    count(expression_);
    return out;
  }

  Index drawn_index(const std::string& variable) {
    Names others = expression_.input_variables();
    std::erase(others, variable);
    random_.shuffle(others);
    // A new variable would have to stand in every term.
    const auto fresh = random_.pick<std::string>({"s", "t"});
    if (expression_.terms.size() == 1 && !contains(others, fresh) && fresh != variable &&
        (others.empty() || random_.chance(40)))
      others.insert(others.begin(), fresh);
    const size_t count = std::min(others.size(), random_.pick<size_t>({0, 1, 1, 1, 1, 2}));
    Index out{drawn_term(variable, 35)};
    for (size_t i = 0; i < count; ++i) out.push_back(drawn_term(others[i], 35));
    random_.shuffle(out);
    return out;
  }

  IndexTerm drawn_term(const std::string& variable, int strided) {
    IndexTerm out{1, "", variable};
    if (random_.chance(strided)) out.coefficient = random_.pick<int64_t>({2, 3, 2, -1, -1, -2, 5});
    if (random_.chance(6)) {
      out.symbol = "G" + std::to_string(case_.params.size());
      case_.params[out.symbol] = random_.between(1, 3);
    }
    return out;
  }

  // --- outputs

  void add_output(bool last) {
    if (random_.chance(10) && overwrite()) return;
    Names ranks;
    for (const std::string& v : expression_.input_variables()) ranks.push_back(upper_case(v));
    if (ranks.empty() && random_.chance(60)) ranks = pool_;
    random_.shuffle(ranks);
    const size_t order = random_.pick<size_t>({0, 1, 1, 1, 2, 2, 2, 3, 4});
    ranks.resize(std::min(order, ranks.size()));
    if (random_.chance(9) && ranks.size() < 4) add_broadcast(ranks);
    random_.shuffle(ranks);
    Tensor tensor;
    tensor.name = last ? "Z" : "T" + std::to_string(case_.expressions.size());
    tensor.ranks = ranks;
    case_.tensors.push_back(tensor);
    expression_.output = plain_factor(tensor);
    intermediates_.push_back(tensor.name);
  }

  // Writes a tensor again that an expression before wrote; the new value replaces the old one.
  bool overwrite() {
    const Names read = expression_.inputs(), variables = expression_.input_variables();
    for (const std::string& name : intermediates_) {
      const Tensor& tensor = *case_.tensor(name);
      if (contains(read, name) || canonical_.count(name) || tensor.ranks.empty()) continue;
      if (!std::all_of(tensor.ranks.begin(), tensor.ranks.end(), [&](const std::string& rank) {
            return contains(variables, lower_case(rank));
          }))
        continue;
      expression_.output = plain_factor(tensor);
      return true;
    }
    return false;
  }

  void add_broadcast(Names& ranks) {
    for (const char* rank : {"N", "O"}) {
      add_unique(ranks, rank);
      if (random_.chance(70)) return;
    }
  }

  // A tensor's own name for a rank: `R: [V]` written R[d].
  void rename_a_rank() {
    std::vector<Factor*> candidates;
    if (uses(expression_.output.name) == 1) candidates.push_back(&expression_.output);
    if (Factor* input = fresh_input()) candidates.push_back(input);
    Factor& factor = *random_.pick(candidates);
    if (factor.indices.empty()) return;
    Tensor& tensor = *case_.tensor(factor.name);
    tensor.ranks[random_.below(tensor.ranks.size())] = "V" + suffix();
    canonical_[tensor.name] = factor;
  }

  Case& case_;
  Random& random_;
  Expression expression_;
  Names pool_, wanted_, intermediates_;
  std::map<std::string, Factor> canonical_;  // how tensors with odd indices are read
  size_t inputs_ = 0;
  bool odd_names_ = false;
};

}  // namespace

void draw_expressions(Case& c, Random& random) { Expressions(c, random).run(); }

}  // namespace teaal::smith
