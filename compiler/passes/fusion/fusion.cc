#include "compiler/passes/fusion/fusion.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/fusion/fusion_registers.h"
#include "compiler/passes/nest.h"
#include "compiler/support/match.h"

namespace teaal::passes {

using namespace ir;

namespace {

// ---- Names ----

// Names that hold from where they are set to the end of the body around that.
class Scopes {
 public:
  explicit Scopes(Renaming outside) : names_(std::move(outside)) {}

  const Renaming& names() const { return names_; }

  void set(const std::string& from, const std::string& to) {
    const auto [known, first] = names_.try_emplace(from, to);
    before_.emplace_back(from, first ? std::nullopt : std::optional(known->second));
    known->second = to;
  }

  // What `walk` returns; what it sets is gone behind it.
  template <class Walk>
  auto within(Walk walk) {
    const size_t mark = before_.size();
    auto out = walk();
    for (; before_.size() > mark; before_.pop_back()) {
      const auto& [name, held] = before_.back();
      if (held)
        names_[name] = *held;
      else
        names_.erase(name);
    }
    return out;
  }

 private:
  Renaming names_;
  std::vector<std::pair<std::string, std::optional<std::string>>> before_;  // of what was set
};

// A body with new names for what it defines; `rename` sees the names in the order of their scopes.
class Renamer {
 public:
  Renamer(std::function<std::string(const std::string&)> rename, Renaming outside)
      : rename_(std::move(rename)), scopes_(std::move(outside)) {}

  Stmt run(const Stmt& s) {
    return scopes_.within([&] { return walk(s); });
  }

 private:
  Stmt walk(const Stmt& s) {
    auto expr = [&](const Expr& e) { return renamed(e, scopes_.names()); };
    return match(
        s->kind,
        [&](const ir::Block& n) {
          std::vector<Stmt> out;
          for (const Stmt& child : n.stmts) out.push_back(walk(child));
          return block(std::move(out));
        },
        [&](const For& n) {
          return scopes_.within([&] {
            For out{n.var,        n.type,   expr(n.begin), expr(n.end),
                    expr(n.step), n.worker, nullptr,       n.unroll};
            out.var = define(n.var);
            out.body = run(n.body);
            return make_stmt(std::move(out), s->where);
          });
        },
        [&](const Let& n) {
          Expr value = expr(n.value);
          const std::string name = define(n.var);
          if (name == n.var && value == n.value) return s;
          return make_stmt(Let{name, n.type, value, n.changes}, s->where);
        },
        [&](const Array& n) {
          const std::string name = define(n.buffer);
          if (name == n.buffer) return s;
          Array array = n;
          array.buffer = name;
          return make_stmt(std::move(array), s->where);
        },
        [&](const auto&) {
          return map_children(s, expr, [&](const Stmt& child) { return run(child); });
        });
  }

  std::string define(const std::string& name) {
    const std::string now = rename_(name);
    scopes_.set(name, now);
    return now;
  }

  std::function<std::string(const std::string&)> rename_;
  Scopes scopes_;
};

Stmt uniquely_named(const Stmt& body, Names& names) {
  return Renamer([&](const std::string& name) { return names.fresh(name); }, {}).run(body);
}

// Constants that are known by another name already take that. `unsteady`: arrays and variables that
// do not always hold the same.
class Sharer {
 public:
  explicit Sharer(const std::set<std::string>& unsteady) : unsteady_(unsteady) {}

  Stmt run(const Stmt& s) {
    const size_t mark = constants_.size();
    Stmt out = names_.within([&] { return shared(s); });
    constants_.resize(mark);
    return out;
  }

  // The constant in scope that holds what this one does.
  const Let* same_constant(const Let& n, const std::vector<const Let*>& scope) const {
    if (n.changes || n.type == Type::Value || is_unsteady(n.value)) return nullptr;
    for (const Let* known : scope)
      if (!known->changes && known->type == n.type && same(known->value, n.value)) return known;
    return nullptr;
  }

  bool is_unsteady(const Expr& e) const {
    bool found = false;
    for_each_expr(e, [&](const Expr& inner) {
      const auto* element = as<Read>(inner);
      const auto* v = as<Var>(inner);
      found |=
          (element && unsteady_.contains(element->buffer)) || (v && unsteady_.contains(v->name));
    });
    return found;
  }

 private:
  Stmt shared(const Stmt& s) {
    std::vector<Stmt> out;
    for (const Stmt& child : stmts_of(s)) {
      Stmt now = map_children(
          child, [&](const Expr& e) { return renamed(e, names_.names()); },
          [&](const Stmt& inner) { return run(inner); });
      const auto* n = as<Let>(now);
      const Let* known = n ? same_constant(*n, constants_) : nullptr;
      if (known)
        names_.set(n->var, known->var);
      else
        out.push_back(now);
      if (n && !known) constants_.push_back(as<Let>(out.back()));
    }
    return block(std::move(out));
  }

  const std::set<std::string>& unsteady_;
  Scopes names_{{}};
  std::vector<const Let*> constants_;  // in scope
};

// ---- Two bodies ----

class BodyFuser {
 public:
  BodyFuser(const Program& program, const Target& target, const Consecutive& kernels,
            Registers& registers)
      : program_(program), target_(target), kernel_(kernels.first), registers_(registers) {
    const auto& [first, second] = kernels;
    for (const Kernel* k : {&first, &second})
      for (const Param& p : k->params) {
        names_.take(p.name);
        if (p.written) unsteady_.insert(p.name);
      }
    first_ = uniquely_named(first.body, names_);
    second_ = uniquely_named(second.body, names_);
    for (const Stmt& body : {first_, second_})
      for_each_stmt(body, [&](const Stmt& s) {
        if (const auto* n = as<Let>(s); n && n->changes) unsteady_.insert(n->var);
      });
    for (const ElementUse& use : uses_of(second_)) {
      used_by_second_.insert(use.array);
      if (use.stores) stored_by_second_.insert(use.array);
    }
  }

  Fusion run() {
    size_t deepest = 0;
    while (meet(deepest + 1)) ++deepest;
    for (size_t depth = deepest + 1; depth-- > 0;) {
      meet(depth);
      if (!judge()) continue;
      keep_elements();
      meet(depth);
      Stmt body = inserted(stmts_of(first_), stmts_of(second_), 0);
      return {without_overwritten(Sharer(unsteady_).run(body)), ""};
    }
    return {nullptr, deepest == 0 ? "their outermost loops differ"
                                  : "the loops that they share are not those of its elements"};
  }

  // One behind the other in each iteration of as many loops, `barrier` between them.
  Fusion behind(size_t depth, Stmt barrier) {
    barrier_ = std::move(barrier);
    if (!meet(depth)) return {nullptr, "their outermost loops differ"};
    return {Sharer(unsteady_).run(inserted(stmts_of(first_), stmts_of(second_), 0)), ""};
  }

 private:
  // ---- Which loops are the same ----

  struct Level {
    size_t in_first, in_second;
  };

  // Finds the outermost `depth` loops of both bodies equal, and which constants of the second body
  // the first one has already. False: they are not.
  bool meet(size_t depth) {
    renaming_.clear();
    levels_.clear();
    std::vector<const Let*> scope;
    std::vector<Stmt> g = stmts_of(first_), k = stmts_of(second_);
    for (;;) {
      const bool last = levels_.size() == depth;
      const auto in_first = last ? g.size() : barrier_ ? only_loop(g) : last_met(g);
      const auto in_second = last ? k.size() : first_loop(k);
      if (!in_first || !in_second) return false;
      for (size_t i = 0; i < *in_first; ++i)
        if (const auto* n = as<Let>(g[i])) scope.push_back(n);
      for (size_t i = 0; i < *in_second; ++i) share(k[i], scope);
      if (last) return true;
      const auto* a = as<For>(g[*in_first]);
      const auto* b = as<For>(k[*in_second]);
      if (!a || !equal_heads(*a, *b)) return false;
      renaming_[b->var] = a->var;
      levels_.push_back({*in_first, *in_second});
      g = stmts_of(a->body);
      k = stmts_of(b->body);
    }
  }

  // The last statement that the second body must come behind.
  std::optional<size_t> last_met(const std::vector<Stmt>& stmts) const {
    for (size_t i = stmts.size(); i-- > 0;)
      for (const ElementUse& use : uses_of(stmts[i]))
        if ((use.stores && used_by_second_.contains(use.array)) ||
            stored_by_second_.contains(use.array))
          return i;
    return std::nullopt;
  }

  // The last statement, if it is a loop behind names alone.
  static std::optional<size_t> only_loop(const std::vector<Stmt>& stmts) {
    const auto names = [](const Stmt& s) { return as<Let>(s) || as<Array>(s); };
    if (stmts.empty() || !as<For>(stmts.back()) ||
        !std::all_of(stmts.begin(), stmts.end() - 1, names))
      return std::nullopt;
    return stmts.size() - 1;
  }

  // The first loop, if only constants that can stand further up are before it.
  std::optional<size_t> first_loop(const std::vector<Stmt>& stmts) const {
    for (size_t i = 0; i < stmts.size(); ++i) {
      if (as<For>(stmts[i])) return i;
      if (barrier_ && as<Array>(stmts[i])) continue;
      if (!as<Let>(stmts[i]) || Sharer(unsteady_).is_unsteady(as<Let>(stmts[i])->value))
        return std::nullopt;
    }
    return std::nullopt;
  }

  bool equal_heads(const For& a, const For& b) const {
    return a.type == b.type && same(a.begin, renamed(b.begin, renaming_)) &&
           same(a.end, renamed(b.end, renaming_)) && same(a.step, renamed(b.step, renaming_));
  }

  void share(const Stmt& s, const std::vector<const Let*>& scope) {
    const auto* n = as<Let>(s);
    if (!n) return;
    const Let now{n->var, n->type, renamed(n->value, renaming_), n->changes};
    if (const Let* known = Sharer(unsteady_).same_constant(now, scope))
      renaming_[n->var] = known->var;
  }

  // ---- Whether that is right ----

  Stmt second_renamed() const {
    auto rename = [&](const std::string& name) {
      auto to = renaming_.find(name);
      return to == renaming_.end() ? name : to->second;
    };
    return Renamer(rename, {}).run(second_);
  }

  bool judge() {
    const std::vector<ElementUse> first = uses_of(first_), second = uses_of(second_renamed());
    in_registers_.clear();
    return std::ranges::all_of(
        used_by_second_, [&](const std::string& array) { return judge(array, first, second); });
  }

  bool judge(const std::string& array, const std::vector<ElementUse>& first,
             const std::vector<ElementUse>& second) {
    const Handover handover(program_, kernel_, first);
    bool stored = false, read = false, elements = true, memory = true, led = false;
    for (const ElementUse& store : first) {
      if (store.array != array) continue;
      if (!store.stores) {
        read = true;
        continue;
      }
      elements &= !stored || store.led == led;
      led = store.led;
      stored = true;
      for (const ElementUse& use : second) {
        if (use.array != array) continue;
        elements &= handover.as_element(store, use) && (sets(store) || start_of(array));
        memory &= handover.in_memory(store, use);
      }
    }
    // What the first body reads the second must not change.
    if (read && stored_by_second_.contains(array)) return false;
    if (stored && elements) in_registers_.insert(array);
    return !stored || elements || memory;
  }

  static bool sets(const ElementUse& store) { return !store.guarded && store.op == AssignOp::Set; }

  // What the plan fills the array with before the first kernel.
  Expr start_of(const std::string& array) const {
    for (const Param& p : kernel_.params)
      for (const Step& step : program_.steps)
        if (p.name == array && step.kind == Step::Kind::Zero && step.name == p.view)
          return make_expr(FloatLit{step.fill});
    return nullptr;
  }

  void keep_elements() {
    for (const std::string& array : in_registers_) {
      auto known = registers_.find(array);
      const bool fresh = known == registers_.end();
      if (fresh) known = registers_.emplace(array, names_.fresh(register_name(array))).first;
      const Expr filled = start_of(array);  // else it is set wherever it is read: any value does
      Keeper keeper(array, known->second, filled ? filled : make_expr(FloatLit{0}),
                    target_.narrow_values && is_tensor(array));
      if (fresh) first_ = keeper.keep(first_, uses_of(first_), false);
      second_ = keeper.take(second_);
      if (!stored_by_second_.contains(array)) continue;
      first_ = made_changing(first_, known->second);
      second_ = keeper.keep(second_, uses_of(second_), true);
    }
  }

  bool is_tensor(const std::string& array) const {
    return std::ranges::any_of(kernel_.params, [&](const Param& p) {
      return p.name == array && p.kind == Param::Kind::Values;
    });
  }

  std::string register_name(const std::string& array) const {
    for (const Param& p : kernel_.params)
      if (p.name == array && p.kind == Param::Kind::Values)
        return program_.view(p.view)->tensor + "_element";
    return array + "_element";
  }

  // ---- One body ----

  Stmt inserted(const std::vector<Stmt>& g, const std::vector<Stmt>& k, size_t level) {
    if (level == levels_.size()) {
      std::vector<Stmt> out = g;
      if (barrier_) out.push_back(barrier_);
      append(k, 0, k.size(), out);
      return block(std::move(out));
    }
    const Level& at = levels_[level];
    std::vector<Stmt> out(g.begin(), g.begin() + static_cast<std::ptrdiff_t>(at.in_first));
    append(k, 0, at.in_second, out);
    const For& loop = *as<For>(g[at.in_first]);
    Stmt body = inserted(stmts_of(loop.body), stmts_of(as<For>(k[at.in_second])->body), level + 1);
    out.push_back(make_stmt(For{loop.var, loop.type, loop.begin, loop.end, loop.step, loop.worker,
                                std::move(body), loop.unroll},
                            g[at.in_first]->where));
    out.insert(out.end(), g.begin() + static_cast<std::ptrdiff_t>(at.in_first) + 1, g.end());
    append(k, at.in_second + 1, k.size(), out);
    return block(std::move(out));
  }

  void append(const std::vector<Stmt>& k, size_t begin, size_t end, std::vector<Stmt>& out) const {
    for (size_t i = begin; i < end; ++i) {
      const auto* n = as<Let>(k[i]);
      if (n && renaming_.contains(n->var)) continue;
      auto keep = [](const std::string& name) { return name; };
      out.push_back(Renamer(keep, renaming_).run(k[i]));
    }
  }

  const Program& program_;
  const Target& target_;
  const Kernel& kernel_;
  Registers& registers_;
  Names names_;
  Stmt first_, second_;
  Stmt barrier_;  // null: the second takes elements from the first in its own threads
  std::set<std::string> unsteady_, used_by_second_, stored_by_second_, in_registers_;
  Renaming renaming_;  // what the second body has in common with the first
  std::vector<Level> levels_;
};

}  // namespace

Fusion join_bodies(const Program& program, const Target& target, const Consecutive& kernels,
                   const Meeting& at) {
  Registers none;
  return BodyFuser(program, target, kernels, none).behind(at.loops, at.barrier);
}

Fusion fuse_bodies(const Program& program, const Target& target, const Consecutive& kernels,
                   Registers& registers) {
  Registers tried = registers;
  Fusion out = BodyFuser(program, target, kernels, tried).run();
  if (out.body) registers = std::move(tried);
  return out;
}

}  // namespace teaal::passes
