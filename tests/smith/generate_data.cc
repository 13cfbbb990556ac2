#include <algorithm>
#include <cmath>

#include "tests/smith/dense_math.h"
#include "tests/smith/generate.h"

namespace teaal::smith {
namespace {

constexpr double most_points = 12000;    // of all expressions together
constexpr double most_elements = 60000;  // of one tensor

// --- extents

class Extents {
 public:
  Extents(Case& c, Random& random) : case_(c), random_(random) {}

  void run() {
    small_ = random_.chance(50);
    for (const Expression& e : case_.expressions)
      for (const std::string& v : e.variables()) draw(rank_of(case_, e, v));
    while (points(case_) > most_points && shrink_largest()) {
    }
    for (const Expression& e : case_.expressions) fit_odd_ranks(e);
    for (const Tensor& t : case_.tensors)
      while (elements(t) > most_elements) shrink_largest(t.ranks);
  }

 private:
  int64_t drawn() {
    if (small_) return random_.pick<int64_t>({0, 1, 2, 2, 3, 3, 4, 5, 5, 6, 7, 8, 8, 9});
    if (random_.chance(12)) return random_.pick<int64_t>({64, 65, 100, 257});
    return random_.pick<int64_t>({0, 1, 2, 3, 5, 7, 8, 13, 16, 17, 31, 32, 33, 40});
  }

  void draw(const std::string& rank) {
    if (!case_.extents.count(rank)) case_.extents[rank] = drawn();
  }

  bool shrink_largest() {
    Names all;
    for (const auto& [rank, extent] : case_.extents) all.push_back(rank);
    return shrink_largest(all);
  }

  bool shrink_largest(const Names& ranks) {
    std::string largest;
    for (const std::string& rank : ranks)
      if (largest.empty() || case_.extents[rank] > case_.extents[largest]) largest = rank;
    if (largest.empty() || case_.extents[largest] < 2) return false;
    case_.extents[largest] = (case_.extents[largest] + 1) / 2;
    return true;
  }

  double elements(const Tensor& t) {
    double out = 1;
    for (const std::string& rank : t.ranks) out *= static_cast<double>(case_.extents[rank]);
    return out;
  }

  // Ranks of index math and renamed ones: the extent that the variables reach, or another one.
  void fit_odd_ranks(const Expression& e) {
    for (const Term& term : e.terms)
      for (const Factor& factor : term.factors)
        if (factor.kind == Factor::Kind::Tensor) fit(e, factor, true);
    fit(e, e.output, false);
  }

  void fit(const Expression& e, const Factor& access, bool may_differ) {
    const Names& ranks = case_.tensor(access.name)->ranks;
    for (size_t i = 0; i < access.indices.size(); ++i) {
      if (case_.extents.count(ranks[i])) continue;
      int64_t reach = 1;
      for (const IndexTerm& term : access.indices[i]) {
        const int64_t last = std::max<int64_t>(case_.extent_of_variable(e, term.variable), 1) - 1;
        Op stride;
        stride.symbol = term.symbol;
        reach += std::max<int64_t>(term.coefficient * case_.size_of(stride) * last, 0);
      }
      if (may_differ && random_.chance(45)) reach += random_.between(-6, 4);
      case_.extents[ranks[i]] = std::max<int64_t>(reach, may_differ ? 0 : 1);
    }
  }

  Case& case_;
  Random& random_;
  bool small_ = false;
};

// --- formats

Names shuffled(Names names, Random& random) {
  random.shuffle(names);
  return names;
}

// The final parts that a tensor's ranks become in the first expression that uses it.
std::optional<Names> partitioned_ranks(const Case& c, const Tensor& tensor) {
  const auto user = std::ranges::find_if(c.expressions, [&](const Expression& e) {
    return e.output.name == tensor.name || contains(e.inputs(), tensor.name);
  });
  if (user == c.expressions.end()) return std::nullopt;
  Names out;
  for (const std::string& rank : tensor.ranks)
    for (const std::string& leaf : user->leaves(rank)) add_unique(out, leaf);
  return out == tensor.ranks ? std::nullopt : std::optional(out);
}

// In some order, and mostly the parts of a rank from the uppermost down, as storage needs.
Names stored_order(const Tensor& tensor, Names names, Random& random) {
  random.shuffle(names);
  if (random.chance(10)) return names;
  for (const std::string& rank : tensor.ranks) {
    auto is_part = [&](const std::string& name) {
      return name.starts_with(rank) && name.size() == rank.size() + 1 && std::isdigit(name.back());
    };
    Names parts;
    std::ranges::copy_if(names, std::back_inserter(parts), is_part);
    std::ranges::sort(parts, std::greater<>());
    auto next = parts.begin();
    for (std::string& name : names)
      if (is_part(name)) name = *next++;
  }
  return names;
}

Format drawn_format(const Names& order, int compressed, int bitmask, Random& random) {
  Format out;
  for (const std::string& rank : order)
    out.push_back({rank, random.chance(bitmask) ? 'B' : random.chance(compressed) ? 'C' : 'U'});
  return out;
}

void draw_format(const Case& c, Tensor& t, Random& random) {
  const bool written = c.is_written(t.name);
  if (!random.chance(written ? 60 : 80)) return;
  const bool counts = c.algebra && (c.algebra->counts || c.algebra->others.contains(t.name));
  const bool whole = !written && counts && random.chance(80);
  const int compressed = whole ? 0 : random.pick<int>({0, 50, 50, 50, 100});
  const int bitmask = whole ? 0 : random.chance(12) ? 40 : 0;
  std::optional<Names> parts =
      random.chance(written ? 12 : 4) ? partitioned_ranks(c, t) : std::nullopt;
  if (parts) {
    t.spec_format = drawn_format(stored_order(t, *parts, random), compressed, bitmask, random);
    return;
  }
  Format format = drawn_format(shuffled(t.ranks, random), compressed, bitmask, random);
  (random.chance(50) ? t.spec_format : t.option_format) = std::move(format);
}

// --- data

// Which elements are there.
class Pattern {
 public:
  Pattern(const std::vector<int64_t>& shape, Random& random) : random_(random) {
    style_ = random.pick({Style::Even, Style::Even, Style::Even, Style::Giant, Style::Fibers});
    percent_ = random.pick<int>({0, 3, 10, 20, 20, 50, 50, 80, 100});
    if (shape.empty()) style_ = Style::Even;
    if (shape.empty()) percent_ = random.pick<int>({0, 100, 100, 100});
    if (style_ == Style::Even) return;
    rank_ = random.below(shape.size());
    giant_ = static_cast<int64_t>(random.below(static_cast<size_t>(shape[rank_])));
    for (int64_t i = 0; i < shape[rank_]; ++i) kept_.push_back(random.chance(35));
  }

  bool holds(const std::vector<int32_t>& at) {
    if (style_ == Style::Giant) return random_.chance(at[rank_] == giant_ ? 95 : 2);
    if (style_ == Style::Fibers && !kept_[static_cast<size_t>(at[rank_])]) return false;
    return random_.chance(percent_);
  }

 private:
  enum class Style { Even, Giant, Fibers };
  Random& random_;
  Style style_ = Style::Even;
  int percent_ = 0;
  size_t rank_ = 0;
  int64_t giant_ = 0;
  std::vector<bool> kept_;
};

runtime::Coo drawn_tensor(const std::vector<int64_t>& shape, Random& random) {
  runtime::Coo out;
  out.shape = shape;
  out.coords.resize(shape.size());
  Pattern pattern(shape, random);
  size_t count = 1;
  for (int64_t extent : shape) count *= static_cast<size_t>(extent);
  std::vector<int32_t> at(shape.size());
  for (; count > 0; --count) {
    if (pattern.holds(at)) {
      for (size_t r = 0; r < at.size(); ++r) out.coords[r].push_back(at[r]);
      out.values.push_back(random.pick<double>({1, 1, -1, -1, 2, -2, 3}));
    }
    for (size_t r = at.size(); r-- > 0 && ++at[r] == shape[r];) at[r] = 0;
  }
  return out;
}

void use_integers(Case& c) {
  auto whole = [](double& value) { value = std::ceil(value); };
  for (auto& [name, value] : c.scalars) whole(value);
  for (Expression& e : c.expressions)
    for (Term& term : e.terms)
      for (Factor& factor : term.factors) whole(factor.value);
}

// --- data with zeros in blocks

void clear_blocks(runtime::Coo& coo, Random& random) {
  const int64_t side = random.pick<int64_t>({2, 4, 4, 8, 16});
  const int kept = random.pick<int>({10, 30, 50, 80});
  const uint64_t salt = random.next();
  runtime::Coo out;
  out.shape = coo.shape;
  out.coords.resize(coo.shape.size());
  for (size_t e = 0; e < coo.entries(); ++e) {
    uint64_t block = salt;
    for (const auto& coords : coo.coords)
      block = Random(block + static_cast<uint64_t>(coords[e] / side)).next();
    if (!Random(block).chance(kept)) continue;
    for (size_t r = 0; r < out.coords.size(); ++r) out.coords[r].push_back(coo.coords[r][e]);
    out.values.push_back(coo.values[e]);
  }
  coo = std::move(out);
}

}  // namespace

void draw_operators(Case& c, Random& random) {
  // Intermediates of 0s and 1s may take one bit an element.
  const bool bits = c.expressions.size() > 1 && random.chance(12);
  if (!bits && !random.chance(13)) return;
  constexpr double inf = HUGE_VAL;
  Algebra drawn = random.pick<Algebra>(
      {{"add", "min", inf},     {"add", "min", inf},     {"add", "max", -inf},
       {"max", "min", inf},     {"min", "max", -inf},    {"and", "or", 0},
       {"mul", "max", 0, true}, {"mul", "min", 0, true}, {"min", "max", 0, true},
       {"add", "add", 0, true}, {"max", "add", 0, true}, {"sub", "add", 0, true},
       {"sub", "max", 0, true}, {"lt", "add", 0, true},  {"ge", "max", 0, true},
       {"ne", "or", 0, true},   {"ne", "add", 1, true},  {"eq", "add", 0, true},
       {"eq", "min", 2, true},  {"le", "max", -1, true}, {"gt", "and", 0, true},
       {"gt", "add", 1, true},  {"min", "add", 0, true}, {"max", "max", inf, true},
       {"min", "min", 1, true}, {"sub", "min", 1, true}, {"add", "max", 2, true},
       {"mul", "add", 1, true}, {"mul", "mul", 1, true}, {"max", "mul", 1, true},
       {"ge", "mul", 1, true},  {"or", "or", 0, true},   {"or", "and", 1}});
  if (bits) drawn = {"and", "or", 0};
  // A tensor that is written twice has one entry for both expressions: all of a case's expressions
  // must have a '*' for a map to stand for.
  for (const Expression& e : c.expressions)
    if (std::all_of(e.terms.begin(), e.terms.end(), [](const Term& t) { return t.take; })) return;
  // 0 times an infinite intermediate is no number.
  if (c.expressions.size() > 1 && drawn.identity() != drawn.absent) return;
  for (const Tensor& t : c.tensors)
    if (!c.is_written(t.name) && random.chance(12))
      drawn.others[t.name] = drawn.boolean()      ? 1 - drawn.absent
                             : drawn.multiplies() ? random.pick<double>({0, 1, -1})
                                                  : random.pick<double>({0, 1, 2});
  take_operators(c, drawn);
}

void take_operators(Case& c, const Algebra& drawn) {
  c.algebra = drawn;
  for (Expression& e : c.expressions)
    for (Term& term : e.terms) {
      if (drawn.reduce != "add") term.sign = 1;
      for (Factor& factor : term.factors)
        if (factor.kind == Factor::Kind::Constant)  // a '-' in front would be the term's sign
          factor.value = drawn.boolean() || drawn.multiplies() ? 1 : std::fabs(factor.value);
    }
  for (auto& [name, value] : c.scalars) {
    if (drawn.boolean()) value = value == 0 ? 0 : 1;
    if (drawn.multiplies()) value = value < 0 ? -1 : 1;
  }
}

void draw_extents(Case& c, Random& random) { Extents(c, random).run(); }

// A result has elements where an input has some: one of the expressions', or one for that alone.
void draw_like(Case& c, Random& random) {
  if (c.iteration || !random.chance(15)) return;
  const std::string name = c.expressions[random.below(c.expressions.size())].output.name;
  const Names ranks = c.tensor(name)->ranks;
  if (ranks.empty()) return;
  Names alike;
  for (const Tensor& t : c.tensors)
    if (!c.is_written(t.name) && std::ranges::is_permutation(t.ranks, ranks))
      alike.push_back(t.name);
  if (alike.empty()) {
    alike = {"Like"};
    c.tensors.push_back({alike[0], shuffled(ranks, random)});
  }
  c.tensor(name)->like = alike[random.below(alike.size())];
}

void draw_storage(Case& c, Random& random) {
  for (Tensor& t : c.tensors) {
    if (t.ranks.empty()) continue;
    if (random.chance(50)) t.rank_order = shuffled(t.ranks, random);
    draw_format(c, t, random);
  }
}

// Of inputs that rounds do not hand on. A run of positions spans no more than a rank's coordinates,
// so that all offsets fit.
void draw_narrow(Case& c, Random& random) {
  if (!random.chance(30)) return;
  for (Tensor& t : c.tensors) {
    auto& format = t.option_format ? t.option_format : t.spec_format;
    const bool carried = c.iteration && std::ranges::any_of(c.iteration->carry, [&](const auto& p) {
                           return p.first == t.name || p.second == t.name;
                         });
    if (!format || c.is_written(t.name) || carried || t.pattern) continue;
    for (Level& level : *format) {
      if (level.letter != 'C' || !random.chance(70)) continue;
      const auto extent = c.extents.find(level.rank);
      const bool small = extent != c.extents.end() && extent->second <= 256;
      level.cbits = small && random.chance(50) ? 8 : 16;
    }
  }
}

// Of any tensor the key may be written; it changes what holds no others than 0 and 1.
void draw_bits(Case& c, Random& random) {
  const bool boolean = c.algebra && c.algebra->reduce == "or";
  if (c.iteration || !random.chance(boolean ? 80 : 10)) return;
  for (Tensor& t : c.tensors) {
    const bool passes = c.is_written(t.name) && t.name != c.expressions.back().output.name;
    const bool buffered = std::ranges::any_of(
        c.expressions, [&](const Expression& e) { return e.buffer && e.output.name == t.name; });
    if (t.ranks.empty() || t.option_format || t.pattern || !t.like.empty() || buffered) continue;
    if (!random.chance(passes ? 80 : 10)) continue;
    if (passes && boolean && random.chance(70)) {
      t.rank_order.clear();
      t.spec_format.emplace();
      for (const std::string& rank : t.ranks) t.spec_format->push_back({rank, 'U'});
    }
    if (t.spec_format && t.spec_format->back().letter == 'U') t.spec_format->back().bits = true;
  }
  settle_coordinates(c);
}

void draw_once(Case& c, Random& random) {
  for (Expression& e : c.expressions)
    for (Placement& p : e.placements)
      if (p.level == "Block" && !p.persistent) p.once = random.chance(25);
}

// What rounds hand on is stored alike; what they write uncompressed where there may be none.
void draw_stored_rounds(Case& c, Random& random) {
  if (!c.iteration || random.chance(5)) return;
  const Iteration& it = *c.iteration;
  const bool surely = it.over.empty() && (it.symbol.empty() || c.params.contains(it.symbol));
  const int compressed = surely && random.chance(60) ? random.pick<int>({50, 100}) : 0;
  const int bitmask = compressed > 0 && random.chance(12) ? 40 : 0;
  auto store = [&](const std::string& name, const Format& format) {
    Tensor& t = *c.tensor(name);
    t.option_format.reset();
    t.spec_format.reset();
    t.rank_order.clear();
    for (const Level& level : format) t.rank_order.push_back(level.rank);
    if (!format.empty()) t.spec_format = format;
  };
  for (const std::string& name : it.outputs) {
    const Tensor& t = *c.tensor(name);
    const int share = random.chance(70) ? compressed : 0;
    const Names& order = t.rank_order.empty() ? t.ranks : t.rank_order;
    store(name, drawn_format(order, share, share > 0 ? bitmask : 0, random));
  }
  for (const auto& [to, from] : it.carry) store(to, c.tensor(from)->spec_format.value_or(Format{}));
}

void draw_types(Case& c, Random& random) {
  c.type = random.pick<std::string>({"f32", "f32", "f32", "f32", "f32", "f32", "f32", "f64", "f64",
                                     "f16", "f16", "bf16", "bf16", "i32", "i32"});
  if (c.algebra && random.chance(90) && c.type == "i32") c.type = "f64";  // refused
  if (c.type == "i32") use_integers(c);
  const int64_t largest =
      std::max_element(c.extents.begin(), c.extents.end(), [](const auto& a, const auto& b) {
        return a.second < b.second;
      })->second;
  if (random.chance(12) && largest <= INT8_MAX)
    c.index_bits = 8;
  else if (random.chance(6) && largest <= INT16_MAX)
    c.index_bits = 16;
}

void draw_data(Case& c, Random& random) {
  for (const Tensor& t : c.tensors) {
    if (c.is_written(t.name)) continue;
    std::vector<int64_t> shape;
    for (const std::string& rank : t.ranks) shape.push_back(c.extents.at(rank));
    runtime::Coo& coo = c.data[t.name] = drawn_tensor(shape, random);
    if (c.algebra && c.algebra->boolean())
      std::fill(coo.values.begin(), coo.values.end(), c.absent(t.name) == 0 ? 1 : 0);
    if (c.algebra && c.algebra->multiplies())
      for (double& value : coo.values) value = value < 0 ? -1 : 1;
  }
}

void draw_blocks(Case& c, Random& random) {
  for (auto& [name, coo] : c.data)
    if (random.chance(40)) clear_blocks(coo, random);
}

}  // namespace teaal::smith
