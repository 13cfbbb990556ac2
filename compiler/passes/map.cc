#include "compiler/ir/rewrite.h"
#include "compiler/passes/launch_shape.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using namespace ir;

// A loop shared by workers: worker w of n does iterations w, w + n, w + 2n, … In 64 bits: the last
// step leads beyond the end.
Stmt share(const For& loop, const SourceRange& where, Stmt body) {
  Expr worker = var("worker_" + loop.worker), workers = var("workers_" + loop.worker);
  Expr begin = add(loop.begin, mul(worker, loop.step)), step = mul(workers, loop.step);
  return make_stmt(For{loop.var, Type::Size, begin, loop.end, step, "", std::move(body)}, where);
}

Expr name_workers(const Expr& e) {
  return rewrite(e, [](const Expr& node) {
    const auto* c = as<Call>(node);
    if (!c || (c->intrinsic != "worker" && c->intrinsic != "workers")) return node;
    return var(c->intrinsic + "_" + as<Var>(c->args[0])->name);
  });
}

Stmt share_all(const Stmt& s) {
  const auto* loop = as<For>(s);
  if (loop && !loop->worker.empty()) return share(*loop, s->where, share_all(loop->body));
  return map_children(s, name_workers, share_all);
}

}  // namespace

std::optional<Program> map(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels) {
    if (kernel.tiled) continue;
    LaunchShape shape = launch_shape(program, kernel);
    std::vector<Stmt> out = std::move(shape.workers);
    out.push_back(share_all(kernel.body));
    kernel.body = block(std::move(out));
    kernel.params.insert(kernel.params.end(), shape.params.begin(), shape.params.end());
    kernel.launch = shape.launch;
  }
  return program;
}

}  // namespace teaal::passes
