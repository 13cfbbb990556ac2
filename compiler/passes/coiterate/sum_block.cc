#include "compiler/passes/coiterate/sum_block.h"

#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/launch_shape.h"

namespace teaal::passes {
namespace {

using namespace ir;

// A thread's registers that hold sums; others hold what it multiplies.
constexpr int64_t most_elements = 128;
// How often the text of a loop may stand in a kernel, for it lies inside loops that are spelled
// out.
constexpr int64_t most_copies = 8;
// How many products may be spelled out one behind the other: of an element, of all of them.
constexpr int64_t most_products = 16, most_products_of_all = 64;
// And how many elements that nothing is summed for: four by sixteen are turned round by a lane.
constexpr int64_t most_moves = 64;

bool runs_over(const ForRank& loop, const std::set<std::string>& roots) {
  return std::ranges::any_of(roots_of(loop), [&](const auto& r) { return roots.contains(r); });
}

// Splits by coordinate alone, into tiles that begin at multiples of their size.
bool is_plain(const ForRank& loop) {
  return is_of_coordinates(loop) && (!loop.tile || literal(loop.tile));
}

class Finder {
 public:
  Finder(const Nest& nest, const Kernel& kernel, const Program& program)
      : nest_(nest), kernel_(kernel), program_(program), root_of_(roots_of_variables(nest)) {}

  SumBlock run(const std::set<std::string>& outputs) const {
    const size_t loops = nest_.loops.size();
    SumBlock found{loops, {}, 1, ""};
    std::vector<SumBlock::Loop> behind;  // innermost first
    int64_t elements = 1, copies = 1, products = 1;
    for (size_t i = loops; i-- > 0;) {
      if (!runs_over(nest_.loops[i].loop, outputs)) {
        behind.push_back({products > 0 ? in_a_row(i, elements, products) : Spelled{}});
        products *= behind.back().spelled.turns;
        found = {i, {behind.rbegin(), behind.rend()}, elements, ""};
        continue;
      }
      behind.push_back({spelled(i), true});
      const int64_t turns = behind.back().spelled.turns;
      if (found.first < loops) copies *= turns;  // of the reductions inside
      elements *= turns;
      if (turns == 0 || elements > most_elements || copies > most_copies) break;
    }
    return named(std::move(found));
  }

  // Innermost loops, as many as together have no more iterations than may stand one behind another.
  std::vector<Spelled> moves() const {
    std::vector<Spelled> out(nest_.loops.size());
    Names names = names_of(nest_, program_);
    int64_t elements = 1;
    for (size_t i = nest_.loops.size(); i-- > 0;) {
      Spelled found = spelled(i);
      elements *= found.turns;
      if (elements == 0 || elements > most_moves) break;
      found.var = names.fresh(nest_.loops[i].loop.var + "_turn");
      out[i] = std::move(found);
    }
    return out;
  }

  // How many iterations of a loop a worker has, if that is the same wherever data and sizes lead.
  Spelled spelled(size_t index) const {
    const ForRank& loop = nest_.loops[index].loop;
    const ForRank* around = enclosing(index);
    if (!around || !is_plain(loop) || !is_plain(*around) || !around->tile || is_tied() ||
        walks_fibers(loop))
      return {};
    const int64_t outer = *literal(around->tile), inner = loop.tile ? *literal(loop.tile) : 1;
    if (inner == 0 || outer % inner != 0) return {};
    const int64_t iterations = outer / inner;
    if (loop.place == Place::Time) return {iterations, "", true};
    if (!is_in_whole_tiles(index)) return {};
    const Worker& worker = *std::ranges::find(kernel_.workers, loop.rank, &Worker::rank);
    const Turns turns = turns_of(kernel_, worker, iterations);
    return {turns.most, "", turns.all};
  }

  int64_t turns_in_run(size_t index) const {
    const ForRank& loop = nest_.loops[index].loop;
    const ForRank* around = enclosing(index);
    const auto is_simple = [](const ForRank& l) { return l.joined.empty() && !l.at; };
    if (!around || !is_simple(loop) || !is_simple(*around) || loop.tile || around->leader.empty() ||
        around->merged || around->growth.most || loop.place != Place::Time)
      return 0;
    std::set<std::string> leading;
    bool alone = true;
    for_each_expr(nest_.body, [&](const Expr& e) {
      const auto* access = as<Access>(e);
      if (!access || rank_along(*access, loop).empty()) return;
      const bool led_by = tensor_of(access->operand) == around->leader;
      if (led_by) leading.insert(access->operand);
      alone &= led_by ? is_walked(*access, loop) : !lists(*access, loop);
    });
    const auto is_leading = [&](const Fiber& f) { return leading.contains(f.operand); };
    return alone && leading.size() == 1 && std::ranges::any_of(loop.over.fibers, is_leading)
               ? literal(around->tile).value_or(0)
               : 0;
  }

  // Whether the loop visits what an operand stores instead of every coordinate.
  bool walks_fibers(const ForRank& loop) const {
    std::set<std::string> indexed;
    bool stored = false;
    for_each_expr(nest_.body, [&](const Expr& e) {
      const auto* access = as<Access>(e);
      if (!access) return;
      indexed.insert(access->operand);
      stored |= lists(*access, loop);
    });
    return stored || !std::ranges::all_of(loop.over.fibers, [&](const Fiber& f) {
             return indexed.contains(f.operand);
           });
  }

 private:
  SumBlock named(SumBlock block) const {
    Names names = names_of(nest_, program_);
    block.name = block.elements == 1 ? "sum" : names.fresh("sums");
    for (size_t i = 0; i < block.loops.size(); ++i)
      if (Spelled& spelled = block.loops[i].spelled; spelled.turns > 0)
        spelled.var = names.fresh(nest_.loops[block.first + i].loop.var + "_turn");
    return block;
  }

  // A reduction all of whose loops inside are spelled out, if it is not too long for that.
  Spelled in_a_row(size_t index, int64_t elements, int64_t products) const {
    const std::string& rank = nest_.loops[index].loop.rank;
    const auto fills_there = [&](const Schedule::Staging& s) {
      return s.evict_on == rank && s.memory == Memory::Shared;
    };
    if (std::ranges::any_of(kernel_.schedule.stagings, fills_there)) return {};
    Spelled out = spelled(index);
    products *= out.turns;
    return products > most_products || products * elements > most_products_of_all ? Spelled{} : out;
  }

  // The nearest loop around over a part of the same rank. Null, too, where the coordinate is known
  // outside of both.
  const ForRank* enclosing(size_t index) const {
    const std::string& root = nest_.loops[index].loop.root;
    const ForRank* nearest = nullptr;
    for (size_t i = 0; i < index; ++i) {
      const ForRank& loop = nest_.loops[i].loop;
      if (!roots_of(loop).contains(root)) continue;
      if (!loop.tile) return nullptr;
      nearest = &loop;
    }
    return nearest;
  }

  // Whether the parts of the rank around each hold whole ones of the next: a smaller one, which may
  // lie across two, has no worker for each of its iterations.
  bool is_in_whole_tiles(size_t index) const {
    const std::string& root = nest_.loops[index].loop.root;
    int64_t outer = 0;
    for (size_t i = 0; i < index; ++i) {
      const ForRank& loop = nest_.loops[i].loop;
      if (!roots_of(loop).contains(root)) continue;
      const int64_t tile = is_plain(loop) && loop.tile ? *literal(loop.tile) : 0;
      if (tile == 0 || outer % tile != 0) return false;
      outer = tile;
    }
    return true;
  }

  // Solved ranks cut the intervals of others, at each iteration anew.
  bool is_tied() const {
    return std::ranges::any_of(nest_.loops,
                               [](const Nest::Loop& l) { return l.loop.at != nullptr; });
  }

  // Loops inside of a stored tile visit what that holds of the rank.
  static bool lies_inside(const ForRank& loop, const Level& level) {
    if (!level.tile || !level.snaps.empty()) return false;
    const auto tile = literal(level.tile), own = loop.tile ? literal(loop.tile) : 1;
    return tile && own && *own < *tile;
  }

  // The operand's rank that is read at the coordinates of the loop's themselves; empty: none is.
  std::string rank_along(const Access& access, const ForRank& loop) const {
    for (size_t axis = 0; axis < access.at.size(); ++axis)
      if (root_at(access, axis, root_of_) == loop.root)
        return program_.tensor(access.operand)->ranks[axis];
    return "";
  }

  // Whether the operand says which of the rank's coordinates it has where the loop is.
  bool lists(const Access& access, const ForRank& loop) const {
    const std::string rank = rank_along(access, loop);
    return !rank.empty() && is_sparse(access.operand, rank, loop);
  }

  // Whether it does so one position after the other.
  bool is_walked(const Access& access, const ForRank& loop) const {
    const std::string rank = rank_along(access, loop);
    if (is_listed(access.operand, rank)) return true;
    const View* view = view_of(access.operand);
    const auto is_of_rank = [&](const Level& level) { return level.rank == rank; };
    if (!view || std::ranges::count_if(view->levels, is_of_rank) != 1) return false;
    return std::ranges::find_if(view->levels, is_of_rank)->format == LevelFormat::Compressed;
  }

  bool is_listed(const std::string& operand, const std::string& rank) const {
    return std::ranges::any_of(kernel_.schedule.stagings, [&](const Schedule::Staging& s) {
      return s.listed && s.tensor == tensor_of(operand) && s.rank == rank;
    });
  }

  const View* view_of(const std::string& operand) const {
    const auto own = std::ranges::find(kernel_.operands, operand, &Operand::name);
    return own == kernel_.operands.end() ? nullptr : program_.view(own->view);
  }

  bool is_sparse(const std::string& operand, const std::string& rank, const ForRank& loop) const {
    if (is_listed(operand, rank)) return true;
    const View* view = view_of(operand);
    return !view || std::ranges::any_of(view->levels, [&](const Level& level) {
      return level.rank == rank && level.format != LevelFormat::Uncompressed &&
             !lies_inside(loop, level);
    });
  }

  const Nest& nest_;
  const Kernel& kernel_;
  const Program& program_;
  const std::map<std::string, std::string> root_of_;  // of variables
};

Stmt each_element(const Nest& nest, const SumBlock& block, Stmt body) {
  std::vector<Nest::Loop> loops;
  for (size_t i = block.first; i < nest.loops.size(); ++i)
    if (block.has(i)) loops.push_back(nest.loops[i]);
  return wrap(loops, 0, loops.size(), std::move(body));
}

}  // namespace

SumBlock sum_block(const Nest& nest, const Kernel& kernel, const Program& program,
                   const std::set<std::string>& output_roots) {
  return Finder(nest, kernel, program).run(output_roots);
}

Spelled literal_turns(const Nest& nest, const Kernel& kernel, const Program& program, size_t loop) {
  return Finder(nest, kernel, program).spelled(loop);
}

int64_t turns_in_run(const Nest& nest, const Kernel& kernel, const Program& program, size_t loop) {
  return Finder(nest, kernel, program).turns_in_run(loop);
}

bool walks_fibers(const Nest& nest, const Kernel& kernel, const Program& program, size_t loop) {
  return Finder(nest, kernel, program).walks_fibers(nest.loops[loop].loop);
}

Nest with_spelled_moves(Nest nest, const Kernel& kernel, const Program& program) {
  const std::vector<Spelled> spelled = Finder(nest, kernel, program).moves();
  for (size_t i = 0; i < spelled.size(); ++i) nest.loops[i].loop.spelled = spelled[i];
  return nest;
}

Expr element_of(const SumBlock& block) {
  if (block.elements == 1) return var(block.name);
  Expr at = lit(0);
  for (const SumBlock::Loop& loop : block.loops)
    if (const Spelled& s = loop.spelled; loop.output && s.turns > 1)
      at = add(mul(at, lit(s.turns)), var(s.var));
  return read(block.name, at);
}

Stmt in_registers(const Nest& nest, const SumBlock& sums, Summing summing) {
  Nest spelled = nest;
  for (size_t i = sums.first; i < nest.loops.size(); ++i)
    spelled.loops[i].loop.spelled = sums.loops[i - sums.first].spelled;
  const SourceRange& where = summing.store->where;
  const Expr start = make_expr(FloatLit{summing.start});
  std::vector<Stmt> out;
  if (sums.elements == 1) {
    out.push_back(changing(sums.name, Type::Value, start, where));
  } else {
    const Expr element = var(sums.name + "_element");
    Stmt begin = assign(read(sums.name, element), AssignOp::Set, start, where);
    out.push_back(
        make_stmt(Array{sums.name, sums.elements, Type::Value, Memory::Registers}, where));
    out.push_back(make_stmt(
        For{as<Var>(element)->name, Type::Int, lit(0), lit(sums.elements), lit(1), "", begin, true},
        where));
  }
  out.push_back(wrap(spelled.loops, sums.first, spelled.loops.size(), std::move(summing.product)));
  out.insert(out.end(), summing.between.begin(), summing.between.end());
  out.push_back(each_element(spelled, sums, std::move(summing.store)));
  return block(std::move(out));
}

}  // namespace teaal::passes
