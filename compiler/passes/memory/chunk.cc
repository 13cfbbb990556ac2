// A binding whose tile has no bound, as the text says nothing of how long its fiber is, gets one:
// `for k in K` becomes `for k_chunk in K_chunk of K by 128 { for k in K`, and the tile is filled in
// each of its iterations. That costs nothing where a tile is read once anyway; where loops around
// it read it again, what no block can hold is refused by bind_memory.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "compiler/ir/names.h"
#include "compiler/passes/memory/nest_facts.h"
#include "compiler/passes/memory/tile_shape.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using namespace ir;
using Staging = Schedule::Staging;

class Chunker {
 public:
  Chunker(Program& program, Kernel& kernel) : program_(program), kernel_(kernel) {}

  void run() {
    for (size_t i = 0; i < kernel_.schedule.stagings.size(); ++i) {
      const Staging& s = kernel_.schedule.stagings[i];
      const std::optional<Operand> operand = only_operand(s.tensor);
      if (!s.listed && operand && s.tensor != tensor_of(output_of(kernel_))) chunk(*operand, i);
    }
  }

 private:
  std::optional<Operand> only_operand(const std::string& tensor) const {
    std::optional<Operand> found;
    for (const Operand& o : kernel_.operands) {
      if (tensor_of(o.name) != tensor || !access_of(kernel_, o.name)) continue;
      if (found) return std::nullopt;
      found = o;
    }
    return found;
  }

  // For all threads of a block together where that can be, else for each warp apart.
  void chunk(const Operand& o, size_t staging) {
    const bool in_lanes = kernel_.schedule.stagings[staging].memory == Memory::Registers;
    std::vector<Spread> shared;
    if (!in_lanes) shared.push_back(Spread::Block);
    if (in_lanes || std::ranges::count(kernel_.workers, Place::Warp, &Worker::place) > 0)
      shared.push_back(Spread::Warp);
    const auto is_bound = [&](Spread together) {
      return has_bounds(kernel_, o, staging, together);
    };
    if (std::ranges::any_of(shared, is_bound)) return;
    for (const Spread together : shared)
      if (chunk(o, staging, together)) return;
  }

  // False: nothing that helps.
  bool chunk(const Operand& o, size_t staging, Spread together) {
    const Staging& s = kernel_.schedule.stagings[staging];
    const NestFacts facts(kernel_.body, together);
    const Access& access = *access_of(kernel_, o.name);
    const std::optional<size_t> fill = fill_loop(s, access, facts);
    if (!fill || facts.spread(*fill)) return false;
    const Bound b{s, o.name, *program_.view(o.view), access, facts, *fill, facts.loop(*fill).rank};
    const std::optional<std::string> root = unbounded(b);
    const std::optional<size_t> at = root ? loop_of(b, *root) : std::nullopt;
    if (!at || !is_read_once(b, *at)) return false;
    const bool by_positions = is_compressed(b, *root), in_lanes = s.memory == Memory::Registers;
    if (in_lanes && !by_positions) return false;
    const Chunks chunks{*at, by_positions ? s.tensor : "", in_lanes ? of_lanes : of_block};
    Kernel chunked = kernel_;
    insert(chunked, staging, chunks);
    if (!has_bounds(chunked, o, staging, together)) return false;
    program_.notes.push_back(fmt::format(
        "{}: {} is staged in chunks of {} {} along {}, as nothing bounds its fibers there",
        kernel_.name, s.tensor, chunks.length, by_positions ? "elements" : "coordinates", *root));
    kernel_ = std::move(chunked);
    return true;
  }

  bool has_bounds(const Kernel& kernel, const Operand& o, size_t staging, Spread together) const {
    const Staging& s = kernel.schedule.stagings[staging];
    const NestFacts facts(kernel.body, together);
    const Access& access = *access_of(kernel, o.name);
    const std::optional<size_t> fill = fill_loop(s, access, facts);
    if (!fill || facts.spread(*fill)) return false;
    const Bound b{s, o.name, *program_.view(o.view), access, facts, *fill, facts.loop(*fill).rank};
    Tile tile;
    tile.memory = s.memory;
    const size_t levels = b.view.levels.size();
    while (static_cast<size_t>(tile.from) < levels &&
           is_fixed(b, static_cast<size_t>(tile.from), program_))
      ++tile.from;
    Diagnostics refused;
    return static_cast<size_t>(tile.from) < levels &&
           shape_tile(b, program_, kernel, tile, refused);
  }

  // The one rank along which the tile has no bound, if all others have one.
  std::optional<std::string> unbounded(const Bound& b) const {
    const std::vector<Level>& levels = b.view.levels;
    std::set<std::string> found;
    for (size_t l = 0; l < levels.size(); ++l) {
      if (levels[l].tile || is_fixed(b, l, program_)) continue;
      const std::string root = b.facts.root_of(index_of(b, l, program_));
      if (root.empty()) return std::nullopt;
      const bool by_positions = levels[l].format == LevelFormat::Compressed;
      if (!(by_positions ? b.facts.run_length(root, b.staging.tensor, b.fill)
                         : b.facts.reach(root, b.fill)))
        found.insert(root);
      else if (by_positions)
        return std::nullopt;
    }
    if (found.size() != 1 || stores_parts(b, *found.begin())) return std::nullopt;
    return *found.begin();
  }

  bool stores_parts(const Bound& b, const std::string& root) const {
    return std::ranges::any_of(b.view.levels, [&](const Level& level) {
      return level.tile && b.facts.root_of(index_of(b.access, level, program_)) == root;
    });
  }

  bool is_compressed(const Bound& b, const std::string& root) const {
    return std::ranges::any_of(b.view.levels, [&](const Level& level) {
      return !level.tile && level.format == LevelFormat::Compressed &&
             b.facts.root_of(index_of(b.access, level, program_)) == root;
    });
  }

  // The one loop over the rank, inside of the fill, if nothing else is known to depend on it.
  std::optional<size_t> loop_of(const Bound& b, const std::string& root) const {
    if (root == kernel_.round_rank || (kernel_.row_class && kernel_.row_class->root == root))
      return std::nullopt;
    std::optional<size_t> found;
    for (size_t i = 0; i < b.facts.loops(); ++i) {
      const ForRank& loop = b.facts.loop(i);
      if (!roots_of(loop).contains(root)) continue;
      const bool of_blocks = loop.place == Place::Block || loop.place == Place::Grid;
      if (loop.tile || !loop.joined.empty() || loop.at || of_blocks || found || i <= b.fill)
        return std::nullopt;
      found = i;
    }
    return found && !meets_others(b, root) ? found : std::nullopt;
  }

  // Whether another operand says which coordinates of the rank there are.
  bool meets_others(const Bound& b, const std::string& root) const {
    return std::ranges::any_of(kernel_.operands, [&](const Operand& o) {
      const Access* access = o.name == b.operand ? nullptr : access_of(kernel_, o.name);
      return access && std::ranges::any_of(program_.view(o.view)->levels, [&](const Level& level) {
               return level.format != LevelFormat::Uncompressed &&
                      b.facts.roots_in(index_of(*access, level, program_)).contains(root);
             });
    });
  }

  // Whether all loops between the fill and that one, but for those that threads share, lead to
  // another tile.
  bool is_read_once(const Bound& b, size_t end) const {
    std::set<std::string> own;
    for (const Expr& at : b.access.at) own.merge(b.facts.roots_in(at));
    for (size_t i = b.fill + 1; i < end; ++i) {
      const std::set<std::string> roots = roots_of(b.facts.loop(i));
      if (!b.facts.spread(i) &&
          std::ranges::none_of(roots, [&](const std::string& root) { return own.contains(root); }))
        return false;
    }
    return true;
  }

  // A loop around loop `at` over runs of so many positions of the leader's fiber, or, without one,
  // so many coordinates.
  struct Chunks {
    size_t at;
    std::string leader;
    int64_t length;
  };
  // The binding's tile is evicted on that loop then.
  void insert(Kernel& kernel, size_t staging, const Chunks& of) const {
    Nest nest = unnest(kernel.body);
    Names names = names_of(nest, program_);
    Nest::Loop chunks = nest.loops[of.at];
    chunks.loop.rank = names.fresh(chunks.loop.root + "_chunk");
    chunks.loop.var = names.fresh(variable_of(chunks.loop.rank));
    chunks.loop.tile = lit(of.length);
    chunks.loop.snaps.clear();
    chunks.loop.leader = of.leader;
    chunks.loop.place = Place::Time;
    kernel.schedule.stagings[staging].evict_on = chunks.loop.rank;
    nest.loops.insert(nest.loops.begin() + static_cast<std::ptrdiff_t>(of.at), std::move(chunks));
    kernel.body = renest(nest);
  }

  static constexpr int64_t of_block = 128, of_lanes = 32;

  Program& program_;
  Kernel& kernel_;
};

}  // namespace

std::optional<Program> chunk(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels)
    if (!kernel.schedule.stagings.empty()) Chunker(program, kernel).run();
  return program;
}

}  // namespace teaal::passes
