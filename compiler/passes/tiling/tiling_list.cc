#include <algorithm>
#include <bit>

#include "compiler/passes/tiling/tiling.h"

// Where copies into tiles follow a list of coordinates, its entries come into shared memory ahead
// of them: read from global memory by the copies themselves, an entry has a copy wait for it, and
// costs an address.
namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t most_entries = 32;  // of a thread, in registers

}  // namespace

bool Tiling::converts(const TiledOperand& o) const {
  return target_.narrow_values && !o.tile->packed;
}

bool Tiling::in_quads(const TiledOperand& o) const {
  const StagedTile& tile = *o.tile;
  const TileRank& row = tile.ranks.back();
  return row.extent % staged_quad == 0 && !converts(o) && !gathers(row.root) &&
         std::ranges::none_of(loops_, [&](const TiledLoop& loop) {
           return loop.root == row.root && !inside(loop, tile.at) && loop.step % staged_quad != 0;
         });
}

// A thread copies quads of one column, of neighbouring entries.
bool Tiling::may_follow_list(const TiledOperand& o) const {
  if (!o.tile || o.tile->depth == 1 || !in_quads(o)) return false;
  const StagedTile& tile = *o.tile;
  const std::string& root = time(tile.at - 1).root;
  if (!gathers(root) || compacted(root)->at == Place::Warp) return false;
  // Threads with different entries.
  const int64_t quads = tile.ranks.back().extent / staged_quad, groups = threads() / quads;
  if (threads() % quads != 0) return false;
  bool has_list = false;
  for (size_t r = 0; r + 1 < tile.ranks.size(); ++r) {
    const auto& [rank, extent] = tile.ranks[r];
    if (rank == root)
      has_list =
          extent % staged_quad == 0 && extent % groups == 0 && extent / groups <= most_entries;
    else if (extent != 1 || gathers(rank))
      return false;
  }
  return has_list;
}

// Copies run depth - 1 tiles ahead, and entries as many ahead of them, since what comes with the
// copies of a tile arrives with it. A power of two is a cheap divisor.
void Tiling::add_list_ahead() {
  int64_t bytes = partial_sums() * target_.value_bytes;
  for (TiledOperand& o : operands_) {
    if (!o.tile) continue;
    bytes += o.tile->elements * o.tile->depth * target_.value_bytes;
    o.tile->listed = may_follow_list(o);
    if (!o.tile->listed) continue;
    const std::string& root = time(o.tile->at - 1).root;
    const auto rank = std::ranges::find(o.tile->ranks, root, &TileRank::root);
    const auto ahead = static_cast<uint64_t>(2 * o.tile->depth - 2);
    list_ahead_ = {root, o.tile->at, rank->extent, static_cast<int64_t>(std::bit_ceil(ahead))};
  }
  if (!list_ahead_ || bytes + list_ahead_->bytes() <= target_.most_shared_bytes) return;
  list_ahead_.reset();
  for (TiledOperand& o : operands_)
    if (o.tile) o.tile->listed = false;
}

}  // namespace teaal::passes
