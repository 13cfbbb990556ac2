#include "compiler/ir/verify_threads.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/rewrite.h"
#include "compiler/ir/text.h"
#include "compiler/ir/verify.h"
#include "compiler/support/match.h"

namespace teaal::ir {
namespace {

// Who has the same value: the threads of a block, those of a warp, or nobody.
enum class Spread { Block, Warp, Thread };

constexpr int64_t warp_threads = 32;

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
      [](const Fill&) { return Exprs{}; });
}

class TogetherChecker {
 public:
  explicit TogetherChecker(const Kernel& kernel) : kernel_(kernel) {}

  void check() {
    do {
      changed_ = false;
      walk(kernel_.body, Spread::Block);
    } while (changed_);
    final_ = true;
    walk(kernel_.body, Spread::Block);
  }

 private:
  // `control`: who decides together whether the statement runs.
  void walk(const Stmt& s, Spread control) {
    if (final_)
      for (const Expr& e : evaluated_by(s)) check_calls(e, control, s->where);
    match(
        s->kind,
        [&](const Block& n) {
          for (const Stmt& child : n.stmts) walk(child, control);
        },
        [&](const ForRank& n) { walk(n.body, control); },
        [&](const For& n) {
          const Spread own = std::max({of(n.begin), of(n.end), of(n.step)});
          raise(n.var, std::max(of(n.begin), of(n.step)));
          walk(n.body, std::max(control, own));
        },
        [&](const While& n) { walk(n.body, std::max(control, of(n.cond))); },
        [&](const If& n) { walk(n.body, std::max(control, of(n.cond))); },
        [&](const Let& n) {
          raise(n.var, of(n.value));
          if (counts_threads(n.value)) thread_names_.insert(n.var);
        },
        [&](const Assign& n) {
          if (const auto* v = as<Var>(n.target)) raise(v->name, std::max(of(n.value), control));
        },
        [](const Array&) {}, [](const Run&) {}, [](const Fill&) {});
  }

  void raise(const std::string& name, Spread spread) {
    Spread& known = spread_.try_emplace(name, Spread::Block).first->second;
    if (spread <= known) return;
    known = spread;
    changed_ = true;
  }

  Spread of(const Expr& e) const {
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
          const bool of_warps = by && by->value > 0 && by->value % warp_threads == 0;
          if (n.op == BinaryOp::Div && of_warps && counts_threads(n.lhs)) return Spread::Warp;
          return std::max(of(n.lhs), of(n.rhs));
        },
        [&](const Call& n) { return of_call(n); });
  }

  Spread of_call(const Call& n) const {
    if (n.intrinsic == "thread") return Spread::Thread;
    if (n.intrinsic == "worker") return of_worker(as<Var>(n.args[0]));
    const Effect effect = find_intrinsic(n.intrinsic)->effect;
    if (effect == Effect::Block) return Spread::Block;
    Spread out = Spread::Block;
    for (const Expr& arg : n.args) out = std::max(out, of(arg));
    return effect == Effect::Warp ? std::min(out, Spread::Warp) : out;
  }

  Spread of_worker(const Var* rank) const {
    for (const Worker& w : kernel_.workers)
      if (rank && w.rank == rank->name)
        return w.place == Place::Block  ? Spread::Block
               : w.place == Place::Warp ? Spread::Warp
                                        : Spread::Thread;
    return Spread::Thread;
  }

  // The thread's number, or one that all threads of the block add something equal to.
  bool counts_threads(const Expr& e) const {
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

  static void check_calls(const Expr& e, Spread control, const SourceRange& where) {
    for_each_expr(e, [&](const Expr& inner) {
      const auto* call = as<Call>(inner);
      if (!call) return;
      const Effect effect = find_intrinsic(call->intrinsic)->effect;
      if (effect == Effect::Block && control != Spread::Block)
        throw BrokenRule{"@" + call->intrinsic + " is not reached by all threads of the block",
                         where};
      if (effect == Effect::Warp && control == Spread::Thread)
        throw BrokenRule{"@" + call->intrinsic + " is not reached by all threads of the warp",
                         where};
    });
  }

  const Kernel& kernel_;
  std::map<std::string, Spread> spread_;
  std::set<std::string> thread_names_;
  bool changed_ = false, final_ = false;
};

// ---- Tiles ----

struct TileUse {
  std::set<std::string> read, written;
};

TileUse use_of(const Expr& e) {
  TileUse out;
  for_each_expr(e, [&](const Expr& inner) {
    if (const auto* r = as<Read>(inner)) out.read.insert(r->buffer);
    const auto* call = as<Call>(inner);
    if (!call) return;
    const std::vector<Argument> wanted = arguments_of(*find_intrinsic(call->intrinsic));
    for (size_t i = 0; i < wanted.size(); ++i)
      if (const auto* v = as<Var>(call->args[i]); v && wanted[i].array)
        (wanted[i].written ? out.written : out.read).insert(v->name);
  });
  return out;
}

TileUse use_by(const Stmt& s) {
  TileUse out;
  for (const Expr& e : evaluated_by(s)) {
    const TileUse use = use_of(e);
    out.read.insert(use.read.begin(), use.read.end());
    out.written.insert(use.written.begin(), use.written.end());
  }
  const auto* assign = as<Assign>(s);
  const auto* element = assign ? as<Read>(assign->target) : nullptr;
  if (!element) return out;
  if (assign->op != AssignOp::Set) out.read.insert(element->buffer);
  out.written.insert(element->buffer);
  return out;
}

class FillChecker {
 public:
  void check(const Stmt& s) {
    if (const auto* n = as<Array>(s)) return define(*n);
    const TileUse use = use_by(s);
    for (const std::string& name : use.read)
      if (auto tile = tiles_.find(name); tile != tiles_.end())
        if (!filled_.contains(tile->second) && !filled_around(tile->second))
          throw BrokenRule{"'" + name + "' is read before anything fills it", s->where};
    for (const std::string& name : use.written)
      if (auto tile = tiles_.find(name); tile != tiles_.end()) filled_.insert(tile->second);
    enter(s);
  }

 private:
  // Arrays in what the launch gives may overlap: they count as one.
  void define(const Array& n) {
    if (n.memory == Memory::Shared) tiles_[n.buffer] = n.byte >= 0 ? "" : n.buffer;
  }

  void enter(const Stmt& s) {
    const auto* block = as<Block>(s);
    if (block)
      for (const Stmt& child : block->stmts) check(child);
    if (const auto* n = as<If>(s)) check(n->body);
    if (const auto* n = as<ForRank>(s)) check(n->body);
    const auto* loop = as<For>(s);
    const auto* open = as<While>(s);
    if (!loop && !open) return;
    const Stmt body = loop ? loop->body : open->body;
    loops_.push_back(body);
    check(body);
    loops_.pop_back();
  }

  bool filled_around(const std::string& tile) const {
    return std::ranges::any_of(loops_, [&](const Stmt& body) {
      bool found = false;
      for_each_stmt(body, [&](const Stmt& s) {
        for (const std::string& name : use_by(s).written) {
          auto known = tiles_.find(name);
          found |= known != tiles_.end() && known->second == tile;
        }
      });
      return found;
    });
  }

  std::map<std::string, std::string> tiles_;  // array, what counts as one with it
  std::set<std::string> filled_;
  std::vector<Stmt> loops_;
};

}  // namespace

void check_reached_together(const Kernel& kernel) { TogetherChecker(kernel).check(); }

void check_filled(const Kernel& kernel) { FillChecker().check(kernel.body); }

}  // namespace teaal::ir
