#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <ranges>

#include "compiler/ir/levels.h"
#include "compiler/passes/tiling/tiling.h"

// Which kernels on tensor cores can have four warps multiply together, and where their matrices'
// rows lie.
namespace teaal::passes {

using namespace ir;
using TensorCore = Schedule::TensorCore;

namespace {

using Warpgroup = TensorTiles::Warpgroup;

// Of what an instruction may have, as templates/warpgroup.cuh spells out.
constexpr int64_t instruction_columns[] = {256, 128, 64, 16};
// Products in parts add outside of the tensor cores, from as many registers again.
constexpr int64_t most_columns_added_outside = 128;

}  // namespace

int64_t Tiling::matrix_rows(const TiledOperand& o) const {
  int64_t out = 1;
  for (const TileRank& rank : o.tile->ranks) out *= rank.extent;
  return out / matrix_depth(o);
}

int64_t Tiling::matrix_depth(const TiledOperand& o) const {
  for (const TileRank& rank : o.tile->ranks)
    if (rank.root == time(tensor_->reduction).root) return rank.extent;
  return 1;
}

std::vector<const TiledLoop*> Tiling::warps_of(const TiledOperand& o) const {
  std::vector<const TiledLoop*> out = at_warps();
  std::erase_if(out, [&](const TiledLoop* loop) { return !o.has(loop->root); });
  return out;
}

// Rows: [warps but the last four][pair's number][warp of four][pair's member][lane]; columns:
// [warps][pair's number][lane][pair's member]. So are an instruction's sums those that the mapping
// gives a lane.
Expr Tiling::matrix_row(const TiledOperand& o, const std::map<std::string, Expr>& local) const {
  const bool columns = &o == &operands_[tensor_->columns.operand];
  const TensorTiles::Side& side = columns ? tensor_->columns : tensor_->rows;
  const auto digit = [&](const TiledLoop& loop) {
    const auto found = local.find(loop.root);
    return found == local.end() ? lit(0) : mod(div(found->second, loop.step_size()), loop.count);
  };
  Expr warp = lit(0), number = lit(0), member = lit(0), lane = lit(0);
  for (const TiledLoop* loop : warps_of(o)) warp = add(mul(warp, loop->count), digit(*loop));
  for (const TiledLoop* loop : side.lanes) lane = add(mul(lane, loop->count), digit(*loop));
  for (const TiledLoop* loop : side.sums) {
    Expr ordinal = digit(*loop);
    const bool pair = loop == side.pair;
    if (pair) member = side.member(ordinal);
    number = add(mul(number, lit(*loop->fixed() / (pair ? 2 : 1))),
                 pair ? side.number(ordinal) : ordinal);
  }
  const auto in = [](const Expr& outer, int64_t count, const Expr& inner) {
    return add(mul(outer, lit(count)), inner);
  };
  if (columns) return in(in(in(warp, side.pairs(), number), 4, lane), 2, member);
  Expr own = mod(warp, lit(Warpgroup::warps));
  Expr block = in(div(warp, lit(Warpgroup::warps)), side.pairs(), number);
  return in(in(in(block, Warpgroup::warps, own), 2, member), 8, lane);
}

std::map<std::string, Expr> Tiling::row_coordinates(const TiledOperand& o, const Expr& row) const {
  const bool columns = &o == &operands_[tensor_->columns.operand];
  const TensorTiles::Side& side = columns ? tensor_->columns : tensor_->rows;
  Expr rest = row;
  const auto digit = [&rest](const Expr& count) {
    if (literal(count) == 1) return lit(0);
    Expr out = mod(rest, count);
    rest = div(rest, count);
    return out;
  };
  std::map<std::string, Expr> out;
  for (const TileRank& rank : o.tile->ranks) out[rank.root] = lit(0);
  const auto move = [&out](const TiledLoop& loop, const Expr& ordinal) {
    out[loop.root] = add(out[loop.root], mul(ordinal, loop.step_size()));
  };
  // `rest` is what the loops number together.
  const auto split = [&](const std::vector<const TiledLoop*>& loops) {
    for (const TiledLoop* loop : std::views::reverse(loops)) move(*loop, digit(loop->count));
  };
  const Expr first = digit(lit(columns ? 2 : 8)), second = digit(lit(columns ? 4 : 2)),
             own = columns ? lit(0) : digit(lit(Warpgroup::warps));
  const Expr &member = columns ? first : second, &lane = columns ? second : first;
  for (const TiledLoop* loop : std::views::reverse(side.sums)) {
    const bool pair = loop == side.pair;
    Expr number = digit(lit(*loop->fixed() / (pair ? 2 : 1)));
    move(*loop, pair ? side.ordinal(number, member) : number);
  }
  if (!columns) rest = add(mul(rest, lit(Warpgroup::warps)), own);
  split(warps_of(o));
  rest = lane;
  split(side.lanes);
  return out;
}

int64_t Tiling::warpgroup_columns() const {
  const int64_t columns = Warpgroup::columns_of_group * tensor_->columns.pairs();
  for (int64_t of_instruction : instruction_columns)
    if (columns % of_instruction == 0 && (!TensorCore::in_parts(tensor_->arithmetic) ||
                                          of_instruction <= most_columns_added_outside))
      return of_instruction;
  return 0;
}

// Why warps multiply each for itself; empty: four can do it together.
std::string Tiling::warpgroup_refusal() const {
  const TiledLoop& k = time(tensor_->reduction);
  if (kernel_.schedule.at_once && tensor_->reduction > 1)
    return fmt::format("blocks are persistent, and loop over {} around tiles", time(0).name);
  for (const TiledOperand& o : operands_) {
    if (!o.tile || o.tile->at != tensor_->reduction || o.tile->depth < 2)
      return fmt::format("{} is not staged in front of {} with a depth of 2 or more", o.name,
                         k.name);
    for (const TileRank& rank : o.tile->ranks) {
      for (const TiledLoop& loop : loops_)
        if (loop.root == rank.root && !inside(loop, o.tile->at) && loop.step % rank.extent != 0)
          return fmt::format("tiles of {} do not begin at multiples of their {} {}", o.name,
                             rank.extent, rank.root);
      if (rank.extent > 1 && !of_output(rank.root) && rank.root != k.root)
        return fmt::format("tiles of {} have {} iterations of {}, too", o.name, rank.extent,
                           rank.root);
    }
    if (matrix_depth(o) != *k.fixed())
      return fmt::format("{} does not have all of a tile's {}", k.name, k.root);
  }
  for (const Schedule::Skip& skip : skips_)
    if (skip.kind == Schedule::Skip::Kind::Compact && skip.at == Place::Warp)
      return fmt::format("warps have lists of {} each", skip.rank);
  // The last warps that share no columns.
  int64_t together = 1;
  const TiledOperand &rows = operands_[tensor_->rows.operand],
                     &columns = operands_[tensor_->columns.operand];
  for (const TiledLoop* loop : at_warps()) {
    if (!of_output(loop->root) || rows.has(loop->root) == columns.has(loop->root))
      return fmt::format("warps lie along {}", loop->root);
    together = rows.has(loop->root) ? together * *loop->fixed() : 1;
  }
  if (together % Warpgroup::warps != 0)
    return fmt::format("the last warps are not four along ranks of {}", rows.name);
  if (warpgroup_columns() == 0)
    return fmt::format("a warp's sums are not along a multiple of 16 coordinates of {}",
                       columns.name);
  const Warpgroup shape = warpgroup();
  int64_t bytes = bytes_beside_matrices(shape);
  for (const TiledOperand& o : operands_)
    bytes += matrix_words(o, shape) * o.tile->depth * target_.value_bytes;
  if (bytes > target_.most_shared_bytes)
    return fmt::format("matrices take {} bytes of shared memory, more than {}", bytes,
                       target_.most_shared_bytes);
  return "";
}

TensorTiles::Warpgroup Tiling::warpgroup() const {
  Warpgroup out;
  out.columns = warpgroup_columns();
  out.parts = TensorCore::in_parts(tensor_->arithmetic) ? 2 : 1;
  out.unit = TensorCore::in_halves(tensor_->arithmetic) ? 8 : 4;
  const Schedule::Skip* list = compacted(time(tensor_->reduction).root);
  out.gathers = list && gathers_in_warpgroups(*list);
  out.in_lines = out.gathers && !kernel_.schedule.at_once &&
                 TensorCore::in_halves(tensor_->arithmetic) &&
                 out.columns % Warpgroup::rows_of_line == 0 &&
                 std::ranges::all_of(operands_, [&](const TiledOperand& o) {
                   return matrix_rows(o) % Warpgroup::rows_of_line == 0;
                 });
  return out;
}

// Taken one by one: the entries of the tile that is taken and of the next, and two to come; a slot
// is written behind a barrier that follows its last reader. In lines: those of the `depth` - 1
// tiles on their way, and as many again, whose copies arrive with theirs; a power of two is cheap.
ListAhead Tiling::list_ahead(const Warpgroup& together) const {
  const StagedTile& tile = *operands_[0].tile;
  const auto ahead = static_cast<uint64_t>(2 * tile.depth - 2);
  return {time(tensor_->reduction).root, tile.at, matrix_depth(operands_[0]),
          together.in_lines ? static_cast<int64_t>(std::bit_ceil(ahead)) : 4};
}

int64_t Tiling::matrix_words(const TiledOperand& o, const Warpgroup& together) const {
  return matrix_rows(o) * matrix_depth(o) / together.unit * together.parts *
         Warpgroup::words_of_unit;
}

bool Tiling::gathers_in_warpgroups(const Schedule::Skip& skip) const {
  const TiledLoop& loop = time(loop_of(skip));
  return skip.kind == Schedule::Skip::Kind::Compact && skip.at == Place::Block && loop.step == 1 &&
         loop.root == time(tensor_->reduction).root;
}

void Tiling::add_warpgroup() {
  if (std::string why = warpgroup_refusal(); !why.empty()) {
    notes_.push_back("warps multiply by mma.sync, each for itself: " + why);
    return;
  }
  const Warpgroup together = warpgroup();
  for (TiledOperand& o : operands_) {
    if (!together.gathers) o.tile->packed = true;
    o.tile->elements = matrix_words(o, together);
    o.tile->pitch = o.tile->ranks.back().extent;
  }
  notes_.push_back(fmt::format("four warps multiply together, by wgmma.m64n{}k{}", together.columns,
                               tensor_->depth));
  if (together.gathers) list_ahead_ = list_ahead(together);
  tensor_->warpgroup = together;
}

int64_t Tiling::bytes_beside_matrices(const Warpgroup& together) const {
  if (!together.gathers) return most_turn_bytes;
  const int64_t bytes = list_ahead(together).bytes();
  return together.in_lines ? (bytes / line_alignment + 1) * line_alignment : bytes;
}

}  // namespace teaal::passes
