#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "compiler/ir/levels.h"
#include "compiler/ir/names.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/memory/hold_operand.h"
#include "compiler/passes/memory/nest_facts.h"
#include "compiler/passes/memory/place_tiles.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using namespace ir;
using Staging = Schedule::Staging;

// One bound operand, and behind which loop its tile is filled.
struct Bound {
  const Staging& staging;
  const std::string& operand;
  const View& view;
  const Access& access;
  size_t fill;         // the loop in each of whose iterations the tile is filled
  std::string around;  // that loop's rank
};

class Binder {
 public:
  Binder(Program& program, Kernel& kernel, const Target& target, Diagnostics& diagnostics)
      : program_(program),
        kernel_(kernel),
        target_(target),
        diagnostics_(diagnostics),
        facts_(kernel.body) {
    outputs_ = output_roots(facts_.nest());
    for (const View& v : program.views) names_.take(v.name);
  }

  void run() {
    const int errors = diagnostics_.errors();
    for (const Staging& s : kernel_.schedule.stagings) bind(s);
    fill_as_deep();
    if (diagnostics_.errors() == errors) place_tiles(program_, kernel_, target_, diagnostics_);
    kernel_.body = with_fills(kernel_.body);
    if (diagnostics_.errors() == errors)
      for (const Staging& s : kernel_.schedule.stagings)
        if (is_held(s)) hold_operand(program_, kernel_, s, names_, diagnostics_);
    kernel_.schedule.stagings.clear();
  }

 private:
  const ForRank& loop(size_t i) const { return facts_.loop(i); }

  void refuse(const SourceRange& where, const std::string& what) {
    diagnostics_.error(Code::Unsupported, where, "unsupported: " + what);
  }

  // ---- Bindings ----

  void bind(const Staging& s) {
    if (is_held(s)) return;
    if (s.memory == Memory::Registers) return check_sums(s);
    for (const Operand& o : kernel_.operands)
      if (const Access* access = access_of(o.name); access && tensor_of(o.name) == s.tensor)
        if (auto fill = fill_of(s, *access))
          bind({s, o.name, *program_.view(o.view), *access, *fill, loop(*fill).rank});
  }

  // Whether it keeps an operand's elements in a thread's registers.
  bool is_held(const Staging& s) const {
    return s.memory == Memory::Registers && s.tensor != tensor_of(output_of(kernel_));
  }

  // None: the operand only leads.
  const Access* access_of(const std::string& operand) const {
    const Access* found = nullptr;
    for_each_expr(kernel_.body, [&](const Expr& e) {
      if (const auto* a = as<Access>(e); a && a->operand == operand) found = a;
    });
    return found;
  }

  // Blocks share nothing: a rank that is spread over them is known before the tile is filled.
  std::optional<size_t> fill_of(const Staging& s, const Access& access) {
    std::optional<size_t> out;
    for (size_t i = 0; i < facts_.loops(); ++i) {
      const bool evicts = loop(i).rank == s.evict_on;
      if (evicts && facts_.spread(i)) {
        refuse(s.where, fmt::format("evict-on {}, which is spread over threads; name a rank in "
                                    "time, or one bound to Block",
                                    s.evict_on));
        return std::nullopt;
      }
      if (evicts || (loop(i).place == Place::Block && indexes(access, i))) out = i;
    }
    if (!out)
      refuse(s.where, fmt::format("a tile of {} that holds all of it: how much that is, is not "
                                  "known; evict it on a rank of the loop order",
                                  s.tensor));
    return out;
  }

  bool indexes(const Access& access, size_t i) const {
    const std::set<std::string> roots = roots_of(loop(i));
    for (const Expr& at : access.at)
      for (const std::string& root : facts_.roots_in(at))
        if (roots.contains(root)) return true;
    return false;
  }

  // ---- What is known where the tile is filled ----

  const Expr& index(const Bound& b, size_t l) const {
    const std::vector<std::string>& ranks = program_.tensor(b.operand)->ranks;
    auto r = std::ranges::find(ranks, b.view.levels[l].rank) - ranks.begin();
    return b.access.at[static_cast<size_t>(r)];
  }

  // The rank whose loops run over the level; empty: none does.
  std::string root(const Bound& b, size_t l) const { return facts_.root_of(index(b, l)); }

  bool fixed(const Bound& b, size_t l) const {
    return facts_.fixed(b.view.levels[l], index(b, l), b.fill);
  }

  // How many of the fiber's positions the loops so far leave at most. Of several operands that are
  // one tensor only one is cut into runs of so many positions.
  std::optional<int64_t> run_length(const Bound& b, const std::string& root) const {
    const auto alike = std::ranges::count_if(
        kernel_.operands, [&](const Operand& o) { return tensor_of(o.name) == b.staging.tensor; });
    return facts_.run_length(root, alike > 1 ? "" : b.staging.tensor, b.fill);
  }

  // ---- Tiles ----

  void bind(const Bound& b) {
    size_t from = 0;
    while (from < b.view.levels.size() && fixed(b, from)) ++from;
    const std::optional<size_t> named = level_of(b);
    const bool one_coordinate = b.staging.holds == Staging::Holds::Coords && named &&
                                *named < from &&
                                b.view.levels[*named].format != LevelFormat::Uncompressed;
    if (from == b.view.levels.size() || one_coordinate) {
      program_.notes.push_back(
          fmt::format("{}: inside of {} one element of {} is read; it is not staged", kernel_.name,
                      b.around, b.operand));
      return;
    }
    if (points() &&
        std::ranges::any_of(range_to(b.fill), [&](size_t i) { return facts_.spread(i); }))
      return refuse(b.staging.where,
                    fmt::format("a tile of {} that is filled inside of loops over threads where "
                                "{} is stored compressed; evict it further out",
                                b.staging.tensor, output_of(kernel_)));
    Tile tile;
    tile.operand = b.operand;
    tile.from = static_cast<int>(from);
    tile.where = b.staging.where;
    const bool dense =
        std::all_of(b.view.levels.begin() + tile.from, b.view.levels.end(),
                    [](const Level& level) { return level.format == LevelFormat::Uncompressed; });
    const bool made = b.staging.listed ? make_list(b, dense, tile)
                      : dense          ? make_box(b, tile)
                                       : make_run(b, tile);
    if (!made) return;
    for (const Tile& other : kernel_.tiles)
      if (other.operand == b.operand && shares_array(other, tile)) {
        diagnostics_
            .error(Code::Binding, tile.where,
                   fmt::format("{} is staged twice; keep one of the bindings", b.staging.tensor))
            .note(other.where, "the first one is here");
        return;
      }
    tile.depth = tile.listed ? 1 : b.staging.depth;
    tile.name = names_.fresh(b.view.name + "_tile");
    fills_[b.around].push_back(tile.name);
    kernel_.tiles.push_back(std::move(tile));
    program_.notes.push_back(
        fmt::format("{}: a tile of {} ({}) is filled in shared memory in each iteration of {}",
                    kernel_.name, b.operand, size_text(kernel_.tiles.back()), b.around));
  }

  static bool shares_array(const Tile& a, const Tile& b) {
    return std::ranges::any_of(a.pieces, [&](const Tile::Piece& p) {
      return std::ranges::any_of(b.pieces, [&](const Tile::Piece& q) {
        return p.kind == q.kind && (p.level == q.level || p.kind == Param::Kind::Values);
      });
    });
  }

  static std::vector<size_t> range_to(size_t last) {
    std::vector<size_t> out;
    for (size_t i = 0; i <= last; ++i) out.push_back(i);
    return out;
  }

  bool points() const {
    const std::string& output = output_of(kernel_);
    for (const Operand& o : kernel_.operands)
      if (o.name == output && program_.view(o.view)->points) return true;
    return false;
  }

  // False, here and below: an error was added.
  bool make_box(const Bound& b, Tile& tile) {
    int64_t elements = 1;
    if (b.staging.holds == Staging::Holds::Coords) return no_coordinates(b, b.view.levels.back());
    for (size_t l = static_cast<size_t>(tile.from); l < b.view.levels.size(); ++l) {
      const std::string rank = root(b, l);
      if (rank.empty()) {
        refuse(b.staging.where, fmt::format("a tile of {}, which is read with index math at {}",
                                            b.staging.tensor, b.view.levels[l].rank));
        return false;
      }
      if (b.view.levels[l].tile || facts_.fixed(rank, b.fill)) continue;
      if (std::ranges::find(tile.sides, rank, &Tile::Side::root) != tile.sides.end()) {
        refuse(b.staging.where,
               fmt::format("a tile of {}, which is read at {} twice", b.staging.tensor, rank));
        return false;
      }
      const std::optional<int64_t> extent = facts_.reach(rank, b.fill);
      if (!extent) return no_bound(b, rank);
      tile.sides.push_back({rank, *extent});
      elements *= *extent;
    }
    tile.pieces.push_back({Param::Kind::Values, 0, elements});
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
    if (tile.sides.size() != 1 || tile.sides[0].root != rank || beyond_shape(rank)) {
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
    tile.from = level;
    tile.pieces = {{Param::Kind::Values, level, extent},
                   {Param::Kind::Coords, level, extent},
                   {Param::Kind::Segments, level, most_warps}};
    return true;
  }

  // Whether loops over the rank have coordinates that the tensor may not have.
  bool beyond_shape(const std::string& rank) const {
    for (size_t i = 0; i < facts_.loops(); ++i)
      if (loop(i).root == rank && loop(i).extent != rank) return true;
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

  // The deepest whole level that the binding's rank names: its own, or what the rank was made of.
  std::optional<size_t> level_of(const Bound& b) const {
    const std::string& name = b.staging.rank;
    const auto deepest = [&](const auto& fits) {
      std::optional<size_t> out;
      for (size_t l = 0; l < b.view.levels.size(); ++l)
        if (!b.view.levels[l].tile && fits(l)) out = l;
      return out;
    };
    if (name.empty()) return deepest([](size_t) { return true; });
    if (const auto own = deepest([&](size_t l) { return b.view.levels[l].rank == name; }))
      return own;
    std::set<std::string> roots;
    for (const Nest::Loop& l : facts_.nest().loops) {
      const std::set<std::string> all = roots_of(l.loop);
      if (l.loop.rank == name || l.loop.root == name) roots.insert(all.begin(), all.end());
      for (const Joined& j : l.loop.joined)
        if (j.rank == name) roots.insert(j.root);
    }
    return deepest([&](size_t l) { return roots.contains(root(b, l)); });
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
        return set_length(b, l, tile) && add_payloads(b, l, tile);
      case LevelFormat::Bitmask:
        break;
    }
    refuse(b.staging.where, fmt::format("a tile of {} along {}, which is stored as a bitmask",
                                        b.staging.tensor, b.view.levels[l].rank));
    return false;
  }

  bool known_above(const Bound& b, size_t l) {
    for (size_t above = 0; above < l; ++above)
      if (!fixed(b, above)) {
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
    const std::optional<int64_t> extent = facts_.reach(root(b, l), b.fill);
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
      if (!loop(i).joined.empty() && roots_of(loop(i)).contains(root(b, l)) &&
          holder_of(loop(i), facts_.nest()) == b.operand)
        out.push_back(i);
    return out;
  }

  // The first piece says how long the run is.
  bool set_length(const Bound& b, size_t l, Tile& tile) {
    const std::string rank = root(b, l);
    if (rank.empty() || facts_.spread_before(rank, b.fill + 1)) {
      refuse(b.staging.where,
             fmt::format("a tile of {} whose part along {} differs among the threads of a block; "
                         "evict it on a rank outside of theirs",
                         b.staging.tensor, b.view.levels[l].rank));
      return false;
    }
    std::optional<int64_t> length;
    if (const std::vector<size_t> loops = flattened(b, l); !loops.empty()) {
      for (size_t i : loops)
        if (const auto size = loop(i).tile ? literal(loop(i).tile) : std::nullopt)
          length = length ? std::min(*length, *size) : *size;
      if (!last_of_group(b, l, loop(loops[0]))) {
        refuse(b.staging.where,
               fmt::format("a tile of {} along {}: how many of its fibers a run of {} meets is "
                           "not known; stage its last rank alone",
                           b.staging.tensor, b.view.levels[l].rank, loop(loops[0]).root));
        return false;
      }
      tile.flat = loop(loops[0]).root;
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

  // Of a run of positions in compressed level l.
  bool add_payloads(const Bound& b, size_t l, Tile& tile) {
    const int64_t length = tile.pieces.back().extent;
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

  // ---- Sums ----

  // Each thread has its sums in registers as it is: the binding is kept where they are stored once
  // in an iteration of evict-on.
  void check_sums(const Staging& s) {
    size_t owned = 0, inside = 0;
    for (size_t i = 0; i < facts_.loops(); ++i) {
      if (writes(i)) owned = i + 1;
      if (loop(i).rank == s.evict_on) inside = i + 1;
    }
    bool summed = false;  // the loops so far are in a sum
    for (size_t i = inside; i < owned; ++i) {
      const bool keeps_all = writes(i) && loop(i).spelled.turns > 0;
      summed |= !writes(i);
      if (summed ? writes(i) && !keeps_all : loop(i).place == Place::Time)
        return refuse(
            s.where, fmt::format("sums of {} in Registers where {} runs inside of "
                                 "evict-on {}: a thread would hold several",
                                 s.tensor, loop(i).rank, s.evict_on.empty() ? "root" : s.evict_on));
    }
  }

  bool writes(size_t i) const {
    const std::set<std::string> roots = roots_of(loop(i));
    return std::ranges::all_of(roots, [&](const std::string& r) { return outputs_.contains(r); });
  }

  // ---- Fills ----

  // Tiles that are filled together have as many buffers as the one that has most.
  void fill_as_deep() {
    for (const auto& [rank, names] : fills_) {
      int64_t depth = 1;
      const auto here = [&](const Tile& t) {
        return !t.listed && std::ranges::find(names, t.name) != names.end();
      };
      for (const Tile& t : kernel_.tiles)
        if (here(t)) depth = std::max(depth, t.depth);
      for (Tile& t : kernel_.tiles)
        if (here(t)) t.depth = depth;
    }
  }

  Stmt with_fills(const Stmt& s) const {
    Stmt out = map_children(
        s, [](const Expr& e) { return e; }, [&](const Stmt& child) { return with_fills(child); });
    const auto* inside = as<ForRank>(out);
    const auto fills = inside ? fills_.find(inside->rank) : fills_.end();
    if (fills == fills_.end()) return out;
    ForRank filled = *inside;
    std::vector<Stmt> body;
    for (const std::string& tile : fills->second)
      if (reads_tile(filled.body, tile))
        body.push_back(make_stmt(Fill{{tile}, nullptr}, kernel_.where));
    body.push_back(filled.body);
    filled.body = block(std::move(body));
    return make_stmt(std::move(filled), out->where);
  }

  // Sums in registers have loops of their own that store them, and read no operand.
  bool reads_tile(const Stmt& body, const std::string& name) const {
    const Tile& tile = *std::ranges::find(kernel_.tiles, name, &Tile::name);
    bool found = false;
    for_each_expr(body, [&](const Expr& e) {
      const auto* access = as<Access>(e);
      found |= access && access->operand == tile.operand;
    });
    return found;
  }

  Program& program_;
  Kernel& kernel_;
  const Target& target_;
  Diagnostics& diagnostics_;
  NestFacts facts_;
  std::set<std::string> outputs_;
  std::map<std::string, std::vector<std::string>> fills_;  // rank of a loop → tiles
  Names names_;
};

}  // namespace

std::optional<Program> bind_memory(Program program, const Target& target,
                                   Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  for (Kernel& kernel : program.kernels)
    if (!kernel.schedule.stagings.empty()) Binder(program, kernel, target, diagnostics).run();
  if (diagnostics.errors() > errors) return std::nullopt;
  return program;
}

}  // namespace teaal::passes
