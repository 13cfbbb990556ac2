#include <algorithm>

#include "tests/smith/generate.h"

namespace teaal::smith {
namespace {

bool same_index(const Index& a, const Index& b) {
  return is_plain(a) && is_plain(b) && a[0].variable == b[0].variable;
}

bool same_element(const Factor& a, const Factor& b) {
  return std::equal(a.indices.begin(), a.indices.end(), b.indices.begin(), b.indices.end(),
                    same_index);
}

// One term, and no sum over a variable.
bool makes_values(const Expression& e) {
  Names outputs;
  for (const Index& index : e.output.indices)
    if (is_plain(index)) add_unique(outputs, index[0].variable);
  return e.terms.size() == 1 && outputs.size() == e.output.indices.size() && !outputs.empty() &&
         e.variables().size() == outputs.size() && e.called.empty() && e.solved.empty();
}

bool reads_values(const Expression& reader, const Factor& made) {
  bool read = false;
  for (const Term& term : reader.terms)
    for (const Factor& factor : term.factors) {
      if (factor.kind != Factor::Kind::Tensor || factor.name != made.name) continue;
      if (!same_element(factor, made)) return false;
      read = true;
    }
  return read && reader.called.empty() && reader.solved.empty();
}

bool plainly_indexed(const Expression& e) {
  for (const Term& term : e.terms)
    for (const Factor& factor : term.factors)
      if (!std::all_of(factor.indices.begin(), factor.indices.end(), is_plain)) return false;
  return true;
}

bool splits_there(const Case& c, const Partition& p, const Expression& reader) {
  if (p.flattens() && !plainly_indexed(reader)) return false;
  return std::all_of(p.ops.begin(), p.ops.end(), [&](const Op& op) {
    if (op.kind == Op::Kind::Follow) return false;
    if (op.kind != Op::Kind::Occupancy) return true;
    const Names& held = c.tensor(op.leader)->ranks;
    return contains(reader.inputs(), op.leader) && (p.flattens() || contains(held, p.ranks[0]));
  });
}

// An open symbol asks for a space rank below.
bool has_symbols(const Expression& e) {
  for (const Partition& p : e.partitions)
    for (const Op& op : p.ops)
      if (!op.symbol.empty()) return true;
  return false;
}

// The reader gets the loops of the maker, its other ones inside.
bool take_loops(const Case& c, const Expression& maker, Expression& reader) {
  if (has_symbols(maker) || has_symbols(reader) ||
      !std::all_of(maker.partitions.begin(), maker.partitions.end(),
                   [&](const Partition& p) { return splits_there(c, p, reader); }))
    return false;
  Names taken;
  for (const std::string& v : maker.variables()) taken.push_back(upper_case(v));
  for (const Partition& p : maker.partitions)
    taken.insert(taken.end(), p.ranks.begin(), p.ranks.end());
  std::erase_if(reader.partitions, [&](const Partition& p) {
    return p.flattens() || contains(taken, p.ranks[0]) ||
           (p.follows() && contains(taken, p.ops[0].leader));
  });
  reader.partitions.insert(reader.partitions.begin(), maker.partitions.begin(),
                           maker.partitions.end());
  Names order = maker.loop_order ? *maker.loop_order : maker.loops();
  for (const std::string& rank : reader.loops()) add_unique(order, rank);
  reader.loop_order = order;
  reader.meetings.clear();
  reader.placements = maker.placements;
  reader.spacetime = maker.spacetime;
  for (const std::string& rank : order)
    if (reader.spacetime && !contains(reader.spacetime->space, rank))
      add_unique(reader.spacetime->time, rank);
  return true;
}

auto count_writers(const Case& c, const std::string& tensor) {
  return std::count_if(c.expressions.begin(), c.expressions.end(),
                       [&](const Expression& e) { return e.output.name == tensor; });
}

void compress(Tensor& t, Random& random) {
  t.option_format.reset();
  t.spec_format.emplace();
  for (const std::string& rank : t.rank_order.empty() ? t.ranks : t.rank_order)
    t.spec_format->push_back({rank, random.pick({'C', 'C', 'U', 'B'})});
  t.spec_format->back().letter = random.chance(15) ? 'B' : 'C';
}

}  // namespace

void draw_alike(Case& c, Random& random) {
  bool any = false;
  for (size_t i = 1; i < c.expressions.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      Expression &maker = c.expressions[j], &reader = c.expressions[i];
      if (count_writers(c, maker.output.name) > 1 || count_writers(c, reader.output.name) > 1 ||
          !makes_values(maker) || !reads_values(reader, maker.output) || !random.chance(60))
        continue;
      const bool plain = random.chance(40) && !has_symbols(maker);
      if (plain) maker.spacetime.reset(), maker.placements.clear();
      if (!take_loops(c, maker, reader)) continue;
      any = true;
      if (random.chance(85)) compress(*c.tensor(maker.output.name), random);
    }
  for (Tensor& t : c.tensors)  // parts may have gone
    if (any && t.spec_format &&
        !std::all_of(t.spec_format->begin(), t.spec_format->end(),
                     [&](const Level& l) { return contains(t.ranks, l.rank); }))
      t.spec_format.reset();
}

bool reads_alike(const Expression& maker, const Expression& reader) {
  const Names outer = maker.loop_order ? *maker.loop_order : maker.loops();
  const Names all = reader.loop_order ? *reader.loop_order : reader.loops();
  return makes_values(maker) && reads_values(reader, maker.output) && outer.size() <= all.size() &&
         std::equal(outer.begin(), outer.end(), all.begin());
}

}  // namespace teaal::smith
