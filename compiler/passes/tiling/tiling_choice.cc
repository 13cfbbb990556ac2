#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compiler/passes/tiling/skip_cost.h"
#include "compiler/passes/tiling/tiling.h"

// How iterations are skipped where the spec says where zeros are, but not all of how to use it.
namespace teaal::passes {

using namespace ir;
using Kind = Schedule::Skip::Kind;

namespace {

constexpr Kind all_kinds[] = {Kind::Compact, Kind::Walk, Kind::Test};

std::string words_of(Kind kind) {
  return kind == Kind::Compact ? "a list" : kind == Kind::Walk ? "a walk" : "a test";
}

}  // namespace

void Tiling::choose_skips() {
  const bool patterns = std::any_of(operands_.begin(), operands_.end(),
                                    [](const TiledOperand& o) { return o.pattern; });
  if (patterns && skips_.empty()) return choose_all();
  for (size_t t = 0; t < times(); ++t)
    for (Schedule::Skip& skip : skips_)
      if (skip.kind == Kind::Unchosen && skip.rank == time(t).name) choose_kind(skip);
}

// The cheapest kind that can be lowered there; where none can, the last one says why.
void Tiling::choose_kind(Schedule::Skip& skip) {
  std::string costs;
  Kind best = Kind::Test;
  double least = INFINITY;
  const bool listed = compacted(time(loop_of(skip)).root);
  for (Kind kind : all_kinds) {
    skip.kind = kind;
    if ((kind == Kind::Compact && listed) || refusal_of(skip)) continue;
    if (kind != Kind::Compact && output_.tiles && !listed) continue;  // lists say what is stored
    const double us = cost_of(&skip);
    costs += fmt::format("{}{} {:.0f}", costs.empty() ? "" : ", ", words_of(kind), us);
    if (us < least) best = kind, least = us;
  }
  skip.kind = best;
  if (!costs.empty())
    choices_.push_back(fmt::format("{} is skipped by {}, as no type is written; of {}", skip.rank,
                                   words_of(best), modelled(costs)));
}

// No Intersector looks at the patterns: one may, or none, whatever takes the least time.
void Tiling::choose_all() {
  double least = output_.tiles ? INFINITY : cost_of(nullptr);
  std::string costs = output_.tiles ? "" : fmt::format("nothing skipped {:.0f}", least);
  std::vector<Schedule::Skip> best;
  for (size_t t = 0; t < times(); ++t)
    for (Place at : {Place::Block, Place::Warp})
      for (Kind kind : all_kinds) {
        skips_ = {{time(t).name, at, kind, time(t).where}};
        // Tensor cores multiply whole tiles; lists say which tiles of the output are stored.
        const bool tests = kind != Kind::Compact && (kernel_.schedule.tensor_core || output_.tiles);
        if (tests || refusal_of(skips_.front())) continue;
        const double us = cost_of(&skips_.front());
        costs += fmt::format("{}{} of {} for {} {:.0f}", costs.empty() ? "" : ", ", words_of(kind),
                             time(t).name, at == Place::Block ? "blocks" : "warps", us);
        if (us < least) best = skips_, least = us;
      }
  skips_ = best;
  std::string chosen = "nothing is skipped";
  if (!best.empty())
    chosen =
        fmt::format("{} is skipped by {} for {}", best.front().rank, words_of(best.front().kind),
                    best.front().at == Place::Block ? "blocks" : "warps");
  choices_.push_back(
      fmt::format("{}, as no Intersector looks at the patterns; of {}; bind "
                  "BlockIntersect or WarpIntersect to have another",
                  chosen, modelled(costs)));
  if (best.empty())
    for (TiledOperand& o : operands_) o.pattern = nullptr;
}

// ---- The model ----

// Microseconds, from skip_cost.h; null: nothing is skipped.
double Tiling::cost_of(const Schedule::Skip* skip) const {
  using namespace skip_cost;
  std::set<std::string> roots;
  Product one = product_of(kernel_.schedule.tensor_core);
  double products = 1, sums = 1, matrices_us = 0;
  for (const TiledLoop& loop : loops_)
    if (roots.insert(loop.root).second) products *= assumed_extent;
  for (size_t t = products_; t < times(); ++t)
    if (of_output(time(t).root)) sums *= static_cast<double>(time(t).fixed().value_or(1));
  if (is_for_warpgroups()) {
    const ProductTogether together = product_together_of(tensor_->arithmetic);
    const bool gathers = skip && skip->kind == Kind::Compact && skip->at != Place::Grid &&
                         time(loop_of(*skip)).step == 1;
    one = {together.us, gathers ? together.us_gathered : together.us_tiles};
    if (!gathers || Schedule::TensorCore::in_halves(tensor_->arithmetic))
      matrices_us = 2 * launch_us + together.matrices_us;
  }
  if (!skip) return launch_us + matrices_us + products * one.us;
  const TiledLoop& loop = time(loop_of(*skip));
  const double joint = joint_density(), step = static_cast<double>(loop.step),
               kept = 1 - std::pow(1 - joint, step), blocks = assumed_blocks();
  double us = launch_us;
  for (const TiledOperand& o : operands_) {
    if (!o.pattern) continue;
    // Copied in rows anyway, and read for that.
    const bool copied = o.tile && o.tile->packed && matrices_us == 0;
    const double bytes = std::pow(assumed_extent, static_cast<double>(o.roots.size())) *
                         static_cast<double>(target_.value_bytes);
    us += launch_us + (copied ? 0 : bytes / pattern_bytes_per_us);
  }
  if (skip->kind == Kind::Compact)
    return us + matrices_us + launch_us + blocks * assumed_extent / listed_per_us +
           blocks * block_us + products * kept * one.us_listed;
  const double steps = skip->kind == Kind::Walk ? walk_steps * kept : test_steps / step;
  us += products * one.us * (kept * over_tests + steps / sums);
  const double fills = fill_bytes() / fill_bytes_per_us * (step > 1 ? kept : 1);
  const bool ahead = std::any_of(operands_.begin(), operands_.end(),
                                 [](const TiledOperand& o) { return o.tile && o.tile->depth > 1; });
  return ahead ? std::max(us, fills) : us + fills;
}

bool Tiling::is_for_warpgroups() const {
  constexpr int64_t warps_together = 4;
  return target_.warpgroups && tensor_ && warps() % warps_together == 0 &&
         std::ranges::all_of(operands_,
                             [](const TiledOperand& o) { return o.tile && o.tile->depth > 1; });
}

// Of all coordinates, where operands know nothing of each other, and the tiles of one pattern that
// a block touches hold the same: others are for smaller blocks.
double Tiling::joint_density() const {
  double out = 1;
  for (const TiledOperand& o : operands_)
    if (o.pattern) out *= o.pattern->density.value_or(skip_cost::assumed_density);
  return out;
}

double Tiling::assumed_blocks() const {
  double out = 1;
  for (const TiledLoop* loop : at_blocks())
    out *= loop->fixed() ? static_cast<double>(*loop->fixed())
                         : std::ceil(skip_cost::assumed_extent / static_cast<double>(loop->step));
  return out;
}

// What all blocks copy into shared memory.
double Tiling::fill_bytes() const {
  double out = 0;
  for (const TiledOperand& o : operands_) {
    if (!o.tile) continue;
    double fills = assumed_blocks();
    for (size_t t = 0; t < o.tile->at; ++t)
      fills *= time(t).fixed()
                   ? static_cast<double>(*time(t).fixed())
                   : std::ceil(skip_cost::assumed_extent / static_cast<double>(time(t).step));
    out += fills * static_cast<double>(o.tile->elements * target_.value_bytes);
  }
  return out;
}

// "a list 808, a test 1015 us, modelled for …".
std::string Tiling::modelled(const std::string& costs) const {
  std::string out =
      fmt::format("{} us, modelled for extents of {:.0f}", costs, skip_cost::assumed_extent);
  for (const TiledOperand& o : operands_)
    if (o.pattern)
      out += fmt::format(" and a density of {}{} of the pattern of {}",
                         o.pattern->density.value_or(skip_cost::assumed_density),
                         o.pattern->density ? "" : " (not stated)", o.pattern->tensor);
  return out;
}

}  // namespace teaal::passes
