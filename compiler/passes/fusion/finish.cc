#include "compiler/passes/fusion/finish.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/sum_block.h"
#include "compiler/passes/fusion/owners.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using namespace ir;

// The operand that it assigns to.
const std::string& made_by(const Finish::Link& link) {
  return as<Access>(as<Assign>(link.assign)->target)->operand;
}

bool is_dense(const View& view) { return !view.points && store_all(view.levels); }

class Taker {
 public:
  Taker(Program& program, Kernel& kernel)
      : program_(program), kernel_(kernel), nest_(unnest(kernel.body)) {
    finish_.sum = assignment(kernel.body).target;
    outputs_ = output_roots(nest_);
    for (const Operand& o : kernel.operands)
      if (o.name == output_of(kernel)) handed_on_ = o;
  }

  void run(std::string obstacle) {
    size_t first = 0;
    while (first < program_.steps.size() && !launches_own(program_.steps[first])) ++first;
    for (size_t s = first + 1; s < program_.steps.size(); ++s) {
      if (!uses(program_.steps[s], taken(), false)) continue;
      const Kernel* second = launched(program_.steps[s]);
      if (!second || second->tiled || second->schedule.staged()) break;
      if (!has_an_element_each(*second)) break;
      Finish::Link link;
      if (obstacle.empty()) obstacle = link_of(*second, link);
      if (obstacle.empty()) obstacle = conflict(first, s);
      if (!obstacle.empty()) {
        if (is_spread())
          program_.notes.push_back(fmt::format("{} is not computed where {} stores {}: {}",
                                               second->name, kernel_.name, taken(), obstacle));
        break;
      }
      take(std::move(link), s--);
    }
    if (finish_.links.empty()) return;
    settle();
    kernel_.finish = std::move(finish_);
  }

  // Kernels that are no longer launched.
  const std::set<std::string>& gone() const { return gone_; }

 private:
  std::string taken() const { return tensor_of(handed_on_.name); }

  // ---- Which kernels ----

  const Kernel* launched(const Step& step) const {
    if (step.kind != Step::Kind::Launch) return nullptr;
    const auto found = std::ranges::find(program_.kernels, step.name, &Kernel::name);
    return found == program_.kernels.end() ? nullptr : &*found;
  }

  bool launches_own(const Step& step) const {
    return step.kind == Step::Kind::Launch && step.name == kernel_.name;
  }

  // Whether a step reads or writes a tensor, or the latter.
  bool uses(const Step& step, const std::string& tensor, bool only_writes) const {
    const auto is_of = [&](const std::string& view) {
      const View* v = program_.view(view);
      return v && v->tensor == tensor;
    };
    const Kernel* k = launched(step);
    if (!k) return is_of(step.name) && !(only_writes && step.kind == Step::Kind::Resort);
    if (k->tiled)
      return std::ranges::any_of(k->params, [&](const Param& p) {
        return p.kind != Param::Kind::Workspace && is_of(p.view) && (p.written || !only_writes);
      });
    const auto names = [&](const Operand& o) { return tensor_of(o.name) == tensor; };
    if (k->finish)
      for (const Finish::Link& link : k->finish->links) {
        if (tensor_of(made_by(link)) == tensor) return true;
        if (!only_writes && std::ranges::any_of(link.operands, names)) return true;
      }
    if (only_writes) return output_of(*k) == tensor;
    return std::ranges::any_of(k->operands, names);
  }

  // Between the two nothing changes what the later one reads, nor uses what it writes.
  std::string conflict(size_t first, size_t step) const {
    const Kernel& moved = *launched(program_.steps[step]);
    const std::string written = output_of(moved);
    if (written != taken() && std::ranges::any_of(kernel_.operands, [&](const Operand& o) {
          return tensor_of(o.name) == written;
        }))
      return kernel_.name + " reads what it stores";
    for (size_t s = first + 1; s < step; ++s) {
      bool disturbs = uses(program_.steps[s], written, false);
      for (const Operand& o : moved.operands)
        disturbs |= uses(program_.steps[s], tensor_of(o.name), true);
      if (disturbs)
        return launched(program_.steps[s]) ? program_.steps[s].name + " comes between them"
                                           : "a step of the plan comes between them";
    }
    return "";
  }

  // Of what this kernel sums; else nobody expects it here.
  bool has_an_element_each(const Kernel& k) const {
    const Nest nest = unnest(k.body);
    std::set<std::string> roots;
    for (const Nest::Loop& l : nest.loops) roots.merge(roots_of(l.loop));
    return roots == outputs_ && output_roots(nest) == outputs_;
  }

  // The link that a kernel is, in the names of this one's coordinates; empty text: it is one, else
  // why it is none.
  std::string link_of(const Kernel& k, Finish::Link& link) const {
    const Nest nest = unnest(k.body);
    const auto* assign = as<Assign>(nest.body);
    if (!assign || k.repeats != kernel_.repeats || !k.round_rank.empty() || k.row_class)
      return "it is no plain assignment";
    for (const Nest::Loop& l : nest.loops)
      if (!is_plain(l.loop) || l.loop.extent != l.loop.root)
        return "its loops are flattened, led by a tensor or tied by index math";
    const std::string output = output_of(k);
    const bool again = output == taken();
    std::string why = elements_met(k, nest);
    if (!why.empty()) return why;
    if (again && !k.accumulates) return "it begins anew";
    if (!again && k.accumulates) return "it adds to what another term stores";
    if (!again && assign->op != AssignOp::Set)
      return "what it reduces starts from a value of its own";
    bool found = again;
    for (const Operand& o : k.operands) {
      const std::string tensor = tensor_of(o.name);
      if (tensor == taken()) {
        found |= o.name != output;
        if (o.view != handed_on_.view) return "it reads another storage order";
        if (!again) continue;
      } else if (is_made_before(tensor)) {
        return "it reads what was stored before";
      }
      link.operands.push_back(o);
    }
    if (!found) return "it does not read the element";
    if (names_sizes(assign->value, nest)) return "its value names a size";
    if (!k.schedule.default_space && is_mapped_otherwise(nest)) return "its mapping is another";
    if (k.owner) return "it takes turns with other kernels";
    link.assign = in_own_names(nest);
    return "";
  }

  bool names_sizes(const Expr& value, const Nest& nest) const {
    const std::map<std::string, std::string> root_of = roots_of_variables(nest);
    bool out = false;
    for_each_expr(value, [&](const Expr& e) {
      const auto* v = as<Var>(e);
      out |= v && !root_of.contains(v->name) && !v->name.starts_with("scalar_");
    });
    return out;
  }

  bool is_made_before(const std::string& tensor) const {
    if (finish_.links.empty()) return false;
    if (tensor == output_of(kernel_)) return true;
    return std::ranges::any_of(finish_.links, [&](const Finish::Link& link) {
      return tensor_of(made_by(link)) == tensor;
    });
  }

  // Why an operand is no element in memory at the coordinates of the loops, each of them once.
  std::string elements_met(const Kernel& k, const Nest& nest) const {
    const std::map<std::string, std::string> root_of = roots_of_variables(nest);
    std::string why;
    for_each_expr(nest.body, [&](const Expr& e) {
      const auto* access = as<Access>(e);
      if (!access || !why.empty()) return;
      const auto operand = std::ranges::find(k.operands, access->operand, &Operand::name);
      const Tensor& tensor = *program_.tensor(access->operand);
      if (operand == k.operands.end() || !is_dense(*program_.view(operand->view))) {
        why = fmt::format("{} is not stored in whole uncompressed ranks", tensor.name);
        return;
      }
      std::set<std::string> seen;
      for (size_t r = 0; r < access->at.size() && why.empty(); ++r) {
        const auto* index = as<Var>(access->at[r]);
        const auto root = index ? root_of.find(index->name) : root_of.end();
        if (root == root_of.end() || !seen.insert(root->second).second)
          why = fmt::format("{} is read with index math", tensor.name);
        else if (root->second != tensor.ranks[r])
          why = fmt::format("rank {} of {} is indexed by {}", tensor.ranks[r], tensor.name,
                            root->second);
      }
    });
    return why;
  }

  // Loops that nobody mapped are one for the grid at most, around others in time; or `place` has
  // spread them, and says so.
  bool is_mapped_otherwise(const Nest& nest) const {
    std::set<std::string> here, there;
    bool own = false;
    const auto text = [](const ForRank& loop) {
      const int64_t step = loop.tile ? literal(loop.tile).value_or(0) : 1;
      return fmt::format("{} {} {}", loop.rank, step, static_cast<int>(loop.place));
    };
    for (const Nest::Loop& l : nest.loops) {
      own |= l.loop.tile != nullptr || (l.loop.place != Place::Time && l.loop.place != Place::Grid);
      here.insert(text(l.loop));
    }
    for (const Nest::Loop& l : nest_.loops)
      if (outputs_.contains(l.loop.root)) there.insert(text(l.loop));
    return own && here != there;
  }

  Stmt in_own_names(const Nest& nest) const {
    std::map<std::string, std::string> variable_of_root, named;
    for (const auto& [var, root] : roots_of_variables(nest_)) variable_of_root[root] = var;
    for (const auto& [var, root] : roots_of_variables(nest)) named[var] = variable_of_root.at(root);
    return rewrite(nest.body, [&](const Expr& e) {
      const auto* v = as<Var>(e);
      return v && named.contains(v->name) ? var(named.at(v->name)) : e;
    });
  }

  bool is_spread() const {
    return std::ranges::any_of(nest_.loops, [](const Nest::Loop& l) {
      return l.loop.place != Place::Time && l.loop.place != Place::Grid;
    });
  }

  // ---- What becomes of them ----

  void take(Finish::Link link, size_t step) {
    const std::string name = program_.steps[step].name, before = taken();
    const std::string to = made_by(link);
    for (const Operand& o : launched(program_.steps[step])->operands)
      if (o.name == to) handed_on_ = o;
    finish_.links.push_back(std::move(link));
    if (taken() != before)
      program_.notes.push_back(
          fmt::format("{}: {} is computed where the sums are stored", kernel_.name, taken()));
    program_.steps.erase(program_.steps.begin() + static_cast<std::ptrdiff_t>(step));
    gone_.insert(name);
    std::erase_if(program_.notes,
                  [&](const std::string& note) { return note.starts_with(name + ": "); });
  }

  // What nobody else reads is not stored; of what is written twice the last is.
  void settle() {
    std::vector<std::pair<std::string, bool*>> chain = {{output_of(kernel_), &finish_.stored}};
    for (Finish::Link& link : finish_.links) chain.emplace_back(made_by(link), &link.stored);
    for (size_t i = 0; i + 1 < chain.size(); ++i) {
      auto& [tensor, stored] = chain[i];
      const bool again =
          std::any_of(chain.begin() + static_cast<std::ptrdiff_t>(i) + 1, chain.end(),
                      [&](const auto& later) { return later.first == tensor; });
      *stored = !again && is_wanted(tensor);
    }
  }

  bool is_wanted(const std::string& tensor) const {
    if (program_.tensor(tensor)->role == Role::Output) return true;
    if (program_.iteration) {
      if (program_.iteration->until_empty == tensor) return true;
      for (const auto& [to, from] : program_.iteration->carry)
        if (to == tensor || from == tensor) return true;
    }
    return std::ranges::any_of(
        program_.steps, [&](const Step& s) { return !launches_own(s) && uses(s, tensor, false); });
  }

  Program& program_;
  Kernel& kernel_;
  const Nest nest_;
  std::set<std::string> outputs_, gone_;
  Operand handed_on_;
  Finish finish_;
};

// ---- Which sums are whole in registers, at every coordinate ----

bool visits_all(const Program& program, const Kernel& kernel, const Nest& nest,
                const std::set<std::string>& outputs) {
  std::map<std::string, std::string> root_of;
  for (const Nest::Loop& l : nest.loops) {
    bool of_output = false;
    for (const std::string& root : roots_of(l.loop)) of_output |= outputs.contains(root);
    if (!of_output) continue;
    if (!is_plain(l.loop) || l.loop.extent != l.loop.root) return false;
    if (!l.loop.tile) root_of[l.loop.var] = l.loop.root;
  }
  bool out = true;
  for_each_expr(nest.body, [&](const Expr& e) {
    const auto* access = as<Access>(e);
    if (!access) return;
    const auto operand = std::ranges::find(kernel.operands, access->operand, &Operand::name);
    const View* view = operand == kernel.operands.end() ? nullptr : program.view(operand->view);
    const Tensor& tensor = *program.tensor(access->operand);
    for (size_t r = 0; r < access->at.size(); ++r) {
      bool indexed = false;  // by what the output is, too
      for_each_expr(access->at[r], [&](const Expr& part) {
        const auto* v = as<Var>(part);
        indexed |= v && root_of.contains(v->name);
      });
      if (!indexed) continue;
      out &= view && as<Var>(access->at[r]) &&
             root_of.at(as<Var>(access->at[r])->name) == tensor.ranks[r];
      if (view)
        for (const Level& level : view->levels)
          out &= level.rank != tensor.ranks[r] || level.format == LevelFormat::Uncompressed;
    }
  });
  return out;
}

// Empty: the sums can be finished where they are stored. None: no sums are, or other kernels of the
// launch take them.
std::optional<std::string> obstacle_of(const Program& program, const Kernel& kernel) {
  if (kernel.tiled || kernel.owner || kernel.row_class || kernel.buffer || !kernel.clears.empty() ||
      !kernel.round_rank.empty() ||
      std::ranges::find(program.kernels, kernel.name, &Kernel::clears) != program.kernels.end())
    return std::nullopt;
  const Nest nest = unnest(kernel.body);
  const std::set<std::string> outputs = output_roots(nest);
  const auto reduces = [&](const Nest::Loop& l) {
    return std::ranges::any_of(roots_of(l.loop),
                               [&](const auto& root) { return !outputs.contains(root); });
  };
  if (std::ranges::none_of(nest.loops, reduces)) return std::nullopt;
  const std::string& output = output_of(kernel);
  for (const Operand& o : kernel.operands)
    if (o.name == output && !is_dense(*program.view(o.view))) return std::nullopt;
  if (!visits_all(program, kernel, nest, outputs)) return std::nullopt;
  if (kernel.accumulates) return "it is the sum of several terms";
  for (const Schedule::Staging& s : kernel.schedule.stagings)
    if (s.tensor == output && s.memory == Memory::Shared) return "its sums lie in shared memory";
  const size_t first = sum_block(nest, kernel, program, outputs).first;
  bool in_memory = first == nest.loops.size();
  for (size_t i = 0; i < first; ++i)
    in_memory |= reduces(nest.loops[i]) && nest.loops[i].loop.place == Place::Time;
  return in_memory ? "its sums are added up in memory" : "";
}

}  // namespace

void take_finish(Program& program, Kernel& kernel, const std::string& obstacle) {
  Taker taker(program, kernel);
  taker.run(obstacle);
  const std::set<std::string> gone = taker.gone();
  std::erase_if(program.kernels, [&](const Kernel& k) { return gone.contains(k.name); });
}

std::optional<Program> finish(Program program, const Target& target, Diagnostics&) {
  // What a kernel takes stands behind it.
  for (size_t i = 0; target.fuse && i < program.kernels.size(); ++i)
    if (const auto obstacle = obstacle_of(program, program.kernels[i]))
      take_finish(program, program.kernels[i], *obstacle);
  for (Kernel& kernel : program.kernels) kernel.schedule.default_space = false;
  return program;
}

}  // namespace teaal::passes
