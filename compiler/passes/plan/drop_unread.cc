#include <map>
#include <set>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using namespace ir;

std::set<std::string> names_read(const Stmt& body) {
  std::set<std::string> out;
  for_each_expr(body, [&](const Expr& e) {
    if (const auto* v = as<Var>(e)) out.insert(v->name);
  });
  return out;
}

// Null where nothing is left.
Stmt without_unread(const Stmt& s, const std::set<std::string>& read) {
  if (const auto* n = as<Let>(s)) return read.contains(n->var) ? s : nullptr;
  if (const auto* n = as<Block>(s)) {
    std::vector<Stmt> kept;
    for (const Stmt& child : n->stmts) kept.push_back(without_unread(child, read));
    return block(std::move(kept));
  }
  return map_children(
      s, [](const Expr& e) { return e; },
      [&](const Stmt& child) {
        Stmt kept = without_unread(child, read);
        return kept ? kept : block({});
      });
}

// A name may be read only by another that goes: again until nothing goes.
Stmt drop_all(Stmt body) {
  for (;;) {
    Stmt next = without_unread(body, names_read(body));
    if (!next || next == body) return next ? next : block({});
    if (names_read(next) == names_read(body)) return next;
    body = next;
  }
}

void drop_params(Kernel& kernel) {
  std::set<std::string> read = names_read(kernel.body);
  std::erase_if(kernel.params, [&](const Param& p) {
    return p.kind == Param::Kind::Int && !read.contains(p.name);
  });
}

}  // namespace

std::optional<Program> drop_unread(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels) {
    kernel.body = drop_all(kernel.body);
    drop_params(kernel);
  }
  return program;
}

}  // namespace teaal::passes
