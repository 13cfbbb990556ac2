#include "compiler/passes/carry.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/row_owner.h"

namespace teaal::passes {
namespace {

using ir::Combine;
using ir::Place;

bool all_above_are(const Nest& nest, size_t end, std::initializer_list<Place> allowed) {
  for (size_t i = 0; i < end; ++i) {
    Place place = nest.loops[i].loop.place;
    if (place != Place::Time && std::find(allowed.begin(), allowed.end(), place) == allowed.end())
      return false;
  }
  return true;
}

// A tree needs all its threads at the same point of the loops around the sum: they may only be
// spread over levels outside the tree. Lanes have trees of their own for each of the workers
// around, which need not be at the same point. Everything else sums into a copy of the output a
// worker, added in order afterwards.
Combine combine_of(const Nest& nest, size_t index, size_t owned) {
  if (index < owned) return Combine::Copies;
  switch (nest.loops[index].loop.place) {
    case Place::Lane:
      return all_above_are(nest, owned, {Place::Block, Place::Warp, Place::Lane})
                 ? Combine::Lanes
                 : Combine::Copies;
    case Place::Warp:
      return all_above_are(nest, owned, {Place::Block}) ? Combine::Warps : Combine::Copies;
    case Place::Thread:
    case Place::Grid:
      return all_above_are(nest, owned, {Place::Block}) ? Combine::Threads : Combine::Copies;
    default:
      return Combine::Copies;
  }
}

bool writes(const ir::ForRank& loop, const std::set<std::string>& outputs) {
  for (const std::string& root : roots_of(loop))
    if (outputs.contains(root)) return true;
  return false;
}

// A flattened loop may do both.
bool reduces(const ir::ForRank& loop, const std::set<std::string>& outputs) {
  for (const std::string& root : roots_of(loop))
    if (!outputs.contains(root)) return true;
  return false;
}

// Runs of a leader's positions begin at other coordinates in every iteration of a reduction around
// them: no worker can own its output coordinates.
bool moves_with_reduction(const Nest& nest, size_t index, const std::set<std::string>& outputs) {
  bool by_position = false, reduction = false;
  for (size_t i = 0; i <= index; ++i) {
    const ir::ForRank& loop = nest.loops[i].loop;
    by_position |=
        loop.root == nest.loops[index].loop.root && (!loop.leader.empty() || !loop.joined.empty());
    reduction |= reduces(loop, outputs);
  }
  return by_position && reduction;
}

void combine_workers(ir::Kernel& kernel, const Nest& nest, const std::set<std::string>& outputs,
                     size_t owned) {
  for (ir::Worker& worker : kernel.workers)
    for (size_t i = 0; i < nest.loops.size(); ++i)
      if (nest.loops[i].loop.rank != worker.rank ||
          (kernel.carry && nest.loops[i].loop.root == kernel.carry->root))
        continue;
      else if (reduces(nest.loops[i].loop, outputs))
        worker.combine = combine_of(nest, i, owned);
      else if (moves_with_reduction(nest, i, outputs))
        worker.combine = Combine::Copies;
}

// The innermost statement with its assignment replaced; a condition around it stays.
ir::Stmt with_assignment(const ir::Stmt& body, const ir::Stmt& assign) {
  if (const auto* guarded = ir::as<ir::If>(body))
    return ir::if_then(guarded->cond, with_assignment(guarded->body, assign), body->where);
  return assign;
}

// All loops behind the last one that runs over an output rank are reductions: they sum into a
// register.
void accumulate_kernel(ir::Kernel& kernel, ir::Program& program) {
  Nest nest = unnest(kernel.body);
  std::set<std::string> outputs = output_roots(nest);
  size_t owned = 0;  // loops [0, owned) lie around the point where one output element is owned
  for (size_t i = 0; i < nest.loops.size(); ++i)
    if (writes(nest.loops[i].loop, outputs)) owned = i + 1;
  add_carry(kernel, nest, program);
  combine_workers(kernel, nest, outputs, owned);
  bool revisits = kernel.accumulates;
  for (size_t i = 0; i < owned; ++i) revisits |= reduces(nest.loops[i].loop, outputs);
  if (owned == nest.loops.size()) return;

  ir::Assign assign = assignment(nest.body);
  ir::Stmt sum = ir::assign(ir::var("sum"), kernel.reduction, assign.value, nest.body->where);
  ir::Stmt inner = wrap(nest.loops, owned, nest.loops.size(), with_assignment(nest.body, sum));
  ir::Stmt store = ir::assign(assign.target, revisits ? kernel.reduction : ir::AssignOp::Set,
                              ir::var("sum"), nest.body->where);
  ir::Stmt start =
      ir::changing("sum", ir::Type::Value, ir::make_expr(ir::FloatLit{kernel.start}), kernel.where);
  kernel.body = wrap(nest.loops, 0, owned, ir::block({start, inner, store}));
}

}  // namespace

std::optional<ir::Program> accumulate(ir::Program program, Diagnostics&) {
  for (ir::Kernel& kernel : program.kernels) {
    if (kernel.tiled) continue;
    kernel.rows = row_owner(program, kernel);
    accumulate_kernel(kernel, program);
  }
  return program;
}

}  // namespace teaal::passes
