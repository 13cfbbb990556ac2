#include <algorithm>
#include <utility>

#include "compiler/ir/levels.h"
#include "compiler/ir/tile_names.h"
#include "compiler/passes/coiterate/lowering.h"
#include "compiler/passes/linear.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/memory/tile_shape.h"

// Tiles (ir::Tile): all threads of the block fill them together. From there on a box stands in the
// operand's place as any view does, and of a run each array is read at its offset.
namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t quad = 4;

Expr renamed(const Expr& e, const std::map<std::string, std::string>& names) {
  return rewrite(e, [&](const Expr& node) {
    const auto* v = as<Var>(node);
    const auto to = v ? names.find(v->name) : names.end();
    return to == names.end() ? node : var(to->second);
  });
}

}  // namespace

// Elements [0, count) of a tile, dealt out so that neighbours are copied by neighbours.
Stmt Lowering::for_sharers(const Tile& tile, const std::string& element, const Expr& count,
                           Stmt body) const {
  const Expr end = literal(count) ? count : call("int", {count});
  const Expr thread = call("int", {call("thread")}), lanes = lit(kernel_.lanes);
  const bool of_warp = tile.scope == Scope::Warp;
  return make_stmt(For{element, Type::Int, of_warp ? mod(thread, lanes) : thread, end,
                       of_warp ? lanes : call("int", {call("threads")}), "", std::move(body)});
}

std::string Lowering::array_of(const View& v, const Tile::Piece& piece) {
  const auto level = static_cast<size_t>(piece.level);
  switch (piece.kind) {
    case Param::Kind::Segments:
      return segments_name(v, level);
    case Param::Kind::Coords:
      return coords_name(v, level);
    case Param::Kind::Masks:
      return masks_name(v, level);
    case Param::Kind::Bases:
      return bases_name(v, level);
    default:
      return values_name(v);
  }
}

std::string Lowering::array_in(const Tile& tile, const Tile::Piece& piece) const {
  if (has_words(tile)) return tile.name;
  View named = view_of(tile.operand);
  named.name = tile.name;
  named.like.clear();
  return array_of(named, piece);
}

Stmt Lowering::lower_block(const std::vector<Stmt>& stmts, NestState state,
                           const std::function<Stmt(const NestState&)>& rest_of) {
  auto is_fill = [](const Stmt& s) { return as<Fill>(s) != nullptr; };
  const auto fills = std::ranges::find_if(stmts, is_fill);
  if (fills == stmts.end()) return lower_row(stmts, state);
  const auto behind = std::find_if_not(fills, stmts.end(), is_fill);
  Filling filling{{lower_row({stmts.begin(), fills}, state)}, {}, {}, nullptr};
  std::vector<Tile*> of_block, of_warps, of_lanes;
  const Tile* sums = nullptr;
  for (auto s = fills; s != behind; ++s)
    for (const std::string& name : as<Fill>(*s)->tiles) {
      Tile& tile = *std::ranges::find(kernel_.tiles, name, &Tile::name);
      if (tile.operand == output_ && !tile.sides.empty())
        sums = &tile;
      else
        (tile.memory == Memory::Registers ? of_lanes
         : tile.scope == Scope::Warp      ? of_warps
                                          : of_block)
            .push_back(&tile);
    }
  const Stmt read_behind = block({behind, stmts.end()});
  const bool whole_run = ends_with_zeros(read_behind, of_block, state);
  fill_together(of_block, state, filling);
  fill_together(of_warps, state, filling);
  count_as_whole(read_behind, state);
  if (whole_run) state.run->whole = true;
  Steps rest;
  locate(state, rest);  // where coordinates are known already
  std::vector<Window> windows;
  for (const Tile* tile : of_lanes) {
    rest.push_back(fill_lanes(*tile, state, windows));
    state.handed.insert(
        (*state.views.at(tile->operand).plans)[static_cast<size_t>(tile->from)].root);
  }
  const auto body = [&](const NestState& inside) {
    return handed_round(windows,
                        rest_of ? rest_of(inside) : lower_block({behind, stmts.end()}, inside));
  };
  rest.push_back(sums ? sums_in_box(*sums, state, body) : body(state));
  filling.before.push_back(through(filling.windows, rest.close()));
  return block(std::move(filling.before));
}

void Lowering::fill_together(const std::vector<Tile*>& tiles, NestState& state, Filling& filling) {
  if (tiles.empty()) return;
  choose_buffer(tiles, state, filling);
  if (tiles[0]->scope == Scope::Warp) choose_slot(tiles[0]->depth, filling);
  Fill together;
  for (const Tile* tile : tiles) {
    if (!tile->listed) together.tiles.push_back(tile->name);
    fill(*tile, state, filling);
  }
  together.copies = block(std::exchange(filling.copies, {}));
  filling.before.push_back(together.tiles.empty() ? barrier() : make_stmt(std::move(together)));
}

// Which buffer an iteration fills and reads: its number, modulo how many there are.
void Lowering::choose_buffer(const std::vector<Tile*>& tiles, const NestState& state,
                             Filling& filling) {
  filling.buffer = nullptr;
  const int64_t depth = (*std::ranges::max_element(tiles, {}, &Tile::depth))->depth;
  if (depth == 1) return;
  if (!state.turn) {
    for (Tile* tile : tiles) tile->depth = 1;
    program_.notes.push_back(
        kernel_.name + ": tiles of " + tiles[0]->operand +
        " have one buffer, as nothing says where the next one begins before this one is walked");
    return;
  }
  const Turn& turn = *state.turn;
  const std::string name = names_.fresh(turn.var + "_buffer");
  const Expr number = div(sub(size_of(var(turn.var)), size_of(turn.begin)), turn.step);
  filling.before.push_back(let(name, Type::Int, call("int", {mod(number, lit(depth))})));
  filling.buffer = var(name);
}

// Which of all warps' buffers that is.
void Lowering::choose_slot(int64_t depth, Filling& filling) {
  Expr slot = div(call("int", {call("thread")}), lit(kernel_.lanes));
  if (filling.buffer) slot = add(mul(slot, lit(depth)), filling.buffer);
  const std::string name = names_.fresh("warp_slot");
  filling.before.push_back(let(name, Type::Int, slot));
  filling.buffer = var(name);
}

void Lowering::fill(const Tile& tile, NestState& state, Filling& filling) {
  if (has_words(tile))
    fill_laid(tile, state, filling);
  else if (tile.sides.empty())
    fill_run(tile, state, filling);
  else if (tile.listed)
    fill_list(tile, state, filling);
  else
    fill_box(tile, state, filling);
}

// One copy in bulk, of the part that a list names if one does, or one of each unit of 16 bytes of
// the lines that it names.
void Lowering::fill_laid(const Tile& tile, const NestState& state, Filling& filling) {
  const int64_t extent = tile.pieces[0].extent;
  const std::string begin = begin_of(tile.name);
  filling.before.push_back(
      let(begin, Type::Int, filling.buffer ? mul(filling.buffer, lit(extent)) : lit(0)));
  if (has_lines(tile)) return fill_lines(tile, state, filling);
  if (tile.gathered) {
    const LevelState& run = state.views.at(tile.sides[0].by).levels[naming_level(tile.sides[0])];
    filling.before.push_back(let(ir::run_of(tile.name), Type::Int, call("int", {run.begin})));
    filling.before.push_back(
        let(ir::left_of(tile.name), Type::Int, call("int", {sub(run.end, run.begin)})));
    return;
  }
  Expr from = tile.at;
  if (tile.in_parts) {
    const Tile::Side& side = tile.sides[0];
    const ViewState& list = state.views.at(side.by);
    const size_t level = naming_level(side);
    const Expr first = read(coords_name(*list.view, level), list.levels[level].begin);
    from = add(from, mul(size_of(first), lit(extent / side.extent)));
  }
  Copy all{CopyWay::Laid, read(tile.name, var(begin)), read(tile.laid, from)};
  all.count = lit(extent);
  filling.copies.push_back(make_stmt(std::move(all)));
}

// Zeros in place of lines that the run does not have.
void Lowering::fill_lines(const Tile& tile, const NestState& state, Filling& filling) {
  constexpr int64_t words = 4;  // of a unit
  const Tile::Side& side = tile.sides[0];
  const int64_t of_line = tile.pieces[0].extent / side.extent, units = of_line / words;
  const ViewState& list = state.views.at(side.by);
  const LevelState& run = list.levels[naming_level(side)];
  const std::string unit = names_.fresh("unit"), line = names_.fresh("line"),
                    entry = names_.fresh("entry");
  const Expr of_unit = mod(var(unit), lit(units)),
             place = call("place_in_lines", {lit(side.extent), of_unit, var(line)});
  Copy own{CopyWay::Async, read(tile.name, add(var(begin_of(tile.name)), place)),
           read(tile.laid, add(tile.at, mul(of_unit, lit(words)))), words};
  own.guard = less(add(run.begin, var(line)), run.end);
  own.entry = var(entry), own.stride = lit(of_line);
  filling.copies.push_back(for_sharers(
      tile, unit, lit(side.extent * units),
      block({let(line, Type::Int, div(var(unit), lit(units))),
             let(entry, Type::Coord,
                 read(coords_name(*list.view, naming_level(side)), add(run.begin, var(line)))),
             make_stmt(std::move(own))})));
}

// ---- Boxes ----

Interval Lowering::shared_interval(const std::string& root, Scope scope, const NestState& state) {
  const auto& before = scope == Scope::Warp ? state.warp : state.block;
  if (const auto shared = before.find(root); shared != before.end()) return shared->second;
  const RankState& r = state.ranks.at(root);
  return {r.lo, r.hi};
}

size_t Lowering::level_of(const Tile::Side& side, const ViewState& v) {
  size_t l = 0;
  const auto covers = [&] {
    const std::string& root = (*v.plans)[l].root;
    return !v.view->levels[l].tile && (root.empty() ? v.view->levels[l].rank : root) == side.root;
  };
  while (l + 1 < v.plans->size() && !covers()) ++l;
  return l;
}

Interval Lowering::side_interval(const Tile& tile, const Tile::Side& side,
                                 const NestState& state) const {
  const ViewState& v = state.views.at(tile.operand);
  if (!side.by.empty()) {
    return stored_run(state.views.at(side.by).levels[naming_level(side)], side.flat, state);
  }
  const size_t l = level_of(side, v);
  const LevelPlan& plan = (*v.plans)[l];
  if (!plan.root.empty()) return shared_interval(side.root, tile.scope, state);
  Interval out = span_of(plan.index, tile.scope, state);
  const auto below = [](const auto& entry) { return entry.second < 0; };
  const Linear sum = *linear(plan.index);
  if (sum.constant < 0 || std::ranges::any_of(sum.coefficients, below))
    out.lo = most(lit(0), out.lo);
  if (l + 1 == v.view->levels.size()) {
    out.lo = mul(div(out.lo, lit(quad)), lit(quad));
    out.hi = mul(ceil_div(out.hi, lit(quad)), lit(quad));
  }
  out.hi = least(size_of(var(v.view->levels[l].rank)), out.hi);
  return out;
}

// Along a flattened rank the rank's interval, else the level's open fiber, as far as loops leave
// it.
Interval Lowering::stored_run(const LevelState& level, const std::string& flat,
                              const NestState& state) {
  if (flat.empty()) return {level.begin, level.end};
  const RankState& r = state.ranks.at(flat);
  return {r.lo, r.hi};
}

Interval Lowering::span_of(const Expr& index, Scope scope, const NestState& state) const {
  const Linear sum = *linear(index);
  Interval out{lit(sum.constant), lit(sum.constant)};
  for (const auto& [name, scale] : sum.coefficients) {
    const Interval all = shared_interval(root_of_.at(name), scope, state);
    const Expr first = mul(lit(scale), size_of(all.lo)),
               last = mul(lit(scale), size_of(sub(all.hi, lit(1))));
    out.lo = add(out.lo, scale > 0 ? first : last);
    out.hi = add(out.hi, scale > 0 ? last : first);
  }
  out.hi = add(out.hi, lit(1));
  return out;
}

std::vector<Interval> Lowering::named_sides(const Tile& tile, const NestState& state,
                                            TileState& box, std::vector<Stmt>& out) {
  std::vector<Interval> intervals;
  const ViewState& v = state.views.at(tile.operand);
  for (const Tile::Side& s : tile.sides) {
    Interval interval = side_interval(tile, s, state);
    const std::string first = names_.fresh(tile.name + "_" + s.root + "_begin");
    out.push_back(let(first, Type::Size, size_of(interval.lo)));
    if ((*v.plans)[level_of(s, v)].root.empty()) {
      const std::string end = names_.fresh(tile.name + "_" + s.root + "_end");
      out.push_back(let(end, Type::Size, interval.hi));
      interval.hi = var(end);
    }
    alike_.push_back({var(first), &tile});
    alike_.push_back({interval.hi, &tile});
    intervals.push_back({var(first), interval.hi});
    box.first.push_back(var(first));
    box.sides.push_back(s);
  }
  return intervals;
}

void Lowering::fill_box(const Tile& tile, NestState& state, Filling& filling) {
  TileState box;
  const std::vector<Interval> intervals = named_sides(tile, state, box, filling.before);
  if (filling.buffer) box.begin = mul(filling.buffer, lit(tile.sides[0].extent));
  const std::string to = array_in(tile, tile.pieces[0]),
                    from = values_name(*state.views.at(tile.operand).view);
  const auto filled = [&](int64_t width) {
    return copy_box(
        tile, intervals, width, state, filling.buffer,
        [&](const Expr& in_box, const Expr& at_home) {
          return width == 1 ? assign(read(to, in_box), AssignOp::Set, read(from, at_home))
                            : copy(CopyWay::Read, read(to, in_box), read(from, at_home), width);
        });
  };
  const Expr quads = quads_of_box(tile, intervals, state);
  if (!quads) {
    filling.copies.push_back(filled(1));
  } else {
    const std::string in_quads = names_.fresh(tile.name + "_quads");
    filling.copies.push_back(let(in_quads, Type::Bool, quads));
    for (const int64_t width : {quad, int64_t{1}})
      filling.copies.push_back(
          if_then(width == 1 ? call("not", {var(in_quads)}) : var(in_quads), filled(width)));
  }
  stand_in(tile, box, state);
}

// Whether the box consists of whole quads of neighbours in memory; null: never.
Expr Lowering::quads_of_box(const Tile& tile, const std::vector<Interval>& intervals,
                            const NestState& state) const {
  const ViewState& v = state.views.at(tile.operand);
  const Tile::Side& side = tile.sides.back();
  const size_t last = v.view->levels.size() - 1;
  if (side.extent % quad != 0 || !side.by.empty() || level_of(side, v) != last) return nullptr;
  const auto is_whole = [](const Expr& e) { return equal(mod(e, lit(quad)), lit(0)); };
  const Interval& along = intervals.back();
  const bool one_row = last == 0 && ends_with_loops(side, v);
  const Expr row = one_row ? lit(quad) : level_extent(v.view->levels, last);
  Expr aligned = call("aligned_rows", {var(values_name(*v.view)), row});
  const int64_t whole = whole_along(side, state);
  if (whole > 0 && whole % quad == 0) return aligned;
  return both(aligned, both(is_whole(along.lo), is_whole(sub(size_of(along.hi), along.lo))));
}

int64_t Lowering::whole_along(const Tile::Side& side, const NestState& state) {
  const auto range = state.ranks.find(side.root);
  return !side.by.empty() || range == state.ranks.end() || state.block.contains(side.root)
             ? 0
             : range->second.whole;
}

// The element's number gives its coordinates, and those find it in the operand as they would in any
// nest; what lies beyond an interval is left out, and never read. What another operand names is
// asked for apart from that, so that copies stand in no branch.
Stmt Lowering::copy_box(const Tile& tile, const std::vector<Interval>& intervals, int64_t width,
                        const NestState& state, const Expr& buffer, const Moved& moved) {
  const std::string number = names_.fresh(width == 1 ? "element" : "quad");
  const std::string element =
      width == 1 && !rows_of_threads(tile, 1) ? number : names_.fresh("element");
  Steps body;
  const Numbered numbered = numbered_in(tile, var(number), width);
  if (element != number) body.push_back(let(element, Type::Int, numbered.element));
  NestState inside = state;
  std::map<std::string, std::string> coordinates;  // bottom variable → its own in the copy
  Expr within_all;
  const ViewState& operand = state.views.at(tile.operand);
  const auto plan_at = [&](const Tile::Side& s) { return (*operand.plans)[level_of(s, operand)]; };
  int64_t rest = 1;
  for (const Tile::Side& s : tile.sides) rest *= s.extent;
  const int64_t elements = rest;
  const bool spelled = elements / width <= most_filled_at_once || ended_.contains(tile.name);
  Expr count = lit(elements / width);
  for (size_t i = 0; i < tile.sides.size(); ++i) {
    const Tile::Side& s = tile.sides[i];
    const auto bottom =
        std::ranges::find_if(root_of_, [&](const auto& entry) { return entry.second == s.root; });
    rest /= s.extent;
    Expr ordinal = div(numbered.row && i > 0 ? numbered.in_row : var(element), lit(rest));
    if (numbered.row ? i > 1 : i > 0) ordinal = mod(ordinal, lit(s.extent));
    if (numbered.row && i == 0) ordinal = numbered.row;
    const bool tied = plan_at(tile.sides[i]).root.empty();
    const std::string of = tied ? s.root : bottom->first;
    const std::string c = names_.fresh(tied ? variable_of(s.root) : of);
    // Of 64 bits: what lies beyond the interval may be more than coordinates count.
    const std::string number_in = s.by.empty() ? c : names_.fresh(c + "_at");
    body.push_back(let(number_in, Type::Size, add(size_of(intervals[i].lo), ordinal)));
    // Behind a list's end coordinates are named as well: what is there need not be asked for.
    const bool named_behind = goes_on(kernel_, tile, s);
    const bool asks =
        named_behind ? ended_.contains(tile.name) : tied || whole_along(s, state) != s.extent;
    Expr within;
    if (i == 0 && !spelled) {
      const Expr length = sub(size_of(intervals[i].hi), intervals[i].lo);
      count = rest % width == 0 ? mul(length, lit(rest / width)) : div(length, lit(width));
    } else if (asks) {
      within = less(var(number_in), intervals[i].hi);
      within_all = within_all ? both(within_all, within) : within;
    }
    if (!s.by.empty()) {
      const View& by = *state.views.at(s.by).view;
      const Expr named = read(coords_name(by, naming_level(s)), var(number_in));
      const Expr none = call("coord", {lit(0)});
      const bool is_there = !within || named_behind;
      body.push_back(let(c, Type::Coord, is_there ? named : call("select", {within, named, none})));
    }
    coordinates[of] = c;
    if (!tied) bind(s.root, c, var(c), inside);
    inside.bound.insert(c);
  }
  if (within_all) body.require(within_all, {});
  const ViewState found = found_at(tile, coordinates, inside, body);
  body.push_back(moved(place_in_box(tile, var(element), buffer), found.levels.back().at));
  return for_sharers(tile, number, count, body.close());
}

// How many rows the threads copy at once, each thread a piece of `width` elements: where a list
// names rows, and pieces go by threads evenly. Threads then have neighbouring entries of the list,
// which one load brings. None: pieces are dealt out one behind the other.
std::optional<int64_t> Lowering::rows_of_threads(const Tile& tile, int64_t width) const {
  const int64_t rows = tile.sides[0].extent;
  const auto threads = threads_wanted(kernel_);
  if (!threads || tile.scope == Scope::Warp || !goes_on(kernel_, tile, tile.sides[0]))
    return std::nullopt;
  int64_t pieces = 1;
  for (const Tile::Side& s : tile.sides) pieces *= s.extent;
  const int64_t in_row = pieces / rows / width;
  constexpr int64_t sector = 8;  // elements that memory gives at once
  if (in_row * width < sector || *threads % in_row != 0 || rows % (*threads / in_row) != 0)
    return std::nullopt;
  return *threads / in_row;
}

// Where in the box the piece of that number begins.
Lowering::Numbered Lowering::numbered_in(const Tile& tile, const Expr& number,
                                         int64_t width) const {
  const auto at_once = rows_of_threads(tile, width);
  if (!at_once) return {nullptr, nullptr, mul(number, lit(width))};
  const int64_t threads = *threads_wanted(kernel_), in_row = threads / *at_once;
  const Expr first = div(mod(number, lit(threads)), lit(in_row));
  const Expr row = add(mul(first, lit(tile.sides[0].extent / *at_once)), div(number, lit(threads)));
  const Expr behind = mul(mod(number, lit(in_row)), lit(width));
  return {row, behind, add(mul(row, lit(in_row * width)), behind)};
}

// Of an element by its number, of a buffer.
Expr Lowering::place_in_box(const Tile& tile, const Expr& element, const Expr& buffer) {
  const Tile::Side& last = tile.sides.back();
  int64_t rows = 1;
  for (const Tile::Side& side : tile.sides) rows *= &side == &last ? 1 : side.extent;
  Expr out = element;
  if (last.pitch > 0)
    out = add(out, mul(div(element, lit(last.extent)), lit(last.pitch - last.extent)));
  return buffer ? add(mul(buffer, lit(rows * last.apart())), out) : out;
}

ViewState Lowering::found_at(const Tile& tile,
                             const std::map<std::string, std::string>& coordinates,
                             NestState& inside, Steps& body) {
  ViewState source = inside.views.at(tile.operand);
  std::vector<LevelPlan> plans = *source.plans;
  for (size_t l = 0; l < plans.size(); ++l) {
    if (l < static_cast<size_t>(tile.from)) {
      alike_.push_back({source.levels[l].at, &tile});
      continue;
    }
    LevelPlan& plan = plans[l];
    const auto tied =
        plan.root.empty() ? coordinates.find(source.view->levels[l].rank) : coordinates.end();
    plan.within = tied != coordinates.end();
    plan.index = plan.within ? var(tied->second) : renamed(plan.index, coordinates);
    plan.needs.clear();
    for_each_expr(plan.index, [&](const Expr& e) {
      if (const auto* v = as<Var>(e)) plan.needs.insert(v->name);
    });
    if (!plan.loop.empty()) inside.tiles.erase(plan.loop);
    source.levels[l] = {};
  }
  source.plans = &plans;
  inside.views = {{tile.operand, source}};
  locate(inside, body);
  ViewState found = inside.views.at(tile.operand);
  found.plans = nullptr;
  return found;
}

void Lowering::stand_in(const Tile& tile, const TileState& box, NestState& state) {
  ViewState& v = state.views.at(tile.operand);
  View& local = local_views_[tile.name];
  std::vector<LevelPlan>& plans = local_plans_[tile.name];
  local = *v.view;
  local.name = tile.name;
  local.like.clear();
  local.levels.clear();
  plans.clear();
  for (const Tile::Side& s : tile.sides) {
    const size_t l = level_of(s, v);
    local.levels.push_back(v.view->levels[l]);
    plans.push_back((*v.plans)[l]);
  }
  v = {&local, &plans, std::vector<LevelState>(plans.size()), {}, box};
}

// ---- Lists ----

// From here on the rank is a compressed level of one fiber.
void Lowering::fill_list(const Tile& tile, NestState& state, Filling& filling) {
  std::vector<Stmt>& out = filling.before;
  out.push_back(barrier());
  const std::string& root = tile.sides[0].root;
  const Interval interval = shared_interval(root, tile.scope, state);
  const std::string first = names_.fresh(tile.name + "_" + root + "_begin"),
                    count = names_.fresh(tile.name + "_count");
  out.push_back(let(first, Type::Size, size_of(interval.lo)));
  alike_.push_back({var(first), &tile});
  alike_.push_back({interval.hi, &tile});
  const auto bottom =
      std::ranges::find_if(root_of_, [&](const auto& entry) { return entry.second == root; });
  NestState at_first = state;
  bind(root, first, var(first), at_first);
  NestState beside_first = at_first;
  Steps steps;
  const ViewState source = found_at(tile, {{bottom->first, first}}, at_first, steps);
  std::vector<Expr> args;
  for (const Param::Kind kind : {Param::Kind::Coords, Param::Kind::Values, Param::Kind::Segments})
    if (const auto piece = std::ranges::find(tile.pieces, kind, &Tile::Piece::kind);
        piece != tile.pieces.end())
      args.push_back(var(array_in(tile, *piece)));
  const char* list = !tile.beside.empty() ? "list_common"
                     : args.size() == 3   ? "list_present"
                                          : "list_places";
  const auto add_source = [&](const ViewState& v, int level) {
    const Expr stride = rewrite(level_span(v.view->levels, static_cast<size_t>(level) + 1),
                                [](const Expr& e) { return as<Var>(e) ? size_of(e) : e; });
    for (const Expr& arg : {var(values_name(*v.view)), v.levels.back().at, stride})
      args.push_back(arg);
  };
  add_source(source, tile.from);
  if (!tile.beside.empty()) {
    Tile other = tile;
    other.operand = tile.beside;
    other.from = 0;
    const ViewState beside = found_at(other, {{bottom->first, first}}, beside_first, steps);
    add_source(beside, static_cast<int>(beside.levels.size()) - 1);
  }
  args.push_back(var(first));
  args.push_back(sub(size_of(interval.hi), var(first)));
  if (tile.beside.empty())
    args.push_back(make_expr(FloatLit{program_.tensor(tile.operand)->absent}));
  if (std::string_view(list) != "list_present")
    args.push_back(lit(std::max<int64_t>(tile.whole, 1)));
  Expr made = call("pos", {call(list, std::move(args))});
  if (steps.requires_something()) {  // beyond the ranks around it nothing is there to list
    out.push_back(changing(count, Type::Pos, lit(0)));
    steps.push_back(assign(var(count), AssignOp::Set, std::move(made)));
  } else {
    steps.push_back(let(count, Type::Pos, std::move(made)));
  }
  out.push_back(steps.close());
  const Tile::Piece& coords =
      *std::ranges::find(tile.pieces, Param::Kind::Coords, &Tile::Piece::kind);
  if (const int64_t more = coords.extent - tile.sides[0].extent; more > 0) {
    const std::string behind = names_.fresh(tile.name + "_behind");
    const Expr entry = read(array_in(tile, coords), add(var(count), var(behind)));
    out.push_back(for_sharers(tile, behind, lit(more),
                              assign(entry, AssignOp::Set, call("coord", {var(first)}))));
  }
  stand_in(tile, {}, state);
  local_views_[tile.name].levels[0].format = LevelFormat::Compressed;
  state.views.at(tile.operand).levels[0] = {lit(0), var(count), nullptr};
}

}  // namespace teaal::passes
