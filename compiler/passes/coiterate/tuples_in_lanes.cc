#include "compiler/passes/coiterate/tuples_in_lanes.h"

#include <algorithm>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/lowering.h"
#include "compiler/passes/machine/launch_shape.h"

namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t lanes_of_warp = 32;

}  // namespace

bool looks_up(const Expr& e) {
  bool out = false;
  for_each_expr(e, [&](const Expr& part) {
    const auto* c = as<Call>(part);
    out |= as<Read>(part) || (c && find_intrinsic(c->intrinsic)->effect == Effect::Memory);
  });
  return out;
}

TuplesInLanes::TuplesInLanes(Names& names, int64_t lanes, std::string position,
                             std::set<std::string> values)
    : names_(names),
      lanes_(lanes),
      position_(std::move(position)),
      own_position_(names.fresh(position_ + "_own")),
      values_(std::move(values)) {
  own_[position_] = own_position_;
}

bool TuplesInLanes::depends(const Expr& e) const {
  bool out = false;
  for_each_expr(e, [&](const Expr& part) {
    const auto* v = as<Var>(part);
    out |= v && own_.contains(v->name);
  });
  return out;
}

Expr TuplesInLanes::own(const Expr& e) const {
  return rewrite(e, [&](const Expr& part) {
    const auto* v = as<Var>(part);
    const auto at = v ? own_.find(v->name) : own_.end();
    return at == own_.end() ? part : var(at->second);
  });
}

namespace {

std::string text_of(Type type) {
  return type == Type::Value   ? "value"
         : type == Type::Coord ? "coord"
         : type == Type::Pos   ? "pos"
                               : "size";
}

}  // namespace

Expr TuplesInLanes::handed(Type type, const Expr& value, const Expr& lane, int64_t lanes) {
  return call(text_of(type) + "_in_group", {value, lane, lit(lanes)});
}

Expr TuplesInLanes::told(Type type, const Expr& value, const Expr& lane) const {
  if (!together_ || lanes_ != lanes_of_warp) return handed(type, value, lane, lanes_);
  return call(text_of(type) + "_of_lane", {value, lane});
}

Stmt TuplesInLanes::found(const Stmt& s, const Expr& lane) {
  const auto* named = as<Let>(s);
  const auto* step = as<Assign>(s);
  const Expr& value = named ? named->value : step->value;
  const std::string& name = named ? named->var : as<Var>(step->target)->name;
  if (named && !depends(value)) return s;
  // A step of a walk goes from where the last tuple of the lanes before was.
  const Type type = named ? named->type : Type::Pos;
  const std::string mine = names_.fresh(name + "_own");
  stmts_.push_back(let(mine, type, own(value), s->where));
  own_[name] = mine;
  if (named && !looks_up(value)) return s;
  const Expr theirs = told(type, var(mine), lane);
  return named ? make_stmt(Let{name, type, theirs, named->changes}, s->where)
               : assign(step->target, AssignOp::Set, theirs, s->where);
}

Stmt TuplesInLanes::read_in(const Stmt& body, const Expr& lane) {
  std::vector<Stmt> head;
  const Stmt out = rewrite(body, [&](const Expr& e) {
    const auto* element = as<Read>(e);
    const auto* at = element ? as<Var>(element->at) : nullptr;
    if (!at || at->name != position_ || !values_.contains(element->buffer)) return e;
    auto known = elements_.find(element->buffer);
    if (known == elements_.end()) {
      const std::string mine = names_.fresh(element->buffer + "_own");
      stmts_.push_back(let(mine, Type::Value, own(e)));
      const std::string name = names_.fresh(element->buffer + "_element");
      head.push_back(let(name, Type::Value, told(Type::Value, var(mine), lane)));
      known = elements_.emplace(element->buffer, name).first;
    }
    return var(known->second);
  });
  head.push_back(out);
  return block(std::move(head));
}

std::vector<Stmt> TuplesInLanes::stmts(const Expr& first, const Expr& end) const {
  const Expr lane = size_of(mod(call("thread"), lit(lanes_)));
  std::vector<Stmt> out = {
      let(own_position_, Type::Pos, call("pos", {least(add(first, lane), sub(end, lit(1)))}))};
  out.insert(out.end(), stmts_.begin(), stmts_.end());
  return out;
}

// Lanes are dealt out rank by rank, so those of the ranks behind the runs' own are neighbours.
int64_t Lowering::lanes_of_run(const ForRank& tuples, const NestState& state) const {
  if (tuples.place != Place::Time || !kernel_.tiles.empty() || kernel_.owner ||
      !kernel_.round_rank.empty() || state.counts_turns)  // by what they met, lanes go apart
    return 1;
  std::set<std::string> runs, outside;
  for (const Nest::Loop& around : nest_.loops) {
    if (around.loop.rank == tuples.rank) break;
    outside.insert(around.loop.rank);
    if (around.loop.root == tuples.root)
      runs.insert(around.loop.rank);
    else if (around.loop.place == Place::Lane)
      return 1;  // they may have no iteration
  }
  int64_t left = kernel_.lanes;
  bool shared = false;
  for (const Worker& w : kernel_.workers) {
    if (w.place == Place::Thread || w.place == Place::Grid || w.lanes != 0) return 1;
    // All warps would have to know that they were told the same.
    if (w.combine == Combine::Warps && !outside.contains(w.rank)) return 1;
    if (w.place != Place::Lane) continue;
    const bool is_run = runs.contains(w.rank);
    if (is_run && shared) return 1;
    if (is_run) left /= lanes_of(kernel_, w);
    shared |= !is_run;
  }
  return shared ? left : 1;
}

std::set<std::string> Lowering::arrays_of_inputs() const {
  std::set<std::string> out;
  for (const Operand& o : kernel_.operands)
    if (o.name != output_) out.insert(values_name(view_of(o.name)));
  out.erase(values_name(view_of(output_)));
  return out;
}

std::optional<Lowering::LaneWalk> Lowering::tuples_in_lanes(const Where& at, const RankState& range,
                                                            const NestState& state, Steps& found) {
  const int64_t lanes = found.requires_something() ? 1 : lanes_of_run(at.loop, state);
  if (lanes == 1) return std::nullopt;
  int64_t run = 0;  // of literal length
  for (const Nest::Loop& around : nest_.loops) {
    if (around.loop.rank == at.loop.rank) break;  // runs may be cut inside of their tuples
    if (around.loop.root == at.loop.root && around.loop.tile)
      run = literal(around.loop.tile).value_or(0);
  }
  LaneWalk walk{{names_, lanes, at.loop.var, arrays_of_inputs()},
                "",
                range.lo,
                range.hi,
                nullptr,
                {range.lo, range.hi}};
  // Lanes that have runs of their own end where these do, even one lane a run.
  const bool is_shared = std::ranges::any_of(nest_.loops, [&](const Nest::Loop& l) {
    return l.loop.root == at.loop.root && l.loop.place == Place::Lane;
  });
  if (!is_shared) walk.tuples.come_together();
  if (run == 0 || run > lanes || at.loop.tuples != Tuples::Each) {
    walk.chunk = names_.fresh(at.loop.var + "_chunk");
    walk.first = var(walk.chunk);
    walk.end = var(names_.fresh(walk.chunk + "_end"));
  }
  walk.lane = call("int", {sub(size_of(var(at.loop.var)), size_of(walk.first))});
  const Stmt names = found.close();
  found = {};
  for (const Stmt& s : stmts_of(names)) found.push_back(walk.tuples.found(s, walk.lane));
  return walk;
}

Stmt Lowering::by_lanes(const Where& at, For loop, LaneWalk& walk) {
  loop.body = walk.tuples.read_in(loop.body, walk.lane);
  std::vector<Stmt> out;
  if (!walk.chunk.empty()) {
    const Expr beyond = add(walk.first, lit(walk.tuples.lanes()));
    out.push_back(
        let(as<Var>(walk.end)->name, Type::Size, least(size_of(walk.range.hi), beyond), at.range));
  }
  loop.begin = walk.first;
  loop.end = walk.end;
  for (Stmt& s : walk.tuples.stmts(size_of(walk.first), size_of(walk.end)))
    out.push_back(std::move(s));
  out.push_back(make_stmt(loop, at.range));
  if (walk.chunk.empty()) return block(std::move(out));
  return make_stmt(For{walk.chunk, Type::Size, size_of(walk.range.lo), size_of(walk.range.hi),
                       lit(walk.tuples.lanes()), "", block(std::move(out))},
                   at.range);
}

}  // namespace teaal::passes
