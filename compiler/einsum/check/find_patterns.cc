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
    if (e.skips.empty()) find_patterns_of(c, e);
}

}  // namespace teaal::einsum
