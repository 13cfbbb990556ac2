#include "compiler/passes/pipeline.h"

#include "compiler/ir/text.h"

namespace teaal::passes {
namespace {

using ir::Stage;

constexpr Pass all_passes[] = {
    // First: everything later works on the IR alone.
    {"build", "einsums become loops over ranks; what cannot be lowered is refused", nullptr,
     Stage::Built},
    // Before order: the loop order names parts.
    {"partition", "ranks are split into parts (uniform_shape, nway_shape)", partition,
     Stage::Partitioned},
    {"order", "loops take the loop order", order, Stage::Ordered},
    // Compares the final loops; what it inlines needs neither workers nor views nor steps.
    {"inline_values", "compressed intermediates that are no sums are computed where they are read",
     inline_values, Stage::Ordered},
    // Before swizzle and accumulate: both ask which loops run side by side.
    {"place", "space ranks are bound to grid, blocks, warps and lanes", place, Stage::Placed},
    // Needs the final loop order; decides which tensors are re-sorted.
    {"swizzle", "tensors whose storage does not fit the loop order get a re-sorted view", swizzle,
     Stage::Swizzled},
    // Needs views and places; what it lowers is whole, and the lowering passes leave it alone.
    {"stage", "tiles of operands move into shared memory, sums and products into registers", stage,
     Stage::Swizzled},
    // Before coiterate: reductions are still loops over named ranks.
    {"accumulate", "sums move into registers; spread reductions get a way to combine", accumulate,
     Stage::Accumulated},
    {"coiterate", "rank loops become loops over coordinates and positions; fibers intersect",
     coiterate, Stage::Positions},
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
    // Behind reduce, which adds launches, and before fill, as it adds steps that set arrays.
    {"iterate", "the steps of an iteration repeat and hand tensors from round to round", iterate,
     Stage::Reduced},
    // Behind reduce: it finds one store for each result that a worker or a tree of them has.
    {"assemble", "kernels that compute compressed tensors count, write, sort and compress",
     assemble, Stage::Assembled},
    // Behind reduce and assemble, which set other arrays in place of an output.
    {"fill", "arrays that start from another value than 0 get a kernel that writes it", fill,
     Stage::Assembled},
    // Behind every pass that adds steps.
    {"hold_static", "steps that depend on static operands alone need to be done once", hold_static,
     Stage::Assembled},
    // Behind every pass that makes names: what they made to no use goes.
    {"drop_unread", "names that nothing reads go away", drop_unread, Stage::Assembled},
    // Last: it looks at arithmetic only.
    {"fuse_multiply_add", "x += a * b is spelled as one fused operation", fuse_multiply_add,
     Stage::Assembled},
};

std::optional<ir::Program> broken(const Pass& pass, const std::string& rule,
                                  const std::string& before, const ir::Program& after,
                                  Diagnostics& diagnostics) {
  diagnostics.error(Code::Internal, {},
                    "after pass " + std::string(pass.name) + ": " + rule + "\n--- before\n" +
                        before + "--- after\n" + ir::print(after));
  return std::nullopt;
}

}  // namespace

std::span<const Pass> pipeline() { return all_passes; }

std::optional<ir::Program> run(const einsum::Cascade& cascade, const std::string& name,
                               const RunOptions& options, Diagnostics& diagnostics) {
  std::optional<ir::Program> program;
  for (const Pass& pass : pipeline()) {
    std::string before = program ? ir::print(*program) : "";
    program =
        pass.run ? pass.run(std::move(*program), diagnostics) : build(cascade, name, diagnostics);
    if (!program) return std::nullopt;
    program->narrow = options.narrow_values;
    program->value_bytes = options.value_bytes;
    program->most_shared_bytes = options.most_shared_bytes;
    program->warpgroups = options.warpgroups;
    program->lanes = options.lanes;
    if (auto rule = ir::verify(*program, pass.leaves))
      return broken(pass, *rule, before, *program, diagnostics);
    if (options.after_each) options.after_each(pass, *program);
    if (pass.name == options.stop_after) break;
  }
  return program;
}

}  // namespace teaal::passes
