#include <algorithm>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t most_spelled = 8;

// Iterations that workers share in even turns, where all the numbers are known.
struct EvenTurns {
  int64_t turns, stride;  // stride: between the iterations of a worker
};
std::optional<EvenTurns> even_turns(const For& loop, const Kernel& kernel) {
  const auto* end = as<Binary>(loop.end);
  if (!end || end->op != BinaryOp::Add || !same(end->lhs, loop.begin)) return std::nullopt;
  const auto worker = std::ranges::find(kernel.workers, loop.worker, &Worker::rank);
  const auto length = literal(end->rhs), step = literal(loop.step), count = literal(worker->count);
  if (!length || !step || !count || *length % (*step * *count) != 0) return std::nullopt;
  return EvenTurns{*length / (*step * *count), *step * *count};
}

Stmt share_evenly(const For& loop, const SourceRange& where, Stmt body, const EvenTurns& even) {
  const std::string turn = "turn_" + loop.worker;
  Expr first = add(loop.begin, mul(var("worker_" + loop.worker), loop.step));
  Expr at = add(first, mul(size_of(var(turn)), lit(even.stride)));
  return make_stmt(For{turn, Type::Int, lit(0), lit(even.turns), lit(1), "",
                       block({let(loop.var, Type::Size, at, where), std::move(body)}),
                       even.turns <= most_spelled},
                   where);
}

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

Stmt share_all(const Stmt& s, const Kernel& kernel) {
  auto inside = [&](const Stmt& child) { return share_all(child, kernel); };
  const auto* loop = as<For>(s);
  if (!loop || loop->worker.empty()) return map_children(s, name_workers, inside);
  if (auto even = even_turns(*loop, kernel))
    return share_evenly(*loop, s->where, inside(loop->body), *even);
  return share(*loop, s->where, inside(loop->body));
}

// A thread with a full block of sums has as many registers again for what it multiplies, and no
// more: two such blocks of threads hide each other's waits.
void bound_registers(Kernel& kernel) {
  constexpr int64_t full_block = 64, registers_each = 128, registers = 65536;
  bool full = false;
  for_each_stmt(kernel.body, [&](const Stmt& s) {
    const auto* n = as<Array>(s);
    full |= n && n->memory == Memory::Registers && n->extent >= full_block;
  });
  const auto threads = literal(kernel.launch.block);
  if (!full || !threads || *threads % kernel.lanes != 0) return;
  kernel.threads = *threads;
  kernel.resident = std::max<int64_t>(1, registers / (*threads * registers_each));
}

}  // namespace

std::optional<Program> map(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels) {
    if (kernel.tiled) continue;
    LaunchShape shape = launch_shape(program, kernel);
    std::vector<Stmt> out = std::move(shape.workers);
    out.push_back(share_all(kernel.body, kernel));
    kernel.body = block(std::move(out));
    kernel.params.insert(kernel.params.end(), shape.params.begin(), shape.params.end());
    kernel.launch = shape.launch;
    bound_registers(kernel);
  }
  return program;
}

}  // namespace teaal::passes
