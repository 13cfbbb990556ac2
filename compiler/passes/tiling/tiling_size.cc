#include <fmt/format.h>

#include <algorithm>

#include "compiler/passes/tiling/tiling.h"

// What to say of tiles that are too large together: which one, along which rank, and what sizes it.
namespace teaal::passes {
namespace {

const TileRank& longest(const StagedTile& tile) {
  return *std::ranges::max_element(tile.ranks, {}, &TileRank::extent);
}

std::string size_text(const StagedTile& tile) {
  std::string out;
  for (const TileRank& rank : tile.ranks)
    out += fmt::format("{}{} {}", out.empty() ? "" : " x ", rank.extent, rank.root);
  return tile.depth > 1 ? fmt::format("{}, {} deep", out, tile.depth) : out;
}

}  // namespace

int64_t Tiling::bytes_of(const StagedTile& tile) const {
  return tile.elements * tile.depth * target_.value_bytes;
}

// How many coordinates of a rank the tiles that have it may span, the others staying as they are.
// Without what aligns them: about. 0: none.
int64_t Tiling::most_that_fits(const TileRank& rank) const {
  int64_t with = 0;
  for (const TiledOperand& o : operands_)
    if (o.tile &&
        std::ranges::find(o.tile->ranks, rank.root, &TileRank::root) != o.tile->ranks.end())
      with += bytes_of(*o.tile);
  const int64_t left = target_.most_shared_bytes - (shared_bytes_ - with);
  return left <= 0 ? 0 : left / std::max<int64_t>(1, with / rank.extent);
}

void Tiling::refuse_size() {
  const TiledOperand* largest = nullptr;
  for (const TiledOperand& o : operands_)
    if (o.tile && (!largest || bytes_of(*o.tile) > bytes_of(*largest->tile))) largest = &o;
  ok_ = false;
  const StagedTile& tile = *largest->tile;
  std::string text = fmt::format(
      "the tiles in Shared take {} bytes, more than the {} that a block can have; {} has {} of "
      "them",
      shared_bytes_, target_.most_shared_bytes, largest->name, bytes_of(tile));
  const TileRank rank = tile.ranks.empty() ? TileRank{} : longest(tile);
  const int64_t fits = most_that_fits(rank);
  text += fmt::format(" ({}); {}", size_text(tile),
                      fits > 0 ? fmt::format("about {} {} would fit", fits, rank.root)
                               : "use smaller tiles or less depth");
  Diagnostic& told = diagnostics_.error(
      Code::Binding, tile.where.known() ? tile.where : kernel_.where, std::move(text));
  for (const auto& [symbol, value] : program_.bound)
    if (value == rank.extent)
      told.note({}, fmt::format("{0} is {1}; -D {0}=SIZE is another size", symbol, value));
}

}  // namespace teaal::passes
