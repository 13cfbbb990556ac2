#include "compiler/passes/mapping/places.h"

#include <algorithm>
#include <optional>
#include <set>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/mapping/sums_inside.h"

namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t warp_lanes = 32;
constexpr int64_t block_warps = block_threads / warp_lanes;
// Blocks that keep every multiprocessor busy.
constexpr int64_t enough_blocks = 4 * multiprocessors;

// One space rank: all threads of the grid. Two: blocks, threads. More: blocks …, warps, lanes. Next
// to ranks that are bound, an unbound one goes to blocks.
Place place_of(size_t i, size_t n, bool some_bound) {
  if (some_bound) return Place::Block;
  if (n == 1) return Place::Grid;
  if (n == 2) return i == 0 ? Place::Block : Place::Thread;
  return i + 2 < n ? Place::Block : i + 1 < n ? Place::Warp : Place::Lane;
}

// Lets workers share loops in time where space ranks leave a GPU idle.
class Sharer {
 public:
  Sharer(const Unplaced& unplaced, Nest& nest, const Program& program)
      : unplaced_(unplaced), nest_(nest), program_(program), outputs_(output_roots(nest)) {
    for (const Nest::Loop& l : nest.loops)
      if (!l.loop.leader.empty() && !l.loop.growth.most) led_.insert(l.loop.root);
  }

  // Where nothing says how many workers there are: all share the loops over the output whose
  // iterations write apart from each other, lanes the innermost one that is over neighbours.
  SharedInTime run_for_all() {
    // Tiles that grow are counted through by each worker, for each of them anew.
    if (std::ranges::any_of(nest_.loops,
                            [](const auto& l) { return l.loop.growth.most != nullptr; }))
      return {};
    std::vector<size_t> shared;
    for (size_t i = 0; i < nest_.loops.size(); ++i)
      if (writes_apart(loop(i)) && (is_space(i) || is_free(i)) && !(is_led(i) && is_in_sum(i)))
        shared.push_back(i);
    const std::optional<size_t> lanes = loop_for_lanes();
    // Of a compressed result a warp has rows.
    if (!store_all(program_.tensor(target().operand)->levels))
      std::erase_if(shared, [&](size_t i) { return !is_space(i) && lanes != i; });
    if (shared.size() < 2) return {};
    if (lanes && std::ranges::find(shared, *lanes) == shared.end()) return {};
    for (size_t i : shared) place(i) = Place::Block;
    size_t at = lanes ? static_cast<size_t>(std::ranges::find(shared, *lanes) - shared.begin())
                      : shared.size() - 1;
    if (!lanes && shared.size() == 2 && most(shared[1]).value_or(warp_lanes) >= warp_lanes) {
      place(shared[1]) = Place::Thread;
    } else {
      int64_t taken = 1;
      do {
        place(shared[at]) = Place::Lane;
        taken *= std::max<int64_t>(most(shared[at]).value_or(warp_lanes), 1);
      } while (taken < warp_lanes && at-- > 1);
      give_warps();
    }
    if (lanes && !has(Place::Warp))
      if (const auto warps = loop_for_warps()) place(*warps) = Place::Warp;
    SharedInTime out;
    for (size_t i : shared) out.ranks.push_back(loop(i).rank);
    return out;
  }

  SharedInTime run() {
    if (!leaves_room()) return unplaced_.may_share_more ? around_one() : SharedInTime();
    std::vector<size_t> shared = loops_apart();
    const std::vector<size_t> tiles = tiles_for_lanes(shared);
    const std::optional<size_t> lanes = tiles.empty() ? loop_for_lanes() : std::nullopt;
    if (shared.empty() && !lanes) return {};
    for (size_t i : shared) place(i) = Place::Block;
    if (lanes) {
      place(*lanes) = Place::Lane;
      std::erase(shared, *lanes);
      shared.push_back(*lanes);
    }
    SharedInTime out;
    if (tiles.empty())
      place_space(lanes.has_value(), out.summed);
    else
      place_tiles(tiles);
    if (!has(Place::Warp) && !has(Place::Thread)) give_warps();
    if (lanes && !has(Place::Warp) && !has(Place::Thread))
      if (const auto warps = loop_for_warps()) {
        place(*warps) = Place::Warp;
        if (std::ranges::find(shared, *warps) == shared.end()) shared.push_back(*warps);
      }
    for (size_t i : shared) out.ranks.push_back(loop(i).rank);
    if (unplaced_.any_order) out.inside = put_sums_inside(nest_, out.ranks, program_);
    if (!out.inside.empty()) sum_in_one_thread(out.summed);
    return out;
  }

 private:
  const ForRank& loop(size_t i) const { return nest_.loops[i].loop; }
  Place& place(size_t i) { return nest_.loops[i].loop.place; }
  bool is_space(size_t i) const {
    return std::ranges::find(unplaced_.loops, i) != unplaced_.loops.end();
  }
  bool has(Place of) const {
    return std::ranges::any_of(nest_.loops, [&](const auto& l) { return l.loop.place == of; });
  }

  std::optional<int64_t> most(size_t i) const { return at_most_literal(unplaced_.extent(i)); }

  // Whether the launch chooses how many there are.
  bool is_open(size_t i) const {
    bool out = false;
    for_each_expr(unplaced_.extent(i), [&](const Expr& e) {
      const auto* v = as<Var>(e);
      out |= v &&
             std::ranges::find(program_.symbols, v->name, &Symbol::name) != program_.symbols.end();
    });
    return out;
  }

  // Whether the space ranks leave a GPU idle, whatever extents are: they are too few blocks, or few
  // lanes. Tiles that grow are few, as they take in what another machine's memory holds.
  bool leaves_room() const {
    const std::vector<size_t>& loops = unplaced_.loops;
    if (std::ranges::any_of(loops, [&](size_t i) { return is_open(i); })) return false;
    if (has_few_lanes() || (loops.size() > 2 && loop_for_lanes())) return true;
    int64_t blocks = 1;
    for (size_t i : loops) {
      const Place place = loop(i).place;
      if (place != Place::Block && place != Place::Grid) continue;
      if (loop(i).growth.most) continue;
      const std::optional<int64_t> extent = most(i);
      const int64_t threads = place == Place::Grid ? block_threads : 1;
      if (!extent || *extent > enough_blocks * threads) return false;
      blocks *= (*extent + threads - 1) / threads;
    }
    return blocks <= enough_blocks;
  }

  // Of one space rank nobody knows how many threads it is: where loops around it are apart from
  // each other, blocks share these, and the threads of a block the rank.
  SharedInTime around_one() {
    const std::vector<size_t>& loops = unplaced_.loops;
    if (loops.size() != 1 || is_open(loops[0]) || most(loops[0])) return {};
    const std::vector<size_t> shared = loops_apart();
    if (shared.empty()) return {};
    SharedInTime out;
    for (size_t i : shared) {
      place(i) = Place::Block;
      out.ranks.push_back(loop(i).rank);
    }
    place(loops[0]) = Place::Thread;
    return out;
  }

  // Whether the two innermost of three ranks and more have no more iterations than a warp has
  // lanes.
  bool has_few_lanes() const {
    const std::vector<size_t>& loops = unplaced_.loops;
    if (loops.size() < 3) return false;
    const auto a = most(loops[loops.size() - 2]), b = most(loops.back());
    return a && b && *a * *b <= warp_lanes;
  }

  bool writes_apart(const ForRank& l) const { return std::ranges::includes(outputs_, roots_of(l)); }
  // Whether it walks so many positions, or tuples, which are others in each iteration around.
  bool is_led(size_t i) const { return led_.contains(loop(i).root) || moves(nest_, i); }

  // Whether blocks write parts of sums anyway, which are added up where the output is compressed.
  bool emits_parts() const {
    const Tensor& output = *program_.tensor(target().operand);
    if (output.role == Role::Intermediate || !output.like.empty() ||
        std::ranges::find(output.levels, LevelFormat::Compressed, &Level::format) ==
            output.levels.end())
      return false;
    bool sums = false;
    for (size_t i = 0; i < nest_.loops.size(); ++i) {
      const ForRank& l = loop(i);
      const bool over_blocks = l.place == Place::Block || l.place == Place::Grid;
      sums |= !writes_apart(l);
      if (over_blocks && sums && (!writes_apart(l) || is_led(i))) return true;
    }
    return false;
  }
  const Access& target() const { return *as<Access>(assignment(nest_.body).target); }

  // Loops in time around a space rank whose iterations write apart from each other, wherever they
  // run: over ranks of the output alone, and not by runs that are others in each turn of a sum.
  std::vector<size_t> loops_apart() const {
    std::vector<size_t> out, open;
    const bool parts = emits_parts();
    bool sums = false;
    for (size_t i = 0; i < nest_.loops.size(); ++i) {
      const bool apart = writes_apart(loop(i));
      if (is_space(i)) {
        out.insert(out.end(), open.begin(), open.end());
        open.clear();
      } else if (is_free(i) && (parts || (apart && !(is_led(i) && sums)))) {
        open.push_back(i);
      }
      sums |= !apart;
    }
    return out;
  }

  bool is_free(size_t i) const {
    const ForRank& l = loop(i);
    return l.place == Place::Time && !l.at && !l.merged &&
           !(l.joined.empty() && l.extent == unplaced_.round_rank);
  }

  // Whether lanes or warps may share it, each with coordinates of the output of its own.
  bool is_for_threads(size_t i) const {
    return is_free(i) && writes_apart(loop(i)) && !(is_led(i) && is_in_sum(i)) && !loop(i).tile;
  }

  // Whether a loop around it runs over a rank that is summed.
  bool is_in_sum(size_t i) const {
    return std::any_of(nest_.loops.begin(), nest_.loops.begin() + static_cast<std::ptrdiff_t>(i),
                       [&](const Nest::Loop& around) { return !writes_apart(around.loop); });
  }

  // A worker of another machine is a warp, where a loop is over neighbours in all that has its
  // rank: then lanes share that. Of one space rank, or two, it is the innermost loop; of more,
  // whose last one would have the lanes, another one only if that is short, and summed over. None:
  // space ranks have the lanes, or something is not a neighbour.
  std::optional<size_t> loop_for_lanes() const {
    if (nest_.loops.empty()) return std::nullopt;
    const size_t last = unplaced_.loops.back();
    const bool few = unplaced_.loops.size() <= 2;
    if (!few && (writes_apart(loop(last)) || most(last).value_or(0) >= warp_lanes / 2))
      return std::nullopt;
    std::optional<size_t> found;
    for (size_t i = few ? last + 1 : 0; i < nest_.loops.size(); ++i)
      if (is_for_threads(i) && (few || (!is_walked(loop(i)) && is_over_neighbours(loop(i)))))
        found = i;
    return found && is_over_neighbours(loop(*found)) ? found : std::nullopt;
  }

  // Whether a factor has the rank itself, other than by index math.
  bool is_walked(const ForRank& l) const {
    bool out = false;
    for_each_expr(assignment(nest_.body).value, [&](const Expr& e) {
      const auto* access = as<Access>(e);
      out |= access && std::ranges::any_of(
                           access->at, [&](const Expr& part) { return same(part, var(l.var)); });
    });
    return out;
  }

  bool is_over_neighbours(const ForRank& l) const {
    bool out = true;
    const auto look = [&](const Expr& e) {
      const auto* access = as<Access>(e);
      if (!access) return;
      const std::vector<Level>& levels = program_.tensor(tensor_of(access->operand))->levels;
      const std::vector<std::string>& ranks = program_.tensor(tensor_of(access->operand))->ranks;
      for (size_t axis = 0; axis < access->at.size(); ++axis)
        for_each_expr(access->at[axis], [&](const Expr& part) {
          if (same(part, var(l.var))) out &= levels.back().rank == ranks[axis];
        });
    };
    for_each_expr(assignment(nest_.body).value, look);
    look(assignment(nest_.body).target);
    return out;
  }

  // `summed`: takes the ranks of those that go in time.
  void place_space(bool lanes_taken, std::vector<std::string>& summed) {
    const std::vector<size_t>& loops = unplaced_.loops;
    const size_t n = loops.size();
    if (lanes_taken) {
      for (size_t i = 0; i < n; ++i)
        place(loops[i]) = i + 1 < n || n == 1 ? Place::Block : Place::Warp;
    } else if (n == 1) {
      place(loops[0]) = Place::Thread;
    } else if (const std::vector<size_t> apart = apart_from_short_sums(); apart.size() < n) {
      for (size_t i : loops) {
        if (std::ranges::find(apart, i) == apart.end()) summed.push_back(loop(i).rank);
        place(i) = Place::Time;
      }
      for (size_t i : apart) place(i) = Place::Block;
      place(apart.back()) = Place::Lane;
      const bool fills = most(apart.back()).value_or(warp_lanes) >= warp_lanes;
      place(apart[apart.size() - 2]) = fills ? Place::Warp : Place::Lane;
    } else if (has_few_lanes()) {
      place(loops[n - 2]) = Place::Lane;
    }
  }

  // Space ranks but for sums of a few stored elements, each of which has to be looked for: one
  // thread adds these up faster than lanes meet, where what is left fills a warp.
  std::vector<size_t> apart_from_short_sums() const {
    std::vector<size_t> out;
    int64_t threads = 1;
    for (size_t i : unplaced_.loops) {
      const int64_t extent = std::min(most(i).value_or(block_threads), int64_t{block_threads});
      if (!writes_apart(loop(i)) && extent <= warp_lanes && walks_stored(loop(i))) continue;
      out.push_back(i);
      threads *= extent;
    }
    const bool enough = unplaced_.loops.size() > 2 && out.size() > 1 && threads >= warp_lanes;
    return enough ? out : unplaced_.loops;
  }

  // Whether a factor has the rank itself, and not all of its coordinates.
  bool walks_stored(const ForRank& l) const {
    bool out = false;
    for_each_expr(assignment(nest_.body).value, [&](const Expr& e) {
      const auto* access = as<Access>(e);
      if (!access) return;
      const Tensor& tensor = *program_.tensor(tensor_of(access->operand));
      for (const Level& level : tensor.levels) {
        const auto axis = std::ranges::find(tensor.ranks, level.rank) - tensor.ranks.begin();
        out |= level.format != LevelFormat::Uncompressed &&
               same(access->at[static_cast<size_t>(axis)], var(l.var));
      }
    });
    return out;
  }

  // Where lanes would have a coordinate each of a tile that has few, and stores fewer: loops over
  // tiles, so that lanes have a tile each; over those of a sum where parts of it are written
  // anyway. Else empty.
  std::vector<size_t> tiles_for_lanes(const std::vector<size_t>& shared) const {
    if (unplaced_.loops.size() != 1) return {};
    const std::optional<size_t> inner = loop_for_lanes();
    constexpr int64_t few = warp_lanes / 2;
    if (!inner || most(*inner).value_or(warp_lanes) > few || !walks_stored(loop(*inner))) return {};
    const bool parts = emits_parts();
    std::vector<size_t> out;
    int64_t lanes = 1;
    for (size_t i = *inner; i-- > 0 && lanes < warp_lanes;) {
      const bool is_shared = std::ranges::find(shared, i) != shared.end();
      if (!is_shared && !(is_space(i) && (parts || writes_apart(loop(i))))) continue;
      const std::optional<int64_t> count = most(i);
      if (!loop(i).tile || !count || is_led(i)) break;
      out.push_back(i);
      lanes *= *count;
    }
    return lanes < warp_lanes ? std::vector<size_t>() : out;
  }

  void place_tiles(const std::vector<size_t>& tiles) {
    place(unplaced_.loops[0]) = Place::Block;
    for (size_t i : tiles) place(i) = Place::Lane;
  }

  // A block without more than one warp gets some for the innermost of its loops that has few
  // iterations.
  void give_warps() {
    for (size_t i = nest_.loops.size(); i-- > 0;) {
      if (place(i) != Place::Block) continue;
      const auto extent = most(i);
      if (!extent || *extent < 2 || *extent > block_warps || is_led(i)) continue;
      place(i) = Place::Warp;
      return;
    }
  }

  // Where no loop has warps, those of a block share one in time that is inside of all that blocks
  // share: of so many iterations as there are warps, or a few times that, apart from each other.
  std::optional<size_t> loop_for_warps() const {
    std::optional<size_t> found;
    for (size_t i = unplaced_.loops.back() + 1; i < nest_.loops.size(); ++i) {
      if (!is_for_threads(i)) continue;
      if (const auto extent = most(i);
          extent && *extent >= block_warps && *extent <= 8 * block_warps)
        found = i;
    }
    return found;
  }

  // Of sums inside of all loops over the output, where these are many blocks, each is one thread's:
  // blocks then need no copies of the output, nor warps meet for sums of a few.
  void sum_in_one_thread(std::vector<std::string>& summed) {
    constexpr int64_t at_least = 2;  // loops over blocks of nobody knows how many iterations
    int64_t open = 0;
    bool outputs = false, sums_inside = true;
    for (size_t i = nest_.loops.size(); i-- > 0;) {
      const bool apart = writes_apart(loop(i));
      open += apart && place(i) == Place::Block && !most(i);
      outputs |= apart;
      sums_inside &= apart || !outputs;
    }
    if (open < at_least || !sums_inside) return;
    for (size_t i = 0; i < nest_.loops.size(); ++i) {
      if (writes_apart(loop(i)) || (place(i) != Place::Block && place(i) != Place::Warp)) continue;
      place(i) = Place::Time;
      summed.push_back(loop(i).rank);
    }
    if (!has(Place::Warp) && !has(Place::Thread)) give_warps();
  }

  const Unplaced& unplaced_;
  Nest& nest_;
  const Program& program_;
  std::set<std::string> outputs_;
  std::set<std::string> led_;  // ranks that are cut by positions
};

}  // namespace

SharedInTime choose_places(const Unplaced& unplaced, Nest& nest, const Program& program) {
  const size_t n = unplaced.loops.size();
  for (size_t i = 0; i < n; ++i)
    nest.loops[unplaced.loops[i]].loop.place = place_of(i, n, unplaced.some_bound);
  if (n == 0 || unplaced.some_bound || !unplaced.may_share_time) return {};
  Sharer sharer(unplaced, nest, program);
  return unplaced.for_all ? sharer.run_for_all() : sharer.run();
}

}  // namespace teaal::passes
