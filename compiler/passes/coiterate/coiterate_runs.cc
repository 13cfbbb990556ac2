#include <algorithm>
#include <iterator>

#include "compiler/ir/levels.h"
#include "compiler/passes/coiterate/lowering.h"

// Tiles that are runs of what an operand's arrays hold: how they are filled, and how what is read
// of such an array is read there.
namespace teaal::passes {

using namespace ir;

namespace {

// Of an intrinsic over arrays, the first ones of its arguments: how many these are, which others
// are positions in them, and whether its result is.
struct Search {
  size_t arrays;
  std::vector<size_t> args;
  bool finds_position;
};
const std::map<std::string, Search>& searches() {
  static const std::map<std::string, Search> table = {
      {"lower_bound", {1, {1, 2}, true}}, {"gallop", {1, {1, 2}, true}},
      {"owner", {1, {1, 2}, true}},       {"climb", {1, {1, 2}, true}},
      {"has_bit", {1, {1}, false}},       {"bit_position", {2, {2}, false}},
      {"bit_index", {2, {2, 3}, false}}};
  return table;
}

}  // namespace

void Lowering::fill_run(const Tile& tile, NestState& state, Filling& filling) {
  std::vector<Stmt>& out = filling.before;
  const Interval run = run_of(tile, state, out);
  const std::string first = names_.fresh(tile.name + "_first"),
                    end = names_.fresh(tile.name + "_end");
  out.push_back(let(first, Type::Size, size_of(run.lo)));
  out.push_back(let(end, Type::Size, size_of(run.hi)));
  alike_.push_back({var(first), &tile});
  alike_.push_back({var(end), &tile});
  const View& view = *state.views.at(tile.operand).view;
  const Interval elements = positions_in(view, tile, {var(first), var(end)}, out);
  Expr words_origin;  // of words and their bases, which are found by one number
  std::vector<Stmt> in_bulk, one_by_one;
  const auto are_quads = [](const Expr& e) { return equal(mod(e, lit(quad)), lit(0)); };
  Expr aligned = both(are_quads(var(first)), are_quads(sub(var(end), var(first))));
  for (const Tile::Piece& piece : tile.pieces) {
    const std::string element = names_.fresh("element");
    const bool of_words = piece.kind == Param::Kind::Masks || piece.kind == Param::Kind::Bases;
    Expr from = of_words ? var(first) : elements.lo;
    Expr length = of_words ? sub(var(end), var(first)) : sub(elements.hi, elements.lo);
    if (piece.kind == Param::Kind::Segments || piece.kind == Param::Kind::Bases)
      length = add(length, lit(1));
    if (piece.kind == Param::Kind::Values) {
      const Expr each = level_span(view.levels, static_cast<size_t>(piece.level) + 1);
      from = mul(from, each);
      length = mul(length, each);
    }
    Window window{array_of(view, piece), array_in(tile, piece), from, &tile};
    Expr to = var(element);
    if (filling.buffer) {
      const Expr before = mul(filling.buffer, lit(piece.extent));
      to = add(before, to);
      window.first = of_words ? words_origin : nullptr;
      if (!window.first) {
        const std::string origin = names_.fresh(window.tile + "_origin");
        out.push_back(let(origin, Type::Size, sub(size_of(from), before)));
        window.first = var(origin);
      }
      if (of_words) words_origin = window.first;
    }
    one_by_one.push_back(for_sharers(
        tile, element, length,
        assign(read(window.tile, to), AssignOp::Set, read(window.array, add(from, var(element))))));
    Copy all{CopyWay::Bulk, read(window.tile, lit(0)), read(window.array, from)};
    all.count = call("int", {length});
    in_bulk.push_back(make_stmt(std::move(all)));
    aligned = both(aligned, call("aligned_rows", {var(window.array), lit(quad)}));
    filling.windows.push_back(window);
  }
  if (!copied_in_bulk(tile)) {
    std::ranges::move(one_by_one, std::back_inserter(filling.copies));
    return;
  }
  const std::string is_aligned = names_.fresh(tile.name + "_in_bulk");
  filling.copies.push_back(let(is_aligned, Type::Bool, aligned));
  filling.copies.push_back(if_then(var(is_aligned), block(std::move(in_bulk))));
  filling.copies.push_back(if_then(call("not", {var(is_aligned)}), block(std::move(one_by_one))));
}

// Whether whole units of 16 bytes of a run may be asked for by one thread: elements have the same
// form in memory and in the tile, there is one buffer, and it has more of them than threads ask for
// at once.
bool Lowering::copied_in_bulk(const Tile& tile) const {
  constexpr int64_t least = 256;
  const View& view = view_of(tile.operand);
  const auto is_plain = [&](const Tile::Piece& piece) {
    const bool narrow = piece.kind == Param::Kind::Coords &&
                        view.levels[static_cast<size_t>(piece.level)].cbits != 0;
    const bool plain = piece.kind == Param::Kind::Values || piece.kind == Param::Kind::Coords;
    return plain && !narrow && piece.extent >= least;
  };
  return target_.bulk_copies && !target_.narrow_values && target_.index_bits == 32 &&
         tile.memory == Memory::Shared && tile.scope == Scope::Block && tile.depth == 1 &&
         tile.sides.empty() && std::ranges::all_of(tile.pieces, is_plain);
}

// Of a run of a bitmask's words, what is stored of it.
Interval Lowering::positions_in(const View& view, const Tile& tile, const Interval& run,
                                std::vector<Stmt>& out) {
  const auto l = static_cast<size_t>(tile.from);
  if (view.levels[l].format != LevelFormat::Bitmask) return run;
  const auto named = [&](const char* what, const Expr& word) {
    const std::string name = names_.fresh(tile.name + what);
    out.push_back(let(name, Type::Size, size_of(read(bases_name(view, l), word))));
    return var(name);
  };
  const Expr lo = named("_elements", run.lo);
  return {lo, named("_elements_end", run.hi)};
}

// The positions of the tile's level that the loops so far leave; the words of a bitmask.
Interval Lowering::run_of(const Tile& tile, const NestState& state, std::vector<Stmt>& out) {
  const ViewState& v = state.views.at(tile.operand);
  const auto l = static_cast<size_t>(tile.from);
  if (!tile.flat.empty() || v.view->levels[l].format == LevelFormat::Compressed)
    return stored_run(v.levels[l], tile.flat, state);
  if (v.view->levels[l].format == LevelFormat::Bitmask) {
    const auto [lo, hi] = indices(v, l, state);
    const Expr first = div(lo, lit(mask_bits)), end = ceil_div(hi, lit(mask_bits));
    return {add(v.levels[l].begin, first), add(v.levels[l].begin, most(first, end))};
  }
  const Interval interval = shared_interval((*v.plans)[l].root, tile.scope, state);
  NestState at_first = state;
  ViewState& source = at_first.views.at(tile.operand);
  source.levels[l] = {};
  Steps steps;
  const Expr parent = l == 0 ? lit(0) : source.levels[l - 1].at;
  const Expr first = located(source, l, parent, interval.lo, steps);
  out.push_back(steps.close());
  return {first, add(size_of(first), sub(size_of(interval.hi), size_of(interval.lo)))};
}

// What reads an array of which a run is in a tile reads that there.
Stmt Lowering::through(const std::vector<Window>& windows, const Stmt& body) {
  if (windows.empty()) return body;
  const auto window_of = [&](const std::string& array) {
    return std::ranges::find(windows, array, &Window::array);
  };
  Stmt out = rewrite(body, [&](const Expr& e) -> Expr {
    if (const auto* element = as<Read>(e)) {
      const auto w = window_of(element->buffer);
      return w == windows.end() ? e
                                : read(w->tile, call("int", {sub(size_of(element->at), w->first)}));
    }
    const auto* c = as<Call>(e);
    const auto search = c ? searches().find(c->intrinsic) : searches().end();
    if (search == searches().end()) return e;
    const auto& [arrays, args, finds_position] = search->second;
    const auto w = window_of(as<Var>(c->args[0])->name);
    Call local = *c;
    for (size_t arg = 0; arg < arrays; ++arg) {
      const auto own = window_of(as<Var>(c->args[arg])->name);
      if (own == windows.end() || !same(own->first, w->first)) return e;
      local.args[arg] = var(own->tile);
    }
    const Expr first = size_of(w->first);
    for (size_t arg : args) {
      const Expr at = sub(size_of(local.args[arg]), first);
      local.args[arg] = finds_position ? call("pos", {at}) : at;
    }
    const Expr found = make_expr(std::move(local));
    return finds_position ? call("pos", {add(size_of(found), first)}) : found;
  });
  const auto refuse = [&](const std::string& array) {
    if (const auto w = window_of(array); w != windows.end())
      diagnostics_.error(Code::Unsupported, w->of->where,
                         "unsupported: a tile of " + w->of->operand +
                             " where its fibers are searched in this way");
  };
  for_each_expr(out, [&](const Expr& e) {
    if (const auto* v = as<Var>(e)) refuse(v->name);
  });
  // Neighbours in memory are none in a tile that may begin anywhere.
  for_each_stmt(body, [&](const Stmt& s) {
    if (const auto* n = as<Copy>(s)) refuse(as<Read>(n->from)->buffer);
  });
  return out;
}

}  // namespace teaal::passes
