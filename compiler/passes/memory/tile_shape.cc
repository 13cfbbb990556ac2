#include "compiler/passes/memory/tile_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/ir/build.h"
#include "compiler/ir/levels.h"
#include "compiler/ir/names.h"
#include "compiler/ir/rewrite.h"

namespace teaal::passes {
namespace {

using namespace ir;
using Staging = Schedule::Staging;

class Shaper {
 public:
  Shaper(const Program& program, const Kernel& kernel, Diagnostics& diagnostics)
      : program_(program), kernel_(kernel), diagnostics_(diagnostics) {}

  bool run(const Bound& b, Tile& tile) {
    const bool dense =
        std::all_of(b.view.levels.begin() + tile.from, b.view.levels.end(),
                    [](const Level& level) { return level.format == LevelFormat::Uncompressed; });
    const bool made = b.staging.listed ? make_list(b, dense, tile)
                      : dense          ? make_box(b, tile)
                                       : make_run(b, tile);
    return made && (tile.memory == Memory::Shared || fits_lanes(b, tile));
  }

 private:
  void refuse(const SourceRange& where, const std::string& what) {
    diagnostics_.error(Code::Unsupported, where, "unsupported: " + what);
  }

  const Expr& index(const Bound& b, size_t l) const { return index_of(b, l, program_); }
  bool fixed(const Bound& b, size_t l) const { return is_fixed(b, l, program_); }
  std::optional<size_t> level_of(const Bound& b) const { return bound_level(b, program_); }

  // The rank whose loops run over the level; empty: none does.
  std::string root(const Bound& b, size_t l) const { return b.facts.root_of(index(b, l)); }

  // How many of the fiber's positions the loops so far leave at most. Of several operands that are
  // one tensor only one is cut into runs of so many positions.
  std::optional<int64_t> run_length(const Bound& b, const std::string& root) const {
    const std::string tensor = tensor_of(b.operand);
    const auto alike = std::ranges::count_if(
        kernel_.operands, [&](const Operand& o) { return tensor_of(o.name) == tensor; });
    return b.facts.run_length(root, alike > 1 ? "" : tensor, b.fill);
  }

  // An element of each array a lane, so that the text says which register it is in.
  bool fits_lanes(const Bound& b, const Tile& tile) {
    constexpr int64_t most_elements = 32;
    for (const Tile::Piece& piece : tile.pieces)
      if (piece.extent > most_elements || piece.kind == Param::Kind::Segments) {
        const bool segments = piece.kind == Param::Kind::Segments;
        refuse(b.staging.where,
               fmt::format(
                   "{} of {} in the registers of a warp's lanes; {}",
                   segments ? "where fibers begin"
                            : fmt::format("{} {}", piece.extent, name_of(param_names, piece.kind)),
                   b.staging.tensor,
                   segments ? "keep its coord alone there"
                            : fmt::format("at most {} would fit", most_elements)));
        return false;
      }
    return true;
  }

  static std::vector<size_t> range_to(size_t last) {
    std::vector<size_t> out;
    for (size_t i = 0; i <= last; ++i) out.push_back(i);
    return out;
  }

  // False, here and below: an error was added.
  bool make_box(const Bound& b, Tile& tile) {
    int64_t elements = 1;
    if (b.staging.holds == Staging::Holds::Coords) return no_coordinates(b, b.view.levels.back());
    if (const auto flat = walked_inside(b)) {
      refuse(
          b.staging.where,
          fmt::format("a tile of {}, all of whose elements {} walks as they lie in memory; store "
                      "a rank of it C, or bind another operand",
                      b.staging.tensor, *flat));
      return false;
    }
    for (size_t l = static_cast<size_t>(tile.from); l < b.view.levels.size(); ++l) {
      if (b.view.levels[l].tile || fixed(b, l)) continue;
      const bool tied = root(b, l).empty();
      const std::string rank = tied ? b.view.levels[l].rank : root(b, l);
      if (std::ranges::find(tile.sides, rank, &Tile::Side::root) != tile.sides.end()) {
        refuse(b.staging.where,
               fmt::format("a tile of {}, which is read at {} twice", b.staging.tensor, rank));
        return false;
      }
      const std::optional<int64_t> extent = tied ? span(b, l) : b.facts.reach(rank, b.fill);
      const std::optional<Tile::Side> gathered = tied ? std::nullopt : gathered_side(b, rank);
      if (!extent && !gathered) return tied ? no_span(b, l) : no_bound(b, rank);
      tile.sides.push_back(gathered && (!extent || gathered->extent < *extent)
                               ? *gathered
                               : Tile::Side{rank, *extent});
      elements *= tile.sides.back().extent;
    }
    tile.pieces.push_back({Param::Kind::Values, 0, elements});
    return true;
  }

  // The flattened rank whose loops inside go through the operand's tuples.
  static std::optional<std::string> walked_inside(const Bound& b) {
    for (size_t i = b.fill + 1; i < b.facts.loops(); ++i)
      if (!b.facts.loop(i).joined.empty() &&
          holder_of(b.facts.loop(i), b.facts.nest()) == b.operand)
        return b.facts.loop(i).root;
    return std::nullopt;
  }

  // What the loops so far leave of another operand's fiber names the coordinates, if that has a
  // bound and all threads have the same of it.
  std::optional<Tile::Side> gathered_side(const Bound& b, const std::string& rank) const {
    if (b.operand == output_of(kernel_) || b.staging.listed ||
        b.facts.spread_before(rank, b.fill + 1))
      return std::nullopt;
    for (const Operand& o : kernel_.operands) {
      const Access* access = access_of(kernel_, o.name);
      if (!access || o.name == b.operand || o.name == output_of(kernel_)) continue;
      const Bound by{b.staging, o.name, *program_.view(o.view), *access, b.facts, b.fill, b.around};
      for (size_t l = 0; l < by.view.levels.size(); ++l) {
        const Level& level = by.view.levels[l];
        if (level.tile || root(by, l) != rank) continue;
        if (level.format != LevelFormat::Compressed &&
            !is_listed(kernel_, program_, b.facts, {tensor_of(o.name), rank, b.fill + 1}))
          continue;
        const std::vector<size_t> loops = flattened(by, l);
        std::optional<int64_t> length;
        if (!loops.empty() && last_of_group(by, l, b.facts.loop(loops[0])))
          length = flat_length(by, loops);
        else if (loops.empty() && all_fixed(by, l))
          length = run_length(by, rank);
        if (!length) continue;
        return Tile::Side{rank, *length, o.name, static_cast<int>(l),
                          loops.empty() ? "" : b.facts.loop(loops[0]).root};
      }
    }
    return std::nullopt;
  }

  bool all_fixed(const Bound& b, size_t end) const {
    for (size_t l = 0; l < end; ++l)
      if (!fixed(b, l)) return false;
    return true;
  }

  // Neighbours in memory are copied in quads, which begin before what is asked for and end behind.
  std::optional<int64_t> span(const Bound& b, size_t l) const {
    const std::optional<int64_t> most = b.facts.span(index(b, l), b.fill);
    const bool neighbours = l + 1 == b.view.levels.size();
    return most && neighbours ? quads_around(*most) : most;
  }

  bool no_span(const Bound& b, size_t l) {
    for (const std::string& rank : b.facts.roots_in(index(b, l)))
      if (!b.facts.fixed(rank, b.fill) && !b.facts.reach(rank, b.fill)) return no_bound(b, rank);
    return true;
  }

  // One side of a box, as the elements there that differ from the default.
  bool make_list(const Bound& b, bool dense, Tile& tile) {
    std::optional<size_t> along;
    for (size_t l = 0; l < b.view.levels.size(); ++l)
      if (b.view.levels[l].rank == b.staging.rank && !b.view.levels[l].tile) along = l;
    if (!dense || !along || !make_box(b, tile)) {
      if (!dense)
        refuse(b.staging.where, fmt::format("a list of {}, of which a re-sorted copy is "
                                            "read that is compressed",
                                            b.staging.tensor));
      return false;
    }
    const std::string rank = root(b, *along);
    if (tile.sides.size() != 1 || tile.sides[0].root != rank || beyond_shape(b, rank)) {
      refuse(b.staging.where,
             fmt::format("a list of {} along {} where other ranks of it have no coordinate yet; "
                         "evict it further in",
                         b.staging.tensor, b.staging.rank));
      return false;
    }
    constexpr int64_t most_warps = 32;
    const int64_t extent = tile.sides[0].extent;
    const int level = static_cast<int>(*along);
    tile.listed = true;
    if (!b.staging.beside.empty()) tile.beside = b.staging.beside;
    tile.whole = b.staging.whole;
    tile.from = level;
    tile.pieces.clear();
    if (reads_values(b)) tile.pieces = {{Param::Kind::Values, level, extent}};
    tile.pieces.push_back({Param::Kind::Coords, level, extent});
    tile.pieces.push_back({Param::Kind::Segments, level, most_warps});
    return true;
  }

  // Whether what the operand holds is read, not only whether it is there.
  bool reads_values(const Bound& b) const {
    int64_t accesses = 0, asking = 0;
    for_each_expr(kernel_.body, [&](const Expr& e) {
      const auto* access = as<Access>(e);
      const auto* asked = asks_if_present(e, program_);
      accesses += access && access->operand == b.operand ? 1 : 0;
      asking += asked && asked->operand == b.operand ? 1 : 0;
    });
    return accesses != asking;
  }

  // Whether loops over the rank have coordinates that the tensor may not have.
  static bool beyond_shape(const Bound& b, const std::string& rank) {
    for (size_t i = 0; i < b.facts.loops(); ++i)
      if (b.facts.loop(i).root == rank && b.facts.loop(i).extent != rank) return true;
    return false;
  }

  bool no_coordinates(const Bound& b, const Level& level) {
    if (b.view.resorted) {
      refuse(b.staging.where, fmt::format("a tile of the coordinates of {}, of which a re-sorted "
                                          "copy is read that is uncompressed at {}",
                                          b.staging.tensor, level.rank));
      return false;
    }
    diagnostics_.error(Code::Binding, b.staging.where,
                       fmt::format("{} stores no coordinates at {}, which is uncompressed; stage "
                                   "its elem",
                                   b.staging.tensor, level.rank));
    return false;
  }

  bool no_bound(const Bound& b, const std::string& rank) {
    refuse(b.staging.where,
           fmt::format("a tile of {} that has no bound along {}: nothing cuts {} by coordinates at "
                       "or outside of {}, before threads share it; partition it by "
                       "uniform_shape, and evict {} on the upper part",
                       b.staging.tensor, rank, rank, b.around, b.staging.tensor));
    return false;
  }

  bool make_run(const Bound& b, Tile& tile) {
    const std::optional<size_t> found = level_of(b);
    if (!found) {
      refuse(b.staging.where,
             fmt::format("a tile of {} along {}", b.staging.tensor, b.staging.rank));
      return false;
    }
    const size_t l = *found;
    tile.from = static_cast<int>(l);
    switch (b.view.levels[l].format) {
      case LevelFormat::Uncompressed:
        return make_segments(b, l, tile);
      case LevelFormat::Compressed:
        return set_length(b, l, tile) && add_payloads(b, l, tile.pieces.back().extent, tile);
      case LevelFormat::Bitmask:
        return set_words(b, l, tile);
    }
    return false;
  }

  // The words that have a part of a fiber, whole, and what stands below all of their bits.
  bool set_words(const Bound& b, size_t l, Tile& tile) {
    const std::string rank = root(b, l);
    if (rank.empty() || !flattened(b, l).empty() || b.staging.memory == Memory::Registers) {
      refuse(b.staging.where,
             fmt::format("a tile of {} along {}, which is stored as a bitmask and {}",
                         b.staging.tensor, b.view.levels[l].rank,
                         rank.empty()                            ? "read with index math"
                         : b.staging.memory == Memory::Registers ? "handed round by lanes"
                                                                 : "flattened"));
      return false;
    }
    if (b.facts.spread_before(rank, b.fill + 1)) return differs(b, l);
    if (!known_above(b, l)) return false;
    const std::optional<int64_t> extent = b.facts.reach(rank, b.fill);
    if (!extent) return no_bound(b, rank);
    const int64_t words = (*extent + 2 * mask_bits - 2) / mask_bits;  // which begin anywhere
    const int level = static_cast<int>(l);
    // Equally long, so that one number finds both.
    tile.pieces = {{Param::Kind::Masks, level, words + 1}, {Param::Kind::Bases, level, words + 1}};
    return add_payloads(b, l, words * mask_bits, tile);
  }

  bool differs(const Bound& b, size_t l) {
    const bool of_warp = b.staging.memory == Memory::Registers;
    refuse(b.staging.where,
           fmt::format("a tile of {} whose part along {} differs among the {}; evict it on a rank "
                       "outside of theirs",
                       b.staging.tensor, b.view.levels[l].rank,
                       of_warp ? "lanes of a warp" : "threads of a block"));
    return false;
  }

  bool known_above(const Bound& b, size_t l) {
    for (size_t above = 0; above < l; ++above)
      if (!fixed(b, above)) {
        const std::string rank = root(b, above);
        if (!rank.empty() && b.facts.spread_before(rank, b.fill + 1)) return differs(b, l);
        refuse(b.staging.where,
               fmt::format("a tile of {} along {} that holds several fibers: how much they hold "
                           "together is not known; evict it where {} has a coordinate",
                           b.staging.tensor, b.view.levels[l].rank, b.view.levels[above].rank));
        return false;
      }
    return true;
  }

  // What an uncompressed level says of the level below: where its fibers begin.
  bool make_segments(const Bound& b, size_t l, Tile& tile) {
    if (b.staging.holds == Staging::Holds::Coords) return no_coordinates(b, b.view.levels[l]);
    const bool last = l + 1 == b.view.levels.size();
    if (last || b.view.levels[l + 1].format != LevelFormat::Compressed || root(b, l).empty()) {
      refuse(b.staging.where,
             fmt::format("a tile of {} along {} alone", b.staging.tensor, b.view.levels[l].rank));
      return false;
    }
    if (!known_above(b, l)) return false;
    const std::optional<int64_t> extent = b.facts.reach(root(b, l), b.fill);
    if (!extent) return no_bound(b, root(b, l));
    tile.sides.clear();
    tile.flat = "";
    tile.pieces.push_back({Param::Kind::Segments, static_cast<int>(l) + 1, *extent + 1});
    return true;
  }

  // The flattened loops at or around the fill that walk the operand's tuples along the level.
  std::vector<size_t> flattened(const Bound& b, size_t l) const {
    std::vector<size_t> out;
    for (size_t i : range_to(b.fill))
      if (!b.facts.loop(i).joined.empty() && roots_of(b.facts.loop(i)).contains(root(b, l)) &&
          holder_of(b.facts.loop(i), b.facts.nest()) == b.operand)
        out.push_back(i);
    return out;
  }

  // How many tuples the innermost of these loops leave at most.
  static std::optional<int64_t> flat_length(const Bound& b, const std::vector<size_t>& loops) {
    std::optional<int64_t> out;
    for (size_t i : loops)
      if (const auto size = b.facts.loop(i).tile ? literal(b.facts.loop(i).tile) : std::nullopt)
        out = out ? std::min(*out, *size) : *size;
    return out;
  }

  // The first piece says how long the run is.
  bool set_length(const Bound& b, size_t l, Tile& tile) {
    const std::string rank = root(b, l);
    if (rank.empty()) {
      refuse(b.staging.where,
             fmt::format("a tile of {} along {}, which is compressed and read with index math",
                         b.staging.tensor, b.view.levels[l].rank));
      return false;
    }
    if (b.facts.spread_before(rank, b.fill + 1)) return differs(b, l);
    std::optional<int64_t> length;
    if (const std::vector<size_t> loops = flattened(b, l); !loops.empty()) {
      length = flat_length(b, loops);
      if (!last_of_group(b, l, b.facts.loop(loops[0]))) {
        refuse(b.staging.where,
               fmt::format("a tile of {} along {}: how many of its fibers a run of {} meets is "
                           "not known; stage its last rank alone",
                           b.staging.tensor, b.view.levels[l].rank, b.facts.loop(loops[0]).root));
        return false;
      }
      tile.flat = b.facts.loop(loops[0]).root;
    } else {
      if (!known_above(b, l)) return false;
      length = run_length(b, rank);
    }
    if (!length) {
      refuse(b.staging.where,
             fmt::format("a tile of {} along {} that has no bound; walk the fiber in chunks: "
                         "partition {} by uniform_occupancy({}.n) or uniform_shape(n), and evict "
                         "{} on the upper part",
                         b.staging.tensor, b.view.levels[l].rank, rank, b.staging.tensor,
                         b.staging.tensor));
      return false;
    }
    tile.pieces.push_back({Param::Kind::Coords, static_cast<int>(l), *length});
    return true;
  }

  bool last_of_group(const Bound& b, size_t l, const ForRank& flat) const {
    const std::set<std::string> roots = roots_of(flat);
    for (size_t below = l + 1; below < b.view.levels.size(); ++below)
      if (roots.contains(root(b, below))) return false;
    return true;
  }

  // Of a run of so many positions in level l.
  bool add_payloads(const Bound& b, size_t l, int64_t length, Tile& tile) {
    const Staging::Holds holds = b.staging.holds;
    if (holds == Staging::Holds::Coords) return true;
    if (holds == Staging::Holds::Payloads) tile.pieces.clear();
    const std::vector<Level>& levels = b.view.levels;
    const bool blocks =
        std::all_of(levels.begin() + static_cast<std::ptrdiff_t>(l) + 1, levels.end(),
                    [](const Level& level) { return level.format == LevelFormat::Uncompressed; });
    if (blocks) {
      if (const auto each = literal(level_span(levels, l + 1))) {
        tile.pieces.push_back({Param::Kind::Values, static_cast<int>(l), length * *each});
        return true;
      }
    } else if (levels[l + 1].format == LevelFormat::Compressed) {
      tile.pieces.push_back({Param::Kind::Segments, static_cast<int>(l) + 1, length + 1});
      return true;
    }
    refuse(b.staging.where, fmt::format("a tile of what {} holds below {}; stage its coord alone",
                                        b.staging.tensor, levels[l].rank));
    return false;
  }

  const Program& program_;
  const Kernel& kernel_;
  Diagnostics& diagnostics_;
};

// The list in shared memory that names the coordinates of that side; null: none does.
template <class Kernel>
auto* list_of(Kernel& kernel, const Tile::Side& side) {
  const auto list = std::ranges::find_if(
      kernel.tiles, [&](const Tile& t) { return t.listed && t.operand == side.by; });
  return list == kernel.tiles.end() ? nullptr : &*list;
}

template <class Tile>
auto& coords_of(Tile& list) {
  return *std::ranges::find(list.pieces, Param::Kind::Coords, &Tile::Piece::kind);
}

// How many entries a list has room for where fills run ahead of it.
int64_t room_for(const Tile& list, const Tile& filled, const Tile::Side& side) {
  return list.sides[0].extent + side.extent * filled.depth;
}

}  // namespace

const Expr& index_of(const Access& access, const Level& level, const Program& program) {
  const std::vector<std::string>& ranks = program.tensor(access.operand)->ranks;
  auto r = std::ranges::find(ranks, level.rank) - ranks.begin();
  return access.at[static_cast<size_t>(r)];
}

const Expr& index_of(const Bound& b, size_t l, const Program& program) {
  return index_of(b.access, b.view.levels[l], program);
}

bool is_fixed(const Bound& b, size_t l, const Program& program) {
  return b.facts.fixed(b.view.levels[l], index_of(b, l, program), b.fill);
}

std::optional<size_t> bound_level(const Bound& b, const Program& program) {
  const std::string& name = b.staging.rank;
  const auto deepest = [&](const auto& fits) {
    std::optional<size_t> out;
    for (size_t l = 0; l < b.view.levels.size(); ++l)
      if (!b.view.levels[l].tile && fits(l)) out = l;
    return out;
  };
  if (name.empty()) return deepest([](size_t) { return true; });
  if (const auto own = deepest([&](size_t l) { return b.view.levels[l].rank == name; })) return own;
  std::set<std::string> roots;
  for (const Nest::Loop& l : b.facts.nest().loops) {
    const std::set<std::string> all = roots_of(l.loop);
    if (l.loop.rank == name || l.loop.root == name) roots.insert(all.begin(), all.end());
    for (const Joined& j : l.loop.joined)
      if (j.rank == name) roots.insert(j.root);
  }
  return deepest(
      [&](size_t l) { return roots.contains(b.facts.root_of(index_of(b, l, program))); });
}

const Access* access_of(const Kernel& kernel, const std::string& operand) {
  const Access* found = nullptr;
  for_each_expr(kernel.body, [&](const Expr& e) {
    if (const auto* a = as<Access>(e); a && a->operand == operand) found = a;
  });
  return found;
}

std::optional<size_t> fill_loop(const Staging& s, const Access& access, const NestFacts& facts) {
  const auto indexes = [&](const ForRank& loop) {
    const std::set<std::string> roots = roots_of(loop);
    for (const Expr& at : access.at)
      for (const std::string& root : facts.roots_in(at))
        if (roots.contains(root)) return true;
    return false;
  };
  std::optional<size_t> out;
  for (size_t i = 0; i < facts.loops(); ++i) {
    const ForRank& loop = facts.loop(i);
    const bool alone = loop.place != Place::Time && !facts.spread(i);
    if (loop.rank == s.evict_on || (alone && indexes(loop))) out = i;
  }
  return out;
}

bool is_listed(const Kernel& kernel, const Program& program, const NestFacts& facts,
               const ListedAlong& along) {
  const auto lists = [&](const Staging& s, const Operand& o) {
    const Access* access = access_of(kernel, o.name);
    if (!s.listed || s.tensor != along.tensor || !access || tensor_of(o.name) != s.tensor)
      return false;
    const std::optional<size_t> fill = fill_loop(s, *access, facts);
    return fill && *fill < along.before &&
           std::ranges::any_of(
               program.view(o.view)->levels,
               [&](const Level& level) {
                 return level.rank == s.rank &&
                        facts.root_of(index_of(*access, level, program)) == along.root;
               });
  };
  return std::ranges::any_of(kernel.schedule.stagings, [&](const Staging& s) {
    return std::ranges::any_of(kernel.operands, [&](const Operand& o) { return lists(s, o); });
  });
}

bool shape_tile(const Bound& b, const Program& program, const Kernel& kernel, Tile& tile,
                Diagnostics& diagnostics) {
  return Shaper(program, kernel, diagnostics).run(b, tile);
}

bool comes_in_bulk(const Tile& tile) {
  return !tile.laid.empty() && (tile.sides.empty() || tile.in_parts);
}
bool has_lines(const Tile& tile) { return !tile.laid.empty() && !comes_in_bulk(tile); }
bool has_words(const Tile& tile) { return !tile.laid.empty() || tile.gathered; }

bool goes_on(const Kernel& kernel, const Tile& tile, const Tile::Side& side) {
  const Tile* list = list_of(kernel, side);
  return list && coords_of(*list).extent >= room_for(*list, tile, side);
}

void let_lists_go_on(Kernel& kernel) {
  for (const Tile& tile : kernel.tiles)
    for (const Tile::Side& side : tile.sides)
      if (Tile* list = list_of(kernel, side)) {
        Tile::Piece& coords = coords_of(*list);
        coords.extent = std::max(coords.extent, room_for(*list, tile, side));
      }
}

}  // namespace teaal::passes
