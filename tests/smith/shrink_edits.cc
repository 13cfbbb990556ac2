#include <algorithm>

#include "tests/smith/dense_math.h"
#include "tests/smith/generate.h"
#include "tests/smith/shrink.h"
#include "tests/smith/write_spec.h"

namespace teaal::smith {
namespace {

// Collects edited copies, those that differ.
class Edited {
 public:
  explicit Edited(const Case& from) : from_(from), text_(whole_text(from)) {}

  template <class Edit>
  void add(const Edit& edit) {
    Case copy = from_;
    edit(copy);
    tidy(copy);
    if (!copy.expressions.empty() && whole_text(copy) != text_) out.push_back(std::move(copy));
  }

  std::vector<Case> out;

 private:
  const Case& from_;
  std::string text_;
};

template <class List>
void erase_at(List& list, size_t at) {
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
}

runtime::Coo entries_of(const Dense& dense) {
  runtime::Coo out;
  out.shape = dense.shape;
  out.coords.resize(dense.shape.size());
  for (size_t at = 0; at < dense.values.size(); ++at) {
    if (dense.values[at] == dense.absent) continue;
    size_t rest = at;
    for (size_t r = dense.shape.size(); r-- > 0;) {
      out.coords[r].push_back(static_cast<int32_t>(rest % static_cast<size_t>(dense.shape[r])));
      rest /= static_cast<size_t>(dense.shape[r]);
    }
    out.values.push_back(dense.values[at]);
  }
  return out;
}

// A tensor that nothing writes any more is an input with the values that it had.
void make_inputs(Case& c, const std::map<std::string, Dense>& values) {
  for (const Expression& e : c.expressions)
    for (const std::string& name : e.inputs())
      if (!c.is_written(name) && !c.data.count(name)) c.data[name] = entries_of(values.at(name));
}

template <class Keep>
void keep_entries(runtime::Coo& coo, const Keep& keep) {
  runtime::Coo out;
  out.shape = coo.shape;
  out.coords.resize(coo.shape.size());
  for (size_t e = 0; e < coo.entries(); ++e) {
    if (!keep(e)) continue;
    for (size_t r = 0; r < out.coords.size(); ++r) out.coords[r].push_back(coo.coords[r][e]);
    out.values.push_back(coo.values[e]);
  }
  coo = std::move(out);
}

// The slice at coordinate 0.
void drop_rank(runtime::Coo& coo, size_t rank) {
  keep_entries(coo, [&](size_t e) { return coo.coords[rank][e] == 0; });
  erase_at(coo.coords, rank);
  erase_at(coo.shape, rank);
}

void drop_rank(Case& c, const std::string& tensor, size_t at) {
  Tensor& t = *c.tensor(tensor);
  const std::string rank = t.ranks[at];
  erase_at(t.ranks, at);
  std::erase(t.rank_order, rank);
  for (auto* format : {&t.spec_format, &t.option_format})
    if (*format) std::erase_if(**format, [&](const Level& l) { return l.rank == rank; });
  if (auto coo = c.data.find(tensor); coo != c.data.end()) drop_rank(coo->second, at);
  auto shorten = [&](Factor& factor) {
    if (factor.name == tensor && factor.kind == Factor::Kind::Tensor) erase_at(factor.indices, at);
  };
  for (Expression& e : c.expressions) {
    shorten(e.output);
    for (Term& term : e.terms)
      for (Factor& factor : term.factors) shorten(factor);
  }
}

}  // namespace

std::vector<Case> without_expressions(const Case& c) {
  Edited edited(c);
  if (c.expressions.size() < 2) return {};
  const std::map<std::string, Dense> values = dense_math(c);
  for (size_t i = 0; i < c.expressions.size(); ++i)
    edited.add([&](Case& copy) {
      copy.expressions = {c.expressions[i]};
      make_inputs(copy, values);
    });
  for (size_t i = 0; i < c.expressions.size(); ++i)
    edited.add([&](Case& copy) {
      erase_at(copy.expressions, i);
      make_inputs(copy, values);
    });
  return std::move(edited.out);
}

std::vector<Case> without_terms(const Case& c) {
  Edited edited(c);
  for (size_t i = 0; i < c.expressions.size(); ++i)
    for (size_t t = 0; t < c.expressions[i].terms.size(); ++t) {
      const Term& term = c.expressions[i].terms[t];
      if (c.expressions[i].terms.size() > 1)
        edited.add([&](Case& copy) { erase_at(copy.expressions[i].terms, t); });
      for (size_t f = 0; f < term.factors.size() && term.factors.size() > 1; ++f)
        edited.add([&](Case& copy) {
          Term& shorter = copy.expressions[i].terms[t];
          erase_at(shorter.factors, f);
          shorter.take_index = std::min(shorter.take_index, shorter.factors.size() - 1);
        });
      if (term.take) edited.add([&](Case& copy) { copy.expressions[i].terms[t].take = false; });
      if (term.sign < 0) edited.add([&](Case& copy) { copy.expressions[i].terms[t].sign = 1; });
      for (size_t f = 0; f < term.factors.size(); ++f)
        for (size_t r = 0; r < term.factors[f].indices.size(); ++r)
          if (term.factors[f].indices[r].size() > 1)
            for (size_t k = 0; k < term.factors[f].indices[r].size(); ++k)
              edited.add([&](Case& copy) {
                erase_at(copy.expressions[i].terms[t].factors[f].indices[r], k);
              });
    }
  return std::move(edited.out);
}

std::vector<Case> without_variables(const Case& c) {
  Edited edited(c);
  for (const auto& [rank, extent] : c.extents)
    edited.add([&](Case& copy) {
      for (const Tensor& t : c.tensors)
        for (size_t at = copy.tensor(t.name)->ranks.size(); at-- > 0;)
          if (copy.tensor(t.name)->ranks[at] == rank) drop_rank(copy, t.name, at);
    });
  for (const Tensor& t : c.tensors)
    for (size_t at = 0; at < t.ranks.size(); ++at)
      edited.add([&](Case& copy) { drop_rank(copy, t.name, at); });
  return std::move(edited.out);
}

std::vector<Case> without_rounds(const Case& c) {
  Edited edited(c);
  if (!c.iteration) return {};
  auto edit = [&](const auto& change) { edited.add([&](Case& x) { change(x.iteration); }); };
  edit([](std::optional<Iteration>& x) { x.reset(); });
  for (size_t i = 0; i < c.iteration->carry.size(); ++i)
    edit([&](std::optional<Iteration>& x) { erase_at(x->carry, i); });
  if (c.iteration->generations) edit([](std::optional<Iteration>& x) { x->generations = false; });
  for (size_t i = 0; i < c.iteration->outputs.size(); ++i)
    edit([&](std::optional<Iteration>& x) { erase_at(x->outputs, i); });
  for (int64_t times : {1, 2})
    if (!c.iteration->symbol.empty() || !c.iteration->over.empty() ||
        !c.iteration->until_empty.empty() || times < c.iteration->times)
      edit([&](std::optional<Iteration>& x) {
        x = Iteration{x->outputs, x->carry, times, "", "", "", 8, false};
      });
  return std::move(edited.out);
}

std::vector<Case> without_mapping(const Case& c) {
  Edited edited(c);
  for (size_t i = 0; i < c.expressions.size(); ++i) {
    const Expression& e = c.expressions[i];
    auto edit = [&](const auto& change) {
      edited.add([&](Case& copy) { change(copy.expressions[i]); });
    };
    if (!e.partitions.empty()) edit([](Expression& x) { x.partitions.clear(); });
    if (e.spacetime) edit([](Expression& x) { x.spacetime.reset(); });
    if (!e.meetings.empty()) edit([](Expression& x) { x.meetings.clear(); });
    if (!e.placements.empty()) edit([](Expression& x) { x.placements.clear(); });
    for (size_t s = 0; s < e.stagings.size(); ++s) {
      edit([&](Expression& x) { erase_at(x.stagings, s); });
      edit([&](Expression& x) { x.stagings[s].depth = 1; });
      edit([&](Expression& x) { x.stagings[s].evict_on.clear(); });
    }
    if (!e.tensor_core.empty()) edit([](Expression& x) { x.tensor_core.clear(); });
    for (size_t s = 0; s < e.skips.size(); ++s) edit([&](Expression& x) { erase_at(x.skips, s); });
    if (!e.solved.empty()) edit([](Expression& x) { x.solved.clear(); });
    if (!e.called.empty()) edit([](Expression& x) { x.called.clear(); });
    if (e.loop_order && e.solved.empty() && e.called.empty())
      edit([](Expression& x) { x.loop_order.reset(); });
    for (size_t p = 0; p < e.partitions.size(); ++p) {
      edit([&](Expression& x) { erase_at(x.partitions, p); });
      for (size_t o = 0; o < e.partitions[p].ops.size() && e.partitions[p].ops.size() > 1; ++o)
        edit([&](Expression& x) { erase_at(x.partitions[p].ops, o); });
    }
    if (e.buffer) edit([](Expression& x) { x.buffer.reset(); });
    if (e.variants) edit([](Expression& x) { x.variants.reset(); });
    if (e.variants) edit([](Expression& x) { x.variants->times.clear(); });
    for (size_t v = 1; e.variants && v < e.variants->classes.size(); ++v)
      edit([&](Expression& x) { erase_at(x.variants->classes, v); });
    for (size_t m = 0; m < e.meetings.size(); ++m)
      edit([&](Expression& x) { erase_at(x.meetings, m); });
    for (size_t p = 0; p < e.placements.size(); ++p)
      edit([&](Expression& x) { erase_at(x.placements, p); });
    for (size_t p = 0; p < e.placements.size(); ++p)
      if (e.placements[p].persistent)
        edit([&](Expression& x) { x.placements[p].persistent = false; });
    for (size_t p = 0; p < e.placements.size(); ++p)
      if (e.placements[p].once) edit([&](Expression& x) { x.placements[p].once = false; });
    for (size_t p = 0; p < e.placements.size(); ++p)
      if (e.placements[p].resident) edit([&](Expression& x) { x.placements[p].resident = 0; });
    if (!e.spacetime) continue;
    for (size_t s = 0; s < e.spacetime->space.size(); ++s)
      edit([&](Expression& x) { erase_at(x.spacetime->space, s); });
    if (!e.spacetime->coord.empty() || e.spacetime->slip)
      edit([](Expression& x) {
        x.spacetime->coord.clear();
        x.spacetime->slip = false;
      });
  }
  return std::move(edited.out);
}

std::vector<Case> without_storage(const Case& c) {
  Edited edited(c);
  if (c.algebra) edited.add([](Case& copy) { copy.algebra.reset(); });
  if (c.type != "f32") edited.add([](Case& copy) { copy.type = "f32"; });
  if (c.arch != "sm_90") edited.add([](Case& copy) { copy.arch = "sm_90"; });
  if (c.index_bits != 32) edited.add([](Case& copy) { copy.index_bits = 32; });
  for (const Tensor& t : c.tensors) {
    auto edit = [&](const auto& change) {
      edited.add([&](Case& copy) { change(*copy.tensor(t.name)); });
    };
    if (!t.rank_order.empty()) edit([](Tensor& x) { x.rank_order.clear(); });
    if (t.spec_format) edit([](Tensor& x) { x.spec_format.reset(); });
    if (!t.like.empty()) edit([](Tensor& x) { x.like.clear(); });
    if (t.option_format) edit([](Tensor& x) { x.option_format.reset(); });
    if (t.pattern) edit([](Tensor& x) { x.pattern.reset(); });
    if (t.pattern && t.density) edit([](Tensor& x) { x.density.reset(); });
    for (auto format : {&Tensor::spec_format, &Tensor::option_format})
      if (t.*format &&
          std::ranges::any_of(*(t.*format), [](const Level& l) { return l.cbits != 0; }))
        edit([&](Tensor& x) {
          for (Level& level : *(x.*format)) level.cbits = 0;
        });
    if (t.spec_format && std::ranges::any_of(*t.spec_format, &Level::bits))
      edit([](Tensor& x) {
        for (Level& level : *x.spec_format) level.bits = false;
      });
    if (t.option_format && !t.spec_format)
      edit([](Tensor& x) { x.spec_format.swap(x.option_format); });
    if (!t.spec_format) continue;
    for (size_t l = 0; l < t.spec_format->size(); ++l)
      if ((*t.spec_format)[l].letter != 'U')
        edit([&](Tensor& x) { (*x.spec_format)[l] = {(*x.spec_format)[l].rank, 'U'}; });
    size_t sorted = 0;  // levels that stand where the declaration has them
    while (sorted < t.ranks.size() && sorted < t.spec_format->size() &&
           (*t.spec_format)[sorted].rank == t.ranks[sorted])
      ++sorted;
    if (sorted < t.ranks.size())
      edit([&](Tensor& x) {
        for (Level& level : *x.spec_format)
          if (level.rank == t.ranks[sorted]) std::swap(level, (*x.spec_format)[sorted]);
      });
  }
  return std::move(edited.out);
}

std::vector<Case> with_smaller_extents(const Case& c) {
  Edited edited(c);
  auto set = [&](const std::string& rank, int64_t extent) {
    if (extent < 0 || extent >= c.extents.at(rank)) return;
    edited.add([&](Case& copy) {
      copy.extents[rank] = extent;
      for (auto& [name, coo] : copy.data)
        for (size_t r = 0; r < coo.shape.size(); ++r) {
          if (copy.tensor(name)->ranks[r] != rank) continue;
          keep_entries(coo, [&](size_t e) { return coo.coords[r][e] < extent; });
          coo.shape[r] = extent;
        }
    });
  };
  for (const auto& [rank, extent] : c.extents) {
    set(rank, 1);
    set(rank, 2);
    set(rank, extent / 2);
    set(rank, extent - 1);
  }
  return std::move(edited.out);
}

std::vector<Case> with_smaller_sizes(const Case& c) {
  Edited edited(c);
  for (const auto& [name, value] : c.scalars)
    if (value != 1) edited.add([&](Case& copy) { copy.scalars[name] = 1; });
  for (size_t i = 0; i < c.expressions.size(); ++i)
    for (size_t p = 0; p < c.expressions[i].partitions.size(); ++p)
      for (size_t o = 0; o < c.expressions[i].partitions[p].ops.size(); ++o) {
        const Op& op = c.expressions[i].partitions[p].ops[o];
        if (op.kind == Op::Kind::Flatten || op.kind == Op::Kind::Follow || op.kind == Op::Kind::Drt)
          continue;
        auto edit = [&](int64_t size) {
          if (size > 0 && (size < op.size || (!op.symbol.empty() && size == op.size)))
            edited.add([&](Case& copy) {
              Op& smaller = copy.expressions[i].partitions[p].ops[o];
              smaller.size = size;
              smaller.symbol.clear();
            });
        };
        for (int64_t size :
             {op.symbol.empty() ? 0 : op.size, int64_t{1}, int64_t{2}, op.size / 2, op.size - 1})
          edit(size);
      }
  return std::move(edited.out);
}

std::vector<Case> with_plain_loops(const Case& c) {
  Edited edited(c);
  for (size_t i = 0; i < c.expressions.size(); ++i) {
    const Expression& e = c.expressions[i];
    if (!e.loop_order) continue;
    const Names plain = e.loops();
    auto rank = [&](const std::string& name) {
      return std::find(plain.begin(), plain.end(), name) - plain.begin();
    };
    for (size_t l = 0; l + 1 < e.loop_order->size(); ++l)
      if (rank((*e.loop_order)[l]) > rank((*e.loop_order)[l + 1]))
        edited.add([&](Case& copy) {
          Names& order = *copy.expressions[i].loop_order;
          std::swap(order[l], order[l + 1]);
        });
  }
  return std::move(edited.out);
}

std::vector<Case> without_entries(const Case& c) {
  Edited edited(c);
  for (const auto& [name, coo] : c.data) {
    const size_t count = coo.entries();
    auto edit = [&](const auto& keep) {
      edited.add([&](Case& copy) { keep_entries(copy.data[name], keep); });
    };
    if (count > 0) edit([](size_t) { return false; });
    if (count > 2) edit([&](size_t e) { return e < count / 2; });
    if (count > 2) edit([&](size_t e) { return e >= count / 2; });
    for (size_t one = 0; one < count && count <= 16; ++one)
      edit([&](size_t e) { return e != one; });
    if (std::any_of(coo.values.begin(), coo.values.end(), [](double v) { return v != 1; }))
      edited.add([&](Case& copy) { std::fill_n(copy.data[name].values.begin(), count, 1.0); });
  }
  return std::move(edited.out);
}

}  // namespace teaal::smith
