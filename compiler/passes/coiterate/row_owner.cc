#include "compiler/passes/coiterate/row_owner.h"

#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"

namespace teaal::passes {
namespace {

using ir::ForRank;
using ir::Level;
using ir::LevelFormat;

// The uncompressed levels that `levels` begins with have a position for every coordinate of these.
std::set<std::string> ranks_in_arrays(const std::vector<Level>& levels) {
  std::set<std::string> out;
  for (const Level& level : levels) {
    if (level.format != LevelFormat::Uncompressed || level.tile) break;
    out.insert(level.rank);
  }
  return out;
}

class Rows {
 public:
  Rows(ir::Program& program, const ir::Kernel& kernel, const Nest& nest, const ir::View& points)
      : program_(program), kernel_(kernel), nest_(nest), levels_(points.levels) {
    const auto* target = ir::as<ir::Access>(assignment(nest.body).target);
    for (size_t l = 0; l < levels_.size(); ++l) coords_.push_back(index(*target, levels_[l].rank));
  }

  std::optional<ir::RowOwner> owner() const {
    for (size_t outer = levels_.size(); --outer > 0;)
      if (auto owner = owner_of(outer))
        if (has_arrays(outer) || find_positions(*owner)) return owner;
    return std::nullopt;
  }

 private:
  // The variable that an access has at a rank; empty: an index that is no variable alone.
  std::string index(const ir::Access& access, const std::string& rank) const {
    const std::vector<std::string>& ranks = program_.tensor(access.operand)->ranks;
    auto at = std::ranges::find(ranks, rank);
    const auto* v = ir::as<ir::Var>(access.at[static_cast<size_t>(at - ranks.begin())]);
    return v ? v->name : "";
  }

  // The row is the first `outer` levels, whole ranks all of them.
  std::optional<ir::RowOwner> owner_of(size_t outer) const {
    const auto end = levels_.begin() + as_offset(outer);
    if (std::any_of(levels_.begin(), end, [](const Level& l) { return l.tile != nullptr; }))
      return std::nullopt;
    ir::RowOwner out{.coords = {coords_.begin(), coords_.begin() + as_offset(outer)}};
    std::set<std::string> unknown(out.coords.begin(), out.coords.end());
    if (unknown.size() < outer || unknown.contains("")) return std::nullopt;
    const std::set<std::string> roots = roots_with(unknown);
    size_t below = 0;
    for (; below < nest_.loops.size() && !unknown.empty(); ++below) {
      const ForRank& loop = nest_.loops[below].loop;
      if (loop.at || !std::ranges::includes(roots, roots_of(loop))) return std::nullopt;
      for (const std::string& coord : binds(loop)) unknown.erase(coord);
      if (unknown.empty()) out.last = loop.joined.empty() ? loop.var : loop.joined.back().var;
    }
    if (!unknown.empty() || std::ranges::find(out.coords, out.last) == out.coords.end())
      return std::nullopt;
    for (size_t i = below; i < nest_.loops.size(); ++i)
      if (const ForRank& loop = nest_.loops[i].loop; loop.place != ir::Place::Time)
        out.shared.push_back(loop.rank);
    return out;
  }

  static std::ptrdiff_t as_offset(size_t n) { return static_cast<std::ptrdiff_t>(n); }

  // The ranks that have one of these coordinates.
  std::set<std::string> roots_with(const std::set<std::string>& coords) const {
    std::set<std::string> out;
    for (const Nest::Loop& l : nest_.loops) {
      if (coords.contains(l.loop.var) && l.loop.joined.empty()) out.insert(l.loop.root);
      for (const ir::Joined& j : l.loop.joined)
        if (coords.contains(j.var)) out.insert(j.root);
    }
    return out;
  }

  // In a flattened loop coordinates become known in the order that its operand needs, so they
  // number nothing.
  bool has_arrays(size_t outer) const {
    for (const Nest::Loop& l : nest_.loops)
      for (size_t c = 0; c < outer; ++c)
        if (!l.loop.joined.empty() && binds(l.loop).contains(coords_[c])) return false;
    std::set<std::string> wanted;
    for (size_t l = 0; l < outer; ++l) wanted.insert(levels_[l].rank);
    auto have = [&](const std::vector<Level>& levels) {
      return std::ranges::includes(ranks_in_arrays(levels), wanted);
    };
    return std::ranges::any_of(program_.views,
                               [&](const ir::View& v) { return !v.points && have(v.levels); }) ||
           std::ranges::any_of(program_.tensors,
                               [&](const ir::Tensor& t) { return have(t.levels); });
  }

  // An operand whose first levels have the row's coordinates, the last of them compressed: its
  // positions there are in the order of rows.
  bool find_positions(ir::RowOwner& out) const {
    std::vector<ir::Access> accesses;
    ir::for_each_expr(nest_.body, [&](const ir::Expr& e) {
      if (const auto* a = ir::as<ir::Access>(e)) accesses.push_back(*a);
    });
    for (const ir::Operand& o : kernel_.operands) {
      const ir::View& view = *program_.view(o.view);
      auto access = std::ranges::find(accesses, o.name, &ir::Access::operand);
      auto same = std::ranges::count(kernel_.operands, o.view, &ir::Operand::view);
      if (view.points || same > 1 || access == accesses.end() ||
          !has_coords(view, *access, out.coords))
        continue;
      out.view = view.name;
      out.positions = count_of(*program_.tensor(view.tensor), program_);
      return true;
    }
    return false;
  }

  bool has_coords(const ir::View& view, const ir::Access& access,
                  const std::vector<std::string>& coords) const {
    if (view.levels.size() < coords.size() ||
        view.levels[coords.size() - 1].format != LevelFormat::Compressed)
      return false;
    for (size_t l = 0; l < coords.size(); ++l)
      if (view.levels[l].tile || index(access, view.levels[l].rank) != coords[l]) return false;
    return true;
  }

  ir::Program& program_;
  const ir::Kernel& kernel_;
  const Nest& nest_;
  const std::vector<Level> levels_;
  std::vector<std::string> coords_;  // of each level
};

}  // namespace

std::optional<ir::RowOwner> row_owner(ir::Program& program, const ir::Kernel& kernel) {
  Nest nest = unnest(kernel.body);
  const auto* target = ir::as<ir::Access>(assignment(nest.body).target);
  for (const ir::Operand& o : kernel.operands)
    if (const ir::View* view = program.view(o.view);
        o.name == target->operand && view && view->points && view->levels.size() > 1)
      return Rows(program, kernel, nest, *view).owner();
  return std::nullopt;
}

}  // namespace teaal::passes
