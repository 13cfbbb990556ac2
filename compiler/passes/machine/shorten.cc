#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "compiler/ir/build.h"
#include "compiler/ir/range.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/terms.h"
#include "compiler/passes/passes.h"

// Positions in a tile are differences of coordinates, and coordinates of elements that threads copy
// are quotients and remainders of their numbers. Where names on both sides come from the same
// loops, less is left: what the iterations of spelled-out loops differ by are then literals, which
// machine code adds for nothing. Coordinates are in bounds wherever they are used, so casts do not
// cut them.
namespace teaal::passes {
namespace {

using namespace ir;

// Arithmetic of names, hardware coordinates and numbers: the same wherever its names are.
bool is_plain(const Expr& e) {
  bool plain = true;
  for_each_expr(e, [&](const Expr& part) {
    const auto* n = as<Call>(part);
    plain &= !as<Read>(part) && !as<FloatLit>(part) && !as<Access>(part) &&
             (!n || is_cast(*n) || n->args.empty());
  });
  return plain;
}

struct Known {
  Type type;
  Expr value;           // of a Let; null: of a loop
  bool counts = false;  // a loop's number, from 0 or more upward
  bool unrolled = false;
};

class Shortener {
 public:
  explicit Shortener(const Kernel& kernel) : threads_(literal(kernel.launch.block).value_or(0)) {
    for (const Param& p : kernel.params)
      if (p.kind == Param::Kind::Int || p.kind == Param::Kind::Size)
        sizes_[p.name] = {Type::Size, nullptr};
  }

  Stmt run(const Stmt& body) { return walk(body, sizes_); }

 private:
  using Scope = std::map<std::string, Known>;

  Stmt walk(const Stmt& s, Scope scope) {
    if (const auto* n = as<ir::Block>(s)) {
      std::vector<Stmt> out;
      for (const Stmt& child : n->stmts) {
        out.push_back(walk(child, scope));
        const auto* named = as<Let>(out.back());
        if (!named) continue;
        if (!named->changes)
          out.back() = let(named->var, named->type, numbered(named->value, scope), child->where);
        named = as<Let>(out.back());
        scope.erase(named->var);
        if (!named->changes && is_fixed(named->value, scope))
          scope[named->var] = {named->type, named->value};
      }
      return block(std::move(out));
    }
    const auto shortened = [&](const Expr& e) {
      return rewrite(e, [&](const Expr& part) { return shorter(part, scope); });
    };
    const auto* loop = as<For>(s);
    if (!loop) return map_children(s, shortened, [&](const Stmt& c) { return walk(c, scope); });
    Scope inside = scope;
    const auto first = literal(loop->begin);
    inside[loop->var] = {loop->type, nullptr, first && *first >= 0, loop->unroll};
    return map_children(s, shortened, [&](const Stmt& c) { return walk(c, inside); });
  }

  // Whether a value is the same at every later place in its block.
  static bool is_fixed(const Expr& value, const Scope& scope) {
    bool fixed = is_plain(value);
    for_each_expr(value, [&](const Expr& part) {
      const auto* v = as<Var>(part);
      fixed &= !v || scope.contains(v->name);
    });
    return fixed;
  }

  static Expr shorter(const Expr& e, const Scope& scope) {
    if (const auto* n = as<Call>(e); n && n->intrinsic == "int")
      if (const auto* difference = as<Binary>(n->args[0]);
          difference && difference->op == BinaryOp::Sub)
        if (Expr out = without_common(*difference, scope)) return out;
    return e;
  }

  // The coordinate of a numbered element.
  Expr numbered(const Expr& coordinate, const Scope& scope) const {
    return rewrite(coordinate, [&](const Expr& part) {
      const auto* n = as<Binary>(part);
      if (!n || (n->op != BinaryOp::Div && n->op != BinaryOp::Mod)) return part;
      const Expr out = without_multiples(*n, scope);
      return out ? out : part;
    });
  }

  // ---- Differences ----
  static Expr without_common(const Binary& n, const Scope& scope) {
    constexpr int most_names = 8;
    Expr taken = n.rhs;
    for (int name = 0; name < most_names; ++name) {
      const Sum less = sum_of(taken, [](const Expr&) { return false; }, scope);
      const auto wanted = [&](const Expr& atom) { return less.times(atom) != 0; };
      const Sum from = sum_of(n.lhs, wanted, scope);
      const bool all =
          !less.terms.empty() && std::ranges::all_of(less.terms, [&](const Sum::Term& t) {
            return from.times(t.atom) == t.times;
          });
      if (all) {
        Sum out = from;
        out.add(less, -1);
        const Expr e = spelled(out);
        return is_int(e, scope) ? e : call("int", {e});
      }
      const Expr next = one_name_further(taken, scope);
      if (!next) return nullptr;
      taken = next;
    }
    return nullptr;
  }

  // With the names in it replaced by their values; null: there is none left.
  static Expr one_name_further(const Expr& e, const Scope& scope) {
    bool replaced = false;
    const Expr out = rewrite(e, [&](const Expr& part) {
      const auto* v = as<Var>(part);
      const auto known = v ? scope.find(v->name) : scope.end();
      if (known == scope.end() || !known->second.value) return part;
      replaced = true;
      return known->second.value;
    });
    return replaced ? out : nullptr;
  }

  // ---- Quotients and remainders ----
  // Terms that are multiples of the divisor, as those are that loops spelled out add.
  Expr without_multiples(const Binary& n, const Scope& scope) const {
    const auto by = literal(n.rhs);
    if (!by || *by <= 1) return nullptr;
    const auto unrolled = [&](const Expr& atom) {
      const auto* v = as<Var>(atom);
      const auto known = v ? scope.find(v->name) : scope.end();
      return known != scope.end() && known->second.unrolled;
    };
    const Sum sum = sum_of(n.lhs, unrolled, scope);
    Sum multiples, rest;
    bool apart = false;
    for (const Sum::Term& t : sum.terms) {
      if (t.times < 0 || !is_natural(t.atom, scope)) return nullptr;
      const bool multiple = t.times % *by == 0;
      apart |= multiple && unrolled(t.atom);
      (multiple ? multiples : rest).add(t.atom, multiple ? t.times / *by : t.times);
    }
    if (!apart || sum.constant < 0) return nullptr;
    rest.constant = sum.constant;
    const bool is_less = most_of(rest) < *by;
    const Expr left = !is_less                ? binary(n.op, spelled(rest), n.rhs)
                      : n.op == BinaryOp::Mod ? spelled(rest)
                                              : lit(0);
    return n.op == BinaryOp::Mod ? left : ir::add(left, spelled(multiples));
  }

  // No more than that, if it is a matter of the thread alone.
  int64_t most_of(const Sum& sum) const {
    int64_t out = sum.constant;
    for (const Sum::Term& t : sum.terms) {
      const auto* n = as<Call>(t.atom);
      const auto* thread = n && is_cast(*n) ? as<Call>(n->args[0]) : n;
      if (!thread || thread->intrinsic != "thread" || threads_ == 0) return endless;
      out += t.times * (threads_ - 1);
    }
    return out;
  }

  // Never below 0.
  static bool is_natural(const Expr& e, const Scope& scope) {
    if (const auto n = literal(e)) return *n >= 0;
    if (const auto* n = as<Call>(e))
      return is_cast(*n) ? is_natural(n->args[0], scope) : n->intrinsic == "thread";
    const auto* v = as<Var>(e);
    const auto known = v ? scope.find(v->name) : scope.end();
    return known != scope.end() && known->second.counts;
  }

  // ---- Sums ----
  // Names stand for their values where those have a wanted atom in them.
  template <class Wanted>
  static Sum sum_of(const Expr& e, const Wanted& wanted, const Scope& scope) {
    Sum out;
    if (const auto n = literal(e)) {
      out.constant = *n;
      return out;
    }
    if (const auto* n = as<Call>(e); n && is_cast(*n)) {
      Sum inner = sum_of(n->args[0], wanted, scope);
      if (inner.terms.size() != 1 || !as<Call>(inner.terms[0].atom)) return inner;
      out.add(e, 1);  // of a hardware coordinate, whose type is unsigned
      return out;
    }
    if (const auto* n = as<Binary>(e)) {
      const auto a = literal(n->lhs), b = literal(n->rhs);
      if (n->op == BinaryOp::Add || n->op == BinaryOp::Sub ||
          (n->op == BinaryOp::Mul && (a || b))) {
        const bool product = n->op == BinaryOp::Mul;
        if (!product || b) out.add(sum_of(n->lhs, wanted, scope), product ? *b : 1);
        if (!product || !b)
          out.add(sum_of(n->rhs, wanted, scope), product ? *a : n->op == BinaryOp::Sub ? -1 : 1);
        return out;
      }
    }
    if (const auto* v = as<Var>(e); v && !wanted(e)) {
      const auto known = scope.find(v->name);
      if (known != scope.end() && known->second.value) {
        Sum value = sum_of(known->second.value, wanted, scope);
        if (std::ranges::any_of(value.terms, [&](const Sum::Term& t) { return wanted(t.atom); }))
          return value;
      }
    }
    out.add(e, 1);
    return out;
  }

  static bool is_int(const Expr& e, const Scope& scope) {
    bool out = true;
    for_each_expr(e, [&](const Expr& part) {
      const auto* v = as<Var>(part);
      if (!v) return;
      const auto known = scope.find(v->name);
      out &= known != scope.end() && known->second.type == Type::Int;
    });
    return out && is_plain(e);
  }

  int64_t threads_;  // of a block; 0: the launch tells
  Scope sizes_;      // that the kernel is given
};

}  // namespace

std::optional<Program> shorten(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels)
    if (!kernel.tiled) kernel.body = Shortener(kernel).run(kernel.body);
  return program;
}

}  // namespace teaal::passes
