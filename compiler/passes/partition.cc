// `for k in K` with `split K by (t1, t2)` becomes `for k2 in K2 of K by t1 { for k1 in K1 of K by
// t2 { for k0 in K0 of K`.
#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using Split = ir::Schedule::Split;

const Split* split_of(const ir::Schedule& schedule, const std::string& root) {
  for (const Split& split : schedule.splits)
    if (split.rank == root) return &split;
  return nullptr;
}

std::vector<Nest::Loop> parts(const Nest::Loop& whole, const Split& split,
                              const ir::Program& program) {
  std::vector<Nest::Loop> out;
  for (size_t i = 0; i <= split.tiles.size(); ++i) {
    Nest::Loop part = whole;
    part.loop.rank = whole.loop.root + std::to_string(split.tiles.size() - i);
    part.loop.var = variable_of(part.loop.rank, program);
    if (i < split.tiles.size()) {
      part.loop.tile = split.tiles[i];
      part.loop.snaps = split.snaps[i];
      part.loop.leader = split.leaders[i];
    }
    out.push_back(std::move(part));
  }
  return out;
}

ir::Stmt rename(const ir::Stmt& body, const std::string& from, const std::string& to) {
  return ir::rewrite(body, [&](const ir::Expr& e) {
    const auto* v = ir::as<ir::Var>(e);
    return v && v->name == from ? ir::var(to) : e;
  });
}

void partition_kernel(ir::Kernel& kernel, const ir::Program& program) {
  Nest nest = unnest(kernel.body), out;
  out.body = nest.body;
  for (const Nest::Loop& whole : nest.loops) {
    const Split* split = split_of(kernel.schedule, whole.loop.root);
    if (!split) {
      out.loops.push_back(whole);
      continue;
    }
    for (Nest::Loop& part : parts(whole, *split, program)) out.loops.push_back(std::move(part));
    out.body = rename(out.body, whole.loop.var, out.loops.back().loop.var);
  }
  kernel.body = renest(out);
  kernel.schedule.splits.clear();
}

}  // namespace

std::optional<ir::Program> partition(ir::Program program, Diagnostics&) {
  for (ir::Kernel& kernel : program.kernels) partition_kernel(kernel, program);
  return program;
}

}  // namespace teaal::passes
