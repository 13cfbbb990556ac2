#include "tests/smith/metamorphic.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "tests/smith/generate.h"

namespace teaal::smith {
namespace {

Outputs same(const Outputs& outputs) { return outputs; }

// --- the same values by another way

void exchange_operands(Case& c, Random& random) {
  const std::set<std::string> free = {"mul", "add", "min", "max", "and", "or"};
  const bool ordered = c.algebra && !free.contains(c.algebra->map);
  for (Expression& e : c.expressions) {
    for (Term& term : e.terms) {
      if (ordered && !term.take) continue;
      std::vector<size_t> order(term.factors.size());
      std::iota(order.begin(), order.end(), 0);
      random.shuffle(order);
      Term mixed = term;
      for (size_t i = 0; i < order.size(); ++i) {
        mixed.factors[i] = term.factors[order[i]];
        if (order[i] == term.take_index) mixed.take_index = i;
      }
      term = std::move(mixed);
    }
    random.shuffle(e.terms);
  }
}

void exchange_formats(Case& c, Random& random) {
  for (Tensor& t : c.tensors) {
    if (c.is_written(t.name) || t.ranks.empty()) continue;
    t.option_format.reset();
    Names order = t.ranks;
    random.shuffle(order);
    t.spec_format.emplace();
    for (const std::string& rank : order)
      t.spec_format->push_back({rank, random.chance(50) ? 'C' : 'U'});
  }
}

void exchange_loops(Case& c, Random& random) {
  for (Expression& e : c.expressions)
    if (e.loop_order) random.shuffle(*e.loop_order);
}

void drop_splits(Case& c, Random&) {
  for (Expression& e : c.expressions) e.partitions.clear();
  for (Tensor& t : c.tensors)
    if (t.spec_format && std::any_of(t.spec_format->begin(), t.spec_format->end(),
                                     [&](const Level& l) { return !contains(t.ranks, l.rank); }))
      t.spec_format.reset();
}

// Everywhere from global memory, wherever that is.
void drop_bindings(Case& c, Random&) {
  for (Expression& e : c.expressions) {
    e.meetings.clear();
    e.placements.clear();
    e.stagings.clear();
    e.skips.clear();
    e.tensor_core.clear();
  }
}

// --- permuted coordinates of one rank

void sort_entries(runtime::Coo& coo) { runtime::canonicalize(coo); }

runtime::Coo permuted(runtime::Coo coo, const Names& ranks, const std::string& rank,
                      const std::vector<int32_t>& to) {
  for (size_t r = 0; r < ranks.size(); ++r)
    if (ranks[r] == rank)
      for (int32_t& coordinate : coo.coords[r]) coordinate = to[static_cast<size_t>(coordinate)];
  sort_entries(coo);
  return coo;
}

// Ranks that are only ever indexed by their own variable, and nothing but they by it.
Names permutable_ranks(const Case& c) {
  Names out, odd;
  auto visit = [&](const Factor& access) {
    for (size_t i = 0; i < access.indices.size(); ++i) {
      const std::string& rank = c.tensor(access.name)->ranks[i];
      for (const IndexTerm& term : access.indices[i]) {
        const bool own = is_plain(access.indices[i]) && upper_case(term.variable) == rank;
        add_unique(own ? out : odd, rank);
        if (!own) add_unique(odd, upper_case(term.variable));
      }
    }
  };
  for (const Expression& e : c.expressions) {
    visit(e.output);
    for (const Term& term : e.terms)
      for (const Factor& factor : term.factors)
        if (factor.kind == Factor::Kind::Tensor) visit(factor);
  }
  std::erase_if(out, [&](const std::string& rank) { return contains(odd, rank); });
  return out;
}

std::optional<Variation> permute(const Case& c, Random& random) {
  if (c.iteration && c.iteration->generations) return std::nullopt;  // outputs have other names
  Names ranks = permutable_ranks(c);
  if (c.iteration) std::erase(ranks, c.iteration->over);  // rounds have an order
  if (ranks.empty()) return std::nullopt;
  const std::string rank = random.pick(ranks);
  std::vector<int32_t> to(static_cast<size_t>(c.extents.at(rank)));
  std::iota(to.begin(), to.end(), 0);
  random.shuffle(to);
  Variation out{"permuted", c, {}};
  std::map<std::string, Names> ranks_of;
  for (const Tensor& t : c.tensors) ranks_of[t.name] = t.ranks;
  for (auto& [name, coo] : out.changed.data) coo = permuted(coo, ranks_of[name], rank, to);
  out.expected = [=](const Outputs& outputs) {
    Outputs moved;
    for (const auto& [name, coo] : outputs)
      moved[name] = permuted(coo, ranks_of.at(name), rank, to);
    return moved;
  };
  return out;
}

// --- one input times a power of two

bool linear_in(const Expression& e, const std::string& tensor) {
  return std::all_of(e.terms.begin(), e.terms.end(), [&](const Term& term) {
    const auto times =
        std::count_if(term.factors.begin(), term.factors.end(), [&](const Factor& factor) {
          return factor.kind == Factor::Kind::Tensor && factor.name == tensor;
        });
    return times == 1 && (!term.take || term.factors[term.take_index].name == tensor);
  });
}

runtime::Coo scaled(runtime::Coo coo, double by) {
  for (double& value : coo.values) value *= by;
  return coo;
}

std::optional<Variation> scale(const Case& c, Random& random) {
  if (c.expressions.size() != 1 || c.algebra || c.iteration) return std::nullopt;
  Names linear;
  for (const auto& [name, coo] : c.data)
    if (linear_in(c.expressions[0], name)) linear.push_back(name);
  if (linear.empty()) return std::nullopt;
  const std::string name = random.pick(linear);
  const bool wide = c.type == "f32" || c.type == "f64";
  const double by = wide ? random.pick<double>({0.25, 4, 1024}) : 4;
  Variation out{"scaled", c, {}};
  out.changed.data[name] = scaled(c.data.at(name), by);
  out.expected = [=](const Outputs& outputs) {
    Outputs moved;
    for (const auto& [output, coo] : outputs) moved[output] = scaled(coo, by);
    return moved;
  };
  return out;
}

}  // namespace

std::vector<Variation> variations(const Case& c) {
  Random random(c.seed ^ 0x6d6574616d6f7270);
  std::vector<Variation> out;
  auto add = [&](const char* name, void (*change)(Case&, Random&)) {
    Variation one{name, c, same};
    change(one.changed, random);
    tidy(one.changed);
    out.push_back(std::move(one));
  };
  add("operand order", exchange_operands);
  add("formats", exchange_formats);
  add("loop order", exchange_loops);
  add("unsplit", drop_splits);
  add("unbound", drop_bindings);
  if (auto one = permute(c, random)) out.push_back(std::move(*one));
  if (auto one = scale(c, random)) out.push_back(std::move(*one));
  return out;
}

std::string difference(const Outputs& got, const Outputs& want) {
  for (const auto& [name, wanted] : want) {
    auto found = got.find(name);
    if (found == got.end()) return name + " was not written";
    const runtime::Coo& coo = found->second;
    if (coo.shape == wanted.shape && coo.coords == wanted.coords && coo.values == wanted.values)
      continue;
    size_t at = 0;
    while (at < coo.entries() && at < wanted.entries() && coo.values[at] == wanted.values[at]) ++at;
    return fmt::format(
        "{} has {} non-zeros and should have {}; the first values that differ are {} and {}", name,
        coo.entries(), wanted.entries(), at < coo.entries() ? coo.values[at] : 0,
        at < wanted.entries() ? wanted.values[at] : 0);
  }
  return "";
}

}  // namespace teaal::smith
