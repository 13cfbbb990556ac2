#include "compiler/passes/fusion/fusion_registers.h"

#include <algorithm>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"

namespace teaal::passes {

using namespace ir;

Stmt Keeper::keep(const Stmt& body, const std::vector<ElementUse>& uses, bool known) {
  known_ = known;
  stores_ = 0;
  for (const ElementUse& use : uses)
    if (use.stores && use.array == array_) {
      ++stores_;
      led_ = use.led;
    }
  return stores_ == 0 ? body : block(keep_in(stmts_of(body)));
}

Stmt Keeper::take(const Stmt& s) const {
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

bool Keeper::is_ours(const Assign& n) const {
  const auto* element = as<Read>(n.target);
  return element && element->buffer == array_;
}

const Assign* Keeper::store_in(const Stmt& s) const {
  if (const auto* n = as<Assign>(s)) return is_ours(*n) ? n : nullptr;
  if (const auto* n = as<If>(s)) return store_in(n->body);
  if (const auto* n = as<Block>(s))
    for (const Stmt& child : n->stmts)
      if (const Assign* found = store_in(child)) return found;
  return nullptr;
}

// Under conditions nothing but the store.
bool Keeper::is_alone(const Stmt& s) const {
  if (const auto* n = as<If>(s)) return is_alone(n->body);
  const auto* n = as<Assign>(s);
  return n && is_ours(*n);
}

std::vector<Stmt> Keeper::keep_in(const std::vector<Stmt>& stmts) {
  std::vector<Stmt> out;
  for (const Stmt& s : stmts) {
    const Assign* store = store_in(s);
    if (!store) {
      out.push_back(map_children(
          s, [](const Expr& e) { return e; },
          [&](const Stmt& child) { return block(keep_in(stmts_of(child))); }));
      continue;
    }
    if (!is_alone(s)) {  // what is stored may be known further in only
      if (!known_) define(start_, true, s->where, out);
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

void Keeper::define(const Expr& value, bool changes, const SourceRange& where,
                    std::vector<Stmt>& out) {
  out.push_back(make_stmt(Let{name_, Type::Value, value, changes}, where));
  known_ = true;
}

void Keeper::set(const Assign& store, const SourceRange& where, std::vector<Stmt>& out) {
  Expr value = narrow_ ? call("stored", {store.value}) : store.value;
  if (!known_ && store.op == AssignOp::Set) return define(value, stores_ > 1, where, out);
  if (!known_) define(start_, true, where, out);
  out.push_back(assign(var(name_), store.op, value, where));
}

Stmt Keeper::through_register(const Stmt& s, bool sets) {
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

Stmt made_changing(const Stmt& s, const std::string& name) {
  if (const auto* n = as<Let>(s); n && n->var == name)
    return make_stmt(Let{n->var, n->type, n->value, true}, s->where);
  return map_children(
      s, [](const Expr& e) { return e; },
      [&](const Stmt& child) { return made_changing(child, name); });
}

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
