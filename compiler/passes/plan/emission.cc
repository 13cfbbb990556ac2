#include "compiler/passes/plan/emission.h"

#include <algorithm>
#include <set>
#include <utility>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/plan/assembly.h"

namespace teaal::passes {

using namespace ir;

Expr is_present(Expr value, double absent) {
  if (absent == 0) return call("present", {std::move(value)});
  return call("differs", {std::move(value), make_expr(FloatLit{absent})});
}

namespace {

// Whether a statement sums by loops alone: over all coordinates of ranks, or what is stored below
// an element that is stored, of which `begins` names where that begins.
bool sums_what_is_there(const Stmt& s, const std::set<std::string>& begins) {
  const auto* outermost = as<For>(s);
  bool out = outermost != nullptr;
  for_each_stmt(s, [&](const Stmt& part) {
    const auto* loop = as<For>(part);
    out &= loop || as<ir::Block>(part) || as<Let>(part) || as<Assign>(part);
    if (!loop) return;
    bool is_rank = is_literal(loop->begin, 0) && loop->type == Type::Coord;
    for_each_expr(loop->end, [&](const Expr& e) { is_rank &= !as<Read>(e) && !as<Binary>(e); });
    const auto* begin = as<Var>(loop->begin);
    out &= is_literal(loop->step, 1) &&
           (is_rank || loop != outermost || (begin && begins.contains(begin->name)));
  });
  return out;
}

// Whether a condition asks nothing but whether values are there: not who a thread is, nor whether
// an element has a place in the result.
bool asks_for_values(const Expr& cond) {
  if (const auto* n = as<Binary>(cond))
    return (n->op == BinaryOp::And || n->op == BinaryOp::Or) && asks_for_values(n->lhs) &&
           asks_for_values(n->rhs);
  const auto* n = as<Call>(cond);
  return n && (n->intrinsic == "present" || n->intrinsic == "differs");
}

// Of names for where the fiber below a stored element begins, those of elements whose coordinates
// are read beside them.
std::set<std::string> begins_below(const std::vector<Stmt>& stmts) {
  std::set<std::string> elements, out;
  const auto position_of = [](const Stmt& s) {
    const auto* named = as<Let>(s);
    const auto* found = named ? as<Read>(named->value) : nullptr;
    const auto* at = found ? as<Var>(found->at) : nullptr;
    return at ? at->name : std::string();
  };
  for (const Stmt& s : stmts)
    if (const auto* named = as<Let>(s); named && named->type == Type::Coord)
      elements.insert(position_of(s));
  for (const Stmt& s : stmts)
    if (const auto* named = as<Let>(s); named && named->type == Type::Pos)
      if (const std::string at = position_of(s); !at.empty() && elements.contains(at))
        out.insert(named->var);
  return out;
}

Stmt in_front(std::vector<Stmt> stmts, Stmt body) {
  stmts.push_back(std::move(body));
  return block(std::move(stmts));
}

}  // namespace

Emission::Emission(const Program& program, const Kernel& kernel, const View& points)
    : kernel_(kernel), points_(points), absent_(program.tensor(points.tensor)->absent) {
  if (kernel.rows && !kernel.rows->view.empty())
    row_coords_ = coords_name(*program.view(kernel.rows->view), kernel.rows->coords.size() - 1);
  for (const Param& p : kernel.params) names_.take(p.name);
  for_each_stmt(kernel.body, [&](const Stmt& s) {
    if (const auto* n = as<Let>(s)) names_.take(n->var);
    if (const auto* n = as<For>(s)) names_.take(n->var);
  });
  cursor_ = names_.fresh("emitted");
  value_ = names_.fresh("emitted_value");
  find_shared_walk();
}

// ---- Slots without rows ----

// Of threads, or of a warp's lanes, that share one loop alone.
void Emission::find_shared_walk() {
  int stores = 0;
  std::optional<FiberWalk> found;
  for_each_stmt(kernel_.body, [&](const Stmt& s) {
    stores += is_store(s);
    if (!as<For>(s)) return;
    if (auto walk = walk_of(s)) found = std::move(walk);
  });
  if (stores != 1 || !found || found->worker.empty() || kernel_.start != absent_) return;
  const Worker* sharer = nullptr;
  bool warps = false;
  for (const Worker& w : kernel_.workers) {
    warps |= w.place == Place::Warp;
    if (found->worker == "worker_" + w.rank)
      sharer = &w;
    else if (w.place != Place::Block && w.place != Place::Warp)
      return;
  }
  const bool lanes = sharer && sharer->place == Place::Lane && sharer->lanes == 0;
  const bool threads = sharer && sharer->place == Place::Thread && !warps;
  if (!lanes && !threads) return;
  site_.walk = std::move(found);
  sharing_ = sharer->place;
}

Expr Emission::all_slots() const {
  const Expr &blocks = kernel_.launch.grid, &threads = kernel_.launch.block;
  if (sharing_ == Place::Thread) return blocks;
  if (sharing_ == Place::Lane) return mul(blocks, ceil_div(threads, lit(kernel_.lanes)));
  return mul(blocks, threads);
}

// ---- Where rows begin ----

bool Emission::finds_rows() {
  if (!kernel_.rows || kernel_.rows->coords.size() > points_.levels.size()) return false;
  const Site together = std::exchange(site_, {});
  find(kernel_.body, {}, site_);
  const bool numbered = kernel_.rows->view.empty() || site_.position;
  const bool tiled = !has_tiles() || site_.tiles == 1;
  const bool out = site_.rows == 1 && site_.stores == 1 && numbered && tiled && shares_slots();
  if (!out) site_ = together;
  return out;
}

// Of workers that share a loop in the row, those of a walk share a slot, and of those that sum
// together one stores. Others have slots of their own, if they are few.
bool Emission::shares_slots() {
  slots_.clear();
  for (const std::string& rank : kernel_.rows->shared) {
    if (site_.walk && site_.walk->worker == "worker_" + rank) continue;
    const Worker& worker = *std::ranges::find(kernel_.workers, rank, &Worker::rank);
    const bool sums = worker.combine != Combine::None && worker.combine != Combine::Copies;
    if (sums && site_.leader) continue;
    const bool few = worker.place == Place::Warp || worker.place == Place::Lane;
    if (sums || !few || (!slots_.empty() && slots_[0]->place != worker.place)) return false;
    slots_.push_back(&worker);
  }
  return true;
}

Expr Emission::slots() const {
  Expr out = lit(1);
  for (const Worker* w : slots_) out = mul(out, w->count);
  if (has_tiles())
    out = mul(out, ceil_div(var(points_.levels.back().rank), lit(kernel_.buffer->tile)));
  return out;
}

void Emission::by_rows(Expr stride, Expr before, const Target& target) {
  rows_ = kernel_.rows;
  sharing_ = Place::Time;
  stride_ = std::move(stride);
  before_ = std::move(before);
  row_ = names_.fresh("row");
  auto size = [&](const std::string& base, const Expr& value) {
    sizes_.push_back(size_param(names_.fresh(base), value));
    return sizes_.back().name;
  };
  for (size_t l = 1; l < rows_->coords.size() && rows_->view.empty(); ++l)
    extents_.push_back(size("extent_" + points_.levels[l].rank, var(points_.levels[l].rank)));
  if (!literal(stride_)) stride_ = var(size("slots", stride_));
  if (!literal(before_)) before_ = var(size("slots_before", before_));
  find_table(target);
}

// A table tells elements apart by the coordinate of the last rank.
void Emission::find_table(const Target& target) {
  const bool rest_is_fiber = rows_->coords.size() + 1 == points_.levels.size();
  const bool alone =
      site_.walk && site_.walk->is_plain() && !site_.leader && slots_.empty() && rest_is_fiber;
  in_order_ = site_.walk && !site_.leader && slots_.empty() && rest_is_fiber && site_.once &&
              is_in_order(kernel_, *site_.walk);
  if (alone && kernel_.buffer)
    table_ = RowTable::bound(kernel_, *site_.walk, target, names_, obstacle_);
  else if (alone && site_.repeats)
    table_ = RowTable::of(kernel_, *site_.walk, target, names_);
  else if (!alone && kernel_.buffer)
    obstacle_ = !rest_is_fiber ? "a row must be one fiber, with one rank inside of it"
                               : "the innermost loop must walk what one fiber stores, and its "
                                 "workers share no other loop in the row";
  gathers_ = names_.fresh("gathers");
}

bool Emission::is_store(const Stmt& s) const {
  const auto* store = as<Assign>(s);
  const auto* target = store ? as<Read>(store->target) : nullptr;
  return target && target->buffer == values_name(points_);
}

void Emission::find(const Stmt& s, Path path, Site& site) const {
  if (is_store(s)) {
    site.stores += path.in_row ? 1 : 2;
    site.leader = path.leader;
  }
  if (const auto* n = as<If>(s))
    if (Expr leader = leader_of(n->cond)) path.leader = std::move(leader);
  if (const auto* n = as<For>(s)) {
    const bool opens = n->var == kernel_.rows->last;
    site.rows += opens;
    if (has_tiles() && path.in_row && n->var == kernel_.buffer->begin) ++site.tiles;
    if (auto walk = walk_of(s); walk && path.in_row) {
      site.walk = std::move(walk);
      site.repeats = path.in_loop;
      site.once = !path.again;
    }
    path.in_loop |= path.in_row;
    path.again |= path.in_row;
    path.in_row |= opens;
  }
  path.again |= path.in_row && as<While>(s);
  const auto* n = as<ir::Block>(s);
  if (!n)
    return for_children(s, [](const Expr&) {}, [&](const Stmt& child) { find(child, path, site); });
  for (const Stmt& child : n->stmts) {
    find(child, path, site);
    const auto* let = as<Let>(child);
    if (let && has_tiles() && path.in_row && let->var == kernel_.buffer->begin) ++site.tiles;
    if (!let || let->var != kernel_.rows->last) continue;
    path.in_row = true;
    ++site.rows;
    const auto* coord = as<Read>(let->value);
    if (coord && coord->buffer == row_coords_) site.position = coord->at;
  }
}

// A condition that only tells threads apart, if it is one.
Expr Emission::leader_of(const Expr& condition) {
  bool reads = false;
  for_each_expr(condition, [&](const Expr& e) {
    const auto* v = as<Var>(e);
    const auto* c = as<Call>(e);
    reads |=
        as<Read>(e) || (v && !v->name.starts_with("worker_")) || (c && c->intrinsic != "thread");
  });
  return reads ? nullptr : condition;
}

std::optional<FiberWalk> Emission::walk_of(const Stmt& s) const {
  const auto* loop = as<For>(s);
  const auto* body = as<ir::Block>(loop->body);
  if (!body || body->stmts.empty()) return std::nullopt;
  FiberWalk out{s, loop->begin, "", body->stmts.back()};
  if (const auto* guarded = as<If>(out.store);
      guarded && kernel_.start == absent_ && asks_for_values(guarded->cond)) {
    const std::vector<Stmt> stmts = stmts_of(guarded->body);
    if (stmts.size() == 1) out.store = stmts[0], out.where = guarded->cond;
  }
  if (!is_store(out.store)) return std::nullopt;
  bool of_fiber = false;
  const std::optional<size_t> sum = sum_of_store(loop->body);
  out.sums = sum.has_value();
  for (size_t i = 0; i < sum.value_or(body->stmts.size() - 1); ++i) {
    const auto* let = as<Let>(body->stmts[i]);
    if (!let || let->changes) return std::nullopt;
    const auto* coord = as<Read>(let->value);
    const auto* at = coord ? as<Var>(coord->at) : nullptr;
    of_fiber |= let->type == Type::Coord && at && at->name == loop->var;
  }
  if (!of_fiber) return std::nullopt;
  if (is_literal(loop->step, 1)) return out;
  const auto* workers = as<Var>(loop->step);
  const auto* begin = as<Binary>(loop->begin);
  const auto* worker = begin && begin->op == BinaryOp::Add ? as<Var>(begin->rhs) : nullptr;
  if (!workers || !worker || !worker->name.starts_with("worker_") ||
      workers->name != "workers_" + worker->name.substr(7))
    return std::nullopt;
  out.begin = begin->lhs;
  out.worker = worker->name;
  return out;
}

// What runs once the slot is known.
template <class Wrap>
Stmt Emission::in_slot(const Stmt& s, const Wrap& wrap) const {
  if (!rows_) return wrap(s);
  return behind(rows_->last, s, [&](const Stmt& row) {
    return number_row(has_tiles()
                          ? behind(kernel_.buffer->begin, row,
                                   [&](const Stmt& tile) { return around_store(tile, wrap); })
                          : wrap(row));
  });
}

// What leads to the store alone: what goes on to the next tile behind that is done once. A walk
// begins where its cursor is set.
template <class Wrap>
Stmt Emission::around_store(const Stmt& s, const Wrap& wrap) const {
  const auto leads_there = [&](const Stmt& part) {
    bool found = false;
    for_each_stmt(part, [&](const Stmt& inner) { found |= is_store(inner); });
    return found;
  };
  const auto sets_cursor = [](const Stmt& part) {
    const auto* n = as<Let>(part);
    return n && n->changes;
  };
  const std::vector<Stmt> stmts = stmts_of(s);
  const auto first = std::ranges::find_if(stmts, leads_there);
  if (first == stmts.end()) return wrap(s);
  const auto end = std::find_if(stmts.rbegin(), stmts.rend(), leads_there).base();
  const auto* guarded = end - first == 1 ? as<If>(*first) : nullptr;
  std::vector<Stmt> out;
  if (guarded && std::none_of(stmts.begin(), first, sets_cursor)) {
    out.assign(stmts.begin(), first);
    out.push_back(if_then(guarded->cond, around_store(guarded->body, wrap), (*first)->where));
  } else {
    out.push_back(wrap(block({stmts.begin(), end})));
  }
  out.insert(out.end(), end, stmts.end());
  return block(std::move(out));
}

// `wrap` what runs once the variable is known.
template <class Wrap>
Stmt Emission::behind(const std::string& variable, const Stmt& s, const Wrap& wrap) const {
  if (const auto* n = as<For>(s); n && n->var == variable) {
    For out = *n;
    out.body = wrap(n->body);
    return make_stmt(std::move(out), s->where);
  }
  if (const auto* n = as<ir::Block>(s))
    for (size_t i = 0; i < n->stmts.size(); ++i) {
      const auto* let = as<Let>(n->stmts[i]);
      if (!let || let->var != variable) continue;
      auto rest = n->stmts.begin() + static_cast<std::ptrdiff_t>(i) + 1;
      std::vector<Stmt> out(n->stmts.begin(), rest);
      out.push_back(wrap(block({rest, n->stmts.end()})));
      return block(std::move(out));
    }
  return map_children(
      s, [](const Expr& e) { return e; },
      [&](const Stmt& child) { return behind(variable, child, wrap); });
}

Stmt Emission::number_row(Stmt body) const {
  Expr row = rows_->view.empty() ? size_of(var(rows_->coords[0])) : size_of(site_.position);
  for (size_t l = 0; l < extents_.size(); ++l)
    row = add(mul(row, var(extents_[l])), size_of(var(rows_->coords[l + 1])));
  return block({let(row_, Type::Size, row, kernel_.where), std::move(body)});
}

// Where its offset stands.
Expr Emission::slot() const {
  if (rows_) {
    Expr slot = lit(0);
    for (const Worker* w : slots_)
      slot = add(mul(slot, var("workers_" + w->rank)), var("worker_" + w->rank));
    if (has_tiles())
      slot = add(slot, div(size_of(var(kernel_.buffer->begin)), lit(kernel_.buffer->tile)));
    return add(add(mul(var(row_), stride_), before_), slot);
  }
  const Expr block = call("size", {call("block")});
  if (sharing_ == Place::Thread) return add(var("first_thread"), block);
  const Expr lanes = lit(kernel_.lanes);
  if (sharing_ == Place::Lane)
    return add(var("first_thread"),
               add(mul(block, ceil_div(call("threads"), lanes)), div(call("thread"), lanes)));
  return add(var("first_thread"), add(mul(block, call("threads")), call("thread")));
}

// ---- The two forms ----

Kernel Emission::count(std::string name, const std::string& offsets, Expr first) {
  Kernel k = with_body(std::move(name), Form::Count, offsets, std::move(first));
  k.body = in_slot(k.body, [&](const Stmt& body) { return count_row(body, offsets); });
  if (table_) k.body = in_front(table_->declare(false), k.body);
  return k;
}

Stmt Emission::count_row(const Stmt& body, const std::string& offsets) const {
  Expr emitted = var(cursor_);
  std::vector<Stmt> out = {changing(cursor_, Type::Size, lit(0), kernel_.where)};
  if (table_) {
    out.insert(out.end(), {table_->clear(), table_->holds_nothing()});
    emitted = table_->fits_all()
                  ? table_->held()
                  : call("select", {table_->fits(table_->held()), table_->held(), emitted});
  }
  Stmt tell = assign(read(offsets, slot()), AssignOp::Set, emitted, kernel_.where);
  Expr leader = rows_ ? site_.leader : nullptr;
  if (has_walk() && !site_.walk->worker.empty()) leader = equal(var(site_.walk->worker), lit(0));
  if (leader) tell = if_then(leader, tell, kernel_.where);
  out.insert(out.end(), {replace(body, Form::Count), std::move(tell)});
  return block(std::move(out));
}

Kernel Emission::fill(std::string name, const std::string& offsets, Expr first, std::string keys,
                      std::string values) {
  keys_ = std::move(keys);
  values_ = std::move(values);
  Kernel k = with_body(std::move(name), Form::Fill, offsets, std::move(first));
  k.body = in_slot(k.body, [&](const Stmt& body) { return fill_row(body, offsets); });
  if (table_) k.body = in_front(table_->declare(true), k.body);
  k.params.push_back(array_param(keys_, Type::Size, true));
  k.params.push_back(array_param(values_, Type::Value, true));
  return k;
}

// A row whose offsets leave no more room than the table has is in the table: the count of any other
// is that of its pairs, which is larger.
Stmt Emission::fill_row(const Stmt& body, const std::string& offsets) const {
  const SourceRange& where = kernel_.where;
  Stmt begin = changing(cursor_, Type::Size, read(offsets, slot()), where);
  Stmt pairs = replace(body, Form::Fill);
  if (!table_) return block({begin, pairs});
  Stmt sums = block(
      {table_->begins(), replace(body, Form::Gather), table_->leave(keys_, values_, var(cursor_))});
  if (table_->fits_all() && !table_->marks()) return block({begin, table_->clear(), sums});
  Expr elements = sub(read(offsets, add(slot(), lit(1))), var(cursor_));
  std::vector<Stmt> out = {begin, let(gathers_, Type::Bool, table_->fits(elements), where)};
  if (table_->marks()) {
    out.push_back(if_then(
        var(gathers_), block({table_->clear(), replace(body, Form::Mark), table_->rank()}), where));
    out.push_back(if_then(var(gathers_), sums, where));
  } else {
    out.push_back(if_then(var(gathers_), block({table_->clear(), sums}), where));
  }
  if (!table_->fits_all()) out.push_back(if_then(call("not", {var(gathers_)}), pairs, where));
  return block(std::move(out));
}

Kernel Emission::with_body(std::string name, Form form, const std::string& offsets, Expr first) {
  Kernel k = kernel_;
  k.name = std::move(name);
  k.accumulates = false;
  k.rows.reset();
  k.buffer.reset();
  if (table_ && table_->is_blocks())
    k.launch.block = mul(ceil_div(k.launch.block, lit(32)), lit(32));
  std::erase_if(k.params, [&](const Param& p) { return p.view == points_.name; });
  k.params.push_back(array_param(offsets, Type::Size, form == Form::Count));
  if (!rows_) k.params.push_back(size_param("first_thread", std::move(first)));
  k.params.insert(k.params.end(), sizes_.begin(), sizes_.end());
  return k;
}

Stmt Emission::replace(const Stmt& s, Form form) const {
  if (is_store(s)) return emit(s, form);
  if (const auto sum = sum_of_store(s)) return emit_sum(s, *sum, form);
  if (has_walk() && s == site_.walk->loop) return walk(s, form);
  return map_children(
      s, [](const Expr& e) { return e; }, [&](const Stmt& child) { return replace(child, form); });
}

Stmt Emission::emit(const Stmt& store, Form form) const {
  std::vector<Stmt> present;
  if (form == Form::Fill) present.push_back(write(store, var(cursor_), var(value_)));
  present.push_back(assign(var(cursor_), AssignOp::Add, lit(1), store->where));
  return block(
      {let(value_, Type::Value, as<Assign>(store)->value, store->where),
       if_then(is_present(var(value_), absent_), block(std::move(present)), store->where)});
}

// Where a block stores a sum of what is surely there, which of its statements begins that. To know
// whether the sum is an absent value takes all of it, and it hardly ever is.
std::optional<size_t> Emission::sum_of_store(const Stmt& s) const {
  const std::vector<Stmt> stmts = stmts_of(s);
  if (stmts.empty() || !is_store(stmts.back()) || kernel_.start != absent_) return std::nullopt;
  const auto* sum = as<Var>(as<Assign>(stmts.back())->value);
  for (size_t i = 0; sum && i + 2 < stmts.size(); ++i) {
    const auto* begun = as<Let>(stmts[i]);
    if (!begun || !begun->changes || begun->var != sum->name) continue;
    const std::set<std::string> begins = begins_below(stmts);
    const auto behind = stmts.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    const bool there = std::all_of(behind, stmts.end() - 1, [&](const Stmt& part) {
      return sums_what_is_there(part, begins);
    });
    return there ? std::optional(i) : std::nullopt;
  }
  return std::nullopt;
}

// One pair, an absent value, too. Only who writes it needs the sum.
Stmt Emission::emit_sum(const Stmt& s, size_t sum, Form form) const {
  std::vector<Stmt> out = stmts_of(s);
  const Stmt store = out.back();
  if (form == Form::Fill)
    out.back() = write(store, var(cursor_), as<Assign>(store)->value);
  else
    out.resize(sum);
  out.push_back(assign(var(cursor_), AssignOp::Add, lit(1), store->where));
  return block(std::move(out));
}

// Every step of it emits, an absent value, too.
Stmt Emission::walk(const Stmt& s, Form form) const {
  For loop = *as<For>(s);
  Expr length = most(lit(0), sub(size_of(loop.end), size_of(site_.walk->begin)));
  Stmt next = assign(var(cursor_), AssignOp::Add, length, s->where);
  if (form == Form::Count && table_ && table_->fits_all()) return table_->count(*site_.walk);
  if (form == Form::Count) return table_ ? block({next, table_->count(*site_.walk)}) : next;
  if (form == Form::Mark) return table_->mark(*site_.walk);
  if (form == Form::Gather) return table_->add(*site_.walk, kernel_.reduction);
  std::vector<Stmt> body = as<ir::Block>(loop.body)->stmts;
  Expr at = add(var(cursor_), sub(size_of(var(loop.var)), size_of(site_.walk->begin)));
  const FiberWalk& walk = *site_.walk;
  Expr value = as<Assign>(walk.store)->value;
  if (walk.where)
    value = call("choose", {walk.where, std::move(value), make_expr(FloatLit{absent_})});
  body.back() = write(walk.store, at, std::move(value));
  loop.body = block(std::move(body));
  return block({make_stmt(std::move(loop), s->where), next});
}

Stmt Emission::write(const Stmt& store, const Expr& at, Expr value) const {
  const Expr& key = as<Read>(as<Assign>(store)->target)->at;
  return block({assign(read(keys_, at), AssignOp::Set, size_of(key), store->where),
                assign(read(values_, at), AssignOp::Set, std::move(value), store->where)});
}

}  // namespace teaal::passes
