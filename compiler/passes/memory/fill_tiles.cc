#include <algorithm>
#include <optional>
#include <set>

#include "compiler/ir/build.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/names.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/machine/conditions.h"
#include "compiler/passes/memory/laid_turns.h"
#include "compiler/passes/memory/tile_shape.h"
#include "compiler/passes/passes.h"

// A tile with one buffer is filled between two barriers. With more, the loop around it begins with
// the fills of its first iterations; each iteration waits for its own, and starts the one that is
// as many iterations ahead as there are other buffers: the barrier in front of that says that
// nobody reads that buffer any more. Copies with conditions of their own stand in no branch, so
// that products may stand between them: where there is nothing to copy, they leave zeros that
// nobody reads. Copies in bulk, by one thread, arrive at a turn of their own, one a kernel;
// of what is laid out in front, one a buffer (LaidTurns).
namespace teaal::passes {
namespace {

using namespace ir;

void flatten(const Stmt& s, std::vector<Stmt>& out) {
  if (const auto* n = as<ir::Block>(s))
    for (const Stmt& child : n->stmts) flatten(child, out);
  else
    out.push_back(s);
}

bool is_pure(const Stmt& s) {
  const auto* n = as<Let>(s);
  return n && !n->changes;
}

class Filler {
 public:
  Filler(Program& program, Kernel& kernel) : program_(program), kernel_(kernel) {
    for (const std::string& rank : program.ranks()) names_.take(rank);
    for (const Param& p : kernel.params) {
      names_.take(p.name);
      if (p.kind == Param::Kind::Coords && p.cbits != 0) narrow_.insert(p.name);
    }
    for (const Tile& t : kernel.tiles)
      for (const Tile::Side& side : t.sides)
        if (goes_on(kernel, t, side)) filled_beyond_.insert(values_name({t.name}));
    for_each_stmt(kernel.body, [&](const Stmt& s) {
      if (const auto* n = as<Let>(s)) names_.take(n->var);
      if (const auto* n = as<For>(s)) names_.take(n->var);
      const auto* array = as<Array>(s);
      if (!array) return;
      arrays_.insert(array->buffer), names_.take(array->buffer);
      if (array->type == Type::Coord && array->memory == Memory::Shared)
        lists_.insert(array->buffer);
    });
  }

  void run_on_kernel() {
    kernel_.body = walk(kernel_.body);
    kernel_.tiles.clear();
    constexpr int64_t words_of_turn = 2;
    if (!turn_.empty())
      declared_.insert(
          declared_.end(),
          {make_stmt(Array{turn_, words_of_turn, Type::Mask, Memory::Shared, true}),
           changing(parity_, Type::Int, lit(0)), make_stmt(Run{call("bulk_begin", {var(turn_)})})});
    if (declared_.empty()) return;
    declared_.push_back(kernel_.body);
    kernel_.body = block(std::move(declared_));
  }

 private:
  Stmt walk(const Stmt& s) {
    if (const auto* n = as<For>(s))
      if (Stmt ahead = filled_ahead(*n, s->where)) return ahead;
    if (const auto* n = as<Fill>(s)) return filled_here(*n);
    return map_children(
        s, [](const Expr& e) { return e; }, [&](const Stmt& child) { return walk(child); });
  }

  // Those that are filled together are alike.
  const Tile& tile_of(const Fill& fill) const {
    return *std::ranges::find(kernel_.tiles, fill.tiles[0], &Tile::name);
  }

  Stmt filled_here(const Fill& n) {
    if (tile_of(n).depth > 1)
      program_.notes.push_back(kernel_.name + ": " + n.tiles[0] +
                               " is not filled ahead: whether it is at all, an iteration decides");
    const Scope scope = tile_of(n).scope;
    if (tile_of(n).gathered) return barrier(scope);  // what follows takes and gives
    if (comes_in_bulk(tile_of(n))) {
      LaidTurns turns(n.copies, 1, names_);
      declare(turns);
      std::vector<Stmt> out = {make_stmt(Run{call("products_arrive", {lit(0)})}), barrier(scope),
                               turns.ask(n.copies, lit(0))};
      std::ranges::move(turns.wait(lit(0)), std::back_inserter(out));
      return block(std::move(out));
    }
    const Expr in_bulk = condition_of_bulk(n.copies);
    if (in_bulk && turn_.empty()) {
      turn_ = names_.fresh("bulk_turn");
      parity_ = names_.fresh("bulk_parity");
    }
    std::vector<Stmt> out = {barrier(scope), fetched(n.copies), copies_end(), await(0)};
    if (has_lines(tile_of(n))) out.push_back(make_stmt(Run{call("matrices_given")}));
    if (in_bulk)
      out.push_back(if_then(
          in_bulk, block({make_stmt(Run{call("bulk_arrives", {var(turn_), var(parity_)})}),
                          assign(var(parity_), AssignOp::Set, sub(lit(1), var(parity_)))})));
    out.push_back(barrier(scope));
    return block(std::move(out));
  }

  // Whether the products of an iteration have ended with it, so that what is laid out comes next
  // into the buffer that they read; else they may run until the next iteration's have begun.
  bool fills_own_buffer(const Fill& fill, const For& loop) const {
    if (!comes_in_bulk(tile_of(fill))) return false;
    bool running = false;
    for_each_stmt(loop.body, [&](const Stmt& s) {
      const auto* n = as<Run>(s);
      const auto* arrive = n ? as<Call>(n->call) : nullptr;
      running |= arrive && arrive->intrinsic == "products_arrive" && literal(arrive->args[0]) != 0;
    });
    return !running;
  }

  void declare(const LaidTurns& turns) {
    std::ranges::move(turns.declared(), std::back_inserter(declared_));
  }

  // Of several tiles, each under a condition of its own, that any of them is. Null: none is so.
  static Expr condition_of_bulk(const Stmt& copies) {
    Expr out;
    for_each_stmt(copies, [&](const Stmt& s) {
      const auto* branch = as<If>(s);
      if (!branch) return;
      bool bulk = false;
      for_each_stmt(branch->body, [&](const Stmt& inner) {
        const auto* n = as<Copy>(inner);
        bulk |= n && n->way == CopyWay::Bulk;
      });
      if (bulk) out = out ? either(out, branch->cond) : branch->cond;
    });
    return out;
  }

  // Null: the loop does not begin with the fill of a tile with several buffers.
  Stmt filled_ahead(const For& loop, const SourceRange& where) {
    std::vector<Stmt> body;
    flatten(loop.body, body);
    auto fill = std::ranges::find_if_not(body, is_pure);
    const auto* n = fill == body.end() || !loop.worker.empty() ? nullptr : as<Fill>(*fill);
    if (!n || tile_of(*n).depth == 1) return nullptr;
    const int64_t depth = tile_of(*n).depth;
    const bool gathers = tile_of(*n).gathered;
    const int64_t ahead = fills_own_buffer(*n, loop) ? depth : depth - 1;
    const Scope scope = tile_of(*n).scope;
    std::vector<Stmt> named(body.begin(), fill);
    std::optional<LaidTurns> turns;
    std::string slot;
    if (comes_in_bulk(tile_of(*n))) {
      slot = names_.fresh(loop.var + "_slot");
      turns.emplace(n->copies, depth, names_);
      named.push_back(let(slot, Type::Int, turns->slot_of(loop)));
    }
    const Stmt copies = gathers ? *++fill
                        : turns ? turns->ask(n->copies, var(slot))
                                : fetched(n->copies);
    if (depends_on_turns(loop, needed(named, copies), copies)) return nullptr;
    const std::set<std::string> beyond = moves_along_lists(loop, needed(named, copies), copies)
                                             ? filled_beyond_
                                             : std::set<std::string>();
    const auto part_of = [&](const Expr& iteration, const Stmt& part) {
      const std::string other = names_.fresh(loop.var + "_ahead");
      std::vector<Stmt> out = {let(other, loop.type, cast(loop.type, iteration))};
      for (const Stmt& s : needed(named, part)) out.push_back(renamed(s, loop.var, var(other)));
      flatten(renamed(part, loop.var, var(other)), out);
      const Expr more = less(iteration, size_of(loop.end));
      if (turns || gathers) return if_then(more, with_names_of_its_own(std::move(out)));
      if (!only_copies(out, beyond))
        return block({if_then(more, with_names_of_its_own(std::move(out))), copies_end()});
      const std::string is_more = names_.fresh(loop.var + "_more");
      return block({let(is_more, Type::Bool, more),
                    guarded(with_names_of_its_own(std::move(out)), var(is_more), beyond),
                    copies_end()});
    };
    const auto fill_of = [&](const Expr& iteration) { return part_of(iteration, copies); };
    if (gathers) return gathered({loop, where, named, {fill + 1, body.end()}}, copies, part_of);
    std::vector<Stmt> out = {barrier(scope)};
    const std::string first = names_.fresh(ahead == 1 ? "once" : loop.var + "_first");
    const Expr step = size_of(loop.step), number = ahead == 1 ? lit(0) : var(first);
    out.push_back(make_stmt(For{first, Type::Int, lit(0), lit(ahead), lit(1), "",
                                fill_of(add(size_of(loop.begin), mul(number, step))), true},
                            where));
    const Stmt next = fill_of(add(size_of(var(loop.var)), mul(lit(ahead), step)));
    std::vector<Stmt> inside(fill + 1, body.end()), turn;
    for (Stmt& s : inside) s = walk(s);
    const bool lines = has_lines(tile_of(*n));
    bool asked = turns.has_value();
    for (Stmt& s : inside)
      if (lines) s = while_multiplying(s, next, asked);
    if (!turns) turn = {await(ahead - 1)};
    if (lines) turn.push_back(make_stmt(Run{call("matrices_given")}));
    if (!turns) turn.push_back(barrier(scope));
    if (!asked) turn.push_back(next);
    turn.insert(turn.end(), named.begin(), named.end());
    if (turns) std::ranges::move(turns->wait(var(slot)), std::back_inserter(turn));
    std::ranges::move(inside, std::back_inserter(turn));
    // Behind products, none of which still reads the buffer that is filled now.
    if (turns) turn.insert(turn.end(), {barrier(scope), next}), declare(*turns);
    For rest = loop;
    rest.body = block(std::move(turn));
    out.push_back(make_stmt(std::move(rest), where));
    return block(std::move(out));
  }

  // Of a loop over what is gathered: what stands in front of the fill, and behind what takes.
  struct GatheringLoop {
    const For& loop;
    const SourceRange& where;
    const std::vector<Stmt>& named;
    std::vector<Stmt> behind;
  };

  // A thread takes two iterations ahead, and gives one ahead, while it waits for products: these
  // have one of two buffers, and nobody reads the other one any more.
  template <class PartOf>
  Stmt gathered(GatheringLoop g, const Stmt& take, const PartOf& part_of) {
    const auto given =
        std::ranges::find_if(g.behind, [](const Stmt& s) { return as<Barrier>(s) != nullptr; });
    const Stmt give = block({g.behind.begin(), given});
    const Expr step = size_of(g.loop.step), begin = size_of(g.loop.begin),
               own = size_of(var(g.loop.var));
    std::vector<Stmt> out = {barrier(), part_of(begin, take), part_of(begin, give),
                             part_of(add(begin, step), take)};
    const Stmt next =
        block({part_of(add(own, step), give), part_of(add(own, mul(lit(2), step)), take)});
    std::vector<Stmt> turn = g.named, products(given + 1, g.behind.end());
    turn.push_back(barrier());
    bool asked = false;
    for (Stmt& s : products) s = while_multiplying(walk(s), next, asked);
    if (!asked) turn.push_back(next);
    std::ranges::move(products, std::back_inserter(turn));
    For rest = g.loop;
    rest.body = block(std::move(turn));
    out.push_back(make_stmt(std::move(rest), g.where));
    return block(std::move(out));
  }

  // With what is asked for in front of where the thread first waits for products of warps together,
  // if it does so once.
  static Stmt while_multiplying(const Stmt& s, const Stmt& next, bool& asked) {
    if (asked) return s;
    if (const auto* n = as<Run>(s)) {
      const auto* arrive = as<Call>(n->call);
      asked = arrive && arrive->intrinsic == "products_arrive";
      return asked ? block({next, s}) : s;
    }
    const auto* loop = as<For>(s);
    const auto first = loop ? literal(loop->begin) : std::nullopt,
               end = loop ? literal(loop->end) : std::nullopt,
               step = loop ? literal(loop->step) : std::nullopt;
    if (!as<ir::Block>(s) && !(first && end && step && *first < *end && *end - *first <= *step))
      return s;
    return map_children(
        s, [](const Expr& e) { return e; },
        [&](const Stmt& child) { return while_multiplying(child, next, asked); });
  }

  // Whether iterations copy from other places only in that they take other entries of lists, which
  // go on behind their end: loops over runs of a list do.
  bool moves_along_lists(const For& loop, const std::vector<Stmt>& named,
                         const Stmt& copies) const {
    std::set<std::string> moved = {loop.var};
    bool alone = true;
    const auto look = [&](const Stmt& s) {
      const auto* n = as<Let>(s);
      if (n && moves(n->value, moved)) moved.insert(n->var);
      const auto* copy = as<Copy>(s);
      alone &= !copy || !moves(copy->from, moved);
    };
    for (const Stmt& s : named) look(s);
    for_each_stmt(copies, look);
    return alone;
  }

  bool moves(const Expr& e, const std::set<std::string>& moved) const {
    if (const auto* v = as<Var>(e)) return moved.contains(v->name);
    if (const auto* read = as<Read>(e); read && lists_.contains(read->buffer)) return false;
    bool out = false;
    for_children(e, [&](const Expr& child) { out |= moves(child, moved); });
    return out;
  }

  // Whether an iteration assigns to what a fill is made of: then none is known ahead.
  static bool depends_on_turns(const For& loop, const std::vector<Stmt>& named,
                               const Stmt& copies) {
    std::set<std::string> assigned;
    for_each_stmt(loop.body, [&](const Stmt& s) {
      const auto* n = as<Assign>(s);
      if (const auto* v = n ? as<Var>(n->target) : nullptr) assigned.insert(v->name);
    });
    bool found = false;
    const auto look = [&](const Expr& e) {
      const auto* v = as<Var>(e);
      found |= v && assigned.contains(v->name);
    };
    for (const Expr& e : {loop.begin, loop.end, loop.step}) for_each_expr(e, look);
    for (const Stmt& s : named) for_each_expr(s, look);
    for_each_expr(copies, look);
    return found;
  }

  // The names, of those in the row, that the copies are made of.
  static std::vector<Stmt> needed(const std::vector<Stmt>& named, const Stmt& copies) {
    std::set<std::string> used;
    const auto use = [&](const Expr& e) {
      if (const auto* v = as<Var>(e)) used.insert(v->name);
    };
    for_each_expr(copies, use);
    std::vector<Stmt> out;
    for (auto s = named.rbegin(); s != named.rend(); ++s) {
      const auto* n = as<Let>(*s);
      if (!used.contains(n->var)) continue;
      for_each_expr(n->value, use);
      out.push_back(*s);
    }
    std::ranges::reverse(out);
    return out;
  }

  static Stmt renamed(const Stmt& s, const std::string& from, const Expr& to) {
    return rewrite(s, [&](const Expr& e) {
      const auto* v = as<Var>(e);
      return v && v->name == from ? to : e;
    });
  }

  // Behind the first one, which is new: the iteration itself has them, too.
  Stmt with_names_of_its_own(std::vector<Stmt> stmts) {
    for (size_t i = 1; i < stmts.size(); ++i) {
      const auto* n = as<Let>(stmts[i]);
      if (!n) continue;
      Let own = *n;
      own.var = names_.fresh(n->var);
      for (size_t later = i + 1; later < stmts.size(); ++later)
        stmts[later] = renamed(stmts[later], n->var, var(own.var));
      stmts[i] = make_stmt(std::move(own), stmts[i]->where);
    }
    return block(std::move(stmts));
  }

  static Expr cast(Type type, const Expr& e) {
    if (type == Type::Coord) return call("coord", {e});
    if (type == Type::Pos) return call("pos", {e});
    return type == Type::Int ? call("int", {e}) : e;
  }

  // Whether nothing is read but by copies, so that all the rest may be done where there is nothing
  // to copy.
  static bool only_copies(const std::vector<Stmt>& stmts,
                          const std::set<std::string>& others = {}) {
    bool out = true;
    for (const Stmt& s : stmts)
      if (!copies_to(s, others))
        for_each_stmt(s, [&](const Stmt& in) { out &= !as<Assign>(in) && !asks_memory(in); });
    return out;
  }

  // Whether the statement copies into those arrays alone.
  static bool copies_to(const Stmt& s, const std::set<std::string>& arrays) {
    size_t found = 0, others = 0;
    for_each_stmt(s, [&](const Stmt& in) {
      const auto* n = as<Copy>(in);
      if (n) (arrays.contains(as<Read>(n->to)->buffer) ? found : others) += 1;
      others += as<Assign>(in) ? 1 : 0;
    });
    return found > 0 && others == 0;
  }

  static bool asks_memory(const Stmt& s) {
    bool found = false;
    if (asked_under_condition(s)) return false;
    const auto look = [&](const Expr& e) { found |= e && passes::asks_memory(e); };
    if (const auto* n = as<Let>(s)) look(n->value);
    if (const auto* n = as<If>(s)) look(n->cond);
    if (const auto* n = as<For>(s))
      for (const Expr& e : {n->begin, n->end, n->step}) look(e);
    if (const auto* n = as<Copy>(s))
      for (const Expr& e : {n->guard, n->count, n->entry, n->stride}) look(e);
    return found;
  }

  // The copies, where a condition holds, and what they ask memory for; but for those into `others`.
  static Stmt guarded(const Stmt& s, const Expr& cond, const std::set<std::string>& others = {}) {
    if (const Call* asks = asked_under_condition(s)) {
      Let out = *as<Let>(s);
      std::vector<Expr> args = asks->args;
      args[0] = both(cond, args[0]);
      out.value = call("select", std::move(args));
      return make_stmt(std::move(out), s->where);
    }
    if (const auto* n = as<Copy>(s)) {
      if (others.contains(as<Read>(n->to)->buffer)) return s;
      Copy out = *n;
      out.guard = n->guard ? both(cond, n->guard) : cond;
      return make_stmt(std::move(out), s->where);
    }
    return map_children(
        s, [](const Expr& e) { return e; },
        [&](const Stmt& child) { return guarded(child, cond, others); });
  }

  // A condition around one asynchronous copy of elements becomes its own.
  static Stmt with_guard(const If& branch, const Stmt& body, const SourceRange& where) {
    std::vector<Stmt> stmts;
    flatten(body, stmts);
    const auto* n = stmts.empty() ? nullptr : as<Copy>(stmts.back());
    if (!n || n->way != CopyWay::Async || n->entries || n->count ||
        !std::all_of(stmts.begin(), stmts.end() - 1, is_pure) || !only_copies(stmts))
      return if_then(branch.cond, body, where);
    stmts.back() = guarded(stmts.back(), branch.cond);
    return block(std::move(stmts));
  }

  // The copies as instructions that bring elements straight to shared memory, where elements have
  // the same form there.
  Stmt fetched(const Stmt& s) const {
    if (const auto* n = as<Assign>(s)) {
      const auto *to = as<Read>(n->target), *from = as<Read>(n->value);
      const bool copies = to && from && n->op == AssignOp::Set && arrays_.contains(to->buffer) &&
                          !narrow_.contains(from->buffer);
      return copies ? copy(CopyWay::Async, n->target, n->value) : s;
    }
    if (const auto* n = as<Copy>(s)) {
      if (n->way != CopyWay::Bulk && (n->way != CopyWay::Read || n->entries)) return s;
      Copy ahead = *n;
      if (n->way == CopyWay::Bulk)
        ahead.turn = var(turn_);
      else
        ahead.way = CopyWay::Async;
      return make_stmt(std::move(ahead), s->where);
    }
    if (const auto* n = as<If>(s)) return with_guard(*n, fetched(n->body), s->where);
    return map_children(
        s, [](const Expr& e) { return e; }, [&](const Stmt& child) { return fetched(child); });
  }

  Program& program_;
  Kernel& kernel_;
  Names names_;
  std::set<std::string> arrays_;
  std::set<std::string> filled_beyond_;  // of these, fills behind the last one bring what is there
  std::set<std::string> lists_;          // arrays of entries
  std::set<std::string> narrow_;         // coordinates that are stored as offsets
  std::string turn_, parity_;            // of copies in bulk; empty: there are none
  std::vector<Stmt> declared_;           // in front of the kernel
};

}  // namespace

std::optional<Program> fill_tiles(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels)
    if (!kernel.tiles.empty()) Filler(program, kernel).run_on_kernel();
  return program;
}

}  // namespace teaal::passes
