#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

// Owners compute: where the outermost loops of several kernels are the same, blocks (or warps)
// share them, and these loops' ranks index all that one kernel hands another, each iteration takes
// from itself alone. Such kernels can run behind one another in each iteration, with no more than a
// barrier of the iteration's own threads in between; `join` makes one of them.
namespace teaal::passes {
namespace {

using namespace ir;

// What is asked of a kernel.
struct Part {
  const Kernel* kernel = nullptr;
  Nest nest;
  std::string output;                          // tensor
  std::vector<const Access*> accesses;         // of tensors, that it stores to as well
  std::map<std::string, std::string> root_of;  // bottom variable → root
  size_t blocks = 0;                           // so many outermost loops are for blocks
  size_t shared = 0;                           // and so many for blocks and warps
};

bool is_plain(const ForRank& loop) {
  return loop.leader.empty() && loop.joined.empty() && !loop.at;
}

bool is_compressed(const Level& level) {
  return level.format != LevelFormat::Uncompressed || level.tile;
}

bool same_loop(const ForRank& a, const ForRank& b) {
  const auto same_size = [](const Expr& x, const Expr& y) {
    return x && y ? same(x, y) : !x && !y;
  };
  return a.rank == b.rank && a.root == b.root && a.extent == b.extent && a.place == b.place &&
         same_size(a.tile, b.tile) && std::ranges::equal(a.snaps, b.snaps, same_size);
}

class Owners {
 public:
  explicit Owners(const Program& program) : program_(program) {
    for (const Tensor& t : program.tensors)
      if (t.is_static) static_.insert(t.name);
    for (const Kernel& k : program.kernels)
      if (auto part = part_of(k)) add(std::move(*part));
  }

  struct Group {
    std::vector<Part> parts;
    size_t loops = 0;
  };
  const std::vector<Group>& groups() const { return groups_; }

  // Of which all kernels of the rounds are.
  const Group* of_rounds() const {
    const Group* out = nullptr;
    for (const Kernel& k : program_.kernels) {
      if (!k.repeats) continue;
      const Group* own = group_of(k);
      if (!own || (out && own != out)) return nullptr;
      out = own;
    }
    return out;
  }

  const Group* group_of(const Kernel& k) const {
    for (const Group& g : groups_)
      if (std::ranges::find(g.parts, &k, &Part::kernel) != g.parts.end()) return &g;
    return nullptr;
  }

 private:
  std::optional<Part> part_of(const Kernel& k) {
    if (k.tiled || is_done_once(k)) return std::nullopt;
    Part out{&k, unnest(k.body)};
    count_shared(out);
    if (out.blocks == 0) return std::nullopt;
    for (const Nest::Loop& l : out.nest.loops)
      if (!l.loop.tile && l.loop.joined.empty()) out.root_of[l.loop.var] = l.loop.root;
    out.output = as<Access>(assignment(out.nest.body).target)->operand;
    for_each_expr(out.nest.body, [&](const Expr& e) {
      if (const auto* a = as<Access>(e)) out.accesses.push_back(a);
    });
    for (const Operand& o : k.operands)
      if (o.name == out.output && program_.view(o.view)->points) return std::nullopt;
    return out;
  }

  // From static operands alone: `hold_static` leaves it out of later runs.
  bool is_done_once(const Kernel& k) {
    const std::string output = as<Access>(assignment(k.body).target)->operand;
    bool reads = false, once = !k.repeats;
    for (const Operand& o : k.operands) {
      if (tensor_of(o.name) == output) continue;
      reads = true;
      once &= static_.contains(tensor_of(o.name));
    }
    if (reads && once) static_.insert(output);
    return reads && once;
  }

  void count_shared(Part& part) const {
    const std::vector<Nest::Loop>& loops = part.nest.loops;
    const auto has = [&](size_t i, Place place) {
      if (i == loops.size() || loops[i].loop.place != place) return false;
      const bool round = program_.iteration && loops[i].loop.extent == program_.iteration->over;
      return is_plain(loops[i].loop) && !round;
    };
    size_t n = 0;
    while (has(n, Place::Block)) ++n;
    size_t warps = 0;
    for (size_t i = n; i < loops.size(); ++i) {
      const Place place = loops[i].loop.place;
      if (place == Place::Block || place == Place::Grid) return;
      warps += place == Place::Warp || place == Place::Thread;
    }
    part.blocks = n;
    part.shared = n + (warps == 1 && has(n, Place::Warp) ? 1 : 0);
  }

  // To the first group that it fits.
  void add(Part part) {
    for (Group& g : groups_) {
      size_t loops = std::min(g.loops, part.shared);
      for (const Part& other : g.parts) loops = std::min(loops, agreed(other, part));
      if (loops < part.blocks || part.blocks != g.parts.front().blocks) continue;
      g.loops = loops;
      g.parts.push_back(std::move(part));
      return;
    }
    const size_t loops = part.shared;
    groups_.push_back({{std::move(part)}, loops});
  }

  // In how many of their outermost loops each iteration takes from itself alone.
  size_t agreed(const Part& a, const Part& b) const {
    size_t loops = std::min(a.shared, b.shared);
    for (size_t i = 0; i < loops; ++i)
      if (!same_loop(a.nest.loops[i].loop, b.nest.loops[i].loop)) loops = i;
    for (const Access* x : a.accesses)
      for (const Access* y : b.accesses) {
        const std::string tensor = tensor_of(x->operand);
        if (tensor != tensor_of(y->operand) || (tensor != a.output && tensor != b.output)) continue;
        if (view_of(*a.kernel, x->operand) != view_of(*b.kernel, y->operand)) return 0;
        for (size_t i = 0; i < loops; ++i)
          if (!index_alike(a.nest.loops[i].loop.root, {a, *x}, {b, *y})) loops = i;
      }
    return loops;
  }

  static std::string view_of(const Kernel& k, const std::string& operand) {
    const auto found = std::ranges::find(k.operands, operand, &Operand::name);
    return found == k.operands.end() ? "" : found->view;
  }

  struct Use {
    const Part& part;
    const Access& access;
  };
  // Whether the root's coordinate is that of one rank of the tensor, here and there.
  static bool index_alike(const std::string& root, const Use& a, const Use& b) {
    const auto is_root = [&](const Use& use, size_t rank) {
      const auto* v = as<Var>(use.access.at[rank]);
      const auto known = v ? use.part.root_of.find(v->name) : use.part.root_of.end();
      return known != use.part.root_of.end() && known->second == root;
    };
    for (size_t rank = 0; rank < a.access.at.size(); ++rank)
      if (is_root(a, rank) && is_root(b, rank)) return true;
    return false;
  }

  const Program& program_;
  std::set<std::string> static_;
  std::vector<Group> groups_;
};

// ---- What rounds carry ----

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
    std::optional<Kernel> copy = copying(*writer);
    if (!copy || !read_by_its_view(to, given->name)) return false;
    const std::string state = names_.fresh(to + "_now");
    Kernel start = *copy, next = *copy;
    start.repeats = false;
    start.round_rank.clear();
    finish(start, "_" + state, {state, state}, {to, given->name});
    finish(next, fmt::format("_{}_to_{}", from, to), {state, state}, {from, taken->name});
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
        return std::ranges::none_of(v.levels, is_compressed) ? &v : nullptr;
    return nullptr;
  }

  bool is_carried_to(const std::string& tensor) const {
    return std::ranges::any_of(program_.iteration->carry,
                               [&](const auto& pair) { return pair.first == tensor; });
  }

  const Kernel* writer_of(const std::string& tensor) const {
    const Kernel* out = nullptr;
    for (const Kernel& k : program_.kernels)
      if (k.repeats && !k.tiled && as<Access>(assignment(k.body).target)->operand == tensor)
        out = &k;
    return out;
  }

  bool read_by_its_view(const std::string& tensor, const std::string& view) const {
    for (const Kernel& k : program_.kernels)
      for (const Operand& o : k.operands)
        if (k.repeats && tensor_of(o.name) == tensor && o.view != view) return false;
    return true;
  }

  // The loops over what it stores, shared as they are, around nothing yet.
  static std::optional<Kernel> copying(const Kernel& writer) {
    Nest nest = unnest(writer.body);
    const std::set<std::string> outputs = output_roots(nest);
    std::erase_if(nest.loops, [&](const Nest::Loop& l) {
      return l.loop.joined.empty() && !outputs.contains(l.loop.root);
    });
    const Assign assigned = assignment(writer.body);
    for (const Expr& at : as<Access>(assigned.target)->at)
      if (!as<Var>(at)) return std::nullopt;
    for (Nest::Loop& l : nest.loops) {
      if (!is_plain(l.loop)) return std::nullopt;
      l.loop.over = {};
      l.loop.spelled = {};
    }
    Kernel out;
    out.repeats = true;
    out.round_rank = writer.round_rank;
    out.lanes = writer.lanes;
    out.where = writer.where;
    for (const Worker& w : writer.workers)
      if (std::ranges::any_of(nest.loops,
                              [&](const Nest::Loop& l) { return l.loop.rank == w.rank; }))
        out.workers.push_back(w);
    nest.body = make_stmt(assigned, writer.where);
    out.body = renest(nest);
    return out;
  }

  void finish(Kernel& k, const std::string& what, const Operand& to, const Operand& from) {
    k.name = names_.fresh(program_.name + what);
    k.operands = {to, from};
    Nest nest = unnest(k.body);
    const std::vector<Expr> at = as<Access>(assignment(nest.body).target)->at;
    nest.body = assign(make_expr(Access{to.name, at}), AssignOp::Set,
                       make_expr(Access{from.name, at}), k.where);
    k.body = renest(nest);
  }

  static std::string output_of(const Kernel& k) {
    return as<Access>(assignment(k.body).target)->operand;
  }

  // In rounds, not only to hand on, and all of its tensor: what grows has steps that clear it, for
  // passes behind put other arrays in its place.
  bool computes(const Kernel& k) const {
    if (!k.repeats || k.tiled) return false;
    const std::string output = output_of(k);
    const bool grows = std::ranges::any_of(program_.kernels, [&](const Kernel& other) {
      return !other.tiled && other.accumulates && output_of(other) == output;
    });
    return !grows && program_.tensor(output)->state_of.empty();
  }

  // Puts a kernel in front of one that may leave elements out.
  bool clear(size_t at) {
    const Kernel& k = program_.kernels[at];
    std::optional<Kernel> out = copying(k);
    if (!out || !stored(as<Access>(assignment(k.body).target)->operand)) return false;
    out->clears = k.name;
    out->name = names_.fresh(k.name + "_start");
    out->start = k.start;
    Nest nest = unnest(out->body);
    const Expr target = assignment(nest.body).target;
    const std::string& output = as<Access>(target)->operand;
    for (const Operand& o : k.operands)
      if (o.name == output) out->operands = {o};
    nest.body = assign(target, AssignOp::Set, make_expr(FloatLit{k.start}), k.where);
    out->body = renest(nest);
    const auto launched = std::ranges::find_if(program_.steps, [&](const Step& s) {
      return s.kind == Step::Kind::Launch && s.name == k.name;
    });
    program_.steps.insert(launched, {Step::Kind::Launch, out->name});
    program_.kernels.insert(program_.kernels.begin() + static_cast<std::ptrdiff_t>(at),
                            std::move(*out));
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
  for (const Part& part : group.parts) {
    members.push_back(&*std::ranges::find(kernels, part.kernel->name, &Kernel::name));
    threads = std::max(threads, threads_wanted(*members.back()).value_or(0));
  }
  std::erase_if(members, [&](const Kernel* k) { return !takes_threads(*k, threads); });
  if (members.size() < 2) return;
  const Place workers = group.parts.front().nest.loops[group.loops - 1].loop.place;
  for (Kernel* k : members) {
    k->owner = {members.front()->name, static_cast<int64_t>(group.loops), workers};
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
