#include <algorithm>
#include <ranges>
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

// A name is read, if at all, by what stands behind it in its block: from the last statement to the
// first, so that a name that only another one read goes with that.
Stmt without_unread(const Stmt& s) {
  if (as<Let>(s)) return block({});
  const auto* n = as<Block>(s);
  if (!n) return map_children(s, [](const Expr& e) { return e; }, without_unread);
  std::set<std::string> read;
  std::vector<Stmt> kept;
  for (const Stmt& child : std::views::reverse(n->stmts)) {
    const auto* named = as<Let>(child);
    if (named && !read.contains(named->var)) continue;
    kept.push_back(named ? child : without_unread(child));
    read.merge(names_read(kept.back()));
  }
  std::ranges::reverse(kept);
  return block(std::move(kept));
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
    kernel.body = without_unread(kernel.body);
    drop_params(kernel);
  }
  return program;
}

}  // namespace teaal::passes
