#include <algorithm>

#include "tests/smith/generate.h"

namespace teaal::smith {
namespace {

// The tensors and ranks whose fibers can say how an expression's rows are computed: all accesses
// have one plain variable there, whose rank it is, which indexes the output and no index math.
class Classes {
 public:
  Classes(const Case& c, const Expression& e) : case_(c), e_(e) {}

  std::vector<std::pair<std::string, std::string>> all() const {
    std::vector<std::pair<std::string, std::string>> out;
    for (const std::string& name : e_.inputs()) {
      const Names& ranks = case_.tensor(name)->ranks;
      for (size_t r = 0; r < ranks.size() && ranks.size() > 1; ++r)
        if (is_class(name, r)) out.emplace_back(name, ranks[r]);
    }
    return out;
  }

 private:
  bool is_class(const std::string& tensor, size_t r) const {
    const std::string& rank = case_.tensor(tensor)->ranks[r];
    const std::string variable = lower_case(rank);
    const auto fits = [&](const Factor& f) {
      if (f.kind != Factor::Kind::Tensor) return true;
      if (f.name == tensor && !is(f.indices[r], variable)) return false;
      return std::ranges::all_of(f.indices, [&](const Index& i) {
        return is_plain(i) ||
               std::ranges::none_of(i, [&](const IndexTerm& t) { return t.variable == variable; });
      });
    };
    for (const Term& term : e_.terms)
      if (!std::ranges::all_of(term.factors, fits)) return false;
    return std::ranges::any_of(e_.output.indices,
                               [&](const Index& i) { return is(i, variable); }) &&
           rank_of(case_, e_, variable) == rank;
  }

  static bool is(const Index& index, const std::string& variable) {
    return is_plain(index) && index[0].variable == variable;
  }

  const Case& case_;
  const Expression& e_;
};

bool writes_alone(const Case& c, const Expression& e) {
  return std::ranges::count_if(c.expressions, [&](const Expression& other) {
           return other.output.name == e.output.name;
         }) == 1;
}

// The variable that all accesses of a tensor have at that rank; empty: there is none.
std::string variable_at(const Expression& e, const std::string& tensor, size_t r) {
  std::string out;
  for (const Term& term : e.terms)
    for (const Factor& f : term.factors) {
      if (f.kind != Factor::Kind::Tensor || f.name != tensor) continue;
      if (!is_plain(f.indices[r]) || (!out.empty() && out != f.indices[r][0].variable)) return "";
      out = f.indices[r][0].variable;
    }
  return out;
}

// The tensors of two ranks and more that have a variable in common with the fibers at that rank.
Names classes_along(const Case& c, const Expression& e, const std::string& tensor,
                    const std::string& rank) {
  const Names& own = c.tensor(tensor)->ranks;
  Names out;
  for (const std::string& name : e.inputs()) {
    const size_t ranks = c.tensor(name)->ranks.size();
    for (size_t r = 0; r < own.size() && ranks > 1 && name != tensor; ++r)
      for (size_t s = 0; s < ranks && own[r] != rank; ++s)
        if (const std::string v = variable_at(e, tensor, r);
            !v.empty() && v == variable_at(e, name, s))
          add_unique(out, name);
  }
  return out;
}

// Classes want their fibers to stand at the rank alone.
void store_first(Tensor& t, const std::string& rank) {
  for (std::optional<Format>* format : {&t.spec_format, &t.option_format})
    if (*format)
      std::ranges::stable_partition(**format, [&](const Level& l) { return l.rank == rank; });
}

// The rank at which the second tensor meets the fibers that the first has at that rank.
std::string meets_at(const Case& c, const Expression& e, const Variants& v) {
  const Names &own = c.tensor(v.tensor)->ranks, &others = c.tensor(v.times)->ranks;
  for (size_t r = 0; r < own.size(); ++r)
    for (size_t s = 0; s < others.size() && own[r] != v.rank; ++s)
      if (const std::string variable = variable_at(e, v.tensor, r);
          !variable.empty() && variable == variable_at(e, v.times, s))
        return others[s];
  return "";
}

}  // namespace

bool can_have_variants(const Case& c, const Expression& e) {
  if (c.iteration || !writes_alone(c, e)) return false;
  const auto classes = Classes(c, e).all();
  if (e.variants && !e.variants->times.empty() &&
      !contains(classes_along(c, e, e.variants->tensor, e.variants->rank), e.variants->times))
    return false;
  return !e.variants || std::ranges::find(classes, std::pair(e.variants->tensor,
                                                             e.variants->rank)) != classes.end();
}

void draw_variants(Case& c, Random& random) {
  for (Expression& e : c.expressions) {
    const auto classes = Classes(c, e).all();
    const int share = e.buffer ? 60 : 15;  // a class may say how long a gathered row is
    if (classes.empty() || !can_have_variants(c, e) || !random.chance(share)) continue;
    const auto& [tensor, rank] = classes[random.below(classes.size())];
    Variants out{tensor, rank, {}};
    for (int64_t least = 0; out.classes.size() < 4 && (least == 0 || random.chance(55));
         least += random.pick<int64_t>({1, 1, 2, 3, 6}))
      out.classes.push_back({least, random.chance(40) && least > 0});  // one uses every symbol
    const Names others = classes_along(c, e, tensor, rank);
    if (!others.empty() && random.chance(40)) out.times = random.pick(others);
    if (e.buffer) {
      store_first(*c.tensor(tensor), rank);
      if (!out.times.empty()) store_first(*c.tensor(out.times), meets_at(c, e, out));
    }
    e.variants = std::move(out);
  }
}

}  // namespace teaal::smith
