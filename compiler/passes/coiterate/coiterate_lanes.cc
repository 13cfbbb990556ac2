#include "compiler/passes/coiterate/lowering.h"

// A run of positions in the registers of a warp's lanes: of each array a lane reads the elements
// that fall to its number, so that one request brings 32. A loop over the positions takes an
// element from the lane that has it, at the head of its iteration, where all lanes are.
namespace teaal::passes {

using namespace ir;

namespace {

bool is_used_in(const Stmt& s, const std::string& name) {
  bool found = false;
  for_each_expr(s, [&](const Expr& e) {
    const auto* v = as<Var>(e);
    const auto* element = as<Read>(e);
    found |= (v && v->name == name) || (element && element->buffer == name);
  });
  return found;
}

bool reads_at(const Expr& e, const std::string& array, const std::string& position) {
  const auto* element = as<Read>(e);
  const auto* at = element && element->buffer == array ? as<Var>(element->at) : nullptr;
  return at && at->name == position;
}

}  // namespace

Stmt Lowering::fill_lanes(const Tile& tile, const NestState& state, std::vector<Window>& windows) {
  std::vector<Stmt> out;
  const Interval run = run_of(tile, state, out);
  const std::string first = names_.fresh(tile.name + "_first");
  out.push_back(let(first, Type::Size, size_of(run.lo)));
  alike_.push_back({var(first), &tile});
  alike_.push_back({run.hi, &tile});
  const std::string lane = names_.fresh("lane"), turn = names_.fresh("turn");
  out.push_back(let(lane, Type::Int, call("int", {mod(call("thread"), lit(kernel_.lanes))})));
  const View& view = *state.views.at(tile.operand).view;
  std::vector<Stmt> begin, copies;
  const int64_t turns = (tile.pieces[0].extent + kernel_.lanes - 1) / kernel_.lanes;
  const Expr slot = turns == 1 ? lit(0) : var(turn);
  const Expr element = turns == 1 ? var(lane) : add(var(lane), mul(slot, lit(kernel_.lanes)));
  for (const Tile::Piece& piece : tile.pieces) {
    const Window w{array_of(view, piece), array_in(tile, piece), var(first), &tile, &piece};
    const Expr none = piece.kind == Param::Kind::Values ? make_expr(FloatLit{0}) : lit(0);
    const Expr own = read(w.tile, slot);
    begin.push_back(assign(own, AssignOp::Set, none, kernel_.where));
    copies.push_back(
        assign(own, AssignOp::Set, read(w.array, add(w.first, element)), kernel_.where));
    windows.push_back(w);
  }
  begin.push_back(if_then(less(element, sub(size_of(run.hi), var(first))), block(std::move(copies)),
                          kernel_.where));
  Stmt fill = block(std::move(begin));
  if (turns > 1) fill = make_stmt(For{turn, Type::Int, lit(0), lit(turns), lit(1), "", fill, true});
  out.push_back(std::move(fill));
  return block(std::move(out));
}

Stmt Lowering::handed_round(const std::vector<Window>& windows, Stmt body) {
  for (const Window& w : windows) {
    body = handed_in(w, body);
    if (is_used_in(body, w.array))
      diagnostics_.error(Code::Unsupported, w.of->where,
                         "unsupported: a tile of " + w.of->operand +
                             " in the registers of a warp's lanes, whose fibers no loop of all of "
                             "them walks position by position; keep its rank in time, and where "
                             "fibers meet, bind an Intersector that " +
                             tensor_of(w.of->operand) + " leads");
  }
  return body;
}

// What a loop reads at its position is handed round where its iteration names it, else under a
// name of its own at the iteration's head.
Stmt Lowering::handed_in(const Window& w, const Stmt& s) {
  const auto* loop = as<For>(s);
  const auto* stmts = loop ? as<ir::Block>(loop->body) : nullptr;
  if (!stmts || loop->type != Type::Pos)
    return map_children(
        s, [](const Expr& e) { return e; }, [&](const Stmt& child) { return handed_in(w, child); });
  const std::string name = names_.fresh(w.tile + "_element");
  const Expr value = handed(w, var(loop->var));
  std::vector<Stmt> body;
  for (const Stmt& inner : stmts->stmts) {
    const auto* named = as<Let>(inner);
    if (named && reads_at(named->value, w.array, loop->var))
      body.push_back(make_stmt(Let{named->var, named->type, value}, inner->where));
    else
      body.push_back(rewrite(handed_in(w, inner), [&](const Expr& e) {
        return reads_at(e, w.array, loop->var) ? var(name) : e;
      }));
  }
  For out = *loop;
  out.body = block(body);
  if (is_used_in(out.body, name)) {
    const Type type = w.piece->kind == Param::Kind::Values ? Type::Value : Type::Coord;
    body.insert(body.begin(), let(name, type, value, s->where));
    out.body = block(std::move(body));
  }
  return make_stmt(std::move(out), s->where);
}

Expr Lowering::handed(const Window& w, const Expr& position) const {
  const bool values = w.piece->kind == Param::Kind::Values;
  const Expr element = call("int", {sub(size_of(position), w.first)});
  const bool one = w.piece->extent <= kernel_.lanes;
  const Expr slot = one ? lit(0) : div(element, lit(kernel_.lanes));
  return call(values ? "value_of_lane" : "coord_of_lane",
              {read(w.tile, slot), one ? element : mod(element, lit(kernel_.lanes))});
}

}  // namespace teaal::passes
