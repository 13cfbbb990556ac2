#include <fmt/format.h>

#include <algorithm>

#include "compiler/einsum/check/checking.h"

namespace teaal::einsum {
namespace {

bool is_pattern(const spec::TensorFormat& f) {
  return f.view_of && !f.rank_order.empty() &&
         std::ranges::any_of(f.ranks, [&](const spec::RankFormat& r) {
           return r.rank.value == f.rank_order.back().value && r.kind == RankFormatKind::Bitmask;
         });
}

// Whether some term has a value of its own where the operand is absent.
bool counts_where_absent(const Checking& c, const Einsum& e, const std::string& tensor) {
  return std::ranges::any_of(e.terms, [&](const Term& term) {
    return einsum::counts_where_absent(c.cascade, e, term, tensor);
  });
}

// What an Intersector skips by. Sums of products leave out what is 0, whatever is absent.
void check_patterns_of(Checking& c, const Einsum& e) {
  if (e.reduce == Reduce::Add && e.identity == 0) return;
  for (const PatternView& p : e.patterns)
    if (counts_where_absent(c, e, p.tensor))
      c.diagnostics.error(
          Code::Unsupported, p.where,
          fmt::format(
              "unsupported: a pattern of {0}, as what it skips counts: the map of {1} has a "
              "value where {0} is absent; choose a default for which the map gives nothing",
              p.tensor, e.output.tensor));
}

void find_patterns_of(Checking& c, Einsum& e) {
  for (const Tensor& tensor : c.cascade.tensors) {
    if (!reads(e, tensor.name)) continue;
    std::vector<const spec::TensorFormat*> found;
    for (const spec::TensorFormat& f : c.spec.format)
      if (f.tensor.value == tensor.name && is_pattern(f)) found.push_back(&f);
    if (found.empty()) continue;
    const char* why = e.stagings.empty() ? "it is looked at where operands are staged, or "
                                           "an Intersector at Block or Warp names it"
                      : found.size() > 1 ? "there are several, and no Intersector names one"
                                         : nullptr;
    if (why) {
      c.format_remarks.emplace_back(found.front()->where,
                                    fmt::format("nothing of {} is skipped by a pattern of {}: {}",
                                                e.output.tensor, tensor.name, why));
      continue;
    }
    PatternView view{tensor.name, {}, found.front()->where, found.front()->density};
    for (const Name& rank : found.front()->rank_order) view.ranks.push_back(rank.value);
    e.patterns.push_back(std::move(view));
  }
}

}  // namespace

void find_patterns(Checking& c) {
  for (Einsum& e : c.cascade.einsums)
    if (e.skips.empty())
      find_patterns_of(c, e);
    else
      check_patterns_of(c, e);
}

}  // namespace teaal::einsum
