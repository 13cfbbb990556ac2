#include <fmt/format.h>

#include "compiler/passes/coiterate/row_owner.h"
#include "compiler/passes/coiterate/shares.h"
#include "compiler/passes/coiterate/sum_block.h"
#include "compiler/passes/machine/carry.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using ir::Combine;
using ir::Place;

// Whether loops around a store are spread over those places alone.
bool all_around_are(const Nest& nest, const SumBlock& sums, std::initializer_list<Place> allowed) {
  for (size_t i = 0; i < nest.loops.size(); ++i) {
    const Place place = nest.loops[i].loop.place;
    if ((i < sums.first || sums.has(i)) && place != Place::Time &&
        std::find(allowed.begin(), allowed.end(), place) == allowed.end())
      return false;
  }
  return true;
}

// Neighbouring lanes are those of the innermost loop that lanes share.
bool lanes_inside(const Nest& nest, size_t index, const SumBlock& sums) {
  for (size_t i = index + 1; i < nest.loops.size(); ++i)
    if (sums.has(i) && nest.loops[i].loop.place == Place::Lane) return true;
  return false;
}

// A tree needs all its threads at the same point of the loops around the store: they may only be
// spread over levels outside the tree. Lanes have trees of their own for each of the workers
// around, which need not be at the same point. Everything else is shared in the block, or sums into
// a copy of the output a worker, added in order afterwards.
Combine combine_of(const Nest& nest, size_t index, const SumBlock& sums) {
  if (index < sums.first) return Combine::Copies;
  switch (nest.loops[index].loop.place) {
    case Place::Lane:
      return all_around_are(nest, sums, {Place::Block, Place::Warp, Place::Lane}) &&
                     !lanes_inside(nest, index, sums)
                 ? Combine::Lanes
                 : Combine::Copies;
    case Place::Warp:
      return all_around_are(nest, sums, {Place::Block}) ? Combine::Warps : Combine::Copies;
    case Place::Thread:
    case Place::Grid:
      return all_around_are(nest, sums, {Place::Block}) ? Combine::Threads : Combine::Copies;
    default:
      return Combine::Copies;
  }
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
  bool reduction = false;
  for (size_t i = 0; i <= index; ++i) reduction |= reduces(nest.loops[i].loop, outputs);
  return reduction && moves(nest, index);
}

void combine_workers(ir::Kernel& kernel, const Nest& nest, const std::set<std::string>& outputs,
                     const SumBlock& sums, bool may_share) {
  const auto of_block = [&](size_t i, Combine combine) {
    const Place place = nest.loops[i].loop.place;
    const bool shares = may_share && i >= sums.first && combine == Combine::Copies &&
                        (place == Place::Warp || place == Place::Lane);
    return shares ? Combine::Shares : combine;
  };
  for (ir::Worker& worker : kernel.workers)
    for (size_t i = 0; i < nest.loops.size(); ++i)
      if (nest.loops[i].loop.rank != worker.rank ||
          (kernel.carry && nest.loops[i].loop.root == kernel.carry->root))
        continue;
      else if (reduces(nest.loops[i].loop, outputs))
        worker.combine = of_block(i, combine_of(nest, i, sums));
      else if (moves_with_reduction(nest, i, outputs))
        worker.combine = Combine::Copies;
}

// Whether loops around the sums come to an element again; of runs each has its fibers alone.
bool revisited(const ir::Kernel& kernel, const Nest& nest, const std::set<std::string>& outputs,
               const SumBlock& sums) {
  const bool by_fibers = kernel.carry && !kernel.carry->together() && !kernel.carry->run.empty();
  for (size_t i = 0; i < sums.first; ++i) {
    const ir::ForRank& loop = nest.loops[i].loop;
    if (reduces(loop, outputs) && !(by_fibers && loop.root == kernel.carry->root)) return true;
  }
  return false;
}

// Whether the output's pairs are found here, and assembled later.
bool is_assembled(const ir::Kernel& kernel, const ir::Program& program) {
  return std::ranges::any_of(kernel.operands, [&](const ir::Operand& o) {
    return o.name == output_of(kernel) && program.view(o.view)->points;
  });
}

// Whether each element is computed once, where it lies. Pairs of an assembled result are found at
// one place of the text, and bodies that `join` puts behind one another are of one form.
bool sums_nothing(const ir::Kernel& kernel, const Nest& nest, const std::set<std::string>& outputs,
                  const ir::Program& program) {
  if (kernel.accumulates || kernel.owner || kernel.carry || kernel.row_class || kernel.buffer)
    return false;
  if (is_assembled(kernel, program)) return false;
  return std::ranges::none_of(nest.loops, [&](const auto& l) { return reduces(l.loop, outputs); });
}

// The innermost statement with its assignment replaced; a condition around it stays.
ir::Stmt with_assignment(const ir::Stmt& body, const ir::Stmt& assign) {
  if (const auto* guarded = ir::as<ir::If>(body))
    return ir::if_then(guarded->cond, with_assignment(guarded->body, assign), body->where);
  return assign;
}

// The sum of copies of an output is stored to all of it; blocks of a grid that share a sum have
// one each.
void check_copies(const ir::Kernel& kernel, const ir::Program& program, Diagnostics& diagnostics) {
  if (!kernel.row_class || is_assembled(kernel, program)) return;
  for (const ir::Worker& w : kernel.workers)
    if (w.combine == Combine::Copies || (w.combine != Combine::None && w.place == Place::Grid))
      diagnostics.error(
          Code::Unsupported, kernel.row_class->where,
          fmt::format("unsupported: workers of {} that add up copies of the output in a variant; "
                      "spread it over lanes, or warps of a block, inside of {}",
                      w.rank, kernel.row_class->root));
}

// Whoever asks for a merge path gets that or nothing.
void check_paths(const ir::Kernel& kernel, const Nest& nest, Diagnostics& diagnostics) {
  if (kernel.carry && kernel.carry->together()) return;
  for (const Nest::Loop& l : nest.loops)
    if (l.loop.merged)
      diagnostics.error(
          Code::Unsupported, l.where,
          fmt::format(
              "unsupported: a merge path that is not of the rows of a sum, a run a block; let "
              "{} stand first, on Block, with threads inside and at most 4096 steps a run, "
              "flatten a rank of the output and one that is summed and listed, store the "
              "output in full, and let no other factor need the row",
              l.loop.rank));
}

void tell_shares(const ir::Kernel& kernel, ir::Program& program) {
  if (std::ranges::find(kernel.workers, Combine::Shares, &ir::Worker::combine) !=
      kernel.workers.end())
    program.notes.push_back(
        fmt::format("{}: threads share each sum of {}; they add their parts in order through "
                    "shared memory",
                    kernel.name, ir::tensor_of(output_of(kernel))));
}

void accumulate_kernel(ir::Kernel& kernel, ir::Program& program, Diagnostics& diagnostics) {
  Nest nest = unnest(kernel.body);
  const std::set<std::string> outputs = output_roots(nest);
  add_carry(kernel, nest, program);
  check_paths(kernel, nest, diagnostics);
  nest = by_fibers(kernel, std::move(nest), program);
  const SumBlock sums = sum_block(nest, kernel, program, outputs);
  combine_workers(kernel, nest, outputs, sums,
                  !is_assembled(kernel, program) && may_share(nest, kernel, sums, program));
  tell_shares(kernel, program);
  const bool in_memory = sums.first == nest.loops.size();
  const bool revisits = kernel.accumulates || in_memory || revisited(kernel, nest, outputs, sums);
  if (in_memory) {
    kernel.body = renest(sums_nothing(kernel, nest, outputs, program)
                             ? with_spelled_moves(std::move(nest), kernel, program)
                             : std::move(nest));
    return;
  }

  const ir::Assign assign = assignment(nest.body);
  const ir::Expr sum = element_of(sums);
  ir::Stmt add = ir::assign(sum, kernel.reduction, assign.value, nest.body->where);
  ir::Stmt store = ir::assign(assign.target, revisits ? kernel.reduction : ir::AssignOp::Set, sum,
                              nest.body->where);
  kernel.body = wrap(nest.loops, 0, sums.first,
                     in_registers(nest, sums,
                                  {with_assignment(nest.body, add), store, kernel.start,
                                   shares_added(nest, kernel, sums, program)}));
}

// Of a buffer that is evicted on a loop: the tile that this loop is at. Further out there are loops
// over rows, and over larger tiles of the same rank, so each row meets a tile once. Who shares
// these loops has tiles of its own.
void find_tile(ir::Kernel& kernel, Diagnostics& diagnostics) {
  ir::RowBuffer& buffer = *kernel.buffer;
  const auto refuse = [&](const std::string& why) {
    diagnostics.error(Code::Unsupported, buffer.where,
                      "unsupported: an output in Shared that " + why);
  };
  if (!kernel.rows)
    return refuse(
        "is computed in an order in which no row is visited once; put the loops over its first "
        "ranks outermost");
  const Nest nest = unnest(kernel.body);
  const std::set<std::string> outputs = output_roots(nest);
  const auto evicting = std::ranges::find_if(
      nest.loops, [&](const Nest::Loop& l) { return l.loop.rank == buffer.evict_on; });
  bool in_row = false;
  for (const Nest::Loop& l : nest.loops) {
    const bool evicts = l.loop.rank == buffer.evict_on;
    const bool opens = binds(l.loop).contains(kernel.rows->last);
    if (evicts && opens) return;  // all of the row
    const bool tiles = l.loop.tile && is_of_coordinates(l.loop) && outputs.contains(l.loop.root);
    if (evicts && (!in_row || !tiles))
      return refuse(
          "is evicted on " + buffer.evict_on +
          ", which is neither the rank that ends a row nor tiles of it, by uniform_shape");
    if (in_row && evicting != nest.loops.end() && !(tiles && l.loop.root == evicting->loop.root))
      return refuse("is evicted on " + buffer.evict_on + " inside of a loop over " + l.loop.rank +
                    "; put it outside of all loops but those over rows");
    if (in_row && evicting != nest.loops.end()) std::erase(kernel.rows->shared, l.loop.rank);
    if (evicts) {
      const std::optional<int64_t> tile = ir::literal(l.loop.tile);
      if (!tile)
        return refuse("is evicted on " + buffer.evict_on +
                      ", whose tiles have no size "
                      "that is known when the kernel is compiled");
      buffer.begin = l.loop.var;
      buffer.tile = *tile;
      return;
    }
    in_row |= opens;
  }
}

}  // namespace

std::optional<ir::Program> accumulate(ir::Program program, Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  for (ir::Kernel& kernel : program.kernels) {
    if (kernel.tiled) continue;
    kernel.rows = row_owner(program, kernel);
    if (kernel.buffer) find_tile(kernel, diagnostics);
    accumulate_kernel(kernel, program, diagnostics);
    check_copies(kernel, program, diagnostics);
  }
  if (diagnostics.errors() > errors) return std::nullopt;
  return program;
}

}  // namespace teaal::passes
