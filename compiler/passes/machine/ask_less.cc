#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/range.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/conditions.h"
#include "compiler/passes/machine/terms.h"
#include "compiler/passes/passes.h"

// A copy into a tile asks whether its iteration is one, whether its coordinate lies in the tile,
// and in the tensor. How far its coordinate lies from where the tile begins is a matter of the
// thread's number and of spelled-out loops, so most of that is known: what is left over is one
// comparison a rank. Each that goes was an instruction a copy.
namespace teaal::passes {
namespace {

using namespace ir;

// What a name stands for, or where it lies.
struct Known {
  Expr value;
  Range range;
};
using Scope = std::map<std::string, Known>;

const Expr& bare(const Expr& e) {
  const auto* n = as<Call>(e);
  return n && is_cast(*n) ? bare(n->args[0]) : e;
}

class Asker {
 public:
  explicit Asker(const Kernel& kernel)
      : thread_{0, kernel.threads > 0 ? kernel.threads - 1 : endless} {}

  Stmt walk(const Stmt& s, Scope scope) {
    if (const auto* n = as<ir::Block>(s)) {
      std::vector<Stmt> out;
      for (const Stmt& child : n->stmts) {
        out.push_back(walk(child, scope));
        const auto* named = as<Let>(child);
        if (!named) continue;
        if (named->changes) changing_.insert(named->var);
        const bool stays = !named->changes && is_fixed(named->value);
        define(named->var, {stays ? named->value : nullptr, {}}, scope);
      }
      return block(std::move(out));
    }
    if (const auto* n = as<Copy>(s); n && n->guard) {
      Copy out = *n;
      out.guard = less_of(n->guard, scope);
      return make_stmt(std::move(out), s->where);
    }
    if (const auto* n = as<For>(s)) {
      const auto begin = literal(n->begin), end = literal(n->end);
      const bool counted = begin && end && *begin < *end;
      define(n->var, {nullptr, counted ? Range{*begin, *end - 1} : Range{}}, scope);
    }
    return map_children(
        s, [](const Expr& e) { return e; }, [&](const Stmt& child) { return walk(child, scope); });
  }

 private:
  // Values that an outer name of that kind stands in are not what they seem from here on.
  static void define(const std::string& name, Known known, Scope& scope) {
    if (scope.contains(name))
      for (auto& [other, is] : scope)
        if (is.value && reads(is.value, name)) is.value = nullptr;
    scope[name] = std::move(known);
  }

  static bool reads(const Expr& e, const std::string& name) {
    bool found = false;
    for_each_expr(e, [&](const Expr& part) {
      const auto* v = as<Var>(part);
      found |= v && v->name == name;
    });
    return found;
  }

  // Whether its value is the same at every later place in its block.
  bool is_fixed(const Expr& value) const {
    bool changes = asks_memory(value);
    for_each_expr(value, [&](const Expr& part) {
      const auto* v = as<Var>(part);
      changes |= v && changing_.contains(v->name);
    });
    return !changes;
  }

  // Null: it always holds.
  Expr less_of(const Expr& guard, const Scope& scope) const {
    const Expr within = each(guard, [&](const Expr& c) { return within_tensor(c, scope); });
    if (!within) return nullptr;
    const std::vector<Expr> asked = conditions_of(within);
    size_t number = 0;
    return each(within, [&](const Expr& c) {
      const size_t i = number++;
      bool implied = false;
      for (size_t j = 0; j < asked.size(); ++j)
        implied |= j != i && implies(asked[j], c, scope) && (j < i || !implies(c, asked[j], scope));
      return implied ? nullptr : c;
    });
  }

  // What becomes of the conditions that an `and` joins, joined as they were: machine code of
  // another order has taken a fifth longer. Null: nothing.
  static Expr each(const Expr& e, const std::function<Expr(const Expr&)>& f) {
    const auto* n = as<Binary>(e);
    if (!n || n->op != BinaryOp::And) return f(e);
    const Expr a = each(n->lhs, f), b = each(n->rhs, f);
    return a && b ? both(a, b) : a ? a : b;
  }

  // Of a < min(x, y) what is not known. Null: nothing.
  Expr within_tensor(const Expr& condition, const Scope& scope) const {
    const auto* n = comparison(condition, scope);
    if (!n) return condition;
    std::vector<Expr> bounds;
    if (!known_bounds(n->lhs, n->rhs, scope, bounds)) return condition;
    for (Expr& bound : bounds) bound = less(n->lhs, bound);
    return bounds.empty() ? nullptr : all_of(bounds);
  }

  // The bounds that it may lie beyond. False: it may lie beyond all of them.
  bool known_bounds(const Expr& value, const Expr& bound, const Scope& scope,
                    std::vector<Expr>& out) const {
    if (difference(bound, value, scope).least > 0) return true;
    const Expr& named = value_of(bound, scope);
    const auto* n = as<Binary>(named);
    if (!n || n->op != BinaryOp::Min) return out.push_back(bound), false;
    const bool first = known_bounds(value, n->lhs, scope, out);
    const bool second = known_bounds(value, n->rhs, scope, out);
    return first || second;
  }

  // a < b, by a name or as it is.
  static const Binary* comparison(const Expr& e, const Scope& scope) {
    const auto* n = as<Binary>(value_of(e, scope));
    return n && n->op == BinaryOp::Lt ? n : nullptr;
  }

  static const Expr& value_of(const Expr& e, const Scope& scope) {
    const auto* v = as<Var>(bare(e));
    const auto known = v ? scope.find(v->name) : scope.end();
    return known != scope.end() && known->second.value ? value_of(known->second.value, scope)
                                                       : bare(e);
  }

  bool implies(const Expr& given, const Expr& asked, const Scope& scope) const {
    const auto *a = comparison(given, scope), *b = comparison(asked, scope);
    return a && b && difference(a->lhs, b->lhs, scope).least >= 0 &&
           difference(b->rhs, a->rhs, scope).least >= 0;
  }

  // Where a - b lies.
  Range difference(const Expr& a, const Expr& b, const Scope& scope) const {
    Sum sum;
    add(a, 1, scope, sum);
    add(b, -1, scope, sum);
    Range out{sum.constant, sum.constant};
    for (const Sum::Term& t : sum.terms)
      out = range_of(BinaryOp::Add, out,
                     range_of(BinaryOp::Mul, range(t.atom, scope), {t.times, t.times}));
    return out;
  }

  void add(const Expr& e, int64_t times, const Scope& scope, Sum& to) const {
    const Expr& value = value_of(e, scope);
    if (const auto n = literal(value)) {
      to.constant += times * *n;
      return;
    }
    const auto* n = as<Binary>(value);
    const auto a = n ? literal(n->lhs) : std::nullopt, b = n ? literal(n->rhs) : std::nullopt;
    if (n && (n->op == BinaryOp::Add || n->op == BinaryOp::Sub)) {
      add(n->lhs, times, scope, to);
      add(n->rhs, n->op == BinaryOp::Add ? times : -times, scope, to);
    } else if (n && n->op == BinaryOp::Mul && (a || b)) {
      add(a ? n->rhs : n->lhs, times * (a ? *a : *b), scope, to);
    } else {
      to.add(value, times);
    }
  }

  Range range(const Expr& e, const Scope& scope) const {
    const Expr& value = value_of(e, scope);
    if (const auto n = literal(value)) return {*n, *n};
    if (const auto* v = as<Var>(value)) {
      const auto known = scope.find(v->name);
      return known == scope.end() ? Range{} : known->second.range;
    }
    if (calls(value, "thread")) return thread_;
    const auto* n = as<Binary>(value);
    return n ? range_of(n->op, range(n->lhs, scope), range(n->rhs, scope)) : Range{};
  }

  Range thread_;
  std::set<std::string> changing_;
};

}  // namespace

std::optional<Program> ask_less(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels)
    if (!kernel.tiled) kernel.body = Asker(kernel).walk(kernel.body, {});
  return program;
}

}  // namespace teaal::passes
