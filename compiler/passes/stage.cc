#include <fmt/format.h>

#include <algorithm>

#include "compiler/passes/copies.h"
#include "compiler/passes/launch_shape.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/staged_kernel.h"
#include "compiler/passes/staged_sums.h"

namespace teaal::passes {
namespace {

using namespace ir;

std::string tile_note(const TiledOperand& o) {
  std::string shape;
  for (const TileRank& r : o.tile->ranks)
    shape += fmt::format("{}{} {}", shape.empty() ? "" : " x ", r.extent, r.root);
  std::string out = fmt::format("tiles of {} ({}) are staged in shared memory", o.name, shape);
  if (o.tile->depth > 1) out += fmt::format(", {} buffers", o.tile->depth);
  if (o.tile->packed)
    out += fmt::format("; {} is copied once so that rows along {} are contiguous", o.name,
                       o.tile->ranks.back().root);
  return out;
}

class Stager {
 public:
  Stager(Program& program, Diagnostics& diagnostics)
      : program_(program), diagnostics_(diagnostics) {
    for (const View& v : program.views) names_.take(v.name);
    for (const Workspace& w : program.workspaces) names_.take(w.name);
    for (const std::string& rank : program.ranks()) names_.take(rank);
  }

  void run(size_t at) {
    Kernel kernel = program_.kernels[at];
    Tiling tiling(program_, kernel, diagnostics_);
    if (!tiling.ok()) return;
    std::map<std::string, Lists> lists;
    std::vector<Kernel> before = preparing_kernels(program_, kernel, tiling, names_, lists);
    const View& output = *program_.view(tiling.output().view);
    Copies copies{"", copies_count(tiling)};
    if (!tiling.summing_blocks().empty()) {
      copies.workspace = names_.fresh(output.name + "_copies");
      program_.workspaces.push_back({copies.workspace, mul(copies.count, dense_elements(output))});
    }
    lower_staged(program_, kernel, tiling, lists, copies.workspace);
    kernel.schedule = {};
    kernel.workers.clear();
    note(kernel, tiling);
    std::vector<Kernel> behind;
    std::string zeroed;
    if (tiling.revisits() && (!copies.workspace.empty() || !kernel.accumulates))
      zeroed = copies.workspace.empty() ? output.name : copies.workspace;
    if (!copies.workspace.empty()) behind.push_back(adding_kernel(kernel, output, copies));
    for (Kernel& k : behind) k.tiled = true;
    program_.kernels[at] = kernel;
    insert_steps(kernel, before, behind, zeroed);
    auto place = program_.kernels.begin() + static_cast<std::ptrdiff_t>(at);
    place = program_.kernels.insert(place + 1, behind.begin(), behind.end());
    program_.kernels.insert(place - 1, before.begin(), before.end());
  }

 private:
  void note(const Kernel& kernel, const Tiling& tiling) {
    for (const TiledOperand& o : tiling.operands())
      if (o.tile) program_.notes.push_back(kernel.name + ": " + tile_note(o));
    if (!tiling.summing_blocks().empty())
      program_.notes.push_back(
          fmt::format("{}: blocks that share a sum write copies of {}, which a second kernel adds "
                      "in order",
                      kernel.name, program_.view(tiling.output().view)->tensor));
    if (tiling.summing() > 1)
      program_.notes.push_back(
          fmt::format("{}: {} threads share each sum; they add their parts in order through shared "
                      "memory",
                      kernel.name, tiling.summing()));
    for (const Schedule::Skip& s : tiling.skips())
      program_.notes.push_back(
          fmt::format("{}: {} skips {} where the patterns have nothing in common, by {}",
                      kernel.name, s.at == Place::Block ? "a block" : "a warp", s.rank,
                      s.kind == Schedule::Skip::Kind::Compact ? "a list that is made before"
                      : s.kind == Schedule::Skip::Kind::Walk  ? "walking the common bits"
                                                              : "a test"));
  }

  // The kernels that prepare run in front of the staged one, those that finish behind it; a view to
  // zero before all that.
  void insert_steps(const Kernel& kernel, const std::vector<Kernel>& before,
                    const std::vector<Kernel>& behind, const std::string& zero) {
    auto launch = std::find_if(program_.steps.begin(), program_.steps.end(), [&](const Step& s) {
      return s.kind == Step::Kind::Launch && s.name == kernel.name;
    });
    std::vector<Step> steps;
    if (!zero.empty()) steps.push_back(zero_step(zero, 0));
    for (const Kernel& k : before) steps.push_back({Step::Kind::Launch, k.name});
    steps.push_back(*launch);
    for (const Kernel& k : behind) steps.push_back({Step::Kind::Launch, k.name});
    launch = program_.steps.erase(launch);
    program_.steps.insert(launch, steps.begin(), steps.end());
  }

  Program& program_;
  Diagnostics& diagnostics_;
  Names names_;
};

}  // namespace

std::optional<Program> stage(Program program, Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  Stager stager(program, diagnostics);
  for (size_t i = 0; i < program.kernels.size(); ++i)
    if (program.kernels[i].schedule.staged()) {
      const size_t before = program.kernels.size();
      stager.run(i);
      i += program.kernels.size() - before;
    }
  if (diagnostics.errors() > errors) return std::nullopt;
  return program;
}

}  // namespace teaal::passes
