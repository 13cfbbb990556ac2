#include "compiler/passes/machine/carry.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/steps.h"

namespace teaal::passes {
namespace {

using namespace ir;

const View& view_of(const Kernel& kernel, const Program& program, const std::string& operand) {
  for (const Operand& o : kernel.operands)
    if (o.name == operand) return *program.view(o.view);
  return *program.view(operand);
}

// The rank whose loops run over a level of an operand; empty for a sum.
std::string root_of(const Level& level, const Access& access, const Nest& nest,
                    const Program& program) {
  const std::vector<std::string>& ranks = program.tensor(access.operand)->ranks;
  auto r = std::find(ranks.begin(), ranks.end(), level.rank) - ranks.begin();
  const auto* v = as<Var>(access.at[static_cast<size_t>(r)]);
  for (const Nest::Loop& l : nest.loops) {
    if (!v || l.loop.tile) continue;
    if (l.loop.joined.empty() && l.loop.var == v->name) return l.loop.root;
    for (const Joined& j : l.loop.joined)
      if (!j.tile && j.var == v->name) return j.root;
  }
  return "";
}

class Carrier {
 public:
  Carrier(Kernel& kernel, const Nest& nest, Program& program)
      : kernel_(kernel), nest_(nest), program_(program), outputs_(output_roots(nest)) {}

  void run() {
    const ForRank* bottom = flattened();
    if (!bottom || !leads(*bottom) || !holder_is_walked_whole(*bottom)) return;
    const View& output = view_of(kernel_, program_, target().operand);
    const int levels = leading_levels(output);
    if (levels == 0 || !others_are_owned(*bottom)) return;

    Carry carry;
    carry.root = bottom->root;
    carry.levels = levels;
    const bool together = threads_share_runs(*bottom, output);
    carry.run = together ? nest_.loops.front().loop.rank : run_rank(*bottom);
    carry.slots = most_tuples(*bottom);
    if (!carry.slots) return;
    if (together && nest_.loops.front().loop.merged)
      count_merged_runs(carry);
    else
      count_runs(carry);
    // Of nothing stored there is one run, too: it has every fiber.
    if (together) carry.slots = most(carry.slots, lit(1));
    if (carry.merged())
      for (Worker& w : kernel_.workers)
        if (w.rank == carry.run) w.extent = carry.slots;
    carry.each = lit(1);
    for (size_t l = static_cast<size_t>(levels); l < output.levels.size(); ++l)
      carry.each = mul(carry.each, level_extent(output.levels, l));
    Names names;
    for (const Workspace& w : program_.workspaces) names.take(w.name);
    carry.values = names.fresh(output.name + "_carries");
    carry.keys = names.fresh(output.name + "_carry_keys");
    program_.workspaces.push_back({carry.values, mul(size_of(carry.slots), carry.each)});
    program_.workspaces.push_back({carry.keys, carry.slots, Type::Size});
    if (together) {
      carry.fibers = names.fresh(output.name + "_run_fibers");
      carry.tile = *literal(nest_.loops.front().loop.tile);
      carry.view = view_of(kernel_, program_, holder_of(*bottom, nest_)).name;
      program_.workspaces.push_back({carry.fibers, carry.slots, Type::Pos});
    }
    program_.notes.push_back(
        fmt::format("{}: what a run of {} shares with earlier runs is carried, and a second kernel "
                    "adds it in order",
                    kernel_.name, carry.run.empty() ? carry.root : carry.run));
    kernel_.carry = std::move(carry);
  }

 private:
  const Access& target() const { return *as<Access>(assignment(nest_.body).target); }

  // The one flattened rank that is spread over workers, at its bottom.
  const ForRank* flattened() const {
    const ForRank* found = nullptr;
    for (const Nest::Loop& l : nest_.loops) {
      if (l.loop.joined.empty() || l.loop.tile || l.loop.at) continue;
      if (!is_spread(l.loop.root)) continue;
      if (found) return nullptr;
      found = &l.loop;
    }
    return found;
  }

  bool is_spread(const std::string& root) const {
    return std::ranges::any_of(nest_.loops, [&](const Nest::Loop& l) {
      return l.loop.root == root && l.loop.place != Place::Time;
    });
  }

  // Its leading ranks, and only those, index the output.
  bool leads(const ForRank& bottom) {
    for (const Joined& j : bottom.joined) {
      if (j.tile) return false;
      bool own = outputs_.contains(j.root);
      if (own && summed_ > 0) return false;
      if (own)
        leading_.insert(j.root);
      else
        ++summed_;
    }
    return !leading_.empty() && summed_ > 0;
  }

  // Its tuples are all that the operand stores, in order: the first levels are the joined ranks,
  // which no other loop cuts.
  bool holder_is_walked_whole(const ForRank& bottom) const {
    std::string holder = holder_of(bottom, nest_);
    if (holder.empty()) return false;
    const Access* access = nullptr;
    for_each_expr(nest_.body, [&](const Expr& e) {
      const auto* a = as<Access>(e);
      if (a && a->operand == holder) access = a;
    });
    const View& view = view_of(kernel_, program_, holder);
    if (view.levels.size() < bottom.joined.size()) return false;
    for (size_t l = 0; l < bottom.joined.size(); ++l)
      if (view.levels[l].tile ||
          root_of(view.levels[l], *access, nest_, program_) != bottom.joined[l].root)
        return false;
    for (const Nest::Loop& l : nest_.loops)
      for (const Joined& j : bottom.joined)
        if (l.loop.root != bottom.root && roots_of(l.loop).contains(j.root)) return false;
    return true;
  }

  // Stored elements, and the padding of U levels below. Null: only the run tells.
  Expr most_tuples(const ForRank& bottom) {
    const std::string holder = holder_of(bottom, nest_);
    const Tensor& tensor = *program_.tensor(holder);
    const View& view = view_of(kernel_, program_, holder);
    Expr out = lit(1);
    for (size_t l = 0; l < bottom.joined.size(); ++l) {
      if (view.levels[l].format == LevelFormat::Uncompressed)
        out = mul(size_of(level_extent(view.levels, l)), out);
      else if (tensor.role == Role::Input)
        out = tuples_of(bottom, nest_, program_);
      else
        return nullptr;
    }
    return out;
  }

  // How many first levels of the output are the leading ranks; 0: those are others.
  int leading_levels(const View& output) const {
    if (output.points || output.levels.size() < leading_.size()) return 0;
    std::set<std::string> first;
    for (size_t l = 0; l < output.levels.size(); ++l) {
      const Level& level = output.levels[l];
      if (level.tile || level.format != LevelFormat::Uncompressed) return 0;
      if (l < leading_.size()) first.insert(root_of(level, target(), nest_, program_));
    }
    return first == leading_ ? static_cast<int>(leading_.size()) : 0;
  }

  // No sum but this one is shared, and whoever else shares a run does so behind it: workers of
  // loops around it may not all come to it, and one of them has to say which key it has.
  bool others_are_owned(const ForRank& bottom) const {
    const std::string run = run_rank(bottom);
    bool behind = false;
    for (const Nest::Loop& l : nest_.loops) {
      behind |= l.loop.rank == (run.empty() ? bottom.rank : run);
      if (l.loop.root == bottom.root || l.loop.place == Place::Time) continue;
      std::set<std::string> roots = roots_of(l.loop);
      bool owned = l.loop.leader.empty() &&
                   std::includes(outputs_.begin(), outputs_.end(), roots.begin(), roots.end());
      if (!owned || !behind) return false;
    }
    return true;
  }

  // Whether tuples of the innermost part stand one behind the other: no part is walked behind the
  // bottom one.
  bool tuples_follow(const ForRank& bottom) const {
    bool inside = false;
    for (const Nest::Loop& l : nest_.loops) {
      if (l.loop.root != bottom.root) continue;
      if (inside) return false;
      inside = !l.loop.tile;
    }
    return true;
  }

  // The innermost part, if one worker has all its tuples, and has them one behind the other.
  std::string run_rank(const ForRank& bottom) const {
    if (bottom.place != Place::Time || !tuples_follow(bottom)) return "";
    std::string out;
    for (const Nest::Loop& l : nest_.loops)
      if (l.loop.root == bottom.root && l.loop.tile) out = l.loop.rank;
    return out;
  }

  // Of tuples so many runs, whole ones in every run of the part around.
  void count_runs(Carry& carry) const {
    Expr around;
    for (const Nest::Loop& l : nest_.loops) {
      if (carry.run.empty() || l.loop.root != carry.root || !l.loop.tile) continue;
      carry.slots = around ? mul(carry.slots, ceil_div(around, l.loop.tile))
                           : ceil_div(carry.slots, l.loop.tile);
      around = l.loop.tile;
      if (l.loop.rank == carry.run) return;
    }
  }

  // Every fiber has one end; those of listed coordinates are at most as many as there are
  // coordinates. A run's products begin at a whole line of memory, or at a quad, so runs are as
  // much shorter as that may be in front of them.
  void count_merged_runs(Carry& carry) const {
    const Expr tile = nest_.loops.front().loop.tile;
    const int64_t size = *literal(tile);
    constexpr int64_t line = 32, quad = 4;
    const bool quads = size % quad == 0;
    const int64_t aligned = quads && size >= 8 * line ? line : quads && size > quad ? quad : 1;
    carry.step = size - aligned + 1;
    const View& view = view_of(kernel_, program_, holder_of(*flattened(), nest_));
    Expr fibers = lit(1);
    for (size_t l = 0; l < static_cast<size_t>(carry.levels); ++l)
      fibers = mul(fibers, size_of(level_extent(view.levels, l)));
    carry.slots = ceil_div(add(size_of(carry.slots), fibers), lit(carry.step));
  }

  // The outermost loop is over runs, one a block, and all threads of the block share each: products
  // meet in shared memory, and fibers are summed there. That asks for elements of the output that
  // are whole fibers, and for products that need no leading coordinate but to find the tuple.
  bool threads_share_runs(const ForRank& bottom, const View& output) const {
    const ForRank& runs = nest_.loops.front().loop;
    if (runs.root != bottom.root || runs.place != Place::Block || !kernel_.round_rank.empty() ||
        !tuples_follow(bottom))
      return false;
    const auto tile = literal(runs.tile);
    if (!tile || *tile > most_products || output.levels.size() != leading_.size()) return false;
    bool by_threads = false;
    for (const Nest::Loop& l : nest_.loops) {
      by_threads |= l.loop.place == Place::Thread || l.loop.place == Place::Lane;
      if (&l != &nest_.loops.front() && (l.loop.place == Place::Block || l.loop.merged))
        return false;
    }
    return by_threads && has_plain_fibers(bottom, output) && !needs_leading_coordinates(bottom);
  }

  // The leading levels have every coordinate, or list them; what is summed is listed.
  bool has_plain_fibers(const ForRank& bottom, const View& output) const {
    const View& view = view_of(kernel_, program_, holder_of(bottom, nest_));
    if (view.levels.size() != bottom.joined.size()) return false;
    for (size_t l = 0; l < view.levels.size(); ++l) {
      const LevelFormat format = view.levels[l].format;
      const bool leads = l < leading_.size();
      if (format == LevelFormat::Bitmask || (!leads && format != LevelFormat::Compressed))
        return false;
      if (leads && bottom.joined[l].extent != view.levels[l].rank) return false;
      // Along a path fibers end in one level; of several listed ones nobody knows how many may.
      if (nest_.loops.front().loop.merged &&
          (leads ? leading_.size() > 1 && format == LevelFormat::Compressed
                 : l + 1 < view.levels.size()))
        return false;
    }
    return std::ranges::all_of(output.levels, [&](const Level& level) {
      return std::ranges::find(bottom.joined, level.rank, &Joined::extent) != bottom.joined.end();
    });
  }

  bool needs_leading_coordinates(const ForRank& bottom) const {
    std::set<std::string> coords;
    for (const Joined& j : bottom.joined)
      if (leading_.contains(j.root)) coords.insert(j.var);
    const std::string holder = holder_of(bottom, nest_);
    bool found = false;
    for_each_expr(nest_.body, [&](const Expr& e) {
      const auto* a = as<Access>(e);
      if (!a || a->operand == holder || a == &target()) return;
      for (const Expr& at : a->at)
        for_each_expr(at, [&](const Expr& part) {
          const auto* v = as<Var>(part);
          found |= v && coords.contains(v->name);
        });
    });
    for (const Nest::Loop& l : nest_.loops) found |= l.loop.at != nullptr;
    return found;
  }

  // Of f64 in the shared memory that a block has without asking.
  static constexpr int64_t most_products = 4096;

  Kernel& kernel_;
  const Nest& nest_;
  Program& program_;
  std::set<std::string> outputs_, leading_;
  size_t summed_ = 0;  // ranks of the flattened one that do not index the output
};

}  // namespace

void add_carry(Kernel& kernel, const Nest& nest, Program& program) {
  Carrier(kernel, nest, program).run();
}

Nest by_fibers(const Kernel& kernel, Nest nest, const Program& program) {
  if (!kernel.carry || kernel.carry->together() || kernel.carry->run.empty()) return nest;
  const auto bottom = std::ranges::find_if(nest.loops, [&](const Nest::Loop& l) {
    return l.loop.root == kernel.carry->root && !l.loop.tile;
  });
  ForRank &tuples = bottom->loop, fibers = tuples;
  std::set<std::string> leading;
  const Access& target = *as<Access>(assignment(nest.body).target);
  for (const Expr& at : target.at)
    if (const auto* v = as<Var>(at)) leading.insert(v->name);
  tuples.leading = static_cast<int>(std::ranges::count_if(
      tuples.joined, [&](const Joined& j) { return leading.contains(j.var); }));
  fibers.leading = tuples.leading;
  fibers.tuples = Tuples::Fibers;
  Names names = names_of(nest, program);
  fibers.var = names.fresh(fibers.var + "_begin");
  fibers.rank = names.fresh(fibers.rank + "_fibers");
  tuples.tuples = Tuples::OfFiber;
  nest.loops.insert(bottom, {fibers, bottom->where});
  return nest;
}

int64_t alignment_of(const Carry& carry) { return carry.tile - carry.step + 1; }

bool fills_all_slots(const Carry& carry, const Program& program) {
  if (!carry.together()) return false;
  return !carry.merged() ||
         program.view(carry.view)->levels.front().format == LevelFormat::Uncompressed;
}

void clear_carry(const Kernel& kernel, bool grows, Program& program) {
  auto at = launch_of(program, kernel);
  if (at == program.steps.end()) return;
  if (grows) at = program.steps.insert(at, zero_step(kernel.carry->values, kernel.start));
  program.steps.insert(at, zero_step(kernel.carry->keys, 0));
}

}  // namespace teaal::passes
