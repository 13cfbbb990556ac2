#include "compiler/ir/verify/verify_nest.h"

#include <algorithm>
#include <map>
#include <set>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"

namespace teaal::ir {
namespace {

void require(bool holds, const std::string& rule, const SourceRange& where) {
  if (!holds) throw BrokenRule{rule, where};
}

class Once {
 public:
  void add(const std::string& what, const std::string& name, const SourceRange& where = {}) {
    require(names_.insert(name).second, what + " " + name + " is defined twice", where);
  }

 private:
  std::set<std::string> names_;
};

// All of the tensor's ranks, and no other.
void check_stored(const std::string& what, const Tensor& t, const std::vector<Level>& levels,
                  const SourceRange& where) {
  const std::set<std::string> ranks(t.ranks.begin(), t.ranks.end());
  std::set<std::string> stored;
  for (const Level& level : levels) stored.insert(level.rank);
  require(stored == ranks, what + " does not store the ranks of " + t.name, where);
}

struct Loops {
  std::vector<const ForRank*> all;
  std::set<std::string> ranks, roots;
};

Loops loops_of(const Kernel& k) {
  Loops out;
  for_each_stmt(k.body, [&](const Stmt& s) {
    const auto* loop = as<ForRank>(s);
    if (!loop) return;
    out.all.push_back(loop);
    out.ranks.insert(loop->rank);
    out.roots.insert(loop->root);
    for (const Joined& j : loop->joined) out.roots.insert(j.root);
  });
  return out;
}

std::set<std::string> operands_of(const Kernel& k) {
  std::set<std::string> out;
  for_each_expr(k.body, [&](const Expr& e) {
    if (const auto* a = as<Access>(e)) out.insert(a->operand);
  });
  return out;
}

// In front of it a nest may mark elements of derived tensors of bits (nest.h).
void check_one_assignment(const Program& p, const Kernel& k) {
  int assigned = 0;
  for_each_stmt(k.body, [&](const Stmt& s) {
    const auto* n = as<Assign>(s);
    const auto* to = n ? as<Access>(n->target) : nullptr;
    if (!to) return;
    const Tensor* tensor = p.tensor(tensor_of(to->operand));
    const auto* chosen = as<Call>(n->value);
    const bool marks = assigned == 0 && k.reduction == AssignOp::Add && n->op == AssignOp::Or &&
                       tensor && tensor->bits && tensor->derived && chosen &&
                       chosen->intrinsic == "choose";
    if (!marks) ++assigned;
  });
  require(assigned == 1, "kernel " + k.name + " assigns to no tensor, or more than once", k.where);
}

// One operand is at one place; a tensor that is met at several has an operand for each.
void check_accesses(const Kernel& k) {
  std::map<std::string, const Access*> first;
  for_each_expr(k.body, [&](const Expr& e) {
    const auto* a = as<Access>(e);
    if (!a) return;
    const Access& other = *first.try_emplace(a->operand, a).first->second;
    require(std::ranges::equal(a->at, other.at,
                               [](const Expr& x, const Expr& y) { return same(x, y); }),
            "operand " + a->operand + " is met at two places", k.where);
  });
}

// Tiles grow of smaller ones, whose counts stand for one or two ranks, the loop's among them.
void check_growth(const Program& p, const Kernel& k, const ForRank& loop, Stage stage) {
  const Growth& g = loop.growth;
  if (!g.most) return;
  require(!loop.leader.empty() && loop.joined.empty() && loop.tile && as<IntLit>(loop.tile),
          loop.rank + " grows, but has no leader, or no literal tile", k.where);
  require(!g.counts.empty() || stage < Stage::Placed, loop.rank + " grows by nothing", k.where);
  const Tensor* counts = p.tensor(g.counts);
  const bool counted = counts && counts->ranks.size() == g.roots.size() && g.roots.size() <= 2 &&
                       std::ranges::find(g.roots, loop.root) != g.roots.end();
  require(g.counts.empty() || counted,
          loop.rank + " grows by '" + g.counts + "', which does not count its tiles", k.where);
}

void check_loops(const Program& p, const Kernel& k, const Loops& loops, Stage stage) {
  std::vector<std::string> known = p.ranks();
  for (const NamedSize& s : p.sizes) known.push_back(s.name);
  const std::set<std::string> operands = operands_of(k);
  for (const ForRank* loop : loops.all) {
    require(std::ranges::find(known, loop->extent) != known.end() || !loop->joined.empty(),
            "'" + loop->var + "' runs over the unknown rank " + loop->extent, k.where);
    for (const Fiber& f : loop->over.fibers)
      require(operands.contains(f.operand),
              "'" + loop->var + "' walks " + f.operand + ", which the kernel does not read",
              k.where);
    check_growth(p, k, *loop, stage);
  }
}

// A variable alone is a loop's; sizes stand beside others.
void check_indices(const Kernel& k, const Loops& loops) {
  std::set<std::string> coordinates;
  for (const ForRank* loop : loops.all) {
    coordinates.insert(loop->var);
    for (const Joined& j : loop->joined) coordinates.insert(j.var);
  }
  for_each_expr(k.body, [&](const Expr& e) {
    const auto* a = as<Access>(e);
    for (const Expr& at : a ? a->at : std::vector<Expr>())
      if (const auto* v = as<Var>(at))
        require(coordinates.contains(v->name), "'" + v->name + "' is no coordinate of a loop",
                k.where);
  });
}

// A mapping may name ranks that a term has no loop over: those of tensors that index math reads.
void check_schedule(const Kernel& k, const Loops& loops, Stage stage) {
  if (stage < Stage::Partitioned) return;
  Once ordered;
  for (const std::string& rank : k.schedule.order) ordered.add("ordered rank", rank, k.where);
  for (const Worker& w : k.workers)
    require(loops.ranks.contains(w.rank), "worker " + w.rank + " is no loop of " + k.name, k.where);
}

void check_operands(const Program& p, const Kernel& k, Stage stage) {
  std::set<std::string> viewed, accessed;
  for (const std::string& operand : operands_of(k)) accessed.insert(tensor_of(operand));
  for (const Operand& o : k.operands) {
    const View* view = p.view(o.view);
    require(view && p.tensor(o.name) && view->tensor == tensor_of(o.name),
            "operand " + o.name + " has no view of its tensor", k.where);
    require(viewed.insert(o.name).second, "operand " + o.name + " has two views", k.where);
    require(stage >= Stage::Positions || accessed.contains(tensor_of(o.name)),
            "operand " + o.name + " is not accessed", k.where);
  }
  for (const std::string& operand : operands_of(k))
    require(viewed.contains(operand), "operand " + operand + " has no view", k.where);
}

void check_steps(const Program& p, const std::vector<Step>& steps,
                 std::set<std::string>& launched) {
  for (const Step& s : steps) {
    if (s.kind == Step::Kind::Launch) {
      launched.insert(s.name);
      require(std::ranges::find(p.kernels, s.name, &Kernel::name) != p.kernels.end(),
              "a launch of the unknown '" + s.name + "'", {});
    }
    check_steps(p, s.body, launched);
  }
}

}  // namespace

void check_names(const Program& p, Stage stage) {
  Once tensors, kernels, sizes, workspaces;
  for (const Tensor& t : p.tensors) {
    tensors.add("tensor", t.name, t.where);
    check_stored("tensor " + t.name, t, t.levels, t.where);
    Once ranks;
    for (const std::string& rank : t.ranks) ranks.add("rank", rank, t.where);
  }
  for (const View& v : p.views)
    if (const Tensor* t = p.tensor(v.tensor)) check_stored("view " + v.name, *t, v.levels, {});
  for (const Kernel& k : p.kernels) kernels.add("kernel", k.name, k.where);
  for (const Count& c : p.counts) {
    sizes.add("size", c.name);
    require(p.tensor(c.tensor) != nullptr, "a count of the unknown tensor " + c.tensor, {});
  }
  for (const NamedSize& s : p.sizes) sizes.add("size", s.name);
  for (const Symbol& s : p.symbols) sizes.add("size", s.name);
  for (const Workspace& w : p.workspaces) workspaces.add("workspace", w.name);
  std::set<std::string> launched;
  check_steps(p, p.steps, launched);
  for (const Kernel& k : p.kernels)
    require(stage < Stage::Swizzled || launched.contains(k.name),
            "kernel " + k.name + " is launched by no step", k.where);
  if (!p.iteration) return;
  for (const auto& [to, from] : p.iteration->carry)
    require(p.tensor(to) && p.tensor(from), "rounds carry a tensor that is not there", {});
  require(p.iteration->times || p.tensor(p.iteration->until_empty),
          "rounds until an unknown tensor is empty", {});
}

void check_nest(const Program& p, const Kernel& k, Stage stage) {
  if (stage >= Stage::Swizzled) check_operands(p, k, stage);
  if (stage >= Stage::Positions) return;
  const Loops loops = loops_of(k);
  check_loops(p, k, loops, stage);
  check_accesses(k);
  check_indices(k, loops);
  check_schedule(k, loops, stage);
  if (stage < Stage::Accumulated) check_one_assignment(p, k);
}

}  // namespace teaal::ir
