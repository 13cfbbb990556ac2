#include "compiler/passes/plan/row_table.h"

#include <fmt/format.h>

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

const Assign& store_of(const FiberWalk& walk) { return *as<Assign>(walk.store); }

std::optional<Place> place_of(const FiberWalk& walk) {
  Expr index = as<Read>(store_of(walk).target)->at;
  std::string coord;
  for (size_t i = 0; i + 1 < body_of(walk).stmts.size(); ++i) {
    const auto* let = as<Let>(body_of(walk).stmts[i]);
    const auto* name = as<Var>(index);
    if (let && name && name->name == let->var) index = let->value;
    if (let && let->type == Type::Coord && as<Read>(let->value)) coord = let->var;
  }
  const auto* sum = as<Binary>(index);
  if (!sum || sum->op != BinaryOp::Add) return std::nullopt;
  const Expr* last = &sum->rhs;
  if (const auto* wide = as<Call>(*last); wide && wide->intrinsic == "size") last = &wide->args[0];
  const auto* name = as<Var>(*last);
  if (!name || name->name != coord) return std::nullopt;
  return Place{sum->lhs, *last};
}

// Whether the threads of a block share the walk, and nothing else.
bool is_a_blocks(const Kernel& kernel, const FiberWalk& walk) {
  if (walk.worker.empty() || kernel.lanes != 32) return false;
  return std::ranges::all_of(kernel.workers, [&](const Worker& w) {
    return "worker_" + w.rank == walk.worker ? w.place == ir::Place::Thread
                                             : w.place == ir::Place::Block;
  });
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

bool is_in_order(const Kernel& kernel, const FiberWalk& walk) {
  return stays_in_fiber(kernel, walk) && place_of(walk);
}

std::optional<RowTable> RowTable::of(const Kernel& kernel, const FiberWalk& walk,
                                     const Target& target, Names& names) {
  const std::optional<int64_t> threads = at_most_literal(kernel.launch.block);
  if (!threads || !is_a_warps(kernel, walk) || !stays_in_fiber(kernel, walk) || !place_of(walk))
    return std::nullopt;
  const int64_t warps = *threads / 32;
  int64_t slots = most_slots;
  while (warps * slots * (coord_bytes + target.value_bytes) > table_bytes) slots /= 2;
  if (slots < fewest_slots) return std::nullopt;
  return RowTable(kernel, {.slots = slots}, *threads, false, names);
}

std::optional<RowTable> RowTable::bound(const Kernel& kernel, const FiberWalk& walk,
                                        const Target& target, Names& names, std::string& why) {
  const bool warps = is_a_warps(kernel, walk), blocks = is_a_blocks(kernel, walk);
  const std::optional<int64_t> threads = at_most_literal(kernel.launch.block);
  if (!threads || !(warps || blocks)) {
    why =
        "the lanes of a warp, or all threads of a block, must share the innermost loop, and no "
        "loop around it in the row";
    return std::nullopt;
  }
  if (!stays_in_fiber(kernel, walk) || !place_of(walk)) {
    why = "the innermost loop must walk what one fiber stores";
    return std::nullopt;
  }
  RowTable out(kernel, *kernel.buffer, *threads, blocks, names);
  if (out.capacity() <= 0) {
    why = fmt::format("{} threads could fill {} at once; give it more slots", out.turn_size_,
                      out.text());
    return std::nullopt;
  }
  int64_t others = 0;
  for_each_stmt(kernel.body, [&](const Stmt& s) {
    const auto* array = as<Array>(s);
    if (array && array->memory == Memory::Shared)
      others += array->extent * (array->type == Type::Value ? target.value_bytes : 8);
  });
  const int64_t bytes = out.bytes(target.value_bytes) + others;
  if (bytes <= table_bytes) return out;
  why = fmt::format("a block has {} bytes of shared memory for it, and {} would be {} bytes",
                    table_bytes, out.text(), bytes);
  return std::nullopt;
}

RowTable::RowTable(const Kernel& kernel, const RowBuffer& buffer, int64_t threads, bool is_blocks,
                   Names& names)
    : where_(kernel.where),
      kind_(buffer.kind),
      slots_(buffer.kind == Kind::Dense ? buffer.tile : buffer.slots),
      tile_(buffer.tile),
      begin_(buffer.begin),
      is_blocks_(is_blocks),
      groups_(is_blocks ? 1 : threads / 32),
      turn_size_(is_blocks ? (threads + 31) / 32 * 32 : 32),
      keys_(names.fresh("row_coords")),
      sums_(names.fresh("row_sums")),
      held_(names.fresh("held")),
      row_begin_(names.fresh("row_begin")),
      length_(names.fresh("length")),
      turn_(names.fresh("turn")),
      fresh_(names.fresh("is_new")) {
  std::optional<int64_t> most = kernel.row_class ? kernel.row_class->most_elements : std::nullopt;
  if (tile_ > 0) most = std::min(tile_, most.value_or(tile_));
  fits_all_ = kind_ == Kind::Dense || (most && *most <= capacity());
}

int64_t RowTable::words() const {
  if (kind_ == Kind::Hash) return slots_;
  return kind_ == Kind::Dense ? bits() : 3 * bits();
}

int64_t RowTable::bytes(int64_t value_bytes) const {
  return groups_ * (words() * coord_bytes + slots_ * value_bytes);
}

std::string RowTable::text() const {
  const std::string whose = is_blocks_ ? " a block" : " a warp";
  const std::string coords = fmt::format("{} coordinates{}", tile_, whose);
  if (kind_ == Kind::Dense) return "a dense tile of " + coords;
  if (kind_ == Kind::Hash) return fmt::format("a hash table of {} slots{}", slots_, whose);
  return fmt::format("{} elements and the bits of {}", slots_, coords);
}

std::vector<Stmt> RowTable::declare(bool sums) const {
  std::vector<Stmt> out = {make_stmt(Array{keys_, groups_ * words(), Type::Int}, where_)};
  if (sums) out.push_back(make_stmt(Array{sums_, groups_ * slots_, Type::Value}, where_));
  return out;
}

Stmt RowTable::clear() const {
  if (is_warp_table())
    return make_stmt(Run{call("table_clear", {var(keys_), first_word(), lit(slots_)})}, where_);
  const bool hash = kind_ == Kind::Hash;
  return make_stmt(Run{call(of("buffer_clear"), {var(keys_), first_word(),
                                                 lit(hash ? slots_ : bits()), lit(hash ? -1 : 0)})},
                   where_);
}

Stmt RowTable::holds_nothing() const { return changing(held_, Type::Int, lit(0), where_); }

Expr RowTable::put(const FiberWalk& walk) const {
  if (kind_ == Kind::Hash)
    return call("table_put", {var(keys_), first_word(), lit(slots_), key(walk), is_active()});
  return call("bits_put", {var(keys_), first_word(), key(walk), is_active()});
}

Stmt RowTable::count(const FiberWalk& walk) const {
  const SourceRange& where = walk.loop->where;
  Expr more = is_blocks_ ? call("threads_with", {var(fresh_)})
                         : call("bits_set", {call("ballot", {var(fresh_)})});
  std::vector<Stmt> turn = coordinates(walk);
  turn.push_back(let(fresh_, Type::Bool, put(walk), where));
  turn.push_back(assign(held(), AssignOp::Add, std::move(more), where));
  // A full table has no slot for more.
  if (kind_ != Kind::Hash || fits_all()) return each_turn(walk, block(std::move(turn)));
  Stmt turns = each_turn(walk, if_then(fits(held()), block(std::move(turn)), where));
  return if_then(fits(held()), std::move(turns), where);
}

Stmt RowTable::mark(const FiberWalk& walk) const {
  std::vector<Stmt> turn = coordinates(walk);
  turn.push_back(make_stmt(Run{put(walk)}, walk.loop->where));
  return each_turn(walk, block(std::move(turn)));
}

Stmt RowTable::rank() const {
  return make_stmt(Run{call(of("mask_rank"), {var(keys_), first_word(), lit(bits())})}, where_);
}

Stmt RowTable::begins() const { return changing(row_begin_, Type::Size, lit(0), where_); }

Stmt RowTable::add(const FiberWalk& walk, AssignOp op) const {
  const SourceRange& where = walk.loop->where;
  const Place place = *place_of(walk);
  std::vector<Expr> args = {var(keys_), first_word(), var(sums_), first_sum()};
  if (kind_ == Kind::Hash) args.push_back(lit(slots_));
  if (kind_ == Kind::Mask) args.push_back(lit(bits()));
  args.insert(args.end(), {key(walk), store_of(walk).value, is_active()});
  const std::string kind = kind_ == Kind::Hash ? "hash_" : kind_ == Kind::Mask ? "mask_" : "tile_";
  const std::string add = is_warp_table() ? "table_" : of(kind);
  std::vector<Stmt> turn = coordinates(walk);
  Expr begin = size_of(place.row);
  if (!begin_.empty()) begin = ir::add(std::move(begin), size_of(var(begin_)));
  turn.push_back(assign(var(row_begin_), AssignOp::Set, std::move(begin), where));
  turn.push_back(make_stmt(Run{call(add + word_of(op), std::move(args))}, where));
  return each_turn(walk, block(std::move(turn)));
}

Stmt RowTable::leave(const std::string& indices, const std::string& values, const Expr& at) const {
  const std::string kind = kind_ == Kind::Hash   ? "hash_leave"
                           : kind_ == Kind::Mask ? "mask_leave"
                                                 : "tile_leave";
  const std::string leave = is_warp_table() ? "table_leave" : of(kind);
  return make_stmt(Run{call(leave, {var(keys_), first_word(), var(sums_), first_sum(),
                                    lit(kind_ == Kind::Hash ? slots_ : bits()), var(row_begin_),
                                    var(indices), at, var(values), at})},
                   where_);
}

// The walk, a position a lane or thread of the group in each turn: all take part in each. In 32
// bits, which is what a fiber's length needs, and without a sign, so that the last turn may lead
// beyond it.
Stmt RowTable::each_turn(const FiberWalk& walk, Stmt body) const {
  const SourceRange& where = walk.loop->where;
  Expr length = most(lit(0), ir::sub(as<For>(walk.loop)->end, walk.begin));
  const Expr step = is_blocks_ ? call("threads") : lit(32);
  Stmt turns =
      make_stmt(For{turn_, Type::Mask, lit(0), var(length_), step, "", std::move(body)}, where);
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

Expr RowTable::mine() const {
  const Expr thread = call("thread");
  return ir::add(var(turn_), is_blocks_ ? thread : mod(thread, lit(32)));
}

Expr RowTable::is_active() const { return less(mine(), var(length_)); }

Expr RowTable::key(const FiberWalk& walk) const {
  const Expr coord = place_of(walk)->coord;
  return begin_.empty() ? coord : call("int", {ir::sub(coord, var(begin_))});
}

// Where the group's share of an array begins.
Expr RowTable::of_group(int64_t size) const {
  return is_blocks_ ? lit(0) : mul(div(call("thread"), lit(32)), lit(size));
}

}  // namespace teaal::passes
