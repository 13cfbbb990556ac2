#include "compiler/passes/staged/staged_fill.h"

#include <algorithm>

namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t unrolled_at_most = 32;  // iterations

}  // namespace

ir::Stmt TileFiller::run(const std::string& intrinsic, std::vector<Expr> args) {
  return make_stmt(Run{call(intrinsic, std::move(args))});
}

Expr TileFiller::unless(const std::string& flag) { return call("not", {var(flag)}); }

// ---- Coordinates ----

Expr TileFiller::offset(const TiledLoop& loop, const Offsets& offsets) const {
  auto found = offsets.find(&loop);
  return found == offsets.end() ? var(loop.var) : found->second;
}

Expr TileFiller::position(const std::string& root, const Offsets& offsets, Which which,
                          size_t at) const {
  Expr out = lit(0);
  for (const TiledLoop& loop : tiling_.loops()) {
    // Entries of lists say where the block's piece is.
    if (loop.place == Place::Block && lists_.contains(root)) continue;
    const bool inside = tiling_.inside(loop, at);
    if (loop.root == root && (which == Which::All || inside == (which == Which::Inside)))
      out = ir::add(out, offset(loop, offsets));
  }
  return out;
}

const TiledLoop& TileFiller::listed(const std::string& root) const {
  return tiling_.time(tiling_.loop_of(*tiling_.compacted(root)));
}
Expr TileFiller::limit(const std::string& root) const {
  return gathers(root) ? var(kept(root)) : extent(root);
}
Expr TileFiller::entry(const std::string& root, const Expr& at) const {
  return read(lists_.at(root).entries, ir::add(var(first_entry(root)), at));
}
Expr TileFiller::coordinate(const std::string& root, const Expr& position) const {
  if (!gathers(root)) return position;
  return call("select", {less(position, limit(root)), entry(root, position), lit(0)});
}

bool TileFiller::is_open(size_t t) const {
  const TiledLoop& loop = tiling_.time(t);
  if (!loop.fixed() || !gathers(loop.root)) return !loop.fixed();
  for (size_t other = 0; other < tiling_.times(); ++other)
    if (const TiledLoop& above = tiling_.time(other);
        above.root == loop.root &&
        (above.step > loop.step || (above.step == loop.step && above.name > loop.name)))
      return false;
  return true;
}

bool TileFiller::is_listed_tile(size_t t) const {
  const TiledLoop& loop = tiling_.time(t);
  return lists_.contains(loop.root) && !gathers(loop.root) && listed(loop.root).name == loop.name;
}

Expr TileFiller::offset_of(size_t t, const Expr& ordinal) const {
  const TiledLoop& loop = tiling_.time(t);
  Expr number = is_listed_tile(t) ? entry(loop.root, ordinal) : ordinal;
  return mul(size_of(number), loop.step_size());
}

Expr TileFiller::iterations(size_t t) const {
  const TiledLoop& loop = tiling_.time(t);
  return is_listed_tile(t) ? var(kept(loop.root))
         : !is_open(t)     ? loop.count
                           : ir::ceil_div(limit(loop.root), loop.step_size());
}

// ---- Filling a tile: all threads of the block together ----

Expr TileFiller::whole_rows(const TiledOperand& o, const Offsets& offsets) const {
  const std::string& last = o.tile->ranks.back().root;
  Expr end = ir::add(position(last, offsets, Which::Outside, o.tile->at), lit(row(o)));
  Expr out = both(var(aligned(o)), at_most(end, extent(last)));
  if (!o.tile->listed) return out;
  Expr apart = stride(o, tiling_.list_ahead()->root);
  return literal(apart) ? out : both(out, is_near(apart));
}

Stmt TileFiller::fill(const TiledOperand& o, const Expr& buffer, const Offsets& offsets,
                      bool whole) const {
  if (!tiling_.in_quads(o)) return fill(o, buffer, offsets, Unit::Element);
  if (whole || !has_edges(o)) return fill(o, buffer, offsets, Unit::Quad);
  const std::string flag = prefix(o) + "whole";
  return block({let(flag, Type::Bool, whole_rows(o, offsets)),
                if_then(var(flag), fill(o, buffer, offsets, Unit::Quad)),
                if_then(unless(flag), fill(o, buffer, offsets, Unit::Part))});
}

// Along which rank of the tile a thread's parts lie, `apart` elements of it from each other, and
// how many coordinates; none where they lie along several.
std::optional<TileFiller::Steps> TileFiller::steps_of(const StagedTile& tile, int64_t apart) {
  int64_t inner = tile.filled(), place = tile.elements;
  for (size_t r = 0; r + 1 < tile.ranks.size(); ++r) {
    const int64_t extent = tile.ranks[r].extent;
    inner /= extent;
    place /= extent;
    if (extent == 1) continue;
    if (apart % inner != 0) return std::nullopt;
    return Steps{r, apart / inner, apart / inner * place};
  }
  return std::nullopt;
}

// Threads copy units side by side, in parts. What all parts of a thread share is worked out once,
// so that a part costs little more than its copy.
Stmt TileFiller::fill(const TiledOperand& o, const Expr& buffer, const Offsets& offsets,
                      Unit unit) const {
  const StagedTile& tile = *o.tile;
  const int64_t wide = unit == Unit::Element ? 1 : staged_quad, units = tile.filled() / wide;
  const int64_t threads = tiling_.threads(), each = (units + threads - 1) / threads;
  const std::string own = prefix(o);
  const std::optional<Steps> steps = steps_of(tile, threads * wide);
  Expr part = var(own + "part"), first_unit = call("int", {call("thread")}),
       number = var(own + "unit"), rest = mul(number, lit(wide));
  Stmts shared, copy;
  shared.push_back(let(own + "unit", Type::Int,
                       steps ? first_unit : ir::add(first_unit, mul(part, lit(threads)))));
  std::map<std::string, Expr> at, first_at;
  Expr inside;
  bool gathered = false;  // where the parts lie
  for (size_t r = tile.ranks.size(); r-- > 0;) {
    const TileRank& rank = tile.ranks[r];
    Expr local = r == 0 ? rest : mod(rest, lit(rank.extent));
    if (rank.extent == 1) local = lit(0);
    rest = div(rest, lit(rank.extent));
    const std::string name = own + rank.root, place = name + "_at";
    const bool moves = steps && steps->rank == r;
    Expr first = position(rank.root, offsets, Which::Outside, tile.at), here = var(place);
    shared.push_back(let(place, Type::Size, ir::add(first, local)));
    first_at[rank.root] = here;
    if (moves) here = ir::add(here, mul(part, lit(steps->coordinates)));
    // Lists are padded to whole tiles.
    if (gathers(rank.root)) {
      // Threads that have nothing to copy here read no entry behind the list.
      if (!moves && units % threads != 0)
        here = call("select", {less(number, lit(units)), here, lit(0)});
      (moves ? copy : shared).push_back(let(name, Type::Coord, entry(rank.root, here)));
      here = first_at[rank.root] = var(name);
      gathered |= moves;
    }
    at[rank.root] = here;
    if (r + 1 == tile.ranks.size()) continue;
    Expr exists = less(var(place), limit(rank.root));
    if (moves) {
      shared.push_back(
          let(name + "_left", Type::Int, call("int", {ir::sub(limit(rank.root), var(place))})));
      exists = less(mul(part, lit(steps->coordinates)), var(name + "_left"));
    }
    inside = inside ? both(inside, exists) : exists;
  }
  Expr outside = position(tile.ranks.back().root, offsets, Which::Outside, tile.at);
  Expr within = mul(number, lit(wide)), from = source(o, at, outside, unit);
  if (tile.pitch != row(o))
    within = ir::add(mul(div(within, lit(row(o))), lit(tile.pitch)), mod(within, lit(row(o))));
  if (steps) {
    shared.push_back(let(own + "to", Type::Int, within));
    within = ir::add(var(own + "to"), mul(part, lit(steps->places)));
    if (!gathered) {
      shared.push_back(let(own + "from", Type::Size, source(o, first_at, outside, unit)));
      from = ir::add(var(own + "from"), mul(mul(part, lit(steps->coordinates)),
                                            stride(o, tile.ranks[steps->rank].root)));
    }
  }
  Expr to = ir::add(mul(buffer, lit(tile.elements)), within);
  copy.push_back(copied(o, at, from, inside, to, unit));
  Stmt all = block(std::move(copy));
  if (units % threads != 0)
    all = if_then(less(steps ? ir::add(number, mul(part, lit(threads))) : number, lit(units)), all);
  const auto each_part = [&](Stmt body) {
    return make_stmt(For{own + "part", Type::Int, lit(0), lit(each), lit(1), "", std::move(body),
                         unit != Unit::Part && each <= unrolled_at_most},
                     tile.where);
  };
  // What is shared stands in front of the parts, or, where it is not, in each.
  shared.push_back(steps ? each_part(block({all})) : all);
  Stmt whole = block(std::move(shared));
  return steps ? whole : each_part(whole);
}

// Where an element that is copied lies: in the operand's values or in its rows.
ir::Expr TileFiller::source(const TiledOperand& o, const std::map<std::string, Expr>& at,
                            const Expr& outside, Unit unit) const {
  if (!o.tile->packed) return address(o, at);
  const int64_t wide = unit == Unit::Element ? 1 : staged_quad;
  return in_rows(o, at, outside, mod(mul(var(prefix(o) + "unit"), lit(wide)), lit(row(o))));
}

bool TileFiller::may_lie_behind(const TiledOperand& o) const {
  if (!o.tile->packed) return false;
  const std::string& last = o.tile->ranks.back().root;
  if (o.tile->depth > 1 && tiling_.time(o.tile->at - 1).root == last) return true;
  return std::any_of(tiling_.loops().begin(), tiling_.loops().end(),
                     [&](const TiledLoop& l) { return l.root == last && l.step > row(o); });
}

Stmt TileFiller::copied(const TiledOperand& o, const std::map<std::string, Expr>& at,
                        const Expr& from, const Expr& inside, const Expr& to, Unit unit) const {
  const StagedTile& tile = *o.tile;
  const std::string& last = tile.ranks.back().root;
  const auto copied = [&](const Expr& guard, const Expr& count, int64_t width) {
    Copy out{CopyWay::Async, read(tile.buffer, to), read(o.elements(), from), width};
    out.guard = guard;
    out.count = count;
    return make_stmt(std::move(out));
  };
  if (unit == Unit::Quad) {
    Expr exists = inside ? inside : equal(lit(0), lit(0));
    if (may_lie_behind(o)) exists = both(exists, less(at.at(last), extent(last)));
    return copied(exists, nullptr, staged_quad);
  }
  Expr left = ir::sub(extent(last), at.at(last));
  if (unit == Unit::Part) {
    Expr count = most(least(left, lit(staged_quad)), lit(0));
    if (inside) count = call("select", {inside, count, lit(0)});
    return copied(nullptr, call("int", {count}), staged_quad);
  }
  Expr valid = less(lit(0), left);
  if (gathers(last)) valid = less(var(prefix(o) + last + "_at"), limit(last));
  if (inside) valid = both(inside, valid);
  if (tiling_.converts(o))
    return assign(read(tile.buffer, to), AssignOp::Set,
                  call("choose", {valid, read(o.values, from), make_expr(FloatLit{0})}));
  return copied(valid, nullptr, 1);
}

}  // namespace teaal::passes
