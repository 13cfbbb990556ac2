#include "compiler/ir/levels.h"
#include "compiler/ir/mma.h"
#include "compiler/passes/coiterate/lowering.h"
#include "compiler/passes/memory/tile_shape.h"

// Loops around sums in registers are spelled out, so that the text says which register is which.
namespace teaal::passes {

using namespace ir;

bool has_fills(const Stmt& s) {
  bool found = false;
  for_each_stmt(s, [&](const Stmt& inner) { found |= as<Fill>(inner) != nullptr; });
  return found;
}

static bool writes_memory(const Stmt& s) {
  bool found = false;
  for_each_stmt(s, [&](const Stmt& inner) {
    const auto* n = as<Assign>(inner);
    found |= n && as<Access>(n->target);
  });
  return found;
}

// Whether a loop that is spelled out walks the run that is left.
static bool walks_run(const ForRank& loop, const NestState& state) {
  if (loop.spelled.turns == 0 || loop.tile || loop.root != state.run->root) return false;
  return std::ranges::any_of(loop.over.fibers, [&](const Fiber& f) {
    const auto view = state.views.find(f.operand);
    return view != state.views.end() &&
           std::ranges::any_of(view->second.levels, [&](const LevelState& level) {
             return level.open() && state.run->is(level.begin, level.end);
           });
  });
}

// Whether such loops walk a run that may be whole.
static bool cut_run(const std::vector<Stmt>& stmts, const NestState& state) {
  bool found = false;
  if (!state.run || state.run->size <= 1 || state.run->whole) return false;
  for (const Stmt& s : stmts)
    for_each_stmt(s, [&](const Stmt& inner) {
      const auto* loop = as<ForRank>(inner);
      found |= loop && walks_run(*loop, state);
    });
  return found;
}

// The number of a worker's iteration in a loop that is spelled out, and all of these.
static Expr number_in(const ForRank& loop, const std::string& worker) {
  Expr turn = loop.spelled.turns == 1 ? lit(0) : var(loop.spelled.var);
  if (worker.empty()) return turn;
  return add(call("worker", {var(worker)}), mul(turn, call("workers", {var(worker)})));
}
static Stmt each_turn(const Spelled& spelled, Stmt one, const SourceRange& where) {
  if (spelled.turns == 1) return one;
  return make_stmt(
      For{spelled.var, Type::Int, lit(0), lit(spelled.turns), lit(1), "", std::move(one), true},
      where);
}

Stmt Lowering::lower_all(const std::vector<Stmt>& stmts, const NestState& state) {
  std::vector<Stmt> out;
  for (const Stmt& s : stmts) out.push_back(lower(s, state));
  return block(std::move(out));
}

Stmt Lowering::lower_apart(const std::vector<Stmt>& loops, const NestState& state) {
  std::vector<Stmt> out;
  const auto leaks = [&](size_t i) {
    const bool may = i + 1 == out.size() || as<ForRank>(loops[i]);
    return may && (as<ir::Block>(out[i]) || as<Let>(out[i]));
  };
  for (const Stmt& loop : loops) {
    for (size_t i = 0; as<ForRank>(loop) && i < out.size(); ++i)
      if (leaks(i))
        out[i] = make_stmt(
            For{names_.fresh("once"), Type::Int, lit(0), lit(1), lit(1), "", out[i], true},
            loop->where);
    out.push_back(lower(loop, state));
  }
  return block(std::move(out));
}

Stmt Lowering::lower_row(const std::vector<Stmt>& stmts, const NestState& state) {
  auto is_loop = [](const Stmt& s) { return as<ForRank>(s) != nullptr; };
  const auto first = std::ranges::find_if(stmts, is_loop);
  const std::vector<Stmt> loops(first, stmts.end());
  std::vector<Stmt> out = {lower_all({stmts.begin(), first}, state)};
  // What sums, edge or not, stands apart from what asks where the edge is.
  auto rest = std::ranges::find_if_not(
      loops, [&](const Stmt& s) { return !beyond_edges(s).empty() || !read_again(s).empty(); });
  if (rest == loops.end()) rest = loops.begin();
  for (const auto& group : {std::vector(loops.begin(), rest), std::vector(rest, loops.end())})
    if (!group.empty())
      out.push_back(whole_and_edge(
          group, state, [&](const NestState& inside) { return lower_apart(group, inside); }));
  return block(std::move(out));
}

Stmt Lowering::whole_and_edge(const std::vector<Stmt>& loops, const NestState& state,
                              const std::function<Stmt(const NestState&)>& lowered) {
  const std::vector<std::string> roots = cut_tiles(loops, state);
  const bool of_run = cut_run(loops, state);
  if ((roots.empty() && !of_run) || state.at_edge) return lowered(state);
  NestState in_whole = state, edge = state;
  Expr whole;
  if (of_run) {
    in_whole.run->whole = true;
    edge.at_edge = true;
    whole = equal(sub(state.run->end, state.run->begin), lit(state.run->size));
  }
  for (const std::string& root : roots) {
    RankState& r = in_whole.ranks.at(root);
    r.whole = r.aligned_to;
    Expr is_whole = equal(sub(r.hi, r.lo), lit(r.whole));
    if (const int64_t own = read_again_in_all(loops, root)) {
      const Expr tile = lit(own), extent = var(extents_.at(root));
      r.last_tile = sub(size_of(extent), tile);
      is_whole = equal(mod(extent, tile), lit(0));  // each tile is in it, or beyond it
      RankState& cut = edge.ranks.at(root);
      cut.whole = cut.aligned_to;
      cut.last = sub(size_of(extent), lit(1));
    } else {
      edge.at_edge = true;
    }
    whole = whole ? both(whole, is_whole) : is_whole;
  }
  const SourceRange& where = loops.front()->where;
  const std::string is_whole = names_.fresh("whole");
  return block({let(is_whole, Type::Bool, call("whole", {whole}), where),
                if_then(var(is_whole), lowered(in_whole), where),
                if_then(call("not", {var(is_whole)}), lowered(edge), where)});
}

std::vector<std::string> Lowering::cut_tiles(const std::vector<Stmt>& stmts,
                                             const NestState& state) const {
  std::vector<std::string> out;
  // Pairs of an assembled tensor are found at one place.
  if (view_of(output_).points) return out;
  bool many = false;  // one test for one sum costs nothing
  const bool fills = std::ranges::any_of(stmts, has_fills);
  for (const Stmt& s : stmts) {
    const bool meets = has_mma(s);  // lanes with whole tiles and with others
    for_each_stmt(s, [&](const Stmt& inner) {
      const auto* loop = as<ForRank>(inner);
      if (!loop || (!loop->spelled.turns && !is_spelled_in_whole(*loop, state))) return;
      many |= loop->spelled.turns != 1;
      if (std::ranges::find(out, loop->root) != out.end() || is_cut_inside(s, loop->root)) return;
      const RankState& r = state.ranks.at(loop->root);
      if (meets && differs_between_lanes(r)) return;
      if (r.whole == 0 && r.aligned_to > unaligned) out.push_back(loop->root);
    });
  }
  // Threads with whole tiles and with others would have to meet at fills.
  const bool parts = fills && std::ranges::any_of(out, [&](const std::string& root) {
                       return state.block.contains(root);
                     });
  return many && !parts ? out : std::vector<std::string>();
}

bool Lowering::differs_between_lanes(const RankState& r) const {
  return std::ranges::any_of(r.cuts, [&](const std::string& cut) {
    const auto loop =
        std::ranges::find(nest_.loops, cut, [](const Nest::Loop& l) { return l.loop.rank; });
    return loop == nest_.loops.end() || loop->loop.place == Place::Lane ||
           loop->loop.place == Place::Thread;
  });
}

// ---- Beyond edges ----

std::set<std::string> Lowering::beyond_edges(const Stmt& s) const {
  return has_fills(s) ? read_from_tiles(s) : std::set<std::string>();
}

std::set<std::string> Lowering::read_from_tiles(const Stmt& s) const {
  std::set<std::string> out;
  if (target_.narrow_values || writes_memory(s)) return out;
  for (const std::string& root : outputs_)
    if (is_plain_part(root)) out.insert(root);
  for_each_expr(s, [&](const Expr& e) {
    const auto* access = as<Access>(e);
    if (access)
      std::erase_if(out, [&](const std::string& root) { return !fills_all(*access, root); });
  });
  // Elements of tiles by their number, of which there are so many.
  for_each_stmt(s, [&](const Stmt& inner) {
    const auto* loop = as<ForRank>(inner);
    if (loop && loop->tile)
      for_each_expr(loop->body, [&](const Expr& e) {
        const auto* v = as<Var>(e);
        if (v && v->name == loop->var) out.erase(loop->root);
      });
  });
  return out;
}

std::set<std::string> Lowering::sums_of_zeros(const Stmt& s) const {
  std::set<std::string> out;
  if (target_.narrow_values || writes_memory(s) || !adds_products(s)) return out;
  for (const auto& [variable, root] : root_of_)
    if (!outputs_.contains(root) && is_plain_part(root)) out.insert(root);
  for_each_expr(s, [&](const Expr& e) {
    const auto* access = as<Access>(e);
    if (access)
      std::erase_if(out, [&](const std::string& root) {
        return !indexed_by(*access, root) || !fills_all(*access, root);
      });
  });
  return out;
}

// What a list names goes on behind its end, so that its last run may be filled as a whole one: with
// zeros, if all that is read along the rank is gathered here. For tensor cores, whose text for a
// part of a run is as long as that for a whole one: bf16 115 µs, so 108; f32 752, so 764.
bool Lowering::ends_with_zeros(const Stmt& behind, const std::vector<Tile*>& filled,
                               const NestState& state) {
  const auto& run = state.run;
  if (!run || run->size <= 1 || run->whole || target_.narrow_values || !has_mma(behind) ||
      has_fills(behind) || writes_memory(behind))
    return false;
  const auto is_gathered = [&](const Tile& tile) {
    return std::ranges::any_of(tile.sides, [&](const Tile::Side& side) {
      return side.root == run->root && side.extent == run->size && goes_on(kernel_, tile, side);
    });
  };
  std::set<std::string> gathered;
  for (const Tile* tile : filled)
    if (is_gathered(*tile)) gathered.insert(tile->operand);
  std::map<std::string, int64_t> others;  // how often an operand is read, and not only asked for
  for_each_expr(behind, [&](const Expr& e) {
    if (const Access* asked = asks_if_present(e, program_)) --others[asked->operand];
    const auto* access = as<Access>(e);
    if (access && !gathered.contains(access->operand) && indexed_by(*access, run->root))
      ++others[access->operand];
  });
  const bool all = !gathered.empty() && std::ranges::all_of(others, [](const auto& operand) {
    return operand.second <= 0;
  });
  for (const Tile* tile : filled)
    if (all && is_gathered(*tile)) ended_.insert(tile->name);
  return all;
}

// Whether all that is done is to copy elements to registers, and to add products of such elements
// and registers up.
bool Lowering::adds_products(const Stmt& s) const {
  std::set<std::string> registers;
  for_each_stmt(s, [&](const Stmt& inner) {
    if (const auto* n = as<Array>(inner)) registers.insert(n->buffer);
  });
  const std::function<bool(const Expr&)> is_product = [&](const Expr& e) {
    if (const auto* n = as<Binary>(e))
      return n->op == BinaryOp::Mul && is_product(n->lhs) && is_product(n->rhs);
    if (const auto* n = as<Read>(e)) return registers.contains(n->buffer);
    return as<Access>(e) != nullptr;
  };
  bool out = kernel_.reduction == AssignOp::Add && kernel_.start == 0;
  for_each_stmt(s, [&](const Stmt& inner) {
    const auto* n = as<Assign>(inner);
    const bool copies = n && n->op == AssignOp::Set && as<Access>(n->value);
    out &= !n || ((copies || n->op == AssignOp::Add) && is_product(n->value));
  });
  return out;
}

bool Lowering::indexed_by(const Access& access, const std::string& root) const {
  return std::ranges::any_of(access.at, [&](const Expr& index) { return names(index, root); });
}

std::map<std::string, int64_t> Lowering::read_again(const Stmt& s) const {
  std::map<std::string, int64_t> out;
  if (!has_fills(s) || writes_memory(s)) return out;
  for (const std::string& root : outputs_) {
    const int64_t own = is_plain_part(root) ? own_tile(s, root) : 0;
    if (own > 0 && std::ranges::none_of(kernel_.tiles, [&](const Tile& t) {
          return std::ranges::find(t.sides, root, &Tile::Side::root) != t.sides.end();
        }))
      out[root] = own;
  }
  std::map<std::string, int64_t> apart;  // how often a coordinate is named, but in accesses
  for_each_expr(s, [&](const Expr& e) {
    const auto* access = as<Access>(e);
    for (auto& [root, own] : out) {
      apart[root] += names(e, root) ? 1 : 0;
      if (!access) continue;
      if (!reads_where_it_lies(*access, root)) own = 0;
      for (const Expr& index : access->at) apart[root] -= names(index, root) ? 1 : 0;
    }
  });
  std::erase_if(out, [&](const auto& one) { return one.second == 0 || apart[one.first] != 0; });
  return out;
}

int64_t Lowering::read_again_in_all(const std::vector<Stmt>& loops, const std::string& root) const {
  int64_t out = 0;
  for (const Stmt& s : loops) {
    const std::map<std::string, int64_t> again = read_again(s);
    const auto found = again.find(root);
    if (found == again.end()) return 0;
    out = found->second;
  }
  return out;
}

int64_t Lowering::own_tile(const Stmt& s, const std::string& root) const {
  const ForRank* tiles = nullptr;
  std::vector<const ForRank*> own;
  for_each_stmt(s, [&](const Stmt& inner) {
    const auto* loop = as<ForRank>(inner);
    if (!loop || !roots_of(*loop).contains(root)) return;
    if (loop->tile)
      tiles = loop;
    else
      own.push_back(loop);
  });
  const int64_t tile = tiles ? literal(tiles->tile).value_or(0) : 0;
  const auto has_all = [&](const ForRank* loop) {
    return loop->spelled.all && loop->place == Place::Time && loop->spelled.turns == tile;
  };
  return !own.empty() && std::ranges::all_of(own, has_all) ? tile : 0;
}

bool Lowering::names(const Expr& variable, const std::string& root) const {
  const auto* v = as<Var>(variable);
  const auto of = v ? root_of_.find(v->name) : root_of_.end();
  return of != root_of_.end() && of->second == root;
}

// Whether the access does not depend on the rank, or reads each of its coordinates in memory.
bool Lowering::reads_where_it_lies(const Access& access, const std::string& root) const {
  const View& view = view_of(access.operand);
  const Tensor& tensor = *program_.tensor(view.tensor);
  bool out = true;
  for (size_t r = 0; r < access.at.size(); ++r) {
    bool here = false;
    for_each_expr(access.at[r], [&](const Expr& e) { here |= names(e, root); });
    out &= !here || (names(access.at[r], root) && ends_with(root, tensor.ranks[r]));
    out &= !here || store_all(view.levels);
  }
  return out;
}

bool Lowering::is_plain_part(const std::string& root) const {
  return std::ranges::all_of(nest_.loops, [&](const Nest::Loop& l) {
    return !roots_of(l.loop).contains(root) || is_of_coordinates(l.loop);
  });
}

// Whether the access does not depend on the rank, or takes its elements from a tile that is full
// along it, of an operand that stores all of them.
bool Lowering::fills_all(const Access& access, const std::string& root) const {
  bool depends = false, plain = true;
  for (const Expr& index : access.at) {
    bool here = false;
    for_each_expr(index, [&](const Expr& e) { here |= names(e, root); });
    depends |= here;
    plain &= !here || as<Var>(index);
  }
  if (!depends) return true;
  return plain && store_all(view_of(access.operand).levels) &&
         std::ranges::any_of(kernel_.tiles, [&](const Tile& tile) {
           int64_t elements = 1;
           for (const Tile::Side& side : tile.sides) elements *= side.extent;
           const auto own = std::ranges::find(tile.sides, root, &Tile::Side::root);
           const bool box = tile.memory == Memory::Shared && !tile.listed;
           return tile.operand == access.operand && box && own != tile.sides.end() &&
                  own->by.empty() && (own != tile.sides.begin() || elements <= most_filled_at_once);
         });
}

bool Lowering::is_cut_inside(const Stmt& s, const std::string& root) const {
  bool found = false;
  for_each_stmt(s, [&](const Stmt& inner) {
    found |=
        as<ForRank>(inner) && !found &&
        (beyond_edges(inner).contains(root) || (inner != s && read_again(inner).contains(root)));
  });
  return found;
}

void Lowering::count_as_whole(const Stmt& behind, NestState& state) const {
  if (has_fills(behind)) return;  // which would copy what lies beyond
  std::set<std::string> roots = read_from_tiles(behind);
  roots.merge(sums_of_zeros(behind));
  for (const std::string& root : roots)
    if (RankState& r = state.ranks.at(root); r.whole == 0 && r.aligned_to > unaligned)
      r.whole = r.aligned_to;
}

bool Lowering::is_spelled_in_whole(const ForRank& loop, const NestState& state) {
  const auto range = state.ranks.find(loop.root);
  if (range == state.ranks.end() || loop.tile || !loop.joined.empty() || loop.at ||
      loop.place != Place::Time)
    return false;
  const auto lists = [&](const Fiber& f) {
    const ViewState& v = state.views.at(f.operand);
    for (size_t l = 0; l < v.plans->size(); ++l)
      if ((*v.plans)[l].root == loop.root && v.view->levels[l].format != LevelFormat::Uncompressed)
        return true;
    return false;
  };
  bool all_spelled = true;
  for_each_stmt(loop.body, [&](const Stmt& s) {
    const auto* inside = as<ForRank>(s);
    all_spelled &= !inside || inside->spelled.turns > 0;
  });
  const int64_t tile = range->second.aligned_to;
  return all_spelled && tile > unaligned && iterations_at_once(loop, tile) == tile &&
         std::ranges::none_of(loop.over.fibers, lists);
}

Stmt Lowering::spell_out(const Where& at, const Turns& turns, Stmt body) const {
  const Spelled& spelled = at.loop.spelled;
  const Expr number = number_in(at.loop, at.worker);
  // Of 64 bits: the last one may lie beyond what coordinates count.
  const Expr distance = mul(number, turns.step);
  Expr first = add(size_of(turns.begin), distance);
  if (turns.last) first = least(first, turns.last);
  const auto named = [&](const Expr& c) {
    return at.loop.tile ? let(at.loop.var, Type::Size, c, at.range)
                        : let(at.loop.var, Type::Coord, call("coord", {c}), at.range);
  };
  const Expr inside = turns.whole > 0 ? less(distance, lit(turns.whole)) : less(first, turns.end);
  Stmt one;
  if (!at.active.empty()) {  // who has none left repeats the first one, and stores nothing
    const Expr own = call("select", {var(at.active), first, turns.begin});
    one =
        if_then(less(turns.begin, turns.end),
                block({let(at.active, Type::Bool, inside, at.range), named(own), std::move(body)}),
                at.range);
  } else {
    one = block({named(first), std::move(body)});
    if (turns.whole == 0 || !spelled.all) one = if_then(inside, one, at.range);
  }
  return each_turn(at.loop.spelled, std::move(one), at.range);
}

Stmt Lowering::spell_out(const Where& at, const OpenFiber& leader, const NestState& state,
                         Stmt body) const {
  const Expr number = number_in(at.loop, at.worker);
  const std::string position = name_of_var(state.views.at(leader.operand).levels[leader.level].at);
  Stmt one = block({let(position, Type::Pos, call("pos", {add(leader.begin, number)}), at.range),
                    std::move(body)});
  if (!state.run || !state.run->whole || !state.run->is(leader.begin, leader.end))
    one = if_then(less(number, sub(leader.end, leader.begin)), std::move(one), at.range);
  return each_turn(at.loop.spelled, std::move(one), at.range);
}

bool StoredRun::is(const Expr& first, const Expr& last) const {
  return same(begin, first) && same(end, last);
}

}  // namespace teaal::passes
