#include <algorithm>
#include <optional>

#include "compiler/ir/build.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/conditions.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

// A loop over tiles of a size that is known asks in each of them whether it is whole, and only the
// last one may not be. So whole tiles have a loop of their own, which asks nothing, and what is
// left has another one behind it; both begin with what stands in front of the question, such as
// fills.
namespace teaal::passes {
namespace {

using namespace ir;

// The parts of such a loop.
struct Tiles {
  int64_t size = 0;
  std::string end;    // the name of where a tile ends
  size_t end_at = 0;  // the number of the statement that says so
  Expr anywhere;      // what else a tile asks for to be whole, the same in all; may be null
  Stmt whole, other;  // bodies
};

bool names(const Expr& e, const std::string& name) {
  bool found = false;
  for_each_expr(e, [&](const Expr& part) {
    const auto* v = as<Var>(part);
    found |= v && v->name == name;
  });
  return found;
}

bool reads(const Expr& e) {
  bool found = false;
  for_each_expr(e, [&](const Expr& part) { found |= as<Read>(part) != nullptr; });
  return found;
}

bool meets(const Stmt& s) {
  bool found = false;
  for_each_stmt(s, [&](const Stmt& inner) { found |= as<Barrier>(inner) != nullptr; });
  for_each_expr(s, [&](const Expr& e) {
    const auto* c = as<Call>(e);
    const Effect effect = c ? find_intrinsic(c->intrinsic)->effect : Effect::None;
    found |= effect == Effect::Warp || effect == Effect::Block;
  });
  return found;
}

// `name` if the statement is `let name = least(loop's end, loop's variable + size)`.
std::optional<std::string> end_of(const Stmt& s, const For& loop, int64_t size) {
  const auto* l = as<Let>(s);
  const auto* n = l ? as<Binary>(l->value) : nullptr;
  if (!n || l->changes || n->op != BinaryOp::Min) return std::nullopt;
  const Expr next = add(var(loop.var), loop.step);
  const bool ends = same(n->lhs, loop.end) || same(n->lhs, size_of(loop.end));
  return ends && same(n->rhs, next) && literal(loop.step) == size ? std::optional(l->var)
                                                                  : std::nullopt;
}

std::optional<Tiles> tiles_of(const For& loop) {
  const auto size = literal(loop.step);
  const auto* body = as<Block>(loop.body);
  if (!size || *size < 2 || loop.unroll || !body || body->stmts.size() < 4) return std::nullopt;
  Tiles out{*size};
  const size_t tests = body->stmts.size() - 3;
  std::optional<std::string> end;
  for (size_t i = 0; i < tests && !end; ++i) {
    end = end_of(body->stmts[i], loop, *size);
    out.end_at = i;
  }
  const auto* whole = as<Let>(body->stmts[tests]);
  const auto* asks = whole ? as<Call>(whole->value) : nullptr;
  const auto *then = as<If>(body->stmts[tests + 1]), *other = as<If>(body->stmts[tests + 2]);
  if (!end || !asks || asks->intrinsic != "whole" || !then || !other) return std::nullopt;
  if (!same(then->cond, var(whole->var)) || !same(other->cond, call("not", {var(whole->var)})))
    return std::nullopt;
  out.end = *end;
  std::vector<Expr> conditions = conditions_of(asks->args[0]);
  const Expr full = equal(sub(var(out.end), var(loop.var)), lit(*size));
  const bool is_full = std::erase_if(conditions, [&](const Expr& c) { return same(c, full); }) > 0;
  for (const Expr& c : conditions)
    if (names(c, out.end) || names(c, loop.var) || reads(c)) return std::nullopt;
  if (!conditions.empty()) out.anywhere = all_of(conditions);
  // What threads may answer differently would part them where they have to meet.
  if (meets(loop.body) && !std::ranges::all_of(conditions, asks_for_rows)) return std::nullopt;
  out.whole = then->body;
  out.other = other->body;
  return is_full ? std::optional(out) : std::nullopt;
}

class Peeler {
 public:
  explicit Peeler(const Kernel& kernel) : names_(names_of(kernel)) {}

  Stmt walk(const Stmt& s) {
    const Stmt inner = map_children(
        s, [](const Expr& e) { return e; }, [&](const Stmt& child) { return walk(child); });
    const auto* loop = as<For>(inner);
    const auto tiles = loop ? tiles_of(*loop) : std::nullopt;
    return tiles ? peeled(*loop, *tiles, s->where) : inner;
  }

 private:
  Stmt peeled(const For& loop, const Tiles& tiles, const SourceRange& where) {
    const std::string name = names_.fresh(loop.var + "_whole_end");
    const Expr begin = size_of(loop.begin), size = lit(tiles.size);
    Expr all = sub(size_of(loop.end), begin);
    if (!is_literal(loop.begin, 0)) all = most(all, lit(0));
    Expr end = add(begin, mul(div(all, size), size));
    if (tiles.anywhere) end = call("select", {tiles.anywhere, end, begin});
    For whole = loop, rest = loop;
    whole.end = rest.begin = var(name);
    rest.at_once = 0;  // one tile at most
    std::vector<Stmt> before = as<Block>(loop.body)->stmts;
    before.resize(before.size() - 3);
    rest.body = block({block(before), tiles.other});
    before[tiles.end_at] = let(tiles.end, Type::Size, add(var(loop.var), size), where);
    whole.body = block({block(std::move(before)), tiles.whole});
    return block(
        {let(name, Type::Size, end, where), make_stmt(whole, where), make_stmt(rest, where)});
  }

  Names names_;
};

}  // namespace

std::optional<Program> peel(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels)
    if (!kernel.tiled) kernel.body = Peeler(kernel).walk(kernel.body);
  return program;
}

}  // namespace teaal::passes
