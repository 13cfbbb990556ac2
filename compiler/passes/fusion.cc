#include "compiler/passes/fusion.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/support/match.h"

namespace teaal::passes {

using namespace ir;

namespace {

std::vector<Stmt> stmts_of(const Stmt& s) {
  const auto* n = as<Block>(s);
  return n ? n->stmts : std::vector<Stmt>{s};
}

// ---- Names ----

using Renaming = std::map<std::string, std::string>;

Expr renamed(const Expr& e, const Renaming& names) {
  return rewrite(e, [&](const Expr& node) {
    if (const auto* v = as<Var>(node))
      if (auto to = names.find(v->name); to != names.end()) return var(to->second);
    if (const auto* r = as<Read>(node))
      if (auto to = names.find(r->buffer); to != names.end()) return read(to->second, r->at);
    return node;
  });
}

// A body with new names for what it defines; `rename` sees the names in the order of their scopes.
class Renamer {
 public:
  explicit Renamer(std::function<std::string(const std::string&)> rename)
      : rename_(std::move(rename)) {}

  Stmt run(const Stmt& s, Renaming scope) { return walk(s, scope); }

 private:
  Stmt walk(const Stmt& s, Renaming& scope) {
    auto expr = [&](const Expr& e) { return renamed(e, scope); };
    auto inner = [&](const Stmt& child) { return run(child, scope); };
    return match(
        s->kind,
        [&](const ir::Block& n) {
          std::vector<Stmt> out;
          for (const Stmt& child : n.stmts) out.push_back(walk(child, scope));
          return block(std::move(out));
        },
        [&](const For& n) {
          Renaming inside = scope;
          const std::string name = inside[n.var] = rename_(n.var);
          return make_stmt(For{name, n.type, expr(n.begin), expr(n.end), expr(n.step), n.worker,
                               run(n.body, inside)},
                           s->where);
        },
        [&](const Let& n) {
          Expr value = expr(n.value);
          const std::string name = scope[n.var] = rename_(n.var);
          return make_stmt(Let{name, n.type, value, n.changes}, s->where);
        },
        [&](const Shared& n) {
          const std::string name = scope[n.buffer] = rename_(n.buffer);
          return make_stmt(Shared{name, n.extent, n.type}, s->where);
        },
        [&](const auto&) { return map_children(s, expr, inner); });
  }

  std::function<std::string(const std::string&)> rename_;
};

Stmt uniquely_named(const Stmt& body, Names& names) {
  return Renamer([&](const std::string& name) { return names.fresh(name); }).run(body, {});
}

// ---- What the second body takes from the first ----

// The coordinates that a position in a view of whole uncompressed ranks is made of; empty: it has
// another form.
std::vector<Expr> coordinates(const View& view, Expr at) {
  for (const Level& level : view.levels)
    if (level.tile || level.format != LevelFormat::Uncompressed) return {};
  auto bare = [](const Expr& e) {
    const auto* c = as<Call>(e);
    return c && c->intrinsic == "size" ? c->args[0] : e;
  };
  std::vector<Expr> out(view.levels.size());
  for (size_t l = view.levels.size(); l-- > 1;) {
    const auto* sum = as<Binary>(at);
    const auto* above = sum && sum->op == BinaryOp::Add ? as<Binary>(sum->lhs) : nullptr;
    if (!above || above->op != BinaryOp::Mul ||
        !same(bare(above->rhs), level_extent(view.levels, l)))
      return {};
    out[l] = bare(sum->rhs);
    at = bare(above->lhs);
  }
  if (!out.empty()) out[0] = bare(at);
  return out;
}

// Whether the element that `second` uses is the one that `first` stores, complete, in the same
// iteration of the loops around both and in the same thread.
class Handover {
 public:
  Handover(const Program& program, const Kernel& first, const std::vector<ElementUse>& stores)
      : program_(program), first_(first), stores_(stores) {}

  // In a register: nothing but the loops around both is around the store.
  bool as_element(const ElementUse& store, const ElementUse& use) const {
    const size_t common = common_loops(store, use);
    if (store.loops.size() != common || !same(store.at, use.at)) return false;
    if (use.stores && (use.loops.size() != common || use.op == AssignOp::Set)) return false;
    if ((store.led && (store.one_thread || store.guarded)) || (use.led && use.one_thread))
      return false;
    return stored_once(store) || (begins(store) && owned(store, use, common));
  }

  // In memory: an element that the same iteration of equal loops stores, or a slice that one thread
  // stores and uses.
  bool in_memory(const ElementUse& store, const ElementUse& use) const {
    const size_t common = common_loops(store, use);
    if (store.led || use.led || (use.stores && use.op == AssignOp::Set)) return false;
    if (stored_once(store) && in_equal_iteration(store, use, common)) return true;
    return !shared_below(store, common) && !shared_below(use, common) && owned(store, use, common);
  }

 private:
  static size_t common_loops(const ElementUse& a, const ElementUse& b) {
    size_t n = 0;
    while (n < a.loops.size() && n < b.loops.size() && a.loops[n].var == b.loops[n].var) ++n;
    return n;
  }

  // An assignment that does not combine happens once an element: another iteration has another.
  bool stored_once(const ElementUse& store) const {
    return std::ranges::any_of(stores_, [&](const ElementUse& s) {
      return s.array == store.array && s.op == AssignOp::Set && same(s.at, store.at) &&
             s.loops.size() == store.loops.size() && common_loops(s, store) == store.loops.size();
    });
  }

  // Whether it adds to what the plan filled the array with, not to what another kernel left there.
  bool begins(const ElementUse& store) const {
    for (const Kernel& k : program_.kernels)
      for (const Param& p : k.params)
        if (k.name != first_.name && p.name == store.array && p.written) return false;
    return true;
  }

  static bool in_equal_iteration(const ElementUse& store, const ElementUse& use, size_t common) {
    if (use.loops.size() < store.loops.size()) return false;
    Renaming names;
    auto equal = [&](const Expr& a, const Expr& b) { return a && b && same(a, renamed(b, names)); };
    for (size_t l = common; l < store.loops.size(); ++l) {
      const ElementUse::Loop &a = store.loops[l], &b = use.loops[l];
      if (!equal(a.begin, b.begin) || !equal(a.end, b.end) || !equal(a.step, b.step)) return false;
      names[b.var] = a.var;
    }
    return equal(store.at, use.at);
  }

  static bool shared_below(const ElementUse& use, size_t common) {
    for (size_t l = common; l < use.loops.size(); ++l) {
      const ElementUse::Loop& loop = use.loops[l];
      for (const Expr& e : {loop.begin, loop.end, loop.step})
        if (!e || names_threads(e)) return true;
    }
    return false;
  }

  // The coordinates that both have in common tell the iteration of the loops around both, so all
  // that is stored under them is stored there.
  bool owned(const ElementUse& store, const ElementUse& use, size_t common) const {
    const View* view = view_of(store.array);
    if (!view) return false;
    const std::vector<Expr> stored = coordinates(*view, store.at),
                            used = coordinates(*view, use.at);
    if (stored.size() != view->levels.size() || used.size() != stored.size()) return false;
    std::vector<Expr> shared, rest;
    for (size_t i = 0; i < stored.size(); ++i)
      (same(stored[i], used[i]) ? shared : rest).push_back(stored[i]);
    bool told = true;
    for (size_t l = 0; l < common; ++l)
      told &= std::ranges::any_of(
          shared, [&](const Expr& c) { return is_coordinate_of(c, store.loops[l].var); });
    return told || stores_alike(store, rest, common);
  }

  static bool is_coordinate_of(const Expr& c, const std::string& loop) {
    const auto* element = as<Read>(c);
    const auto* v = as<Var>(element ? element->at : c);
    return v && v->name == loop;
  }

  // Every iteration of the common loops stores at the same other coordinates: as each element is
  // stored once, no two of them have the same coordinates in common.
  bool stores_alike(const ElementUse& store, const std::vector<Expr>& rest, size_t common) const {
    if (store.op != AssignOp::Set || store.guarded) return false;
    std::set<std::string> free;
    for (const Param& p : first_.params) free.insert(p.name);
    for (size_t l = common; l < store.loops.size(); ++l) {
      const ElementUse::Loop& loop = store.loops[l];
      if (!loop.begin || !made_of(free, {loop.begin, loop.end, loop.step})) return false;
      free.insert(loop.var);
    }
    return made_of(free, rest);
  }

  static bool made_of(const std::set<std::string>& names, const std::vector<Expr>& exprs) {
    bool out = true;
    for (const Expr& e : exprs)
      for_each_expr(e, [&](const Expr& inner) {
        const auto* v = as<Var>(inner);
        out &= (!v || names.contains(v->name)) && !as<Read>(inner);
      });
    return out;
  }

  const View* view_of(const std::string& array) const {
    for (const Param& p : first_.params)
      if (p.name == array && p.kind == Param::Kind::Values) return program_.view(p.view);
    return nullptr;
  }

  const Program& program_;
  const Kernel& first_;
  const std::vector<ElementUse>& stores_;
};

// ---- Elements in registers ----

// Lets the stores to an array go through a register.
class Keeper {
 public:
  // `start`: what an element holds that no store reaches.
  Keeper(std::string array, std::string name, Expr start, bool narrow)
      : array_(std::move(array)),
        name_(std::move(name)),
        start_(std::move(start)),
        narrow_(narrow) {}

  // `known`: the register is defined outside of the body.
  Stmt keep(const Stmt& body, const std::vector<ElementUse>& uses, bool known) {
    known_ = known;
    stores_ = 0;
    for (const ElementUse& use : uses)
      if (use.stores && use.array == array_) {
        ++stores_;
        led_ = use.led;
      }
    return stores_ == 0 ? body : block(keep_in(stmts_of(body)));
  }

  // Reads become reads of the register.
  Stmt take(const Stmt& s) const {
    auto expr = [&](const Expr& e) {
      return rewrite(e, [&](const Expr& node) {
        const auto* element = as<Read>(node);
        return element && element->buffer == array_ ? var(name_) : node;
      });
    };
    if (const auto* n = as<Assign>(s); n && is_ours(*n))
      return assign(n->target, n->op, expr(n->value), s->where);
    return map_children(s, expr, [&](const Stmt& child) { return take(child); });
  }

 private:
  bool is_ours(const Assign& n) const {
    const auto* element = as<Read>(n.target);
    return element && element->buffer == array_;
  }

  // The store in a statement that no loop is around.
  const Assign* store_in(const Stmt& s) const {
    if (const auto* n = as<Assign>(s)) return is_ours(*n) ? n : nullptr;
    if (const auto* n = as<If>(s)) return store_in(n->body);
    if (const auto* n = as<Block>(s))
      for (const Stmt& child : n->stmts)
        if (const Assign* found = store_in(child)) return found;
    return nullptr;
  }

  std::vector<Stmt> keep_in(const std::vector<Stmt>& stmts) {
    std::vector<Stmt> out;
    for (const Stmt& s : stmts) {
      const Assign* store = store_in(s);
      if (!store) {
        out.push_back(map_children(
            s, [](const Expr& e) { return e; },
            [&](const Stmt& child) { return block(keep_in(stmts_of(child))); }));
        continue;
      }
      const bool everywhere = as<Assign>(s) || led_;
      if (everywhere) set(*store, s->where, out);
      if (!everywhere && !known_) define(start_, true, s->where, out);
      out.push_back(through_register(s, !everywhere));
    }
    return out;
  }

  void define(const Expr& value, bool changes, const SourceRange& where, std::vector<Stmt>& out) {
    out.push_back(make_stmt(Let{name_, Type::Value, value, changes}, where));
    known_ = true;
  }

  void set(const Assign& store, const SourceRange& where, std::vector<Stmt>& out) {
    Expr value = narrow_ ? call("stored", {store.value}) : store.value;
    if (!known_ && store.op == AssignOp::Set) return define(value, stores_ > 1, where, out);
    if (!known_) define(start_, true, where, out);
    out.push_back(assign(var(name_), store.op, value, where));
  }

  Stmt through_register(const Stmt& s, bool sets) {
    if (const auto* n = as<Assign>(s); n && is_ours(*n)) {
      std::vector<Stmt> out;
      if (sets) set(*n, s->where, out);
      out.push_back(assign(n->target, AssignOp::Set, var(name_), s->where));
      return block(std::move(out));
    }
    return map_children(
        s, [](const Expr& e) { return e; },
        [&](const Stmt& child) { return through_register(child, sets); });
  }

  std::string array_, name_;
  Expr start_;
  bool narrow_, known_ = false, led_ = false;
  int stores_ = 0;
};

Stmt made_changing(const Stmt& s, const std::string& name) {
  if (const auto* n = as<Let>(s); n && n->var == name)
    return make_stmt(Let{n->var, n->type, n->value, true}, s->where);
  return map_children(
      s, [](const Expr& e) { return e; },
      [&](const Stmt& child) { return made_changing(child, name); });
}

// Constants that are known by another name already take that. `unsteady`: arrays and variables that
// do not always hold the same.
class Sharer {
 public:
  explicit Sharer(const std::set<std::string>& unsteady) : unsteady_(unsteady) {}

  Stmt run(const Stmt& s, std::vector<const Let*> scope, Renaming names) const {
    std::vector<Stmt> out;
    for (const Stmt& child : stmts_of(s)) {
      Stmt now = map_children(
          child, [&](const Expr& e) { return renamed(e, names); },
          [&](const Stmt& inner) { return run(inner, scope, names); });
      const auto* n = as<Let>(now);
      const Let* known = n ? same_constant(*n, scope) : nullptr;
      if (known)
        names[n->var] = known->var;
      else
        out.push_back(now);
      if (n && !known) scope.push_back(as<Let>(out.back()));
    }
    return block(std::move(out));
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
  const std::set<std::string>& unsteady_;
};

// Without stores to an element that the same statements store again before anything reads the
// array.
Stmt without_overwritten(const Stmt& s) {
  auto inner = [](const Stmt& child) { return without_overwritten(child); };
  auto expr = [](const Expr& e) { return e; };
  if (!as<ir::Block>(s)) return map_children(s, expr, inner);
  std::vector<Stmt> kept = stmts_of(map_children(s, expr, inner));
  for (size_t i = 0; i < kept.size(); ++i) {
    const auto* store = as<Assign>(kept[i]);
    const auto* element = store ? as<Read>(store->target) : nullptr;
    for (size_t j = i + 1; element && j < kept.size(); ++j) {
      const auto* next = as<Assign>(kept[j]);
      if (next && next->op == AssignOp::Set && same(next->target, store->target)) {
        kept[i] = nullptr;
        break;
      }
      if (std::ranges::any_of(uses_of(kept[j]),
                              [&](const ElementUse& use) { return use.array == element->buffer; }))
        break;
    }
  }
  return block(std::move(kept));
}

// ---- Two bodies ----

class BodyFuser {
 public:
  BodyFuser(const Program& program, const Kernel& first, const Kernel& second, Registers& registers)
      : program_(program), kernel_(first), registers_(registers) {
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
      return {without_overwritten(Sharer(unsteady_).run(body, {}, {})), ""};
    }
    return {nullptr, deepest == 0 ? "their outermost loops differ"
                                  : "the loops that they share are not those of its elements"};
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
      const auto in_first = last ? g.size() : last_met(g);
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

  // The first loop, if only constants that can stand further up are before it.
  std::optional<size_t> first_loop(const std::vector<Stmt>& stmts) const {
    for (size_t i = 0; i < stmts.size(); ++i) {
      if (as<For>(stmts[i])) return i;
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
    return Renamer(rename).run(second_, {});
  }

  bool judge() {
    const std::vector<ElementUse> first = uses_of(first_), second = uses_of(second_renamed());
    const Handover handover(program_, kernel_, first);
    in_registers_.clear();
    for (const std::string& array : used_by_second_) {
      bool touched = false, elements = true, memory = true;
      for (const ElementUse& store : first) {
        if (store.array != array) continue;
        touched = true;
        // What the first body reads the second one must not change, and what it stores not again.
        if (!store.stores && stored_by_second_.contains(array)) return false;
        if (!store.stores) continue;
        for (const ElementUse& use : second) {
          if (use.array != array) continue;
          elements &= handover.as_element(store, use) && (plain(store) || start_of(array));
          memory &= handover.in_memory(store, use);
        }
      }
      if (!touched || !is_stored(first, array)) continue;
      if (!elements && !memory) return false;
      if (elements) in_registers_.insert(array);
    }
    return true;
  }

  static bool plain(const ElementUse& store) { return !store.guarded && store.op == AssignOp::Set; }

  static bool is_stored(const std::vector<ElementUse>& uses, const std::string& array) {
    return std::ranges::any_of(
        uses, [&](const ElementUse& use) { return use.stores && use.array == array; });
  }

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
      Keeper keeper(array, known->second, start_of(array), program_.narrow);
      if (fresh) first_ = keeper.keep(first_, uses_of(first_), false);
      second_ = keeper.take(second_);
      if (!stored_by_second_.contains(array)) continue;
      first_ = made_changing(first_, known->second);
      second_ = keeper.keep(second_, uses_of(second_), true);
    }
  }

  std::string register_name(const std::string& array) const {
    for (const Param& p : kernel_.params)
      if (p.name == array && p.kind == Param::Kind::Values) return program_.view(p.view)->tensor;
    return array;
  }

  // ---- One body ----

  Stmt inserted(const std::vector<Stmt>& g, const std::vector<Stmt>& k, size_t level) {
    if (level == levels_.size()) {
      std::vector<Stmt> out = g;
      append(k, 0, k.size(), out);
      return block(std::move(out));
    }
    const Level& at = levels_[level];
    std::vector<Stmt> out(g.begin(), g.begin() + static_cast<std::ptrdiff_t>(at.in_first));
    append(k, 0, at.in_second, out);
    const For& loop = *as<For>(g[at.in_first]);
    Stmt body = inserted(stmts_of(loop.body), stmts_of(as<For>(k[at.in_second])->body), level + 1);
    out.push_back(make_stmt(
        For{loop.var, loop.type, loop.begin, loop.end, loop.step, loop.worker, std::move(body)},
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
      Renaming outside = renaming_;
      out.push_back(Renamer(keep).run(k[i], outside));
    }
  }

  const Program& program_;
  const Kernel& kernel_;
  Registers& registers_;
  Names names_;
  Stmt first_, second_;
  std::set<std::string> unsteady_, used_by_second_, stored_by_second_, in_registers_;
  Renaming renaming_;  // what the second body has in common with the first
  std::vector<Level> levels_;
};

}  // namespace

Fusion fuse_bodies(const Program& program, const Kernel& first, const Kernel& second,
                   Registers& registers) {
  Registers tried = registers;
  Fusion out = BodyFuser(program, first, second, tried).run();
  if (out.body) registers = std::move(tried);
  return out;
}

Stmt without_stores(const Stmt& s, const std::string& array) {
  if (const auto* n = as<Assign>(s)) {
    const auto* element = as<Read>(n->target);
    return element && element->buffer == array ? nullptr : s;
  }
  if (const auto* n = as<Block>(s)) {
    std::vector<Stmt> kept;
    for (const Stmt& child : n->stmts) kept.push_back(without_stores(child, array));
    Stmt out = block(std::move(kept));
    const auto* left = as<Block>(out);
    return left && left->stmts.empty() ? nullptr : out;
  }
  bool gone = false;
  Stmt out = map_children(
      s, [](const Expr& e) { return e; },
      [&](const Stmt& child) {
        Stmt kept = without_stores(child, array);
        gone |= !kept;
        return kept ? kept : block({});
      });
  return gone ? nullptr : out;
}

}  // namespace teaal::passes
