#include "compiler/passes/staged_fill.h"

#include <algorithm>

namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t unrolled_at_most = 32;  // iterations

}  // namespace

ir::Stmt TileFiller::run(const std::string& intrinsic, std::vector<Expr> args) {
  return make_stmt(Run{call(intrinsic, std::move(args))});
}

Expr TileFiller::unless(const std::string& flag) { return equal(call("int", {var(flag)}), lit(0)); }

// ---- Coordinates ----

Expr TileFiller::offset(const TiledLoop& loop, const Offsets& offsets) const {
  auto found = offsets.find(&loop);
  return found == offsets.end() ? var(loop.var) : found->second;
}

Expr TileFiller::position(const std::string& root, const Offsets& offsets, Which which,
                          size_t at) const {
  Expr out = lit(0);
  for (const TiledLoop& loop : tiling_.loops()) {
    const bool inside = tiling_.inside(loop, at);
    if (loop.root == root && (which == Which::All || inside == (which == Which::Inside)))
      out = ir::add(out, offset(loop, offsets));
  }
  return out;
}

bool TileFiller::gathers(const std::string& root) const {
  return lists_.contains(root) && listed(root).step == 1;
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

// ---- Filling a tile: all threads of the block together ----

bool TileFiller::in_quads(const TiledOperand& o) const {
  if (row(o) % staged_quad != 0 || converts(o)) return false;
  for (const TiledLoop& loop : tiling_.loops())
    if (loop.root == o.tile->ranks.back().root && !tiling_.inside(loop, o.tile->at) &&
        loop.step % staged_quad != 0)
      return false;
  return !gathers(o.tile->ranks.back().root);
}

Expr TileFiller::whole_rows(const TiledOperand& o, const Offsets& offsets) const {
  const std::string& last = o.tile->ranks.back().root;
  Expr end = ir::add(position(last, offsets, Which::Outside, o.tile->at), lit(row(o)));
  return both(var(aligned(o)), at_most(end, extent(last)));
}

Stmt TileFiller::fill(const TiledOperand& o, const Expr& buffer, const Offsets& offsets,
                      bool whole) const {
  if (!in_quads(o)) return fill(o, buffer, offsets, Unit::Element);
  if (whole || !has_edges(o)) return fill(o, buffer, offsets, Unit::Quad);
  const std::string flag = prefix(o) + "whole";
  return block({let(flag, Type::Bool, whole_rows(o, offsets)),
                if_then(var(flag), fill(o, buffer, offsets, Unit::Quad)),
                if_then(unless(flag), fill(o, buffer, offsets, Unit::Part))});
}

Stmt TileFiller::fill(const TiledOperand& o, const Expr& buffer, const Offsets& offsets,
                      Unit unit) const {
  const StagedTile& tile = *o.tile;
  const int64_t wide = unit == Unit::Element ? 1 : staged_quad, units = tile.filled() / wide;
  const int64_t threads = tiling_.threads(), each = (units + threads - 1) / threads;
  const std::string own = prefix(o);
  Expr number = var(own + "unit"), rest = mul(number, lit(wide));
  Stmts copy;
  std::map<std::string, Expr> at;
  Expr inside;
  for (size_t r = tile.ranks.size(); r-- > 0;) {
    const TileRank& rank = tile.ranks[r];
    Expr local = r == 0 ? rest : mod(rest, lit(rank.extent));
    if (rank.extent == 1) local = lit(0);
    rest = div(rest, lit(rank.extent));
    const std::string name = own + rank.root, place = name + "_at";
    Expr first = position(rank.root, offsets, Which::Outside, tile.at);
    copy.push_back(let(place, Type::Size, ir::add(first, local)));
    // Lists are padded to whole tiles.
    if (gathers(rank.root))
      copy.push_back(let(name, Type::Coord, entry(rank.root, var(place))));
    else
      copy.push_back(let(name, Type::Size, var(place)));
    at[rank.root] = var(name);
    if (r + 1 == tile.ranks.size()) continue;
    Expr here = less(var(place), limit(rank.root));
    inside = inside ? both(inside, here) : here;
  }
  Expr outside = position(tile.ranks.back().root, offsets, Which::Outside, tile.at);
  Expr within = mul(number, lit(wide));
  if (tile.pitch != row(o))
    within = ir::add(mul(div(within, lit(row(o))), lit(tile.pitch)), mod(within, lit(row(o))));
  Expr to = ir::add(mul(buffer, lit(tile.elements)), within);
  copy.push_back(copied(o, at, outside, inside, to, unit));
  Stmt all = block(std::move(copy));
  if (units % threads != 0) all = if_then(less(number, lit(units)), all);
  return make_stmt(
      For{own + "part", Type::Int, lit(0), lit(each), lit(1), "",
          block({let(own + "unit", Type::Int,
                     ir::add(call("int", {call("thread")}), mul(var(own + "part"), lit(threads)))),
                 all}),
          unit != Unit::Part && each <= unrolled_at_most},
      tile.where);
}

bool TileFiller::may_lie_behind(const TiledOperand& o) const {
  if (!o.tile->packed) return false;
  const std::string& last = o.tile->ranks.back().root;
  if (o.tile->depth > 1 && tiling_.time(o.tile->at - 1).root == last) return true;
  return std::any_of(tiling_.loops().begin(), tiling_.loops().end(),
                     [&](const TiledLoop& l) { return l.root == last && l.step > row(o); });
}

Stmt TileFiller::copied(const TiledOperand& o, std::map<std::string, Expr> at, const Expr& outside,
                        const Expr& inside, const Expr& to, Unit unit) const {
  const StagedTile& tile = *o.tile;
  const std::string& last = tile.ranks.back().root;
  const int64_t wide = unit == Unit::Element ? 1 : staged_quad;
  Expr from, source = var(o.values);
  if (tile.packed) {
    source = var(tile.rows);
    from = div(outside, lit(row(o)));
    for (size_t r = 0; r + 1 < tile.ranks.size(); ++r)
      from = ir::add(mul(from, extent(tile.ranks[r].root)), at[tile.ranks[r].root]);
    from =
        ir::add(mul(from, lit(row(o))), mod(mul(var(prefix(o) + "unit"), lit(wide)), lit(row(o))));
  } else {
    from = address(o, at);
  }
  if (unit == Unit::Quad) {
    Expr exists = inside ? inside : equal(lit(0), lit(0));
    if (may_lie_behind(o)) exists = both(exists, less(at[last], extent(last)));
    return run("copy_quad", {var(tile.buffer), to, source, from, exists});
  }
  Expr left = ir::sub(extent(last), at[last]);
  if (unit == Unit::Part) {
    Expr count = most(least(left, lit(staged_quad)), lit(0));
    if (inside) count = call("select", {inside, count, lit(0)});
    return run("copy_part", {var(tile.buffer), to, source, from, call("int", {count})});
  }
  Expr valid = less(lit(0), left);
  if (gathers(last)) valid = less(var(prefix(o) + last + "_at"), limit(last));
  if (inside) valid = both(inside, valid);
  if (converts(o))
    return assign(read(tile.buffer, to), AssignOp::Set,
                  call("choose", {valid, read(o.values, from), make_expr(FloatLit{0})}));
  return run("copy_element", {var(tile.buffer), to, source, from, valid});
}

}  // namespace teaal::passes
