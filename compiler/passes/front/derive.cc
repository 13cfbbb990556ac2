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
// warps that multiply together nor have such blocks take turns, nor lay out what one list for all
// names. An H200, 4096^3, 1/2, 1/4, 1/8 of each operand's tiles, with all steps: blocks of one
// warp, of which fewer run at once as each holds its list, take 956, 331 and 185 us for 929, 307
// and 150; 1xf16 by mma.sync 316, 141 and 98 for 310, 137 and 94.
bool is_better_staged(const Program& program, const Kernel& kernel, const Target& target,
                      Staged::How how) {
  const Schedule& s = kernel.schedule;
  const bool f16 = s.tensor_core && s.tensor_core->arithmetic == Arithmetic::F16x1;
  const Nest nest = unnest(kernel.body);
  const auto lists = [&](const Schedule::Skip& skip) {
    const auto loop =
        std::ranges::find(nest.loops, skip.rank, [](const Nest::Loop& l) { return l.loop.rank; });
    return skip.at == Place::Grid || (loop != nest.loops.end() && loop->loop.tile);
  };
  const bool better = how == Staged::How::Lines ? s.at_once != nullptr
                      : how == Staged::How::Apart
                          ? f16 || (s.tensor_core && std::ranges::any_of(s.skips, lists)) ||
                                has_one_warp(kernel, nest)
                          : how == Staged::How::Gathered;
  return better || target.narrow_values || s.skips[0].longest_first ||
         !store_all(program.tensor(tensor_of(output_of(kernel)))->levels);
}

// A rank of the output along which a block, or a warp, has a tile.
struct BlockRank {
  std::string root, rank;  // the operand's, and that of the tiles' numbers
  std::string var;         // of the loop: where the tile begins
  Expr tile;               // null: the loop has the coordinate itself, and `rank` is `root`

  Expr number() const { return tile ? div(ir::var(var), tile) : ir::var(var); }
};

// What an Intersector asks for.
struct Way {
  const Schedule::Skip* skip;
  std::string root = "";                         // of the rank that is skipped
  Expr tile = nullptr;                           // by whole tiles; null: by single coordinates
  bool listed = false;                           // else what patterns have in common is walked
  size_t at = 0;                                 // the loop that skips
  std::vector<size_t> over = {};                 // the rank's loops inside of blocks
  std::map<std::string, BlockRank> blocks = {};  // by root
  std::vector<const Schedule::Pattern*> patterns = {};
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
    for (const Schedule::Skip& skip : kernel_.schedule.skips) {
      Way way{&skip};
      std::string why = why_not(way);
      for (const Schedule::Pattern& p : kernel_.schedule.patterns)
        if (why.empty()) why = why_not(way, p);
      if (why.empty() && way.patterns.empty()) why = "of operands without a pattern";
      if (!why.empty()) return why;
      ways_.push_back(std::move(way));
    }
    return std::ranges::count(ways_, true, &Way::listed) > 1 ? "by two lists" : "";
  }

  // How many kernels were put in front.
  size_t run() {
    // What asks leaves the loops as they are.
    std::ranges::stable_partition(ways_, [](const Way& way) { return !way.listed; });
    for (Way& way : ways_) {
      locate(way);
      std::vector<Tensor> bits;
      for (const Schedule::Pattern* p : way.patterns) bits.push_back(pattern_of(way, *p));
      tell_skip(way, bits);
      if (way.tile || (way.listed && bits.size() > 1)) bits = {common_of(way, bits)};
      if (way.listed)
        walk_list(way, bits[0]);
      else
        ask(way, bits);
    }
    kernel_.schedule.skips.clear();
    kernel_.schedule.patterns.clear();
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

  // A rank in time that is summed over: its coordinates or tiles by a list, or any loop over it
  // that asks. Empty: it is.
  std::string why_not(Way& way) {
    const Schedule::Skip& skip = *way.skip;
    if (kernel_.repeats) return "in rounds";
    if (kernel_.row_class) return "in a variant";
    if (!locate(way)) return "which is no loop of its own";
    way.root = nest_.loops[way.at].loop.root;
    way.tile = nest_.loops[way.at].loop.tile;
    way.listed = skip.at != Place::Warp && (skip.kind == Schedule::Skip::Kind::Compact ||
                                            skip.kind == Schedule::Skip::Kind::Unchosen);
    if (output_roots(nest_).contains(way.root)) return "which the output has";
    const std::vector<std::string> ranks = program_.ranks();
    for (int level : {0, 1, 2, 3})
      if (std::ranges::find(ranks, part(way, level)) != ranks.end())
        return "beside a rank called " + part(way, level);
    for (const Nest::Loop& l : nest_.loops)
      if (!is_of_coordinates(l.loop) || l.loop.extent != l.loop.root ||
          (l.loop.tile && !literal(l.loop.tile)))
        return "beside " + l.loop.rank + ", which is not cut by uniform_shape alone";
    if (way.listed) return why_no_list(way);
    return kernel_.schedule.tensor_core && !way.tile
               ? "one by one, where tensor cores multiply some"
               : "";
  }

  // False: there is no such loop.
  bool locate(Way& way) const {
    const auto loop = std::ranges::find(nest_.loops, way.skip->rank,
                                        [](const Nest::Loop& l) { return l.loop.rank; });
    if (loop == nest_.loops.end()) return false;
    way.at = static_cast<size_t>(loop - nest_.loops.begin());
    way.over.clear();
    for (size_t i = 0; i < nest_.loops.size(); ++i) {
      const ForRank& other = nest_.loops[i].loop;
      if (other.root == loop->loop.root && !(way.over.empty() && is_of(other.rank, Place::Block)))
        way.over.push_back(i);
    }
    return true;
  }

  std::string why_no_list(const Way& way) const {
    if (way.over.empty() || way.at < way.over[0]) return "which blocks share";
    for (size_t i : way.over)
      if (!is_of(nest_.loops[i].loop.rank, Place::Time)) return "which workers share";
    if (way.over.size() > 2) return "in more than two parts";
    if (way.tile && (way.at != way.over[0] || listed_at_once() % *literal(way.tile) != 0))
      return "by tiles that no list can have";
    return nest_.loops[way.over.back()].loop.tile ? "around its tiles" : "";
  }

  // The loops among which those over tiles of the output may be: a list is made inside of them.
  size_t around(const Way& way) const { return way.listed ? way.over[0] : nest_.loops.size(); }

  // The innermost loop over the rank that blocks share, or warps where these skip.
  const ForRank* block_loop(const Way& way, const std::string& root) const {
    const ForRank* out = nullptr;
    for (size_t i = 0; i < around(way); ++i)
      if (const ForRank& loop = nest_.loops[i].loop; loop.root == root && has_tile(way, loop))
        out = &loop;
    return out;
  }

  bool is_shared(const Way& way, const std::string& root) const {
    return std::ranges::any_of(nest_.loops, [&](const Nest::Loop& l) {
      return l.loop.root == root && has_tile(way, l.loop);
    });
  }

  bool has_tile(const Way& way, const ForRank& loop) const {
    return is_of(loop.rank, Place::Block) ||
           (way.skip->at == Place::Warp && is_of(loop.rank, Place::Warp));
  }

  // Whether a loop around this one has smaller tiles of the rank, or none.
  bool walks_less_around(const Way& way, const ForRank& tiles) const {
    for (size_t i = 0; i < around(way) && nest_.loops[i].loop.rank != tiles.rank; ++i) {
      const ForRank& loop = nest_.loops[i].loop;
      const bool less = !loop.tile || (tiles.tile && *literal(loop.tile) < *literal(tiles.tile));
      if (loop.root == tiles.root && less) return true;
    }
    return false;
  }

  // Empty: the operand's pattern is taken, or another kernel's.
  std::string why_not(Way& way, const Schedule::Pattern& p) {
    const Access* access = only_access(nest_, p.tensor);
    if (!access) return "";
    const Tensor& tensor = *program_.tensor(p.tensor);
    if (p.ranks.back().root != way.root) return "by a pattern along " + p.ranks.back().root;
    if (!store_all(tensor.levels)) return "where " + p.tensor + " is stored compressed or in parts";
    std::set<std::string> roots;
    for (size_t axis = 0; axis < access->at.size(); ++axis)
      if (const std::string root = root_at(*access, axis, root_of_);
          root.empty() || root != tensor.ranks[axis] || !roots.insert(root).second)
        return "where " + p.tensor + " is read at other coordinates than its ranks'";
    for (const Schedule::Pattern::Rank& r : p.ranks) {
      if (!roots.contains(r.root)) return "by a pattern along " + r.root;
      const bool of_all = r.root == way.root || way.skip->at == Place::Grid;
      if (of_all || way.blocks.contains(r.root)) continue;
      const ForRank* loop = block_loop(way, r.root);
      if (!loop && !is_shared(way, r.root)) continue;  // each has all of it
      if (!loop) return "where blocks share no loop over " + r.root + " around it";
      if (loop->tile && is_literal(loop->tile, 1))
        return "where a block's tile of " + r.root + " is one coordinate";
      if (walks_less_around(way, *loop))
        return "where a loop over less of " + r.root + " is around it";
      way.blocks.emplace(
          r.root, BlockRank{r.root, loop->tile ? tiles_of(r.root, *literal(loop->tile)) : r.root,
                            loop->var, loop->tile});
    }
    way.patterns.push_back(&p);
    return "";
  }

  // The rank that numbers such tiles.
  std::string tiles_of(const std::string& root, int64_t tile) {
    std::string& rank = tiles_[{root, tile}];
    if (!rank.empty()) return rank;
    rank = names_.fresh(root + "_TILES");
    program_.sizes.push_back({rank, ceil_div(var(root), lit(tile))});
    return rank;
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
  Tensor pattern_of(const Way& way, const Schedule::Pattern& pattern) {
    const Tensor given = *program_.tensor(pattern.tensor);
    const std::string& root = way.root;
    std::vector<std::string> ranks;
    constexpr int64_t quad = 4;
    std::vector<Part> parts, inside, of_lanes, of_quads;
    for (const Schedule::Pattern::Rank& r : pattern.ranks) {
      const auto block = way.blocks.find(r.root);
      if (r.root != root && block == way.blocks.end()) continue;
      ranks.push_back(r.root == root ? root : block->second.rank);
      if (r.root != root) parts.push_back({ranks.back(), ranks.back(), 0, Place::Block, {}});
    }
    const auto known = patterns_.find({given.name, ranks});
    if (known != patterns_.end()) return known->second;
    const bool along = given.levels.back().rank == root;
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
      const auto block = way.blocks.find(rank);
      const bool has =
          block != way.blocks.end() && std::ranges::find(ranks, block->second.rank) != ranks.end();
      if (rank == root) {
        at.push_back(var(variable_of(part(way, 0))));
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
      of_lanes.push_back({part(way, 1), root, quad, Place::Lane, {given.name}});
      parts.push_back({part(way, 3), root, 512, Place::Block, {given.name}});
      parts.push_back({part(way, 2), root, 128, Place::Warp, {given.name}});
    } else {
      // Outside of the tiles: blocks side by side read rows that are.
      parts.insert(parts.begin(), {part(way, 2), root, 64, Place::Block, {given.name}});
      parts.push_back({part(way, 1), root, 8, Place::Warp, {given.name}});
    }
    // Sums of a thread's coordinates stand inside of the loop that lanes share.
    const Part bottom{part(way, 0), root, 0, Place::Time, {given.name}};
    for (const std::vector<Part>& next : {along ? of_lanes : inside, along ? inside : of_lanes})
      parts.insert(parts.end(), next.begin(), next.end());
    parts.push_back(bottom);
    parts.insert(parts.end(), of_quads.begin(), of_quads.end());
    const Tensor out = tensor_of_bits(given.name + "_pattern", ranks);
    const Expr differs = call("differs", {element(given.name, at), number(given.absent)});
    add_kernel(out.name, parts, AssignOp::Or,
               element(out.name, place_in(way, out, var(variable_of(part(way, 0))))),
               call("choose", {differs, number(1), number(0)}));
    kernels_.back().reads_all = given.name;
    tell_pattern(way, pattern, out);
    patterns_[{given.name, ranks}] = out;
    return out;
  }

  static std::string part(const Way& way, int level) { return way.root + std::to_string(level); }

  // By loops over whole ranks, and parts of the one that is skipped, of which this is read.
  std::vector<Expr> place_in(const Way& way, const Tensor& t, const Expr& coordinate) const {
    std::vector<Expr> out;
    for (const std::string& rank : t.ranks)
      out.push_back(rank == way.root ? coordinate : var(variable_of(rank)));
    return out;
  }

  // What all of the patterns say. By whole tiles: whether they have anything in common there; a
  // list has all coordinates of such a tile.
  Tensor common_of(const Way& way, const std::vector<Tensor>& patterns) {
    const bool of_tiles = way.tile && !way.listed;
    const std::string last = of_tiles ? tiles_of(way.root, *literal(way.tile)) : way.root;
    std::vector<std::string> ranks;
    std::vector<Part> parts;
    for (const auto& [root, block] : way.blocks) {
      ranks.push_back(block.rank);
      parts.push_back({block.rank, block.rank, 0, Place::Block, {}});
      for (const Tensor& t : patterns)
        if (std::ranges::find(t.ranks, block.rank) != t.ranks.end())
          parts.back().walked.push_back(t.name);
    }
    ranks.push_back(last);
    std::vector<std::string> all;
    if (!way.tile)
      for (const Tensor& t : patterns) all.push_back(t.name);
    // A lane has a word of what is common, or of tiles one bit: words are whole either way.
    parts.push_back({part(way, 2), last, 1024, Place::Warp, all});
    if (!way.tile) parts.push_back({part(way, 1), last, 32, Place::Lane, all});
    parts.push_back({part(way, 0), last, 0, way.tile ? Place::Lane : Place::Time, all});
    const Expr own = var(variable_of(part(way, 0)));
    Expr read = own;
    if (way.tile) {
      const std::string inside = names_.fresh(way.root + "_OF_TILE");
      program_.sizes.push_back({inside, least(way.tile, var(way.root))});
      parts.push_back({inside, inside, 0, Place::Time, {}});
      read = add(mul(way.tile, size_of(of_tiles ? own : div(own, way.tile))),
                 size_of(var(variable_of(inside))));
    }
    const Tensor out = tensor_of_bits(tensor_of(output_of(kernel_)) + "_common", ranks);
    Expr value;
    for (const Tensor& t : patterns) {
      const Expr bit = element(t.name, place_in(way, t, read));
      value = value ? mul(value, bit) : bit;
    }
    std::vector<Expr> at;
    for (const auto& [root, block] : way.blocks) at.push_back(var(variable_of(block.rank)));
    at.push_back(own);
    add_kernel(out.name, parts, way.tile ? AssignOp::Or : AssignOp::Set,
               element(out.name, std::move(at)), value);
    return out;
  }

  // ---- For the report ----

  void tell_pattern(const Way& way, const Schedule::Pattern& pattern, const Tensor& made) {
    const Tensor& given = *program_.tensor(pattern.tensor);
    PatternWords out{made.name, given.name};
    out.gapless = true;
    for (const Schedule::Pattern::Rank& r : pattern.ranks) {
      const auto block = way.blocks.find(r.root);
      if (r.root != way.root && block == way.blocks.end()) continue;
      const Expr tile = block == way.blocks.end() ? nullptr : block->second.tile;
      out.ranks.push_back({r.root, std::ranges::find(given.ranks, r.root) - given.ranks.begin(),
                           tile ? *literal(tile) : 1, r.tile});
    }
    if (way.over.size() == 2) out.group = *literal(nest_.loops[way.over[0]].loop.tile);
    program_.patterns.push_back(std::move(out));
  }

  void tell_skip(const Way& way, const std::vector<Tensor>& patterns) {
    const Place at = way.skip->at;
    std::string all;
    for (const Schedule::Pattern* p : way.patterns) all += (all.empty() ? "" : " and ") + p->tensor;
    program_.notes.push_back(fmt::format("{}: a {} skips {} where {} hold nothing, {}",
                                         kernel_.name, at == Place::Warp ? "warp" : "block",
                                         way.tile ? way.skip->rank : way.root, all,
                                         way.listed ? "by a list that it makes in shared memory"
                                                    : "by walking what they have in common"));
    SkippedLoop out{
        kernel_.name, way.skip->rank,
        way.root,     way.tile ? *literal(way.tile) : 1,
        at,           way.listed ? Schedule::Skip::Kind::Compact : Schedule::Skip::Kind::Walk,
        {},           lit(1),
        {},           ""};
    // A worker's iterations around have so much of the other ranks each.
    std::map<std::string, int64_t> covers;
    for (size_t i = 0; i < around(way) && at != Place::Grid; ++i) {
      const ForRank& loop = nest_.loops[i].loop;
      const bool is_around = has_tile(way, loop) || (i < way.at && is_of(loop.rank, Place::Time));
      if (loop.root != way.root && is_around)
        covers[loop.root] = loop.tile ? *literal(loop.tile) : 1;
    }
    for (const auto& [root, coordinates] : covers) out.covers.push_back({root, coordinates});
    for (const Tensor& t : patterns) out.patterns.push_back(t.name);
    program_.skipped.push_back(std::move(out));
  }

  // ---- The kernel itself ----

  int64_t listed_at_once() const { return has_one_warp(kernel_, nest_) ? 2048 : 4096; }

  // The sum, of what is there alone: `coordinate` is that of the last rank.
  void ask_for(const Way& way, const Tensor& bits, const Expr& coordinate) {
    std::vector<Expr> at;
    for (const std::string& rank : bits.ranks)
      for (const auto& [root, block] : way.blocks)
        if (block.rank == rank) at.push_back(block.number());
    at.push_back(coordinate);
    const auto* n = as<Assign>(nest_.body);
    const Expr present = call("differs", {element(bits.name, at), number(0)});
    nest_.body =
        assign(n->target, n->op, call("choose", {present, n->value, number(kernel_.start)}),
               nest_.body->where);
  }

  void ask(const Way& way, const std::vector<Tensor>& bits) {
    const Expr own = var(nest_.loops[way.at].loop.var);
    for (const Tensor& t : bits) ask_for(way, t, way.tile ? div(own, way.tile) : own);
    ask_inside(way);
    kernel_.body = renest(nest_);
  }

  // Loops over a warp's tiles stand around the loop that asks, so that one word answers for 32 of
  // its iterations; unless a block fills tiles in there.
  void ask_inside(const Way& way) {
    size_t behind = way.at;
    for (size_t i = way.at; i < nest_.loops.size(); ++i) {
      const ForRank& loop = nest_.loops[i].loop;
      for (const Schedule::Staging& s : kernel_.schedule.stagings)
        if (s.memory == Memory::Shared && s.evict_on == loop.rank) return;
      const auto block = way.blocks.find(loop.root);
      if (block != way.blocks.end() && block->second.var == loop.var) behind = i;
    }
    const auto at = nest_.loops.begin() + static_cast<std::ptrdiff_t>(way.at);
    std::rotate(at, at + 1, at + static_cast<std::ptrdiff_t>(behind - way.at) + 1);
  }

  void walk_list(const Way& way, const Tensor& list) {
    const int64_t at_once = listed_at_once();
    const std::string chunk = names_.fresh(way.root + "_CHUNKS");
    ask_for(way, list, var(nest_.loops[way.over.back()].loop.var));
    for (size_t i : way.over) {
      std::vector<Fiber>& fibers = nest_.loops[i].loop.over.fibers;
      fibers.insert(fibers.begin(), {list.name});
    }
    if (way.over.size() == 2) nest_.loops[way.over[0]].loop.leader = list.name;
    Nest::Loop chunks = nest_.loops[way.over[0]];
    chunks.loop.rank = chunk;
    chunks.loop.var = variable_of(chunk);
    chunks.loop.tile = lit(at_once);
    chunks.loop.leader = "";
    nest_.loops.insert(nest_.loops.begin() + static_cast<std::ptrdiff_t>(way.over[0]), chunks);
    kernel_.body = renest(nest_);
    Schedule::Staging staging{list.name, Memory::Shared, chunk, 1, way.skip->where};
    staging.rank = way.root;
    staging.listed = true;
    kernel_.schedule.stagings.push_back(staging);
  }

  Program& program_;
  size_t at_;
  Kernel kernel_;
  Nest nest_;
  Names names_;
  std::map<std::string, std::string> root_of_;  // of variables
  std::vector<Way> ways_;
  std::map<std::pair<std::string, int64_t>, std::string> tiles_;  // of a root and tile: their rank
  // Of operands, for tiles that are numbered so.
  std::map<std::pair<std::string, std::vector<std::string>>, Tensor> patterns_;
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
