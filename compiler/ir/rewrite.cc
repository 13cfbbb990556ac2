#include "compiler/ir/rewrite.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "compiler/support/match.h"

namespace teaal::ir {
namespace {

std::vector<Expr> map_all(const std::vector<Expr>& exprs, const ExprFn& f) {
  std::vector<Expr> out;
  out.reserve(exprs.size());
  for (const Expr& e : exprs) out.push_back(f(e));
  return out;
}

}  // namespace

Expr map_children(const Expr& node, const ExprFn& f) {
  auto keep_or = [&](bool same, auto rebuilt) {
    return same ? node : make_expr(std::move(rebuilt));
  };
  return match(
      node->kind, [&](const IntLit&) { return node; }, [&](const FloatLit&) { return node; },
      [&](const Var&) { return node; },
      [&](const Access& n) {
        auto at = map_all(n.at, f);
        return keep_or(at == n.at, Access{n.operand, at});
      },
      [&](const Read& n) {
        Expr at = f(n.at);
        return keep_or(at == n.at, Read{n.buffer, at});
      },
      [&](const Binary& n) {
        Expr lhs = f(n.lhs), rhs = f(n.rhs);
        return keep_or(lhs == n.lhs && rhs == n.rhs, Binary{n.op, lhs, rhs});
      },
      [&](const Call& n) {
        auto args = map_all(n.args, f);
        return keep_or(args == n.args, Call{n.intrinsic, args});
      });
}

Stmt map_children(const Stmt& node, const ExprFn& f, const StmtFn& g) {
  auto keep_or = [&](bool same, auto rebuilt) {
    return same ? node : make_stmt(std::move(rebuilt), node->where);
  };
  return match(
      node->kind,
      [&](const Block& n) {
        std::vector<Stmt> stmts;
        stmts.reserve(n.stmts.size());
        for (const Stmt& s : n.stmts) stmts.push_back(g(s));
        return keep_or(stmts == n.stmts, Block{stmts});
      },
      [&](const ForRank& n) {
        ForRank out = n;
        if (n.tile) out.tile = f(n.tile);
        if (n.at) out.at = f(n.at);
        out.snaps = map_all(n.snaps, f);
        bool same = out.tile == n.tile && out.at == n.at && out.snaps == n.snaps;
        for (Joined& j : out.joined) {
          Joined before = j;
          if (j.tile) j.tile = f(j.tile);
          j.snaps = map_all(j.snaps, f);
          same = same && j.tile == before.tile && j.snaps == before.snaps;
        }
        out.body = g(n.body);
        same = same && out.body == n.body;
        return keep_or(same, std::move(out));
      },
      [&](const For& n) {
        For out{n.var,    n.type,    f(n.begin), f(n.end), f(n.step),
                n.worker, g(n.body), n.unroll,   n.at_once};
        bool same =
            out.begin == n.begin && out.end == n.end && out.step == n.step && out.body == n.body;
        return keep_or(same, std::move(out));
      },
      [&](const While& n) {
        Expr cond = f(n.cond);
        Stmt body = g(n.body);
        return keep_or(cond == n.cond && body == n.body, While{cond, body});
      },
      [&](const If& n) {
        Expr cond = f(n.cond);
        Stmt body = g(n.body);
        return keep_or(cond == n.cond && body == n.body, If{cond, body});
      },
      [&](const Let& n) {
        Expr value = f(n.value);
        return keep_or(value == n.value, Let{n.var, n.type, value, n.changes});
      },
      [&](const Assign& n) {
        Expr target = f(n.target), value = f(n.value);
        return keep_or(target == n.target && value == n.value, Assign{target, n.op, value});
      },
      [&](const Array&) { return node; }, [&](const Remark&) { return node; },
      [&](const CopiesEnd&) { return node; }, [&](const Await&) { return node; },
      [&](const Barrier&) { return node; },
      [&](const Copy& n) {
        Copy out = n;
        bool same = true;
        for (Expr* e :
             {&out.to, &out.from, &out.entry, &out.stride, &out.count, &out.guard, &out.turn}) {
          const Expr before = *e;
          if (*e) *e = f(*e);
          same &= *e == before;
        }
        return keep_or(same, std::move(out));
      },
      [&](const Fill& n) {
        Stmt copies = n.copies ? g(n.copies) : nullptr;
        return keep_or(copies == n.copies, Fill{n.tiles, copies});
      },
      [&](const Run& n) {
        Expr call = f(n.call);
        return keep_or(call == n.call, Run{call});
      },
      [&](const Mma& n) {
        const auto map = [&](const Mma::Registers& r) {
          return Mma::Registers{f(r.array), r.rest ? f(r.rest) : nullptr, map_all(r.at, f)};
        };
        const auto is_same = [](const Mma::Registers& r, const Mma::Registers& o) {
          return r.array == o.array && r.rest == o.rest && r.at == o.at;
        };
        Mma out{n.arithmetic, map(n.d), map(n.a), map(n.b)};
        return keep_or(is_same(n.d, out.d) && is_same(n.a, out.a) && is_same(n.b, out.b), out);
      });
}

void for_children(const Expr& node, const std::function<void(const Expr&)>& f) {
  map_children(node, [&](const Expr& e) {
    f(e);
    return e;
  });
}

void for_children(const Stmt& node, const std::function<void(const Expr&)>& f,
                  const std::function<void(const Stmt&)>& g) {
  map_children(
      node,
      [&](const Expr& e) {
        f(e);
        return e;
      },
      [&](const Stmt& s) {
        g(s);
        return s;
      });
}

void for_each_expr(const Expr& e, const std::function<void(const Expr&)>& f) {
  f(e);
  for_children(e, [&](const Expr& child) { for_each_expr(child, f); });
}

namespace {

// How many branches a test is: what is read behind `&&` or `||` is read under a condition.
int branches_of(const Expr& test) {
  const auto reads = [](const Expr& e) {
    bool found = false;
    for_each_expr(e, [&](const Expr& inner) { found |= as<Read>(inner) != nullptr; });
    return found;
  };
  int out = 1;
  for_each_expr(test, [&](const Expr& e) {
    const auto* both = as<Binary>(e);
    const bool in_turn = both && (both->op == BinaryOp::And || both->op == BinaryOp::Or);
    out += in_turn && reads(both->rhs) ? 1 : 0;
  });
  return out;
}

}  // namespace

int depth_of(const Stmt& s) {
  int deepest = 0;
  for_children(
      s, [](const Expr&) {},
      [&](const Stmt& child) { deepest = std::max(deepest, depth_of(child)); });
  if (const auto* n = as<If>(s)) return deepest + branches_of(n->cond);
  if (const auto* n = as<While>(s)) return deepest + branches_of(n->cond);
  return deepest + (as<For>(s) || as<ForRank>(s) ? 1 : 0);
}

void for_each_expr(const Stmt& s, const std::function<void(const Expr&)>& f) {
  for_children(
      s, [&](const Expr& e) { for_each_expr(e, f); },
      [&](const Stmt& child) { for_each_expr(child, f); });
}

void for_each_stmt(const Stmt& s, const std::function<void(const Stmt&)>& f) {
  f(s);
  for_children(s, [](const Expr&) {}, [&](const Stmt& child) { for_each_stmt(child, f); });
}

Expr rewrite(const Expr& e, const ExprFn& f) {
  return f(map_children(e, [&](const Expr& child) { return rewrite(child, f); }));
}

Stmt rewrite(const Stmt& s, const ExprFn& f) {
  return map_children(
      s, [&](const Expr& e) { return rewrite(e, f); },
      [&](const Stmt& child) { return rewrite(child, f); });
}

void for_each_node(const Expr& e, const std::function<void(const Expr&)>& f) {
  std::unordered_set<const ExprNode*> seen;
  const std::function<void(const Expr&)> walk = [&](const Expr& node) {
    if (!seen.insert(node.get()).second) return;
    f(node);
    for_children(node, walk);
  };
  walk(e);
}

Expr rewrite_nodes(const Expr& e, const ExprFn& f) {
  std::unordered_map<const ExprNode*, Expr> done;
  const ExprFn walk = [&](const Expr& node) {
    if (auto known = done.find(node.get()); known != done.end()) return known->second;
    return done[node.get()] = f(map_children(node, walk));
  };
  return walk(e);
}

}  // namespace teaal::ir
