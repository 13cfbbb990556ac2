#include "compiler/ir/levels.h"
#include "compiler/passes/plan/assembly.h"
#include "compiler/passes/staged/staged_kernel.h"

// Outputs that are stored tile by tile: a tile is there where its block's lists name something.
namespace teaal::passes {

using namespace ir;

namespace {

Expr extent_of(const StoredTiles& tiles, size_t level) { return level_extent(tiles.levels, level); }

// What a level stores for coordinate c of its rank: the number of its tile in the enclosing one.
Expr index_of(const StoredTiles& tiles, size_t level, const Expr& c) {
  const Level& l = tiles.levels[level];
  Expr out = l.tile ? div(c, l.tile) : c;
  return enclosing_level(tiles.levels, level) ? mod(out, extent_of(tiles, level)) : out;
}

// The index of each outer level, given the number of a tile.
std::vector<Expr> indices_of(const StoredTiles& tiles, Expr number) {
  std::vector<Expr> out(tiles.outer);
  for (size_t l = tiles.outer; l-- > 0;) {
    Expr extent = size_of(extent_of(tiles, l));
    out[l] = l == 0 ? number : mod(number, extent);
    number = div(number, extent);
  }
  return out;
}

class TileStore : public StagedBuilder {
 public:
  TileStore(Program& program, const Kernel& kernel, const Tiling& tiling,
            const std::map<std::string, Lists>& lists)
      : StagedBuilder(program, kernel, tiling), assembly_(program), lists_(lists) {}

  std::string before() const { return before_; }

  Step run(std::vector<Kernel>& before) {
    const std::string& name = tiling_.output().name;
    const StoredTiles& tiles = *tiling_.output().tiles;
    std::vector<Expr> extents;
    for (size_t l = 0; l < tiles.outer; ++l) extents.push_back(extent_of(tiles, l));
    all_ = product(extents);
    before_ = assembly_.workspace(name + "_tiles", ir::add(all_, lit(1)), Type::Size);
    stored_ = assembly_.fresh(name + "_tiles_stored");
    keys_ = assembly_.workspace(name + "_keys", var(stored_), Type::Size);
    assembly_.within({Step::Kind::Assemble, tiling_.output().view}, [&] {
      assembly_.launch(mark());
      assembly_.scan(before_, all_, kernel_.where);
      assembly_.read(stored_, before_, all_);
      assembly_.launch(store_keys());
      assembly_.store(storage_view(program_, name), {keys_, "", stored_}, kernel_.where);
      assembly_.add({Step::Kind::Launch, kernel_.name});
    });
    for (Kernel& k : assembly_.take_kernels()) {
      k.tiled = true;
      before.push_back(std::move(k));
    }
    return std::move(assembly_.take_steps().front());
  }

 private:
  // Which tiles are there.
  Kernel mark() {
    const StoredTiles& tiles = *tiling_.output().tiles;
    Expr entry = var("entry"), block = lit(0), inside;
    const std::vector<Expr> indices = indices_of(tiles, entry);
    std::map<std::string, Expr> first;
    for (size_t l = 0; l < tiles.outer; ++l) {
      Expr& c = first.try_emplace(tiles.levels[l].rank, lit(0)).first->second;
      const Expr& tile = tiles.levels[l].tile;
      c = ir::add(c, tile ? mul(indices[l], tile) : indices[l]);
    }
    // In nests of tiles the last ones may lie behind the rank's end.
    for (const auto& [root, c] : first) {
      Expr here = less(c, extent(root));
      inside = inside ? both(inside, here) : here;
    }
    for (const TiledLoop* loop : tiling_.at_blocks())
      block = ir::add(mul(block, size_of(var(count_name(*loop)))),
                      div(first.at(loop->root), loop->step_size()));
    Stmt some =
        if_then(has_entries(lists_, var("block_here")), assign(var("kept"), AssignOp::Set, lit(1)));
    Kernel k = entry_kernel({assembly_.fresh_kernel(tiling_.output().name + "_mark"),
                             all_,
                             {array_param(before_, Type::Size, true)},
                             ir::block({changing("kept", Type::Size, lit(0)),
                                        let("block_here", Type::Size, block), if_then(inside, some),
                                        assign(read(before_, entry), AssignOp::Set, var("kept"))}),
                             nullptr,
                             kernel_.where});
    for (const auto& [root, list] : lists_)
      k.params.push_back(workspace(list.counts, Type::Coord, false));
    add_sizes(k);
    return k;
  }

  // The first element of each tile that is there.
  Kernel store_keys() {
    Expr entry = var("entry"), at = var("at");
    Stmt store = assign(read(keys_, at), AssignOp::Set, mul(entry, tile_elements()));
    return entry_kernel(
        {assembly_.fresh_kernel(tiling_.output().name + "_store"),
         all_,
         {array_param(before_, Type::Size, false), array_param(keys_, Type::Size, true)},
         ir::block({let("at", Type::Size, read(before_, entry)),
                    if_then(less(at, read(before_, ir::add(entry, lit(1)))), store)}),
         nullptr,
         kernel_.where});
  }

  Assembly assembly_;
  const std::map<std::string, Lists>& lists_;
  Expr all_;  // tiles of the index space
  std::string before_, keys_, stored_;
};

}  // namespace

Expr StagedBuilder::has_entries(const std::map<std::string, Lists>& lists,
                                const Expr& block) const {
  Expr out;
  for (const auto& [root, list] : lists) {
    Expr some = less(lit(0), read(list.counts, list_number(root, block)));
    out = out ? both(out, some) : some;
  }
  return out;
}

Expr StagedBuilder::tile_number(const std::map<std::string, Expr>& coordinates) const {
  const StoredTiles& tiles = *tiling_.output().tiles;
  Expr out = lit(0);
  for (size_t l = 0; l < tiles.outer; ++l)
    out = ir::add(mul(out, size_of(extent_of(tiles, l))),
                  index_of(tiles, l, coordinates.at(tiles.levels[l].rank)));
  return out;
}

Expr StagedBuilder::place_in_tile(const std::map<std::string, Expr>& local) const {
  const StoredTiles& tiles = *tiling_.output().tiles;
  Expr out = lit(0);
  for (size_t l = tiles.outer; l < tiles.levels.size(); ++l) {
    const Level& level = tiles.levels[l];
    const bool outermost = *enclosing_level(tiles.levels, l) < tiles.outer;
    Expr c = level.tile ? div(local.at(level.rank), level.tile) : local.at(level.rank);
    out = ir::add(mul(out, extent_of(tiles, l)), outermost ? c : mod(c, extent_of(tiles, l)));
  }
  return out;
}

Expr StagedBuilder::tile_elements() const {
  const StoredTiles& tiles = *tiling_.output().tiles;
  return level_span(tiles.levels, tiles.outer);
}

Step assembled_tiles(Program& program, const Kernel& kernel, Tiling& tiling,
                     const std::map<std::string, Lists>& lists, std::vector<Kernel>& before) {
  TileStore store(program, kernel, tiling, lists);
  Step out = store.run(before);
  tiling.output().tiles->before = store.before();
  return out;
}

}  // namespace teaal::passes
