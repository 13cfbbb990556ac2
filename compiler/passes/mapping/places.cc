#include "compiler/passes/mapping/places.h"

#include <algorithm>
#include <optional>
#include <set>

#include "compiler/passes/fusion/sums_inside.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/mapping/open_nest.h"

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
      : unplaced_(unplaced), given_(nest), program_(program), nest_(unplaced, nest, program) {}

  // Where nothing says how many workers there are: all share the loops over the output whose
  // iterations write apart from each other, lanes the innermost one that is over neighbours.
  SharedInTime run_for_all() {
    // Tiles that grow are counted through by each worker, for each of them anew.
    for (size_t i = 0; i < nest_.size(); ++i)
      if (nest_.loop(i).growth.most) return {};
    std::vector<size_t> shared;
    for (size_t i = 0; i < nest_.size(); ++i)
      if (nest_.writes_apart(i) && (nest_.is_space(i) || nest_.is_free(i)) &&
          !(nest_.is_led(i) && nest_.is_in_sum(i)))
        shared.push_back(i);
    const std::optional<size_t> lanes = loop_for_lanes();
    // Of a compressed result a warp has rows.
    if (!nest_.stores_all())
      std::erase_if(shared, [&](size_t i) { return !nest_.is_space(i) && lanes != i; });
    const auto is_shared = [&](size_t i) { return std::ranges::find(shared, i) != shared.end(); };
    if (shared.size() < 2 || !is_shared(nest_.space()[0])) return {};
    if (lanes && !is_shared(*lanes)) return {};
    for (size_t i : shared) nest_.place(i) = Place::Block;
    size_t at = lanes ? static_cast<size_t>(std::ranges::find(shared, *lanes) - shared.begin())
                      : shared.size() - 1;
    if (!lanes && shared.size() == 2 && nest_.most(shared[1]).value_or(warp_lanes) >= warp_lanes) {
      nest_.place(shared[1]) = Place::Thread;
    } else {
      int64_t taken = 1;
      do {
        nest_.place(shared[at]) = Place::Lane;
        taken *= std::max<int64_t>(nest_.most(shared[at]).value_or(warp_lanes), 1);
      } while (taken < warp_lanes && at-- > 1);
      give_warps();
    }
    if (lanes && !nest_.has(Place::Warp))
      if (const auto warps = loop_for_warps()) nest_.place(*warps) = Place::Warp;
    SharedInTime out;
    for (size_t i : shared) out.ranks.push_back(nest_.loop(i).rank);
    return out;
  }

  SharedInTime run() {
    if (!leaves_room()) return unplaced_.may_share_more ? around_one() : SharedInTime();
    std::vector<size_t> shared = loops_apart();
    const std::vector<size_t> tiles = tiles_for_lanes(shared);
    const std::optional<size_t> lanes = tiles.empty() ? loop_for_lanes() : std::nullopt;
    if (shared.empty() && !lanes) return {};
    for (size_t i : shared) nest_.place(i) = Place::Block;
    if (lanes) {
      nest_.place(*lanes) = Place::Lane;
      std::erase(shared, *lanes);
      shared.push_back(*lanes);
    }
    SharedInTime out;
    if (tiles.empty())
      place_space(lanes.has_value(), out.summed);
    else
      place_tiles(tiles);
    if (!nest_.has(Place::Warp) && !nest_.has(Place::Thread)) give_warps();
    if (lanes && !nest_.has(Place::Warp) && !nest_.has(Place::Thread))
      if (const auto warps = loop_for_warps()) {
        nest_.place(*warps) = Place::Warp;
        if (std::ranges::find(shared, *warps) == shared.end()) shared.push_back(*warps);
      }
    for (size_t i : shared) out.ranks.push_back(nest_.loop(i).rank);
    if (unplaced_.any_order) out.inside = put_sums_inside(given_, out.ranks, program_);
    if (!out.inside.empty()) sum_in_one_thread(out.summed);
    return out;
  }

 private:
  // Whether the space ranks leave a GPU idle, whatever extents are: they are too few blocks, or few
  // lanes. Tiles that grow are few, as they take in what another machine's memory holds.
  bool leaves_room() const {
    const std::vector<size_t>& loops = nest_.space();
    if (std::ranges::any_of(loops, [&](size_t i) { return nest_.is_open(i); })) return false;
    if (has_few_lanes() || (loops.size() > 2 && loop_for_lanes())) return true;
    int64_t blocks = 1;
    for (size_t i : loops) {
      const Place place = nest_.loop(i).place;
      if (place != Place::Block && place != Place::Grid) continue;
      if (nest_.loop(i).growth.most) continue;
      const std::optional<int64_t> extent = nest_.most(i);
      const int64_t threads = place == Place::Grid ? block_threads : 1;
      if (!extent || *extent > enough_blocks * threads) return false;
      blocks *= (*extent + threads - 1) / threads;
    }
    return blocks <= enough_blocks;
  }

  // Of one space rank nobody knows how many threads it is: where loops around it are apart from
  // each other, blocks share these, and the threads of a block the rank.
  SharedInTime around_one() {
    const std::vector<size_t>& loops = nest_.space();
    if (loops.size() != 1 || nest_.is_open(loops[0]) || nest_.most(loops[0])) return {};
    const std::vector<size_t> shared = loops_apart();
    if (shared.empty()) return {};
    SharedInTime out;
    for (size_t i : shared) {
      nest_.place(i) = Place::Block;
      out.ranks.push_back(nest_.loop(i).rank);
    }
    nest_.place(loops[0]) = Place::Thread;
    return out;
  }

  // Whether the two innermost of three ranks and more have no more iterations than a warp has
  // lanes.
  bool has_few_lanes() const {
    const std::vector<size_t>& loops = nest_.space();
    if (loops.size() < 3) return false;
    const auto a = nest_.most(loops[loops.size() - 2]), b = nest_.most(loops.back());
    return a && b && *a * *b <= warp_lanes;
  }

  // Loops in time around a space rank whose iterations write apart from each other, wherever they
  // run: over ranks of the output alone, and not by runs that are others in each turn of a sum.
  std::vector<size_t> loops_apart() const {
    std::vector<size_t> out, open;
    const bool parts = nest_.emits_parts();
    bool sums = false;
    for (size_t i = 0; i < nest_.size(); ++i) {
      const bool apart = nest_.writes_apart(i);
      if (nest_.is_space(i)) {
        out.insert(out.end(), open.begin(), open.end());
        open.clear();
      } else if (nest_.is_free(i) && (parts || (apart && !(nest_.is_led(i) && sums)))) {
        open.push_back(i);
      }
      sums |= !apart;
    }
    return out;
  }

  // A worker of another machine is a warp, where a loop is over neighbours in all that has its
  // rank: then lanes share that. Of one space rank, or two, it is the innermost loop; of more,
  // whose last one would have the lanes, another one only if that is short, and summed over. None:
  // space ranks have the lanes, or something is not a neighbour.
  std::optional<size_t> loop_for_lanes() const {
    if (nest_.size() == 0) return std::nullopt;
    const size_t last = nest_.space().back();
    const bool few = nest_.space().size() <= 2;
    if (!few && (nest_.writes_apart(last) || nest_.most(last).value_or(0) >= warp_lanes / 2))
      return std::nullopt;
    std::optional<size_t> found;
    for (size_t i = few ? last + 1 : 0; i < nest_.size(); ++i)
      if (nest_.is_for_threads(i) && (few || (!nest_.is_walked(i) && nest_.is_over_neighbours(i))))
        found = i;
    return found && nest_.is_over_neighbours(*found) ? found : std::nullopt;
  }

  // `summed`: takes the ranks of those that go in time.
  void place_space(bool lanes_taken, std::vector<std::string>& summed) {
    const std::vector<size_t>& loops = nest_.space();
    const size_t n = loops.size();
    if (lanes_taken) {
      for (size_t i = 0; i < n; ++i)
        nest_.place(loops[i]) = i + 1 < n || n == 1 ? Place::Block : Place::Warp;
    } else if (n == 1) {
      nest_.place(loops[0]) = Place::Thread;
    } else if (const std::vector<size_t> apart = apart_from_short_sums(); apart.size() < n) {
      for (size_t i : loops) {
        if (std::ranges::find(apart, i) == apart.end()) summed.push_back(nest_.loop(i).rank);
        nest_.place(i) = Place::Time;
      }
      for (size_t i : apart) nest_.place(i) = Place::Block;
      nest_.place(apart.back()) = Place::Lane;
      const bool fills = nest_.most(apart.back()).value_or(warp_lanes) >= warp_lanes;
      nest_.place(apart[apart.size() - 2]) = fills ? Place::Warp : Place::Lane;
    } else if (has_few_lanes()) {
      nest_.place(loops[n - 2]) = Place::Lane;
    }
  }

  // Space ranks but for sums of a few stored elements, each of which has to be looked for: one
  // thread adds these up faster than lanes meet, where what is left fills a warp.
  std::vector<size_t> apart_from_short_sums() const {
    std::vector<size_t> out;
    int64_t threads = 1;
    for (size_t i : nest_.space()) {
      const int64_t extent =
          std::min(nest_.most(i).value_or(block_threads), int64_t{block_threads});
      if (!nest_.writes_apart(i) && extent <= warp_lanes && nest_.walks_stored(i)) continue;
      out.push_back(i);
      threads *= extent;
    }
    const bool enough = nest_.space().size() > 2 && out.size() > 1 && threads >= warp_lanes;
    return enough ? out : nest_.space();
  }

  // Where lanes would have a coordinate each of a tile that has few, and stores fewer: loops over
  // tiles, so that lanes have a tile each; over those of a sum where parts of it are written
  // anyway. Else empty.
  std::vector<size_t> tiles_for_lanes(const std::vector<size_t>& shared) const {
    if (nest_.space().size() != 1) return {};
    const std::optional<size_t> inner = loop_for_lanes();
    constexpr int64_t few = warp_lanes / 2;
    if (!inner || nest_.most(*inner).value_or(warp_lanes) > few || !nest_.walks_stored(*inner))
      return {};
    const bool parts = nest_.emits_parts();
    std::vector<size_t> out;
    int64_t lanes = 1;
    for (size_t i = *inner; i-- > 0 && lanes < warp_lanes;) {
      const bool is_shared = std::ranges::find(shared, i) != shared.end();
      if (!is_shared && !(nest_.is_space(i) && (parts || nest_.writes_apart(i)))) continue;
      const std::optional<int64_t> count = nest_.most(i);
      if (!nest_.loop(i).tile || !count || nest_.is_led(i)) break;
      out.push_back(i);
      lanes *= *count;
    }
    return lanes < warp_lanes ? std::vector<size_t>() : out;
  }

  void place_tiles(const std::vector<size_t>& tiles) {
    nest_.place(nest_.space()[0]) = Place::Block;
    for (size_t i : tiles) nest_.place(i) = Place::Lane;
  }

  // A block without more than one warp gets some for the innermost of its loops that has few
  // iterations.
  void give_warps() {
    for (size_t i = nest_.size(); i-- > 0;) {
      if (nest_.place(i) != Place::Block) continue;
      const auto extent = nest_.most(i);
      if (!extent || *extent < 2 || *extent > block_warps || nest_.is_led(i)) continue;
      nest_.place(i) = Place::Warp;
      return;
    }
  }

  // Where no loop has warps, those of a block share one in time that is inside of all that blocks
  // share: of so many iterations as there are warps, or a few times that, apart from each other.
  std::optional<size_t> loop_for_warps() const {
    std::optional<size_t> found;
    for (size_t i = nest_.space().back() + 1; i < nest_.size(); ++i) {
      if (!nest_.is_for_threads(i)) continue;
      if (const auto extent = nest_.most(i);
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
    for (size_t i = nest_.size(); i-- > 0;) {
      const bool apart = nest_.writes_apart(i);
      open += apart && nest_.place(i) == Place::Block && !nest_.most(i);
      outputs |= apart;
      sums_inside &= apart || !outputs;
    }
    if (open < at_least || !sums_inside) return;
    for (size_t i = 0; i < nest_.size(); ++i) {
      if (nest_.writes_apart(i) ||
          (nest_.place(i) != Place::Block && nest_.place(i) != Place::Warp))
        continue;
      nest_.place(i) = Place::Time;
      summed.push_back(nest_.loop(i).rank);
    }
    if (!nest_.has(Place::Warp) && !nest_.has(Place::Thread)) give_warps();
  }

  const Unplaced& unplaced_;
  Nest& given_;
  const Program& program_;
  OpenNest nest_;
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
