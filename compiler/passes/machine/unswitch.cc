#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/conditions.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

// Fills ask in every iteration whether the rows of their operands are aligned, so that quads can be
// copied. The answer is the same in all, so the loops stand twice, once where it is yes for all
// operands, without the questions, and once as they were. What is there for edges alone stays. A
// spelled-out loop all of whose turns do nothing unless the same condition holds is asked for that
// in front, so that what one turn reads does not wait for another's.
namespace teaal::passes {
namespace {

using namespace ir;

// Of statements in a row, the number of one that names such a condition, which the two behind it
// branch on; none: how many there are.
size_t question(const std::vector<Stmt>& stmts, size_t from) {
  for (size_t i = from; i + 2 < stmts.size(); ++i) {
    const auto* asks = as<Let>(stmts[i]);
    const auto *then = as<If>(stmts[i + 1]), *other = as<If>(stmts[i + 2]);
    if (asks && then && other && std::ranges::all_of(conditions_of(asks->value), asks_for_rows) &&
        same(then->cond, var(asks->var)) && same(other->cond, call("not", {var(asks->var)})))
      return i;
  }
  return stmts.size();
}

class Unswitcher {
 public:
  explicit Unswitcher(const Kernel& kernel) : names_(names_of(kernel)) {
    for (const Param& p : kernel.params) parameters_.insert(p.name);
  }

  Stmt walk(const Stmt& s) {
    const auto walked = [&](const Stmt& child) { return walk(child); };
    const auto as_it_is = [](const Expr& e) { return e; };
    const auto* n = as<ir::Block>(s);
    if (!n) return asked_in_front(map_children(s, as_it_is, walked));
    std::set<std::string> whole;
    std::vector<Stmt> out;
    for (const Stmt& child : n->stmts) {
      const auto* named = as<Let>(child);
      const auto* test = named ? as<Call>(named->value) : nullptr;
      if (test && test->intrinsic == "whole") whole.insert(named->var);
      const auto* branch = as<If>(child);
      const auto* other = branch ? as<Call>(branch->cond) : nullptr;
      const auto* cond = other && other->intrinsic == "not" ? as<Var>(other->args[0]) : nullptr;
      out.push_back(cond && whole.contains(cond->name) ? child : walk(child));
    }
    return apart(std::move(out));
  }

 private:
  // Conditions, each of them once.
  using Answers = std::vector<Expr>;

  Stmt apart(std::vector<Stmt> stmts) {
    Answers yes;
    size_t first = stmts.size(), behind = 0;
    for (size_t i = 0; i < stmts.size(); ++i)
      if (ask(stmts[i], yes)) first = std::min(first, i), behind = i + 1;
    const auto defines = [](const Stmt& s) { return as<Let>(s) || as<Array>(s); };
    const auto begin = stmts.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = stmts.begin() + static_cast<std::ptrdiff_t>(behind);
    if (yes.empty() || std::any_of(begin, end, defines)) return block(std::move(stmts));
    std::vector<Stmt> answered, asking(begin, end);
    for (const Stmt& s : asking) answered.push_back(without_questions(s));
    const std::string name = names_.fresh("in_quads");
    answers_.insert(name);
    std::vector<Stmt> out(stmts.begin(), begin);
    out.push_back(let(name, Type::Bool, all_of(yes)));
    out.push_back(if_then(var(name), block(std::move(answered))));
    out.push_back(if_then(call("not", {var(name)}), block(std::move(asking))));
    out.insert(out.end(), end, stmts.end());
    return block(std::move(out));
  }

  // Whether a loop asks in its iterations what parameters alone answer; that joins `yes`.
  bool ask(const Stmt& s, Answers& yes) const {
    const auto* loop = as<For>(s);
    const auto* body = loop ? as<ir::Block>(loop->body) : nullptr;
    if (!body) return false;
    bool asks = false;
    for (size_t i = question(body->stmts, 0); i < body->stmts.size();
         i = question(body->stmts, i + 1)) {
      const auto* asked = as<Let>(body->stmts[i]);
      if (!is_settled(*asked)) continue;
      asks = true;
      for (const Expr& c : conditions_of(asked->value))
        if (std::ranges::none_of(yes, [&](const Expr& own) { return same(own, c); }))
          yes.push_back(c);
    }
    return asks;
  }

  // Not what this pass asks itself, of loops further in.
  bool is_settled(const Let& question) const {
    bool out = !answers_.contains(question.var);
    for_each_expr(question.value, [&](const Expr& e) {
      const auto* v = as<Var>(e);
      out &= !v || parameters_.contains(v->name);
    });
    return out;
  }

  static bool is_named_behind(const std::vector<Stmt>& stmts, size_t from,
                              const std::string& name) {
    bool out = false;
    for (size_t i = from; i < stmts.size(); ++i)
      for_each_expr(stmts[i], [&](const Expr& e) {
        const auto* v = as<Var>(e);
        out |= v && v->name == name;
      });
    return out;
  }

  static Stmt asked_in_front(const Stmt& s) {
    const auto* loop = as<For>(s);
    const auto* body = loop ? as<ir::Block>(loop->body) : nullptr;
    const auto* branch = body && !body->stmts.empty() ? as<If>(body->stmts.back()) : nullptr;
    if (!branch || !loop->unroll || !loop->worker.empty()) return s;
    std::set<std::string> own = {loop->var};
    for (size_t i = 0; i + 1 < body->stmts.size(); ++i) {
      const auto* named = as<Let>(body->stmts[i]);
      if (!named || named->changes || asks_memory(named->value)) return s;
      own.insert(named->var);
    }
    bool same_in_all = !asks_memory(branch->cond);
    for_each_expr(branch->cond, [&](const Expr& e) {
      const auto* v = as<Var>(e);
      same_in_all &= !v || !own.contains(v->name);
    });
    bool assigned = false;
    for_each_stmt(branch->body, [&](const Stmt& inside) {
      const auto* n = as<Assign>(inside);
      const auto* to = n ? as<Var>(n->target) : nullptr;
      for_each_expr(branch->cond, [&](const Expr& e) {
        const auto* v = as<Var>(e);
        assigned |= to && v && v->name == to->name;
      });
    });
    if (!same_in_all || assigned) return s;
    For inside = *loop;
    std::vector<Stmt> stmts(body->stmts.begin(), body->stmts.end() - 1);
    stmts.push_back(branch->body);
    inside.body = block(std::move(stmts));
    return if_then(branch->cond, make_stmt(std::move(inside), s->where), body->stmts.back()->where);
  }

  // Where all answers are yes.
  Stmt without_questions(const Stmt& s) const {
    const auto* loop = as<For>(s);
    const auto* body = loop ? as<ir::Block>(loop->body) : nullptr;
    if (!body) return s;
    std::vector<Stmt> out;
    for (size_t i = 0; i < body->stmts.size(); ++i) {
      if (question(body->stmts, i) != i || !is_settled(*as<Let>(body->stmts[i]))) {
        out.push_back(body->stmts[i]);
        continue;
      }
      // What stands further behind may ask by the name as well.
      if (is_named_behind(body->stmts, i + 3, as<Let>(body->stmts[i])->var))
        out.push_back(body->stmts[i]);
      out.push_back(as<If>(body->stmts[i + 1])->body);
      i += 2;
    }
    For rest = *loop;
    rest.body = block(std::move(out));
    return make_stmt(std::move(rest), s->where);
  }

  Names names_;
  std::set<std::string> parameters_;
  std::set<std::string> answers_;  // names of them
};

}  // namespace

std::optional<Program> unswitch(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels)
    if (!kernel.tiled) kernel.body = Unswitcher(kernel).walk(kernel.body);
  return program;
}

}  // namespace teaal::passes
