#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/passes/tiling/tiling.h"

namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t most_tiles = 64;  // of a pattern that one look takes together

}  // namespace

void Tiling::check_patterns() {
  const bool bound = !skips_.empty();
  for (const Schedule::Pattern& p : kernel_.schedule.patterns)
    for (TiledOperand& o : operands_) {
      if (tensor_of(o.name) != p.tensor) continue;
      if (p.ranks.size() != o.roots.size() ||
          !std::all_of(p.ranks.begin(), p.ranks.end(),
                       [&](const auto& r) { return o.has(r.root); })) {
        if (!bound) continue;
        return error(p.where,
                     fmt::format("unsupported: a pattern of {} that leaves out a rank; name "
                                 "a part of each of its ranks",
                                 p.tensor));
      }
      o.pattern = &p;
    }
  // Of two terms, one may have no operand with a pattern.
  if (std::none_of(operands_.begin(), operands_.end(),
                   [](const TiledOperand& o) { return o.pattern; }))
    skips_.clear();
}

size_t Tiling::loop_of(const Schedule::Skip& skip) const {
  for (size_t t = 0; t < times(); ++t)
    if (time(t).name == skip.rank) return t;
  return times();
}

const Schedule::Skip* Tiling::skip_at(size_t t) const {
  for (const Schedule::Skip& s : skips_)
    if (s.kind != Schedule::Skip::Kind::Compact && s.rank == time(t).name) return &s;
  return nullptr;
}

bool Tiling::spells_few_tests(size_t t) const {
  constexpr int64_t most = 64;  // nvcc took 3 minutes for 512 beside 32 sums, 10 s for 128
  int64_t tests = 1;
  for (size_t at = std::min(t, sums_); at < times(); ++at) {
    if (at >= t || of_output(time(at).root)) tests *= time(at).fixed().value_or(1);
    if (at >= t && skip_at(at) && tests > most) return false;
  }
  return true;
}

const Schedule::Skip* Tiling::compacted(const std::string& root) const {
  for (const Schedule::Skip& s : skips_)
    if (s.kind == Schedule::Skip::Kind::Compact && loop_of(s) < times() &&
        time(loop_of(s)).root == root)
      return &s;
  return nullptr;
}

std::vector<const TiledLoop*> Tiling::at_warps() const {
  std::vector<const TiledLoop*> out;
  for (const TiledLoop* loop : at_threads())
    if (loop->place == Place::Warp) out.push_back(loop);
  return out;
}

int64_t Tiling::warps() const {
  int64_t out = 1;
  for (const TiledLoop* loop : at_warps()) out *= *loop->fixed();
  return out;
}

// Warps that have lists of their own run on without waiting for each other: what they read is not
// staged for all of them, and what they do not read is filled before.
std::optional<Tiling::Refusal> Tiling::refusal_of_warps(const Schedule::Skip& skip) const {
  const std::string& root = time(loop_of(skip)).root;
  size_t outermost = times();
  for (size_t i = times(); i-- > 0;)
    if (time(i).root == root) outermost = i;
  for (const TiledOperand& o : operands_)
    if (o.tile && (o.has(root) || o.tile->at > outermost))
      return refusal(
          skip.where,
          fmt::format("unsupported: lists a warp where the block fills tiles of {}; bind "
                      "the rank to BlockIntersect, and a block may be one warp",
                      o.name));
  if (skip.longest_first)
    return refusal(skip.where,
                   "unsupported: an order of warps; only blocks run one after the "
                   "other");
  return std::nullopt;
}

std::optional<Tiling::Refusal> Tiling::refusal_of(const Schedule::Skip& skip) const {
  const size_t t = loop_of(skip);
  if (t == times())
    return refusal(skip.where, "unsupported: skipping at " + skip.rank + " in space");
  const TiledLoop& loop = time(t);
  const bool compact = skip.kind == Schedule::Skip::Kind::Compact;
  if (of_output(loop.root))
    return refusal(skip.where, "unsupported: skipping at " + skip.rank + ", a rank of the output");
  for (const TiledOperand& o : operands_) {
    if (!o.pattern) continue;
    if (o.pattern->ranks.back().root != loop.root)
      return refusal(o.pattern->where,
                     fmt::format("unsupported: the pattern of {} ends with {}, but "
                                 "{} is skipped along",
                                 o.pattern->tensor, o.pattern->ranks.back().root, loop.root));
    if (skip.at == Place::Grid) continue;  // all tiles are looked at
    int64_t tiles = 1;
    for (size_t r = 0; r + 1 < o.pattern->ranks.size(); ++r) {
      const auto& rank = o.pattern->ranks[r];
      const std::optional<int64_t> reached = reach_of(rank.root, skip.at);
      const char* who = skip.at == Place::Block ? "a block" : "a warp";
      if (!reached)
        return refusal(skip.where,
                       fmt::format("unsupported: skipping by {} that covers no run of "
                                   "coordinates of {}; bind upper parts of {} to Block, "
                                   "lower ones further in",
                                   who, rank.root, rank.root));
      if (*reached % rank.tile != 0 && rank.tile % *reached != 0)
        return refusal(
            skip.where,
            fmt::format("unsupported: {} covers {} coordinates of {}, which are no whole "
                        "number of tiles of the pattern of {} ({})",
                        who, *reached, rank.root, o.pattern->tensor, rank.tile));
      tiles *= std::max<int64_t>(*reached / rank.tile, 1);
    }
    if (tiles > most_tiles)
      return refusal(skip.where,
                     fmt::format("unsupported: {} touches {} tiles of the pattern of {}, "
                                 "more than {}; make larger tiles",
                                 skip.at == Place::Block ? "a block" : "a warp", tiles,
                                 o.pattern->tensor, most_tiles));
  }
  size_t outermost = times();
  for (size_t i = times(); i-- > 0;)
    if (time(i).root == loop.root) outermost = i;
  for (const TiledLoop* spread : at_threads())
    if (spread->root == loop.root &&
        !(compact && outermost < times() && time(outermost).step > spread->step))
      return refusal(
          skip.where,
          fmt::format("unsupported: skipping at {} where {} is spread over the threads of "
                      "a block",
                      skip.rank, spread->name));
  // A list is walked by the outermost loop over the rank.
  if (skip.at == Place::Warp && summing() > 1 && std::min(t, compact ? outermost : t) < sums())
    return refusal(skip.where, fmt::format("unsupported: warps skip {} around sums that they share",
                                           skip.rank));
  if (compact) {
    const std::optional<int64_t> covered = piece(loop.root);
    if (covered && *covered % mask_bits != 0)
      return refusal(
          skip.where,
          fmt::format("unsupported: lists along {} of blocks that cover {} coordinates of "
                      "it each; make that a multiple of {}",
                      loop.root, *covered, mask_bits));
    if (skip.at == Place::Grid && covered)
      return refusal(skip.where,
                     fmt::format("unsupported: one list along {} for blocks that have parts of it "
                                 "each; bind it to BlockIntersect",
                                 loop.root));
    if (skip.at == Place::Warp)
      if (std::optional<Refusal> refused = refusal_of_warps(skip)) return refused;
    if (compacted(loop.root) != &skip && compacted(loop.root)->rank != skip.rank)
      return refusal(skip.where, "two lists along one rank; keep one of them", Code::Binding);
    if (mask_bits % loop.step != 0)
      return refusal(skip.where,
                     fmt::format("unsupported: a list of tiles of {}, {} coordinates; tiles "
                                 "of a pattern have 1, 2, 4, 8, 16 or 32",
                                 skip.rank, loop.step));
    if (loop.step != 1 && t != outermost)
      return refusal(skip.where, fmt::format("unsupported: a list of tiles of {} inside of {}",
                                             skip.rank, time(outermost).name));
    return std::nullopt;
  }
  for (size_t i = t + 1; i < times(); ++i)
    if (time(i).root == loop.root && time(i).step > loop.step)
      return refusal(skip.where,
                     fmt::format("unsupported: skipping at {} outside of {}, of which it is "
                                 "a part; put {} outside",
                                 skip.rank, time(i).name, time(i).name));
  const int64_t bits = loop.step == 1 ? loop.fixed().value_or(1) : loop.step;
  if (bits > 32 || 32 % bits != 0)
    return refusal(
        skip.where,
        fmt::format("unsupported: skipping at {} in tiles of {}; tiles of a pattern have 1, "
                    "2, 4, 8, 16 or 32 coordinates",
                    skip.rank, bits));
  if (skip.kind == Schedule::Skip::Kind::Walk && loop.step != 1)
    return refusal(skip.where, "unsupported: walking the bits of tiles; walk at the bottom part");
  if (loop.step == 1 && !loop.fixed())
    return refusal(skip.where, "unsupported: skipping at " + skip.rank +
                                   ", which is not split; split it by uniform_shape(8)");
  const Schedule::Skip* list = compacted(loop.root);
  if (list && time(loop_of(*list)).step == 1)
    return refusal(skip.where, "what the list leaves out needs no other skip", Code::Binding);
  // A barrier inside of what only some warps do would never be met by all.
  for (const TiledOperand& o : operands_)
    if (o.tile && o.tile->at > t && skip.at == Place::Warp)
      return refusal(skip.where, fmt::format("unsupported: warps skip {} while the block fills the "
                                             "tile of {} inside of it",
                                             skip.rank, o.name));
  for (const TiledOperand& o : operands_)
    if (o.tile && o.tile->at == t + 1 && o.tile->depth > 1)
      return refusal(skip.where,
                     fmt::format("unsupported: a test at {} while fills run ahead; write "
                                 "type: compact, or depth 1",
                                 skip.rank));
  return std::nullopt;
}

}  // namespace teaal::passes
