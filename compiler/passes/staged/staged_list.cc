#include "compiler/ir/levels.h"
#include "compiler/passes/staged/staged_fill.h"

// Fills that follow a list whose entries come into shared memory ahead of them (ListAhead).
namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t entries_of_copy = 4;
constexpr int64_t most_stride = int64_t{1} << 29;  // 2^32 bytes, of elements of at most eight

}  // namespace

Expr TileFiller::is_near(const Expr& stride) { return less(stride, lit(most_stride)); }

void TileFiller::declare_list(Stmts& out) const {
  if (const std::optional<ListAhead>& list = tiling_.list_ahead())
    out.push_back(make_stmt(
        Array{listed_ahead(), list->tiles * list->entries, Type::Coord, Memory::Shared, true}));
}

Expr TileFiller::place_of_list(const Expr& number) const {
  const ListAhead& list = *tiling_.list_ahead();
  return mul(mod(number, lit(list.tiles)), lit(list.entries));
}

Stmt TileFiller::copy_list(const Expr& number, const Offsets& offsets) const {
  const ListAhead& list = *tiling_.list_ahead();
  Expr place = mul(var("list_unit"), lit(entries_of_copy)),
       from = ir::add(position(list.root, offsets, Which::Outside, list.at), place);
  Copy entries{CopyWay::Async, read(listed_ahead(), ir::add(place_of_list(number), place)),
               read(lists_.at(list.root).entries, ir::add(var(first_entry(list.root)), from)),
               entries_of_copy};
  entries.entries = true;
  return side_by_side(list.entries / entries_of_copy, tiling_.threads(), "list_",
                      make_stmt(std::move(entries)));
}

// A thread copies quads of one column, of neighbouring entries: one load brings several of them,
// and a copy costs one multiplication beside itself.
StagedBuilder::Stmts TileFiller::take_entries(const TiledOperand& o, const Expr& number,
                                              const Offsets& offsets) const {
  const ListAhead& list = *tiling_.list_ahead();
  const StagedTile& tile = *o.tile;
  const int64_t quads = row(o) / staged_quad, each = entries_of_thread(o);
  const std::string own = prefix(o);
  const std::string& last = tile.ranks.back().root;
  Expr unit = var(own + "unit"), entry = var(own + "entry"),
       column = mul(mod(unit, lit(quads)), lit(staged_quad));
  Stmts out = {let(own + "unit", Type::Int, call("int", {call("thread")})),
               let(own + "entry", Type::Int, mul(div(unit, lit(quads)), lit(each)))};
  std::map<std::string, Expr> at = {{list.root, lit(0)}};
  Expr inside;
  for (const TileRank& rank : tile.ranks) {
    if (rank.root == list.root) continue;
    Expr here = position(rank.root, offsets, Which::Outside, tile.at);
    if (rank.root == last) here = ir::add(here, column);
    out.push_back(let(own + rank.root, Type::Size, here));
    at[rank.root] = var(own + rank.root);
    if (rank.root == last && !may_lie_behind(o)) continue;
    Expr exists = less(at[rank.root], limit(rank.root));
    inside = inside ? both(inside, exists) : exists;
  }
  Expr first = position(list.root, offsets, Which::Outside, tile.at),
       left = ir::sub(limit(list.root), first);
  if (inside) left = call("select", {inside, left, lit(0)});
  Expr outside = position(last, offsets, Which::Outside, tile.at);
  out.push_back(let(own + "left", Type::Int, ir::sub(call("int", {left}), entry)));
  out.push_back(let(own + "from", Type::Size,
                    tile.packed ? in_rows(o, at, outside, column) : address(o, at)));
  out.push_back(let(own + "to", Type::Int,
                    ir::add(mul(mod(number, lit(tile.depth)), lit(tile.elements)),
                            ir::add(mul(entry, lit(tile.pitch)), column))));
  out.push_back(make_stmt(Array{own + "entries", each, Type::Coord, Memory::Registers}));
  Copy entries{CopyWay::Load, read(own + "entries", lit(0)),
               read(listed_ahead(), ir::add(place_of_list(number), entry)), each};
  entries.entries = true;
  out.push_back(make_stmt(std::move(entries)));
  return out;
}

Stmt TileFiller::copy_entries(const TiledOperand& o) const {
  const std::string own = prefix(o);
  Expr part = var(own + "part"), to = ir::add(var(own + "to"), mul(part, lit(o.tile->pitch)));
  Copy copy{CopyWay::Async, read(o.tile->buffer, to), read(o.elements(), var(own + "from")),
            staged_quad};
  copy.entry = read(own + "entries", part);
  copy.stride = stride(o, tiling_.list_ahead()->root);
  copy.guard = less(part, var(own + "left"));
  return make_stmt(For{own + "part", Type::Int, lit(0), lit(entries_of_thread(o)), lit(1), "",
                       make_stmt(std::move(copy)), true},
                   o.tile->where);
}

}  // namespace teaal::passes
