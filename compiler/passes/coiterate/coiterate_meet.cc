#include <algorithm>

#include "compiler/ir/build.h"
#include "compiler/ir/mma.h"
#include "compiler/ir/threads.h"
#include "compiler/passes/coiterate/lowering.h"

// Loops that threads of a block share around fills of its tiles, or lanes of a warp around what
// they do together: all of them make the same turns, and must come to the same places.
namespace teaal::passes {

using namespace ir;

void Lowering::note_interval(const ForRank& loop, NestState& state) {
  for (const std::string& root : roots_of(loop)) {
    const RankState& r = state.ranks.at(root);
    if (!r.lo || r.coord) continue;
    state.block.try_emplace(root, Interval{r.lo, r.hi});
    if (loop.place != Place::Warp) state.warp.try_emplace(root, Interval{r.lo, r.hi});
  }
}

bool Lowering::fills(const ForRank& loop, const NestState& state) const {
  bool found = state.handed.contains(loop.root);
  for_each_stmt(loop.body, [&](const Stmt& s) {
    const auto* inner = as<ForRank>(s);
    found |= as<Fill>(s) || (inner && state.handed.contains(inner->root));
  });
  return found;
}

// Warps go their own ways where only lanes meet.
bool Lowering::parts_meeting(const ForRank& loop, const NestState& state) const {
  if (loop.place == Place::Time || loop.place == Place::Block || !fills(loop, state)) return false;
  bool of_block = loop.place != Place::Warp;
  for_each_stmt(loop.body, [&](const Stmt& s) {
    if (const auto* fill = as<Fill>(s))
      for (const std::string& name : fill->tiles)
        of_block |= sharers(*std::ranges::find(kernel_.tiles, name, &Tile::name)) == Scope::Block;
  });
  return of_block;
}

Scope Lowering::sharers(const Tile& tile) {
  return tile.memory == Memory::Registers ? Scope::Warp : tile.scope;
}

// A lane that has none of its rows left reads those that it repeats: its k's are other lanes', too.
bool Lowering::reads_for_lanes(const ForRank& loop) const {
  bool stores = false;
  for_each_stmt(loop.body, [&](const Stmt& s) {
    const auto* n = as<Assign>(s);
    stores |= n && as<Access>(n->target);
  });
  return !stores && has_mma(kernel_.body);
}

// Of the workers inside a block all make as many iterations as those that have most, so that they
// meet at the fills; who has none left repeats the last one and stores nothing.
Stmt Lowering::in_turns(const Stmt& s, const std::string& rank, const std::string& active) {
  const auto* loop = as<For>(s);
  if (!loop || loop->worker != rank)
    return map_children(
        s, [](const Expr& e) { return e; },
        [&](const Stmt& child) { return in_turns(child, rank, active); });
  const Expr worker = call("worker", {var(rank)}), workers = call("workers", {var(rank)});
  const std::string turn = names_.fresh(loop->var + "_turn"),
                    mine = names_.fresh(loop->var + "_mine");
  const Expr length = most(sub(size_of(loop->end), size_of(loop->begin)), lit(0));
  const Expr last = is_literal(loop->step, 1)
                        ? sub(size_of(loop->end), lit(1))
                        : add(size_of(loop->begin),
                              mul(div(sub(length, lit(1)), loop->step), size_of(loop->step)));
  const Expr ordinal = add(worker, mul(var(turn), workers));
  Stmt body = block({let(mine, Type::Size,
                         add(size_of(loop->begin), mul(ordinal, size_of(loop->step))), s->where),
                     let(active, Type::Bool, less(var(mine), loop->end), s->where),
                     let(loop->var, Type::Size, least(var(mine), last), s->where), loop->body});
  return make_stmt(For{turn, Type::Size, lit(0),
                       ceil_div(length, mul(workers, size_of(loop->step))), lit(1), "", body},
                   s->where);
}

// All threads of a block must reach its barriers, and agree on what they fill.
void Lowering::check_fills() {
  const bool products = has_mma(kernel_.body);
  if (kernel_.tiles.empty() && !products) return;
  const Threads threads(kernel_);
  for (const auto& [value, tile] : alike_) {
    const Spread most = sharers(*tile) == Scope::Block ? Spread::Block : Spread::Warp;
    if (threads.of(value) > most) return tell_parting(*tile, nullptr);
  }
  const auto& parting = threads.parting();
  if (!parting) return;
  const bool of_warp = parting->scope == Scope::Warp;
  if (of_warp && products) return tell_parting_lanes(parting->around);
  const auto tile = std::ranges::find(kernel_.tiles, parting->scope, sharers);
  if (tile != kernel_.tiles.end()) tell_parting(*tile, parting->around);
}

void Lowering::tell_parting_lanes(const Stmt& at) {
  SourceRange where;
  for_each_stmt(kernel_.body, [&](const Stmt& s) {
    if (as<Mma>(s)) where = s->where;
  });
  Diagnostic& d = diagnostics_.error(
      Code::Unsupported, where,
      "unsupported: TensorCore where lanes of a warp make different iterations around the "
      "products; "
      "spread what tells them apart over blocks or warps, or bind mul and add to FMA");
  if (at && at->where.known())
    d.note(at->where, "not all of them come to the same iterations here");
}

void Lowering::tell_parting(const Tile& tile, const Stmt& at) {
  const bool of_block = sharers(tile) == Scope::Block;
  Diagnostic& d = diagnostics_.error(
      Code::Unsupported, tile.where,
      "unsupported: a tile of " + tile.operand +
          (of_block ? " that is filled where the threads of a block part ways; evict it on a rank "
                      "further out, or share the rank around it over blocks alone"
                    : " for the lanes of a warp, where these part ways; share the ranks around it "
                      "over blocks and warps alone"));
  if (at && at->where.known())
    d.note(at->where, "not all of them come to the same iterations here");
}

}  // namespace teaal::passes
