#include <algorithm>
#include <functional>
#include <map>
#include <ranges>
#include <set>
#include <string>
#include <vector>

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

// Names that stay what another name of their type is.
class Repeats {
 public:
  Stmt without(const Stmt& s) {
    if (const auto* n = as<Let>(s)) {
      const Expr value = renamed(n->value);
      forget(n->var);
      if (!n->changes) types_[n->var] = n->type;
      return make_stmt(Let{n->var, n->type, value, n->changes}, s->where);
    }
    if (const auto* n = as<For>(s)) forget(n->var), types_[n->var] = n->type;
    if (const auto* n = as<Block>(s)) {
      std::vector<Stmt> out;
      for (const Stmt& child : n->stmts)
        if (!repeats(child)) out.push_back(without(child));
      return block(std::move(out));
    }
    return map_children(
        s, [&](const Expr& e) { return renamed(e); },
        [&](const Stmt& child) { return without(child); });
  }

 private:
  // Another block may have had a name for something else.
  void forget(const std::string& name) {
    meant_.erase(name);
    types_.erase(name);
  }

  bool repeats(const Stmt& s) {
    const auto* n = as<Let>(s);
    if (!n || n->changes) return false;
    const auto* c = as<Call>(n->value);
    const Expr value = renamed(c && is_cast(*c) ? c->args[0] : n->value);
    const auto* v = as<Var>(value);
    const auto of = v ? types_.find(v->name) : types_.end();
    if (of == types_.end() || of->second != n->type) return false;
    forget(n->var);
    meant_[n->var] = value;
    return true;
  }

  Expr renamed(const Expr& e) const {
    return rewrite(e, [&](const Expr& part) {
      const auto* v = as<Var>(part);
      const auto found = v ? meant_.find(v->name) : meant_.end();
      return found == meant_.end() ? part : found->second;
    });
  }

  std::map<std::string, Type> types_;  // of names that stay what they are
  std::map<std::string, Expr> meant_;
};

// A name is read, if at all, by what stands behind it in its block: from the last statement to the
// first, so that a name that only another one read goes with that.
Stmt without_unread(const Stmt& s) {
  if (as<Let>(s)) return block({});
  const auto* n = as<Block>(s);
  if (!n) {
    const Stmt out = map_children(s, [](const Expr& e) { return e; }, without_unread);
    const auto* loop = as<For>(out);
    const auto* body = loop ? as<Block>(loop->body) : nullptr;
    return body && body->stmts.empty() ? block({}) : out;
  }
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

bool alike(const Array& a, const Array& b) {
  return a.extent == b.extent && a.type == b.type && a.quads == b.quads && a.lines == b.lines &&
         a.stored == b.stored;
}

// Shared memory that several forms of a loop have under one name is there once, for all of them.
Stmt with_one_array_each(const Stmt& body) {
  std::map<std::string, std::vector<Array>> arrays;
  for_each_stmt(body, [&](const Stmt& s) {
    const auto* n = as<Array>(s);
    if (n && n->memory == Memory::Shared && n->byte < 0) arrays[n->buffer].push_back(*n);
  });
  std::set<std::string> moved;
  std::vector<Stmt> out;
  for (const auto& [name, all] : arrays) {
    const auto is_first = [&](const Array& a) { return alike(a, all.front()); };
    if (all.size() < 2 || !std::ranges::all_of(all, is_first)) continue;
    moved.insert(name);
    out.push_back(make_stmt(all.front(), body->where));
  }
  if (moved.empty()) return body;
  const std::function<Stmt(const Stmt&)> without = [&](const Stmt& s) {
    const auto* n = as<Array>(s);
    if (n && moved.contains(n->buffer)) return block({});
    return map_children(s, [](const Expr& e) { return e; }, without);
  };
  out.push_back(without(body));
  return block(std::move(out));
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
    if (!kernel.tiled) kernel.body = with_one_array_each(Repeats().without(kernel.body));
    kernel.body = without_unread(kernel.body);
    drop_params(kernel);
  }
  return program;
}

}  // namespace teaal::passes
