#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/plan/emission.h"

namespace teaal::passes {
namespace {

using namespace ir;

bool same_optional(const Expr& a, const Expr& b) { return !a == !b && (!a || same(a, b)); }

bool same_all(const std::vector<Expr>& a, const std::vector<Expr>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

bool same_joined(const Joined& a, const Joined& b) {
  return a.rank == b.rank && a.root == b.root && a.extent == b.extent && a.var == b.var &&
         same_optional(a.tile, b.tile) && same_all(a.snaps, b.snaps);
}

// But for the fibers.
bool same_loop(const ForRank& a, const ForRank& b) {
  return a.var == b.var && a.rank == b.rank && a.root == b.root && a.extent == b.extent &&
         same_optional(a.tile, b.tile) && same_all(a.snaps, b.snaps) && a.leader == b.leader &&
         a.merged == b.merged && !a.growth.most && !b.growth.most &&
         std::ranges::equal(a.joined, b.joined, same_joined);
}

std::vector<Access> accesses_of(const Stmt& body) {
  std::vector<Access> out;
  for_each_expr(body, [&](const Expr& e) {
    if (const auto* a = as<Access>(e)) out.push_back(*a);
  });
  return out;
}

// A kernel whose results are no sums, and the kernels that read them.
class Inliner {
 public:
  explicit Inliner(Program& program) : program_(program) {}

  void run() {
    for (size_t i = 0; i < program_.kernels.size();) {
      if (inlined(i))
        program_.kernels.erase(program_.kernels.begin() + static_cast<std::ptrdiff_t>(i));
      else
        ++i;
    }
  }

 private:
  struct Maker {
    const Kernel& kernel;
    size_t number;  // of the kernel
    Nest nest;
    const Tensor& tensor;
    const Assign& store;
    Expr condition;  // null: none
  };

  bool inlined(size_t number) {
    const Kernel& kernel = program_.kernels[number];
    Nest nest = unnest(kernel.body);
    const Assign& store = assignment(nest.body);
    const Tensor& tensor = *program_.tensor(as<Access>(store.target)->operand);
    const Maker maker{kernel, number, nest, tensor, store, condition_of(nest.body)};
    if (!is_value(maker)) return false;
    std::vector<size_t> readers;
    for (size_t i = number + 1; i < program_.kernels.size(); ++i)
      if (reads(program_.kernels[i], tensor.name)) readers.push_back(i);
    for (size_t i : readers) {
      const std::string obstacle = obstacle_to(maker, i);
      if (obstacle.empty()) continue;
      program_.notes.push_back(fmt::format("{} does not compute {} where it reads it, as {}",
                                           program_.kernels[i].name, tensor.name, obstacle));
      return false;
    }
    for (size_t i : readers) {
      program_.notes.push_back(
          fmt::format("{} is fused: {} computes its elements where it reads "
                      "them",
                      tensor.name, program_.kernels[i].name));
      take_over(maker, program_.kernels[i]);
    }
    return !readers.empty();
  }

  // All that stands around the store: an intermediate that was inlined has left one more.
  static Expr condition_of(const Stmt& body) {
    const auto* guarded = as<If>(body);
    if (!guarded) return nullptr;
    Expr inner = condition_of(guarded->body);
    return inner ? both(guarded->cond, inner) : guarded->cond;
  }

  // One store sets each element, and what is not stored in the end is what equals the default; what
  // is like an input stores that, too.
  bool is_value(const Maker& m) const {
    if (m.tensor.role != Role::Intermediate || m.tensor.levels.empty() || !m.tensor.like.empty() ||
        m.tensor.levels.back().format == LevelFormat::Uncompressed || m.store.op != AssignOp::Set ||
        m.kernel.accumulates || m.kernel.row_class || m.kernel.buffer || m.kernel.schedule.staged())
      return false;
    const std::set<std::string> outputs = output_roots(m.nest);
    for (const Nest::Loop& l : m.nest.loops)
      if (l.loop.at || !std::ranges::includes(outputs, roots_of(l.loop))) return false;
    return std::ranges::count_if(program_.kernels,
                                 [&](const Kernel& k) { return writes(k, m.tensor.name); }) == 1;
  }

  static bool writes(const Kernel& k, const std::string& tensor) { return output_of(k) == tensor; }

  static bool reads(const Kernel& k, const std::string& tensor) {
    return !writes(k, tensor) &&
           std::ranges::any_of(accesses_of(unnest(k.body).body),
                               [&](const Access& a) { return tensor_of(a.operand) == tensor; });
  }

  // ---- Whether the element that a reader needs can be computed there, once ----

  std::string obstacle_to(const Maker& m, size_t reader) const {
    const Kernel& k = program_.kernels[reader];
    const Nest nest = unnest(k.body);
    if (k.schedule.staged()) return "it works on tiles that are staged";
    if (k.row_class &&
        (k.row_class->tensor == m.tensor.name || k.row_class->times == m.tensor.name))
      return "its fibers say which class a coordinate is of";
    if (k.repeats != m.kernel.repeats || k.round_rank != m.kernel.round_rank)
      return "only one of the two repeats";
    if (!same_prefix(m.nest, nest)) return "its outermost loops are not those of " + m.tensor.name;
    if (const std::string operand = unread(m); !operand.empty())
      return fmt::format("{} is met in the loops of {}, but not read", operand, m.tensor.name);
    for (const Access& a : accesses_of(nest.body))
      if (tensor_of(a.operand) == m.tensor.name && !same_all(a.at, as<Access>(m.store.target)->at))
        return "it reads it at other indices";
    if (changes_between(m, reader)) return "what it is computed from changes before";
    if (!same_space(m, k)) return "the two are spread over the GPU in different ways";
    if (leads(m.tensor.name, k, nest)) return m.tensor.name + " leads in it";
    if (!same_leaders(m, nest)) return "not all that leads there is read by it";
    if (!sums_alone(k, nest)) return "workers share its sums";
    return "";
  }

  // An operand that says where elements are, and not what they are (of `take`); empty: none.
  static std::string unread(const Maker& m) {
    const std::vector<Access> read = accesses_of(make_stmt(If{present(m), m.nest.body}));
    for (const Nest::Loop& l : m.nest.loops)
      for (const Fiber& f : l.loop.over.fibers)
        if (std::ranges::find(read, f.operand, &Access::operand) == read.end()) return f.operand;
    return "";
  }

  // Also by the reader itself.
  bool changes_between(const Maker& m, size_t reader) const {
    for (const Access& a : accesses_of(m.nest.body))
      for (size_t i = m.number + 1; i <= reader; ++i)
        if (writes(program_.kernels[i], tensor_of(a.operand))) return true;
    return false;
  }

  static bool same_prefix(const Nest& outer, const Nest& whole) {
    return outer.loops.size() <= whole.loops.size() &&
           std::equal(
               outer.loops.begin(), outer.loops.end(), whole.loops.begin(),
               [](const Nest::Loop& a, const Nest::Loop& b) { return same_loop(a.loop, b.loop); });
  }

  // Where nothing is asked for, the reader decides.
  static bool same_space(const Maker& m, const Kernel& k) {
    if (m.kernel.schedule.default_space) return true;
    return !k.schedule.default_space && std::ranges::all_of(m.nest.loops, [&](const Nest::Loop& l) {
      const auto of = [&](const Kernel& kernel) {
        const auto& space = kernel.schedule.space;
        const auto found = std::ranges::find(space, l.loop.rank, &Schedule::Space::rank);
        return found == space.end() ? std::nullopt : std::optional(found->place);
      };
      return of(m.kernel) == of(k);
    });
  }

  static bool leads(const std::string& tensor, const Kernel& k, const Nest& nest) {
    return std::ranges::any_of(nest.loops,
                               [&](const Nest::Loop& l) { return l.loop.leader == tensor; }) ||
           std::ranges::any_of(k.schedule.meetings,
                               [&](const Schedule::Meeting& x) { return x.leader == tensor; });
  }

  // A kernel without the leader of a split is not cut by it; then sums would meet in another order.
  static bool same_leaders(const Maker& m, const Nest& nest) {
    auto has = [](const Nest& in, const std::string& leader) {
      return std::ranges::any_of(accesses_of(in.body),
                                 [&](const Access& a) { return tensor_of(a.operand) == leader; });
    };
    return std::ranges::all_of(nest.loops, [&](const Nest::Loop& l) {
      return l.loop.leader.empty() || has(nest, l.loop.leader) || !has(m.nest, l.loop.leader);
    });
  }

  // Other fibers give workers other shares: each sum must be one worker's, and in its order.
  static bool sums_alone(const Kernel& k, const Nest& nest) {
    const std::set<std::string> outputs = output_roots(nest);
    std::set<std::string> spread;
    for (const Schedule::Space& s : k.schedule.space) spread.insert(s.rank);
    if (k.schedule.default_space && !nest.loops.empty())
      spread.insert(nest.loops[loop_to_spread(nest, k.round_rank)].loop.rank);
    bool reduces = false;
    for (const Nest::Loop& l : nest.loops) {
      reduces |= !std::ranges::includes(outputs, roots_of(l.loop));
      if (reduces && spread.contains(l.loop.rank)) return false;
    }
    return true;
  }

  // ---- The reader's new body ----

  void take_over(const Maker& m, Kernel& k) {
    Nest nest = unnest(k.body);
    names_.clear();
    const std::vector<Access> theirs = accesses_of(nest.body);
    for (const Access& a : accesses_of(make_stmt(If{present(m), m.nest.body})))
      name_in(theirs, a, m.tensor.name);
    for (size_t i = 0; i < m.nest.loops.size(); ++i)
      nest.loops[i].loop.over.fibers =
          fibers(m.nest.loops[i].loop.over, nest.loops[i].loop.over, m.tensor.name);
    const Expr element = renamed(value(m));
    nest.body = rewrite(nest.body, [&](const Expr& e) {
      const auto* a = as<Access>(e);
      return a && tensor_of(a->operand) == m.tensor.name ? element : e;
    });
    nest.body = if_then(renamed(present(m)), nest.body, k.where);
    k.body = renest(nest);
    for (const Schedule::Meeting& x : m.kernel.schedule.meetings)
      if (std::ranges::find(k.schedule.meetings, x.rank, &Schedule::Meeting::rank) ==
          k.schedule.meetings.end())
        k.schedule.meetings.push_back(x);
  }

  // As the array would have held it.
  static Expr value(const Maker& m) { return call("stored", {m.store.value}); }

  static Expr present(const Maker& m) {
    Expr out = is_present(value(m), m.tensor.absent);
    return m.condition ? both(m.condition, out) : out;
  }

  // The operand by which the reader reads the same elements, or a new one.
  void name_in(const std::vector<Access>& theirs, const Access& a, const std::string& inlined) {
    if (names_.contains(a.operand) || a.operand == inlined) return;
    std::set<std::string> taken;
    for (const auto& [mine, name] : names_) taken.insert(name);
    for (const Access& b : theirs) {
      taken.insert(b.operand);
      if (tensor_of(a.operand) == tensor_of(b.operand) && same_all(a.at, b.at)) {
        names_[a.operand] = b.operand;
        return;
      }
    }
    std::string name = tensor_of(a.operand);
    for (int i = 2; taken.contains(name); ++i) name = fmt::format("{}#{}", tensor_of(a.operand), i);
    names_[a.operand] = name;
  }

  Expr renamed(const Expr& e) const {
    return rewrite(e, [&](const Expr& node) {
      const auto* a = as<Access>(node);
      return a ? make_expr(Access{names_.at(a->operand), a->at}) : node;
    });
  }

  // Where the tensor's fiber was, those that make it.
  std::vector<Fiber> fibers(const CoIteration& made, const CoIteration& read,
                            const std::string& tensor) const {
    std::vector<Fiber> out;
    auto add = [&](const std::string& operand) {
      if (std::ranges::find(out, operand, &Fiber::operand) == out.end()) out.push_back({operand});
    };
    for (const Fiber& f : read.fibers) {
      if (tensor_of(f.operand) != tensor) {
        add(f.operand);
        continue;
      }
      for (const Fiber& part : made.fibers) add(names_.at(part.operand));
    }
    return out;
  }

  Program& program_;
  std::map<std::string, std::string> names_;  // operand of the maker → of the reader
};

}  // namespace

std::optional<Program> inline_values(Program program, const Target& target, Diagnostics&) {
  if (target.fuse) Inliner(program).run();
  return program;
}

}  // namespace teaal::passes
