#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/tiling/tiling.h"

// Which lanes of a warp hold what, where tensor cores multiply, and rows of tiles that they read
// without meeting in a bank.
namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t banks = 32, quad = staged_quad;

int64_t count_of(const std::vector<const TiledLoop*>& loops) {
  int64_t out = 1;
  for (const TiledLoop* loop : loops) out *= loop->fixed().value_or(0);
  return out;
}

// What loops over lanes add to the coordinate of `root` in lane number `ordinal` of theirs.
int64_t lane_coordinate(const std::vector<const TiledLoop*>& lanes, const std::string& root,
                        int64_t ordinal) {
  int64_t out = 0;
  for (size_t i = lanes.size(); i-- > 0;) {
    const int64_t count = *lanes[i]->fixed();
    if (lanes[i]->root == root) out += ordinal % count * lanes[i]->step;
    ordinal /= count;
  }
  return out;
}

// How often shared memory is read for what all lanes ask at once: `wide` elements from each address
// on, in turns of 128 bytes; one bank gives one word a turn.
int64_t turns(const std::array<int64_t, 32>& addresses, int64_t wide) {
  const size_t together = static_cast<size_t>(banks / wide);
  int64_t out = 0;
  for (size_t first = 0; first < addresses.size(); first += together) {
    std::array<std::set<int64_t>, banks> asked;
    for (size_t lane = first; lane < first + together; ++lane)
      asked[static_cast<size_t>(addresses[lane] % banks)].insert(addresses[lane]);
    size_t most = 0;
    for (const std::set<int64_t>& words : asked) most = std::max(most, words.size());
    out += static_cast<int64_t>(most);
  }
  return out;
}

}  // namespace

Expr TensorTiles::Side::member(const Expr& ordinal) const {
  return apart == 1 ? mod(ordinal, lit(2)) : div(ordinal, lit(apart));
}
Expr TensorTiles::Side::number(const Expr& ordinal) const {
  return apart == 1 ? div(ordinal, lit(2)) : mod(ordinal, lit(apart));
}
Expr TensorTiles::Side::ordinal(const Expr& number, const Expr& member) const {
  return apart == 1 ? add(mul(number, lit(2)), member) : add(number, mul(member, lit(apart)));
}
int64_t TensorTiles::Side::pairs() const { return count_of(sums) / 2; }

void Tiling::add_tensor_tiles() {
  if (!kernel_.schedule.tensor_core) return;
  const auto& bound = *kernel_.schedule.tensor_core;
  const auto refuse = [&](const std::string& why) {
    error(bound.where, "unsupported: TensorCore where " + why);
  };
  int64_t factors = 0;
  for_each_expr(assign_.value, [&](const Expr& e) { factors += as<Access>(e) != nullptr; });
  if (factors != 2 || operands_.size() != 2)
    return refuse("the product is not one of two tensors; bind mul and add to FMA");

  TensorTiles out;
  out.arithmetic = bound.arithmetic;
  out.depth = Schedule::TensorCore::in_halves(bound.arithmetic) ? 16 : 8;
  if (products_ == 0 || of_output(time(products_ - 1).root) || sums_ >= products_)
    return refuse(
        "no reduction in time stands in front of the sums' own loops; put the reduction's bottom "
        "part there, inside of what Registers evict on");
  out.reduction = products_ - 1;
  const TiledLoop& k = time(out.reduction);
  for (const TiledOperand& o : operands_) {
    if (!o.has(k.root)) return refuse(o.name + " does not have the rank " + k.root);
    if (o.tile && o.tile->at > out.reduction)
      return refuse(fmt::format("the tile of {} is filled inside of {}", o.name, k.name));
  }
  if (k.step != 1 || !k.fixed() || *k.fixed() % out.depth != 0)
    return refuse(
        fmt::format("iterations of {} are not whole groups of {}; split {} by "
                    "uniform_shape({}), or a multiple of it",
                    k.name, out.depth, k.root, out.depth));
  if (skip_at(out.reduction))
    return refuse(
        fmt::format("single iterations of {} are skipped by a test or a walk; write "
                    "type: compact",
                    k.name));

  std::array<TensorTiles::Side, 2> sides;
  for (size_t i = 0; i < 2; ++i) sides[i].operand = i;
  // Null where both operands have the loop's rank, or none.
  const auto side_of = [&](const TiledLoop& loop) -> TensorTiles::Side* {
    const bool first = operands_[0].has(loop.root), second = operands_[1].has(loop.root);
    if (first == second) return nullptr;
    return &sides[first ? 0 : 1];
  };
  for (const TiledLoop* loop : at_threads()) {
    if (loop->place == Place::Warp) continue;
    TensorTiles::Side* side = of_output(loop->root) ? side_of(*loop) : nullptr;
    if (loop->place != Place::Lane || !side)
      return refuse(
          fmt::format("{} is spread over threads, but is no rank of one operand and the output "
                      "that is bound to Lane",
                      loop->name));
    side->lanes.push_back(loop);
  }
  for (size_t t = products_; t < times(); ++t) {
    TensorTiles::Side* side = side_of(time(t));
    if (!side)
      return refuse(
          fmt::format("sums in registers run along {}, which is no rank of one operand; "
                      "move it outward",
                      time(t).name));
    side->sums.push_back(&time(t));
    if (side->pair || *time(t).fixed() % 2 != 0) continue;
    // Neighbours, unless they are what one read brings.
    side->pair = &time(t);
    side->apart = time(t).step == 1 ? *time(t).fixed() / 2 : 1;
  }
  if (count_of(sides[0].lanes) != 8) std::swap(sides[0], sides[1]);
  if (count_of(sides[0].lanes) != 8 || count_of(sides[1].lanes) != 4)
    return refuse(
        "the ranks on Lane are not 8 lanes along ranks of one operand and 4 along ranks of the "
        "other");
  for (const TensorTiles::Side& side : sides)
    if (!side.pair)
      return refuse(
          fmt::format("a lane has no pairs of sums along the ranks of {}; leave an even "
                      "number of its iterations to each lane",
                      operands_[side.operand].name));
  out.rows = sides[0];
  out.columns = sides[1];
  tensor_ = std::move(out);
}

void Tiling::lay_tensor_tiles() {
  if (!tensor_) return;
  for (bool columns : {false, true}) pad_rows(columns);
}

// Rows of a tile are as much longer as lets lanes read in the fewest turns.
void Tiling::pad_rows(bool columns) {
  const TensorTiles::Side& side = columns ? tensor_->columns : tensor_->rows;
  TiledOperand& o = operands_[side.operand];
  if (!o.tile) return;
  StagedTile& tile = *o.tile;
  const auto turns_with = [&](int64_t pitch) {
    std::array<int64_t, 32> addresses = {};
    for (int64_t lane = 0; lane < 32; ++lane)
      for (size_t r = 0; r < tile.ranks.size(); ++r) {
        const std::string& root = tile.ranks[r].root;
        int64_t at = lane_coordinate(side.lanes, root, columns ? lane / 8 : lane / 4);
        if (columns && side.pair->root == root) at += lane / 4 % 2 * side.second();
        if (time(tensor_->reduction).root == root) at += lane % 4;
        int64_t& to = addresses[static_cast<size_t>(lane)];
        to = to * (r + 1 == tile.ranks.size() ? pitch : tile.ranks[r].extent) + at;
      }
    return turns(addresses, pitch % quad == 0 ? quad : 1);
  };
  const int64_t row = tile.ranks.back().extent, step = row % quad == 0 ? quad : 1;
  int64_t best = turns_with(row);
  for (int64_t pad = step; pad < banks; pad += step)
    if (const int64_t now = turns_with(row + pad); now < best) {
      best = now;
      tile.pitch = row + pad;
    }
  tile.elements = tile.elements / row * tile.pitch;
}

}  // namespace teaal::passes
