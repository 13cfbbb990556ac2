#include "compiler/passes/pipeline.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "compiler/ir/text/text.h"
#include "compiler/passes/front/derive.h"
#include "compiler/support/match.h"

namespace teaal::passes {
namespace {

using ir::Stage;

constexpr Pass all_passes[] = {
    // First: everything later works on the IR alone.
    {"build",
     "einsums become loops over ranks; what cannot be lowered is refused",
     {},
     Stage::Built},
    // Before all that look at one kernel.
    {"unite", "terms of dense tensors that sum nothing become one assignment", unite, Stage::Built},
    // Before autoschedule, which then maps what is left.
    {"sample", "products that a compressed operand picks elements of are summed there", sample,
     Stage::Built},
    // Before partition: what it chooses is what a spec would ask for.
    {"autoschedule", "einsums without a mapping get one", autoschedule, Stage::Built},
    // Before order: the loop order names parts.
    {"partition", "ranks are split into parts (uniform_shape, nway_shape)", partition,
     Stage::Partitioned},
    {"order", "loops take the loop order", order, Stage::Ordered},
    // Wants the final loops; what it makes needs places, views and steps like other kernels.
    {"grow", "what tiles grow by (DRT) is counted by kernels in front", grow, Stage::Ordered},
    // Wants the final loops, as grow does.
    {"derive", "what blocks skip by becomes tensors of bits, and lists of them", derive,
     Stage::Ordered},
    // Wants the final loops, as derive does.
    {"transpose", "operands whose tiles are read across their rows are transposed in front",
     transpose, Stage::Ordered},
    // Behind transpose, which asks whose pattern a list is made of.
    {"list_common", "lists of what two tensors of bits have in common are made of these two",
     list_common, Stage::Ordered},
    // Compares the final loops; what it inlines needs neither workers nor views nor steps.
    {"inline_values", "compressed intermediates that are no sums are computed where they are read",
     inline_values, Stage::Ordered},
    // Before swizzle and accumulate: both ask which loops run side by side.
    {"place", "space ranks are bound to grid, blocks, warps and lanes", place, Stage::Placed},
    // Needs the final loop order; decides which tensors are re-sorted.
    {"swizzle", "tensors whose storage does not fit the loop order get a re-sorted view", swizzle,
     Stage::Swizzled},
    // Reads a view; what it makes is whole, and the lowering passes leave it alone.
    {"classify", "lists of the coordinates that kernels of classes walk are made on the device",
     classify, Stage::Swizzled},
    // Needs views and places; what it lowers is whole, and the lowering passes leave it alone.
    {"stage", "tiles of operands move into shared memory, sums and products into registers", stage,
     Stage::Swizzled},
    // Before the loops are lowered, which hides what they share; behind stage, whose kernels have
    // loops of their own.
    {"own", "kernels that take from each other within iterations of shared loops get one owner",
     own, Stage::Swizzled},
    // Behind own, whose kernels take turns; before the loops are lowered, which hides coordinates.
    {"finish", "expressions of whole sums are computed where the sums are stored", finish,
     Stage::Swizzled},
    // Behind stage, which has tiles of its own; before accumulate, which wants all loops.
    {"chunk", "fibers that are staged and have no bound are walked in chunks", chunk,
     Stage::Swizzled},
    // Before coiterate: reductions are still loops over named ranks.
    {"accumulate", "sums move into registers; spread reductions get a way to combine", accumulate,
     Stage::Accumulated},
    // Wants sums in registers, and loops that still say which operand a rank belongs to; before
    // bind_memory, for which what a lane reads is what its loops ask for.
    {"tensorize", "products that are bound to tensor cores become a warp's", tensorize,
     Stage::Accumulated},
    // Behind accumulate, which wants nests of loops alone; before coiterate, which locates tiles as
    // it does every view.
    {"bind_memory", "operands bound to shared memory get tiles and fills", bind_memory,
     Stage::Accumulated},
    {"coiterate", "rank loops become loops over coordinates and positions; fibers intersect",
     coiterate, Stage::Positions},
    // Behind coiterate, which searches; before map, which hides where runs begin.
    {"search_ahead", "fibers that runs begin in are found by a kernel in front", search_ahead,
     Stage::Positions},
    // Behind coiterate, which says what is copied; before map, to which barriers and copies are
    // statements like others.
    {"fill_tiles", "tiles are filled by copies between barriers, as far ahead as they have buffers",
     fill_tiles, Stage::Filled},
    {"map", "workers get their share of the iterations; the launch shape is computed", map,
     Stage::Gpu},
    // Needs hardware coordinates to name the threads that hold partial sums.
    {"reduce", "partial sums combine in shuffle trees, shared memory or ordered copies", reduce,
     Stage::Reduced},
    // Needs all kernels that write an element.
    {"round_once", "narrow elements are rounded once, when their sums are done", round_once,
     Stage::Reduced},
    // Behind reduce and round_once, which split what an expression does over kernels; before
    // iterate
    // and assemble, behind which kernels run in several forms and places.
    {"fuse", "kernels that hand an intermediate on become one; its elements stay in registers",
     fuse, Stage::Reduced},
    // Behind fuse, which saves memory as well; before iterate, which repeats the rounds that are
    // left.
    {"join", "kernels of one owner become one, rounds and all, with barriers between", join,
     Stage::Reduced},
    // Behind reduce, which adds launches, and before fill, as it adds steps that set arrays.
    {"iterate", "the steps of an iteration repeat and hand tensors from round to round", iterate,
     Stage::Reduced},
    // Behind reduce: it finds one store for each result that a worker or a tree of them has.
    {"assemble", "kernels that compute compressed tensors count, write, sort and compress",
     assemble, Stage::Assembled},
    // Behind reduce and assemble, which set other arrays in place of an output.
    {"fill", "arrays that start from another value than 0 get a kernel that writes it", fill,
     Stage::Assembled},
    // Behind map, which says how many blocks there are; before widen, to which reads are quads.
    {"find_largest", "kernels that read all of a tensor find its largest magnitude", find_largest,
     Stage::Assembled},
    // Behind fill, which leaves steps that set zeros alone; before hold_static, which may keep
    // words that depend on static operands, and widen, to which words are no elements.
    {"pack_bits", "intermediates of 0s and 1s take one bit an element where their format says so",
     pack_bits, Stage::Assembled},
    // Behind every pass that adds steps.
    {"hold_static", "steps that depend on static operands alone need to be done once", hold_static,
     Stage::Assembled},
    // Behind hold_static, which says what a run leaves out; before launch_early.
    {"zero_ahead", "kernels in front set small arrays to 0", zero_ahead, Stage::Assembled},
    // Behind every pass that adds launches, and hold_static, which says what a run leaves out.
    {"launch_early", "kernels are launched before the ones in front of them have ended",
     launch_early, Stage::Assembled},
    // Behind assemble, which makes several forms of a walk; before drop_unread.
    {"hand_round", "lanes that walk stored elements together look up one each, and hand it round",
     hand_round, Stage::Assembled},
    // Before widen, which finds the quads of all.
    {"jam", "stored tuples that each sum something are visited four at once", jam,
     Stage::Assembled},
    // Behind every pass that asks which element a statement reads or stores.
    {"widen", "neighbours in spelled-out loops are read and written in quads", widen,
     Stage::Assembled},
    // Behind widen, which leaves out what such questions imply; before peel, which parts both
    // forms.
    {"unswitch", "whether rows are aligned is asked once, in front of loops", unswitch,
     Stage::Assembled},
    // Behind widen, which joins what quads ask for to whether a tile is whole.
    {"peel", "whole tiles have a loop of their own", peel, Stage::Assembled},
    // Behind unswitch and peel, in front of whose questions its names would stand.
    {"ask_early", "what copies are named by is asked for before the first begins", ask_early,
     Stage::Assembled},
    // Behind widen, which finds the quads.
    {"stream", "quads that are read once go past the L1", stream, Stage::Assembled},
    // Behind unswitch and peel, which ask for whole tiles; before drop_unread, as names are left
    // over.
    {"ask_less", "copies ask nothing that follows from what else they ask", ask_less,
     Stage::Assembled},
    // Behind widen, which asks for coordinates; before drop_unread, as names are left over.
    {"shorten", "positions in tiles are told by the loops inside of them", shorten,
     Stage::Assembled},
    // Behind every pass that makes names: what they made to no use goes.
    {"drop_unread", "names go away that nothing reads or that repeat another one", drop_unread,
     Stage::Assembled},
    // Behind widen, to which spelled-out loops count upward, and where only products are left.
    {"turn_back", "products of register blocks go back and forth and share their factors",
     turn_back, Stage::Assembled},
    // Behind what makes arithmetic.
    {"fuse_multiply_add", "x += a * b is spelled as one fused operation", fuse_multiply_add,
     Stage::Assembled},
    // Behind every pass that makes names of sizes.
    {"fit_sizes", "sizes that 32 bits hold are counted in 32 bits", fit_sizes, Stage::Assembled},
    // Behind every pass that asks who a thread is.
    {"pack_warps", "many blocks of one warp become fewer of several", pack_warps, Stage::Assembled},
    // Behind every pass that reads or changes indices.
    {"simplify", "kernels compute indices as a person would write it", simplify, Stage::Assembled},
    // Last: what stands where is final.
    {"name_phases", "remarks say what the parts of a kernel do", name_phases, Stage::Assembled},
};

// Verifies what the pass left, and shows it to whoever asked.
bool leave(const Pass& pass, const ir::Verified& before, const ir::Program& after,
           const RunOptions& options, Diagnostics& diagnostics) {
  if (auto broken = ir::verify(after, pass.leaves, before)) {
    const std::string what = "after pass " + std::string(pass.name) + ": " + broken->rule;
    if (options.given)
      diagnostics.error(Code::IrRule, broken->where, what + "; no pass leaves such IR before it");
    else
      diagnostics.error(Code::Internal, {},
                        what + "\n--- before\n" +
                            (before.program ? ir::print(*before.program) : "") + "--- after\n" +
                            ir::print(after));
    return false;
  }
  if (options.after_each) options.after_each(pass, after);
  return true;
}

std::optional<ir::Program> run_pass(const Pass& pass, ir::Program program, const Target& target,
                                    Diagnostics& diagnostics) {
  return match(
      pass.run, [&](std::monostate) { return std::optional(std::move(program)); },
      [&](Plain* run) { return run(std::move(program), diagnostics); },
      [&](Targeted* run) { return run(std::move(program), target, diagnostics); });
}

std::optional<ir::Program> run_behind(size_t done, ir::Program given, bool stage_first,
                                      const RunOptions& options, Diagnostics& diagnostics) {
  std::optional<ir::Program> program = std::move(given);
  for (size_t i = done + 1; i < std::size(all_passes); ++i) {
    const Pass& pass = all_passes[i];
    if (all_passes[i - 1].name == options.stop_after) break;
    const ir::Program before = *program;
    program = stage_first && pass.name == "derive"
                  ? derive_what_stage_leaves(std::move(*program), options.target, diagnostics)
                  : run_pass(pass, std::move(*program), options.target, diagnostics);
    if (!program ||
        !leave(pass, {&before, all_passes[i - 1].leaves}, *program, options, diagnostics))
      return std::nullopt;
  }
  return program;
}

bool skips(const ir::Program& program) {
  return std::ranges::any_of(program.kernels, [](const ir::Kernel& k) {
    return !k.schedule.skips.empty() || !k.schedule.patterns.empty();
  });
}

// One way through the passes, and what it tells.
struct Way {
  Diagnostics said;
  std::vector<std::pair<const Pass*, ir::Program>> left;
  std::optional<ir::Program> program;

  Way(size_t done, const ir::Program& given, bool stage_first, const RunOptions& options) {
    RunOptions own = options;
    if (options.after_each)
      own.after_each = [this](const Pass& pass, const ir::Program& after) {
        left.emplace_back(&pass, after);
      };
    program = run_behind(done, given, stage_first, own, said);
  }
};

// Of what blocks skip, `stage` may lower what the passes of any nest refuse behind `derive`.
std::optional<ir::Program> run_one_way(size_t done, ir::Program given, const RunOptions& options,
                                       Diagnostics& diagnostics) {
  if (!skips(given)) return run_behind(done, std::move(given), false, options, diagnostics);
  Way way(done, given, false, options);
  const auto is_bug = [](const Diagnostic& d) { return d.code == Code::Internal; };
  if (!way.program && std::ranges::none_of(way.said.all(), is_bug))
    if (Way other(done, given, true, options); other.program) way = std::move(other);
  for (const auto& [pass, after] : way.left) options.after_each(*pass, after);
  for (const Diagnostic& said : way.said.all()) diagnostics.add(said);
  return way.program;
}

}  // namespace

std::span<const Pass> pipeline() { return all_passes; }

bool lacks_magnitudes(const ir::Program& program) {
  return std::ranges::any_of(program.kernels,
                             [](const ir::Kernel& k) { return !k.largest.empty(); });
}

std::optional<ir::Program> run(const einsum::Cascade& cascade, const std::string& name,
                               const RunOptions& options, Diagnostics& diagnostics) {
  std::optional<ir::Program> program = build(cascade, name, diagnostics);
  if (program) program->settled = options.settled;
  if (!program || !leave(all_passes[0], {}, *program, options, diagnostics)) return std::nullopt;
  return run_one_way(0, std::move(*program), options, diagnostics);
}

std::optional<ir::Program> resume(ir::Program program, const std::string& behind,
                                  RunOptions options, Diagnostics& diagnostics) {
  options.given = true;
  size_t done = 0;
  while (all_passes[done].name != behind) ++done;
  if (auto broken = ir::verify(program, all_passes[done].leaves)) {
    diagnostics.error(Code::IrRule, broken->where, broken->rule);
    return std::nullopt;
  }
  return run_one_way(done, std::move(program), options, diagnostics);
}

}  // namespace teaal::passes
