#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/fusion/fusion.h"
#include "compiler/passes/fusion/fusion_registers.h"
#include "compiler/passes/fusion/launches.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using namespace ir;

// A kernel joins the one that stores what it reads where both run on equal grids and their bodies
// fit (fusion.h). What no kernel reads from memory in the end is not stored at all.
class Fuser {
 public:
  Fuser(Program& program, const Target& target)
      : program_(program), target_(target), launches_(program) {}

  void run() {
    for (size_t i = 0; i < program_.steps.size(); ++i)
      while (join_producer(i)) continue;
    launches_.tell_merged("");
    for (Tensor& t : program_.tensors)
      if (t.role == Role::Intermediate && t.state_of.empty() && has_array(t)) settle(t);
  }

 private:
  // ---- Joining ----

  // Lets the kernel of step `i` join one before it. False: there is none (left).
  bool join_producer(size_t& i) {
    const Kernel* second = launches_.launched(program_.steps[i]);
    for (size_t g = i; second && g-- > 0;) {
      const Kernel* first = launches_.launched(program_.steps[g]);
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
    const std::set<std::string> used = launches_.memory(second, false);
    for (const std::string& name : launches_.memory(first, true))
      if (program_.tensor(name) && used.contains(name)) out.push_back(name);
    return out;
  }

  // Why the two kernels cannot be one whatever their bodies do.
  std::string obstacle_to(size_t g, size_t i) const {
    const Kernel &first = *launches_.launched(program_.steps[g]),
                 &second = *launches_.launched(program_.steps[i]);
    for (const Kernel* k : {&first, &second})
      if (k->tiled || synchronizes(*k)) return k->name + " works on tiles that are staged";
    for (const Kernel* k : {&first, &second})
      if (k->row_class) return k->name + " has some of its elements alone";
    for (const Kernel* k : {&first, &second})
      if (emits(*k))
        return launches_.memory_of(written_view(*k)) + " is assembled from what its kernel finds";
    if (reads_otherwise(first, second)) return "it is read in another storage order";
    return launches_.obstacle(g, i);
  }

  static bool synchronizes(const Kernel& k) {
    bool found = false;
    for_each_stmt(k.body, [&](const Stmt& s) {
      found |= as<Run>(s) || as<Copy>(s) || as<Await>(s) || as<ir::Barrier>(s) || as<Mma>(s);
    });
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
            launches_.memory_of(a.view) == launches_.memory_of(b.view))
          return true;
    return false;
  }

  // The step that then launches both.
  size_t join(size_t g, size_t i, Stmt body) {
    const std::string first = program_.steps[g].name, second = program_.steps[i].name;
    registers_[second] = registers_[first];
    return launches_.merge(g, i, std::move(body));
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
      elsewhere |= s.kind == Step::Kind::Resort && launches_.memory_of(s.name) == t.name;
    for (const Kernel& k : program_.kernels) {
      writers += launches_.memory(k, true).contains(t.name);
      if (reads_memory(k, t)) readers.push_back(k.name);
    }
    if (!elsewhere && readers.empty() && writers == 0) return;  // inlined
    if (!elsewhere && readers.empty() && writers == 1) return drop(t);
    if (t.bits || t.derived) return;  // pack_bits and join decide
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
      if (p.kind == Param::Kind::Workspace || p.view.empty() ||
          launches_.memory_of(p.view) != t.name)
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
        if (!k.params[p].written || launches_.memory_of(k.params[p].view) != t.name) continue;
        k.body = without_stores(k.body, k.params[p].name);
        program_.notes.push_back(
            fmt::format("{} is fused: {} keeps its elements in a register", t.name, k.name));
        k.params.erase(k.params.begin() + static_cast<std::ptrdiff_t>(p--));
      }
    std::erase_if(program_.steps, [&](const Step& s) {
      return s.kind == Step::Kind::Zero && launches_.memory_of(s.name) == t.name;
    });
    std::erase_if(program_.views, [&](const View& v) { return v.tensor == t.name; });
  }

  Program& program_;
  const Target& target_;
  Launches launches_;
  std::map<std::string, Registers> registers_;  // by kernel
  // Tensor → the last kernel that could not join the one that stores it, and why.
  std::map<std::string, std::pair<std::string, std::string>> obstacles_;
};

}  // namespace

std::optional<Program> fuse(Program program, const Target& target, Diagnostics&) {
  if (target.fuse) Fuser(program, target).run();
  return program;
}

}  // namespace teaal::passes
