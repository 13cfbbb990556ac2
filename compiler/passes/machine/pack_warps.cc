#include <algorithm>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

// A multiprocessor has room for twice as many warps as for blocks, so blocks of one warp leave half
// of it idle. Where a launch has more of them than run at once, several become one block, whose
// warps are what blocks were: what waits for memory waits beside twice as many others.
namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t warp = 32;
// Blocks that a multiprocessor holds (CUDA C++ Programming Guide, compute capabilities 7.0 to 9.0).
constexpr int64_t most_blocks_at_once = 32;
constexpr int64_t most_warps = 4;  // of a block then

// Whether a function counts on the threads of a block: all of them call it, or it asks how many
// shares of lanes they are.
bool is_of_block(const Call& n) {
  const Intrinsic* known = find_intrinsic(n.intrinsic);
  return n.intrinsic == "shares" || (known && known->effect == Effect::Block);
}

// Whether a block is a warp that shares nothing, and meets nobody, in any other way. Where each
// iteration has a block of its own, a launch has to find out if there are more than a grid holds.
bool is_a_warp(const Kernel& kernel) {
  if (!is_literal(kernel.launch.block, warp) || kernel.lanes != warp || kernel.shared_bytes > 0 ||
      kernel.resident > 0 || kernel.tiled || std::ranges::any_of(kernel.workers, &Worker::once))
    return false;
  bool alone = true;
  for_each_stmt(kernel.body, [&](const Stmt& s) {
    const auto* array = as<Array>(s);
    const auto* meeting = as<Barrier>(s);
    alone &= !(array && array->memory == Memory::Shared) && !as<Fill>(s) && !as<Await>(s) &&
             !(meeting && meeting->scope == Scope::Block);
  });
  for_each_expr(kernel.body, [&](const Expr& e) {
    if (const auto* n = as<Call>(e)) alone &= !is_of_block(*n);
  });
  return alone;
}

// Hardware coordinates as the kernel knows them, by those that it has now.
Expr as_before(const Expr& e, const std::string& block, const std::string& blocks) {
  const auto* n = as<Binary>(e);
  const auto* of = n ? as<Call>(n->lhs) : nullptr;
  if (of && of->intrinsic == "thread" && is_literal(n->rhs, warp)) {
    if (n->op == BinaryOp::Mod) return e;
    if (n->op == BinaryOp::Div) return lit(0);
  }
  const auto* call = as<Call>(e);
  if (call && call->intrinsic == "block") return var(block);
  if (call && call->intrinsic == "blocks") return var(blocks);
  if (call && call->intrinsic == "threads") return lit(warp);
  if (call && call->intrinsic == "thread") return mod(e, lit(warp));
  return map_children(e, [&](const Expr& child) { return as_before(child, block, blocks); });
}

Stmt as_before(const Stmt& s, const std::string& block, const std::string& blocks) {
  return map_children(
      s, [&](const Expr& e) { return as_before(e, block, blocks); },
      [&](const Stmt& child) { return as_before(child, block, blocks); });
}

void pack(Kernel& kernel) {
  Names names = names_of(kernel);
  const std::string number = names.fresh("warp"), block = names.fresh("block"),
                    blocks = names.fresh("blocks");
  const Expr all = kernel.launch.grid;
  const Expr warps =
      least(most(div(all, lit(most_blocks_at_once * multiprocessors)), lit(1)), lit(most_warps));
  kernel.launch = {ceil_div(all, warps), mul(warps, lit(warp))};
  kernel.params.push_back({Param::Kind::Size, blocks, "", 0, all});
  // More than 32 bits hold, where the last block has more warps than are left.
  const Expr first = mul(size_of(call("block")), div(call("threads"), lit(warp)));
  kernel.body =
      ir::block({let(number, Type::Size, add(first, div(call("thread"), lit(warp))), kernel.where),
                 if_then(less(var(number), var(blocks)),
                         ir::block({let(block, Type::Int, call("int", {var(number)}), kernel.where),
                                    as_before(kernel.body, block, blocks)}),
                         kernel.where)});
}

}  // namespace

std::optional<Program> pack_warps(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels)
    if (is_a_warp(kernel)) pack(kernel);
  return program;
}

}  // namespace teaal::passes
