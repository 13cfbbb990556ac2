#include "compiler/passes/mapping/swizzle.h"

#include <fmt/format.h>

#include <map>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using ir::Level;
using ir::LevelFormat;

// When a level's coordinate is known: behind which loop, and of a flattened loop's ranks in their
// order.
using Depth = std::pair<size_t, size_t>;

struct OrderedLevel {
  Level level;
  Depth depth;
  bool walked = false;  // its coordinate is a loop's own, not a sum
};

// What one operand's levels have to fit.
class Fit {
 public:
  Fit(const Nest& nest, const ir::Access& access, const ir::Tensor& tensor)
      : nest_(nest), access_(access), tensor_(tensor) {
    for (size_t i = 0; i < nest.loops.size(); ++i) {
      const ir::ForRank& loop = nest.loops[i].loop;
      if (loop.tile) continue;
      if (loop.joined.empty()) bind(loop.var, loop.root, {i, 0});
      // Whoever is walked in tuples is opened at the first part.
      size_t at = holder_of(loop, nest) == access.operand ? first_loop(loop.root) : i;
      for (size_t j = 0; j < loop.joined.size(); ++j)
        if (!loop.joined[j].tile) bind(loop.joined[j].var, loop.joined[j].root, {at, j});
    }
    for (const Level& level : tensor.levels) levels_.push_back(ordered(level));
  }

  // A compressed or bitmask level can be walked only under a parent that is known: every rank
  // stored above it must get its coordinate first. All others are located or searched when both are
  // known.
  bool concordant() const {
    Depth deepest = {0, 0};
    for (const OrderedLevel& l : levels_) {
      if (l.level.format != LevelFormat::Uncompressed && l.walked && l.depth < deepest)
        return false;
      deepest = std::max(deepest, l.depth);
    }
    for (size_t i = 0; i < nest_.loops.size(); ++i)
      if (walks_tuples(i) && !tuples_in_a_row(i)) return false;
    return true;
  }

  // The same formats, level by level, over the ranks in loop order; with a level for each part that
  // keeps the tuples of a flattened loop in a row. Cut: and for each part whose loop has another
  // rank's inside, which then meets what the tile holds, and no tile that holds nothing.
  std::vector<Level> resorted(bool cut) const {
    std::vector<OrderedLevel> sorted = whole_levels();
    std::vector<ir::LevelFormat> formats;
    for (const OrderedLevel& l : sorted) formats.push_back(l.level.format);
    for (size_t i = 0; i < nest_.loops.size(); ++i)
      if (walks_tuples(i))
        for (OrderedLevel& part : parts_for(i)) sorted.push_back(std::move(part));
    // Where all elements are stored all of them count: parts leave none out.
    const bool dense = std::ranges::all_of(
        formats, [](LevelFormat format) { return format == LevelFormat::Uncompressed; });
    if (cut && !dense) add_tiles(sorted);
    std::vector<Level> out = sorted_by_depth(std::move(sorted));
    bool parted = false;
    for (size_t i = 0; i < out.size(); ++i) {
      parted |= out[i].tile != nullptr;
      out[i].format = dense    ? LevelFormat::Uncompressed
                      : parted ? LevelFormat::Compressed
                               : formats[i];
    }
    return out;
  }

  // Whether a walk along `root` finds its fiber open at loop `at`, or needs none.
  bool offers(const std::vector<Level>& levels, const std::string& root, size_t at) const {
    bool open = true;
    for (const Level& level : levels) {
      OrderedLevel l = ordered(level);
      if (root_of(level) == root && !level.tile)
        return open || level.format == LevelFormat::Uncompressed;
      open = open && l.depth.first < at;
    }
    return true;
  }

  // The tensor in the order that the loops before `at` give, then `root`, then the rest.
  std::vector<Level> led_along(const std::string& root, size_t at) const {
    std::vector<OrderedLevel> sorted = whole_levels();
    for (OrderedLevel& l : sorted) {
      if (root_of(l.level) == root) l.depth = {at, 0};
      l.level.format = LevelFormat::Compressed;
    }
    for (size_t i = 0; i < at; ++i)
      if (const ir::ForRank& loop = nest_.loops[i].loop; loop.tile && loop.leader.empty())
        for (const OrderedLevel& l : whole_levels())
          if (root_of(l.level) == loop.root && l.depth.first > i)
            sorted.push_back({part(l.level, loop.rank, loop.tile, loop.snaps), {i, 0}, true});
    return sorted_by_depth(std::move(sorted));
  }

 private:
  void bind(const std::string& var, const std::string& root, Depth depth) {
    depth_[var] = depth;
    roots_[var] = root;
  }

  const ir::Expr& index(const Level& level) const {
    size_t r = static_cast<size_t>(
        std::find(tensor_.ranks.begin(), tensor_.ranks.end(), level.rank) - tensor_.ranks.begin());
    return access_.at[r];
  }

  // The rank whose loops run over the level; empty for a sum.
  std::string root_of(const Level& level) const {
    const auto* v = ir::as<ir::Var>(index(level));
    return v && roots_.contains(v->name) ? roots_.at(v->name) : "";
  }

  OrderedLevel ordered(const Level& level) const {
    OrderedLevel out{level, {0, 0}};
    out.walked = ir::as<ir::Var>(index(level)) != nullptr;
    ir::for_each_expr(index(level), [&](const ir::Expr& e) {
      const auto* v = ir::as<ir::Var>(e);
      if (v && depth_.contains(v->name)) out.depth = std::max(out.depth, depth_.at(v->name));
    });
    if (!level.tile) return out;
    std::string over = loop_over(level, root_of(level), nest_);
    for (size_t i = 0; i < nest_.loops.size(); ++i) {
      const ir::ForRank& loop = nest_.loops[i].loop;
      if (loop.joined.empty() && loop.rank == over) out.depth = std::min(out.depth, Depth(i, 0));
      for (size_t j = 0; j < loop.joined.size(); ++j)
        if (loop.joined[j].rank == over)
          out.depth = std::min(out.depth, Depth(first_loop(loop.root), j));
    }
    return out;
  }

  std::vector<OrderedLevel> whole_levels() const {
    std::vector<OrderedLevel> out;
    for (const OrderedLevel& l : levels_)
      if (!l.level.tile) out.push_back(l);
    return out;
  }

  // Of ranks that no flattened loop has.
  void add_tiles(std::vector<OrderedLevel>& levels) const {
    const std::vector<OrderedLevel> whole = whole_levels();
    for (const OrderedLevel& l : whole) {
      const std::string root = root_of(l.level);
      if (root.empty() || !l.walked || is_flattened(root)) continue;
      for (size_t i = 0; i < l.depth.first; ++i) {
        const ir::ForRank& loop = nest_.loops[i].loop;
        if (loop.root != root || !loop.joined.empty() || !loop.tile || !loop.leader.empty())
          continue;
        const bool interleaved = std::ranges::any_of(whole, [&](const OrderedLevel& other) {
          return root_of(other.level) != root && has_loop(root_of(other.level), i, l.depth.first);
        });
        if (interleaved)
          levels.push_back({part(l.level, loop.rank, loop.tile, loop.snaps), {i, 0}, true});
      }
    }
  }

  bool is_flattened(const std::string& root) const {
    return std::ranges::any_of(nest_.loops, [&](const Nest::Loop& l) {
      return !l.loop.joined.empty() && roots_of(l.loop).contains(root);
    });
  }

  // Whether a loop over the rank stands between two.
  bool has_loop(const std::string& root, size_t outer, size_t inner) const {
    for (size_t i = outer + 1; i < inner; ++i)
      if (!root.empty() && roots_of(nest_.loops[i].loop).contains(root)) return true;
    return false;
  }

  static std::vector<Level> sorted_by_depth(std::vector<OrderedLevel> levels) {
    std::stable_sort(
        levels.begin(), levels.end(),
        [](const OrderedLevel& a, const OrderedLevel& b) { return a.depth < b.depth; });
    std::vector<Level> out;
    for (const OrderedLevel& l : levels) out.push_back(l.level);
    return out;
  }

  static Level part(const Level& whole, const std::string& name, const ir::Expr& tile,
                    const std::vector<ir::Expr>& snaps) {
    return {whole.rank, LevelFormat::Compressed, name, tile, snaps};
  }

  size_t first_loop(const std::string& root) const {
    size_t i = 0;
    while (nest_.loops[i].loop.root != root) ++i;
    return i;
  }

  bool walks_tuples(size_t i) const {
    const ir::ForRank& loop = nest_.loops[i].loop;
    return !loop.tile && !loop.joined.empty() && holder_of(loop, nest_) == access_.operand;
  }

  // A flattened loop walks positions: its ranks stand in a row, in its order, below all that is
  // known before it, and the parts that are looped over outside stand above.
  bool tuples_in_a_row(size_t i) const {
    const ir::ForRank& loop = nest_.loops[i].loop;
    for (const OrderedLevel& part : parts_for(i)) {
      bool stored = false;
      for (const OrderedLevel& l : levels_)
        stored |= l.level.tile && l.level.rank == part.level.rank && l.depth == part.depth;
      if (!stored) return false;
    }
    size_t l = 0, first = first_loop(loop.root);
    while (l < levels_.size() && levels_[l].depth.first < first) ++l;
    for (size_t j = 0; j < loop.joined.size(); ++j) {
      bool here = l < levels_.size() && levels_[l].depth == Depth(first, j) &&
                  !levels_[l].level.tile == !loop.joined[j].tile;
      if (!here && !loop.joined[j].tile) return false;
      l += here;
    }
    return true;
  }

  // The part levels that a flattened loop needs: of every rank that it joins all tiles that are
  // looped over outside, unless only its first rank has any (then they are a range of positions).
  std::vector<OrderedLevel> parts_for(size_t i) const {
    const ir::ForRank& loop = nest_.loops[i].loop;
    std::vector<OrderedLevel> out;
    bool needed = false;
    for (const OrderedLevel& whole : whole_levels()) {
      std::string root = root_of(whole.level);
      if (root.empty() || !roots_of(loop).contains(root)) continue;
      for (size_t o = 0; o < first_loop(loop.root); ++o) {
        const ir::ForRank& outer = nest_.loops[o].loop;
        if (outer.root != root || !outer.tile || !outer.leader.empty()) continue;
        out.push_back({part(whole.level, outer.rank, outer.tile, outer.snaps), {o, 0}, true});
        needed |= root != joined_roots(loop).front();
      }
      for (size_t j = 0; j < loop.joined.size(); ++j) {
        const ir::Joined& inner = loop.joined[j];
        if (inner.root != root || !inner.tile) continue;
        out.push_back({part(whole.level, inner.rank, inner.tile, inner.snaps),
                       {first_loop(loop.root), j},
                       true});
        needed = true;
      }
    }
    return needed ? out : std::vector<OrderedLevel>();
  }

  const Nest& nest_;
  const ir::Access& access_;
  const ir::Tensor& tensor_;
  std::map<std::string, Depth> depth_;        // by variable
  std::map<std::string, std::string> roots_;  // by variable
  std::vector<OrderedLevel> levels_;
};

class Swizzler {
 public:
  explicit Swizzler(ir::Program& program) : program_(program) {
    for (const ir::Tensor& t : program.tensors) names_.take(t.name);
  }

  void run() {
    for (ir::Kernel& kernel : program_.kernels) {
      Nest nest = unnest(kernel.body);
      add_points(kernel, output_of(kernel));
      const bool cut = kernel.most_blocks > 0 && resorts_all(kernel, nest);
      ir::for_each_expr(nest.body, [&](const ir::Expr& e) {
        const auto* a = ir::as<ir::Access>(e);
        if (a && !view_of(kernel, a->operand))
          kernel.operands.push_back({a->operand, view_for(nest, *a, cut)});
      });
      for (size_t i = 0; i < nest.loops.size(); ++i)
        if (const ir::ForRank& loop = nest.loops[i].loop;
            loop.joined.empty() && !loop.leader.empty() && !loop.growth.most)
          add_leader(kernel, nest, i);
      program_.steps.push_back({ir::Step::Kind::Launch, kernel.name});
      for (const ir::View& v : program_.views)
        if (v.resorted && v.tensor == output_of(kernel)) outdated_.insert(v.name);
    }
  }

 private:
  static const std::string* view_of(const ir::Kernel& kernel, const std::string& operand) {
    for (const ir::Operand& o : kernel.operands)
      if (o.name == operand) return &o.view;
    return nullptr;
  }

  // What a kernel computes for a tensor with compressed levels is addressed as if all of it were
  // there; `assemble` stores what is.
  void add_points(ir::Kernel& kernel, const std::string& output) {
    const ir::Tensor& tensor = *program_.tensor(output);
    if (!tensor.like.empty())
      return kernel.operands.push_back({output, view(tensor, tensor.levels, false)});
    bool compressed = false;
    for (const Level& level : tensor.levels)
      compressed |= level.format != LevelFormat::Uncompressed;
    if (!compressed) return;
    for (const ir::View& v : program_.views)
      if (v.tensor == output && v.points) return kernel.operands.push_back({output, v.name});
    std::vector<Level> levels = tensor.levels;
    for (Level& level : levels) level.format = LevelFormat::Uncompressed;
    kernel.operands.push_back({output, names_.fresh(output + "_points")});
    program_.views.push_back({kernel.operands.back().view, output, std::move(levels), false, true});
  }

  // Whether all compressed factors are re-sorted, so that tiles of each meet tiles of the others.
  bool resorts_all(const ir::Kernel& kernel, const Nest& nest) const {
    bool out = true;
    ir::for_each_expr(nest.body, [&](const ir::Expr& e) {
      const auto* a = ir::as<ir::Access>(e);
      if (!a || ir::tensor_of(a->operand) == output_of(kernel)) return;
      const ir::Tensor& tensor = *program_.tensor(ir::tensor_of(a->operand));
      out &= ir::store_all(tensor.levels) || !Fit(nest, *a, tensor).concordant();
    });
    return out;
  }

  // `cut`: into the tiles of the loops, as the machine has them that the mapping was made for.
  std::string view_for(const Nest& nest, const ir::Access& access, bool cut) {
    const ir::Tensor& tensor = *program_.tensor(access.operand);
    Fit fit(nest, access, tensor);
    if (fit.concordant()) return view(tensor, tensor.levels, false);
    return view(tensor, fit.resorted(cut), true);
  }

  // An occupancy split counts the coordinates of its leader's fiber: where the leader as it is read
  // has no fiber yet, a copy in the order of the loops so far has one.
  void add_leader(ir::Kernel& kernel, const Nest& nest, size_t at) {
    const ir::ForRank& loop = nest.loops[at].loop;
    const ir::Access* access = nullptr;
    bool offered = false;
    ir::for_each_expr(nest.body, [&](const ir::Expr& e) {
      const auto* a = ir::as<ir::Access>(e);
      if (!a || ir::tensor_of(a->operand) != loop.leader) return;
      if (!access) access = a;
      const ir::Tensor& tensor = *program_.tensor(a->operand);
      const std::vector<Level>& levels = program_.view(*view_of(kernel, a->operand))->levels;
      offered |= Fit(nest, *a, tensor).offers(levels, loop.root, at);
    });
    if (!access || offered) return;
    const ir::Tensor& tensor = *program_.tensor(loop.leader);
    std::vector<Level> levels = Fit(nest, *access, tensor).led_along(loop.root, at);
    kernel.operands.push_back({loop.leader + "#" + loop.rank, view(tensor, levels, true)});
  }

  std::string view(const ir::Tensor& tensor, const std::vector<Level>& levels, bool made) {
    for (const ir::View& v : program_.views)
      if (v.tensor == tensor.name && !v.points && same_levels(v.levels, levels)) {
        if (outdated_.erase(v.name) > 0) program_.steps.push_back({ir::Step::Kind::Resort, v.name});
        return v.name;
      }
    made = made && !same_levels(levels, tensor.levels);
    std::string name = made ? names_.fresh(tensor.name + "_" + joined(levels, "")) : tensor.name;
    ir::View added{name, tensor.name, made ? wide(levels) : tensor.levels, made};
    if (!made && !tensor.like.empty()) {
      const ir::Tensor& whose = *program_.tensor(tensor.like);
      added.like = view(whose, whose.levels, false);
      added.elements = ir::var(count_of(tensor, program_));
    }
    program_.views.push_back(std::move(added));
    if (!made) return name;
    program_.steps.push_back({ir::Step::Kind::Resort, name});
    program_.notes.push_back(fmt::format(
        "{} is stored as [{}] but the loop order needs [{}]: it is re-sorted once before the run{}",
        tensor.name, joined(tensor.levels, ", "), joined(levels, ", "),
        is_narrow(tensor) ? ", with coordinates as wide as they are" : ""));
    return name;
  }

  static bool is_narrow(const ir::Tensor& tensor) {
    return std::ranges::any_of(tensor.levels, [](const Level& l) { return l.cbits != 0; });
  }

  // In another order runs have other coordinates, and may lie too far apart.
  static std::vector<Level> wide(std::vector<Level> levels) {
    for (Level& level : levels) level.cbits = 0;
    return levels;
  }

  static bool same_levels(const std::vector<Level>& a, const std::vector<Level>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Level& x, const Level& y) {
      return x.rank == y.rank && x.format == y.format && !x.tile == !y.tile &&
             (!x.tile || ir::same(x.tile, y.tile)) &&
             std::equal(x.snaps.begin(), x.snaps.end(), y.snaps.begin(), y.snaps.end(), ir::same);
    });
  }

  static std::string joined(const std::vector<Level>& levels, const std::string& between) {
    std::string out;
    for (const Level& level : levels) out += (out.empty() ? "" : between) + ir::level_name(level);
    return out;
  }

  ir::Program& program_;
  ir::Names names_;
  std::set<std::string> outdated_;  // re-sorted views of tensors that were written again
};

}  // namespace

bool is_concordant(const Nest& nest, const ir::Access& access, const ir::Tensor& tensor) {
  return Fit(nest, access, tensor).concordant();
}

std::optional<ir::Program> swizzle(ir::Program program, Diagnostics&) {
  Swizzler(program).run();
  return program;
}

}  // namespace teaal::passes
