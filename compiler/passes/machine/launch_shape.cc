#include "compiler/passes/machine/launch_shape.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/coiterate.h"

namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t max_grid = (int64_t{1} << 31) - 1;
// Copies of the output that a reduction over workers may fill: at most this many, and at most so
// many elements in all.
constexpr int64_t max_copies = 1024;
constexpr int64_t max_thread_copies = 16384;  // where every thread of the grid has one of its own
constexpr int64_t max_copy_elements = int64_t{1} << 26;
// Every thread of a kernel that counts what it finds has a counter.
constexpr int64_t max_counting_blocks = 4096;
// Where a row has a counter, and not a thread. Rows differ: a block that has a long one had better
// have no other.
constexpr int64_t max_row_blocks = 65536;
// Along the rank of a class: only the device knows how long its list is. Blocks that find nothing
// cost no more than a few microseconds.
constexpr int64_t max_class_blocks = 4096;

std::vector<const Worker*> at(const Kernel& kernel, Place place) {
  std::vector<const Worker*> out;
  for (const Worker& w : kernel.workers)
    if (w.place == place && w.lanes == 0) out.push_back(&w);
  return out;
}

Expr at_least_one(Expr e) { return most(std::move(e), lit(1)); }

const View& output_view(const Program& program, const Kernel& kernel) {
  for (const Param& p : kernel.params)
    if (p.kind == Param::Kind::Values && p.written) return *program.view(p.view);
  return program.views.front();
}

bool sums_in_block(const Kernel& kernel) {
  if (kernel.carry && kernel.carry->together()) return true;
  for (const Worker& w : kernel.workers)
    if (w.combine == Combine::Lanes || w.combine == Combine::Warps || w.combine == Combine::Threads)
      return true;
  return false;
}

bool spreads_sum_over_blocks(const Worker& w) {
  return w.place == Place::Grid ? w.combine == Combine::Threads : w.combine == Combine::Copies;
}

bool copies_a_thread(const Worker& w) {
  return w.place == Place::Grid && w.combine == Combine::Copies;
}

bool counts(const Program& program, const Kernel& kernel) {
  return output_view(program, kernel).points;
}

// Whether all that share a row are of one block's warps, so that it has a counter or few.
bool counts_rows(const Kernel& kernel) {
  return kernel.rows && std::ranges::all_of(kernel.workers, [&](const Worker& w) {
           return std::ranges::find(kernel.rows->shared, w.rank) == kernel.rows->shared.end() ||
                  w.place == Place::Warp || w.place == Place::Lane;
         });
}

int64_t grid_limit(const Program& program, const Kernel& kernel) {
  const int64_t most = kernel.most_blocks ? kernel.most_blocks : max_grid;
  if (!counts(program, kernel)) return most;
  return std::min(most, counts_rows(kernel) ? max_row_blocks : max_counting_blocks);
}

// Of these blocks, those that a rank may have: one whose extent depends on that of the class's rank
// walks the list.
Expr most_blocks_of(const Kernel& kernel, const Worker& w, Expr left) {
  bool listed = false;
  if (kernel.row_class)
    for_each_expr(w.extent, [&](const Expr& e) {
      const auto* v = as<Var>(e);
      listed |= v && v->name == kernel.row_class->root;
    });
  return listed ? least(std::move(left), lit(max_class_blocks)) : left;
}

Expr copy_budget(const Program& program, const Kernel& kernel, int64_t most_copies = max_copies) {
  if (counts(program, kernel)) return lit(max_counting_blocks * block_threads);
  Expr elements = at_least_one(dense_elements(output_view(program, kernel)));
  return at_least_one(least(lit(most_copies), div(lit(max_copy_elements), elements)));
}

int64_t lanes_wanted(const Worker& w, int64_t left) {
  int64_t wanted = at_most_literal(w.extent).value_or(8), lanes = 1;
  while (lanes < left && lanes < wanted) lanes *= 2;
  return lanes;
}

// Of several ranks that warps share, how many of a block's a rank gets: as many as its largest
// extent has use for, of those that the ranks before it leave, whatever there is, so that the text
// knows how many. None: an extent has no bound.
std::optional<int64_t> warps_of(const Kernel& kernel, const Worker& wanted) {
  const std::vector<const Worker*> peers = at(kernel, Place::Warp);
  int64_t left = block_threads / kernel.lanes;
  std::optional<int64_t> out;
  for (const Worker* w : peers) {
    const auto most = at_most_literal(w->extent);
    if (peers.size() == 1 || !most) return std::nullopt;
    const int64_t mine = std::clamp<int64_t>(*most, 1, std::max<int64_t>(1, left));
    if (w->rank == wanted.rank) out = mine;
    left /= mine;
  }
  return out;
}

constexpr int64_t lanes_of_cuda = 32;

// Threads of a block when one rank is spread over threads: what the rank has, up to the usual
// block; whole warps (of so many threads) when the block sums together.
Expr threads_for(const Expr& extent, int64_t warp) {
  Expr wanted = at_least_one(least(extent, lit(block_threads)));
  return warp > 1 ? mul(ceil_div(wanted, lit(warp)), lit(warp)) : wanted;
}

// The same where it is spread over the grid: blocks are smaller where there would be fewer than
// multiprocessors. A machine for pictures has few of these.
Expr threads_of_grid(const Expr& extent, int64_t warp) {
  const Expr each = mul(ceil_div(extent, lit(multiprocessors * warp)), lit(warp));
  return at_least_one(least(extent, least(each, lit(block_threads))));
}

// The part of `count` workers that rank number i of several at one level gets, given what the ranks
// before it took.
Expr share_of(const Expr& extent, const Expr& left) { return at_least_one(least(extent, left)); }

}  // namespace

// Lanes are dealt out in powers of two, so that all of a warp are used up exactly: the last
// rank takes what is left.
int64_t lanes_of(const Kernel& kernel, const Worker& wanted) {
  std::vector<const Worker*> peers = at(kernel, Place::Lane);
  int64_t left = kernel.lanes;
  for (const Worker* w : peers) {
    int64_t mine = w == peers.back() ? left : lanes_wanted(*w, left);
    if (w->rank == wanted.rank) return mine;
    left /= mine;
  }
  return left;
}

namespace {

class Shaper {
 public:
  Shaper(Program& program, Kernel& kernel) : program_(program), kernel_(kernel) {
    settle_once();
    // Blocks last: their copies of the output multiply with those that other workers make.
    share_out(Place::Lane,
              [this](const Worker& w, const Expr&) { return lit(lanes_of(kernel_, w)); });
    share_out(Place::Warp, [this](const Worker& w, const Expr& taken) {
      if (kernel_.owner && at(kernel_, Place::Warp).size() == 1)
        return lit(kernel_.threads / kernel_.lanes);
      if (const auto known = warps_of(kernel_, w)) return lit(*known);
      return share_of(w.extent, div(lit(block_threads / kernel_.lanes), taken));
    });
    set_count(Place::Thread, threads());
    share_blocks();
    set_count(Place::Grid, mul(blocks(), threads()));
  }

  LaunchShape shape() {
    LaunchShape out;
    out.launch = {blocks(), threads()};
    level(Place::Grid, add(mul(call("size", {call("block")}), call("threads")), call("thread")),
          mul(call("size", {call("blocks")}), call("threads")), out);
    level(Place::Block, call("block"), call("blocks"), out);
    level(Place::Thread, call("thread"), call("threads"), out);
    level(Place::Warp, div(call("thread"), lit(kernel_.lanes)),
          div(call("threads"), lit(kernel_.lanes)), out);
    level(Place::Lane, mod(call("thread"), lit(kernel_.lanes)), lit(kernel_.lanes), out);
    for (const Worker& w : kernel_.workers)
      if (w.lanes > 0) {
        out.workers.push_back(let("workers_" + w.rank, Type::Size, lit(w.lanes)));
        out.workers.push_back(let("worker_" + w.rank, Type::Size,
                                  mod(div(call("thread"), lit(w.apart)), lit(w.lanes))));
      }
    return out;
  }

 private:
  void settle_once() {
    for (Worker& w : kernel_.workers) {
      const char* why = w.once ? several_iterations(w) : nullptr;
      if (!why) continue;
      w.once = false;
      program_.notes.push_back(fmt::format("{}: blocks may have several iterations of {}: {}",
                                           kernel_.name, w.rank, why));
    }
  }

  // Why a block may have them; null: it has one.
  const char* several_iterations(const Worker& w) const {
    if (w.combine != Combine::None) return "what they sum is added up";
    if (kernel_.row_class) return "a list says how many there are";
    if (kernel_.owner) return "other kernels of the launch share them";
    return counts(program_, kernel_) ? "what they store is counted" : nullptr;
  }

  Expr threads() const {
    if (kernel_.owner) return lit(kernel_.threads);
    const int64_t whole = sums_in_block(kernel_) ? kernel_.lanes : 1;
    auto grid = at(kernel_, Place::Grid), thread = at(kernel_, Place::Thread);
    if (!grid.empty())
      return whole > 1 || copies_a_thread(*grid[0]) || kernel_.lanes != lanes_of_cuda
                 ? threads_for(grid_extent(*grid[0]), whole)
                 : threads_of_grid(grid[0]->extent, kernel_.lanes);
    if (!thread.empty()) return threads_for(thread_extent(*thread[0]), whole);
    if (!at(kernel_, Place::Warp).empty()) return mul(warps(), lit(kernel_.lanes));
    return at(kernel_, Place::Lane).empty() ? lit(1) : lit(kernel_.lanes);
  }

  // The workers that a rank spread over the whole grid can use.
  Expr grid_extent(const Worker& w) const {
    return copies_a_thread(w) ? least(w.extent, copy_budget(program_, kernel_, max_thread_copies))
                              : w.extent;
  }

  // Of a run that the block shares as many as a whole one has use for, whatever there is: then the
  // text knows how many.
  Expr thread_extent(const Worker& w) const {
    const auto most = at_most_literal(w.extent);
    return kernel_.carry && kernel_.carry->together() && most ? lit(*most) : w.extent;
  }

  Expr warps() const { return product_of(Place::Warp); }

  Expr product_of(Place place) const {
    Expr out = lit(1);
    for (const Worker* w : at(kernel_, place)) out = mul(out, w->count);
    return out;
  }

  void set_count(Place place, const Expr& count) {
    for (Worker& w : kernel_.workers)
      if (w.place == place) w.count = count;
  }

  // Each rank's count in turn, given the product of those before it.
  template <class Count>
  void share_out(Place place, Count count) {
    Expr taken = lit(1);
    for (Worker& w : kernel_.workers) {
      if (w.place != place) continue;
      if (w.lanes > 0) {
        w.count = lit(w.lanes);
        continue;
      }
      w.count = named(w, count(w, taken));
      taken = mul(taken, w.count);
    }
  }

  Expr named(const Worker& w, const Expr& count) {
    if (literal(count) || at(kernel_, w.place).size() == 1) return count;
    program_.sizes.push_back({kernel_.name + "_" + w.rank + "_workers", count});
    return var(program_.sizes.back().name);
  }

  Expr blocks() const {
    auto grid = at(kernel_, Place::Grid);
    if (!grid.empty()) {
      if (copies_a_thread(*grid[0])) return at_least_one(div(grid_extent(*grid[0]), threads()));
      Expr needed = at_least_one(ceil_div(grid[0]->extent, threads()));
      Expr most_blocks =
          spreads_sum_over_blocks(*grid[0])
              ? copy_budget(program_, kernel_)
              : most_blocks_of(kernel_, *grid[0], lit(grid_limit(program_, kernel_)));
      return least(needed, most_blocks);
    }
    const std::vector<const Worker*> workers = at(kernel_, Place::Block);
    return std::ranges::any_of(workers, &Worker::once) ? blocks_of_all() : product_of(Place::Block);
  }

  // Where there are more than a grid has, one more than that, which no launch accepts.
  Expr blocks_of_all() const {
    Expr out = lit(1);
    for (const Worker* w : at(kernel_, Place::Block))
      out = least(mul(out, w->count), lit(max_grid + 1));
    return out;
  }

  void share_blocks() {
    Expr grid_left = lit(grid_limit(program_, kernel_)), copies_left = copies_for_blocks();
    if (kernel_.schedule.at_once)
      grid_left = at_least_one(least(grid_left, kernel_.schedule.at_once));
    for (Worker& w : kernel_.workers) {
      if (w.place != Place::Block) continue;
      bool copies = spreads_sum_over_blocks(w);
      const Expr left = w.once ? lit(max_grid) : most_blocks_of(kernel_, w, grid_left);
      w.count =
          named(w, share_of(w.extent, copies ? least(left, at_least_one(copies_left)) : left));
      grid_left = div(grid_left, w.count);
      if (copies) copies_left = div(copies_left, w.count);
    }
  }

  // Copies made by workers inside a block multiply with those made by blocks.
  Expr copies_for_blocks() const {
    Expr inside = lit(1);
    for (const Worker& w : kernel_.workers)
      if (w.combine == Combine::Copies && w.place != Place::Block && w.place != Place::Grid)
        inside = mul(inside, w.count);
    return div(copy_budget(program_, kernel_), inside);
  }

  // Names worker and workers of the ranks at one level; several ranks share its index as mixed
  // radix, the last fastest.
  void level(Place place, Expr index, Expr total, LaunchShape& out) {
    auto peers = at(kernel_, place);
    for (size_t i = peers.size(); i-- > 0;) {
      const std::string& rank = peers[i]->rank;
      Expr workers = total;
      if (peers.size() > 1) workers = pass_count(*peers[i], out);
      bool fastest_last = i > 0;
      Expr mine = fastest_last ? mod(index, workers) : index;
      out.workers.push_back(let("workers_" + rank, Type::Size, workers));
      out.workers.push_back(let("worker_" + rank, Type::Size, mine));
      index = div(index, workers);
    }
  }

  static Expr pass_count(const Worker& w, LaunchShape& out) {
    if (literal(w.count)) return w.count;
    std::string name = "count_" + w.rank;
    out.params.push_back({Param::Kind::Int, name, "", 0, w.count, false});
    return var(name);
  }

  Program& program_;
  Kernel& kernel_;
};

}  // namespace

std::optional<int64_t> at_most_literal(const Expr& e) {
  if (const auto* n = as<Call>(e); n && n->intrinsic == "ceil_div") {
    const auto of = at_most_literal(n->args[0]), by = literal(n->args[1]);
    return of && by ? std::optional((*of + *by - 1) / *by) : std::nullopt;
  }
  const auto* n = as<Binary>(e);
  if (!n) return literal(e);
  const auto a = at_most_literal(n->lhs), b = at_most_literal(n->rhs);
  if (n->op == BinaryOp::Min) return a && b ? std::min(*a, *b) : a ? a : b;
  if (!a || !b) return std::nullopt;
  if (n->op == BinaryOp::Max) return std::max(*a, *b);
  if (n->op == BinaryOp::Mul && *a >= 0 && *b >= 0) return *a * *b;
  return literal(e);
}

LaunchShape launch_shape(Program& program, Kernel& kernel) {
  return Shaper(program, kernel).shape();
}

void bound_turns(Program& program, const Kernel& kernel, int64_t resident) {
  if (!kernel.schedule.at_once) return;
  const auto* open = as<Var>(kernel.schedule.at_once);
  int64_t most = multiprocessors * resident;
  for (Symbol& s : program.symbols)
    if (open && s.name == open->name) s.fallback = lit(most = std::min(most, *literal(s.fallback)));
  program.notes.push_back(
      fmt::format("{}: {} blocks at most, which take what blocks do in turns", kernel.name,
                  open ? fmt::format("{} ({} where that is not given)", open->name, most)
                       : std::to_string(*literal(kernel.schedule.at_once))));
}

std::optional<int64_t> threads_wanted(const Kernel& kernel) {
  const int64_t warp = kernel.lanes;
  if (const auto threads = at(kernel, Place::Thread); !threads.empty()) {
    const int64_t wanted = std::clamp<int64_t>(
        at_most_literal(threads[0]->extent).value_or(block_threads), 1, block_threads);
    return (wanted + warp - 1) / warp * warp;
  }
  const auto warps = at(kernel, Place::Warp);
  if (warps.empty()) return warp;
  int64_t left = block_threads / warp, all = 1;
  for (const Worker* w : warps) {
    const auto extent = at_most_literal(w->extent);
    if (warps.size() > 1 && !extent) return std::nullopt;
    const int64_t mine = std::clamp<int64_t>(extent.value_or(left), 1, std::max<int64_t>(1, left));
    all *= mine;
    left /= mine;
  }
  return all * warp;
}

Turns turns_of(const Kernel& kernel, const Worker& worker, int64_t iterations) {
  auto shared_by = [&](int64_t workers) {
    return Turns{(iterations + workers - 1) / workers, iterations % workers == 0};
  };
  switch (worker.place) {
    case Place::Lane:
      return shared_by(lanes_of(kernel, worker));
    case Place::Warp:
      if (const auto known = warps_of(kernel, worker)) return shared_by(*known);
      // What the ranks before it take only the launch tells.
      if (at(kernel, Place::Warp)[0]->rank != worker.rank) return {};
      return shared_by(kernel.owner ? kernel.threads / kernel.lanes
                                    : std::min(iterations, block_threads / kernel.lanes));
    case Place::Thread: {
      for (const Worker& w : kernel.workers)
        if (w.rank != worker.rank && w.place != Place::Block) return {};
      const int64_t threads = kernel.owner ? kernel.threads : std::min(iterations, block_threads);
      return {shared_by(threads).most, iterations % threads == 0 && threads % kernel.lanes == 0};
    }
    default:
      return {};
  }
}

Expr dense_elements(const View& view) {
  return view.elements ? view.elements : level_span(view.levels, 0);
}

}  // namespace teaal::passes
