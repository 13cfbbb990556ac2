#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/tiling/tiling.h"

// Outputs that are stored tile by tile.
namespace teaal::passes {

using namespace ir;

namespace {

std::optional<int64_t> tile_of(const Level& level) {
  if (!level.snaps.empty()) return std::nullopt;
  return level.tile ? literal(level.tile) : 1;
}

}  // namespace

void Tiling::add_output() {
  const auto& target = *as<Access>(assign_.target);
  const View* points = nullptr;
  for (const Operand& o : kernel_.operands)
    if (o.name == target.operand) points = program_.view(o.view);
  if (!points->points) {
    output_ = operand(target);
    return;
  }
  const Tensor& tensor = *program_.tensor(target.operand);
  const auto stored = std::ranges::find_if(program_.views, [&](const View& v) {
    return v.tensor == tensor.name && !v.points && !v.resorted && !v.carried;
  });
  output_.name = target.operand;
  output_.view = stored->name;
  output_.values = values_name(*stored);
  output_.where = tensor.where;
  output_.tiles.emplace();
  output_.tiles->levels = tensor.levels;
  for (const Level& level : tensor.levels) {
    const auto rank = std::ranges::find(tensor.ranks, level.rank) - tensor.ranks.begin();
    const auto* index = as<Var>(target.at[static_cast<size_t>(rank)]);
    const auto root = index ? root_of_.find(index->name) : root_of_.end();
    if (root == root_of_.end() || root->second != level.rank)
      return error(output_.where, fmt::format("unsupported: staging where {} is written with index "
                                              "math",
                                              tensor.name));
    // In the order of the lowest levels.
    std::erase(output_.roots, level.rank);
    output_.roots.push_back(level.rank);
  }
  for (size_t l = 0; l < tensor.levels.size(); ++l)
    if (tensor.levels[l].format != LevelFormat::Uncompressed) output_.tiles->outer = l + 1;
}

// Why the output cannot be stored so; empty: it can.
std::string Tiling::refusal_of_tiles() const {
  const StoredTiles& tiles = *output_.tiles;
  if (tiles.outer == tiles.levels.size())
    return "its last level is compressed; give it uncompressed levels for what a tile holds";
  for (const Level& level : tiles.levels)
    if (!tile_of(level)) return fmt::format("{} is no part of a fixed size", level_name(level));
  for (const std::string& root : output_.roots) {
    std::optional<int64_t> covered = reach_of(root, Place::Block), tile;
    for (size_t l = 0; l < tiles.outer; ++l)
      if (tiles.levels[l].rank == root) tile = tile_of(tiles.levels[l]);
    if (!tile) return fmt::format("no level of {} stands above its last compressed one", root);
    if (!covered || *covered != *tile)
      return fmt::format("a tile has {} of {}, but a block covers {}", *tile, root,
                         covered ? std::to_string(*covered) : "no run of coordinates");
    int64_t loops = 0;
    for (const TiledLoop* loop : at_blocks()) loops += loop->root == root ? 1 : 0;
    if (loops != 1) return fmt::format("several loops over {} are bound to Block", root);
  }
  if (!summing_blocks().empty()) return "blocks share sums";
  if (revisits()) return "sums are added up in memory";
  for (const Kernel& other : program_.kernels)
    for (const Operand& o : other.operands)
      if (other.name != kernel_.name && tensor_of(o.name) == output_.name)
        return "another kernel reads it, or adds to it";
  int64_t lists = 0;
  for (const Schedule::Skip& s : skips_) {
    if (s.kind != Schedule::Skip::Kind::Compact) continue;
    if (s.at != Place::Block) return "a list is not of one block";
    ++lists;
  }
  if (lists == 0)
    return "no list says which blocks have something to compute; bind BlockIntersect with type: "
           "compact";
  return "";
}

}  // namespace teaal::passes
