#include <algorithm>

#include "tests/smith/generate.h"

namespace teaal::smith {
namespace {

// An input whose first rank is the output's only one, and whose second is summed; null: none.
Tensor* matrix_of(Case& c, const Expression& e) {
  const std::vector<Index>& out = e.output.indices;
  if (out.size() != 1 || !is_plain(out[0]) || !e.called.empty() || !e.solved.empty())
    return nullptr;
  const std::string& row = out[0][0].variable;
  if (e.terms.size() != 1) return nullptr;
  for (const Factor& f : e.terms[0].factors)
    if (f.kind == Factor::Kind::Tensor && !std::ranges::all_of(f.indices, is_plain)) return nullptr;
  for (const Factor& f : e.terms[0].factors) {
    if (f.kind != Factor::Kind::Tensor || f.indices.size() != 2 || c.is_written(f.name)) continue;
    if (!is_plain(f.indices[0]) || !is_plain(f.indices[1])) continue;
    Tensor& t = *c.tensor(f.name);
    const bool named =
        t.ranks[0] == upper_case(row) && t.ranks[1] == upper_case(f.indices[1][0].variable);
    if (named && f.indices[0][0].variable == row && f.indices[1][0].variable != row &&
        e.variables().size() == 2)
      return &t;
  }
  return nullptr;
}

void store(Tensor& t, const Format& format) {
  t.rank_order = t.ranks;
  t.option_format.reset();
  t.pattern.reset();
  t.like.clear();
  t.spec_format = format;
}

}  // namespace

void draw_paths(Case& c, Random& random) {
  if (c.expressions.size() != 1 || c.iteration || !random.chance(20)) return;
  if (c.algebra && c.algebra->counts) return;
  for (Expression& e : c.expressions) {
    Tensor* a = matrix_of(c, e);
    const bool bound = !e.stagings.empty() || !e.skips.empty() || !e.tensor_core.empty();
    if (!a || bound || e.variants || e.buffer || c.is_repeated(e)) continue;
    const std::string joined = a->ranks[0] + a->ranks[1];
    Op path{Op::Kind::Occupancy, a->name, random.pick<int64_t>({1, 3, 4, 8, 64, 256, 300}), ""};
    path.merged = true;
    const Op inner{Op::Kind::Occupancy, a->name, random.pick<int64_t>({1, 2, 4, 8}), ""};
    e.partitions = {{a->ranks, {{Op::Kind::Flatten, "", 1, ""}}}, {{joined}, {path, inner}}};
    e.meetings.clear();
    e.placements.clear();
    e.loop_order = {joined + "2", joined + "1", joined + "0"};
    SpaceTime stamps;
    stamps.space = {joined + "2", joined + "1"};
    stamps.time = {joined + "0"};
    e.spacetime = stamps;
    store(*a, {{a->ranks[0], random.pick<char>({'U', 'U', 'C'})}, {a->ranks[1], 'C'}});
    Tensor& z = *c.tensor(e.output.name);
    store(z, {{z.ranks[0], 'U'}});
    for (Tensor& t : c.tensors)  // parts may have gone
      for (std::optional<Format>* format : {&t.spec_format, &t.option_format})
        if (*format && !std::ranges::all_of(
                           **format, [&](const Level& l) { return contains(t.ranks, l.rank); }))
          format->reset();
  }
}

}  // namespace teaal::smith
