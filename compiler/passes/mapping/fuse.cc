#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/ir/rewrite.h"
#include "compiler/ir/text.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/mapping/fusion.h"
#include "compiler/passes/mapping/fusion_registers.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using namespace ir;

// A kernel joins the one that stores what it reads where both run on equal grids and their bodies
// fit (fusion.h). What no kernel reads from memory in the end is not stored at all.
class Fuser {
 public:
  Fuser(Program& program, const Target& target) : program_(program), target_(target) {}

  void run() {
    for (size_t i = 0; i < program_.steps.size(); ++i)
      while (join_producer(i)) continue;
    for (const auto& [name, parts] : parts_)
      program_.notes.push_back(fmt::format("{} does what {} kernels would: {}", name, parts.size(),
                                           fmt::join(parts, ", ")));
    for (Tensor& t : program_.tensors)
      if (t.role == Role::Intermediate && has_array(t)) settle(t);
  }

 private:
  // ---- Kernels and what they touch ----

  const Kernel* launched(const Step& step) const {
    return step.kind == Step::Kind::Launch ? kernel(step.name) : nullptr;
  }

  const Kernel* kernel(const std::string& name) const {
    for (const Kernel& k : program_.kernels)
      if (k.name == name) return &k;
    return nullptr;
  }

  // The tensor or workspace that a name of a step or parameter is about.
  std::string memory_of(const std::string& name) const {
    const View* view = program_.view(name);
    return view ? view->tensor : name;
  }

  // By tensor, as the views of one hold the same; by name for workspaces.
  std::set<std::string> memory(const Kernel& k, bool written) const {
    std::set<std::string> out;
    for (const Param& p : k.params)
      if ((p.written || !written) && !p.view.empty() && p.kind != Param::Kind::Scalar)
        out.insert(memory_of(p.view));
    return out;
  }

  // What a step changes of, or takes from, the memory that a kernel uses.
  bool disturbs(const Step& step, const Kernel& k) const {
    std::set<std::string> used = memory(k, false), stored = memory(k, true);
    if (const Kernel* other = launched(step)) {
      for (const std::string& name : memory(*other, true))
        if (used.contains(name)) return true;
      for (const std::string& name : memory(*other, false))
        if (stored.contains(name)) return true;
      return false;
    }
    const std::string name = memory_of(step.name);
    return step.kind == Step::Kind::Resort ? stored.contains(name) : used.contains(name);
  }

  // ---- Joining ----

  // Lets the kernel of step `i` join one before it. False: there is none (left).
  bool join_producer(size_t& i) {
    const Kernel* second = launched(program_.steps[i]);
    for (size_t g = i; second && g-- > 0;) {
      const Kernel* first = launched(program_.steps[g]);
      if (!first) continue;
      const std::vector<std::string> between = handed_over(*first, *second);
      if (between.empty()) continue;
      std::string obstacle = obstacle_to(g, i);
      if (obstacle.empty()) {
        Fusion fusion = fuse_bodies(program_, target_, {*first, *second}, registers_[first->name]);
        if (fusion.body) {
          i = join(g, i, std::move(fusion.body));
          return true;
        }
        obstacle = fusion.obstacle;
      }
      for (const std::string& tensor : between) obstacles_[tensor] = {second->name, obstacle};
    }
    return false;
  }

  // The tensors that one kernel stores and another reads (or adds to).
  std::vector<std::string> handed_over(const Kernel& first, const Kernel& second) const {
    std::vector<std::string> out;
    const std::set<std::string> used = memory(second, false);
    for (const std::string& name : memory(first, true))
      if (program_.tensor(name) && used.contains(name)) out.push_back(name);
    return out;
  }

  // The step between two that keeps the first from running with the second.
  const Step* between(size_t g, size_t i, const Kernel& moved) const {
    for (size_t s = g + 1; s < i; ++s)
      if (disturbs(program_.steps[s], moved)) return &program_.steps[s];
    return nullptr;
  }

  // Why the two kernels cannot be one whatever their bodies do.
  std::string obstacle_to(size_t g, size_t i) const {
    const Kernel &first = *launched(program_.steps[g]), &second = *launched(program_.steps[i]);
    for (const Kernel* k : {&first, &second})
      if (k->tiled || synchronizes(*k)) return k->name + " works on tiles that are staged";
    for (const Kernel* k : {&first, &second})
      if (emits(*k))
        return memory_of(written_view(*k)) + " is assembled from what its kernel finds";
    if (reads_otherwise(first, second)) return "it is read in another storage order";
    if (first.repeats != second.repeats) return "only one of the two repeats";
    if (const Step* step = between(g, i, first); step && between(g, i, second))
      return (launched(*step) ? step->name : "a step of the plan") + " comes between them";
    if (text(first.launch.grid) != text(second.launch.grid) ||
        text(first.launch.block) != text(second.launch.block))
      return "they are spread over the GPU in different ways";
    for (const Param& a : first.params)
      for (const Param& b : second.params)
        if (a.name == b.name && !equal(a, b)) return "they count their workers in different ways";
    return "";
  }

  static bool synchronizes(const Kernel& k) {
    bool found = false;
    for_each_stmt(k.body, [&](const Stmt& s) { found |= as<Run>(s) != nullptr; });
    return found;
  }

  bool emits(const Kernel& k) const {
    const View* view = program_.view(written_view(k));
    return view && view->points;
  }

  static std::string written_view(const Kernel& k) {
    for (const Param& p : k.params)
      if (p.kind == Param::Kind::Values && p.written) return p.view;
    return "";
  }

  bool reads_otherwise(const Kernel& first, const Kernel& second) const {
    for (const Param& a : first.params)
      for (const Param& b : second.params)
        if (a.written && a.view != b.view && program_.view(a.view) && program_.view(b.view) &&
            memory_of(a.view) == memory_of(b.view))
          return true;
    return false;
  }

  // Sizes by what they stand for.
  std::string text(const Expr& e) const {
    if (!e) return "";
    return print(rewrite(e, [&](const Expr& node) {
      const auto* v = as<Var>(node);
      for (const NamedSize& s : program_.sizes)
        if (v && s.name == v->name) return var(fmt::format("({})", text(s.value)));
      return node;
    }));
  }

  bool equal(const Param& a, const Param& b) const {
    return a.kind == b.kind && a.view == b.view && a.level == b.level &&
           text(a.value) == text(b.value);
  }

  // The step that then launches both.
  size_t join(size_t g, size_t i, Stmt body) {
    const bool down = !between(g, i, *launched(program_.steps[g]));
    auto named = [&](const std::string& name) {
      return std::ranges::find(program_.kernels, name, &Kernel::name);
    };
    const Kernel first = *named(program_.steps[g].name);
    Kernel& second = *named(program_.steps[i].name);
    second.body = std::move(body);
    for (const Param& p : first.params) {
      auto same = std::ranges::find(second.params, p.name, &Param::name);
      if (same == second.params.end())
        second.params.push_back(p);
      else
        same->written |= p.written;
    }
    registers_[second.name] = registers_[first.name];
    add_part(first.name, second.name);
    program_.kernels.erase(named(first.name));
    auto at = [&](size_t step) {
      return program_.steps.begin() + static_cast<std::ptrdiff_t>(step);
    };
    if (!down) *at(g) = *at(i);
    program_.steps.erase(at(down ? g : i));
    return down ? i - 1 : g;
  }

  void add_part(const std::string& first, const std::string& second) {
    auto parts_of = [&](const std::string& name) {
      auto known = parts_.find(name);
      return known == parts_.end() ? std::vector<std::string>{name} : known->second;
    };
    std::vector<std::string> parts = parts_of(first);
    for (const std::string& part : parts_of(second)) parts.push_back(part);
    parts_.erase(first);
    parts_[second] = std::move(parts);
  }

  // ---- What becomes of an intermediate ----

  // `stage` may have fused it already.
  bool has_array(const Tensor& t) const {
    return std::ranges::any_of(program_.views, [&](const View& v) { return v.tensor == t.name; });
  }

  void settle(Tensor& t) {
    std::vector<std::string> readers;
    size_t writers = 0;
    bool elsewhere = false;  // a re-sorted copy of it is made
    for (const Step& s : program_.steps)
      elsewhere |= s.kind == Step::Kind::Resort && memory_of(s.name) == t.name;
    for (const Kernel& k : program_.kernels) {
      writers += memory(k, true).contains(t.name);
      if (reads_memory(k, t)) readers.push_back(k.name);
    }
    if (!elsewhere && readers.empty() && writers == 0) return;  // inlined
    if (!elsewhere && readers.empty() && writers == 1) return drop(t);
    t.role = Role::Output;
    program_.notes.push_back(fmt::format("{} is stored: {}", t.name, reason(t, readers)));
  }

  std::string reason(const Tensor& t, const std::vector<std::string>& readers) const {
    auto known = obstacles_.find(t.name);
    if (known != obstacles_.end())
      return fmt::format("{} reads it from memory, as {}", known->second.first,
                         known->second.second);
    if (readers.empty()) return "nothing reads it";
    return fmt::format("{} makes and reads it a slice at a time", readers.back());
  }

  // Other than to store to it.
  bool reads_memory(const Kernel& k, const Tensor& t) const {
    for (const Param& p : k.params) {
      if (p.kind == Param::Kind::Workspace || p.view.empty() || memory_of(p.view) != t.name)
        continue;
      if (p.kind != Param::Kind::Values || !p.written || k.tiled) return true;
      for (const ElementUse& use : uses_of(k.body))
        if (use.array == p.name && (!use.stores || use.op != AssignOp::Set)) return true;
    }
    return false;
  }

  void drop(const Tensor& t) {
    for (Kernel& k : program_.kernels)
      for (size_t p = 0; p < k.params.size(); ++p) {
        if (!k.params[p].written || memory_of(k.params[p].view) != t.name) continue;
        k.body = without_stores(k.body, k.params[p].name);
        program_.notes.push_back(
            fmt::format("{} is fused: {} keeps its elements in a register", t.name, k.name));
        k.params.erase(k.params.begin() + static_cast<std::ptrdiff_t>(p--));
      }
    std::erase_if(program_.steps, [&](const Step& s) {
      return s.kind == Step::Kind::Zero && memory_of(s.name) == t.name;
    });
    std::erase_if(program_.views, [&](const View& v) { return v.tensor == t.name; });
  }

  Program& program_;
  const Target& target_;
  std::map<std::string, Registers> registers_;             // by kernel
  std::map<std::string, std::vector<std::string>> parts_;  // kernel → those that it was made of
  // Tensor → the last kernel that could not join the one that stores it, and why.
  std::map<std::string, std::pair<std::string, std::string>> obstacles_;
};

}  // namespace

std::optional<Program> fuse(Program program, const Target& target, Diagnostics&) {
  if (target.fuse) Fuser(program, target).run();
  return program;
}

}  // namespace teaal::passes
