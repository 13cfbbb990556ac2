#include <optional>
#include <set>

#include "compiler/ir/build.h"
#include "compiler/ir/names.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/conditions.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

// Copies into a tile that is gathered ask memory which coordinates another operand names, and wait
// for the answers before they begin, while nothing is multiplied. Where an iteration begins by
// waiting for the copies before, it asks in front of that: of gemm_joint_lists at 4096³ 5 % of its
// time (one H200). Elsewhere all copies ask before the first of them begins, as nobody moves what
// asks in front of a copy: of gemm_joint_3xf16, whose warps waited twelve times, 17 %.
namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t most_asked = 32;  // coordinates that a thread holds meanwhile

const Let* pure_name(const Stmt& s) {
  const auto* n = as<Let>(s);
  return n && !n->changes && !asks_memory(n->value) ? n : nullptr;
}

// A spelled-out loop of copies, each of which asks for one coordinate first.
struct Asking {
  int64_t turns = 0;
  size_t at = 0;  // the number of the statement that asks, behind names alone
};

std::optional<Asking> asking(const Stmt& s, const std::set<std::string>& written) {
  const auto* loop = as<For>(s);
  const auto* body =
      loop && loop->unroll && is_literal(loop->begin, 0) ? as<Block>(loop->body) : nullptr;
  const auto turns = body ? literal(loop->end) : std::nullopt;
  if (!turns || !is_literal(loop->step, 1)) return std::nullopt;
  size_t at = 0;
  while (at < body->stmts.size() && pure_name(body->stmts[at])) ++at;
  const Read* asks = at < body->stmts.size() ? asked_of_memory(body->stmts[at]) : nullptr;
  if (!asks || written.contains(asks->buffer)) return std::nullopt;
  return Asking{*turns, at};
}

class Asker {
 public:
  explicit Asker(const Kernel& kernel) : names_(names_of(kernel)) {
    for (const Param& p : kernel.params)
      if (p.written) written_.insert(p.name);
  }

  Stmt walk(const Stmt& s) {
    if (const auto* loop = as<For>(s))
      if (const auto* body = as<Block>(loop->body); body && body->stmts.size() > 2)
        if (as<Await>(body->stmts[0]) && as<Barrier>(body->stmts[1])) return early(*loop, s->where);
    const bool in_row = as<Block>(s) != nullptr;
    const Stmt out = map_children(
        s, [](const Expr& e) { return e; },
        [&](const Stmt& child) {
          Stmt inside = walk(child);
          return in_row || !copies(inside) ? inside : block(all_ask_first({inside}));
        });
    return in_row ? block(all_ask_first(as<Block>(out)->stmts)) : out;
  }

 private:
  // Loops of copies that follow each other.
  std::vector<Stmt> all_ask_first(const std::vector<Stmt>& stmts) {
    std::vector<Stmt> out;
    for (size_t i = 0; i < stmts.size();) {
      size_t end = i;
      while (end < stmts.size() && copies(stmts[end])) ++end;
      if (end == i) {
        out.push_back(stmts[i++]);
        continue;
      }
      const std::vector<Stmt> run(stmts.begin() + static_cast<std::ptrdiff_t>(i),
                                  stmts.begin() + static_cast<std::ptrdiff_t>(end));
      const std::set<std::string> written = written_in(block(run));
      int64_t asked = 0;
      std::vector<Stmt> before, behind;
      for (const Stmt& s : run) {
        const auto a = asking(s, written);
        const bool fits = a && asked + a->turns <= most_asked;
        if (fits) asked += a->turns;
        behind.push_back(fits ? apart(s, *a, before) : s);
      }
      if (asked > 1) out.insert(out.end(), before.begin(), before.end());
      const std::vector<Stmt>& rest = asked > 1 ? behind : run;
      out.insert(out.end(), rest.begin(), rest.end());
      i = end;
    }
    return out;
  }
  static bool copies(const Stmt& s) {
    bool found = false;
    if (as<For>(s))
      for_each_stmt(s, [&](const Stmt& inner) {
        const auto* n = as<Copy>(inner);
        found |= n && n->way == CopyWay::Async;
      });
    return found;
  }

  Stmt early(const For& loop, const SourceRange& where) {
    const std::vector<Stmt>& stmts = as<Block>(loop.body)->stmts;
    const std::set<std::string> written = written_in(loop.body);
    const std::vector<Stmt> wait(stmts.begin(), stmts.begin() + 2);
    std::vector<Stmt> before, behind;
    size_t i = 2;
    for (; i < stmts.size() && pure_name(stmts[i]); ++i) before.push_back(stmts[i]);
    bool found = false;
    for (; i < stmts.size() && as<For>(stmts[i]); ++i) {
      const auto a = asking(stmts[i], written);
      found |= a.has_value();
      behind.push_back(a ? apart(stmts[i], *a, before) : stmts[i]);
    }
    if (!found) {
      before.clear();
      behind.assign(stmts.begin() + 2, stmts.end());
      i = stmts.size();
    }
    before.insert(before.end(), wait.begin(), wait.end());
    for (Stmt& s : behind) before.push_back(walk(s));
    for (; i < stmts.size(); ++i) before.push_back(walk(stmts[i]));
    For out = loop;
    out.body = block(std::move(before));
    return make_stmt(std::move(out), where);
  }

  // The loop without its question, which joins `before`.
  Stmt apart(const Stmt& s, const Asking& a, std::vector<Stmt>& before) {
    const auto* loop = as<For>(s);
    std::vector<Stmt> stmts = as<Block>(loop->body)->stmts;
    const Let asks = *as<Let>(stmts[a.at]);
    const std::string answers = names_.fresh(asks.var + "_ahead");
    const Expr answer = read(answers, var(loop->var));
    before.push_back(make_stmt(Array{answers, a.turns, asks.type, Memory::Registers}));
    For own = *loop, rest = *loop;
    std::vector<Stmt> question(stmts.begin(), stmts.begin() + static_cast<std::ptrdiff_t>(a.at));
    question.push_back(assign(answer, AssignOp::Set, asks.value, stmts[a.at]->where));
    own.body = block(std::move(question));
    before.push_back(make_stmt(std::move(own), s->where));
    stmts[a.at] = let(asks.var, asks.type, answer, stmts[a.at]->where);
    rest.body = block(std::move(stmts));
    return make_stmt(std::move(rest), s->where);
  }

  // Arrays that hold other elements behind the wait than in front of it.
  std::set<std::string> written_in(const Stmt& body) const {
    std::set<std::string> out = written_;
    for_each_stmt(body, [&](const Stmt& s) {
      const auto* to = as<Assign>(s) ? as<Read>(as<Assign>(s)->target)
                       : as<Copy>(s) ? as<Read>(as<Copy>(s)->to)
                                     : nullptr;
      if (to) out.insert(to->buffer);
    });
    for_each_expr(body, [&](const Expr& e) {
      const auto* c = as<Call>(e);
      if (!c) return;
      for (const Expr& arg : c->args)
        if (const auto* v = as<Var>(arg)) out.insert(v->name);
    });
    return out;
  }

  Names names_;
  std::set<std::string> written_;
};

}  // namespace

std::optional<Program> ask_early(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels)
    if (!kernel.tiled) kernel.body = Asker(kernel).walk(kernel.body);
  return program;
}

}  // namespace teaal::passes
