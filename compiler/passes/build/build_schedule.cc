#include "compiler/passes/build/build_schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/einsum/rank_tree.h"
#include "compiler/ir/build.h"
#include "compiler/passes/build/build_einsum.h"
#include "compiler/passes/machine/launch_shape.h"

namespace teaal::passes {
namespace {

bool is_persistent(const einsum::PlacementBinding& b) {
  return b.style == einsum::PlacementBinding::Style::Persistent;
}

using einsum::Cascade;
using einsum::Einsum;
using spec::PartitionOp;

// Resident threads of the largest part we aim at.
constexpr int64_t full_gpu_threads = multiprocessors * 2048;
// What suits a tile that grows and of which nothing else is said: the innermost ones lie in a
// block's shared memory, beside those of another tensor, the others in the L2. Coordinates and f32
// values.
constexpr int64_t shared_elements = 8192, cache_elements = int64_t{1} << 21;

ir::Place place(einsum::PlacementBinding::Level level) {
  switch (level) {
    case einsum::PlacementBinding::Level::Grid:
      return ir::Place::Grid;
    case einsum::PlacementBinding::Level::Block:
      return ir::Place::Block;
    case einsum::PlacementBinding::Level::Warp:
      return ir::Place::Warp;
    case einsum::PlacementBinding::Level::Lane:
      break;
  }
  return ir::Place::Lane;
}

ir::Meet meet(einsum::IntersectorBinding::Kind kind) {
  switch (kind) {
    case einsum::IntersectorBinding::Kind::TwoFinger:
      return ir::Meet::TwoFinger;
    case einsum::IntersectorBinding::Kind::SkipAhead:
      return ir::Meet::SkipAhead;
    case einsum::IntersectorBinding::Kind::LeaderFollower:
      break;
  }
  return ir::Meet::LeaderFollower;
}

class Scheduler {
 public:
  Scheduler(const Einsum& e, SpecSizes& sizes, Diagnostics& diagnostics)
      : einsum_(e), sizes_(sizes), diagnostics_(diagnostics) {}

  ir::Schedule run() {
    for (const einsum::Loop& l : einsum_.loops) {
      out_.order.push_back(l.name);
      out_.order_where.push_back(l.where);
      if (!l.space) continue;
      out_.space.push_back({l.name, ir::Place::Time, l.where});
      space_.insert(l.name);
    }
    out_.default_space = out_.space.empty() && !einsum_.loops.empty();
    bind_space();
    for (const einsum::IntersectorBinding& b : einsum_.intersectors)
      out_.meetings.push_back({b.rank, meet(b.kind), b.leader, b.where});
    split_roots();
    for (const einsum::StagingBinding& b : einsum_.stagings)
      out_.stagings.push_back({b.tensor,
                               b.memory == einsum::StagingBinding::Memory::Shared
                                   ? ir::Memory::Shared
                                   : ir::Memory::Registers,
                               b.evict_on, b.depth, b.where, b.rank, holds(b.holds), b.listed});
    for (const einsum::SkipBinding& b : einsum_.skips)
      out_.skips.push_back({b.rank, place(b.level), skip_kind(b.kind), b.where, b.longest_first});
    for (const einsum::PatternView& p : einsum_.patterns) add_pattern(p);
    if (einsum_.tensor_core)
      out_.tensor_core = {build_arithmetic(einsum_.tensor_core->arithmetic),
                          einsum_.tensor_core->where};
    out_.unmapped = out_.default_space && !einsum_.has_loop_order && out_.splits.empty() &&
                    out_.meetings.empty() && !out_.staged();
    return std::move(out_);
  }

 private:
  void bind_space() {
    for (const einsum::PlacementBinding& b : einsum_.placements) {
      bool found = false;
      for (ir::Schedule::Space& s : out_.space)
        if (s.rank == b.rank) {
          s.place = place(b.level);
          s.once = b.style == einsum::PlacementBinding::Style::Once;
          if (is_persistent(b)) out_.at_once = sizes_.blocks_at_once(einsum_);
          found = true;
        }
      if (!found)
        diagnostics_.error(Code::Binding, b.where,
                           "rank " + b.rank +
                               " is bound to a level of the GPU but is not a space rank; "
                               "list it under spacetime space");
    }
  }

  // Every rank that a loop runs over, and every rank whose bottom part was flattened.
  void split_roots() {
    std::set<std::string> done;
    for (const einsum::Loop& l : einsum_.loops)
      if (done.insert(l.root).second) split_root(l);
  }

  void split_root(const einsum::Loop& l) {
    // The upper parts of a followed rank run with the rank that leads: its bottom part is whole.
    if (is_index_math(l)) {
      if (l.name != l.root) out_.splits.push_back({l.root, {}, {}, {}, l.where});
      return;
    }
    const std::vector<PartitionOp>& ops = ops_of(einsum_, l.root);
    if (ops.empty()) return;
    out_.splits.push_back({l.root, {}, {}, {}, ops[0].where});
    for (size_t j = 0; j < ops.size(); ++j)
      ops[j].kind == PartitionOp::Kind::NwayShape ? split_top(ops[j])
                                                  : split_bottom(ops, j, l.root);
  }

  // nway_shape splits the top part again (LANGUAGE 1.5).
  void split_top(const PartitionOp& op) {
    ir::Schedule::Split& split = out_.splits.back();
    ir::Expr extent = ir::var(extent_of(split.rank));
    ir::Expr pieces = sizes_.size(op.size, {}, split.rank);
    ir::Expr tile =
        ir::add(ir::div(ir::most(ir::sub(extent, ir::lit(1)), ir::lit(0)), pieces), ir::lit(1));
    std::vector<ir::Expr> snaps;
    if (!split.tiles.empty()) {
      snaps = split.snaps.front();
      snaps.insert(snaps.begin(), split.tiles.front());
    }
    split.tiles.insert(split.tiles.begin(), tile);
    split.snaps.insert(split.snaps.begin(), snaps);
    split.leaders.insert(split.leaders.begin(), "");
  }

  // uniform_shape and uniform_occupancy split the bottom part again.
  void split_bottom(const std::vector<PartitionOp>& ops, size_t j, const std::string& root) {
    ir::Schedule::Split& split = out_.splits.back();
    if (ops[j].kind == PartitionOp::Kind::Drt) return split_grown(ops, j, root);
    const std::string lower = einsum::part_name(root, ops, j + 1);
    bool at_launch = space_.contains(lower) && !any_nway(ops);
    ir::Expr next;
    if (at_launch) next = j + 1 < ops.size() ? sizes_.spelled(ops[j + 1].size) : ir::lit(1);
    split.tiles.push_back(sizes_.size(ops[j].size, next, root));
    for (ir::Schedule::Space& s : out_.space)
      s.asked |= s.rank == lower && sizes_.asked(ops[j].size);
    split.snaps.emplace_back();
    const bool merged = ops[j].kind == PartitionOp::Kind::MergePath;
    const bool led = merged || ops[j].kind == PartitionOp::Kind::UniformOccupancy;
    split.leaders.push_back(led ? ops[j].leader.value : "");
    split.merged |= merged;
  }

  // Parts of tiles that grow are multiples of what uniform_shape says below them.
  void split_grown(const std::vector<PartitionOp>& ops, size_t j, const std::string& root) {
    ir::Schedule::Split& split = out_.splits.back();
    const ir::Expr micro = sizes_.size(ops.back().size, nullptr, root);
    if (!ir::literal(micro) && j == 0)
      diagnostics_.error(Code::Unsupported, ops.back().where,
                         fmt::format("unsupported: DRT of tiles of {} whose size is an extent; "
                                     "write a number, or a symbol",
                                     root));
    split.tiles.push_back(micro);
    split.snaps.emplace_back();
    const PartitionOp::Share& share = ops[j].shares.front();
    const bool innermost = j + 2 == ops.size();
    split.leaders.push_back(share.tensor.value);
    split.most.push_back(share.most ? sizes_.size(*share.most, nullptr, root)
                                    : ir::lit(innermost ? shared_elements : cache_elements));
  }

  void add_pattern(const einsum::PatternView& view) {
    ir::Schedule::Pattern out{view.tensor, {}, view.where, view.density};
    for (const std::string& name : view.ranks) {
      std::string root = name;
      ir::Expr tile = ir::lit(1);
      for (const ir::Schedule::Split& split : out_.splits)
        for (size_t part = 0; part <= split.tiles.size(); ++part)
          if (split.part(part) == name) {
            root = split.rank;
            if (part < split.tiles.size()) tile = split.tiles[part];
          }
      const std::optional<int64_t> size = ir::literal(tile);
      if (!size)
        return diagnostics_.error(Code::Unsupported, view.where,
                                  "unsupported: a pattern whose part " + name +
                                      " has a size that is chosen at launch; give it with -D"),
               void();
      // Upper parts of a rank whose lower part is named too say nothing new.
      std::erase_if(out.ranks, [&](const auto& r) { return r.root == root; });
      out.ranks.push_back({root, *size});
    }
    if (out.ranks.empty() || out.ranks.back().tile != 1) {
      diagnostics_.error(Code::Unsupported, view.where,
                         "unsupported: a pattern of " + view.tensor +
                             " whose last rank is not the bottom part; end it with that");
      return;
    }
    out_.patterns.push_back(std::move(out));
  }

  static ir::Schedule::Staging::Holds holds(einsum::StagingBinding::Holds of) {
    using Holds = ir::Schedule::Staging::Holds;
    switch (of) {
      case einsum::StagingBinding::Holds::Coords:
        return Holds::Coords;
      case einsum::StagingBinding::Holds::Payloads:
        return Holds::Payloads;
      case einsum::StagingBinding::Holds::Elements:
        break;
    }
    return Holds::Elements;
  }

  static ir::Schedule::Skip::Kind skip_kind(einsum::SkipBinding::Kind kind) {
    using Kind = einsum::SkipBinding::Kind;
    switch (kind) {
      case Kind::Unchosen:
        return ir::Schedule::Skip::Kind::Unchosen;
      case Kind::Test:
        return ir::Schedule::Skip::Kind::Test;
      case Kind::Walk:
        return ir::Schedule::Skip::Kind::Walk;
      case Kind::Compact:
        break;
    }
    return ir::Schedule::Skip::Kind::Compact;
  }

  static bool any_nway(const std::vector<PartitionOp>& ops) {
    for (const PartitionOp& op : ops)
      if (op.kind == PartitionOp::Kind::NwayShape) return true;
    return false;
  }

  std::string extent_of(const std::string& root) const {
    for (const einsum::Loop& l : einsum_.loops)
      if (l.root == root && l.variables.size() == 1) return einsum_.rank_of.at(l.variables[0]);
    return root;
  }

  const Einsum& einsum_;
  SpecSizes& sizes_;
  Diagnostics& diagnostics_;
  ir::Schedule out_;
  std::set<std::string> space_;
};

}  // namespace

// ---- Sizes ----

ir::Expr SpecSizes::size(const spec::Size& size, const ir::Expr& lower_tile,
                         const std::string& root) {
  if (const auto* number = std::get_if<int64_t>(&size.value)) return ir::lit(*number);
  const std::string& name = std::get<std::string>(size.value);
  if (const ir::Expr bound = bound_size(name)) return bound;
  if (is_rank(name)) return ir::most(ir::var(name), ir::lit(1));
  if (!lower_tile)
    unbound_.emplace(name, size.where);
  else
    add_symbol(name, lower_tile, root);
  return ir::var(name);
}

ir::Expr SpecSizes::spelled(const spec::Size& size) const {
  if (const auto* number = std::get_if<int64_t>(&size.value)) return ir::lit(*number);
  const std::string& name = std::get<std::string>(size.value);
  if (const ir::Expr bound = bound_size(name)) return bound;
  return is_rank(name) ? ir::most(ir::var(name), ir::lit(1)) : ir::var(name);
}

bool SpecSizes::asked(const spec::Size& size) const {
  const auto* name = std::get_if<std::string>(&size.value);
  return name && cascade_.asked.contains(*name);
}

ir::Expr SpecSizes::bound_size(const std::string& name) const {
  const auto bound = cascade_.symbols.find(name);
  if (bound == cascade_.symbols.end()) return nullptr;
  // Steps of 1 are not spelled.
  if (bound->second == 1) return ir::lit(1);
  return ir::make_expr(ir::IntLit{bound->second, name});
}

ir::Expr SpecSizes::stride(const einsum::IndexTerm& term, const SourceRange& where) {
  if (term.symbol.empty()) return ir::lit(term.coefficient);
  auto bound = cascade_.symbols.find(term.symbol);
  if (bound != cascade_.symbols.end()) return ir::lit(term.coefficient * bound->second);
  unbound_.emplace(term.symbol, where);
  return ir::lit(term.coefficient);
}

ir::Expr SpecSizes::blocks_at_once(const Einsum& e) {
  const std::string name = einsum::blocks_at_once(e);
  if (auto bound = cascade_.symbols.find(name); bound != cascade_.symbols.end())
    return ir::lit(bound->second);
  const auto same = [&](const ir::Symbol& s) { return s.name == name; };
  if (std::ranges::none_of(program_.symbols, same))
    program_.symbols.push_back({name, ir::lit(multiprocessors * most_resident)});
  return ir::var(name);
}

bool SpecSizes::is_rank(const std::string& name) const {
  for (const std::string& rank : program_.ranks())
    if (rank == name) return true;
  return false;
}

void SpecSizes::add_symbol(const std::string& name, const ir::Expr& lower_tile,
                           const std::string& root) {
  for (const ir::Symbol& s : program_.symbols)
    if (s.name == name) return;
  ir::Expr full = ir::mul(ir::lit(full_gpu_threads), lower_tile);
  // A flattened rank has no extent of its own.
  ir::Expr most = is_rank(root) ? ir::least(ir::most(ir::var(root), ir::lit(1)), full) : full;
  // Its default may name the symbol below, which is added later: it must come first.
  program_.symbols.insert(program_.symbols.begin(), {name, most});
}

void SpecSizes::report_unbound(Diagnostics& diagnostics) const {
  if (unbound_.empty()) return;
  std::vector<std::string> names;
  for (const auto& [name, where] : unbound_) names.push_back(name);
  std::string options;
  for (const std::string& name : names) options += " -D " + name + "=SIZE";
  Diagnostic& d =
      diagnostics.error(Code::UnboundSymbol, unbound_.begin()->second,
                        (names.size() == 1 ? "symbol " : "symbols ") + quoted_list(names) +
                            (names.size() == 1 ? " has" : " have") + " no value; give" + options +
                            " or list them under 'params:'");
  for (auto it = std::next(unbound_.begin()); it != unbound_.end(); ++it)
    d.note(it->second, "'" + it->first + "' is used here");
}

// ---- The mapping ----

const std::vector<PartitionOp>& ops_of(const Einsum& e, const std::string& root) {
  static const std::vector<PartitionOp> none;
  for (const einsum::Split& s : e.splits) {
    if (s.root != root || s.ops.empty()) continue;
    if (s.ops[0].kind != PartitionOp::Kind::Follow) return s.ops;
    return s.ops[0].leader.value == root ? none : ops_of(e, s.ops[0].leader.value);
  }
  return none;
}

bool is_index_math(const einsum::Loop& l) { return l.variables.empty(); }

ir::Schedule build_schedule(const Einsum& e, SpecSizes& sizes, Diagnostics& diagnostics) {
  return Scheduler(e, sizes, diagnostics).run();
}

}  // namespace teaal::passes
