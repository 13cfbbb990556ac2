#include "compiler/passes/memory/uniform.h"

#include <algorithm>

#include "compiler/ir/rewrite.h"

namespace teaal::passes {

using namespace ir;

namespace {

bool is_barrier(const Stmt& s) {
  const auto* run = as<Run>(s);
  const auto* c = run ? as<Call>(run->call) : nullptr;
  return c && c->intrinsic == "barrier";
}

bool has_barrier(const Stmt& s) {
  bool found = false;
  for_each_stmt(s, [&](const Stmt& inner) { found |= is_barrier(inner); });
  return found;
}

bool spread(const Kernel& kernel, const std::string& rank) {
  const auto w = std::ranges::find(kernel.workers, rank, &Worker::rank);
  return w != kernel.workers.end() && w->place != Place::Block;
}

// Outermost first.
Stmt first_around_barrier(const Stmt& s, const std::function<bool(const Stmt&)>& splits) {
  if (splits(s) && has_barrier(s)) return s;
  Stmt found;
  for_children(
      s, [](const Expr&) {},
      [&](const Stmt& child) {
        if (!found) found = first_around_barrier(child, splits);
      });
  return found;
}

}  // namespace

// A name may follow from one that is found to vary later, in a loop: again until none is new.
Uniformity::Uniformity(const Stmt& body, const Kernel& kernel) : kernel_(kernel) {
  do {
    grew_ = false;
    walk(body, false);
  } while (grew_);
  parting_ = first_around_barrier(body, [this](const Stmt& s) { return splits(s); });
}

bool Uniformity::varies(const Expr& e) const {
  bool found = false;
  for_each_expr(e, [&](const Expr& part) {
    if (const auto* v = as<Var>(part)) found |= varying_.contains(v->name);
    const auto* c = as<Call>(part);
    if (!c) return;
    found |= c->intrinsic == "thread";
    if (c->intrinsic == "worker") found |= spread(kernel_, as<Var>(c->args[0])->name);
  });
  return found;
}

bool Uniformity::splits(const Stmt& s) const {
  if (const auto* n = as<For>(s))
    return varies(n->begin) || varies(n->end) || varies(n->step) ||
           (!n->worker.empty() && spread(kernel_, n->worker));
  if (const auto* n = as<While>(s)) return varies(n->cond);
  if (const auto* n = as<If>(s)) return varies(n->cond);
  return false;
}

void Uniformity::mark(const std::string& name) { grew_ |= varying_.insert(name).second; }

void Uniformity::walk(const Stmt& s, bool apart) {
  const bool parts = splits(s);
  if (const auto* n = as<For>(s); n && parts) mark(n->var);
  if (const auto* n = as<Let>(s); n && varies(n->value)) mark(n->var);
  if (const auto* n = as<Assign>(s))
    if (const auto* v = as<Var>(n->target); v && (apart || varies(n->value))) mark(v->name);
  for_children(s, [](const Expr&) {}, [&](const Stmt& child) { walk(child, apart || parts); });
}

}  // namespace teaal::passes
