#include "compiler/passes/tiling/tiling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"

namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t largest_block = 1024;       // threads
constexpr int64_t largest_arrays = 48 << 10;  // bytes of shared memory without asking for more
constexpr int64_t tile_alignment = 128;       // bytes
constexpr int64_t most_copies = 64;           // of a loop, one for each place of its sums
constexpr int64_t largest_sums = 1024;        // registers of a thread, many of them spilled

// Other variables of the kernels that a nest becomes have no digit at their end.
std::string own_name(const Nest& nest, std::string var) {
  if (std::isdigit(static_cast<unsigned char>(var.back()))) return var;
  do var += "0";
  while (std::any_of(nest.loops.begin(), nest.loops.end(),
                     [&](const Nest::Loop& l) { return l.loop.var == var; }));
  return var;
}

int64_t aligned(int64_t byte) {
  return (byte + tile_alignment - 1) / tile_alignment * tile_alignment;
}

}  // namespace

bool TiledOperand::has(const std::string& root) const {
  return std::find(roots.begin(), roots.end(), root) != roots.end();
}

std::optional<TiledOperand> dense_operand(const Program& program, const Kernel& kernel,
                                          const Access& access,
                                          const std::map<std::string, std::string>& root_of,
                                          std::string& why, SourceRange& where) {
  TiledOperand out;
  out.name = access.operand;
  out.where = kernel.where;
  const View* view = nullptr;
  for (const Operand& o : kernel.operands)
    if (o.name == access.operand) view = program.view(o.view);
  const Tensor& tensor = *program.tensor(access.operand);
  out.view = view->name;
  out.values = view->name + "_values";
  for (const Level& level : view->levels) {
    if (level.format != LevelFormat::Uncompressed || level.tile || view->points) {
      why = fmt::format("{} is not stored in whole uncompressed ranks", tensor.name);
      where = tensor.where;
      return std::nullopt;
    }
    const size_t rank = static_cast<size_t>(
        std::find(tensor.ranks.begin(), tensor.ranks.end(), level.rank) - tensor.ranks.begin());
    const auto* index = as<Var>(access.at[rank]);
    const auto root = index ? root_of.find(index->name) : root_of.end();
    if (root == root_of.end() || out.has(root->second))
      why = fmt::format("{} is read with index math", tensor.name);
    else if (root->second != level.rank)
      why = fmt::format("rank {} of {} is indexed by {}", level.rank, tensor.name, root->second);
    if (!why.empty()) return std::nullopt;
    out.roots.push_back(root->second);
  }
  return out;
}

Tiling::Tiling(const Program& program, const Kernel& kernel, const Target& target,
               Diagnostics& diagnostics)
    : program_(program),
      target_(target),
      kernel_(kernel),
      diagnostics_(diagnostics),
      skips_(kernel.schedule.skips) {
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
  if (ok_) add_tensor_tiles();
  if (ok_) choose_skips();
  for (const Schedule::Skip& skip : skips_)
    if (auto refused = ok_ ? refusal_of(skip) : std::nullopt)
      error(refused->where, refused->message, refused->code);
  if (const std::string why = ok_ && output_.tiles ? refusal_of_tiles() : ""; !why.empty())
    error(output_.where,
          fmt::format("unsupported: staging where {} is stored compressed: {}", output_.name, why));
  if (ok_) lay_tensor_tiles();
  if (ok_) check_depths();
  if (ok_) add_list_ahead();
  if (ok_) place_tiles();
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
    loops_.push_back({loop.rank, loop.root, own_name(nest, loop.var), loop.place, *step, loop.tile,
                      nullptr, l.where});
    if (!loop.tile) root_of_[loop.var] = loop.root;
  }
  // Parts of coordinates that threads share come first where these are summed.
  const auto threads = std::ranges::find_if(loops_, &TiledLoop::in_thread);
  std::stable_partition(threads, loops_.end(), [](const TiledLoop& l) { return l.in_thread(); });
  for (size_t i = 0; i < loops_.size(); ++i)
    if (loops_[i].place == Place::Time) times_.push_back(i);
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
      loop.count = ir::ceil_div(size_of(var(loop.root)), loop.step_size());
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
    loop.reach = above->step_size();
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

std::vector<const TiledLoop*> Tiling::reductions(std::vector<const TiledLoop*> loops) const {
  std::erase_if(loops, [&](const TiledLoop* loop) { return of_output(loop->root); });
  return loops;
}

int64_t Tiling::summing() const {
  int64_t out = 1;
  for (const TiledLoop* loop : summing_threads()) out *= *loop->fixed();
  return out;
}

std::optional<int64_t> Tiling::piece(const std::string& root) const {
  std::optional<int64_t> out;
  for (const TiledLoop* loop : at_blocks())
    if (loop->root == root) out = std::min(out.value_or(INT64_MAX), loop->step);
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
  add_output();
  std::set<std::string> seen;
  for_each_expr(assign_.value, [&](const Expr& e) {
    const auto* access = as<Access>(e);
    if (access && ok_ && seen.insert(access->operand).second) operands_.push_back(operand(*access));
  });
  if (!is_product(assign_.value))
    error(kernel_.where, "unsupported: staging of a term that is not a product");
  for (const TiledLoop& loop : loops_) {
    if (!ok_ || of_output(loop.root)) continue;
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
  std::string why;
  SourceRange where = kernel_.where;
  std::optional<TiledOperand> out = dense_operand(program_, kernel_, access, root_of_, why, where);
  if (!out) error(where, "unsupported: staging where " + why);
  return out.value_or(TiledOperand{});
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
  sums_of_thread_ = sums;
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
  size_t innermost = 0;
  for (const TiledOperand& o : operands_)
    if (o.tile) innermost = std::max(innermost, o.tile->at);
  for (const TiledOperand& o : operands_) {
    if (!o.tile) continue;
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
}

// Arrays of the kernel's own where that is enough for all, else one that the launch gives, in which
// partial sums lie where tiles were.
void Tiling::place_tiles() {
  const int64_t partial = partial_sums() * target_.value_bytes;
  for (const TiledOperand& o : operands_)
    if (o.tile) tile_bytes_ += o.tile->elements * o.tile->depth * target_.value_bytes;
  const int64_t beside = list_ahead_ ? list_ahead_->bytes() : 0;
  if (tile_bytes_ + partial + beside <= largest_arrays) {
    tile_bytes_ += partial;
    return;
  }
  if (partial > target_.most_shared_bytes)
    return error(summing_threads()[0]->where,
                 fmt::format("the sums that threads share take {} bytes of shared memory, more "
                             "than the {} that a block can have; use smaller tiles",
                             partial, target_.most_shared_bytes),
                 Code::Binding);
  for (TiledOperand& o : operands_) {
    if (!o.tile) continue;
    o.tile->byte = aligned(shared_bytes_);
    shared_bytes_ = o.tile->byte + o.tile->elements * o.tile->depth * target_.value_bytes;
  }
  // What was filled ahead of a later iteration stays.
  for (const TiledOperand& o : operands_)
    if (o.tile && (o.tile->at < sums_ || (o.tile->at == sums_ && o.tile->depth > 1)))
      shares_byte_ = aligned(shared_bytes_);
  if (partial > 0) shared_bytes_ = std::max(shared_bytes_, shares_byte_ + partial);
  tile_bytes_ = shared_bytes_;
  if (shared_bytes_ > target_.most_shared_bytes) refuse_size();
}

}  // namespace teaal::passes
