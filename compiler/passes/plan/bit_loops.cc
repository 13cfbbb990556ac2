#include "compiler/passes/plan/bit_loops.h"

#include <map>
#include <optional>
#include <set>

#include "compiler/ir/build.h"
#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/linear.h"
#include "compiler/passes/plan/marks.h"

namespace teaal::passes {
namespace {

using namespace ir;

bool is_number(const Expr& e, double value) {
  const auto* n = as<FloatLit>(e);
  return n && n->value == value;
}

class BitLoop {
 public:
  BitLoop(const For& loop, Names& names) : loop_(loop), names_(names) {}

  // Null: it is no such loop.
  Stmt run() {
    const auto turns = literal(loop_.end);
    if (!is_literal(loop_.step, 1)) return nullptr;
    if (loop_.unroll && !(is_literal(loop_.begin, 0) && turns && *turns <= mask_bits))
      return nullptr;
    const Expr left = sub(size_of(loop_.end), var(loop_.var));
    count_ = loop_.unroll ? loop_.end : least(lit(mask_bits), left);
    const auto* guard = as<If>(loop_.body);
    const auto* within = guard ? as<Binary>(guard->cond) : nullptr;
    if (guard && !(within && within->op == BinaryOp::Lt && stride(within->lhs) == 1 &&
                   stride(within->rhs) == 0))
      return nullptr;
    if (guard) count_ = least(count_, sub(size_of(within->rhs), within->lhs));
    Stmt body = words_of(guard ? guard->body : loop_.body);
    if (!body) return nullptr;
    if (loop_.unroll) return at_begin(body);
    For by_words = loop_;
    by_words.type = Type::Size;  // the last step leads beyond the end
    by_words.step = lit(mask_bits);
    by_words.body = std::move(body);
    return make_stmt(std::move(by_words));
  }

 private:
  Stmt at_begin(const Stmt& body) const {
    return rewrite(body, [&](const Expr& e) {
      if (const auto* b = as<Binary>(e)) return binary(b->op, b->lhs, b->rhs);
      const auto* v = as<Var>(e);
      return v && v->name == loop_.var ? loop_.begin : e;
    });
  }

  // Null: it does more than to set one element.
  Stmt words_of(const Stmt& s) {
    const auto* body = as<Block>(s);
    const std::vector<Stmt> alone{s};
    const std::vector<Stmt>& stmts = body ? body->stmts : alone;
    if (stmts.empty()) return nullptr;
    for (size_t i = 0; i + 1 < stmts.size(); ++i) {
      const auto* named = as<Let>(stmts[i]);
      if (!named || named->changes) return nullptr;
      values_[named->var] = resolved(named->value);
    }
    const auto* last = as<Run>(stmts.back());
    const auto* put = last ? as<Call>(last->call) : nullptr;
    if (!put || put->intrinsic != "put_bit" || stride(put->args[1]) != 1) return nullptr;
    const Expr number = count_;
    if (!literal(count_)) count_ = var(names_.fresh("bits_here"));
    const Expr word = word_of(put->args[2]);
    if (!word) return nullptr;
    std::vector<Stmt> out(stmts.begin(), stmts.end() - 1);
    if (const auto* name = as<Var>(count_))
      out.push_back(let(name->name, Type::Int, call("int", {number})));
    out.push_back(make_stmt(Run{call("put_bits", {put->args[0], put->args[1], word, count_})},
                            stmts.back()->where));
    return block(std::move(out));
  }

  Expr resolved(const Expr& e) const {
    return rewrite(e, [&](const Expr& node) {
      const auto* v = as<Var>(node);
      const auto found = v ? values_.find(v->name) : values_.end();
      return found == values_.end() ? node : found->second;
    });
  }

  std::optional<int64_t> stride(const Expr& e) const { return stride_of(resolved(e), loop_.var); }

  // What the next 32 iterations have of it, a bit each. Null: that is not known so.
  Expr word_of(const Expr& e) const {
    if (is_number(e, 1)) return call("all_bits");
    if (const auto* v = as<Var>(e); v && values_.contains(v->name))
      return word_of(values_.at(v->name));
    if (const auto* b = as<Binary>(e)) return joined(b->op, b->lhs, b->rhs);
    const auto* n = as<Call>(e);
    if (!n) return nullptr;
    if (n->intrinsic == "together") return joined(BinaryOp::Mul, n->args[0], n->args[1]);
    if (n->intrinsic == "either") return joined(BinaryOp::Max, n->args[0], n->args[1]);
    if (n->intrinsic == "choose" && is_number(n->args[1], 1) && is_number(n->args[2], 0))
      return word_of_condition(n->args[0]);
    if (n->intrinsic != "element_bit") return nullptr;
    const auto by = stride(n->args[1]);
    if (by == 1) return call("bits_side_by_side", {n->args[0], n->args[1], count_});
    return by == 0 ? call("mask_where", {call("present", {e}), call("all_bits")}) : nullptr;
  }

  Expr word_of_condition(const Expr& e) const {
    const auto* n = as<Call>(e);
    const bool asks =
        n && (n->intrinsic == "present" || (n->intrinsic == "differs" && is_number(n->args[1], 0)));
    return asks ? word_of(n->args[0]) : nullptr;
  }

  Expr joined(BinaryOp op, const Expr& lhs, const Expr& rhs) const {
    const bool both = op == BinaryOp::Mul || op == BinaryOp::Min;
    if (!both && op != BinaryOp::Max) return nullptr;
    const Expr left = word_of(lhs), right = word_of(rhs);
    return left && right ? call(both ? "common_bits" : "any_of_bits", {left, right}) : nullptr;
  }

  const For& loop_;
  Names& names_;
  Expr count_;                          // of elements that a word has
  std::map<std::string, Expr> values_;  // of names in the loop
};

// A spelled-out loop each of whose turns sets one bit, the next one.
class BitTurns {
 public:
  BitTurns(const For& loop, Names& names) : loop_(loop), names_(names) {}

  // Null: it is no such loop.
  Stmt run() {
    const auto turns = literal(loop_.end);
    if (!loop_.unroll || !is_literal(loop_.begin, 0) || !is_literal(loop_.step, 1) || !turns ||
        *turns < 2 || *turns > mask_bits)
      return nullptr;
    for_each_stmt(loop_.body, [&](const Stmt& s) {
      const auto* n = as<Assign>(s);
      if (const auto* v = n ? as<Var>(n->target) : nullptr) own_.insert(v->name);
    });
    const Stmt body = gathering(loop_.body);
    if (puts_ != 1 || inner_ || !at_) return nullptr;
    For gather = loop_;
    gather.body = body;
    const Expr first = rewrite(at_, [&](const Expr& e) {
      if (const auto* b = as<Binary>(e)) return binary(b->op, b->lhs, b->rhs);
      const auto* v = as<Var>(e);
      return v && v->name == loop_.var ? loop_.begin : e;
    });
    return block({changing(word_, Type::Mask, lit(0)), make_stmt(std::move(gather)),
                  make_stmt(Run{call("put_bits", {words_, first, var(word_), loop_.end})})});
  }

 private:
  // The body with the thread's own word in place of the array's, and what else there is to know.
  Stmt gathering(const Stmt& s) {
    if (const auto* n = as<Let>(s)) {
      if (n->changes) own_.insert(n->var);
      values_[n->var] = n->changes ? n->value : resolved(n->value);
      return s;
    }
    if (as<For>(s) || as<While>(s) || as<ForRank>(s)) {
      inner_ |= sets_bits(s);
      return s;
    }
    const Call* put = put_of(s);
    if (!put)
      return map_children(
          s, [](const Expr& e) { return e; }, [&](const Stmt& child) { return gathering(child); });
    ++puts_;
    words_ = put->args[0];
    word_ = names_.fresh("bits");
    at_ = place_of(put->args[1]);
    const Expr bit =
        call("mask_where", {call("present", {put->args[2]}), call("bit", {var(loop_.var)})});
    return assign(var(word_), AssignOp::Set, call("any_of_bits", {var(word_), bit}), s->where);
  }

  // By names that are known outside of the loop; null: a turn's is not the next one, or is found in
  // memory.
  Expr place_of(const Expr& at) const {
    const Expr out = resolved(at);
    if (stride_of(out, loop_.var) != 1) return nullptr;
    bool known = true;
    for_each_expr(out, [&](const Expr& e) {
      const auto* v = as<Var>(e);
      const auto* n = as<Call>(e);
      known &= !as<Read>(e) && !(v && own_.contains(v->name)) && (!n || is_cast(*n));
    });
    return known ? out : nullptr;
  }

  Expr resolved(const Expr& e) const {
    return rewrite(e, [&](const Expr& node) {
      const auto* v = as<Var>(node);
      const auto found = v ? values_.find(v->name) : values_.end();
      return found == values_.end() || own_.contains(v->name) ? node : found->second;
    });
  }

  const For& loop_;
  Names& names_;
  int puts_ = 0;
  bool inner_ = false;                  // bits are set in loops inside
  Expr words_, at_;                     // of the one that is set
  std::string word_;                    // the thread's own
  std::set<std::string> own_;           // names that turns change
  std::map<std::string, Expr> values_;  // of names in the loop
};

}  // namespace

Stmt by_words(const Stmt& s, Names& names) {
  if (const auto* loop = as<For>(s)) {
    if (Stmt out = BitLoop(*loop, names).run()) return make_stmt(out->kind, s->where);
    if (Stmt out = BitTurns(*loop, names).run()) return make_stmt(out->kind, s->where);
  }
  return map_children(
      s, [](const Expr& e) { return e; },
      [&](const Stmt& child) { return by_words(child, names); });
}

}  // namespace teaal::passes
