#include "compiler/passes/front/derive.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/front/front_kernel.h"
#include "compiler/passes/front/skip_ways.h"
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
  if (!placed) return {true, kernel.schedule.skips, {}};
  return stage_lowers(std::move(*placed), kernel.name, target);
}

// What `stage` still does better than the passes of any nest, which turn no elements of 16 bits
// round, run no blocks in the order of their lists, and store no tiles. Blocks of one warp, of
// which fewer run at once as each holds its list, take 971 and 188 us for 922 and 150 (an H200,
// 4096^3, 1/2 and 1/8 of each operand's tiles, with all steps). For four warps that multiply
// together it knows nothing.
bool is_better_staged(const Program& program, const Kernel& kernel, const Target& target) {
  const Schedule& s = kernel.schedule;
  const auto walks = [](const Schedule::Skip& skip) {
    return skip.at == Place::Warp || skip.kind == Schedule::Skip::Kind::Test ||
           skip.kind == Schedule::Skip::Kind::Walk;
  };
  if (std::ranges::all_of(s.skips, walks) || (s.tensor_core && target.warpgroups)) return false;
  return has_one_warp(kernel, unnest(kernel.body)) || target.narrow_values ||
         s.skips[0].longest_first ||
         !store_all(program.tensor(tensor_of(output_of(kernel)))->levels);
}

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
  std::string obstacle() { return find_ways(program_, kernel_, nest_, ways_); }

  // How many kernels were put in front.
  size_t run() {
    if (ways_.empty())
      program_.notes.push_back(kernel_.name +
                               ": nothing is skipped, as no operand that it reads has a pattern");
    // What asks leaves the loops as they are.
    std::ranges::stable_partition(ways_, [](const SkipWay& way) { return !way.listed; });
    for (SkipWay& way : ways_) {
      way.locate(kernel_, nest_);
      if (way.skip->longest_first)
        program_.notes.push_back(
            kernel_.name +
            ": blocks make their lists themselves, so that none is known to be "
            "the longest when the first one runs");
      std::vector<Tensor> bits;
      for (const Schedule::Pattern* p : way.patterns) bits.push_back(pattern_of(way, *p));
      tell_skip(way, bits);
      if (way.listed ? bits.size() > 1 : way.tile != nullptr) bits = {common_of(way, bits)};
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
  // What numbers a block's tiles.
  std::string rank_of(const BlockRank& block) {
    return block.tile ? tiles_of(block.root, *literal(block.tile)) : block.root;
  }

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
  Tensor pattern_of(const SkipWay& way, const Schedule::Pattern& pattern) {
    const Tensor given = *program_.tensor(pattern.tensor);
    const std::string& root = way.root;
    std::vector<std::string> ranks;
    constexpr int64_t quad = 4;
    std::vector<Part> parts, inside, of_lanes, of_quads;
    for (const Schedule::Pattern::Rank& r : pattern.ranks) {
      const auto block = way.blocks.find(r.root);
      if (r.root != root && block == way.blocks.end()) continue;
      ranks.push_back(r.root == root ? root : rank_of(block->second));
      if (r.root != root) parts.push_back({ranks.back(), ranks.back(), 0, Place::Block, {}});
    }
    const auto known = patterns_.find({given.name, ranks});
    if (known != patterns_.end()) return known->second;
    const bool along = given.levels.back().rank == root;
    std::vector<Expr> at;
    bool whole = false;  // lanes read all of a rank
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
      const bool has = block != way.blocks.end() &&
                       std::ranges::find(ranks, rank_of(block->second)) != ranks.end();
      if (rank == root) {
        at.push_back(var(variable_of(way.part(0))));
      } else if (!has) {
        // All of it, which one block would not read in time.
        if (along)
          parts.insert(parts.begin(),
                       {names_.fresh(rank + "_PARTS"), rank, 256, Place::Block, {given.name}});
        whole |= last;
        at.push_back(add_inside(rank, {given.name}, last));
      } else if (!block->second.tile) {
        at.push_back(var(variable_of(rank)));
      } else {
        const std::string own = names_.fresh(rank + "_OF_TILE");
        // Coordinates count no further than the extent.
        program_.sizes.push_back({own, least(block->second.tile, var(rank))});
        at.push_back(add(mul(block->second.tile, size_of(var(variable_of(rank_of(block->second))))),
                         size_of(add_inside(own, {}, last))));
      }
    }
    if (along) {
      of_lanes.push_back({way.part(1), root, quad, Place::Lane, {given.name}});
      parts.push_back({way.part(3), root, 512, Place::Block, {given.name}});
      parts.push_back({way.part(2), root, 128, Place::Warp, {given.name}});
    } else {
      // Outside of the tiles: blocks side by side read rows that are.
      constexpr int64_t warps = 8;
      const int64_t of_warp = whole ? 2 : 8;
      parts.insert(parts.begin(), {way.part(2), root, warps * of_warp, Place::Block, {given.name}});
      parts.push_back({way.part(1), root, of_warp, Place::Warp, {given.name}});
    }
    // Sums of a thread's coordinates stand inside of the loop that lanes share.
    const Part bottom{way.part(0), root, 0, Place::Time, {given.name}};
    for (const std::vector<Part>& next : {along ? of_lanes : inside, along ? inside : of_lanes})
      parts.insert(parts.end(), next.begin(), next.end());
    parts.push_back(bottom);
    parts.insert(parts.end(), of_quads.begin(), of_quads.end());
    const Tensor out = tensor_of_bits(given.name + "_pattern", ranks);
    const Expr differs = call("differs", {element(given.name, at), number(given.absent)});
    add_kernel(out.name, parts, AssignOp::Or,
               element(out.name, place_in(way, out, var(variable_of(way.part(0))))),
               call("choose", {differs, number(1), number(0)}));
    kernels_.back().reads_all = given.name;
    tell_pattern(way, pattern, out);
    patterns_[{given.name, ranks}] = out;
    return out;
  }

  // By loops over whole ranks, and parts of the one that is skipped, of which this is read.
  std::vector<Expr> place_in(const SkipWay& way, const Tensor& t, const Expr& coordinate) const {
    std::vector<Expr> out;
    for (const std::string& rank : t.ranks)
      out.push_back(rank == way.root ? coordinate : var(variable_of(rank)));
    return out;
  }

  // What all of the patterns say. Of whole tiles: whether they have anything in common there; a
  // list looks at single coordinates.
  Tensor common_of(const SkipWay& way, const std::vector<Tensor>& patterns) {
    const Expr tile = way.listed ? nullptr : way.tile;
    const std::string last = tile ? tiles_of(way.root, *literal(tile)) : way.root;
    std::vector<std::string> ranks;
    std::vector<Part> parts;
    for (const auto& [root, block] : way.blocks) {
      ranks.push_back(rank_of(block));
      parts.push_back({rank_of(block), rank_of(block), 0, Place::Block, {}});
      for (const Tensor& t : patterns)
        if (std::ranges::find(t.ranks, rank_of(block)) != t.ranks.end())
          parts.back().walked.push_back(t.name);
    }
    ranks.push_back(last);
    std::vector<std::string> all;
    if (!tile)
      for (const Tensor& t : patterns) all.push_back(t.name);
    // A lane has a word of what is common, or of tiles one bit.
    parts.push_back({way.part(2), last, 1024, Place::Warp, all});
    if (!tile) parts.push_back({way.part(1), last, 32, Place::Lane, all});
    parts.push_back({way.part(0), last, 0, tile ? Place::Lane : Place::Time, all});
    const Expr own = var(variable_of(way.part(0)));
    Expr read = own;
    if (tile) {
      const std::string inside = names_.fresh(way.root + "_OF_TILE");
      program_.sizes.push_back({inside, least(tile, var(way.root))});
      parts.push_back({inside, inside, 0, Place::Time, {}});
      read = add(mul(tile, size_of(own)), size_of(var(variable_of(inside))));
    }
    const Tensor out = tensor_of_bits(tensor_of(output_of(kernel_)) + "_common", ranks);
    Expr value;
    for (const Tensor& t : patterns) {
      const Expr bit = element(t.name, place_in(way, t, read));
      value = value ? mul(value, bit) : bit;
    }
    std::vector<Expr> at;
    for (const auto& [root, block] : way.blocks) at.push_back(var(variable_of(rank_of(block))));
    at.push_back(own);
    add_kernel(out.name, parts, tile ? AssignOp::Or : AssignOp::Set,
               element(out.name, std::move(at)), value);
    return out;
  }

  // ---- For the report ----

  void tell_pattern(const SkipWay& way, const Schedule::Pattern& pattern, const Tensor& made) {
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
    for (size_t i : way.over)
      if (const Expr& tile = nest_.loops[i].loop.tile) out.group = *literal(tile);
    program_.patterns.push_back(std::move(out));
  }

  void tell_skip(const SkipWay& way, const std::vector<Tensor>& patterns) {
    using Kind = Schedule::Skip::Kind;
    const Place at = way.skip->at;
    const Kind kind = way.listed                     ? Kind::Compact
                      : way.skip->kind == Kind::Test ? Kind::Test
                                                     : Kind::Walk;
    std::string all;
    for (const Schedule::Pattern* p : way.patterns) all += (all.empty() ? "" : " and ") + p->tensor;
    program_.notes.push_back(fmt::format("{}: a {} skips {} where {} hold nothing, {}",
                                         kernel_.name, at == Place::Warp ? "warp" : "block",
                                         way.tile ? way.skip->rank : way.root, all,
                                         way.listed ? "by a list that it makes in shared memory"
                                                    : "by walking what they have in common"));
    SkippedLoop out{kernel_.name, way.skip->rank,
                    way.root,     way.tile ? *literal(way.tile) : 1,
                    at,           kind,
                    {},           lit(1),
                    {},           ""};
    // A worker's iterations around have so much of the other ranks each.
    std::map<std::string, int64_t> covers;
    for (size_t i = 0; i < way.around(nest_) && at != Place::Grid; ++i) {
      const ForRank& loop = nest_.loops[i].loop;
      const bool is_around = way.has_tile(kernel_, loop) ||
                             (i < way.at && place_of(kernel_, loop.rank) == Place::Time);
      if (loop.root != way.root && is_around)
        covers[loop.root] = loop.tile ? *literal(loop.tile) : 1;
    }
    for (const auto& [root, coordinates] : covers) out.covers.push_back({root, coordinates});
    for (const Tensor& t : patterns) out.patterns.push_back(t.name);
    program_.skipped.push_back(std::move(out));
  }

  // ---- The kernel itself ----

  // The sum, of what is there alone: `coordinate` is that of the last rank.
  void ask_for(const SkipWay& way, const Tensor& bits, const Expr& coordinate) {
    std::vector<Expr> at;
    for (const std::string& rank : bits.ranks)
      for (const auto& [root, block] : way.blocks)
        if (rank_of(block) == rank) at.push_back(block.number());
    at.push_back(coordinate);
    const auto* n = as<Assign>(nest_.body);
    const Expr present = call("differs", {element(bits.name, at), number(0)});
    nest_.body =
        assign(n->target, n->op, call("choose", {present, n->value, number(kernel_.start)}),
               nest_.body->where);
  }

  void ask(const SkipWay& way, const std::vector<Tensor>& bits) {
    const Expr own = var(nest_.loops[way.at].loop.var);
    for (const Tensor& t : bits) ask_for(way, t, way.tile ? div(own, way.tile) : own);
    ask_inside(way);
    kernel_.body = renest(nest_);
  }

  // Loops over a warp's tiles stand around the loop that walks, so that one word answers for 32 of
  // its iterations; unless a block fills tiles in there.
  void ask_inside(const SkipWay& way) {
    size_t behind = way.at;
    for (size_t i = way.at; i < nest_.loops.size(); ++i) {
      const ForRank& loop = nest_.loops[i].loop;
      for (const Schedule::Staging& s : kernel_.schedule.stagings)
        if (s.memory == Memory::Shared && s.evict_on == loop.rank) return;
      const auto block = way.blocks.find(loop.root);
      if (block != way.blocks.end() && block->second.var == loop.var) behind = i;
    }
    const auto begin = nest_.loops.begin();
    std::stable_partition(begin + static_cast<std::ptrdiff_t>(way.at),
                          begin + static_cast<std::ptrdiff_t>(behind) + 1,
                          [&](const Nest::Loop& l) { return l.loop.root != way.root; });
  }

  void walk_list(const SkipWay& way, const Tensor& list) {
    const int64_t at_once = listed_at_once(kernel_, nest_);
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
    if (way.tile) staging.whole = *literal(way.tile);
    kernel_.schedule.stagings.push_back(staging);
  }

  Program& program_;
  size_t at_;
  Kernel kernel_;
  Nest nest_;
  Names names_;
  std::map<std::string, std::string> root_of_;  // of variables
  std::vector<SkipWay> ways_;
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
    if (staged.at_all && (stage_first || !why.empty() || is_better_staged(program, kernel, target)))
      continue;
    if (why.empty()) {
      i += deriver.run();
      program = std::move(derived);
    } else if (!is_plain_sum(kernel)) {  // else `stage` says what is wrong
      const Schedule::Skip& skip = s.skips[0];
      diagnostics.error(Code::Unsupported, skip.where,
                        fmt::format("unsupported: skipping {} {}, where sums are not plain sums",
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
