#include "compiler/ir/rewrite.h"

#include <algorithm>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>

#include "compiler/ir/build.h"

namespace teaal::ir {
namespace {

// Calls f for each expression and g for each statement that a node holds, in the order of its
// fields.
template <class Node, class F, class G>
void each_child(Node& n, const F& f, const G& g) {
  using Kind = std::remove_const_t<Node>;
  const auto any = [&](auto& child) {
    if (child) f(child);
  };
  const auto all = [&](auto& children) {
    for (auto& child : children) f(child);
  };
  const auto registers = [&](auto& r) {
    f(r.array);
    any(r.rest);
    all(r.at);
  };
  if constexpr (std::is_same_v<Kind, Access>) {
    all(n.at);
  } else if constexpr (std::is_same_v<Kind, Read>) {
    f(n.at);
  } else if constexpr (std::is_same_v<Kind, Binary>) {
    f(n.lhs), f(n.rhs);
  } else if constexpr (std::is_same_v<Kind, Call>) {
    all(n.args);
  } else if constexpr (std::is_same_v<Kind, Block>) {
    for (auto& s : n.stmts) g(s);
  } else if constexpr (std::is_same_v<Kind, ForRank>) {
    any(n.tile), any(n.at), any(n.growth.most), all(n.snaps);
    for (auto& j : n.joined) any(j.tile), all(j.snaps);
    g(n.body);
  } else if constexpr (std::is_same_v<Kind, For>) {
    f(n.begin), f(n.end), f(n.step), g(n.body);
  } else if constexpr (std::is_same_v<Kind, While> || std::is_same_v<Kind, If>) {
    f(n.cond), g(n.body);
  } else if constexpr (std::is_same_v<Kind, Let>) {
    f(n.value);
  } else if constexpr (std::is_same_v<Kind, Assign>) {
    f(n.target), f(n.value);
  } else if constexpr (std::is_same_v<Kind, Copy>) {
    for (auto* child : {&n.to, &n.from, &n.entry, &n.stride, &n.count, &n.guard, &n.turn})
      any(*child);
  } else if constexpr (std::is_same_v<Kind, Fill>) {
    if (n.copies) g(n.copies);
  } else if constexpr (std::is_same_v<Kind, Run>) {
    f(n.call);
  } else if constexpr (std::is_same_v<Kind, Mma>) {
    registers(n.d), registers(n.a), registers(n.b);
  } else {
    static_assert(std::is_same_v<Kind, IntLit> || std::is_same_v<Kind, FloatLit> ||
                      std::is_same_v<Kind, Var> || std::is_same_v<Kind, Array> ||
                      std::is_same_v<Kind, Remark> || std::is_same_v<Kind, CopiesEnd> ||
                      std::is_same_v<Kind, Await> || std::is_same_v<Kind, Barrier>,
                  "a kind of node whose children nobody has named");
  }
}

// What became of a node's children, by their numbers: of those alone that changed.
template <class Child>
class Changes {
 public:
  void note(const Child& was, Child is) {
    if (is != was) changed_.emplace_back(number_, std::move(is));
    ++number_;
  }
  bool empty() const { return changed_.empty(); }
  void put_back() { number_ = next_ = 0; }
  void put(Child& place) {
    if (next_ < changed_.size() && changed_[next_].first == number_)
      place = std::move(changed_[next_++].second);
    ++number_;
  }

 private:
  std::vector<std::pair<size_t, Child>> changed_;
  size_t number_ = 0, next_ = 0;
};

}  // namespace

Expr map_children(const Expr& node, const ExprFn& f) {
  return std::visit(
      [&](const auto& n) {
        Changes<Expr> exprs;
        const auto none = [](const auto&) {};
        each_child(n, [&](const Expr& e) { exprs.note(e, f(e)); }, none);
        if (exprs.empty()) return node;
        auto out = n;
        exprs.put_back();
        each_child(out, [&](Expr& e) { exprs.put(e); }, none);
        return make_expr(std::move(out));
      },
      node->kind);
}

Stmt map_children(const Stmt& node, const ExprFn& f, const StmtFn& g) {
  return std::visit(
      [&](const auto& n) {
        Changes<Expr> exprs;
        Changes<Stmt> stmts;
        each_child(
            n, [&](const Expr& e) { exprs.note(e, f(e)); },
            [&](const Stmt& s) { stmts.note(s, g(s)); });
        if (exprs.empty() && stmts.empty()) return node;
        auto out = n;
        exprs.put_back(), stmts.put_back();
        each_child(out, [&](Expr& e) { exprs.put(e); }, [&](Stmt& s) { stmts.put(s); });
        return make_stmt(std::move(out), node->where);
      },
      node->kind);
}

void for_children(const Expr& node, const std::function<void(const Expr&)>& f) {
  std::visit([&](const auto& n) { each_child(n, f, [](const auto&) {}); }, node->kind);
}

void for_children(const Stmt& node, const std::function<void(const Expr&)>& f,
                  const std::function<void(const Stmt&)>& g) {
  std::visit([&](const auto& n) { each_child(n, f, g); }, node->kind);
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

Stmt without(const Stmt& s, const std::function<bool(const Stmt&)>& is_left_out) {
  if (is_left_out(s)) return block({});
  return map_children(
      s, [](const Expr& e) { return e; },
      [&](const Stmt& child) { return without(child, is_left_out); });
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
