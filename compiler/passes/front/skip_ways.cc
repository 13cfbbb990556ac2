#include "compiler/passes/front/skip_ways.h"

#include <algorithm>
#include <set>

#include "compiler/ir/levels.h"
#include "compiler/passes/front/front_kernel.h"

namespace teaal::passes {

using namespace ir;

Expr BlockRank::number() const { return tile ? div(ir::var(var), tile) : ir::var(var); }

std::string SkipWay::part(int level) const { return root + std::to_string(level); }

bool SkipWay::locate(const Kernel& kernel, const Nest& nest) {
  const auto loop =
      std::ranges::find(nest.loops, skip->rank, [](const Nest::Loop& l) { return l.loop.rank; });
  if (loop == nest.loops.end()) return false;
  at = static_cast<size_t>(loop - nest.loops.begin());
  over.clear();
  for (size_t i = 0; i < nest.loops.size(); ++i) {
    const ForRank& other = nest.loops[i].loop;
    const bool of_blocks = over.empty() && place_of(kernel, other.rank) == Place::Block;
    if (other.root == loop->loop.root && !of_blocks) over.push_back(i);
  }
  return true;
}

bool SkipWay::has_tile(const Kernel& kernel, const ForRank& loop) const {
  const Place place = place_of(kernel, loop.rank);
  return place == Place::Block || (skip->at == Place::Warp && place == Place::Warp);
}

size_t SkipWay::around(const Nest& nest) const { return listed ? over[0] : nest.loops.size(); }

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

int64_t listed_at_once(const Kernel& kernel, const Nest& nest) {
  return has_one_warp(kernel, nest) ? 2048 : 4096;
}

namespace {

class Finder {
 public:
  Finder(const Program& program, const Kernel& kernel, const Nest& nest)
      : program_(program), kernel_(kernel), nest_(nest), root_of_(roots_of_variables(nest)) {}

  // A rank that is summed over: by a list of its coordinates, or of its tiles, or by any loop over
  // it that walks what patterns say. Empty: it is.
  std::string why_not(SkipWay& way) const {
    const Schedule::Skip& skip = *way.skip;
    if (kernel_.repeats) return "in rounds";
    if (kernel_.row_class) return "in a variant";
    if (!way.locate(kernel_, nest_)) return "which is no loop of its own";
    way.root = nest_.loops[way.at].loop.root;
    way.tile = nest_.loops[way.at].loop.tile;
    way.listed = skip.at != Place::Warp && (skip.kind == Schedule::Skip::Kind::Compact ||
                                            skip.kind == Schedule::Skip::Kind::Unchosen);
    if (output_roots(nest_).contains(way.root)) return "which the output has";
    if (skip.longest_first && skip.at != Place::Block)
      return "in an order of lists, as only blocks run one after the other";
    const std::vector<std::string> ranks = program_.ranks();
    for (int level : {0, 1, 2, 3})
      if (std::ranges::find(ranks, way.part(level)) != ranks.end())
        return "beside a rank called " + way.part(level);
    for (const Nest::Loop& l : nest_.loops)
      if (!is_of_coordinates(l.loop) || l.loop.extent != l.loop.root ||
          (l.loop.tile && !literal(l.loop.tile)))
        return "beside " + l.loop.rank + ", which is not cut by uniform_shape alone";
    if (way.listed) return why_no_list(way);
    return kernel_.schedule.tensor_core && !way.tile
               ? "one by one, where tensor cores multiply several"
               : "";
  }

  // Empty: the operand's pattern is taken, or another kernel's.
  std::string why_not(SkipWay& way, const Schedule::Pattern& p) const {
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
      if (const std::string why = why_no_tiles(way, r.root); !why.empty()) return why;
    }
    way.patterns.push_back(&p);
    return "";
  }

 private:
  std::string why_no_list(const SkipWay& way) const {
    if (way.over.empty() || way.at < way.over[0]) return "which blocks share";
    for (size_t i : way.over)
      if (place_of(kernel_, nest_.loops[i].loop.rank) != Place::Time) return "which workers share";
    if (way.over.size() > 2) return "in more than two parts";
    const int64_t at_once = listed_at_once(kernel_, nest_);
    if (way.tile && (way.at != way.over[0] || at_once % *literal(way.tile) != 0))
      return "by tiles that no list can have";
    return nest_.loops[way.over.back()].loop.tile ? "around its tiles" : "";
  }

  // Which tiles of another rank workers have that skip together. Those that share no loop over it
  // have all of it each; so have, as far as walks are concerned, those with loops around it that
  // have less.
  std::string why_no_tiles(SkipWay& way, const std::string& root) const {
    if (root == way.root || way.skip->at == Place::Grid || way.blocks.contains(root)) return "";
    const ForRank* tiles = nullptr;  // the innermost
    bool shared = false;
    for (size_t i = 0; i < nest_.loops.size(); ++i) {
      const ForRank& loop = nest_.loops[i].loop;
      if (loop.root != root || !way.has_tile(kernel_, loop)) continue;
      shared = true;
      if (i < way.around(nest_)) tiles = &loop;
    }
    if (!shared) return "";
    if (!tiles) return "where blocks share no loop over " + root + " around it";
    const bool one = tiles->tile && is_literal(tiles->tile, 1), less = is_less_around(way, *tiles);
    if (!way.listed && (one || less)) return "";
    if (one) return "where a block's tile of " + root + " is one coordinate";
    if (less) return "where a loop over less of " + root + " is around it";
    way.blocks.emplace(root, BlockRank{root, tiles->var, tiles->tile});
    return "";
  }

  // Whether a loop around this one has smaller tiles of the rank, or none.
  bool is_less_around(const SkipWay& way, const ForRank& tiles) const {
    for (size_t i = 0; i < way.around(nest_) && nest_.loops[i].loop.rank != tiles.rank; ++i) {
      const ForRank& loop = nest_.loops[i].loop;
      const bool less = !loop.tile || (tiles.tile && *literal(loop.tile) < *literal(tiles.tile));
      if (loop.root == tiles.root && less) return true;
    }
    return false;
  }

  const Program& program_;
  const Kernel& kernel_;
  const Nest& nest_;
  std::map<std::string, std::string> root_of_;  // of variables
};

}  // namespace

std::string find_ways(const Program& program, const Kernel& kernel, const Nest& nest,
                      std::vector<SkipWay>& ways) {
  const Finder finder(program, kernel, nest);
  for (const Schedule::Skip& skip : kernel.schedule.skips) {
    SkipWay way{&skip};
    std::string why = finder.why_not(way);
    for (const Schedule::Pattern& p : kernel.schedule.patterns)
      if (why.empty()) why = finder.why_not(way, p);
    if (!why.empty()) return why;
    if (!way.patterns.empty()) ways.push_back(std::move(way));
  }
  return std::ranges::count(ways, true, &SkipWay::listed) > 1 ? "by two lists" : "";
}

}  // namespace teaal::passes
