#include "compiler/passes/plan/marks.h"

#include <algorithm>
#include <optional>
#include <set>

#include "compiler/ir/rewrite.h"
#include "compiler/ir/threads.h"

namespace teaal::passes {
namespace {

using namespace ir;

// A loop each of whose turns sets the same bit, if any.
class SameBit {
 public:
  SameBit(const For& loop, Names& names) : loop_(loop), names_(names) { bound_ = {loop.var}; }

  // Null: it is no such loop. Not 0: elements need not be stored unless so many lanes, all of which
  // are there, mark them.
  Stmt run(int64_t lanes) {
    for_each_stmt(loop_.body, [&](const Stmt& s) {
      if (const auto* n = as<Let>(s)) bound_.insert(n->var);
      if (const auto* n = as<For>(s)) bound_.insert(n->var);
      inner_ |= (as<For>(s) || as<While>(s)) && sets_bits(s);
    });
    For joining = loop_;
    joining.body = joined(loop_.body);
    if (puts_ != 1 || inner_) return nullptr;
    bool asks = false;
    for_each_stmt(joining.body, [&](const Stmt& s) { asks |= as<If>(s) != nullptr; });
    const bool parts = lanes > 0 && !asks;
    if (parts) joining.body = without(joining.body, [](const Stmt& s) { return stores(s); });
    std::vector<Stmt> out = {changing(own_, Type::Value, make_expr(FloatLit{0})),
                             make_stmt(std::move(joining)),
                             make_stmt(Run{call("put_bit", {words_, at_, var(own_)})})};
    if (parts) {
      For storing = loop_;
      storing.body = without(loop_.body, [](const Stmt& s) { return mark_of(s) != nullptr; });
      const std::string marked = names_.fresh("is_marked");
      out.push_back(let(marked, Type::Bool,
                        call("any_in_group", {call("present", {var(own_)}), lit(lanes)})));
      out.push_back(if_then(var(marked), make_stmt(std::move(storing))));
    }
    return block(std::move(out));
  }

 private:
  // What sets the bit, maybe under a question. Null: it is no such statement.
  static const Call* mark_of(const Stmt& s) {
    const auto* asked = as<If>(s);
    return put_of(asked ? asked->body : s);
  }
  static bool stores(const Stmt& s) {
    const auto* n = as<Assign>(s);
    return n && as<Read>(n->target);
  }

  // The body with the thread's own number in place of the array's.
  Stmt joined(const Stmt& s) {
    const auto* asked = as<If>(s);
    const Call* put = mark_of(s);
    if (!put || !is_known(put->args[1]))
      return map_children(
          s, [](const Expr& e) { return e; }, [&](const Stmt& child) { return joined(child); });
    ++puts_;
    own_ = names_.fresh("any");
    words_ = put->args[0], at_ = put->args[1];
    const Expr bit =
        asked ? call("choose", {asked->cond, put->args[2], make_expr(FloatLit{0})}) : put->args[2];
    return assign(var(own_), AssignOp::Or, bit, s->where);
  }

  bool is_known(const Expr& at) const {
    bool known = true;
    for_each_expr(at, [&](const Expr& e) {
      const auto* v = as<Var>(e);
      known &= !as<Read>(e) && !(v && bound_.contains(v->name));
    });
    return known;
  }

  const For& loop_;
  Names& names_;
  int puts_ = 0;
  bool inner_ = false;           // bits are set in loops inside
  Expr words_, at_;              // of the one that is set
  std::string own_;              // the thread's own number
  std::set<std::string> bound_;  // names of the loop
};

class Joiner {
 public:
  Joiner(const Kernel& kernel, Names& names) : names_(names) {
    if (!kernel.only_marked) return;
    threads_.emplace(kernel);
    for (const Worker& w : kernel.workers)  // the last rank has neighbours
      if (w.place == Place::Lane) lanes_ = literal(w.count).value_or(0);
  }

  // together: all lanes of the warp come here.
  Stmt walk(const Stmt& s, bool together) {
    together &= !parts(s);
    const Stmt out = map_children(
        s, [](const Expr& e) { return e; },
        [&](const Stmt& child) { return walk(child, together); });
    const auto* loop = as<For>(out);
    const Stmt joined = loop ? SameBit(*loop, names_).run(together ? lanes_ : 0) : nullptr;
    return joined ? joined : out;
  }

 private:
  // Whether lanes decide each for themselves what of the statement they come to.
  bool parts(const Stmt& s) const {
    if (!threads_ || as<While>(s)) return true;
    const auto each = [&](const Expr& e) { return threads_->of(e) == Spread::Thread; };
    if (const auto* n = as<If>(s)) return each(n->cond);
    const auto* n = as<For>(s);
    return n && (each(n->begin) || each(n->end) || each(n->step));
  }

  Names& names_;
  std::optional<Threads> threads_;
  int64_t lanes_ = 0;  // neighbours that have a tile together
};

}  // namespace

const Call* put_of(const Stmt& s) {
  const auto* n = as<Run>(s);
  const auto* put = n ? as<Call>(n->call) : nullptr;
  return put && put->intrinsic == "put_bit" ? put : nullptr;
}

bool sets_bits(const Stmt& s) {
  bool out = false;
  for_each_stmt(s, [&](const Stmt& inside) { out |= put_of(inside) != nullptr; });
  return out;
}

Stmt join_marks(const Kernel& kernel, Names& names) {
  return Joiner(kernel, names).walk(kernel.body, true);
}

}  // namespace teaal::passes
