#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/ir/names.h"
#include "compiler/passes/coiterate/lowering.h"

namespace teaal::passes {

using namespace ir;

namespace {

// Products that machine code may have for an iteration, and as how many one counts that asks memory
// for something under a question: of those ptxas took four minutes for 1344, 13 seconds for 384.
constexpr int64_t most_code = 2048, code_of_question = 32;

bool asks_memory(const Stmt& s, const std::set<std::string>& registers) {
  bool found = false;
  for_each_expr(s, [&](const Expr& e) {
    const auto* n = as<Read>(e);
    found |= n && !registers.contains(n->buffer);
  });
  return found;
}

// How many machine code has for a statement, as often as loops spell it out.
int64_t code_of(const Stmt& s, const std::set<std::string>& registers) {
  const auto* loop = as<For>(s);
  const auto* sum = as<Assign>(s);
  int64_t inside = sum && sum->op != AssignOp::Set ? 1 : 0;
  for_children(
      s, [](const Expr&) {}, [&](const Stmt& child) { inside += code_of(child, registers); });
  if (as<If>(s) && asks_memory(s, registers)) inside *= code_of_question;
  const int64_t times = !loop ? 1 : loop->unroll ? literal(loop->end).value_or(1) : loop->at_once;
  return std::min(inside, most_code) * std::max<int64_t>(1, times);
}

std::set<std::string> registers_of(const Stmt& body) {
  std::set<std::string> out;
  for_each_stmt(body, [&](const Stmt& s) {
    const auto* array = as<Array>(s);
    if (array && array->memory == Memory::Registers) out.insert(array->buffer);
  });
  return out;
}

}  // namespace

Stmt Lowering::bottom_loop(const Where& at, const std::vector<OpenFiber>& fibers,
                           NestState& state) {
  if (at.worker.empty()) {  // workers take every coordinate in turn, and test
    std::vector<OpenFiber> bits = open_fibers(at.loop, LevelFormat::Bitmask, state);
    bool leads = !bits.empty() && tensor_of(bits[0].operand) == bound_leader(at.loop);
    if (!bits.empty() && (fibers.empty() || leads)) return walk_bits(at, bits, state);
  }
  if (fibers.empty()) return dense_loop(at, state);
  state.dense = state.dense && fibers.size() == 1 && covers_output(fibers[0], state);
  if (fibers.size() == 1) return walk(at, fibers[0], state);
  Meet meet = bound_meet(at.loop);
  if (meet == Meet::Unchosen) {
    meet = at.worker.empty() ? Meet::SkipAhead : Meet::LeaderFollower;
    program_.notes.push_back(
        fmt::format("{}: at rank {} the fibers meet by {} (no intersector bound)", kernel_.name,
                    at.loop.rank, name_of(meet_names, meet)));
  }
  return meet == Meet::LeaderFollower ? walk(at, fibers[0], state) : merge(at, fibers, state, meet);
}

// One that is spelled out says its number itself, whatever coordinate stands for those behind the
// rank's end; one iteration has no loop, in which copies could run ahead.
std::optional<Turn> Lowering::turn_of(const ForRank& loop, const Expr& begin, const Expr& step) {
  if (loop.spelled.turns == 1) return std::nullopt;
  if (loop.spelled.turns > 1) return Turn{loop.spelled.var, lit(0), lit(1)};
  return Turn{loop.var, begin, step};
}

Stmt Lowering::dense_loop(const Where& at, NestState& state) {
  if (is_listed(at.loop.root)) return listed_loop(at, state);
  RankState& r = state.ranks.at(at.loop.root);
  Expr lo = r.lo, hi = r.hi, last = r.last;
  const int64_t whole = r.whole, tile = r.aligned_to;
  if (at.worker.empty()) state.turn = turn_of(at.loop, lo, lit(1));
  Stmt body = inside(at, var(at.loop.var), state);
  if (at.loop.spelled.turns) return spell_out(at, {lo, hi, lit(1), whole, last}, body);
  For loop{at.loop.var, Type::Coord, lo, hi, lit(1), at.worker, body};
  if (at.worker.empty() && !state.at_edge) loop.at_once = iterations_at_once(at.loop, tile);
  if (loop.at_once > 1) {
    const int64_t code = code_of(body, registers_of(kernel_.body));
    loop.at_once = std::min(loop.at_once, most_code / std::clamp<int64_t>(code, 1, most_code));
  }
  if (whole > 0 && loop.at_once == whole) return spelled_whole(loop, whole, at.range);
  return make_stmt(std::move(loop), at.range);
}

Stmt Lowering::spelled_whole(const For& loop, int64_t whole, const SourceRange& where) {
  const std::string turn = names_.fresh(loop.var + "_turn");
  const Expr coord = add(call("coord", {loop.begin}), var(turn));
  return make_stmt(For{turn, Type::Int, lit(0), lit(whole), lit(1), "",
                       block({let(loop.var, Type::Coord, coord, where), loop.body}), true},
                   where);
}

// Where what a thread multiplies in one iteration lies in registers, the next iterations' reads can
// be under way meanwhile: as many of a tile's as machine code has room for.
int64_t Lowering::iterations_at_once(const ForRank& loop, int64_t tile) {
  constexpr int64_t most_iterations = 16;
  std::map<std::string, int64_t> turns;  // of the loops inside that are spelled out
  for_each_stmt(loop.body, [&](const Stmt& s) {
    const auto* inside = as<ForRank>(s);
    if (inside && inside->spelled.turns > 0) turns[inside->rank] = inside->spelled.turns;
  });
  int64_t products = 1;
  for (const auto& [rank, count] : turns) products *= count;
  if (products == 1 || tile <= unaligned) return 1;
  return std::max<int64_t>(1, std::min({tile, most_iterations, most_code / products}));
}

Stmt Lowering::walk(const Where& at, const OpenFiber& leader, NestState& state) {
  const std::string position = position_name(leader.operand, leader.level, state);
  set_position(leader, var(position), state);
  const bool spelled = at.loop.spelled.turns > 0;
  if (at.worker.empty())
    state.turn = spelled ? turn_of(at.loop, lit(0), lit(1)) : Turn{position, leader.begin, lit(1)};
  const auto body = [&](NestState own) {
    const Stmt coord = let(at.loop.var, Type::Coord, read(leader.coords, var(position)), at.range);
    return block({coord, inside(at, var(at.loop.var), own)});
  };
  if (spelled) return spell_out(at, leader, state, body(state));
  const auto any = [&](const NestState& own) {
    return make_stmt(
        For{position, Type::Pos, leader.begin, leader.end, lit(1), at.worker, body(own)}, at.range);
  };
  const int64_t size =
      at.worker.empty() && !state.at_edge ? run_at_once(at.loop, leader, state) : 0;
  if (size == 0) return any(state);
  NestState edge = state;
  edge.at_edge = true;
  const std::string is_whole = names_.fresh("whole"), turn = names_.fresh(position + "_turn");
  const Expr whole = equal(sub(leader.end, leader.begin), lit(size));
  const Stmt own = let(position, Type::Pos, add(leader.begin, var(turn)), at.range);
  Stmt turns = make_stmt(
      For{turn, Type::Int, lit(0), lit(size), lit(1), "", block({own, body(state)}), true},
      at.range);
  if (state.run->whole) return turns;
  return block({let(is_whole, Type::Bool, call("whole", {whole}), at.range),
                if_then(var(is_whole), turns, at.range),
                if_then(call("not", {var(is_whole)}), any(edge), at.range)});
}

// How many elements a whole run of the fiber has, where so many iterations are spelled out.
int64_t Lowering::run_at_once(const ForRank& loop, const OpenFiber& fiber, const NestState& state) {
  const auto& run = state.run;
  if (state.handed.contains(loop.root)) return 0;  // lanes hand them round one by one
  if (!run || !run->is(fiber.begin, fiber.end)) return 0;
  return iterations_at_once(loop, run->size) == run->size && run->size > 1 ? run->size : 0;
}

Stmt Lowering::merge(const Where& at, const std::vector<OpenFiber>& fibers, NestState& state,
                     Meet meet) {
  std::vector<Stmt> out, body, steps;
  std::vector<std::string> fingers, coords;
  Expr more, goal, match;
  for (const OpenFiber& f : fibers) {
    fingers.push_back(position_name(f.operand, f.level, state));
    coords.push_back(names_.fresh(fingers.back() + "_coord"));
    out.push_back(changing(fingers.back(), Type::Pos, f.begin, at.range));
    body.push_back(let(coords.back(), Type::Coord, read(f.coords, var(fingers.back())), at.range));
    Expr here = less(var(fingers.back()), f.end), c = var(coords.back());
    more = more ? both(more, here) : here;
    goal = !goal ? c : meet == Meet::TwoFinger ? least(goal, c) : most(goal, c);
    set_position(f, var(fingers.back()), state);
  }
  Expr k = var(at.loop.var);
  for (const std::string& c : coords)
    match = match ? both(match, equal(var(c), k)) : equal(var(c), k);
  body.push_back(let(at.loop.var, Type::Coord, goal, at.range));
  body.push_back(if_then(match, inside(at, k, state), at.range));
  if (meet == Meet::TwoFinger)
    for (size_t i = 0; i < fingers.size(); ++i)
      body.push_back(assign(var(fingers[i]), AssignOp::Add,
                            call("advance", {equal(var(coords[i]), k)}), at.range));
  else
    gallop(at, fibers, fingers, match, body);
  out.push_back(make_stmt(While{more, block(std::move(body))}, at.range));
  return block(std::move(out));
}

void Lowering::gallop(const Where& at, const std::vector<OpenFiber>& fibers,
                      const std::vector<std::string>& fingers, const Expr& match,
                      std::vector<Stmt>& body) {
  std::string goal = names_.fresh(at.loop.var + "_goal");
  body.push_back(let(goal, Type::Coord, add(var(at.loop.var), call("advance", {match})), at.range));
  for (size_t i = 0; i < fingers.size(); ++i)
    body.push_back(
        assign(var(fingers[i]), AssignOp::Set,
               call("gallop", {var(fibers[i].coords), var(fingers[i]), fibers[i].end, var(goal)}),
               at.range));
}

void Lowering::tell_searches(const ForRank& loop, const std::vector<OpenFiber>& fibers) {
  std::vector<std::string> around;
  for (const Nest::Loop& outer : nest_.loops) {
    if (outer.loop.rank == loop.rank) break;
    if (outer.loop.place == Place::Time && outer.loop.root != loop.root)
      around.push_back(outer.loop.rank);
  }
  if (around.empty()) return;
  std::vector<std::string> tensors;
  for (const OpenFiber& f : fibers)
    if (std::ranges::find(tensors, tensor_of(f.operand)) == tensors.end())
      tensors.push_back(tensor_of(f.operand));
  std::string note = fmt::format(
      "{}: every worker of {} walks all of {} and searches its own coordinates in each fiber of {}",
      kernel_.name, loop.rank, fmt::join(around, ", "), fmt::join(tensors, " and "));
  if (loop.rank == loop.root)
    note += fmt::format("; with {} outside each would walk what it owns alone", loop.rank);
  program_.notes.push_back(std::move(note));
}

}  // namespace teaal::passes
