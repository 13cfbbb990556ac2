#pragma once
#include <optional>

#include "compiler/einsum/cascade.h"
#include "compiler/ir/program.h"
#include "compiler/passes/target.h"
#include "compiler/support/diagnostic.h"

// Every pass: one file, one function, named alike. Each takes a program that verifies at the stage
// before, and the target if it asks for that, and leaves one that verifies at its own
// (pipeline.cc). An empty result means that an error was added.
namespace teaal::passes {

// Checked einsums → a kernel each: loops over whole ranks around one assignment, with the mapping
// as its schedule. Refuses (unsupported) what no later pass can lower.
std::optional<ir::Program> build(const einsum::Cascade&, const std::string& name, Diagnostics&);

// Makes one assignment of a sum's terms where all that they read is dense and nothing is summed.
std::optional<ir::Program> unite(ir::Program, Diagnostics&);
// Of einsums that nothing is said of: a sum of dense operands that one other reads, multiplied by
// what a compressed operand lists, is made there, and for those elements alone.
std::optional<ir::Program> sample(ir::Program, const Target&, Diagnostics&);
// Gives einsums that nothing is said of splits, a loop order, places and tiles, where all that they
// read is dense, or all but one matrix; others get rows of what is compressed. Source: the
// schedules that specs/ has for these; tiles as measured (bench/DIARY.md).
std::optional<ir::Program> autoschedule(ir::Program, const Target&, Diagnostics&);
// Splits the rank loops as `partitioning` says: one loop a part.
std::optional<ir::Program> partition(ir::Program, Diagnostics&);

// Puts the loops into the loop order.
std::optional<ir::Program> order(ir::Program, Diagnostics&);

// What tiles grow by (DRT) becomes tensors of how many elements their smaller tiles have, which
// kernels in front make. Refuses, at the expression or the
// binding, what such tiles cannot stand beside.
std::optional<ir::Program> grow(ir::Program, Diagnostics&);

// What blocks skip by lists of single coordinates becomes tensors of bits, which kernels in front
// make, and lists of these in Shared. Some plain sums are left to `stage`, which is better at them.
std::optional<ir::Program> derive(ir::Program, const Target&, Diagnostics&);

// Dense inputs whose tiles in Shared are read across their rows by several blocks are written with
// another rank last by a kernel in front.
std::optional<ir::Program> transpose(ir::Program, const Target&, Diagnostics&);
// Tensors of bits that are products of two others, and of which kernels only make lists in shared
// memory, are computed by nobody: the list is made of what the two have in common.
std::optional<ir::Program> list_common(ir::Program, const Target&, Diagnostics&);

// Where a compressed intermediate is no sum, and each kernel that reads it has its loops outermost,
// those kernels compute its elements instead.
std::optional<ir::Program> inline_values(ir::Program, const Target&, Diagnostics&);

// Binds space ranks to grid, blocks, warps, lanes; without spacetime it chooses one loop to spread.
std::optional<ir::Program> place(ir::Program, const Target&, Diagnostics&);

// Gives every tensor a view that the loop order can walk: its storage where that is concordant,
// else a re-sorted copy.
std::optional<ir::Program> swizzle(ir::Program, Diagnostics&);

// Makes the lists that kernels of classes walk: one kernel counts the coordinates of each class,
// one lists them. Refuses a tensor that no kernel reads along the rank first.
std::optional<ir::Program> classify(ir::Program, Diagnostics&);

// Kernels whose operands are bound to Shared or Registers, or that skip at Block or Warp: loops
// over tiles that are filled together, sums in registers. Passes that lower loops leave them alone.
std::optional<ir::Program> stage(ir::Program, const Target&, Diagnostics&);

// Finds kernels that share their outermost loops over blocks (and warps) and take from each other
// only within an iteration of these: they get an owner. What rounds of such kernels carry is handed
// on by kernels of the same loops.
std::optional<ir::Program> own(ir::Program, const Target&, Diagnostics&);

// Expressions that have, for each sum of a kernel, one element at its coordinates become what that
// kernel does to its sums before it stores them.
std::optional<ir::Program> finish(ir::Program, const Target&, Diagnostics&);

// Bindings whose tile would hold all of a fiber, however long that is, get a loop over chunks of
// it, in each of whose iterations the tile is filled, where nothing else reads it again.
std::optional<ir::Program> chunk(ir::Program, Diagnostics&);

// Moves sums into registers around the innermost reduction loops, and decides how the partial sums
// of a reduction that is spread over workers combine.
std::optional<ir::Program> accumulate(ir::Program, Diagnostics&);

// Kernels bound to TensorCore: the innermost reduction and the loops over sums inside of it become
// products of a warp, of what each lane reads for them. Refuses, at the binding, what is no such
// product.
std::optional<ir::Program> tensorize(ir::Program, const Target&, Diagnostics&);

// Operands bound to Shared get tiles, and fills where the loop order and evict-on put them: boxes
// of coordinates, or runs of a compressed level's positions. Refuses what has no bound.
std::optional<ir::Program> bind_memory(ir::Program, const Target&, Diagnostics&);

// Rank loops → loops over coordinates and positions; fibers intersect by two-finger, skip-ahead or
// leader-follower.
std::optional<ir::Program> coiterate(ir::Program, const Target&, Diagnostics&);

// Fills of tiles become copies that run beside other work, and barriers: in front of what reads
// them, or, where a tile has more buffers, as many iterations of its loop ahead as it has others.
std::optional<ir::Program> fill_tiles(ir::Program, Diagnostics&);

// Gives each worker its share of the iterations and computes the launch shape.
std::optional<ir::Program> map(ir::Program, Diagnostics&);

// Finds the fibers that runs of a flattened rank begin in by a kernel in front, a thread a run.
std::optional<ir::Program> search_ahead(ir::Program, Diagnostics&);

// Adds the partial sums of workers: shuffle trees, shared-memory trees, or copies that a second
// kernel adds in order. Whole sums are finished where they are stored.
std::optional<ir::Program> reduce(ir::Program, const Target&, Diagnostics&);

// Where elements are narrower than the arithmetic: sums that grow in memory grow in a workspace,
// and a last kernel rounds them.
std::optional<ir::Program> round_once(ir::Program, const Target&, Diagnostics&);

// Kernels that hand an intermediate on become one where their outermost loops are equal; an element
// that only they use stays in a register, and the tensor has no array.
std::optional<ir::Program> fuse(ir::Program, const Target&, Diagnostics&);

// Kernels of one owner become one that does their work in turn in each iteration of the owner's
// loops, with barriers between; rounds that are one such kernel become a loop in it.
std::optional<ir::Program> join(ir::Program, const Target&, Diagnostics&);

// Puts the steps of an iteration under a step that repeats them, and hands tensors from round to
// round.
std::optional<ir::Program> iterate(ir::Program, Diagnostics&);

// Tensors with compressed levels are assembled: kernels count and write (index, value) pairs, which
// are sorted, added and stored level by level.
std::optional<ir::Program> assemble(ir::Program, const Target&, Diagnostics&);

// Kernels for steps that set arrays to another value than 0, which no memset can.
std::optional<ir::Program> fill(ir::Program, Diagnostics&);

// The largest magnitudes that are asked for are found by the kernels that read the tensors anyway
// (Kernel::largest), and one behind each; or else by kernels of their own.
std::optional<ir::Program> find_largest(ir::Program, Diagnostics&);

// Arrays of intermediates that hold 0 or 1, and whose format asks for it, become words of bits.
std::optional<ir::Program> pack_bits(ir::Program, Diagnostics&);

// Marks the steps whose results hold for later runs, too: all that they read depends on static
// inputs and sizes alone, and nothing else writes what they write.
std::optional<ir::Program> hold_static(ir::Program, Diagnostics&);

// Arrays of bits and of sizes that a step sets to 0 between two launches are set by the kernel in
// front of it.
std::optional<ir::Program> zero_ahead(ir::Program, Diagnostics&);

// Kernels that come behind others are launched before these have ended, where the GPU can do that.
std::optional<ir::Program> launch_early(ir::Program, const Target&, Diagnostics&);

// Lanes of a warp that walk stored elements together look up what belongs to one each, and hand it
// round.
std::optional<ir::Program> hand_round(ir::Program, Diagnostics&);

// Lets loops over stored tuples, each of which sums something, visit some of them at once.
std::optional<ir::Program> jam(ir::Program, Diagnostics&);

// Neighbours that a thread reads or writes in spelled-out loops of whole tiles move in quads, where
// pointers and sizes are aligned: a test that joins that for whole tiles.
std::optional<ir::Program> widen(ir::Program, Diagnostics&);

// Asks once, in front of loops of whole tiles, whether what they fill has aligned rows.
std::optional<ir::Program> unswitch(ir::Program, Diagnostics&);

// Gives whole tiles a loop of their own, in front of what is left, where each asks whether it is
// whole.
std::optional<ir::Program> peel(ir::Program, Diagnostics&);

// Asks for the coordinates that copies into gathered tiles want in front of the wait for the copies
// before.
std::optional<ir::Program> ask_early(ir::Program, Diagnostics&);

// Reads quads of what one thread asks for once past the L1.
std::optional<ir::Program> stream(ir::Program, Diagnostics&);

// Copies ask nothing that follows from what else they ask, or from how far a thread's number and
// spelled-out loops lead.
std::optional<ir::Program> ask_less(ir::Program, Diagnostics&);

// Spells positions in tiles, which are differences of coordinates, by the loops inside of the
// tiles.
std::optional<ir::Program> shorten(ir::Program, Diagnostics&);

// Lets products of register blocks go back and forth, so that one and the next share a factor.
std::optional<ir::Program> turn_back(ir::Program, Diagnostics&);

// Drops names that nothing reads, and those that only repeat another one.
std::optional<ir::Program> drop_unread(ir::Program, Diagnostics&);

// Spells x += a * b as a fused multiply-add, so that every backend rounds alike.
std::optional<ir::Program> fuse_multiply_add(ir::Program, Diagnostics&);

// Counts in offsets, of 32 bits, where they hold what is counted.
std::optional<ir::Program> fit_sizes(ir::Program, const Target&, Diagnostics&);

// Lets several blocks of one warp be one, where a launch has more than run at once.
std::optional<ir::Program> pack_warps(ir::Program, Diagnostics&);

// Spells what kernels compute of indices as a person would; sizes of the plan stay as they are.
std::optional<ir::Program> simplify(ir::Program, Diagnostics&);

// Remarks in front of what loads tiles, computes products, combines partial sums and stores
// results, in kernels that do more of these than compute and store.
std::optional<ir::Program> name_phases(ir::Program, Diagnostics&);

}  // namespace teaal::passes
