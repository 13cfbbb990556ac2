#include "compiler/passes/row_owner.h"

#include "compiler/passes/nest.h"

namespace teaal::passes {
namespace {

using ir::ForRank;
using ir::Level;
using ir::LevelFormat;
using ir::Place;

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
  Rows(const ir::Program& program, const Nest& nest, const ir::View& points)
      : program_(program), nest_(nest), levels_(points.levels) {
    const auto* target = ir::as<ir::Access>(assignment(nest.body).target);
    const ir::Tensor& tensor = *program.tensor(points.tensor);
    for (const Level& level : levels_) {
      auto rank = std::find(tensor.ranks.begin(), tensor.ranks.end(), level.rank);
      const auto* v = ir::as<ir::Var>(target->at[static_cast<size_t>(rank - tensor.ranks.begin())]);
      coords_.push_back(v ? v->name : "");
    }
  }

  std::optional<ir::RowOwner> owner() const {
    for (size_t outer = levels_.size(); --outer > 0;)
      if (has_arrays(outer))
        if (auto owner = owner_of(outer)) return owner;
    return std::nullopt;
  }

 private:
  bool has_arrays(size_t outer) const {
    std::set<std::string> wanted;
    for (size_t l = 0; l < outer; ++l) wanted.insert(levels_[l].rank);
    auto have = [&](const std::vector<Level>& levels) {
      std::set<std::string> ranks = ranks_in_arrays(levels);
      return std::includes(ranks.begin(), ranks.end(), wanted.begin(), wanted.end());
    };
    return std::any_of(program_.views.begin(), program_.views.end(),
                       [&](const ir::View& v) { return !v.points && have(v.levels); }) ||
           std::any_of(program_.tensors.begin(), program_.tensors.end(),
                       [&](const ir::Tensor& t) { return have(t.levels); });
  }

  // The row is the first `outer` levels.
  std::optional<ir::RowOwner> owner_of(size_t outer) const {
    ir::RowOwner out{{coords_.begin(), coords_.begin() + static_cast<std::ptrdiff_t>(outer)}};
    std::set<std::string> unknown(out.coords.begin(), out.coords.end());
    if (unknown.size() < outer || unknown.contains("")) return std::nullopt;
    size_t below = 0;
    for (; below < nest_.loops.size() && !unknown.empty(); ++below) {
      const ForRank& loop = nest_.loops[below].loop;
      if (!loop.joined.empty() || loop.at || !is_of(loop.root, out.coords)) return std::nullopt;
      if (unknown.erase(loop.var)) out.last = loop.var;
    }
    if (!unknown.empty()) return std::nullopt;
    for (size_t i = below; i < nest_.loops.size(); ++i) {
      const ForRank& loop = nest_.loops[i].loop;
      if (loop.place == Place::Time) continue;
      if (i + 1 < nest_.loops.size()) return std::nullopt;
      out.shared = loop.rank;
    }
    return out;
  }

  bool is_of(const std::string& root, const std::vector<std::string>& coords) const {
    return std::any_of(nest_.loops.begin(), nest_.loops.end(), [&](const Nest::Loop& l) {
      return l.loop.root == root && std::ranges::find(coords, l.loop.var) != coords.end();
    });
  }

  const ir::Program& program_;
  const Nest& nest_;
  const std::vector<Level>& levels_;
  std::vector<std::string> coords_;  // of each level; empty: an index that is no variable alone
};

}  // namespace

std::optional<ir::RowOwner> row_owner(const ir::Program& program, const ir::Kernel& kernel) {
  Nest nest = unnest(kernel.body);
  const auto* target = ir::as<ir::Access>(assignment(nest.body).target);
  for (const ir::Operand& o : kernel.operands)
    if (const ir::View* view = program.view(o.view);
        o.name == target->operand && view && view->points && view->levels.size() > 1)
      return Rows(program, nest, *view).owner();
  return std::nullopt;
}

}  // namespace teaal::passes
