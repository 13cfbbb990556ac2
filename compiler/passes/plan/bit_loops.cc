#include "compiler/passes/plan/bit_loops.h"

#include <map>
#include <optional>
#include <set>

#include "compiler/ir/build.h"
#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/linear.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/plan/marks.h"

namespace teaal::passes {
namespace {

using namespace ir;

bool is_number(const Expr& e, double value) {
  const auto* n = as<FloatLit>(e);
  return n && n->value == value;
}

// What names in a loop stand for, said by names from outside of it.
class Values {
 public:
  void add(const Let& named) { values_[named.var] = resolved(named.value); }
  // Null: it has no such name.
  Expr of(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : found->second;
  }
  Expr resolved(const Expr& e) const {
    return rewrite(e, [&](const Expr& node) {
      const auto* v = as<Var>(node);
      const Expr value = v ? of(v->name) : nullptr;
      return value ? value : node;
    });
  }

 private:
  std::map<std::string, Expr> values_;
};

bool reads_memory(const Expr& e) {
  bool found = false;
  for_each_expr(e, [&](const Expr& part) { found |= as<Read>(part) != nullptr; });
  return found;
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
    Stmt body = words_of(loop_.body);
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

  // Null: it does more than to set one element, or to join what elements are to a number.
  Stmt words_of(const Stmt& s) {
    std::vector<Stmt> out;
    const Stmt last = behind_names(s, out);
    if (!last) return nullptr;
    const Expr number = count_;
    if (!literal(count_)) count_ = var(names_.fresh("bits_here"));
    Stmt words = put(last);
    if (!words) words = join(last);
    if (!words) return nullptr;
    if (const auto* name = as<Var>(count_))
      out.push_back(let(name->name, Type::Int, call("int", {number})));
    out.push_back(words);
    return block(std::move(out));
  }

  // The one statement behind all names, where coordinates are asked whether they are in range: how
  // many are left counts. Null: there are others.
  Stmt behind_names(const Stmt& s, std::vector<Stmt>& names) {
    const std::vector<Stmt> stmts = stmts_of(s);
    if (stmts.empty()) return nullptr;
    for (size_t i = 0; i + 1 < stmts.size(); ++i) {
      const auto* named = as<Let>(stmts[i]);
      if (!named || named->changes || (asked_ && reads_memory(named->value))) return nullptr;
      values_.add(*named);
      names.push_back(stmts[i]);
    }
    const auto* guard = as<If>(stmts.back());
    if (!guard) return stmts.back();
    const auto* within = as<Binary>(guard->cond);
    if (!within || within->op != BinaryOp::Lt || stride(within->lhs) != 1 ||
        stride(within->rhs) != 0)
      return nullptr;
    count_ = least(count_, sub(size_of(within->rhs), within->lhs));
    asked_ = true;
    return behind_names(guard->body, names);
  }

  Stmt put(const Stmt& s) const {
    const auto* n = as<Run>(s);
    const auto* put = n ? as<Call>(n->call) : nullptr;
    if (!put || put->intrinsic != "put_bit" || stride(put->args[1]) != 1) return nullptr;
    const Expr word = word_of(put->args[2]);
    return word ? make_stmt(Run{call("put_bits", {put->args[0], put->args[1], word, count_})},
                            s->where)
                : nullptr;
  }

  Stmt join(const Stmt& s) const {
    const auto* n = as<Assign>(s);
    const bool joins =
        n && as<Var>(n->target) && (n->op == AssignOp::Or || (n->op == AssignOp::Max && !asked_));
    const Expr word = joins ? word_of(n->value) : nullptr;
    if (!word) return nullptr;
    Expr any = call("any_bit", {word});
    if (asked_) any = both(less(lit(0), count_), any);
    return assign(n->target, n->op,
                  call("choose", {any, make_expr(FloatLit{1}), make_expr(FloatLit{0})}), s->where);
  }

  std::optional<int64_t> stride(const Expr& e) const {
    return stride_of(values_.resolved(e), loop_.var);
  }

  // What the next 32 iterations have of it, a bit each. Null: that is not known so.
  Expr word_of(const Expr& e) const {
    if (is_number(e, 1)) return call("all_bits");
    const auto* v = as<Var>(e);
    if (const Expr value = v ? values_.of(v->name) : nullptr) return word_of(value);
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
  Expr count_;          // of elements that a word has
  bool asked_ = false;  // whether there are any
  Values values_;
};

// A loop whose iterations do nothing unless elements are set, each the one behind that of the
// iteration before.
class BitWalk {
 public:
  BitWalk(const For& loop, Names& names) : loop_(loop), names_(names) {}

  // Null: it is no such loop.
  Stmt run() {
    const auto step = literal(loop_.step);
    if (!step || !loop_.worker.empty()) return nullptr;
    step_ = *step;
    for_each_stmt(loop_.body, [&](const Stmt& s) {
      const auto* n = as<Assign>(s);
      if (const auto* v = n ? as<Var>(n->target) : nullptr) changed_.insert(v->name);
    });
    const Stmt inside = behind_bits(loop_.body);
    if (asked_.empty()) return nullptr;
    const std::string first = names_.fresh(loop_.var + "_word"), here = names_.fresh("bits_here"),
                      bits = names_.fresh(loop_.var + "_bits");
    Expr found;
    for (const auto& [words, at] : asked_) {
      const Expr word = call("bits_side_by_side", {words, with_number(at, var(first)), var(here)});
      found = found ? call("common_bits", {found, word}) : word;
    }
    const Expr left = ceil_div(sub(size_of(loop_.end), var(first)), loop_.step);
    const Expr own = add(var(first), mul(loop_.step, call("lowest_bit", {var(bits)})));
    const Stmt each =
        block({let(loop_.var, loop_.type, own), inside,
               assign(var(bits), AssignOp::Set, call("without_lowest_bit", {var(bits)}))});
    For words = loop_;
    words.var = first;
    words.type = Type::Size;
    words.step = lit(mask_bits * step_);
    words.unroll = false;
    words.at_once = 1;
    words.body = block({let(here, Type::Int, call("int", {least(lit(mask_bits), left)})),
                        changing(bits, Type::Mask, found),
                        make_stmt(While{call("any_bit", {var(bits)}), each})});
    return make_stmt(std::move(words));
  }

 private:
  // The statement without what asks for bits.
  Stmt behind_bits(const Stmt& s) {
    std::vector<Stmt> stmts = stmts_of(s);
    const auto* guard = stmts.empty() ? nullptr : as<If>(stmts.back());
    if (!guard) return s;
    for (size_t i = 0; i + 1 < stmts.size(); ++i) {
      const auto* named = as<Let>(stmts[i]);
      if (!named || named->changes) return s;
      values_.add(*named);
    }
    const auto* differs = as<Call>(guard->cond);
    const bool asks = differs && differs->intrinsic == "differs" && is_number(differs->args[1], 0);
    const auto* bit = asks ? as<Call>(differs->args[0]) : nullptr;
    if (!bit || bit->intrinsic != "element_bit") return s;
    const Expr at = values_.resolved(bit->args[1]);
    if (!goes_on(at)) return s;
    asked_.push_back({bit->args[0], at});
    stmts.back() = behind_bits(guard->body);
    return block(std::move(stmts));
  }

  // Whether the next iteration's is the next element.
  bool goes_on(const Expr& at) const {
    const std::string number = loop_.var + " number";  // which is no name
    const Expr by_number = rewrite(at, [&](const Expr& e) {
      const auto* n = as<Binary>(e);
      const bool divided =
          n && n->op == BinaryOp::Div && is_own(n->lhs) && is_literal(n->rhs, step_);
      return step_ > 1 ? (divided ? var(number) : e) : is_own(e) ? var(number) : e;
    });
    bool known = stride_of(by_number, number) == 1;
    for_each_expr(by_number, [&](const Expr& e) {
      const auto* v = as<Var>(e);
      known &= !as<Read>(e) && !is_own(e) && !(v && changed_.contains(v->name));
    });
    return known;
  }

  bool is_own(const Expr& e) const {
    const auto* v = as<Var>(e);
    return v && v->name == loop_.var;
  }

  Expr with_number(const Expr& at, const Expr& own) const {
    return rewrite(at, [&](const Expr& e) { return is_own(e) ? own : e; });
  }

  const For& loop_;
  Names& names_;
  int64_t step_ = 1;
  std::vector<std::pair<Expr, Expr>> asked_;  // arrays of words, and which elements
  std::set<std::string> changed_;             // names that iterations change
  Values values_;
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
    if (Stmt out = BitWalk(*loop, names).run())
      return by_words(make_stmt(out->kind, s->where), names);
  }
  return map_children(
      s, [](const Expr& e) { return e; },
      [&](const Stmt& child) { return by_words(child, names); });
}

}  // namespace teaal::passes
