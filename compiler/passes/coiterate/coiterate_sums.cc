#include <algorithm>

#include "compiler/ir/build.h"
#include "compiler/passes/coiterate/lowering.h"

// Sums of the output in shared memory. An element has one thread that adds to it, as it would have
// in memory; all threads begin the box together, and store it together when it is done.
namespace teaal::passes {

using namespace ir;

Stmt Lowering::sums_in_box(const Tile& tile, const NestState& state,
                           const std::function<Stmt(const NestState&)>& body) {
  std::vector<Stmt> out;
  TileState box;
  const std::vector<Interval> intervals = named_sides(tile, state, box, out);
  const ViewState& output = state.views.at(tile.operand);
  const std::string sums = array_in(tile, tile.pieces[0]), home = values_name(*output.view);
  const bool all_in_boxes = std::ranges::all_of(
      tile.sides, [&](const Tile::Side& s) { return ends_with_loops(s, output); });
  const AssignOp op = stored_by(state);
  const auto begun = [&](const Expr& in_box, const Expr&) {
    return assign(read(sums, in_box), AssignOp::Set, make_expr(FloatLit{kernel_.start}));
  };
  const auto stored = [&](const Expr& in_box, const Expr& at_home) {
    return assign(read(home, at_home), op, read(sums, in_box), kernel_.where);
  };
  out.push_back(copy_box(tile, intervals, 1, state, nullptr, begun));
  out.push_back(barrier());
  NestState inside = state;
  stand_in(tile, box, inside);
  out.push_back(body(inside));
  out.push_back(barrier());
  out.push_back(copy_box(tile, intervals, 1, state, nullptr, stored));
  grows_ |= op != AssignOp::Set;
  needs_zero_ |= grows_ || !state.dense || !all_in_boxes;
  return block(std::move(out));
}

bool Lowering::ends_with(const std::string& root, const std::string& rank) const {
  const auto extent = extents_.find(root);
  return extent != extents_.end() && extent->second == rank;
}

bool Lowering::ends_with_loops(const Tile::Side& side, const ViewState& v) const {
  return ends_with(side.root, v.view->levels[level_of(side, v)].rank);
}

// Where a loop around the box comes to its elements again, as the sums grow, and behind another
// term's, what that has left grows; else the box has all of them.
AssignOp Lowering::stored_by(const NestState& state) const {
  if (kernel_.accumulates) return kernel_.reduction;
  AssignOp op = AssignOp::Set;
  for_each_stmt(nest_.body, [&](const Stmt& s) {
    const auto* n = as<Assign>(s);
    if (n && as<Access>(n->target)) op = n->op;
  });
  return state.under_reduction ? op : AssignOp::Set;
}

}  // namespace teaal::passes
