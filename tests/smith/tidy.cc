#include <algorithm>

#include "tests/smith/generate.h"
#include "tests/smith/write_generations.h"

namespace teaal::smith {
namespace {

template <class Map, class Keep>
void keep_if(Map& map, const Keep& keep) {
  std::erase_if(map, [&](const auto& entry) { return !keep(entry.first); });
}

// --- the mapping of one expression

Names declared_ranks(const Case& c, const Expression& e) {
  Names out;
  for (const std::string& v : e.variables()) add_unique(out, upper_case(v));
  Names tensors = e.inputs();
  tensors.push_back(e.output.name);
  for (const std::string& name : tensors)
    if (const Tensor* t = c.tensor(name))
      for (const std::string& rank : t->ranks) add_unique(out, rank);
  return out;
}

void drop_wrong_names(const Case& c, Expression& e) {
  const Names variables = e.variables(), ranks = declared_ranks(c, e);
  keep_if(e.called, [&](const std::string& v) { return contains(variables, v); });
  std::erase_if(e.called, [&](const auto& pair) { return !contains(ranks, pair.second); });
  std::erase_if(e.solved, [&](const auto& pair) {
    return !contains(ranks, pair.first) || !contains(variables, pair.second);
  });
}

// Everything that a partitioning may name, after the ones before it were applied.
Names partitioned_names(const Case& c, const Expression& e) {
  Names out = declared_ranks(c, e);
  const Names roots = out;
  for (const std::string& root : roots)
    for (const std::string& leaf : e.leaves(root)) add_unique(out, leaf);
  for (const Partition& p : e.partitions) {
    std::string joined;
    for (const std::string& rank : p.ranks) joined += rank;
    if (p.flattens()) add_unique(out, joined);
    for (size_t i = 0; !p.flattens() && i <= p.ops.size(); ++i)
      for (const std::string& rank : p.ranks) add_unique(out, rank + std::to_string(i));
  }
  return out;
}

// Tiles that grow are those of one uniform_shape, each by the first tensor that has the rank; none
// is named in vain.
bool may_grow(const Case& c, const Expression& e, const Partition& p) {
  Names inputs = e.inputs(), left;
  std::erase(inputs, e.output.name);
  for (const std::string& rank : p.ranks) {
    left.push_back(root_of(rank));
    const Partition* tiles = e.partition_of(left.back());
    if (!tiles || tiles->ops.size() != 1 || tiles->ops[0].kind != Op::Kind::Shape) return false;
  }
  return std::ranges::all_of(p.ops, [&, roots = left](const Op& op) {
    left = roots;
    return std::ranges::all_of(op.shares,
                               [&](const auto& share) {
                                 const Names& ranks = c.tensor(share.first)->ranks;
                                 return contains(inputs, share.first) &&
                                        std::erase_if(left, [&](const std::string& root) {
                                          return contains(ranks, root);
                                        }) > 0;
                               }) &&
           left.empty();
  });
}

bool is_good(const Case& c, const Expression& e, const Partition& p) {
  const Names names = partitioned_names(c, e), inputs = e.inputs();
  if (!std::all_of(p.ranks.begin(), p.ranks.end(),
                   [&](const std::string& rank) { return contains(names, rank); }))
    return false;
  if (p.grows()) return may_grow(c, e, p);
  return std::all_of(p.ops.begin(), p.ops.end(), [&](const Op& op) {
    if (op.kind == Op::Kind::Follow) return e.partition_of(op.leader) != nullptr;
    return op.kind != Op::Kind::Occupancy ||
           (contains(inputs, op.leader) && can_lead(c, e, op.leader, p.ranks[0]));
  });
}

void drop_wrong_partitions(const Case& c, Expression& e) {
  for (size_t i = 0; i < e.partitions.size();) {
    if (!e.partitions[i].ops.empty() && is_good(c, e, e.partitions[i])) {
      ++i;
      continue;
    }
    e.partitions.erase(e.partitions.begin() + static_cast<std::ptrdiff_t>(i));
    i = 0;  // others may have named its parts
  }
}

// The right names, in the old order; a new one stands where a wrong one of its rank stood.
Names repaired(const Names& old, const Names& right) {
  Names missing, out;
  for (const std::string& name : right)
    if (!contains(old, name)) missing.push_back(name);
  for (const std::string& name : old) {
    if (contains(right, name)) {
      add_unique(out, name);
      continue;
    }
    for (const std::string& fresh : missing)
      if (root_of(fresh) == root_of(name)) add_unique(out, fresh);
  }
  for (const std::string& name : missing) add_unique(out, name);
  return out;
}

// Whether some term has two tensors along the rank, as far as that is plain to see.
bool may_meet(const Expression& e, const std::string& rank) {
  for (const std::string& v : e.variables()) {
    const auto called = e.called.find(v);
    const std::string root = called == e.called.end() ? upper_case(v) : called->second;
    if (root_of(rank) != root) continue;
    for (const Term& term : e.terms)
      if (std::count_if(term.factors.begin(), term.factors.end(), [&](const Factor& factor) {
            return std::any_of(factor.indices.begin(), factor.indices.end(),
                               [&](const Index& i) { return i[0].variable == v; });
          }) > 1)
        return true;
    return false;
  }
  return true;  // a rank of index math, or a flattened one
}

void repair_loops(const Case& c, Expression& e) {
  const Names loops = e.loops();
  if (e.loop_order) e.loop_order = repaired(*e.loop_order, loops);
  if (e.loop_order && e.loop_order->empty()) e.loop_order.reset();
  if (e.spacetime) {
    SpaceTime& st = *e.spacetime;
    auto wrong = [&](const std::string& rank) { return !contains(loops, rank); };
    std::erase_if(st.space, wrong);
    std::erase_if(st.coord, wrong);
    Names timed;
    for (const std::string& rank : loops)
      if (!contains(st.space, rank)) timed.push_back(rank);
    st.time = repaired(st.time, timed);
  }
  std::erase_if(e.meetings,
                [&](const Meeting& m) { return !contains(loops, m.rank) || !may_meet(e, m.rank); });
  std::erase_if(e.placements, [&](const Placement& p) {
    return !e.spacetime || !contains(e.spacetime->space, p.rank);
  });
  std::erase_if(e.stagings, [&](const Staging& s) {
    const bool lacks_rank = s.listed && !contains(c.tensor(s.tensor)->ranks, s.rank);
    return lacks_rank || (s.tensor != e.output.name && !contains(e.inputs(), s.tensor));
  });
  bind_once_to_registers(e);
  for (Staging& s : e.stagings) {
    if (!contains(loops, s.evict_on)) s.evict_on.clear();
    const bool timed = e.spacetime && contains(e.spacetime->time, s.evict_on);
    if (!timed) s.depth = 1;
  }
  std::erase_if(e.skips, [&](const Skip& s) { return !contains(loops, s.rank); });
  const Names inputs = e.inputs();
  for (Meeting& m : e.meetings)
    if (!contains(inputs, m.leader)) m.leader.clear();
}

// --- the iteration

// A rank that rounds can run over: a repeated expression has it, and no tensor that is handed on.
bool is_looped(const Case& c, const std::string& rank) {
  for (const auto& [to, from] : c.iteration->carry)
    if (contains(c.tensor(to)->ranks, rank)) return false;
  return std::ranges::any_of(c.expressions, [&](const Expression& e) {
    return c.is_repeated(e) && std::ranges::any_of(e.variables(), [&](const std::string& v) {
             return rank_of(c, e, v) == rank;
           });
  });
}

void repair_iteration(Case& c) {
  Iteration& it = *c.iteration;
  std::erase_if(it.outputs, [&](const std::string& name) { return !c.is_written(name); });
  std::erase_if(it.carry, [&](const auto& pair) {
    const Tensor *to = c.tensor(pair.first), *from = c.tensor(pair.second);
    return !to || !from || to->ranks != from->ranks || !contains(it.outputs, pair.second) ||
           contains(it.outputs, pair.first);
  });
  if (!it.until_empty.empty() && !contains(it.outputs, it.until_empty)) it.until_empty.clear();
  const bool declared = std::any_of(c.tensors.begin(), c.tensors.end(),
                                    [&](const Tensor& t) { return contains(t.ranks, it.over); });
  if (!declared || !is_looped(c, it.over)) it.over.clear();
  if (it.outputs.empty()) return c.iteration.reset();
  it.generations = it.generations && can_be_generations(c);
}

// --- what is used

void drop_unused(Case& c) {
  Names tensors, scalars, symbols, ranks;
  for (const Expression& e : c.expressions) {
    add_unique(tensors, e.output.name);
    for (const std::string& name : e.inputs()) add_unique(tensors, name);
    if (const Tensor* t = c.tensor(e.output.name); t && !t->like.empty())
      add_unique(tensors, t->like);
    for (const Term& term : e.terms)
      for (const Factor& factor : term.factors) {
        if (factor.kind == Factor::Kind::Scalar) add_unique(scalars, factor.name);
        for (const Index& index : factor.indices)
          for (const IndexTerm& i : index) add_unique(symbols, i.symbol);
      }
    for (const Partition& p : e.partitions)
      for (const Op& op : p.ops) add_unique(symbols, op.symbol);
    for (const Placement& p : e.placements)
      if (p.persistent) add_unique(symbols, e.output.name + "_blocks");
  }
  if (c.iteration) add_unique(symbols, c.iteration->symbol);
  std::erase_if(c.tensors, [&](const Tensor& t) { return !contains(tensors, t.name); });
  for (const Expression& e : c.expressions)
    for (const std::string& v : e.variables()) add_unique(ranks, rank_of(c, e, v));
  for (const Tensor& t : c.tensors)
    for (const std::string& rank : t.ranks) add_unique(ranks, rank);
  keep_if(c.extents, [&](const std::string& rank) { return contains(ranks, rank); });
  keep_if(c.scalars, [&](const std::string& name) { return contains(scalars, name); });
  keep_if(c.data, [&](const std::string& name) { return contains(tensors, name); });
  for (auto* table : {&c.params, &c.defines, &c.launch_symbols})
    keep_if(*table, [&](const std::string& name) { return contains(symbols, name); });
}

// Patterns name parts of ranks, and only where something skips by one, or may choose to.
void repair_patterns(Case& c) {
  Names known;
  bool skips = false;
  for (const Expression& e : c.expressions) {
    for (const std::string& loop : e.loops()) add_unique(known, loop);
    skips |= !e.skips.empty() || !e.stagings.empty();
  }
  bool any = false;
  for (Tensor& t : c.tensors) {
    const auto is_known = [&](const std::string& rank) {
      return contains(known, rank) && (contains(t.ranks, rank) || contains(t.ranks, root_of(rank)));
    };
    if (t.pattern && (!skips || !std::all_of(t.pattern->begin(), t.pattern->end(), is_known)))
      t.pattern.reset();
    any |= t.pattern.has_value();
  }
  for (Expression& e : c.expressions)
    if (!any) e.skips.clear();
}

}  // namespace

void bind_once_to_registers(Expression& e) {
  const auto sums = [&](const Staging& s) {
    return s.tensor == e.output.name && !s.held && !s.summed;
  };
  if (std::ranges::any_of(e.stagings, sums))
    std::erase_if(e.stagings,
                  [&](const Staging& s) { return s.tensor == e.output.name && s.held; });
}

void tidy(Case& c) {
  for (Expression& e : c.expressions) {
    drop_wrong_names(c, e);
    drop_wrong_partitions(c, e);
    repair_loops(c, e);
  }
  drop_unused(c);
  repair_patterns(c);
  if (c.iteration) repair_iteration(c);
  for (Expression& e : c.expressions)
    if (e.variants && !can_have_variants(c, e)) e.variants.reset();
  for (Expression& e : c.expressions)
    if (!can_have_buffer(c, e)) e.buffer.reset();
}

}  // namespace teaal::smith
