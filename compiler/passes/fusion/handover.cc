#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/fusion/element_use.h"

namespace teaal::passes {

using namespace ir;

namespace {

// The coordinates that a position in a view of whole uncompressed ranks is made of; empty: it has
// another form.
std::vector<Expr> coordinates(const View& view, Expr at) {
  if (!store_all(view.levels)) return {};
  auto bare = [](const Expr& e) {
    const auto* c = as<Call>(e);
    return c && (c->intrinsic == "size" || c->intrinsic == "offset") ? c->args[0] : e;
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

size_t common_loops(const ElementUse& a, const ElementUse& b) {
  size_t n = 0;
  while (n < a.loops.size() && n < b.loops.size() && a.loops[n].var == b.loops[n].var) ++n;
  return n;
}

bool in_equal_iteration(const ElementUse& store, const ElementUse& use, size_t common) {
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

bool shared_below(const ElementUse& use, size_t common) {
  for (size_t l = common; l < use.loops.size(); ++l) {
    const ElementUse::Loop& loop = use.loops[l];
    for (const Expr& e : {loop.begin, loop.end, loop.step})
      if (!e || names_threads(e)) return true;
  }
  return false;
}

bool made_of(const std::set<std::string>& names, const std::vector<Expr>& exprs) {
  bool out = true;
  for (const Expr& e : exprs)
    for_each_node(e, [&](const Expr& inner) {
      const auto* v = as<Var>(inner);
      out &= (!v || names.contains(v->name)) && !as<Read>(inner);
    });
  return out;
}

// Where the fiber begins (argument 1 of a search) or ends (argument 2) that a bound of a loop lies
// in: without what narrows the fiber or shares it out.
const Read* fiber_bound(Expr e, size_t argument) {
  for (;;) {
    const auto* c = as<Call>(e);
    const auto* sum = as<Binary>(e);
    if (c && (c->intrinsic == "lower_bound" || c->intrinsic == "gallop"))
      e = c->args[argument];
    else if (c && (c->intrinsic == "size" || c->intrinsic == "pos"))
      e = c->args[0];
    else if (sum && sum->op == BinaryOp::Add)
      e = sum->lhs;
    else
      return as<Read>(e);
  }
}

}  // namespace

bool Handover::as_element(const ElementUse& store, const ElementUse& use) const {
  const size_t common = common_loops(store, use);
  if (store.loops.size() != common || !same(store.at, use.at)) return false;
  if (use.stores && (use.loops.size() != common || use.op == AssignOp::Set)) return false;
  if ((store.led && (store.one_thread || store.guarded)) || (use.led && use.one_thread))
    return false;
  if (use.stores && (use.led != store.led || (use.led && use.guarded))) return false;
  return stored_once(store) || (begins(store) && owned(store, use, common));
}

bool Handover::in_memory(const ElementUse& store, const ElementUse& use) const {
  const size_t common = common_loops(store, use);
  if (store.led || use.led || (use.stores && use.op == AssignOp::Set)) return false;
  if (stored_once(store) && in_equal_iteration(store, use, common)) return true;
  return !shared_below(store, common) && !shared_below(use, common) && owned(store, use, common);
}

bool Handover::stored_once(const ElementUse& store) const {
  return std::ranges::any_of(stores_, [&](const ElementUse& s) {
    return s.stores && s.array == store.array && s.op == AssignOp::Set && s.led == store.led &&
           same(s.at, store.at) && s.loops.size() == store.loops.size() &&
           common_loops(s, store) == store.loops.size();
  });
}

bool Handover::begins(const ElementUse& store) const {
  for (const Kernel& k : program_.kernels)
    for (const Param& p : k.params)
      if (k.name != first_.name && p.name == store.array && p.written) return false;
  return true;
}

bool Handover::owned(const ElementUse& store, const ElementUse& use, size_t common) const {
  const View* view = view_of(store.array);
  if (!view) return false;
  const std::vector<Expr> stored = coordinates(*view, store.at), used = coordinates(*view, use.at);
  if (stored.size() != view->levels.size() || used.size() != stored.size()) return false;
  std::vector<Expr> shared, rest;
  for (size_t i = 0; i < stored.size(); ++i)
    (same(stored[i], used[i]) ? shared : rest).push_back(stored[i]);
  bool told = true;
  for (size_t l = 0; l < common; ++l)
    told &= std::ranges::any_of(shared,
                                [&](const Expr& c) { return is_coordinate_of(c, store.loops[l]); });
  return told || stores_alike(store, rest, common);
}

bool Handover::is_coordinate_of(const Expr& c, const ElementUse::Loop& loop) const {
  const auto* element = as<Read>(c);
  const auto* v = as<Var>(element ? element->at : c);
  if (!v || v->name != loop.var) return false;
  return !element || walks_one_fiber(element->buffer, loop);
}

bool Handover::walks_one_fiber(const std::string& coords, const ElementUse::Loop& loop) const {
  const Read* begin = loop.begin ? fiber_bound(loop.begin, 1) : nullptr;
  const Read* end = loop.end ? fiber_bound(loop.end, 2) : nullptr;
  if (!begin || !end || begin->buffer != end->buffer || !same(add(begin->at, lit(1)), end->at))
    return false;
  const Param *segments = param(begin->buffer), *own = param(coords);
  return segments && own && segments->kind == Param::Kind::Segments &&
         own->kind == Param::Kind::Coords && segments->view == own->view &&
         segments->level == own->level;
}

bool Handover::stores_alike(const ElementUse& store, const std::vector<Expr>& rest,
                            size_t common) const {
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

const Param* Handover::param(const std::string& name) const {
  auto found = std::ranges::find(first_.params, name, &Param::name);
  return found == first_.params.end() ? nullptr : &*found;
}

const View* Handover::view_of(const std::string& array) const {
  const Param* p = param(array);
  return p && p->kind == Param::Kind::Values ? program_.view(p->view) : nullptr;
}

}  // namespace teaal::passes
