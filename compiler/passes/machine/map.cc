#include <fmt/format.h>

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

// Of a loop that all threads of the block share, one iteration in turn each: how many turns there
// are, if that is a number. Few are spelled out; of more, such as copies into a tile, eight at a
// time, so that what they ask memory for is under way together: of spmm_gathered's rows 24 % of its
// time.
struct ThreadTurns {
  int64_t turns, iterations, threads;
};
// Of copies of quads more are: of single elements 16 cost the registers of the products beside them
// (gemm_joint_tensor_core spilled, 716 us for 561).
constexpr int64_t most_thread_turns = 8, most_turns_of_quads = 16;

bool copies_quads(const Stmt& body) {
  bool found = false;
  for_each_stmt(body, [&](const Stmt& s) {
    const auto* n = as<Copy>(s);
    found |= n && n->width > 1;
  });
  return found;
}

std::optional<ThreadTurns> turns_of_threads(const For& loop, const Kernel& kernel) {
  const auto is = [](const Expr& e, const char* what) {
    const auto* cast = as<Call>(e);
    const auto* n = cast && cast->intrinsic == "int" ? as<Call>(cast->args[0]) : nullptr;
    return n && n->intrinsic == what;
  };
  const auto iterations = literal(loop.end), threads = literal(kernel.launch.block);
  if (!iterations || !threads || !is(loop.begin, "thread") || !is(loop.step, "threads"))
    return std::nullopt;
  return ThreadTurns{(*iterations + *threads - 1) / *threads, *iterations, *threads};
}

Stmt spread(const For& loop, const SourceRange& where, Stmt body, const ThreadTurns& t) {
  const bool quads = copies_quads(body);
  if (t.iterations % t.threads != 0)
    body = if_then(less(var(loop.var), lit(t.iterations)), std::move(body), where);
  const std::string turn = loop.var + "_turn";
  const Expr own = add(loop.begin, mul(var(turn), lit(t.threads)));
  For out{turn,
          Type::Int,
          lit(0),
          lit(t.turns),
          lit(1),
          "",
          block({let(loop.var, Type::Int, own, where), std::move(body)})};
  out.unroll = t.turns <= (quads ? most_turns_of_quads : most_thread_turns);
  if (!out.unroll) out.at_once = most_thread_turns;
  return make_stmt(std::move(out), where);
}

// Of a loop over the coordinates, or the tiles, of a whole rank, which has as many workers.
bool has_one_each(const For& loop, const Worker& w) {
  const auto step = literal(loop.step);
  return w.once && step && is_literal(loop.begin, 0) &&
         same(w.extent, *step == 1 ? loop.end : ceil_div(loop.end, loop.step));
}

Stmt one_each(const For& loop, const SourceRange& where, Stmt body) {
  const Expr at = mul(var("worker_" + loop.worker), loop.step);
  return if_then(less(at, loop.end), block({let(loop.var, Type::Size, at, where), std::move(body)}),
                 where);
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
  if (const auto turns = loop ? turns_of_threads(*loop, kernel) : std::nullopt)
    return spread(*loop, s->where, inside(loop->body), *turns);
  if (!loop || loop->worker.empty()) return map_children(s, name_workers, inside);
  if (has_one_each(*loop, *std::ranges::find(kernel.workers, loop->worker, &Worker::rank)))
    return one_each(*loop, s->where, inside(loop->body));
  if (auto even = even_turns(*loop, kernel))
    return share_evenly(*loop, s->where, inside(loop->body), *even);
  return share(*loop, s->where, inside(loop->body));
}

// A thread with a full block of sums has as many registers again for what it multiplies, and no
// more: two such blocks of threads hide each other's waits, if shared memory holds as many. Where
// the spec says how many blocks shall be there at once, each has its part.
void bound_registers(Kernel& kernel) {
  constexpr int64_t full_block = 64, registers = 65536;
  constexpr int64_t shared_bytes = 228 << 10, bytes_beside = 1 << 10;  // of each block
  if (kernel.resident) {
    kernel.threads = at_most_literal(kernel.launch.block).value_or(block_threads);
    return;
  }
  int64_t largest = 0;
  for_each_stmt(kernel.body, [&](const Stmt& s) {
    const auto* n = as<Array>(s);
    if (n && n->memory == Memory::Registers) largest = std::max(largest, n->extent);
  });
  const auto threads = literal(kernel.launch.block);
  if (largest < full_block || !threads || *threads % kernel.lanes != 0) return;
  kernel.threads = *threads;
  const int64_t by_registers = registers / (*threads * 2 * largest),
                by_tiles = shared_bytes / (kernel.shared_bytes + bytes_beside);
  kernel.resident = std::max<int64_t>(1, std::min(by_registers, by_tiles));
}

// Says whether as many blocks as the spec asks for have the threads of a multiprocessor.
bool fits(const Kernel& kernel, Diagnostics& diagnostics) {
  constexpr int64_t most = threads_of_multiprocessor;
  if (kernel.resident * kernel.threads <= most) return true;
  diagnostics.error(Code::Binding,
                    kernel.resident_where.known() ? kernel.resident_where : kernel.where,
                    fmt::format("{} resident blocks of {} threads are more than the {} threads "
                                "that a multiprocessor holds; ask for {} at most",
                                kernel.resident, kernel.threads, most, most / kernel.threads));
  return false;
}

// Blocks that a multiprocessor holds of the kernel, as far as the text tells.
int64_t resident_of(const Kernel& kernel) {
  const int64_t threads = at_most_literal(kernel.launch.block).value_or(block_threads);
  return kernel.resident
             ? kernel.resident
             : std::clamp<int64_t>(threads_of_multiprocessor / threads, 1, most_resident);
}

void map_kernel(Program& program, Kernel& kernel) {
  LaunchShape shape = launch_shape(program, kernel);
  std::vector<Stmt> out = std::move(shape.workers);
  kernel.params.insert(kernel.params.end(), shape.params.begin(), shape.params.end());
  kernel.launch = shape.launch;
  out.push_back(share_all(kernel.body, kernel));
  kernel.body = block(std::move(out));
  bound_registers(kernel);
  bound_turns(program, kernel, resident_of(kernel));
}

}  // namespace

std::optional<Program> map(Program program, Diagnostics& diagnostics) {
  for (Kernel& kernel : program.kernels) {
    if (!kernel.tiled) map_kernel(program, kernel);
    if (!fits(kernel, diagnostics)) return std::nullopt;
  }
  return program;
}

}  // namespace teaal::passes
