#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/fusion/fusion.h"
#include "compiler/passes/fusion/fusion_registers.h"
#include "compiler/passes/fusion/launches.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/steps.h"

namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t largest_arrays = 48 << 10;  // bytes of a kernel's own shared arrays

Stmt barrier_of(const Owner& owner) {
  return barrier(owner.workers == Place::Warp ? Scope::Warp : Scope::Block);
}

bool mentions(const Expr& e, const std::set<std::string>& names) {
  bool found = false;
  for_each_node(e, [&](const Expr& inner) {
    const auto* v = as<Var>(inner);
    found |= v && names.contains(v->name);
  });
  return found;
}

// Puts a loop over rounds into the outermost loops of a body.
class RoundLoop {
 public:
  RoundLoop(const For& rounds, const Kernel& kernel)
      : rounds_(rounds), owner_(*kernel.owner), where_(kernel.where) {
    of_round_.insert(rounds.var);
  }

  // Null: the loops depend on the round, or something other than names stands beside one of them.
  Stmt inside(const Stmt& body) { return inside(body, owner_.loops); }

 private:
  // What depends on the round moves into it.
  Stmt inside(const Stmt& body, int64_t loops) {
    if (loops == 0) {
      For out = rounds_;
      moved_.push_back(body);
      moved_.push_back(barrier_of(owner_));
      out.body = block(moved_);
      return make_stmt(std::move(out), where_);
    }
    std::vector<Stmt> stmts = stmts_of(body), kept;
    const auto* loop = stmts.empty() ? nullptr : as<For>(stmts.back());
    if (!loop) return nullptr;
    for (size_t i = 0; i + 1 < stmts.size(); ++i) {
      const auto* name = as<Let>(stmts[i]);
      if (!name && !as<Array>(stmts[i])) return nullptr;
      const bool moves = name && mentions(name->value, of_round_);
      if (moves && name->changes) return nullptr;
      if (moves) of_round_.insert(name->var);
      (moves ? moved_ : kept).push_back(stmts[i]);
    }
    for (const Expr& bound : {loop->begin, loop->end, loop->step})
      if (mentions(bound, of_round_)) return nullptr;
    For around = *loop;
    around.body = inside(loop->body, loops - 1);
    if (!around.body) return nullptr;
    kept.push_back(make_stmt(std::move(around), stmts.back()->where));
    return block(std::move(kept));
  }

  const For& rounds_;
  const Owner& owner_;
  const SourceRange& where_;
  std::set<std::string> of_round_;
  std::vector<Stmt> moved_;
};

class Joiner {
 public:
  Joiner(Program& program, const Target& target)
      : program_(program), target_(target), launches_(program) {}

  void run() {
    join_all();
    if (keep_rounds()) join_all();
    launches_.tell_merged(", one behind the other");
    settle_own();
    for (Kernel& k : program_.kernels) k.owner.reset();
  }

 private:
  void join_all() {
    for (size_t i = 0; i < program_.steps.size(); ++i)
      while (join_earlier(i)) continue;
  }

  // Lets the kernel of step `i` go on where the one of its owner before it ends.
  bool join_earlier(size_t& i) {
    const Kernel* second = launches_.launched(program_.steps[i]);
    if (!second || !second->owner) return false;
    for (size_t g = i; g-- > 0;) {
      const Kernel* first = launches_.launched(program_.steps[g]);
      if (!first || first->owner != second->owner || first->repeats != second->repeats) continue;
      if (!fit(*first, *second) || !launches_.obstacle(g, i).empty()) return false;
      const Meeting at{static_cast<size_t>(second->owner->loops), barrier_of(*second->owner)};
      Fusion both = join_bodies(program_, target_, {*first, *second}, at);
      if (!both.body) return false;
      i = join(g, i, std::move(both.body));
      return true;
    }
    return false;
  }

  // What one launch can hold.
  bool fit(const Kernel& first, const Kernel& second) const {
    if (first.tiled || second.tiled) return false;
    if (first.shared_bytes > 0 && second.shared_bytes > 0) return false;
    return array_bytes(first) + array_bytes(second) <= largest_arrays;
  }

  int64_t array_bytes(const Kernel& k) const {
    constexpr int64_t index_bytes = 8;  // at most
    int64_t out = 0;
    for_each_stmt(k.body, [&](const Stmt& s) {
      const auto* n = as<Array>(s);
      if (n && n->memory == Memory::Shared && n->byte < 0)
        out += n->extent * (n->type == Type::Value ? target_.value_bytes : index_bytes);
    });
    return out;
  }

  size_t join(size_t g, size_t i, Stmt body) {
    const Kernel first = *launches_.launched(program_.steps[g]);
    Kernel second = *launches_.launched(program_.steps[i]);
    const size_t at = launches_.merge(g, i, std::move(body));
    Kernel& both = named(second.name);
    both.shared_bytes = std::max(first.shared_bytes, second.shared_bytes);
    for (Param& p : both.params) {
      const auto uses = [&](const Kernel& k) {
        return std::ranges::find(k.params, p.name, &Param::name) != k.params.end();
      };
      p.exchanged |= p.written && uses(first) && uses(second);
    }
    return at;
  }

  Kernel& named(const std::string& kernel) {
    return *std::ranges::find(program_.kernels, kernel, &Kernel::name);
  }

  // ---- Rounds ----

  // Where one kernel is all that rounds do, and each iteration of its owner's loops takes from
  // itself alone in later rounds, too, the rounds become a loop in there.
  bool keep_rounds() {
    if (!program_.iteration || !program_.iteration->times || !all_have_states()) return false;
    std::optional<size_t> at;
    for (size_t i = 0; i < program_.steps.size(); ++i) {
      const Kernel* k = launches_.launched(program_.steps[i]);
      if (!k || !k->repeats) continue;
      if (at || !k->owner) return false;
      at = i;
    }
    if (!at || zeroes_in_rounds(*at)) return false;
    Kernel& k = named(program_.steps[*at].name);
    const std::string number = name_of_round(k), rounds = fresh_param(k, "rounds");
    const For loop{number, Type::Coord, lit(0), var(rounds), lit(1)};
    Stmt body = RoundLoop(loop, k).inside(k.body);
    if (!body) return false;
    k.body = std::move(body);
    std::erase_if(k.params, [&](const Param& p) { return p.name == number; });
    const std::vector<ElementUse> uses = uses_of(k.body);
    for (Param& p : k.params)
      p.exchanged |= p.written && std::ranges::any_of(uses, [&](const ElementUse& use) {
                       return use.array == p.name && !use.stores;
                     });
    k.params.push_back({Param::Kind::Int, rounds, "", 0, program_.iteration->times, false});
    program_.notes.push_back(fmt::format("{}: its {} make all rounds, each with what it has itself",
                                         k.name,
                                         k.owner->workers == Place::Warp ? "warps" : "blocks"));
    zero_without_rounds(k, *at);
    k.repeats = false;
    return true;
  }

  bool all_have_states() const {
    return std::ranges::all_of(program_.iteration->carry, [&](const auto& pair) {
      return std::ranges::find(program_.tensors, pair.first, &Tensor::state_of) !=
             program_.tensors.end();
    });
  }

  // A slice that only one round writes is zeroed before all of them.
  bool zeroes_in_rounds(size_t launch) {
    const Kernel& k = *launches_.launched(program_.steps[launch]);
    const std::set<std::string> stored = launches_.memory(k, true);
    for (size_t i = launch; i-- > 0;) {
      if (program_.steps[i].kind != Step::Kind::Zero) continue;
      const std::string zeroed = launches_.memory_of(program_.steps[i].name);
      if (stored.contains(zeroed) && !is_sliced(zeroed, k)) return true;
    }
    return false;
  }

  bool is_sliced(const std::string& tensor, const Kernel& k) const {
    const Tensor* t = program_.tensor(tensor);
    return t && !k.round_rank.empty() &&
           std::ranges::find(t->ranks, k.round_rank) != t->ranks.end();
  }

  static std::string name_of_round(const Kernel& k) {
    for (const Param& p : k.params)
      if (const auto* v = as<Var>(p.value); v && v->name == round_name) return p.name;
    return fresh_param(k, round_name);
  }

  static std::string fresh_param(const Kernel& k, const std::string& base) {
    Names names;
    for (const Param& p : k.params) names.take(p.name);
    for_each_stmt(k.body, [&](const Stmt& s) {
      if (const auto* n = as<Let>(s)) names.take(n->var);
      if (const auto* n = as<For>(s)) names.take(n->var);
      if (const auto* n = as<Array>(s)) names.take(n->buffer);
    });
    return names.fresh(base);
  }

  // Without a round nothing writes what rounds compute.
  void zero_without_rounds(const Kernel& k, size_t launch) {
    const Expr times = program_.iteration->times;
    if (const auto known = literal(times); known && *known > 0) return;
    Names names;
    for (const NamedSize& s : program_.sizes) names.take(s.name);
    for (const std::string& rank : program_.ranks()) names.take(rank);
    for (const Symbol& s : program_.symbols) names.take(s.name);
    Step step{Step::Kind::Repeat, names.fresh("without_rounds")};
    step.value = sub(lit(1), least(times, lit(1)));
    for (const Param& p : k.params) {
      const View* view =
          p.kind == Param::Kind::Values && p.written ? program_.view(p.view) : nullptr;
      const Tensor* t = view ? program_.tensor(view->tensor) : nullptr;
      if (t && t->role == Role::Output && !is_sliced(t->name, k))
        step.body.push_back({.kind = Step::Kind::Zero, .name = view->name, .fill = t->absent});
    }
    if (!step.body.empty())
      program_.steps.insert(program_.steps.begin() + static_cast<std::ptrdiff_t>(launch),
                            std::move(step));
  }

  // The caller has no part in what rounds keep, and in what the compiler derived.
  void settle_own() {
    const auto is_own = [](const Tensor& t) {
      return !t.state_of.empty() || (t.derived && !t.bits);
    };
    for (const Tensor& t : program_.tensors) {
      if (!is_own(t) || !program_.view(t.name)) continue;
      for (Kernel& k : program_.kernels)
        for (Param& p : k.params)
          p.exchanged |= !t.derived && p.view == t.name && p.kind == Param::Kind::Values;
      keep_in_workspace(t.name, program_);
    }
    std::erase_if(program_.tensors, is_own);
  }

  Program& program_;
  const Target& target_;
  Launches launches_;
};

}  // namespace

std::optional<Program> join(Program program, const Target& target, Diagnostics&) {
  Joiner(program, target).run();
  return program;
}

}  // namespace teaal::passes
