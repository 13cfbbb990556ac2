#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/copies.h"
#include "compiler/passes/staged/staged_kernel.h"

namespace teaal::passes {

using namespace ir;

// Row-major over the levels as they are stored.
Expr StagedBuilder::address(const TiledOperand& o, const std::map<std::string, Expr>& coordinates) {
  Expr at = lit(0);
  for (const std::string& root : o.roots) at = ir::add(mul(at, extent(root)), coordinates.at(root));
  return at;
}

Expr StagedBuilder::in_rows(const TiledOperand& o, const std::map<std::string, Expr>& at,
                            const Expr& last, const Expr& place) {
  const StagedTile& tile = *o.tile;
  const int64_t row = tile.ranks.back().extent;
  Expr out = div(last, lit(row));
  for (size_t r = 0; r + 1 < tile.ranks.size(); ++r)
    out = ir::add(mul(out, extent(tile.ranks[r].root)), at.at(tile.ranks[r].root));
  return ir::add(mul(out, lit(row)), place);
}

Expr StagedBuilder::stride(const TiledOperand& o, const std::string& root) {
  const StagedTile& tile = *o.tile;
  Expr out = lit(1);
  if (tile.packed) {
    if (root == tile.ranks.back().root) return out;
    out = lit(tile.ranks.back().extent);
    for (size_t r = tile.ranks.size() - 1; r-- > 0 && tile.ranks[r].root != root;)
      out = mul(out, extent(tile.ranks[r].root));
    return out;
  }
  for (size_t r = o.roots.size(); r-- > 0 && o.roots[r] != root;)
    out = mul(out, extent(o.roots[r]));
  return out;
}

Expr StagedBuilder::lane() { return mod(call("thread"), lit(staged_warp)); }

Expr StagedBuilder::warp_number(int64_t threads) {
  return ir::add(mul(size_of(call("block")), lit(threads / staged_warp)),
                 div(call("thread"), lit(staged_warp)));
}

Expr StagedBuilder::pattern_row(const TiledOperand& o, const std::map<std::string, Expr>& tiles) {
  Expr out = lit(0);
  for (size_t r = 0; r + 1 < o.pattern->ranks.size(); ++r) {
    const Schedule::Pattern::Rank& rank = o.pattern->ranks[r];
    out = ir::add(mul(out, ir::ceil_div(extent(rank.root), lit(rank.tile))), tiles.at(rank.root));
  }
  return out;
}

// The last rank runs fastest.
void StagedBuilder::block_offsets(const Expr& number, Stmts& out) const {
  const std::vector<const TiledLoop*> loops = tiling_.at_blocks();
  Expr rest = number;
  Stmts lets;
  for (size_t i = loops.size(); i-- > 0;) {
    const TiledLoop& loop = *loops[i];
    Expr count = loop.fixed() ? loop.count : var(count_name(loop));
    Expr ordinal = i == 0 ? rest : mod(rest, count);
    lets.insert(lets.begin(),
                let(loop.var, Type::Size, mul(size_of(ordinal), loop.step_size()), loop.where));
    rest = div(rest, count);
  }
  out.insert(out.end(), lets.begin(), lets.end());
}

Expr StagedBuilder::blocks() const {
  Expr out = lit(1);
  for (const TiledLoop* loop : tiling_.at_blocks()) out = mul(out, most(loop->count, lit(1)));
  return out;
}

int64_t StagedBuilder::lists_of_block(const std::string& root) const {
  return tiling_.compacted(root)->at == Place::Warp ? tiling_.warps() : 1;
}

Expr StagedBuilder::list_number(const std::string& root, const Expr& block) const {
  if (tiling_.listed_once(root)) return lit(0);
  if (tiling_.compacted(root)->at != Place::Warp) return block;
  Expr warp = lit(0);
  for (const TiledLoop* loop : tiling_.at_warps())
    warp = ir::add(mul(warp, loop->count), div(var(loop->var), loop->step_size()));
  return ir::add(mul(size_of(block), lit(tiling_.warps())), warp);
}

Expr StagedBuilder::joint_word(Place place, const Expr& word) const {
  Expr out;
  for (const TiledOperand& o : tiling_.operands())
    if (o.pattern) {
      Expr one = pattern_word(o, place, word);
      out = out ? call("common_bits", {out, one}) : one;
    }
  return out;
}

Expr StagedBuilder::pattern_word(const TiledOperand& o, Place place, const Expr& word) const {
  std::vector<Expr> parts =
      pattern_words(o, place, {word, words(o.pattern->ranks.back().root), nullptr});
  // In pairs: compilers count how deep parentheses are.
  for (; parts.size() > 1; parts.resize((parts.size() + 1) / 2))
    for (size_t i = 0; 2 * i < parts.size(); ++i)
      parts[i] = 2 * i + 1 < parts.size() ? call("any_of_bits", {parts[2 * i], parts[2 * i + 1]})
                                          : parts[2 * i];
  return parts[0];
}

std::vector<Expr> StagedBuilder::pattern_words(const TiledOperand& o, Place place,
                                               const Word& word) const {
  struct Row {
    Expr number, inside;  // of the tile; null: it always is
  };
  std::vector<Row> rows = {{lit(0), word.where}};
  for (size_t r = 0; r + 1 < o.pattern->ranks.size(); ++r) {
    const auto& rank = o.pattern->ranks[r];
    Expr first = lit(0);
    for (const TiledLoop& loop : tiling_.loops())
      if (loop.root == rank.root &&
          (loop.place == Place::Block || (place == Place::Warp && loop.place == Place::Warp)))
        first = ir::add(first, var(loop.var));
    const int64_t reach = *tiling_.reach_of(rank.root, place), tiles = reach / rank.tile;
    Expr all = ir::ceil_div(extent(rank.root), lit(rank.tile));
    std::vector<Row> next;
    for (const Row& row : rows)
      for (int64_t i = 0; i < std::max<int64_t>(tiles, 1); ++i) {
        Expr tile = ir::add(div(first, lit(rank.tile)), lit(i));
        Expr here = less(tile, all);
        next.push_back(
            {ir::add(mul(row.number, all), tile), row.inside ? both(row.inside, here) : here});
      }
    rows = std::move(next);
  }
  std::vector<Expr> parts;
  for (const Row& row : rows) {
    Expr one = read(o.masks, ir::add(mul(row.number, word.of_a_row), word.index));
    parts.push_back(row.inside ? call("mask_where", {row.inside, one}) : one);
  }
  return parts;
}

Expr StagedBuilder::entries_of_block(const TiledLoop& listed) const {
  const int64_t whole = listed.step > 1 ? 1 : padding(listed.root);
  const std::optional<int64_t> piece = tiling_.piece(listed.root);
  Expr covered = piece ? lit(*piece) : extent(listed.root);
  return ir::add(mul(ir::ceil_div(covered, lit(listed.step * whole)), lit(whole)),
                 lit(read_ahead() * whole));
}

int64_t StagedBuilder::read_ahead() const {
  int64_t depth = 1;
  for (const TiledOperand& o : tiling_.operands())
    if (o.tile) depth = std::max(depth, o.tile->depth);
  return depth - 1;
}

int64_t StagedBuilder::padding(const std::string& root) const {
  int64_t out = 1;
  for (size_t t = 0; t < tiling_.times(); ++t)
    if (tiling_.time(t).root == root) out = std::max(out, tiling_.time(t).step);
  for (const TiledOperand& o : tiling_.operands())
    for (size_t r = 0; o.tile && r < o.tile->ranks.size(); ++r)
      if (o.tile->ranks[r].root == root) out = std::max(out, o.tile->ranks[r].extent);
  return out;
}

Stmt StagedBuilder::unless_empty(const std::vector<std::string>& roots, Stmt body) {
  Expr some;
  for (const std::string& root : roots) {
    Expr here = less(lit(0), var(root));
    some = some ? both(some, here) : here;
  }
  return some ? if_then(some, std::move(body)) : body;
}

Param StagedBuilder::workspace(const std::string& name, Type type, bool written) const {
  return {Param::Kind::Workspace, name, name, 0, nullptr, written, type};
}

Param StagedBuilder::values(const TiledOperand& o, bool written) const {
  return {Param::Kind::Values, o.values, o.view, 0, nullptr, written};
}

void StagedBuilder::add_sizes(Kernel& kernel) const {
  add_sizes_read(program_, kernel);
  std::set<std::string> read;
  for_each_expr(kernel.body, [&](const Expr& e) {
    if (const auto* v = as<Var>(e)) read.insert(v->name);
  });
  for (const TiledLoop* loop : tiling_.at_blocks())
    if (read.contains(count_name(*loop)))
      kernel.params.push_back(
          {Param::Kind::Int, count_name(*loop), "", 0, most(loop->count, lit(1)), false});
}

}  // namespace teaal::passes
