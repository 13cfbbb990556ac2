#include <algorithm>
#include <map>
#include <set>

#include "compiler/ir/array_use.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/rewrite.h"
#include "compiler/ir/threads.h"
#include "compiler/passes/coiterate/tuples_in_lanes.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

// A warp whose lanes share a loop walks the stored elements around that loop together: each lane
// looks up the same coordinate, the same bounds of the fiber below and the same place in it, one
// load behind the other, before it asks for its own element. Here a lane looks these up for an
// element of its own, 32 of them at once, and hands them round.
namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t lanes_of_warp = 32;

bool is_whole_warps(const Expr& threads) {
  if (const auto n = literal(threads)) return *n % lanes_of_warp == 0;
  const auto* product = as<Binary>(threads);
  return product && product->op == BinaryOp::Mul &&
         (is_whole_warps(product->lhs) || is_whole_warps(product->rhs));
}

std::set<std::string> names_in(const Expr& e) {
  std::set<std::string> out;
  for_each_expr(e, [&](const Expr& part) {
    if (const auto* v = as<Var>(part)) out.insert(v->name);
  });
  return out;
}

class Hander {
 public:
  explicit Hander(const Kernel& kernel)
      : kernel_(kernel), threads_(kernel), names_(names_of(kernel)) {
    for (const Param& p : kernel.params) {
      if (p.written) written_.insert(p.name);
      if (!p.written && p.kind == Param::Kind::Values) values_.insert(p.name);
    }
  }

  void run(Kernel& kernel) { kernel.body = walk(kernel.body, Spread::Block); }

 private:
  // `control`: who comes to the statement together.
  Stmt walk(const Stmt& s, Spread control) {
    Spread inside = control;
    if (const auto* n = as<If>(s)) inside = std::max(control, threads_.of(n->cond));
    if (const auto* n = as<While>(s)) inside = std::max(control, threads_.of(n->cond));
    const auto* loop = as<For>(s);
    if (loop)
      for (const Expr& e : {loop->begin, loop->end, loop->step})
        inside = std::max(inside, threads_.of(e));
    const Stmt out = map_children(
        s, [](const Expr& e) { return e; }, [&](const Stmt& child) { return walk(child, inside); });
    return loop && inside != Spread::Thread ? handed_round(*as<For>(out), out) : out;
  }

  // What is looked up for each position, and in which order; empty: nothing waits for another.
  std::set<const StmtNode*> looked_up(const For& loop) const {
    std::set<const StmtNode*> out;
    const auto* body = as<Block>(loop.body);
    if (!body || loop.type != Type::Pos || loop.unroll || !is_literal(loop.step, 1)) return out;
    std::set<std::string> inside, written = written_;
    for_each_stmt(loop.body, [&](const Stmt& s) {
      if (const auto* n = as<Let>(s)) inside.insert(n->var);
      if (const auto* n = as<For>(s)) inside.insert(n->var);
      if (const auto* n = as<Assign>(s); n && as<Var>(n->target))
        inside.insert(as<Var>(n->target)->name);
      written.merge(arrays_used_by(s).written);
    });
    std::set<std::string> known, waited_for;
    bool waits = false;
    known.insert(loop.var);
    for (const Stmt& s : body->stmts) {
      const auto* n = as<Let>(s);
      if (!n || n->changes || !may_be_handed(*n, written)) continue;
      if (threads_.of(n->value) == Spread::Thread) continue;  // each lane has one of its own
      const std::set<std::string> names = names_in(n->value);
      const auto is_known = [&](const std::string& name) {
        return known.contains(name) || !inside.contains(name);
      };
      if (!std::ranges::all_of(names, is_known)) continue;
      if (std::ranges::none_of(names, [&](const auto& name) { return known.contains(name); }))
        continue;
      out.insert(s.get());
      known.insert(n->var);
      const bool behind = std::ranges::any_of(
          names, [&](const std::string& name) { return waited_for.contains(name); });
      waits |= behind && looks_up(n->value);
      if (behind || looks_up(n->value)) waited_for.insert(n->var);
    }
    return waits ? out : std::set<const StmtNode*>{};
  }

  // Numbers that depend on nothing that anybody changes, or asks other threads for.
  static bool may_be_handed(const Let& n, const std::set<std::string>& written) {
    if (n.type != Type::Coord && n.type != Type::Pos && n.type != Type::Size) return false;
    bool out = true;
    for_each_expr(n.value, [&](const Expr& part) {
      if (const auto* r = as<Read>(part)) out &= !written.contains(r->buffer);
      const auto* c = as<Call>(part);
      if (!c) return;
      const Intrinsic& intrinsic = *find_intrinsic(c->intrinsic);
      const std::vector<Argument> takes = arguments_of(intrinsic);
      out &= intrinsic.effect == Effect::None ||
             (intrinsic.effect == Effect::Memory && !takes.empty() && takes[0].array);
      for (size_t i = 0; i < takes.size() && i < c->args.size(); ++i)
        if (const auto* array = as<Var>(c->args[i]); takes[i].array && array)
          out &= !takes[i].written && !written.contains(array->name);
    });
    return out;
  }

  Stmt handed_round(const For& loop, const Stmt& s) {
    const std::set<const StmtNode*> asked = looked_up(loop);
    if (asked.empty()) return s;
    const std::string chunk = names_.fresh(loop.var + "_chunk");
    const std::string end = names_.fresh(chunk + "_end");
    TuplesInLanes tuples(names_, lanes_of_warp, loop.var, values_);
    tuples.come_together();
    const Expr lane = call("int", {sub(size_of(var(loop.var)), var(chunk))});
    std::vector<Stmt> body;
    for (const Stmt& part : as<Block>(loop.body)->stmts)
      body.push_back(asked.contains(part.get()) ? tuples.found(part, lane) : part);
    For each = loop;
    each.begin = call("pos", {var(chunk)});
    each.end = call("pos", {var(end)});
    each.body = tuples.read_in(block(std::move(body)), lane);
    std::vector<Stmt> out = {let(
        end, Type::Size, least(size_of(loop.end), add(var(chunk), lit(lanes_of_warp))), s->where)};
    for (Stmt& part : tuples.stmts(var(chunk), var(end))) out.push_back(std::move(part));
    out.push_back(make_stmt(std::move(each), s->where));
    return make_stmt(For{chunk, Type::Size, size_of(loop.begin), size_of(loop.end),
                         lit(lanes_of_warp), "", block(std::move(out))},
                     s->where);
  }

  const Kernel& kernel_;
  const Threads threads_;
  Names names_;
  std::set<std::string> written_, values_;
};

}  // namespace

std::optional<Program> hand_round(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels) {
    if (kernel.tiled || kernel.lanes != lanes_of_warp || !is_whole_warps(kernel.launch.block))
      continue;
    Kernel handed = kernel;
    Hander(kernel).run(handed);
    // What a warp was told, all warps of the block know alike only where none asks.
    if (!Threads(handed).parting()) kernel = std::move(handed);
  }
  return program;
}

}  // namespace teaal::passes
