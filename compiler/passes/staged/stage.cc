#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/fusion/finish.h"
#include "compiler/passes/machine/copies.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/plan/assembly.h"
#include "compiler/passes/staged/stage.h"
#include "compiler/passes/staged/staged_kernel.h"
#include "compiler/passes/staged/staged_sums.h"
#include "compiler/passes/steps.h"
#include "compiler/passes/tensor/tensor_form.h"

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

// Of a compressed result, which is assembled, the view that tiles of it are stored by.
void add_storage_views(Program& program, const Kernel& kernel) {
  for (const Operand& o : kernel.operands)
    if (const View& view = *program.view(o.view); view.points)
      storage_view(program, std::string(view.tensor));
}

class Stager {
 public:
  Stager(Program& program, const Target& target, Diagnostics& diagnostics)
      : program_(program), target_(target), diagnostics_(diagnostics) {
    for (const View& v : program.views) names_.take(v.name);
    for (const Workspace& w : program.workspaces) names_.take(w.name);
    for (const std::string& rank : program.ranks()) names_.take(rank);
  }

  void run(size_t at) {
    Kernel kernel = program_.kernels[at];
    add_storage_views(program_, kernel);
    Tiling tiling(program_, kernel, target_, diagnostics_);
    if (!tiling.ok()) return;
    std::map<std::string, Lists> lists;
    std::vector<Kernel> before = preparing_kernels(program_, kernel, tiling, names_, lists);
    const size_t prepared = before.size();
    std::optional<Step> assembled;
    if (tiling.output().tiles) {
      assembled = assembled_tiles(program_, kernel, tiling, lists, before);
      std::erase_if(program_.views,
                    [&](const View& v) { return v.points && v.tensor == tiling.output().view; });
    }
    const View output = *program_.view(tiling.output().view);
    take_finish(program_, kernel, obstacle_to_finish(kernel, tiling));
    const Finishing finishing(program_, kernel, output, target_);
    Copies copies{"", copies_count(tiling)};
    if (!tiling.summing_blocks().empty()) {
      copies.workspace = names_.fresh(output.name + "_copies");
      program_.workspaces.push_back({copies.workspace, mul(copies.count, dense_elements(output))});
    }
    lower_staged(program_, kernel, {tiling, lists, finishing, copies.workspace});
    bound_turns(program_, kernel, kernel.resident);
    tell_patterns(tiling);
    for (const Schedule::Skip& s : tiling.skips()) tell_skip(kernel, tiling, s, lists);
    kernel.schedule = {};
    kernel.workers.clear();
    note(kernel, tiling);
    std::vector<Kernel> behind;
    std::string zeroed;
    if (tiling.revisits() && (!copies.workspace.empty() || !kernel.accumulates))
      zeroed = copies.workspace.empty() ? output.name : copies.workspace;
    if (!copies.workspace.empty())
      behind.push_back(adding_kernel(kernel, output, copies, finishing));
    if (kernel.finish) drop_unstored(program_, *kernel.finish, false);
    kernel.finish.reset();
    std::erase_if(kernel.operands, [&](const Operand& o) { return !program_.view(o.view); });
    for (Kernel& k : behind) k.tiled = true;
    program_.kernels[at] = kernel;
    insert_steps(kernel, {before.begin(), before.begin() + static_cast<std::ptrdiff_t>(prepared)},
                 assembled, behind, zeroed);
    auto place = program_.kernels.begin() + static_cast<std::ptrdiff_t>(at);
    place = program_.kernels.insert(place + 1, behind.begin(), behind.end());
    program_.kernels.insert(place - 1, before.begin(), before.end());
  }

 private:
  static std::string obstacle_to_finish(const Kernel& kernel, const Tiling& tiling) {
    if (tiling.summing_blocks().empty() && tiling.revisits())
      return "its sums are added up in memory";
    return kernel.accumulates ? "it is the sum of several terms" : "";
  }

  void note(const Kernel& kernel, const Tiling& tiling) {
    for (const TiledOperand& o : tiling.operands())
      if (o.tile) program_.notes.push_back(kernel.name + ": " + tile_note(o));
    for (const std::string& why : tiling.notes())
      program_.notes.push_back(kernel.name + ": " + why);
    if (tiling.output().tiles)
      program_.notes.push_back(
          fmt::format("{}: tiles of {} are stored for the blocks whose lists name something",
                      kernel.name, tiling.output().name));
    if (!tiling.summing_blocks().empty())
      program_.notes.push_back(
          fmt::format("{}: blocks that share a sum write copies of {}, which a second kernel adds "
                      "in order",
                      kernel.name, tiling.output().name));
    if (tiling.summing() > 1)
      program_.notes.push_back(
          fmt::format("{}: {} threads share each sum; they add their parts in order through shared "
                      "memory",
                      kernel.name, tiling.summing()));
    for (const Schedule::Skip& s : tiling.skips())
      program_.notes.push_back(fmt::format(
          "{}: {} skips {} where the patterns have nothing in common, by {}", kernel.name,
          s.at == Place::Grid    ? "the whole grid"
          : s.at == Place::Block ? "a block"
                                 : "a warp",
          s.rank,
          s.kind == Schedule::Skip::Kind::Compact
              ? s.longest_first ? "a list that is made before; blocks with longer ones run first"
                                : "a list that is made before"
          : s.kind == Schedule::Skip::Kind::Walk ? "walking the common bits"
                                                 : "a test"));
  }

  void tell_patterns(const Tiling& tiling) {
    for (const TiledOperand& o : tiling.operands()) {
      if (o.masks.empty()) continue;
      const Tensor& tensor = *program_.tensor(o.name);
      const std::vector<Level>& levels = program_.view(o.view)->levels;
      PatternWords out{o.masks, tensor.name, {}, 1};
      for (const Schedule::Pattern::Rank& r : o.pattern->ranks)
        for (size_t l = 0; l < levels.size(); ++l)
          if (o.roots[l] == r.root)
            out.ranks.push_back(
                {r.root, std::ranges::find(tensor.ranks, levels[l].rank) - tensor.ranks.begin(),
                 r.tile, r.tile});
      for (const TiledLoop& loop : tiling.loops())
        if (loop.root == out.ranks.back().root && loop.step > 1)
          out.group = out.group == 1 ? loop.step : std::min(out.group, loop.step);
      program_.patterns.push_back(std::move(out));
    }
  }

  void tell_skip(const Kernel& kernel, const Tiling& tiling, const Schedule::Skip& skip,
                 const std::map<std::string, Lists>& lists) {
    const TiledLoop& skipped = tiling.time(tiling.loop_of(skip));
    SkippedLoop out{kernel.name, skip.rank, skipped.root, skipped.step, skip.at,
                    skip.kind,   {},        lit(1),       {},           ""};
    std::set<std::string> roots;
    for (const TiledLoop& loop : tiling.loops()) {
      if (skip.at == Place::Grid) break;  // one list, for all of every other rank
      const bool around =
          loop.place == Place::Block || (skip.at == Place::Warp && loop.place == Place::Warp);
      if (!around || loop.root == skipped.root) continue;
      const std::optional<int64_t> covered = tiling.reach_of(loop.root, skip.at);
      if (!covered)
        out.times = mul(out.times, most(loop.count, lit(1)));
      else if (roots.insert(loop.root).second)
        out.covers.push_back({loop.root, *covered});
    }
    for (const TiledOperand& o : tiling.operands())
      if (!o.masks.empty()) out.patterns.push_back(o.masks);
    if (skip.kind == Schedule::Skip::Kind::Compact) out.listed = lists.at(skipped.root).counts;
    program_.skipped.push_back(std::move(out));
  }

  // The kernels that prepare run in front of the staged one, those that finish behind it; a view to
  // zero before all that. `assembled`: what the launch is a part of, if any.
  void insert_steps(const Kernel& kernel, const std::vector<Kernel>& before,
                    const std::optional<Step>& assembled, const std::vector<Kernel>& behind,
                    const std::string& zero) {
    auto launch = launch_of(program_, kernel);
    std::vector<Step> steps;
    if (!zero.empty()) steps.push_back(zero_step(zero, 0));
    for (const Kernel& k : before) steps.push_back({Step::Kind::Launch, k.name});
    steps.push_back(assembled ? *assembled : *launch);
    for (const Kernel& k : behind) steps.push_back({Step::Kind::Launch, k.name});
    launch = program_.steps.erase(launch);
    program_.steps.insert(launch, steps.begin(), steps.end());
  }

  Program& program_;
  const Target& target_;
  Diagnostics& diagnostics_;
  Names names_;
};

}  // namespace

namespace {

// Whether the kernel's operands are stored and read as this pass knows it.
bool reads_dense(const Program& program, const Kernel& kernel) {
  const std::map<std::string, std::string> root_of = roots_of_variables(unnest(kernel.body));
  bool out = true;
  for_each_expr(kernel.body, [&](const Expr& e) {
    std::string why;
    SourceRange where;
    const auto* access = as<Access>(e);
    out &= !access || dense_operand(program, kernel, *access, root_of, why, where);
  });
  return out;
}

// Whether lanes multiply as `tensorize` knows it, or what is summed is no product of two dense
// operands, of which this pass would say what is wrong.
bool fits_tensor_form(const Program& program, const Kernel& kernel) {
  std::string why;
  return tensor_form(kernel, program, why).has_value();
}

bool left_to_tensorize(const Program& program, const Kernel& kernel) {
  if (fits_tensor_form(program, kernel) || kernel.reduction != AssignOp::Add) return true;
  int64_t factors = 0;
  for_each_expr(assignment(kernel.body).value,
                [&](const Expr& e) { factors += as<Access>(e) != nullptr; });
  return factors != 2 || !reads_dense(program, kernel);
}

// A binding that only bind_memory lowers: a list, an operand in Registers, the output in Shared.
const Schedule::Staging* of_any_nest(const Kernel& kernel) {
  const std::string output = tensor_of(output_of(kernel));
  for (const Schedule::Staging& s : kernel.schedule.stagings) {
    const bool of_output = s.tensor == output, in_registers = s.memory == Memory::Registers;
    if (s.listed || in_registers != of_output) return &s;
  }
  return nullptr;
}

// False: an error was added.
bool goes_together(const Kernel& kernel, Diagnostics& diagnostics) {
  const Schedule::Staging* s = of_any_nest(kernel);
  if (!s) return true;
  const bool sums = s->memory == Memory::Shared && s->tensor == tensor_of(output_of(kernel));
  const bool skips = !kernel.schedule.skips.empty();
  if (!skips && !(kernel.schedule.tensor_core && sums)) return true;
  diagnostics.error(Code::Unsupported, s->where,
                    fmt::format("unsupported: this binding of {} beside {}; delete one of them",
                                s->tensor, skips ? "skips by patterns" : "TensorCore"));
  return false;
}

// Whether tensor cores may multiply in any nest: the parts of each rank stand inside of
// larger ones, no sums are stored inside of the reduction, and a block has no more threads than any
// has that says nothing of it. Others are tiles that this pass numbers.
bool multiplies_in_nest(const Kernel& kernel) {
  std::map<std::string, int64_t> around;
  bool out = true;
  const Nest nest = unnest(kernel.body);
  const std::set<std::string> outputs = output_roots(nest);
  for (const Nest::Loop& l : nest.loops) {
    for (const Schedule::Staging& s : kernel.schedule.stagings)
      out &=
          s.memory == Memory::Shared || s.evict_on != l.loop.rank || outputs.contains(l.loop.root);
    const int64_t step = l.loop.tile ? literal(l.loop.tile).value_or(0) : 1;
    const auto [outer, first] = around.emplace(l.loop.root, step);
    out &= first || outer->second >= step;
    outer->second = step;
  }
  int64_t threads = kernel.lanes;
  for (const Worker& w : kernel.workers)
    if (w.place == Place::Warp) threads *= at_most_literal(w.extent).value_or(block_threads);
  return out && threads <= block_threads;
}

// Whether the passes of any nest lower the kernel: it is a plain product by FMA, it multiplies on
// tensor cores as `tensorize` knows it, or this pass does not know its operands or bindings.
bool left_to_bind_memory(Program program, Kernel kernel, const Target& target) {
  Schedule& s = kernel.schedule;
  if (of_any_nest(kernel)) return true;
  if (!s.skips.empty()) return false;
  if (!s.tensor_core && s.patterns.empty()) return true;
  for (Schedule::Staging& staging : s.stagings) staging.depth = 1;
  for (size_t a = 0; a < s.stagings.size(); ++a)
    for (size_t b = 0; b < a; ++b)
      if (s.stagings[a].tensor == s.stagings[b].tensor) return true;
  add_storage_views(program, kernel);
  Diagnostics refusals;
  if (const Tiling tiling(program, kernel, target, refusals); tiling.ok())
    return s.tensor_core && s.patterns.empty() && fits_tensor_form(program, kernel) &&
           multiplies_in_nest(kernel);
  if (s.tensor_core && !left_to_tensorize(program, kernel)) return false;
  // Sizes that are wrong for such a product are told here.
  return !reads_dense(program, kernel) ||
         std::ranges::all_of(refusals.all(),
                             [](const Diagnostic& d) { return d.code == Code::Unsupported; });
}

}  // namespace

Staged stage_lowers(Program program, const std::string& name, const Target& target) {
  const auto kernel = std::ranges::find(program.kernels, name, &Kernel::name);
  if (kernel == program.kernels.end() || of_any_nest(*kernel)) return {};
  add_storage_views(program, *kernel);
  Diagnostics refusals;
  const Tiling tiling(program, *kernel, target, refusals);
  if (!tiling.ok()) return {};
  return {true, tiling.skips(), tiling.choices()};
}

std::optional<Program> stage(Program program, const Target& target, Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  Stager stager(program, target, diagnostics);
  for (size_t i = 0; i < program.kernels.size(); ++i) {
    const Kernel& kernel = program.kernels[i];
    if (!kernel.schedule.staged() || !goes_together(kernel, diagnostics) || kernel.row_class)
      continue;
    if (left_to_bind_memory(program, kernel, target)) continue;
    const size_t before = program.kernels.size();
    stager.run(i);
    i += program.kernels.size() - before;
  }
  if (diagnostics.errors() > errors) return std::nullopt;
  return program;
}

}  // namespace teaal::passes
