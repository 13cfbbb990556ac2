#include "compiler/ir/threads.h"

#include <algorithm>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/mma.h"
#include "compiler/ir/names.h"
#include "compiler/ir/rewrite.h"
#include "compiler/support/match.h"

namespace teaal::ir {

// The expressions that a statement evaluates itself, in order.
std::vector<Expr> evaluated_by(const Stmt& s) {
  using Exprs = std::vector<Expr>;
  return match(
      s->kind, [](const Block&) { return Exprs{}; }, [](const ForRank&) { return Exprs{}; },
      [](const For& n) { return Exprs{n.begin, n.end, n.step}; },
      [](const While& n) { return Exprs{n.cond}; }, [](const If& n) { return Exprs{n.cond}; },
      [](const Let& n) { return Exprs{n.value}; },
      [](const Assign& n) {
        const auto* element = as<Read>(n.target);
        return element ? Exprs{n.value, element->at} : Exprs{n.value};
      },
      [](const Array&) { return Exprs{}; }, [](const Run& n) { return Exprs{n.call}; },
      [](const Copy& n) {
        Exprs out = {as<Read>(n.to)->at, n.from};
        for (const Expr& e : {n.entry, n.stride, n.count, n.guard})
          if (e) out.push_back(e);
        return out;
      },
      [](const Remark&) { return Exprs{}; }, [](const CopiesEnd&) { return Exprs{}; },
      [](const Await&) { return Exprs{}; }, [](const Barrier&) { return Exprs{}; },
      [](const Fill&) { return Exprs{}; }, [](const Mma& n) { return Exprs{call_of(n)}; });
}

Threads::Control Threads::Control::under(Spread own, const Stmt& s) const {
  Control out = *this;
  out.spread = std::max(spread, own);
  if (!of_block && own != Spread::Block) out.of_block = s;
  if (!of_warp && own == Spread::Thread) out.of_warp = s;
  return out;
}

// A name may follow from one that is raised later, in a loop: again until none is.
Threads::Threads(const Kernel& kernel) : kernel_(kernel) {
  do {
    changed_ = false;
    walk(kernel.body, {});
  } while (changed_);
  final_ = true;
  walk(kernel.body, {});
}

void Threads::walk(const Stmt& s, const Control& control) {
  if (final_) find_parting(s, control);
  match(
      s->kind,
      [&](const Block& n) {
        for (const Stmt& child : n.stmts) walk(child, control);
      },
      [&](const ForRank& n) { walk(n.body, control); },
      [&](const For& n) {
        const Spread workers = n.worker.empty() ? Spread::Block : of_worker(n.worker);
        raise(n.var, std::max({of(n.begin), of(n.step), workers}));
        walk(n.body, control.under(of_loop(n), s));
      },
      [&](const While& n) { walk(n.body, control.under(of(n.cond), s)); },
      [&](const If& n) { walk(n.body, control.under(of(n.cond), s)); },
      [&](const Let& n) {
        raise(n.var, of(n.value));
        if (counts_threads(n.value)) thread_names_.insert(n.var);
      },
      [&](const Assign& n) {
        if (const auto* v = as<Var>(n.target))
          raise(v->name, std::max(of(n.value), control.spread));
      },
      [](const Array&) {}, [](const Remark&) {}, [](const Run&) {}, [](const Copy&) {},
      [](const CopiesEnd&) {}, [](const Await&) {}, [](const Barrier&) {},
      [&](const Fill& n) {
        if (n.copies) walk(n.copies, control);
      },
      [](const Mma&) {});
}

void Threads::raise(const std::string& name, Spread spread) {
  const auto [known, first] = spread_.try_emplace(name, spread);
  if (first || spread <= known->second) return;  // nothing reads a name before it is defined
  known->second = spread;
  changed_ = true;
}

// Workers that share a loop need not have equally many iterations.
Spread Threads::of_loop(const For& n) const {
  const Spread workers = n.worker.empty() ? Spread::Block : of_worker(n.worker);
  return std::max({of(n.begin), of(n.end), of(n.step), workers});
}

Spread Threads::of(const Expr& e) const {
  return match(
      e->kind, [](const IntLit&) { return Spread::Block; },
      [](const FloatLit&) { return Spread::Block; },
      [&](const Var& n) {
        auto found = spread_.find(n.name);
        return found == spread_.end() ? Spread::Block : found->second;
      },
      [](const Access&) { return Spread::Block; }, [&](const Read& n) { return of(n.at); },
      [&](const Binary& n) {
        const auto* by = as<IntLit>(n.rhs);
        const bool of_warps = by && by->value > 0 && by->value % kernel_.lanes == 0;
        if (n.op == BinaryOp::Div && of_warps && counts_threads(n.lhs)) return Spread::Warp;
        return std::max(of(n.lhs), of(n.rhs));
      },
      [&](const Call& n) { return of_call(n); });
}

Spread Threads::of_call(const Call& n) const {
  if (n.intrinsic == "thread") return Spread::Thread;
  if (n.intrinsic == "worker") return of_worker(as<Var>(n.args[0])->name);
  const Effect effect = find_intrinsic(n.intrinsic)->effect;
  if (effect == Effect::Block) return Spread::Block;
  Spread out = Spread::Block;
  for (const Expr& arg : n.args) out = std::max(out, of(arg));
  return effect == Effect::Warp ? std::min(out, Spread::Warp) : out;
}

Spread Threads::of_worker(const std::string& rank) const {
  const auto w = std::ranges::find(kernel_.workers, rank, &Worker::rank);
  if (w == kernel_.workers.end()) return Spread::Thread;
  return w->place == Place::Block  ? Spread::Block
         : w->place == Place::Warp ? Spread::Warp
                                   : Spread::Thread;
}

// The thread's number, or one that all threads of the block add something equal to.
bool Threads::counts_threads(const Expr& e) const {
  if (const auto* v = as<Var>(e)) return thread_names_.contains(v->name);
  if (const auto* c = as<Call>(e)) {
    const bool cast = c->intrinsic == "size" || c->intrinsic == "int" || c->intrinsic == "coord";
    return c->intrinsic == "thread" || (cast && counts_threads(c->args[0]));
  }
  const auto* sum = as<Binary>(e);
  if (!sum || sum->op != BinaryOp::Add) return false;
  return (counts_threads(sum->lhs) && of(sum->rhs) == Spread::Block) ||
         (counts_threads(sum->rhs) && of(sum->lhs) == Spread::Block);
}

void Threads::find_parting(const Stmt& s, const Control& control) {
  if (const auto* n = as<Fill>(s)) {
    const Scope scope = std::ranges::find(kernel_.tiles, n->tiles[0], &Tile::name)->scope;
    meet("barrier " + std::string(name_of(scope_names, scope)), scope, s, control);
  }
  if (const auto* n = as<Barrier>(s))
    meet("barrier " + std::string(name_of(scope_names, n->scope)), n->scope, s, control);
  for (const Expr& e : evaluated_by(s))
    for_each_expr(e, [&](const Expr& inner) {
      const auto* call = as<Call>(inner);
      const Effect effect = call ? find_intrinsic(call->intrinsic)->effect : Effect::None;
      if (effect == Effect::Block || effect == Effect::Warp)
        meet("@" + call->intrinsic, effect == Effect::Block ? Scope::Block : Scope::Warp, s,
             control);
    });
}

void Threads::meet(const std::string& what, Scope scope, const Stmt& s, const Control& control) {
  if (parting_) return;
  if (scope == Scope::Block && control.spread != Spread::Block)
    parting_ = {what, scope, control.of_block, s};
  if (scope == Scope::Warp && control.spread == Spread::Thread)
    parting_ = {what, scope, control.of_warp, s};
}

}  // namespace teaal::ir
