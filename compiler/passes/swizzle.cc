#include <fmt/format.h>

#include <map>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using ir::Level;
using ir::LevelFormat;

// Where in the loop order each rank gets its coordinate: at its bottom part.
std::map<std::string, size_t> depths(const Nest& nest) {
  std::map<std::string, size_t> out;
  for (size_t i = 0; i < nest.loops.size(); ++i)
    if (!nest.loops[i].loop.tile) out[nest.loops[i].loop.root] = i;
  return out;
}

// A compressed level can be walked only under a parent that is known: every rank stored above it
// must get its coordinate first. Uncompressed levels are located whenever their coordinate is
// known.
bool concordant(const std::vector<Level>& levels, const std::map<std::string, size_t>& depth) {
  size_t deepest = 0;
  for (const Level& level : levels) {
    if (level.format == LevelFormat::Compressed && depth.at(level.rank) < deepest) return false;
    deepest = std::max(deepest, depth.at(level.rank));
  }
  return true;
}

// The same formats, level by level, over the ranks in loop order.
std::vector<Level> resorted(std::vector<Level> levels, const std::map<std::string, size_t>& depth) {
  std::vector<std::string> ranks;
  for (const Level& level : levels) ranks.push_back(level.rank);
  std::sort(ranks.begin(), ranks.end(),
            [&](const std::string& a, const std::string& b) { return depth.at(a) < depth.at(b); });
  for (size_t i = 0; i < levels.size(); ++i) levels[i].rank = ranks[i];
  return levels;
}

class Swizzler {
 public:
  explicit Swizzler(ir::Program& program) : program_(program) {
    for (const ir::Tensor& t : program.tensors) names_.take(t.name);
  }

  void run() {
    for (ir::Kernel& kernel : program_.kernels) {
      Nest nest = unnest(kernel.body);
      for (const std::string& tensor : tensors_of(nest.body))
        add_view(*program_.tensor(tensor), depths(nest));
      program_.steps.push_back({ir::Step::Kind::Launch, kernel.name});
    }
  }

 private:
  static std::vector<std::string> tensors_of(const ir::Stmt& body) {
    std::vector<std::string> out;
    ir::for_each_expr(body, [&](const ir::Expr& e) {
      const auto* a = ir::as<ir::Access>(e);
      if (a && std::find(out.begin(), out.end(), a->tensor) == out.end()) out.push_back(a->tensor);
    });
    return out;
  }

  void add_view(const ir::Tensor& tensor, const std::map<std::string, size_t>& depth) {
    bool fits = concordant(tensor.levels, depth);
    std::vector<Level> levels = fits ? tensor.levels : resorted(tensor.levels, depth);
    if (known(tensor.name, levels)) return;
    std::string name = fits ? tensor.name : names_.fresh(tensor.name + "_" + joined(levels, ""));
    program_.views.push_back({name, tensor.name, levels, !fits});
    if (fits) return;
    program_.steps.push_back({ir::Step::Kind::Resort, name});
    program_.notes.push_back(fmt::format(
        "{} is stored as [{}] but the loop order needs [{}]: it is re-sorted once before the run",
        tensor.name, joined(tensor.levels, ", "), joined(levels, ", ")));
  }

  bool known(const std::string& tensor, const std::vector<Level>& levels) const {
    for (const ir::View& v : program_.views)
      if (v.tensor == tensor && joined(v.levels, ",") == joined(levels, ",")) return true;
    return false;
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
