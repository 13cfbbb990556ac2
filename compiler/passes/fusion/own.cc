#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/fusion/owners.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/steps.h"

namespace teaal::passes {
namespace {

using namespace ir;

// A program in which all that rounds do is done by kernels: one in front fills a carried tensor's
// state from the tensor, a last one of the rounds takes what the next round reads, and what a round
// may leave out of a tensor is set in front.
class Carrier {
 public:
  explicit Carrier(Program program) : program_(std::move(program)) {
    for (const Kernel& k : program_.kernels) names_.take(k.name);
    for (const Workspace& w : program_.workspaces) names_.take(w.name);
    for (const View& v : program_.views) names_.take(v.name);
  }

  // None: something carried has no kernel whose loops fit.
  std::optional<Program> run() {
    const auto carried = program_.iteration->carry;
    for (const auto& [to, from] : carried)
      if (!carry(to, from)) return std::nullopt;
    for (size_t i = 0; i < program_.kernels.size(); ++i)
      if (computes(program_.kernels[i]) && clear(i)) ++i;
    return std::move(program_);
  }

 private:
  bool carry(const std::string& to, const std::string& from) {
    const View *given = stored(to), *taken = stored(from);
    const Kernel* writer = writer_of(from);
    if (!given || !taken || !writer || is_carried_to(from)) return false;
    if (program_.tensor(to)->ranks != program_.tensor(from)->ranks) return false;
    const std::optional<Nest> nest = loops_over_output(*writer);
    if (!nest || !read_by_its_view(to, given->name)) return false;
    const std::string state = names_.fresh(to + "_now"), prefix = program_.name + "_";
    Kernel start =
        setting(*writer, *nest, {prefix + state, {state, state}, Operand{to, given->name}});
    Kernel next = setting(
        *writer, *nest,
        {fmt::format("{}{}_to_{}", prefix, from, to), {state, state}, Operand{from, taken->name}});
    start.repeats = false;
    start.round_rank.clear();
    for (Kernel& k : program_.kernels)
      if (k.repeats) read_state(k, to, state);
    Tensor held = *program_.tensor(to);
    held.name = state;
    held.role = Role::Intermediate;
    held.is_static = false;
    held.state_of = to;
    View view = *given;
    view.name = view.tensor = state;
    program_.tensors.push_back(std::move(held));
    program_.views.push_back(std::move(view));
    insert(std::move(start), std::move(next));
    return true;
  }

  const View* stored(const std::string& tensor) const {
    for (const View& v : program_.views)
      if (v.tensor == tensor && !v.resorted && !v.points && v.like.empty())
        return store_all(v.levels) ? &v : nullptr;
    return nullptr;
  }

  bool is_carried_to(const std::string& tensor) const {
    return std::ranges::any_of(program_.iteration->carry,
                               [&](const auto& pair) { return pair.first == tensor; });
  }

  const Kernel* writer_of(const std::string& tensor) const {
    const Kernel* out = nullptr;
    for (const Kernel& k : program_.kernels)
      if (k.repeats && !k.tiled && output_of(k) == tensor) out = &k;
    return out;
  }

  bool read_by_its_view(const std::string& tensor, const std::string& view) const {
    for (const Kernel& k : program_.kernels)
      for (const Operand& o : k.operands)
        if (k.repeats && tensor_of(o.name) == tensor && o.view != view) return false;
    return true;
  }

  // The loops over what a kernel stores, shared as they are, around its assignment. None: they are
  // not plain.
  static std::optional<Nest> loops_over_output(const Kernel& writer) {
    Nest nest = unnest(writer.body);
    const std::set<std::string> outputs = output_roots(nest);
    std::erase_if(nest.loops, [&](const Nest::Loop& l) {
      return l.loop.joined.empty() && !outputs.contains(l.loop.root);
    });
    nest.body = make_stmt(assignment(writer.body), writer.where);
    for (const Expr& at : as<Access>(assignment(nest.body).target)->at)
      if (!as<Var>(at)) return std::nullopt;
    for (Nest::Loop& l : nest.loops) {
      if (!is_plain(l.loop)) return std::nullopt;
      l.loop.over = {};
      l.loop.spelled = {};
    }
    return nest;
  }

  struct Setting {
    std::string name;
    Operand to;
    std::optional<Operand> from;  // else it is set to `value`
    double value = 0;
  };
  // A kernel of the rounds that does nothing but that, at every element that `writer` may store.
  Kernel setting(const Kernel& writer, Nest nest, const Setting& s) {
    const std::vector<Expr> at = as<Access>(assignment(nest.body).target)->at;
    const Expr value = s.from ? make_expr(Access{s.from->name, at}) : make_expr(FloatLit{s.value});
    Kernel out;
    out.name = names_.fresh(s.name);
    out.repeats = true;
    out.round_rank = writer.round_rank;
    out.lanes = writer.lanes;
    out.where = writer.where;
    out.start = s.value;
    out.operands = {s.to};
    if (s.from) out.operands.push_back(*s.from);
    for (const Worker& w : writer.workers)
      if (std::ranges::any_of(nest.loops,
                              [&](const Nest::Loop& l) { return l.loop.rank == w.rank; }))
        out.workers.push_back(w);
    nest.body = assign(make_expr(Access{s.to.name, at}), AssignOp::Set, value, writer.where);
    out.body = renest(nest);
    return out;
  }

  // In rounds, not only to hand on, and all of its tensor: what grows has steps that clear it, for
  // passes behind put other arrays in its place.
  bool computes(const Kernel& k) const {
    if (!k.repeats || k.tiled) return false;
    const std::string& output = output_of(k);
    const bool grows = std::ranges::any_of(program_.kernels, [&](const Kernel& other) {
      return !other.tiled && other.accumulates && output_of(other) == output;
    });
    return !grows && program_.tensor(output)->state_of.empty();
  }

  // Puts a kernel in front of one that may leave elements out.
  bool clear(size_t at) {
    const Kernel& k = program_.kernels[at];
    const std::optional<Nest> nest = loops_over_output(k);
    const View* view = stored(output_of(k));
    if (!nest || !view) return false;
    Kernel out =
        setting(k, *nest, {k.name + "_start", {output_of(k), view->name}, std::nullopt, k.start});
    out.clears = k.name;
    program_.steps.insert(launch_of(program_, k), {Step::Kind::Launch, out.name});
    program_.kernels.insert(program_.kernels.begin() + static_cast<std::ptrdiff_t>(at),
                            std::move(out));
    return true;
  }

  static void read_state(Kernel& k, const std::string& tensor, const std::string& state) {
    const auto renamed = [&](const std::string& operand) {
      return tensor_of(operand) == tensor ? state + operand.substr(tensor.size()) : operand;
    };
    Nest nest = unnest(k.body);
    for (Nest::Loop& l : nest.loops) {
      for (Fiber& f : l.loop.over.fibers) f.operand = renamed(f.operand);
      l.loop.leader = renamed(l.loop.leader);
    }
    nest.body = rewrite(nest.body, [&](const Expr& e) {
      const auto* a = as<Access>(e);
      return a && tensor_of(a->operand) == tensor ? make_expr(Access{renamed(a->operand), a->at})
                                                  : e;
    });
    k.body = renest(nest);
    for (Schedule::Meeting& m : k.schedule.meetings) m.leader = renamed(m.leader);
    for (Operand& o : k.operands)
      if (tensor_of(o.name) == tensor) o = {renamed(o.name), state};
  }

  void insert(Kernel start, Kernel next) {
    const auto repeats = [](const Kernel& k) { return k.repeats; };
    const auto launches = [&](const Step& s) {
      const auto k = std::ranges::find(program_.kernels, s.name, &Kernel::name);
      return s.kind == Step::Kind::Launch && k != program_.kernels.end() && k->repeats;
    };
    std::vector<Kernel>& kernels = program_.kernels;
    std::vector<Step>& steps = program_.steps;
    const auto last_step = std::find_if(steps.rbegin(), steps.rend(), launches);
    steps.insert(last_step.base(), {Step::Kind::Launch, next.name});
    steps.insert(std::ranges::find_if(steps, launches), {Step::Kind::Launch, start.name});
    const auto last = std::find_if(kernels.rbegin(), kernels.rend(), repeats);
    kernels.insert(last.base(), std::move(next));
    kernels.insert(std::ranges::find_if(kernels, repeats), std::move(start));
  }

  Program program_;
  Names names_;
};

// The same program where owners can keep what rounds carry; else none.
std::optional<Program> with_states(const Program& program) {
  if (!program.iteration || !program.iteration->times || !Owners(program).of_rounds())
    return std::nullopt;
  std::optional<Program> out = Carrier(program).run();
  if (!out) return std::nullopt;
  const Owners owners(*out);
  const Owners::Group* rounds = owners.of_rounds();
  for (const Kernel& k : out->kernels)
    for (const Operand& o : k.operands) {
      const Tensor* held = program.tensor(o.name) ? nullptr : out->tensor(o.name);
      if (held && !held->state_of.empty() && owners.group_of(k) != rounds) return std::nullopt;
    }
  return rounds ? std::move(out) : std::nullopt;
}

// Whether the kernel can have more threads a block than it wants.
bool takes_threads(const Kernel& k, int64_t threads) {
  const auto warps = std::ranges::count(k.workers, Place::Warp, &Worker::place);
  return warps <= 1 || threads_wanted(k) == threads;
}

// All blocks of a group have as many threads as its largest ones.
void mark(const Owners::Group& group, std::vector<Kernel>& kernels) {
  std::vector<Kernel*> members;
  int64_t threads = 0;
  for (const Kernel* k : group.kernels) {
    members.push_back(&*std::ranges::find(kernels, k->name, &Kernel::name));
    threads = std::max(threads, threads_wanted(*k).value_or(0));
  }
  std::erase_if(members, [&](const Kernel* k) { return !takes_threads(*k, threads); });
  if (members.size() < 2) return;
  for (Kernel* k : members) {
    k->owner = {members.front()->name, static_cast<int64_t>(group.loops), group.workers};
    k->threads = threads;
  }
}

}  // namespace

std::optional<Program> own(Program program, const Target& target, Diagnostics&) {
  if (!target.fuse) return program;
  if (auto changed = with_states(program)) program = std::move(*changed);
  std::vector<Kernel> kernels = program.kernels;
  const Owners owners(program);
  for (const Owners::Group& g : owners.groups()) mark(g, kernels);
  program.kernels = std::move(kernels);
  return program;
}

}  // namespace teaal::passes
