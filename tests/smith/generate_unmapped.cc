#include <algorithm>

#include "tests/smith/generate.h"

// Cases without any mapping: dense tensors, now and then one matrix that is stored by rows, or
// several compressed tensors, and ranks long enough for tiles that nobody asked for.
namespace teaal::smith {
namespace {

void unmap(Expression& e) {
  Expression plain;
  plain.output = std::move(e.output);
  plain.terms = std::move(e.terms);
  e = std::move(plain);
}

Format stored(const Tensor& t, char last) {
  Format out;
  for (const std::string& rank : t.rank_order.empty() ? t.ranks : t.rank_order)
    out.push_back({rank, 'U'});
  if (!out.empty()) out.back().letter = last;
  return out;
}

// Whether each variable indexes ranks of its own name alone.
bool indexes_by_name(const Case& c) {
  const auto plain = [&](const Factor& f) {
    if (f.kind != Factor::Kind::Tensor) return true;
    const Names& ranks = c.tensor(f.name)->ranks;
    for (size_t i = 0; i < ranks.size(); ++i)
      if (!is_plain(f.indices[i]) || upper_case(f.indices[i][0].variable) != ranks[i]) return false;
    return true;
  };
  return std::ranges::all_of(c.expressions, [&](const Expression& e) {
    return plain(e.output) && std::ranges::all_of(e.terms, [&](const Term& term) {
             return std::ranges::all_of(term.factors, plain);
           });
  });
}

double points(const Case& c) {
  double most = 0;
  for (const Expression& e : c.expressions) {
    double out = 1;
    for (const std::string& v : e.variables())
      out *= static_cast<double>(c.extent_of_variable(e, v));
    most = std::max(most, out);
  }
  return most;
}

void draw_long_ranks(Case& c, Random& random) {
  if (!indexes_by_name(c)) return;
  for (auto& [rank, extent] : c.extents)
    if (random.chance(50)) extent = random.pick<int64_t>({31, 33, 64, 65, 130, 515});
  constexpr double most_points = 200000;
  while (points(c) > most_points) {
    auto longest = std::ranges::max_element(c.extents, {}, [](const auto& e) { return e.second; });
    longest->second /= 2;
  }
}

}  // namespace

void draw_unmapped(Case& c, Random& random) {
  if (c.iteration || !random.chance(8)) return;
  for (Expression& e : c.expressions) unmap(e);
  Names matrices;
  for (Tensor& t : c.tensors) {
    t.option_format.reset();
    t.pattern.reset();
    t.density.reset();
    t.like.clear();
    if (!t.ranks.empty()) t.spec_format = stored(t, 'U');
    if (t.ranks.size() == 2 && !c.is_written(t.name)) matrices.push_back(t.name);
  }
  const bool counts = c.algebra && c.algebra->counts;
  if (!matrices.empty() && !counts && random.chance(40)) {
    Tensor& matrix = *c.tensor(random.pick(matrices));
    matrix.spec_format = stored(matrix, 'C');
  } else if (!counts && random.chance(40)) {
    for (Tensor& t : c.tensors)
      if (!t.ranks.empty() && random.chance(60)) t.spec_format = stored(t, 'C');
  }
  draw_long_ranks(c, random);
}

}  // namespace teaal::smith
