#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/front/front_kernel.h"
#include "compiler/passes/front/pattern_read.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

// A tile in shared memory has the rows that the operand has in memory. Lanes that lie across these
// would read it an element at a time, and against its banks. Where several blocks bring such tiles,
// a kernel in front writes the operand once more, with the lanes' rank last. So it does for lanes
// that read memory, in kernels that `autoschedule` has mapped, where what lies last there is found
// in lists. A pattern of the operand, which `derive` has read off it, is marked by the same kernel.
namespace teaal::passes {
namespace {

using namespace ir;
using Staging = Schedule::Staging;

// What was made of a tensor, by its name and the rank that lies last: for all kernels that want it.
using Transposed = std::map<std::pair<std::string, std::string>, Tensor>;

class Transposer {
 public:
  Transposer(Program& program, size_t kernel, Transposed& transposed)
      : program_(program),
        transposed_(transposed),
        at_(kernel),
        kernel_(program.kernels[kernel]),
        nest_(unnest(kernel_.body)),
        names_(names_in_front(nest_, program)),
        root_of_(roots_of_variables(nest_)) {}

  // How many kernels were put in front.
  size_t run() {
    const std::vector<Staging> stagings = kernel_.schedule.stagings;
    for (const Staging& s : stagings)
      if (const Tensor* tensor = program_.tensor(s.tensor))
        if (const std::string last = last_rank_wanted(*tensor, s); !last.empty())
          transpose(Tensor(*tensor), last);
    if (kernel_.schedule.unmapped)
      for (const std::string& name : tensors_read(assignment(nest_.body).value))
        if (const std::string last = last_rank_for_lanes(*program_.tensor(name)); !last.empty())
          transpose(Tensor(*program_.tensor(name)), last);
    program_.kernels[at_] = kernel_;
    program_.kernels.insert(program_.kernels.begin() + static_cast<std::ptrdiff_t>(at_),
                            kernels_.begin(), kernels_.end());
    return kernels_.size();
  }

 private:
  // Empty: it stays as it is.
  std::string last_rank_wanted(const Tensor& tensor, const Staging& staging) const {
    const bool plain = staging.memory == Memory::Shared && !staging.listed &&
                       staging.holds == Staging::Holds::Elements;
    const bool given = tensor.role == Role::Input && store_all(tensor.levels);
    const Access* access = plain && given ? only_access(nest_, tensor.name) : nullptr;
    if (!access || !has_ranks_of_its_own(*access, tensor)) return "";
    // Tensor cores take a tile as it lies, unless it is gathered entry by entry.
    if (kernel_.schedule.tensor_core && !is_gathered(tensor)) return "";
    const std::set<std::string> own(tensor.ranks.begin(), tensor.ranks.end());
    const std::set<std::string> outputs = output_roots(nest_);
    bool shared = false;                      // by several blocks
    std::set<std::string> of_lanes, bounded;  // bounded: a tile has a part of it
    bool inside = staging.evict_on.empty();
    for (const Nest::Loop& l : nest_.loops) {
      const std::string& root = l.loop.root;
      const Place place = place_of(kernel_, l.loop.rank);
      // Lanes that share sums read along the rank that they share.
      if (!outputs.contains(root) && (place == Place::Lane || place == Place::Thread)) return "";
      shared |= !inside && !own.contains(root) && place == Place::Block;
      if (inside && own.contains(root) && place == Place::Lane) of_lanes.insert(root);
      if (!inside && own.contains(root) && (!l.loop.tile || literal(l.loop.tile)))
        bounded.insert(root);
      inside |= l.loop.rank == staging.evict_on;
    }
    const bool across = of_lanes.size() == 1 && !of_lanes.contains(tensor.levels.back().rank);
    return shared && across && bounded == own ? *of_lanes.begin() : "";
  }

  // Of an operand that is read where it lies: the rank that lanes share, where the one that lies
  // last is walked in fibers of another one, so that nobody reads neighbours along that.
  std::string last_rank_for_lanes(const Tensor& tensor) const {
    const Access* access = tensor.role == Role::Input && store_all(tensor.levels)
                               ? only_access(nest_, tensor.name)
                               : nullptr;
    if (!access) return "";
    for (size_t axis = 0; axis < access->at.size(); ++axis)
      if (root_at(*access, axis, root_of_) != tensor.ranks[axis]) return "";
    std::string lanes;
    for (const Nest::Loop& l : nest_.loops)
      if (place_of(kernel_, l.loop.rank) == Place::Lane) lanes = l.loop.root;
    const std::string& last = tensor.levels.back().rank;
    const bool has = std::ranges::find(tensor.ranks, lanes) != tensor.ranks.end();
    return has && lanes != last && is_listed(last) ? lanes : "";
  }

  // Whether an operand lists coordinates of the rank: in the order of the loops, in which it is
  // read, whatever its own is.
  bool is_listed(const std::string& root) const {
    std::map<std::string, size_t> place;
    for (size_t i = 0; i < nest_.loops.size(); ++i)
      for (const std::string& bound : bound_roots(nest_.loops[i].loop)) place[bound] = i;
    bool out = false;
    for_each_expr(assignment(nest_.body).value, [&](const Expr& e) {
      const auto* access = as<Access>(e);
      if (!access) return;
      std::vector<std::string> roots;
      for (size_t axis = 0; axis < access->at.size(); ++axis)
        roots.push_back(root_at(*access, axis, root_of_));
      const auto is_outside = [&](const std::string& a, const std::string& b) {
        return place[a] < place[b];
      };
      std::ranges::stable_sort(roots, is_outside);
      const auto at = std::ranges::find(roots, root);
      const std::vector<Level>& levels = program_.tensor(tensor_of(access->operand))->levels;
      out |= at != roots.end() && roots.size() == levels.size() &&
             levels[static_cast<size_t>(at - roots.begin())].format == LevelFormat::Compressed;
    });
    return out;
  }

  // Whether each of its ranks is walked by loops of that rank, cut by coordinate if at all.
  bool has_ranks_of_its_own(const Access& access, const Tensor& tensor) const {
    for (size_t axis = 0; axis < access.at.size(); ++axis)
      if (root_at(access, axis, root_of_) != tensor.ranks[axis]) return false;
    return std::ranges::all_of(nest_.loops, [&](const Nest::Loop& l) {
      const ForRank& loop = l.loop;
      const bool own = std::ranges::find(tensor.ranks, loop.root) != tensor.ranks.end();
      const bool plain = is_of_coordinates(loop) || is_gathered_by(loop, tensor);
      return loop.joined.empty() && (!own || (plain && loop.extent == loop.root));
    });
  }

  // Whether the loop cuts its rank by a list that blocks make of bits: they ask for much of a
  // tensor, together. What a compressed operand names may be little.
  bool is_gathered_by(const ForRank& loop, const Tensor& tensor) const {
    const Tensor* leader = program_.tensor(loop.leader);
    return loop.joined.empty() && loop.leader != tensor.name && leader && leader->bits;
  }
  bool is_gathered(const Tensor& tensor) const {
    return std::ranges::any_of(nest_.loops, [&](const Nest::Loop& l) {
      return is_gathered_by(l.loop, tensor) &&
             std::ranges::find(tensor.ranks, l.loop.root) != tensor.ranks.end();
    });
  }

  void transpose(const Tensor& given, const std::string& last) {
    const auto known = transposed_.find({given.name, last});
    read_instead(given, known == transposed_.end() ? made_in_front(given, last) : known->second);
  }

  Tensor made_in_front(const Tensor& given, const std::string& last) {
    Tensor made = given;
    made.name = names_.fresh(given.name + "_transposed");
    made.role = Role::Intermediate;
    made.is_static = made.bits = false;
    made.chosen = made.derived = true;
    std::ranges::stable_partition(made.levels, [&](const Level& l) { return l.rank != last; });
    made.ranks.clear();
    for (const Level& level : made.levels) made.ranks.push_back(level.rank);
    program_.tensors.push_back(made);
    const bool whole = !put_in_front(given, made);
    program_.notes.push_back(
        fmt::format("{}: lanes read {} along {}, so a kernel in front writes it with that rank "
                    "last",
                    kernel_.name, given.name, last));
    if (whole) transposed_[{given.name, last}] = made;
    return made;
  }

  static Expr element(const Tensor& tensor, const std::map<std::string, std::string>& variables) {
    std::vector<Expr> at;
    for (const std::string& rank : tensor.ranks) at.push_back(var(variables.at(rank)));
    return make_expr(Access{tensor.name, std::move(at)});
  }

  // A lane has quads of several rows, which are read, turned round in registers, and written. Lanes
  // of a warp have 32 coordinates of the column, four each, or a tile of the pattern that is
  // marked, so that they know by themselves whether it is. Few of them share a tile then, as little
  // is written, and the others read whole lines: of 4096², an eighth of it marked, 4 µs less.
  // Whether only marked elements are stored.
  bool put_in_front(const Tensor& given, const Tensor& made) {
    constexpr int64_t quad = 4, warps = 4;
    const std::string &row = given.levels.back().rank, &column = made.levels.back().rank;
    std::optional<PatternRead> pattern = find_pattern_read(program_, given, at_);
    const std::optional<int64_t> tile = pattern ? tile_along(*pattern, column) : std::nullopt;
    if (!tile || *tile % quad != 0) pattern.reset();
    const int64_t lanes = kernel_.lanes, side = std::min<int64_t>(8, lanes);
    const std::map<int64_t, int64_t> lanes_of_tile = {{16, 4}, {32, 4}, {64, 4}, {128, 8}};
    const bool only_marked = pattern && lanes == 32 && asks_for_marked(row, pattern->pattern) &&
                             lanes_of_tile.contains(*tile);
    const int64_t across = only_marked ? *tile : side * quad,
                  deep = only_marked ? *tile / lanes_of_tile.at(*tile) : quad,
                  along = quad * deep * lanes / across;
    std::vector<FrontKernel::Loop> loops;
    std::map<std::string, std::string> variables;
    const auto add = [&](const std::string& root, int64_t tile, Place place) {
      const std::string rank = names_.fresh(root + "_" + std::to_string(tile));
      loops.push_back({rank, root, tile, place, {given.name}});
      if (tile == 0) variables[root] = variable_of(rank);
      return rank;
    };
    for (const std::string& rank : made.ranks)
      if (rank != row && rank != column) add(rank, 0, Place::Block);
    add(row, along * warps, Place::Block);
    add(column, across, Place::Block);
    add(row, along, Place::Warp);
    add(row, quad, Place::Lane);
    const std::string lane = add(column, deep, Place::Lane);
    add(row, 0, Place::Time);
    add(column, 0, Place::Time);
    const SourceRange& where = kernel_.where;
    const Expr read = element(given, variables);
    Kernel k = kernel_in_front(kernel_, {names_.fresh(kernel_.name + "_" + made.name), where, loops,
                                         AssignOp::Set, element(made, variables), read});
    Staging turned{given.name, Memory::Registers, lane, 1, where};
    turned.rank = row;
    k.schedule.stagings.push_back(turned);
    k.reads_all = given.name;
    if (!pattern) {
      kernels_.push_back(std::move(k));
      return false;
    }
    Nest nest = unnest(k.body);
    nest.body = block(
        {mark_of(*pattern, {read, variables, {{column, variable_of(lane)}}}, where), nest.body});
    k.body = renest(nest);
    k.only_marked = only_marked;
    program_.kernels[pattern->kernel] = std::move(k);
    return only_marked;
  }

  // How wide the pattern's tiles are along the rank; 0: it has none. None: it has them along
  // others.
  static std::optional<int64_t> tile_along(const PatternRead& pattern, const std::string& rank) {
    int64_t out = 0;
    for (const PatternRead::Axis& axis : pattern.axes) {
      if (axis.tile > 0 && axis.rank != rank) return std::nullopt;
      out = std::max(out, axis.tile);
    }
    return out;
  }

  // Whether the kernel asks for no other rows than those of a list that the pattern is part of.
  bool asks_for_marked(const std::string& row, const std::string& pattern) const {
    return std::ranges::any_of(nest_.loops, [&](const Nest::Loop& l) {
      const bool parts = std::ranges::any_of(kernel_.schedule.stagings, [&](const Staging& s) {
        return s.tensor == l.loop.leader && s.whole > 0;
      });
      return l.loop.root == row && !l.loop.leader.empty() && !parts &&
             lists_pattern(program_, l.loop.leader, pattern);
    });
  }

  void read_instead(const Tensor& given, const Tensor& made) {
    for (Nest::Loop& l : nest_.loops)
      for (Fiber& fiber : l.loop.over.fibers)
        if (fiber.operand == given.name) fiber.operand = made.name;
    nest_.body = rewrite(nest_.body, [&](const Expr& e) -> Expr {
      const auto* a = as<Access>(e);
      if (!a || a->operand != given.name) return e;
      std::vector<Expr> at;
      for (const std::string& rank : made.ranks)
        at.push_back(
            a->at[static_cast<size_t>(std::ranges::find(given.ranks, rank) - given.ranks.begin())]);
      return make_expr(Access{made.name, std::move(at)});
    });
    kernel_.body = renest(nest_);
    for (Staging& s : kernel_.schedule.stagings)
      if (s.tensor == given.name) s.tensor = made.name;
  }

  Program& program_;
  Transposed& transposed_;
  size_t at_;
  Kernel kernel_;
  Nest nest_;
  Names names_;
  std::map<std::string, std::string> root_of_;  // of variables
  std::vector<Kernel> kernels_;
};

// Kernels that `stage` lowers lay their operands out themselves.
bool may_read_transposed(const Kernel& kernel) {
  const Schedule& s = kernel.schedule;
  const bool staged = !s.skips.empty() || !s.patterns.empty();
  return !staged && !kernel.repeats && !kernel.row_class;
}

}  // namespace

// Elements of 16 bits stay as they are: what the plan keeps of its own has whole values.
std::optional<Program> transpose(Program program, const Target& target, Diagnostics&) {
  Transposed transposed;
  for (size_t i = 0; i < program.kernels.size() && !target.narrow_values; ++i)
    if (may_read_transposed(program.kernels[i])) i += Transposer(program, i, transposed).run();
  for (Kernel& kernel : program.kernels) kernel.schedule.unmapped = false;
  return program;
}

}  // namespace teaal::passes
