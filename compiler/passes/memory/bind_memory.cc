#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "compiler/ir/levels.h"
#include "compiler/ir/mma.h"
#include "compiler/ir/names.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/memory/hold_operand.h"
#include "compiler/passes/memory/nest_facts.h"
#include "compiler/passes/memory/place_tiles.h"
#include "compiler/passes/memory/row_pitch.h"
#include "compiler/passes/memory/tile_shape.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/steps.h"

namespace teaal::passes {
namespace {

using namespace ir;
using Staging = Schedule::Staging;

bool in_lanes(const Tile& t) { return t.memory == Memory::Registers; }

class Binder {
 public:
  Binder(Program& program, Kernel& kernel, const Target& target, Diagnostics& diagnostics)
      : program_(program),
        kernel_(kernel),
        target_(target),
        diagnostics_(diagnostics),
        facts_(kernel.body),
        of_warp_(kernel.body, Spread::Warp) {
    outputs_ = output_roots(facts_.nest());
    for (size_t i = 0; i < facts_.loops(); ++i)
      if (!loop(i).leader.empty() && loop(i).joined.empty() &&
          stores_all(loop(i).leader, loop(i).root) &&
          !is_listed(kernel_, program_, facts_, {loop(i).leader, loop(i).root, i}))
        for (NestFacts* facts : {&facts_, &of_warp_}) facts->count_runs_of(i);
    for (const View& v : program.views) names_.take(v.name);
  }

  void run() {
    const int errors = diagnostics_.errors();
    for (const Staging& s : kernel_.schedule.stagings) bind(s);
    fill_as_deep();
    let_lists_go_on(kernel_);
    if (diagnostics_.errors() == errors) place_tiles(program_, kernel_, target_, diagnostics_);
    kernel_.body = with_fills(kernel_.body);
    if (diagnostics_.errors() == errors)
      for (const Staging& s : held_inside_out())
        hold_operand(program_, kernel_, s, names_, diagnostics_);
    kernel_.schedule.stagings.clear();
  }

 private:
  const ForRank& loop(size_t i) const { return facts_.loop(i); }

  // Operands in Registers, each of which is read in front of those before it: what the outermost
  // loop asks for is read first. Of a product of 4096³ with 16 x 8 sums a thread that is 8 % of
  // its time.
  std::vector<Staging> held_inside_out() const {
    std::vector<Staging> out = factors_of_blocks();
    for (const Staging& s : kernel_.schedule.stagings)
      if (is_held(s) && !lies_in_lanes(s)) out.push_back(s);
    std::ranges::stable_sort(out, std::greater(),
                             [&](const Staging& s) { return first_loop_inside(s); });
    return out;
  }

  // Where a thread has a block of sums, the innermost loop over what is summed reads of each tile
  // what many of its products have in common, so registers keep that without being asked to. Then
  // products may take turns (turn_back): of gemm_joint_sparse that is 15 µs of 760.
  std::vector<Staging> factors_of_blocks() const {
    std::vector<Staging> out;
    size_t inside = facts_.loops();
    while (inside > 0 && loop(inside - 1).spelled.turns > 0 && writes(inside - 1)) --inside;
    if (inside == 0 || writes(inside - 1) || loop(inside - 1).spelled.turns > 0 ||
        loop(inside - 1).place != Place::Time || has_mma(kernel_.body))
      return out;
    size_t factors = 0;
    for (const Tile& tile : kernel_.tiles) {
      const std::string tensor = tensor_of(tile.operand);
      const auto is_of_it = [&](const Staging& s) { return s.tensor == tensor && is_held(s); };
      const bool held = std::ranges::any_of(kernel_.schedule.stagings, is_of_it) ||
                        std::ranges::any_of(out, is_of_it);  // it is read at several places
      factors += held ? 1 : 0;
      if (held || tile.listed || tile.sides.empty() || tile.operand == output_of(kernel_)) continue;
      const std::set<std::string> roots = roots_read(tensor);
      int64_t own = 1, all = 1;
      for (size_t i = inside; i < facts_.loops(); ++i) {
        all *= loop(i).spelled.turns;
        if (indexes(loop(i), roots)) own *= loop(i).spelled.turns;
      }
      if (own > 1 && all > own)
        out.push_back({tensor, Memory::Registers, loop(inside - 1).rank, 1, tile.where});
    }
    return factors + out.size() > 1 ? out : std::vector<Staging>{};
  }

  std::set<std::string> roots_read(const std::string& tensor) const {
    std::set<std::string> roots;
    for_each_expr(facts_.nest().body, [&](const Expr& e) {
      const auto* access = as<Access>(e);
      if (access && tensor_of(access->operand) == tensor)
        for (const Expr& index : access->at) roots.merge(facts_.roots_in(index));
    });
    return roots;
  }

  static bool indexes(const ForRank& loop, const std::set<std::string>& roots) {
    return std::ranges::any_of(roots_of(loop),
                               [&](const std::string& root) { return roots.contains(root); });
  }

  size_t first_loop_inside(const Staging& s) const {
    const std::set<std::string> roots = roots_read(s.tensor);
    size_t i = 0;
    while (i < facts_.loops() && loop(i).rank != s.evict_on) ++i;
    for (++i; i < facts_.loops(); ++i)
      if (indexes(loop(i), roots)) return i;
    return i;
  }

  static void refuse(const SourceRange& where, const std::string& what, Diagnostics& diagnostics) {
    diagnostics.error(Code::Unsupported, where, "unsupported: " + what);
  }
  void refuse(const SourceRange& where, const std::string& what) {
    refuse(where, what, diagnostics_);
  }

  // Whether all views of the tensor have the rank uncompressed, at its plain coordinate.
  bool stores_all(const std::string& tensor, const std::string& root) const {
    bool found = false;
    for (const Operand& o : kernel_.operands) {
      const Access* access = tensor_of(o.name) == tensor ? access_of(kernel_, o.name) : nullptr;
      if (!access) continue;
      for (const Level& level : program_.view(o.view)->levels) {
        const Expr& index = index_of(*access, level, program_);
        if (level.tile || !facts_.roots_in(index).contains(root)) continue;
        if (level.format != LevelFormat::Uncompressed || facts_.root_of(index) != root)
          return false;
        found = true;
      }
    }
    return found;
  }

  // ---- Bindings ----

  void bind(const Staging& s) {
    if (s.memory == Memory::Registers && !is_held(s)) return check_sums(s);
    for (const Operand& o : kernel_.operands)
      if (const Access* access = access_of(kernel_, o.name);
          access && tensor_of(o.name) == s.tensor) {
        if (is_held(s))
          bind_to_lanes(s, o, *access);
        else if (o.name == output_of(kernel_) && !may_sum_in_box(s, o, *access))
          continue;
        else
          bind_in_shared(s, o, *access);
      }
  }

  // For all threads of a block together where that can be, else for each warp apart.
  void bind_in_shared(const Staging& s, const Operand& o, const Access& access) {
    const View& view = *program_.view(o.view);
    Diagnostics of_block, of_warp;
    const auto bound = [&](const NestFacts& facts, Diagnostics& told) {
      const std::optional<size_t> fill = fill_of(s, access, facts, told);
      return fill && bind({s, o.name, view, access, facts, *fill, loop(*fill).rank}, told);
    };
    const bool warps = has_warps() && !s.listed && o.name != output_of(kernel_);
    if (!bound(facts_, of_block) && !(warps && bound(of_warp_, of_warp)))
      for (const Diagnostic& d : of_block.all()) diagnostics_.add(d);
  }

  // What tensor cores multiply comes faster so: tf32 of 4096³ by these passes takes 1060 µs in
  // place of 1766, gemm_scaled_batch 888 in place of 1122. A product by FMA whose factors are read
  // along rows became 2 to 7 % slower, so there rows stay side by side.
  void set_rows_apart(Tile& tile) const {
    if (tile.sides.empty() || !has_mma(kernel_.body)) return;
    Tile::Side& row = tile.sides.back();
    const int64_t pitch = row_pitch(kernel_, tile, target_.element_bytes());
    if (pitch == row.extent) return;
    row.pitch = pitch;
    tile.pieces[0].extent = tile.pieces[0].extent / row.extent * pitch;
  }

  bool has_warps() const {
    return std::ranges::find(kernel_.workers, Place::Warp, &Worker::place) != kernel_.workers.end();
  }

  // Threads that add to one element together would have to take turns.
  bool may_sum_in_box(const Staging& s, const Operand& o, const Access& access) {
    const View& view = *program_.view(o.view);
    bool lanes = false, warps = false, together = false;
    for (const Worker& w : kernel_.workers) {
      lanes |= w.place == Place::Lane;
      warps |= w.place == Place::Warp;
      together |=
          w.combine != Combine::None && !(w.combine == Combine::Copies && w.place == Place::Block);
    }
    const auto stored = [](const Level& level) {
      return level.format != LevelFormat::Uncompressed;
    };
    const char* why = nullptr;
    if (s.holds != Staging::Holds::Elements || s.listed)
      why = "of which parts alone are bound; bind its elem";
    else if (view.points || std::ranges::any_of(view.levels, stored))
      why = "where it is stored compressed; bind it where all of its ranks are U";
    else if (!std::ranges::all_of(access.at, [](const Expr& e) { return as<Var>(e) != nullptr; }))
      why = "at coordinates that are sums; bind operands alone";
    else if (kernel_.carry || kernel_.row_class || (kernel_.owner && !(warps && lanes)))
      why =
          "where runs or classes share its elements, or other kernels of its launch have more "
          "threads";
    else if (together || (warps && !lanes))
      why =
          "where threads of the block share a sum; bind ranks that are summed over to time or "
          "Block";
    if (why) refuse(s.where, fmt::format("sums of {} in Shared {}", s.tensor, why));
    return !why;
  }

  // Elements that a loop inside of evict-on finds in a fiber lie in the registers of a warp's
  // lanes; what the text says the number of, in those of each thread (hold_operand).
  void bind_to_lanes(const Staging& s, const Operand& o, const Access& access) {
    for (size_t i = 0; i < facts_.loops(); ++i) {
      if (loop(i).rank != s.evict_on) continue;
      const Bound b{s, o.name, *program_.view(o.view), access, of_warp_, i, loop(i).rank};
      const std::optional<size_t> l = bound_level(b, program_);
      if (!l || b.view.levels[*l].format == LevelFormat::Uncompressed || found(b, *l)) return;
      in_lanes_.insert(s.tensor);
      if (can_be_in_lanes(b, *l)) bind(b, diagnostics_);
    }
  }

  // Whether a position of the level is known where the tile is filled.
  bool found(const Bound& b, size_t l) const {
    for (const std::string& rank : b.facts.roots_in(index_of(b, l, program_)))
      for (size_t i = 0; i <= b.fill; ++i)
        if (bound_roots(loop(i)).contains(rank)) return true;
    return false;
  }

  bool lies_in_lanes(const Staging& s) const { return in_lanes_.contains(s.tensor); }

  bool can_be_in_lanes(const Bound& b, size_t l) {
    const auto meets = [](const Worker& w) {
      return w.combine == Combine::Warps || w.combine == Combine::Threads;
    };
    bool stores_inside = outputs_.contains(b.facts.root_of(index_of(b, l, program_)));
    for (size_t i = b.fill + 1; i < facts_.loops(); ++i) stores_inside |= writes(i);
    if (stores_inside && std::ranges::any_of(kernel_.workers, meets)) {
      refuse(b.staging.where,
             fmt::format("elements of {} in the registers of a warp's lanes, which say what the "
                         "warps of a block sum together; keep them in Shared",
                         b.staging.tensor));
      return false;
    }
    const auto has_lanes = [](const Worker& w) {
      return w.place == Place::Lane || w.place == Place::Warp;
    };
    if (std::ranges::none_of(kernel_.workers, has_lanes)) {
      refuse(b.staging.where,
             fmt::format("elements of {} in the registers of a warp's lanes, where no rank is "
                         "bound to Lane or Warp",
                         b.staging.tensor));
      return false;
    }
    if (b.facts.spread(b.fill)) {
      refuse(b.staging.where,
             fmt::format("elements of {} in the registers of a warp's lanes from {} on, which the "
                         "lanes share; evict it on a rank in time, or one bound to Block or Warp",
                         b.staging.tensor, b.around));
      return false;
    }
    return true;
  }

  // Whether it keeps an operand's elements in a thread's registers.
  bool is_held(const Staging& s) const {
    return s.memory == Memory::Registers && s.tensor != tensor_of(output_of(kernel_));
  }

  // Blocks share nothing: a rank that is spread over them is known before the tile is filled.
  // So do warps, of what each has of its own.
  std::optional<size_t> fill_of(const Staging& s, const Access& access, const NestFacts& facts,
                                Diagnostics& diagnostics) {
    for (size_t i = 0; i < facts.loops(); ++i)
      if (loop(i).rank == s.evict_on && facts.spread(i)) {
        refuse(s.where,
               fmt::format("evict-on {}, which is spread over threads; name a rank in time, or one "
                           "bound to Block or Warp",
                           s.evict_on),
               diagnostics);
        return std::nullopt;
      }
    if (s.evict_on.empty() && s.depth > 1) {
      diagnostics.error(Code::Binding, s.where,
                        "a tile that is filled once has nothing to run ahead of; delete its depth, "
                        "or evict it on a rank in time");
      return std::nullopt;
    }
    const std::optional<size_t> out = fill_loop(s, access, facts);
    if (!out)
      refuse(s.where,
             fmt::format("a tile of {} that holds all of it: how much that is, is not known; evict "
                         "it on a rank of the loop order",
                         s.tensor),
             diagnostics);
    return out;
  }

  // ---- Tiles ----

  // False: an error was added.
  bool bind(const Bound& b, Diagnostics& diagnostics) {
    size_t from = 0;
    while (from < b.view.levels.size() && is_fixed(b, from, program_)) ++from;
    const std::optional<size_t> named = bound_level(b, program_);
    const bool one_coordinate = b.staging.holds == Staging::Holds::Coords && named &&
                                *named < from &&
                                b.view.levels[*named].format != LevelFormat::Uncompressed;
    if (from == b.view.levels.size() || one_coordinate) {
      program_.notes.push_back(
          fmt::format("{}: inside of {} one element of {} is read; it is not staged", kernel_.name,
                      b.around, b.operand));
      return true;
    }
    if (spread_around(b)) {
      std::string why;
      if (b.operand == output_of(kernel_) && b.staging.memory == Memory::Shared)
        why = fmt::format("sums of {} in Shared inside of loops that the threads of a block share",
                          b.staging.tensor);
      else if (points())
        why = fmt::format(
            "a tile of {} that is filled inside of loops over threads where {} is "
            "stored compressed",
            b.staging.tensor, output_of(kernel_));
      if (!why.empty()) {
        refuse(b.staging.where, why + "; evict it further out", diagnostics);
        return false;
      }
    }
    Tile tile;
    tile.operand = b.operand;
    tile.from = static_cast<int>(from);
    tile.where = b.staging.where;
    tile.memory = b.staging.memory;
    if (tile.memory == Memory::Shared && &b.facts == &of_warp_) {
      tile.scope = Scope::Warp;
      tile.warps = warps_of_block();
    }
    if (!shape_tile(b, program_, kernel_, tile, diagnostics)) return false;
    for (const Tile& other : kernel_.tiles)
      if (other.operand == b.operand && shares_array(other, tile)) {
        diagnostics
            .error(Code::Binding, tile.where,
                   fmt::format("{} is staged twice; keep one of the bindings", b.staging.tensor))
            .note(other.where, "the first one is here");
        return false;
      }
    const bool filled =
        tile.memory == Memory::Shared && !tile.listed && b.operand != output_of(kernel_);
    tile.stored = filled && !is_handed_on(program_, kernel_, b.view);
    if (filled) set_rows_apart(tile);
    tile.depth = tile.listed || in_lanes(tile) ? 1 : b.staging.depth;
    tile.name = names_.fresh(b.view.name + (in_lanes(tile) ? "_lanes" : "_tile"));
    fills_[b.around].push_back(tile.name);
    kernel_.tiles.push_back(std::move(tile));
    const Tile& made = kernel_.tiles.back();
    program_.notes.push_back(
        fmt::format("{}: a tile of {} ({}) is filled in {} in each iteration of {}", kernel_.name,
                    b.operand, size_text(made),
                    in_lanes(made) ? "the registers of a warp's lanes, which hand it round,"
                    : made.scope == Scope::Warp ? "shared memory, for each warp its own,"
                                                : "shared memory",
                    b.around));
    return true;
  }

  // At most, where only the launch tells.
  int64_t warps_of_block() const {
    if (kernel_.owner) return kernel_.threads / kernel_.lanes;
    return threads_wanted(kernel_).value_or(block_threads) / kernel_.lanes;
  }

  static bool shares_array(const Tile& a, const Tile& b) {
    return a.memory == b.memory && std::ranges::any_of(a.pieces, [&](const Tile::Piece& p) {
             return std::ranges::any_of(b.pieces, [&](const Tile::Piece& q) {
               return p.kind == q.kind && (p.level == q.level || p.kind == Param::Kind::Values);
             });
           });
  }

  static bool spread_around(const Bound& b) {
    for (size_t i = 0; i <= b.fill; ++i)
      if (b.facts.spread(i)) return true;
    return false;
  }

  bool points() const {
    const std::string& output = output_of(kernel_);
    for (const Operand& o : kernel_.operands)
      if (o.name == output && program_.view(o.view)->points) return true;
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
        return !t.listed && !in_lanes(t) && t.operand != output_of(kernel_) &&
               std::ranges::find(names, t.name) != names.end();
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
  NestFacts facts_, of_warp_;
  std::set<std::string> in_lanes_;  // tensors whose elements lanes hand round
  std::set<std::string> outputs_;
  std::map<std::string, std::vector<std::string>> fills_;  // rank of a loop → tiles
  Names names_;
};

}  // namespace

std::optional<Program> bind_memory(Program program, const Target& target,
                                   Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  for (Kernel& kernel : program.kernels)
    if (!kernel.schedule.stagings.empty() || !kernel.tiles.empty())
      Binder(program, kernel, target, diagnostics).run();
  if (diagnostics.errors() > errors) return std::nullopt;
  return program;
}

}  // namespace teaal::passes
