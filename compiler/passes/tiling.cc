#include "compiler/passes/tiling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"

namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t largest_block = 1024;      // threads
constexpr int64_t largest_tiles = 48 << 10;  // bytes of shared memory without asking for more
constexpr int64_t most_tiles = 64;           // of a pattern that one look takes together
constexpr int64_t most_copies = 64;          // of a loop, one for each place of its sums
constexpr int64_t largest_sums = 1024;       // registers of a thread, many of them spilled

// Other variables of the kernels that a nest becomes have no digit at their end.
std::string own_name(const Nest& nest, std::string var) {
  if (std::isdigit(static_cast<unsigned char>(var.back()))) return var;
  do var += "0";
  while (std::any_of(nest.loops.begin(), nest.loops.end(),
                     [&](const Nest::Loop& l) { return l.loop.var == var; }));
  return var;
}

}  // namespace

bool TiledOperand::has(const std::string& root) const {
  return std::find(roots.begin(), roots.end(), root) != roots.end();
}

Tiling::Tiling(const Program& program, const Kernel& kernel, Diagnostics& diagnostics)
    : program_(program), kernel_(kernel), diagnostics_(diagnostics), skips_(kernel.schedule.skips) {
  Nest nest = unnest(kernel.body);
  check_kernel(nest.body);
  if (ok_) add_loops(nest);
  if (ok_) add_counts();
  if (ok_) add_operands();
  if (ok_) place_sums();
  for (const Schedule::Staging& s : kernel.schedule.stagings)
    for (TiledOperand& operand : operands_)
      if (ok_ && s.memory == Memory::Shared && tensor_of(operand.name) == s.tensor)
        add_tile(operand, s);
  if (ok_) check_patterns();
  if (ok_) choose_skips();
  for (const Schedule::Skip& skip : skips_)
    if (auto refused = ok_ ? refusal_of(skip) : std::nullopt)
      error(refused->where, refused->message, refused->code);
  if (ok_) add_tensor_tiles();
  if (ok_) check_depths();
}

void Tiling::check_kernel(const Stmt& body) {
  const auto* assign = as<Assign>(body);
  if (!assign) return error(kernel_.where, "unsupported: staging of a term with take()");
  assign_ = *assign;
  if (kernel_.reduction != AssignOp::Add || kernel_.start != 0)
    return error(kernel_.where, "unsupported: staging where sums are not plain sums");
  if (kernel_.repeats) error(kernel_.where, "unsupported: staging in an iteration");
}

void Tiling::error(const SourceRange& where, std::string message, Code code) {
  diagnostics_.error(code, where.known() ? where : kernel_.where, std::move(message));
  ok_ = false;
}

// ---- Loops ----

void Tiling::add_loops(const Nest& nest) {
  for (const Nest::Loop& l : nest.loops) {
    const ForRank& loop = l.loop;
    if (!loop.joined.empty() || loop.at || !loop.leader.empty() || loop.extent != loop.root)
      return error(l.where, "unsupported: staging where " + loop.rank +
                                " is flattened, led by a tensor or tied by index math");
    const std::optional<int64_t> step = loop.tile ? literal(loop.tile) : 1;
    if (!step || !loop.snaps.empty())
      return error(l.where, "unsupported: staging where the tiles of " + loop.rank +
                                " have no fixed size; split by uniform_shape, give sizes with -D");
    if (loop.place == Place::Grid)
      return error(l.where, fmt::format("unsupported: staging where {} is spread over all threads "
                                        "of the grid; bind space ranks to Block, Warp and Lane",
                                        loop.rank));
    loops_.push_back(
        {loop.rank, loop.root, own_name(nest, loop.var), loop.place, *step, nullptr, l.where});
    if (!loop.tile) root_of_[loop.var] = loop.root;
    if (loop.place == Place::Time) times_.push_back(loops_.size() - 1);
  }
}

// The uppermost loop of a rank has as many iterations as the extent asks for; each other one as
// its step fits into the step above.
void Tiling::add_counts() {
  for (TiledLoop& loop : loops_) {
    const TiledLoop* above = nullptr;
    for (const TiledLoop& other : loops_)
      if (other.root == loop.root && other.step >= loop.step && other.name != loop.name &&
          (other.step > loop.step || other.name > loop.name) &&
          (!above || other.step < above->step ||
           (other.step == above->step && other.name < above->name)))
        above = &other;
    if (!above) {
      loop.count = ir::ceil_div(size_of(var(loop.root)), lit(loop.step));
      if (loop.in_thread())
        return error(loop.where,
                     fmt::format("unsupported: {} is spread over the threads of a block, but how "
                                 "many iterations it has depends on the data; split {} above it",
                                 loop.name, loop.root));
      continue;
    }
    if (above->step % loop.step != 0)
      return error(loop.where, fmt::format("unsupported: staging where a tile of {} ({}) is not a "
                                           "whole number of tiles of {} ({})",
                                           above->name, above->step, loop.name, loop.step));
    loop.count = lit(above->step / loop.step);
  }
  if (threads() > largest_block)
    error(kernel_.where,
          fmt::format("the ranks bound to Warp and Lane make {} threads; a block has at most {}",
                      threads(), largest_block),
          Code::Binding);
}

std::vector<const TiledLoop*> Tiling::at_blocks() const {
  std::vector<const TiledLoop*> out;
  for (const TiledLoop& loop : loops_)
    if (loop.place == Place::Block) out.push_back(&loop);
  return out;
}

std::vector<const TiledLoop*> Tiling::at_threads() const {
  std::vector<const TiledLoop*> out;
  for (Place place : {Place::Thread, Place::Warp, Place::Lane})
    for (const TiledLoop& loop : loops_)
      if (loop.place == place) out.push_back(&loop);
  return out;
}

int64_t Tiling::threads() const {
  int64_t out = 1;
  for (const TiledLoop* loop : at_threads()) out *= loop->fixed().value_or(1);
  return out;
}

bool Tiling::inside(const TiledLoop& loop, size_t at) const {
  if (loop.place == Place::Block) return false;
  if (loop.place != Place::Time) return true;
  for (size_t t = at; t < times_.size(); ++t)
    if (&loops_[times_[t]] == &loop) return true;
  return false;
}

std::optional<int64_t> Tiling::reach(const std::string& root, size_t at) const {
  int64_t out = 1, outside = INT64_MAX;
  for (const TiledLoop& loop : loops_) {
    if (loop.root != root) continue;
    if (!inside(loop, at)) {
      outside = std::min(outside, loop.step);
      continue;
    }
    if (!loop.fixed()) return std::nullopt;
    out = std::max(out, loop.step * *loop.fixed());
  }
  return out <= outside ? std::optional(out) : std::nullopt;
}

std::optional<int64_t> Tiling::reach_of(const std::string& root, Place place) const {
  const auto around = [&](const TiledLoop& loop) {
    return loop.place == Place::Block || (place == Place::Warp && loop.place == Place::Warp);
  };
  std::optional<int64_t> out;
  for (const TiledLoop& loop : loops_)
    if (loop.root == root && around(loop)) out = std::min(out.value_or(INT64_MAX), loop.step);
  // Upper parts of the rank that run further in would lead elsewhere.
  for (const TiledLoop& loop : loops_)
    if (loop.root == root && !around(loop) &&
        (!loop.fixed() || (out && loop.step * *loop.fixed() > *out)))
      return std::nullopt;
  return out;
}

// ---- Operands ----

void Tiling::add_operands() {
  const auto* target = as<Access>(assign_.target);
  output_ = operand(*target);
  std::set<std::string> seen;
  for_each_expr(assign_.value, [&](const Expr& e) {
    const auto* access = as<Access>(e);
    if (access && ok_ && seen.insert(access->operand).second) operands_.push_back(operand(*access));
  });
  if (!is_product(assign_.value))
    error(kernel_.where, "unsupported: staging of a term that is not a product");
  for (const TiledLoop& loop : loops_) {
    if (!ok_ || of_output(loop.root)) continue;
    if (loop.place != Place::Time)
      return error(loop.where, "unsupported: staging where " + loop.name +
                                   ", which is summed over, is in space; put it into time");
    if (std::none_of(operands_.begin(), operands_.end(),
                     [&](const TiledOperand& o) { return o.has(loop.root); }))
      error(loop.where, "unsupported: staging where no operand has the rank " + loop.root);
  }
}

bool Tiling::is_product(const Expr& e) const {
  const auto* b = as<Binary>(e);
  if (b) return b->op == BinaryOp::Mul && is_product(b->lhs) && is_product(b->rhs);
  return as<Access>(e) || as<Var>(e) || as<FloatLit>(e);
}

TiledOperand Tiling::operand(const Access& access) {
  TiledOperand out;
  out.name = access.operand;
  out.where = kernel_.where;
  const View* view = nullptr;
  for (const Operand& o : kernel_.operands)
    if (o.name == access.operand) view = program_.view(o.view);
  const Tensor& tensor = *program_.tensor(access.operand);
  out.view = view->name;
  out.values = view->name + "_values";
  for (const Level& level : view->levels) {
    if (level.format != LevelFormat::Uncompressed || level.tile || view->points) {
      error(tensor.where, fmt::format("unsupported: staging where {} is not stored in whole "
                                      "uncompressed ranks",
                                      tensor.name));
      return out;
    }
    const size_t rank = static_cast<size_t>(
        std::find(tensor.ranks.begin(), tensor.ranks.end(), level.rank) - tensor.ranks.begin());
    const auto* index = as<Var>(access.at[rank]);
    const auto root = index ? root_of_.find(index->name) : root_of_.end();
    if (root == root_of_.end() || out.has(root->second)) {
      error(kernel_.where,
            fmt::format("unsupported: staging where {} is read with index math", tensor.name));
      return out;
    }
    if (root->second != level.rank) {
      error(kernel_.where, fmt::format("unsupported: staging where rank {} of {} is indexed by {}",
                                       level.rank, tensor.name, root->second));
      return out;
    }
    out.roots.push_back(root->second);
  }
  return out;
}

// ---- Where sums and tiles live ----

std::optional<size_t> Tiling::point_of(const std::string& evict_on, const SourceRange& where) {
  if (evict_on.empty()) return 0;
  for (const TiledLoop& loop : loops_)
    if (loop.name == evict_on && loop.place == Place::Block) return 0;
  for (size_t t = 0; t < times(); ++t)
    if (time(t).name == evict_on) return t + 1;
  error(where, "unsupported: evict-on " + evict_on +
                   ", which is spread over threads; name a rank in time, or one bound to Block");
  return std::nullopt;
}

void Tiling::place_sums() {
  size_t staged = 0, last_reduction = 0;
  std::optional<size_t> bound, first_reduction;
  for (size_t t = 0; t < times(); ++t) {
    if (of_output(time(t).root)) continue;
    last_reduction = t + 1;
    if (!first_reduction) first_reduction = t;
  }
  for (const Schedule::Staging& s : kernel_.schedule.stagings) {
    const std::optional<size_t> at = point_of(s.evict_on, s.where);
    if (!at) return;
    if (s.memory == Memory::Registers)
      bound = at;
    else
      staged = std::max(staged, *at);
  }
  sums_ = bound.value_or(first_reduction.value_or(staged));
  products_ = std::max({staged, last_reduction, sums_});
  int64_t sums = 1;
  for (size_t t = sums_; t < times(); ++t) {
    if (!of_output(time(t).root)) continue;
    if (!time(t).fixed())
      return error(time(t).where,
                   fmt::format("unsupported: the sums of all of {} do not fit into registers: how "
                               "many there are depends on the data; split {} above it, or move it "
                               "outward",
                               time(t).name, time(t).root));
    sums *= *time(t).fixed();
  }
  int64_t copies = 1;
  for (size_t t = sums_; t < products_; ++t)
    if (of_output(time(t).root)) copies *= *time(t).fixed();
  if (copies > most_copies)
    return error(
        kernel_.where,
        fmt::format("unsupported: a reduction inside of {} sums in registers, each with a "
                    "loop of its own; move the reduction's rank outward, or evict the sums "
                    "further in",
                    copies));
  if (sums > largest_sums)
    error(
        kernel_.where,
        fmt::format("a thread would hold {} sums, more than {}; use smaller tiles or more threads",
                    sums, largest_sums),
        Code::Binding);
}

bool Tiling::revisits() const {
  for (size_t t = 0; t < sums_; ++t)
    if (!of_output(time(t).root)) return true;
  return false;
}

void Tiling::add_tile(TiledOperand& operand, const Schedule::Staging& staging) {
  StagedTile tile;
  tile.at = *point_of(staging.evict_on, staging.where);
  tile.depth = staging.depth;
  tile.where = staging.where;
  // Reductions first: what lanes and registers share a row of is contiguous.
  for (bool of_sums : {false, true})
    for (const std::string& root : operand.roots)
      if (of_output(root) == of_sums) {
        const std::optional<int64_t> extent = reach(root, tile.at);
        if (!extent)
          return error(staging.where,
                       fmt::format("unsupported: a tile of {} whose extent along {} depends on the "
                                   "data or has gaps; the ranks inside of evict-on must be its "
                                   "lower parts",
                                   staging.tensor, root));
        tile.ranks.push_back({root, *extent});
        tile.elements *= *extent;
      }
  if (tile.ranks.empty()) return;
  tile.pitch = tile.ranks.back().extent;
  tile.packed = tile.ranks.back().root != operand.roots.back();
  tile.buffer = operand.view + "_tile";
  operand.tile = std::move(tile);
}

void Tiling::check_depths() {
  int64_t elements = 0;
  size_t innermost = 0;
  for (const TiledOperand& o : operands_)
    if (o.tile) innermost = std::max(innermost, o.tile->at);
  for (const TiledOperand& o : operands_) {
    if (!o.tile) continue;
    elements += o.tile->elements * o.tile->depth;
    if (o.tile->depth == 1) continue;
    if (o.tile->at == 0)
      return error(o.tile->where,
                   "a tile that is filled once has nothing to run ahead of; delete "
                   "its depth, or evict it on a rank in time",
                   Code::Binding);
    if (o.tile->at != innermost)
      return error(o.tile->where, "unsupported: a depth above 1 outside of the innermost tiles");
    for (const TiledOperand& other : operands_)
      if (other.tile && other.tile->at == o.tile->at && other.tile->depth != o.tile->depth)
        return error(other.tile->where,
                     "unsupported: tiles that are filled together have different depths");
  }
  elements *= program_.value_bytes;
  if (elements > largest_tiles)
    error(kernel_.where,
          fmt::format("the tiles in Shared take {} bytes, more than {}; use smaller tiles or less "
                      "depth",
                      elements, largest_tiles),
          Code::Binding);
}

// ---- Skips ----

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

const Schedule::Skip* Tiling::compacted(const std::string& root) const {
  for (const Schedule::Skip& s : skips_)
    if (s.kind == Schedule::Skip::Kind::Compact && loop_of(s) < times() &&
        time(loop_of(s)).root == root)
      return &s;
  return nullptr;
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
  if (compact) {
    if (skip.at != Place::Block)
      return refusal(skip.where,
                     "unsupported: lists a warp; bind the rank to BlockIntersect, and a "
                     "block may be one warp");
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
