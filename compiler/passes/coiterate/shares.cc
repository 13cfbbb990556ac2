#include "compiler/passes/coiterate/shares.h"

#include <algorithm>

#include "compiler/passes/machine/launch_shape.h"

namespace teaal::passes {
namespace {

using namespace ir;

// So many elements meet at once: 16 KiB of f32.
constexpr int64_t most_meeting = 4096;

bool in_block(const Worker& w) {
  return w.place == Place::Warp || w.place == Place::Lane || w.place == Place::Thread;
}

// At most so many workers the rank has.
int64_t most_workers(const Kernel& kernel, const Worker& w) {
  if (w.place == Place::Lane) return lanes_of(kernel, w);
  return std::min(at_most_literal(w.extent).value_or(block_threads / kernel.lanes),
                  block_threads / kernel.lanes);
}

Expr call_of(const char* what, const Worker& w) { return call(what, {var(w.rank)}); }

// The product of how many workers there are that have sums of their own.
int64_t groups(const Kernel& kernel, const std::vector<const Worker*>& others) {
  int64_t out = 1;
  for (const Worker* w : others) out *= most_workers(kernel, *w);
  return out;
}

std::vector<const Worker*> workers_of(const Kernel& kernel, bool sharing,
                                      const std::set<std::string>& sharers) {
  std::vector<const Worker*> out;
  for (const Worker& w : kernel.workers)
    if (in_block(w) && sharers.contains(w.rank) == sharing) out.push_back(&w);
  return out;
}

}  // namespace

bool may_share(const Nest& nest, const Kernel& kernel, const SumBlock& sums,
               const Program& program) {
  if (kernel.owner || kernel.carry || kernel.row_class || kernel.buffer) return false;
  for (size_t i = 0; i < sums.first; ++i) {
    const ForRank& loop = nest.loops[i].loop;
    const bool alike = loop.place == Place::Time || loop.place == Place::Block;
    if (!alike || !is_of_coordinates(loop) || walks_fibers(nest, kernel, program, i)) return false;
  }
  std::set<std::string> reduced;
  for (size_t i = sums.first; i < nest.loops.size(); ++i) {
    const Place place = nest.loops[i].loop.place;
    if (place == Place::Thread || place == Place::Grid) return false;
    if (!sums.has(i)) reduced.insert(nest.loops[i].loop.rank);
  }
  return groups(kernel, workers_of(kernel, false, reduced)) <= most_meeting;
}

std::vector<Stmt> shares_added(const Nest& nest, const Kernel& kernel, const SumBlock& sums,
                               const Program& program) {
  std::set<std::string> sharers;
  for (const Worker& w : kernel.workers)
    if (w.combine == Combine::Shares) sharers.insert(w.rank);
  if (sharers.empty()) return {};
  const std::vector<const Worker*> others = workers_of(kernel, false, sharers);
  const int64_t all = groups(kernel, others);
  int64_t at_once = sums.elements;
  while (sums.elements % at_once != 0 || at_once * all > most_meeting) --at_once;
  Names names = names_of(nest, program);
  for (const SumBlock::Loop& loop : sums.loops) names.take(loop.spelled.var);
  names.take(sums.name);
  const std::string shares = names.fresh(sums.name + "_shares"), giver = names.fresh("giver"),
                    part = names.fresh("part"), own = names.fresh("own");
  // Neighbouring threads have neighbouring elements.
  Expr group = lit(0), share = lit(0), count = lit(1);
  for (const Worker* w : others)
    group = add(mul(group, lit(most_workers(kernel, *w))), call_of("worker", *w));
  for (const Worker* w : workers_of(kernel, true, sharers)) {
    share = add(mul(share, call_of("workers", *w)), call_of("worker", *w));
    count = mul(count, call_of("workers", *w));
  }
  const Expr element = add(mul(var(part), lit(at_once)), var(own)),
             mine = sums.elements == 1 ? var(sums.name) : read(sums.name, element),
             there = read(shares, add(mul(var(own), lit(all)), group));
  const auto each = [&](const std::string& name, int64_t turns, Stmt body) {
    return make_stmt(For{name, Type::Int, lit(0), lit(turns), lit(1), "", std::move(body), true});
  };
  // Where nothing is spread over lanes, those of a warp have the same sums.
  const bool alike =
      std::ranges::find(kernel.workers, Place::Lane, &Worker::place) == kernel.workers.end();
  const Expr gives = equal(share, var(giver)),
             leads = equal(mod(call("thread"), lit(kernel.lanes)), lit(0));
  const Stmt give = if_then(alike ? both(gives, leads) : gives,
                            each(own, at_once, assign(there, AssignOp::Set, mine)));
  const Stmt take =
      if_then(equal(share, lit(0)), each(own, at_once, assign(mine, kernel.reduction, there)));
  Stmt meet = each(part, sums.elements / at_once, block({barrier(), give, barrier(), take}));
  return {make_stmt(Array{shares, at_once * all, Type::Value, Memory::Shared}),
          make_stmt(For{giver, Type::Size, lit(1), count, lit(1), "", std::move(meet)})};
}

}  // namespace teaal::passes
