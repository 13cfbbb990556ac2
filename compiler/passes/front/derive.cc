#include "compiler/passes/front/derive.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/front/front_kernel.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/staged/stage.h"

// What a block skips by: of each operand with a pattern a tensor says at which coordinates of the
// skipped rank anything of the block's tile differs from what is absent there, one more what all of
// these have in common, and the block lists that in shared memory, a chunk of the rank at a time.
// Each is a tensor of bits like others, which kernels in front make. Loops over tiles of the rank
// become loops over runs of the list.
namespace teaal::passes {
namespace {

using namespace ir;

bool is_plain_sum(const Kernel& kernel) {
  return kernel.reduction == AssignOp::Add && kernel.start == 0;
}

// Only `stage` can say, which asks for places and views; what is made of them here is dropped.
Staged staged_as(const Program& program, const Kernel& kernel, const Target& target) {
  if (!is_plain_sum(kernel)) return {};
  Diagnostics elsewhere;
  std::optional<Program> placed = place(program, target, elsewhere);
  if (placed) placed = swizzle(std::move(*placed), elsewhere);
  // What is wrong is told behind this pass.
  if (!placed) return {Staged::How::Apart, kernel.schedule.skips, {}};
  return stage_lowers(std::move(*placed), kernel.name, target);
}

// Whether loops over warps have one iteration each, if there are any.
bool has_one_warp(const Kernel& kernel, const Nest& nest) {
  std::map<std::string, int64_t> around;
  for (const Nest::Loop& l : nest.loops) {
    const int64_t step = l.loop.tile ? literal(l.loop.tile).value_or(0) : 1;
    const Place place = place_of(kernel, l.loop.rank);
    const auto [outer, first] = around.emplace(l.loop.root, step);
    if ((place == Place::Warp || place == Place::Thread) && (first || outer->second != step))
      return false;
    outer->second = step;
  }
  return true;
}

// What `stage` still does better than the passes of any nest, which turn no elements of 16 bits
// round, run no blocks in the order of their lists, store no tiles, and neither gather for four
// warps that multiply together nor have such blocks take turns. An H200, 4096^3, 1/2, 1/4, 1/8 of
// each operand's tiles, with all steps: blocks of one warp, of which fewer run at once as each
// holds its list, take 956, 331 and 185 us for 929, 307 and 150; 1xf16 by mma.sync 316, 141 and 98
// for 310, 137 and 94.
bool is_better_staged(const Program& program, const Kernel& kernel, const Target& target,
                      Staged::How how) {
  const Schedule& s = kernel.schedule;
  const bool f16 = s.tensor_core && s.tensor_core->arithmetic == Arithmetic::F16x1;
  const bool better = how == Staged::How::Lines   ? s.at_once != nullptr
                      : how == Staged::How::Apart ? f16 || has_one_warp(kernel, unnest(kernel.body))
                                                  : how == Staged::How::Gathered;
  return better || target.narrow_values || s.skips[0].longest_first ||
         !store_all(program.tensor(tensor_of(output_of(kernel)))->levels);
}

// A rank of the output along which a block has a tile.
struct BlockRank {
  std::string root, rank;  // the operand's, and that of the tiles' numbers
  std::string var;         // of the block's loop: where the tile begins
  Expr tile;               // null: the loop has the coordinate itself, and `rank` is `root`

  Expr number() const { return tile ? div(ir::var(var), tile) : ir::var(var); }
};

class Deriver {
 public:
  Deriver(Program& program, size_t kernel)
      : program_(program),
        at_(kernel),
        kernel_(program.kernels[kernel]),
        nest_(unnest(kernel_.body)),
        names_(names_in_front(nest_, program)),
        root_of_(roots_of_variables(nest_)) {}

  // Why nothing can be derived here, behind "skipping K"; empty: `run` may be called.
  std::string obstacle() {
    std::string why = why_not();
    for (const Schedule::Pattern& p : kernel_.schedule.patterns)
      if (why.empty()) why = why_not(p);
    return why.empty() && patterns_.empty() ? "of operands without a pattern" : why;
  }

  // How many kernels were put in front.
  size_t run() {
    for (const Schedule::Pattern* p : patterns_) made_.push_back(pattern_of(*p));
    const Tensor common = made_.size() == 1 ? made_[0] : common_of();
    program_.notes.push_back(fmt::format(
        "{}: a block skips {} where {} hold nothing, by a list that it makes in shared memory",
        kernel_.name, root_, named(patterns_)));
    tell_patterns();
    tell_skip();
    walk_list(common);
    program_.kernels[at_] = kernel_;
    program_.kernels.insert(program_.kernels.begin() + static_cast<std::ptrdiff_t>(at_),
                            kernels_.begin(), kernels_.end());
    return kernels_.size();
  }

 private:
  // ---- What there is ----

  bool is_of(const std::string& rank, Place place) const {
    return place_of(kernel_, rank) == place;
  }

  // One skip, by a list of single coordinates, of a rank in time that is summed over. Empty: it is.
  std::string why_not() {
    const std::vector<Schedule::Skip>& skips = kernel_.schedule.skips;
    if (skips.size() != 1) return "beside another rank";
    if (skips[0].at != Place::Block) return "at another place than Block";
    if (kernel_.repeats) return "in rounds";
    if (kernel_.row_class) return "in a variant";
    const bool lists = skips[0].kind == Schedule::Skip::Kind::Compact ||
                       skips[0].kind == Schedule::Skip::Kind::Unchosen;
    if (!lists) return "by a test or a walk";
    const auto bottom = std::ranges::find(nest_.loops, skips[0].rank,
                                          [](const Nest::Loop& l) { return l.loop.rank; });
    if (bottom == nest_.loops.end() || bottom->loop.tile) return "by whole tiles";
    root_ = bottom->loop.root;
    if (output_roots(nest_).contains(root_)) return "which the output has";
    const std::vector<std::string> ranks = program_.ranks();
    for (int level : {0, 1, 2, 3})
      if (std::ranges::find(ranks, part(level)) != ranks.end())
        return "beside a rank called " + part(level);
    for (size_t i = 0; i < nest_.loops.size(); ++i) {
      const ForRank& loop = nest_.loops[i].loop;
      if (!is_of_coordinates(loop) || loop.extent != loop.root ||
          (loop.tile && !literal(loop.tile)))
        return "beside " + loop.rank + ", which is not cut by uniform_shape alone";
      if (loop.root != root_ || (over_.empty() && is_of(loop.rank, Place::Block))) continue;
      if (!is_of(loop.rank, Place::Time)) return "which workers share";
      over_.push_back(i);
    }
    if (over_.empty()) return "which blocks share";
    if (over_.size() > 2) return "in more than two parts";
    return nest_.loops[over_.back()].loop.tile ? "around its tiles" : "";
  }

  // The innermost loop over the rank that blocks share around all of the list.
  const ForRank* block_loop(const std::string& root) const {
    const ForRank* out = nullptr;
    for (size_t i = 0; i < over_[0]; ++i)
      if (const ForRank& loop = nest_.loops[i].loop;
          loop.root == root && is_of(loop.rank, Place::Block))
        out = &loop;
    return out;
  }

  // Whether a loop around this one has smaller tiles of the rank, or none.
  bool walks_less_around(const ForRank& tiles) const {
    for (size_t i = 0; i < over_[0] && nest_.loops[i].loop.rank != tiles.rank; ++i) {
      const ForRank& loop = nest_.loops[i].loop;
      const bool less = !loop.tile || (tiles.tile && *literal(loop.tile) < *literal(tiles.tile));
      if (loop.root == tiles.root && less) return true;
    }
    return false;
  }

  // Empty: the operand's pattern is taken, or another kernel's.
  std::string why_not(const Schedule::Pattern& p) {
    const Access* access = only_access(nest_, p.tensor);
    if (!access) return "";
    const Tensor& tensor = *program_.tensor(p.tensor);
    if (p.ranks.back().root != root_) return "by a pattern along " + p.ranks.back().root;
    if (!store_all(tensor.levels)) return "where " + p.tensor + " is stored compressed or in parts";
    std::set<std::string> roots;
    for (size_t axis = 0; axis < access->at.size(); ++axis)
      if (const std::string root = root_at(*access, axis, root_of_);
          root.empty() || root != tensor.ranks[axis] || !roots.insert(root).second)
        return "where " + p.tensor + " is read at other coordinates than its ranks'";
    for (const Schedule::Pattern::Rank& r : p.ranks) {
      if (!roots.contains(r.root)) return "by a pattern along " + r.root;
      if (r.root == root_ || blocks_.contains(r.root)) continue;
      const ForRank* loop = block_loop(r.root);
      if (!loop) return "where blocks share no loop over " + r.root + " around it";
      if (loop->tile && is_literal(loop->tile, 1))
        return "where a block's tile of " + r.root + " is one coordinate";
      if (walks_less_around(*loop)) return "where a loop over less of " + r.root + " is around it";
      BlockRank block{r.root, r.root, loop->var, loop->tile};
      if (block.tile) {
        block.rank = names_.fresh(r.root + "_TILES");
        program_.sizes.push_back({block.rank, ceil_div(var(r.root), block.tile)});
      }
      blocks_.emplace(r.root, block);
    }
    patterns_.push_back(&p);
    return "";
  }

  static std::string named(const std::vector<const Schedule::Pattern*>& patterns) {
    std::string out;
    for (const Schedule::Pattern* p : patterns) out += (out.empty() ? "" : " and ") + p->tensor;
    return out;
  }

  // ---- Kernels in front ----

  // Ranks that numbers of tiles have, then the one that is skipped.
  Tensor tensor_of_bits(const std::string& name, const std::vector<std::string>& ranks) {
    Tensor out;
    out.name = names_.fresh(name);
    out.role = Role::Intermediate;
    out.ranks = ranks;
    for (const std::string& rank : ranks) out.levels.push_back({rank, LevelFormat::Uncompressed});
    out.where = kernel_.schedule.skips[0].where;
    out.chosen = out.bits = out.derived = true;
    program_.tensors.push_back(out);
    return out;
  }

  using Part = FrontKernel::Loop;

  void add_kernel(const std::string& name, const std::vector<Part>& parts, AssignOp op,
                  const Expr& target, const Expr& value) {
    const SourceRange& where = kernel_.schedule.skips[0].where;
    kernels_.push_back(kernel_in_front(
        kernel_, {names_.fresh(kernel_.name + "_" + name), where, parts, op, target, value}));
  }

  static Expr element(const std::string& operand, std::vector<Expr> at) {
    return make_expr(Access{operand, std::move(at)});
  }
  static Expr number(double value) { return make_expr(FloatLit{value}); }

  // Whether anything of a tile differs from what is absent, for each coordinate of the rank. Lanes
  // read quads of neighbours: along the rank, or what else lies last.
  Tensor pattern_of(const Schedule::Pattern& pattern) {
    const Tensor given = *program_.tensor(pattern.tensor);
    std::vector<std::string> ranks;
    constexpr int64_t quad = 4;
    std::vector<Part> parts, inside, of_lanes, of_quads;
    for (const Schedule::Pattern::Rank& r : pattern.ranks) {
      const std::string& rank = r.root == root_ ? root_ : blocks_.at(r.root).rank;
      ranks.push_back(rank);
      if (r.root != root_) parts.push_back({rank, rank, 0, Place::Block, {}});
    }
    const bool along = given.levels.back().rank == root_;
    std::vector<Expr> at;
    // Over all of a rank inside of the tile; what its coordinate is.
    const auto add_inside = [&](const std::string& rank, const std::vector<std::string>& walked,
                                bool last) {
      if (along) {  // some at once, so that one read does not wait for another
        const std::string some = names_.fresh(rank + "_EIGHTS"),
                          own = names_.fresh(rank + "_OF_EIGHT");
        inside.push_back({some, rank, 8, Place::Time, walked});
        inside.push_back({own, rank, 0, Place::Time, walked});
        return var(variable_of(own));
      }
      if (!last) {
        inside.push_back({rank, rank, 0, Place::Time, walked});
        return var(variable_of(rank));
      }
      const std::string quads = names_.fresh(rank + "_QUADS"),
                        own = names_.fresh(rank + "_OF_QUAD");
      of_lanes.push_back({quads, rank, quad, Place::Lane, walked});
      of_quads.push_back({own, rank, 0, Place::Time, walked});
      return var(variable_of(own));
    };
    for (const std::string& rank : given.ranks) {
      const bool last = given.levels.back().rank == rank;
      const auto block = blocks_.find(rank);
      const bool has =
          block != blocks_.end() && std::ranges::find(ranks, block->second.rank) != ranks.end();
      if (rank == root_) {
        at.push_back(var(variable_of(part(0))));
      } else if (!has) {
        at.push_back(add_inside(rank, {given.name}, last));
      } else if (!block->second.tile) {
        at.push_back(var(variable_of(rank)));
      } else {
        const std::string own = names_.fresh(rank + "_OF_TILE");
        // Coordinates count no further than the extent.
        program_.sizes.push_back({own, least(block->second.tile, var(rank))});
        at.push_back(add(mul(block->second.tile, size_of(var(variable_of(block->second.rank)))),
                         size_of(add_inside(own, {}, last))));
      }
    }
    if (along) {
      of_lanes.push_back({part(1), root_, quad, Place::Lane, {given.name}});
      parts.push_back({part(3), root_, 512, Place::Block, {given.name}});
      parts.push_back({part(2), root_, 128, Place::Warp, {given.name}});
    } else {
      // Outside of the tiles: blocks side by side read rows that are.
      parts.insert(parts.begin(), {part(2), root_, 64, Place::Block, {given.name}});
      parts.push_back({part(1), root_, 8, Place::Warp, {given.name}});
    }
    // Sums of a thread's coordinates stand inside of the loop that lanes share.
    const Part bottom{part(0), root_, 0, Place::Time, {given.name}};
    for (const std::vector<Part>& next : {along ? of_lanes : inside, along ? inside : of_lanes})
      parts.insert(parts.end(), next.begin(), next.end());
    parts.push_back(bottom);
    parts.insert(parts.end(), of_quads.begin(), of_quads.end());
    const Tensor out = tensor_of_bits(given.name + "_pattern", ranks);
    const Expr differs = call("differs", {element(given.name, at), number(given.absent)});
    add_kernel(out.name, parts, AssignOp::Or, element(out.name, place_in(out)),
               call("choose", {differs, number(1), number(0)}));
    kernels_.back().reads_all = given.name;
    return out;
  }

  std::string part(int level) const { return root_ + std::to_string(level); }

  // By loops over whole ranks, and parts of the one that is skipped.
  std::vector<Expr> place_in(const Tensor& t) const {
    std::vector<Expr> out;
    for (const std::string& rank : t.ranks)
      out.push_back(var(variable_of(rank == root_ ? part(0) : rank)));
    return out;
  }

  // What all of the patterns say.
  Tensor common_of() {
    std::vector<std::string> ranks;
    for (const auto& [root, block] : blocks_) ranks.push_back(block.rank);
    ranks.push_back(root_);
    std::vector<Part> parts;
    for (const auto& [root, block] : blocks_) {
      parts.push_back({block.rank, block.rank, 0, Place::Block, {}});
      for (const Tensor& t : made_)
        if (std::ranges::find(t.ranks, block.rank) != t.ranks.end())
          parts.back().walked.push_back(t.name);
    }
    std::vector<std::string> all;
    for (const Tensor& t : made_) all.push_back(t.name);
    parts.push_back({part(2), root_, 1024, Place::Warp, all});
    parts.push_back({part(1), root_, 32, Place::Lane, all});
    parts.push_back({part(0), root_, 0, Place::Time, all});
    const Tensor out = tensor_of_bits(tensor_of(output_of(kernel_)) + "_common", ranks);
    Expr value;
    for (const Tensor& t : made_) {
      const Expr bit = element(t.name, place_in(t));
      value = value ? mul(value, bit) : bit;
    }
    add_kernel(out.name, parts, AssignOp::Set, element(out.name, place_in(out)), value);
    return out;
  }

  // ---- For the report ----

  void tell_patterns() {
    for (size_t i = 0; i < made_.size(); ++i) {
      const Tensor& given = *program_.tensor(patterns_[i]->tensor);
      PatternWords out{made_[i].name, given.name};
      out.gapless = true;
      for (const Schedule::Pattern::Rank& r : patterns_[i]->ranks) {
        const Expr tile = r.root == root_ ? nullptr : blocks_.at(r.root).tile;
        out.ranks.push_back({r.root, std::ranges::find(given.ranks, r.root) - given.ranks.begin(),
                             tile ? *literal(tile) : 1, r.tile});
      }
      if (over_.size() == 2) out.group = *literal(nest_.loops[over_[0]].loop.tile);
      program_.patterns.push_back(std::move(out));
    }
  }

  void tell_skip() {
    const Schedule::Skip& skip = kernel_.schedule.skips[0];
    SkippedLoop out{kernel_.name, skip.rank, root_, 1, Place::Block, Schedule::Skip::Kind::Compact,
                    {},           lit(1),    {},    ""};
    // A block's iterations around the list have so much of the other ranks each.
    std::map<std::string, int64_t> covers;
    for (size_t i = 0; i < over_[0]; ++i) {
      const ForRank& loop = nest_.loops[i].loop;
      if (loop.root != root_ && (is_of(loop.rank, Place::Block) || is_of(loop.rank, Place::Time)))
        covers[loop.root] = loop.tile ? *literal(loop.tile) : 1;
    }
    for (const auto& [root, coordinates] : covers) out.covers.push_back({root, coordinates});
    for (const Tensor& t : made_) out.patterns.push_back(t.name);
    program_.skipped.push_back(std::move(out));
  }

  // ---- The kernel itself ----

  void walk_list(const Tensor& list) {
    const int64_t listed_at_once = has_one_warp(kernel_, nest_) ? 2048 : 4096;
    std::vector<Expr> at;
    for (const std::string& rank : list.ranks) {
      const auto block = std::ranges::find_if(
          blocks_, [&](const auto& entry) { return entry.second.rank == rank; });
      at.push_back(rank == root_ ? var(nest_.loops[over_.back()].loop.var)
                                 : block->second.number());
    }
    const std::string chunk = names_.fresh(root_ + "_CHUNKS");
    Nest out = nest_;
    for (size_t i : over_) {
      std::vector<Fiber>& fibers = out.loops[i].loop.over.fibers;
      fibers.insert(fibers.begin(), {list.name});
    }
    if (over_.size() == 2) out.loops[over_[0]].loop.leader = list.name;
    Nest::Loop chunks = out.loops[over_[0]];
    chunks.loop.rank = chunk;
    chunks.loop.var = variable_of(chunk);
    chunks.loop.tile = lit(listed_at_once);
    chunks.loop.leader = "";
    out.loops.insert(out.loops.begin() + static_cast<std::ptrdiff_t>(over_[0]), chunks);
    const auto* n = as<Assign>(nest_.body);
    const Expr present = call("differs", {element(list.name, at), number(0)});
    out.body = assign(n->target, n->op, call("choose", {present, n->value, number(kernel_.start)}),
                      nest_.body->where);
    kernel_.body = renest(out);
    Schedule::Staging staging{list.name, Memory::Shared, chunk, 1, kernel_.schedule.skips[0].where};
    staging.rank = root_;
    staging.listed = true;
    kernel_.schedule.stagings.push_back(staging);
    kernel_.schedule.skips.clear();
    kernel_.schedule.patterns.clear();
  }

  Program& program_;
  size_t at_;
  Kernel kernel_;
  Nest nest_;
  Names names_;
  std::string root_;                                // of the rank that is skipped
  std::vector<size_t> over_;                        // its loops
  std::map<std::string, std::string> root_of_;      // of variables
  std::map<std::string, BlockRank> blocks_;         // by root
  std::vector<const Schedule::Pattern*> patterns_;  // the kernel's, until it walks the list
  std::vector<Tensor> made_;                        // of each pattern
  std::vector<Kernel> kernels_;
};

std::optional<Program> derive_skips(Program program, const Target& target, bool stage_first,
                                    Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  for (size_t i = 0; i < program.kernels.size(); ++i) {
    Kernel& kernel = program.kernels[i];
    Schedule& s = kernel.schedule;
    if (s.skips.empty() && s.patterns.empty()) continue;
    const Staged staged = staged_as(program, kernel, target);
    if (!staged.choices.empty()) {
      s.skips = staged.skips;
      if (s.skips.empty()) s.patterns.clear();
      for (const std::string& choice : staged.choices)
        program.notes.push_back(kernel.name + ": " + choice);
    }
    if (s.skips.empty()) continue;
    Program derived = program;
    Deriver deriver(derived, i);
    const std::string why = deriver.obstacle();
    if (staged.how != Staged::How::NotAtAll &&
        (stage_first || !why.empty() || is_better_staged(program, kernel, target, staged.how)))
      continue;
    if (why.empty()) {
      i += deriver.run();
      program = std::move(derived);
    } else if (!is_plain_sum(kernel)) {  // else `stage` says what is wrong
      const Schedule::Skip& skip = s.skips[0];
      diagnostics.error(Code::Unsupported, skip.where,
                        fmt::format("unsupported: skipping {} {}, where sums are not plain sums; "
                                    "there a block skips single coordinates by a list (compact)",
                                    skip.rank, why));
    }
  }
  if (diagnostics.errors() > errors) return std::nullopt;
  return program;
}

}  // namespace

std::optional<Program> derive(Program program, const Target& target, Diagnostics& diagnostics) {
  return derive_skips(std::move(program), target, false, diagnostics);
}

std::optional<Program> derive_what_stage_leaves(Program program, const Target& target,
                                                Diagnostics& diagnostics) {
  return derive_skips(std::move(program), target, true, diagnostics);
}

}  // namespace teaal::passes
