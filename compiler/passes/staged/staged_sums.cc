#include "compiler/passes/staged/staged_sums.h"

#include <algorithm>

namespace teaal::passes {

using namespace ir;

namespace {

// The number of a thread among those that differ in these loops alone.
Expr number_in(const std::vector<const TiledLoop*>& loops) {
  Expr out = lit(0);
  for (const TiledLoop* loop : loops)
    out = add(mul(out, loop->count), div(var(loop->var), loop->step_size()));
  return out;
}

Expr share(const Tiling& tiling) { return number_in(tiling.summing_threads()); }

Stmt for_all(const std::string& var, int64_t end, Stmt body, bool unroll) {
  return make_stmt(For{var, Type::Int, lit(0), lit(end), lit(1), "", std::move(body), unroll});
}

}  // namespace

std::vector<Stmt> scaled_back(const Tiling& tiling, const std::string& sums, int64_t elements) {
  Expr own = read(sums, var("own"));
  std::vector<Expr> args = {own};
  for (const TiledOperand& o : tiling.operands())
    if (!o.largest.empty()) args.push_back(read(o.largest, lit(0)));
  if (args.size() == 1) return {};
  return {for_all("own", elements, assign(own, AssignOp::Set, call("scaled_back", std::move(args))),
                  true)};
}

std::vector<Stmt> add_up(const Tiling& tiling, const std::string& sums) {
  if (tiling.summing() == 1) return {};
  std::vector<const TiledLoop*> group = tiling.at_threads();
  std::erase_if(group, [&](const TiledLoop* loop) { return !tiling.of_output(loop->root); });
  const int64_t groups = tiling.threads() / tiling.summing(), own = tiling.sums_of_thread();
  const std::string partial = sums + "_shares";
  // Neighbouring threads have neighbouring elements.
  Expr mine = read(sums, var("own")),
       there = read(partial, add(mul(var("own"), lit(groups)), number_in(group)));
  const Stmt meet = barrier();
  Stmt give = if_then(equal(share(tiling), var("giver")),
                      for_all("own", own, assign(there, AssignOp::Set, mine), true));
  Stmt take = if_then(equal(share(tiling), lit(0)),
                      for_all("own", own, assign(mine, AssignOp::Add, there), true));
  return {make_stmt(Array{partial, tiling.partial_sums(), Type::Value, Memory::Shared, true,
                          tiling.partial_sums_byte()}),
          // Copies into tiles whose place the shares take have arrived.
          await(0),
          make_stmt(For{"giver", Type::Int, lit(1), lit(tiling.summing()), lit(1), "",
                        block({meet, give, meet, take})})};
}

Expr has_whole_sums(const Tiling& tiling) {
  return tiling.summing() == 1 ? nullptr : equal(share(tiling), lit(0));
}

Expr copies_count(const Tiling& tiling) {
  Expr out = lit(1);
  for (const TiledLoop* loop : tiling.summing_blocks()) out = mul(out, most(loop->count, lit(1)));
  return out;
}

}  // namespace teaal::passes
