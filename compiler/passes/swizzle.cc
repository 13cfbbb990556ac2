#include <fmt/format.h>

#include <map>
#include <set>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using ir::Level;
using ir::LevelFormat;

// When a level's coordinate is known: behind which loop, and of a flattened loop's ranks in their
// order.
using Depth = std::pair<size_t, size_t>;

struct OrderedLevel {
  Level level;
  Depth depth;
  bool walked = false;  // its coordinate is a loop's own, not a sum
};

// What one operand's levels have to fit.
class Fit {
 public:
  Fit(const Nest& nest, const ir::Access& access, const ir::Tensor& tensor)
      : nest_(nest), access_(access), tensor_(tensor) {
    for (size_t i = 0; i < nest.loops.size(); ++i) {
      const ir::ForRank& loop = nest.loops[i].loop;
      if (loop.tile) continue;
      if (loop.joined.empty()) depth_[loop.var] = {i, 0};
      for (size_t j = 0; j < loop.joined.size(); ++j)
        if (!loop.joined[j].tile) depth_[loop.joined[j].var] = {i, j};
    }
    for (const Level& level : tensor.levels) levels_.push_back(ordered(level));
  }

  // A compressed level can be walked only under a parent that is known: every rank stored above it
  // must get its coordinate first. All others are located or searched when both are known.
  bool concordant() const {
    Depth deepest = {0, 0};
    for (const OrderedLevel& l : levels_) {
      if (l.level.format == LevelFormat::Compressed && l.walked && l.depth < deepest) return false;
      deepest = std::max(deepest, l.depth);
    }
    return walks_tuples();
  }

  // The same formats, level by level, over the ranks in loop order.
  std::vector<Level> resorted() const {
    std::vector<OrderedLevel> sorted = levels_;
    std::stable_sort(
        sorted.begin(), sorted.end(),
        [](const OrderedLevel& a, const OrderedLevel& b) { return a.depth < b.depth; });
    std::vector<Level> out;
    for (size_t i = 0; i < sorted.size(); ++i) {
      out.push_back(sorted[i].level);
      out[i].format = levels_[i].level.format;
    }
    return out;
  }

 private:
  OrderedLevel ordered(const Level& level) const {
    OrderedLevel out{level, {0, 0}};
    size_t r = static_cast<size_t>(
        std::find(tensor_.ranks.begin(), tensor_.ranks.end(), level.rank) - tensor_.ranks.begin());
    out.walked = ir::as<ir::Var>(access_.at[r]) != nullptr;
    ir::for_each_expr(access_.at[r], [&](const ir::Expr& e) {
      const auto* v = ir::as<ir::Var>(e);
      if (v && depth_.contains(v->name)) out.depth = std::max(out.depth, depth_.at(v->name));
    });
    return out;
  }

  // A flattened loop walks positions: its ranks stand in a row, in its order, below all that is
  // known before it.
  bool walks_tuples() const {
    for (size_t i = 0; i < nest_.loops.size(); ++i) {
      const ir::ForRank& loop = nest_.loops[i].loop;
      if (loop.tile || loop.joined.empty() || holder_of(loop, nest_) != access_.operand) continue;
      size_t l = 0;
      while (l < levels_.size() && levels_[l].depth.first < i) ++l;
      for (size_t j = 0; j < loop.joined.size(); ++j)
        if (!loop.joined[j].tile && (l >= levels_.size() || levels_[l++].depth != Depth(i, j)))
          return false;
    }
    return true;
  }

  const Nest& nest_;
  const ir::Access& access_;
  const ir::Tensor& tensor_;
  std::map<std::string, Depth> depth_;  // by variable
  std::vector<OrderedLevel> levels_;
};

class Swizzler {
 public:
  explicit Swizzler(ir::Program& program) : program_(program) {
    for (const ir::Tensor& t : program.tensors) names_.take(t.name);
  }

  void run() {
    for (ir::Kernel& kernel : program_.kernels) {
      Nest nest = unnest(kernel.body);
      std::set<std::string> seen;
      ir::for_each_expr(nest.body, [&](const ir::Expr& e) {
        const auto* a = ir::as<ir::Access>(e);
        if (a && seen.insert(a->operand).second)
          kernel.operands.push_back({a->operand, view_for(nest, *a)});
      });
      program_.steps.push_back({ir::Step::Kind::Launch, kernel.name});
    }
  }

 private:
  std::string view_for(const Nest& nest, const ir::Access& access) {
    const ir::Tensor& tensor = *program_.tensor(access.operand);
    Fit fit(nest, access, tensor);
    bool fits = fit.concordant();
    std::vector<Level> levels = fits ? tensor.levels : fit.resorted();
    for (const ir::View& v : program_.views)
      if (v.tensor == tensor.name && joined(v.levels, ",") == joined(levels, ",")) return v.name;
    std::string name = fits ? tensor.name : names_.fresh(tensor.name + "_" + joined(levels, ""));
    program_.views.push_back({name, tensor.name, levels, !fits});
    if (fits) return name;
    program_.steps.push_back({ir::Step::Kind::Resort, name});
    program_.notes.push_back(fmt::format(
        "{} is stored as [{}] but the loop order needs [{}]: it is re-sorted once before the run",
        tensor.name, joined(tensor.levels, ", "), joined(levels, ", ")));
    return name;
  }

  static std::string joined(const std::vector<Level>& levels, const std::string& between) {
    std::string out;
    for (const Level& level : levels) out += (out.empty() ? "" : between) + level.rank;
    return out;
  }

  ir::Program& program_;
  ir::Names names_;
};

}  // namespace

std::optional<ir::Program> swizzle(ir::Program program, Diagnostics&) {
  Swizzler(program).run();
  return program;
}

}  // namespace teaal::passes
