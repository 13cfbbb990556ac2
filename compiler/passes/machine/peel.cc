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
  Let end;            // names where a tile ends
  size_t end_at = 0;  // the number of that statement
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

// Whether the expression is the loop's variable, or a position of its value.
bool is_variable(const Expr& e, const For& loop) {
  const auto* c = as<Call>(e);
  return same(e, var(loop.var)) || (c && c->intrinsic == "pos" && same(c->args[0], var(loop.var)));
}

// The Let if it is `let name = least(loop's end, loop's variable + size)`, or a position of it.
const Let* end_of(const Stmt& s, const For& loop, int64_t size) {
  const auto* l = as<Let>(s);
  const auto* cast = l && l->type == Type::Pos ? as<Call>(l->value) : nullptr;
  const auto* n =
      !l ? nullptr : as<Binary>(cast && cast->intrinsic == "pos" ? cast->args[0] : l->value);
  if (!n || l->changes || n->op != BinaryOp::Min) return nullptr;
  const Expr next = add(var(loop.var), loop.step);
  const bool ends = same(n->lhs, loop.end) || same(n->lhs, size_of(loop.end));
  return ends && same(n->rhs, next) && literal(loop.step) == size ? l : nullptr;
}

std::optional<Tiles> tiles_of(const For& loop) {
  const auto size = literal(loop.step);
  const auto* body = as<Block>(loop.body);
  if (!size || *size < 2 || loop.unroll || !body || body->stmts.size() < 4) return std::nullopt;
  const size_t tests = body->stmts.size() - 3;
  const Let* end = nullptr;
  std::vector<Expr> begins = {var(loop.var)};  // names of where a tile begins
  size_t end_at = 0;
  for (size_t i = 0; i < tests && !end; ++i) {
    const auto* l = as<Let>(body->stmts[i]);
    if (l && !l->changes && is_variable(l->value, loop)) begins.push_back(var(l->var));
    end = end_of(body->stmts[i], loop, *size);
    end_at = i;
  }
  const auto* whole = as<Let>(body->stmts[tests]);
  const auto* asks = whole ? as<Call>(whole->value) : nullptr;
  const auto *then = as<If>(body->stmts[tests + 1]), *other = as<If>(body->stmts[tests + 2]);
  if (!end || !asks || asks->intrinsic != "whole" || !then || !other) return std::nullopt;
  if (!same(then->cond, var(whole->var)) || !same(other->cond, call("not", {var(whole->var)})))
    return std::nullopt;
  Tiles out{*size, *end, end_at};
  std::vector<Expr> conditions = conditions_of(asks->args[0]);
  const auto is_full = [&](const Expr& c) {
    return std::ranges::any_of(begins, [&](const Expr& begin) {
      return same(c, equal(sub(var(end->var), begin), lit(*size)));
    });
  };
  const bool asks_whole = std::erase_if(conditions, is_full) > 0;
  for (const Expr& c : conditions)
    if (names(c, end->var) || names(c, loop.var) || reads(c)) return std::nullopt;
  if (!conditions.empty()) out.anywhere = all_of(conditions);
  // What threads may answer differently would part them where they have to meet.
  if (meets(loop.body) && !std::ranges::all_of(conditions, asks_for_rows)) return std::nullopt;
  out.whole = then->body;
  out.other = other->body;
  return asks_whole ? std::optional(out) : std::nullopt;
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
    const Expr next = add(var(loop.var), size);
    before[tiles.end_at] = let(tiles.end.var, tiles.end.type,
                               tiles.end.type == Type::Pos ? call("pos", {next}) : next, where);
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
