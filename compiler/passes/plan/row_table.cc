#include "compiler/passes/plan/row_table.h"

#include <algorithm>
#include <map>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/plan/assembly.h"

namespace teaal::passes {
namespace {

using namespace ir;

// What a block's tables may take, of the 48 KiB that a kernel has without asking for more.
constexpr int64_t table_bytes = 47 * 1024;
constexpr int64_t most_slots = 512, fewest_slots = 64, coord_bytes = 4;

// The element's place in its row: what is added last to the index, as the fiber's coordinate.
struct Place {
  Expr row, coord;
};

const Block& body_of(const FiberWalk& walk) { return *as<Block>(as<For>(walk.loop)->body); }

const Assign& store_of(const FiberWalk& walk) { return *as<Assign>(body_of(walk).stmts.back()); }

std::optional<Place> place_of(const FiberWalk& walk) {
  Expr index = as<Read>(store_of(walk).target)->at;
  std::string coord;
  for (size_t i = 0; i + 1 < body_of(walk).stmts.size(); ++i) {
    const Let& let = *as<Let>(body_of(walk).stmts[i]);
    const auto* name = as<Var>(index);
    if (name && name->name == let.var) index = let.value;
    if (let.type == Type::Coord && as<Read>(let.value)) coord = let.var;
  }
  const auto* sum = as<Binary>(index);
  if (!sum || sum->op != BinaryOp::Add) return std::nullopt;
  const Expr* last = &sum->rhs;
  if (const auto* wide = as<Call>(*last); wide && wide->intrinsic == "size") last = &wide->args[0];
  const auto* name = as<Var>(*last);
  if (!name || name->name != coord) return std::nullopt;
  return Place{sum->lhs, *last};
}

// What the lanes of the walk do not share would be one row's for some lanes and another's for
// others.
bool is_a_warps(const Kernel& kernel, const FiberWalk& walk) {
  if (walk.worker.empty() || kernel.lanes != 32) return false;
  return std::ranges::all_of(kernel.workers, [&](const Worker& w) {
    const bool walks = "worker_" + w.rank == walk.worker;
    return walks ? w.place == ir::Place::Lane && is_literal(w.count, 32)
                 : w.place == ir::Place::Block || w.place == ir::Place::Warp;
  });
}

// What names of a kernel stand for, those that stand for one thing alone.
class Meanings {
 public:
  explicit Meanings(const Stmt& body) {
    for_each_stmt(body, [&](const Stmt& s) {
      const auto* n = as<Let>(s);
      if (!n) return;
      auto [at, fresh] = values_.emplace(n->var, n->changes ? nullptr : n->value);
      if (!fresh) at->second = nullptr;
    });
  }

  // The element of an array that bounds a position: from below or above, as it is searched for.
  const Read* bound(const Expr& position, bool above) const {
    if (const auto* element = as<Read>(position)) return element;
    if (const auto* search = as<Call>(position);
        search && (search->intrinsic == "lower_bound" || search->intrinsic == "gallop"))
      return bound(search->args[above ? 2 : 1], above);
    const auto* name = as<Var>(position);
    const auto known = name ? values_.find(name->name) : values_.end();
    return known == values_.end() || !known->second ? nullptr : bound(known->second, above);
  }

 private:
  std::map<std::string, Expr> values_;
};

// Positions of several fibers, as runs of flattened ranks have them, may hold one coordinate twice.
bool stays_in_fiber(const Kernel& kernel, const FiberWalk& walk) {
  const Meanings meanings(kernel.body);
  const Read* first = meanings.bound(walk.begin, false);
  const Read* end = meanings.bound(as<For>(walk.loop)->end, true);
  return first && end && first->buffer == end->buffer && same(end->at, add(first->at, lit(1)));
}

}  // namespace

std::optional<RowTable> RowTable::of(const Kernel& kernel, const FiberWalk& walk,
                                     const Target& target, Names& names) {
  const std::optional<int64_t> threads = at_most_literal(kernel.launch.block);
  if (!threads || !is_a_warps(kernel, walk) || !stays_in_fiber(kernel, walk) || !place_of(walk))
    return std::nullopt;
  const int64_t warps = *threads / 32;
  int64_t slots = most_slots;
  while (warps * slots * (coord_bytes + target.value_bytes) > table_bytes) slots /= 2;
  if (slots < fewest_slots) return std::nullopt;
  return RowTable(kernel, warps, slots, names);
}

RowTable::RowTable(const Kernel& kernel, int64_t warps, int64_t slots, Names& names)
    : where_(kernel.where),
      warps_(warps),
      slots_(slots),
      keys_(names.fresh("row_coords")),
      sums_(names.fresh("row_sums")),
      held_(names.fresh("held")),
      row_begin_(names.fresh("row_begin")),
      length_(names.fresh("length")),
      turn_(names.fresh("turn")),
      fresh_(names.fresh("is_new")) {}

std::vector<Stmt> RowTable::declare(bool sums) const {
  std::vector<Stmt> out = {make_stmt(Array{keys_, warps_ * slots_, Type::Int}, where_)};
  if (sums) out.push_back(make_stmt(Array{sums_, warps_ * slots_, Type::Value}, where_));
  return out;
}

Stmt RowTable::clear() const {
  return make_stmt(Run{call("table_clear", {var(keys_), first_slot(), lit(slots_)})}, where_);
}

Stmt RowTable::holds_nothing() const { return changing(held_, Type::Int, lit(0), where_); }

Stmt RowTable::count(const FiberWalk& walk) const {
  const SourceRange& where = walk.loop->where;
  Expr put = call("table_put",
                  {var(keys_), first_slot(), lit(slots_), place_of(walk)->coord, is_active()});
  Expr more = call("bits_set", {call("ballot", {var(fresh_)})});
  std::vector<Stmt> turn = coordinates(walk);
  turn.push_back(let(fresh_, Type::Bool, std::move(put), where));
  turn.push_back(assign(held(), AssignOp::Add, std::move(more), where));
  Stmt turns = each_turn(walk, if_then(fits(held()), block(std::move(turn)), where));
  return if_then(fits(held()), std::move(turns), where);
}

Stmt RowTable::begins() const { return changing(row_begin_, Type::Size, lit(0), where_); }

Stmt RowTable::add(const FiberWalk& walk, AssignOp op) const {
  const SourceRange& where = walk.loop->where;
  const Place place = *place_of(walk);
  Expr added = call(std::string("table_") + word_of(op),
                    {var(keys_), first_slot(), var(sums_), first_slot(), lit(slots_), place.coord,
                     store_of(walk).value, is_active()});
  std::vector<Stmt> turn = coordinates(walk);
  turn.push_back(assign(var(row_begin_), AssignOp::Set, size_of(place.row), where));
  turn.push_back(make_stmt(Run{std::move(added)}, where));
  return each_turn(walk, block(std::move(turn)));
}

Stmt RowTable::leave(const std::string& indices, const std::string& values, const Expr& at) const {
  return make_stmt(
      Run{call("table_leave", {var(keys_), first_slot(), var(sums_), first_slot(), lit(slots_),
                               var(row_begin_), var(indices), at, var(values), at})},
      where_);
}

// The walk, 32 positions a turn: all lanes take part in each. In 32 bits, which is what a fiber's
// length needs, and without a sign, so that the last turn may lead beyond it.
Stmt RowTable::each_turn(const FiberWalk& walk, Stmt body) const {
  const SourceRange& where = walk.loop->where;
  Expr length = most(lit(0), ir::sub(as<For>(walk.loop)->end, walk.begin));
  Stmt turns =
      make_stmt(For{turn_, Type::Mask, lit(0), var(length_), lit(32), "", std::move(body)}, where);
  return block({let(length_, Type::Mask, std::move(length), where), std::move(turns)});
}

// What the walk knows at its position. Lanes beyond the end have what the last one has.
std::vector<Stmt> RowTable::coordinates(const FiberWalk& walk) const {
  Expr at = ir::add(walk.begin, least(mine(), sub(var(length_), lit(1))));
  std::vector<Stmt> out = {
      let(as<For>(walk.loop)->var, Type::Pos, std::move(at), walk.loop->where)};
  const std::vector<Stmt>& stmts = body_of(walk).stmts;
  out.insert(out.end(), stmts.begin(), stmts.end() - 1);
  return out;
}

Expr RowTable::mine() const { return ir::add(var(turn_), mod(call("thread"), lit(32))); }

Expr RowTable::is_active() const { return less(mine(), var(length_)); }

// Of the warp's table.
Expr RowTable::first_slot() const { return mul(div(call("thread"), lit(32)), lit(slots_)); }

}  // namespace teaal::passes
