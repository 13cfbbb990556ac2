#include <algorithm>
#include <set>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using namespace ir;

class Holder {
 public:
  explicit Holder(Program& program) : program_(program) {}

  void run() {
    for (const Tensor& t : program_.tensors)
      if (t.is_static) statics_.insert(t.name);
    if (statics_.empty()) return;
    find_fixed();
    for (Step& step : program_.steps) step.once = may_hold(step);
    // What a step writes whose other writers are done in each run, or reads what others made
    // in each run, is lost with that: again until nothing is.
    for (bool changed = true; changed;) {
      changed = false;
      const std::set<std::string> made = written_each_run();
      for (Step& step : program_.steps)
        if (step.once && touches(step, made)) {
          step.once = false;
          changed = true;
        }
    }
    note();
  }

 private:
  // Zeroed workspaces, and launches that write workspaces of sizes that are known before, from
  // static inputs. The copies of a tensor that is re-sorted are the caller's.
  bool may_hold(const Step& step) const {
    if (step.kind == Step::Kind::Zero) return holds(step.name);
    if (step.kind != Step::Kind::Launch) return false;
    const Launch& launch = step.args.empty() ? kernel_of(step).launch : step.launch;
    if (!is_fixed(launch.grid) || !is_fixed(launch.block)) return false;
    const std::vector<Param>& params = params_of(step);
    return std::all_of(params.begin(), params.end(), [&](const Param& p) {
      if (p.kind == Param::Kind::Workspace) return holds(p.view);
      if (p.kind == Param::Kind::Scalar) return false;
      if (p.view.empty()) return !p.value || is_fixed(p.value);
      return !p.written && statics_.contains(program_.view(p.view)->tensor);
    });
  }

  // Whether a name is a workspace that lives as long as the plan.
  bool holds(const std::string& name) const {
    for (const Workspace& w : program_.workspaces)
      if (w.name == name) return is_fixed(w.elements);
    return false;
  }

  // Extents, symbols and numbers of static elements, which a plan's runs share, and the sizes that
  // are computed from these.
  void find_fixed() {
    for (const std::string& rank : program_.ranks()) fixed_.insert(rank);
    for (const Symbol& s : program_.symbols) fixed_.insert(s.name);
    for (const Count& count : program_.counts)
      if (statics_.contains(count.tensor)) fixed_.insert(count.name);
    for (const NamedSize& size : program_.sizes)
      if (is_fixed(size.value)) fixed_.insert(size.name);
  }

  bool is_fixed(const Expr& size) const {
    bool out = true;
    for_each_expr(size, [&](const Expr& e) {
      if (const auto* v = as<Var>(e)) out &= fixed_.contains(v->name);
    });
    return out;
  }

  const Kernel& kernel_of(const Step& step) const {
    return *std::find_if(program_.kernels.begin(), program_.kernels.end(),
                         [&](const Kernel& k) { return k.name == step.name; });
  }
  const std::vector<Param>& params_of(const Step& step) const {
    return step.args.empty() ? kernel_of(step).params : step.args;
  }

  std::set<std::string> written_each_run() const {
    std::set<std::string> out;
    for (const Step& step : program_.steps) add_written(step, out);
    return out;
  }

  void add_written(const Step& step, std::set<std::string>& out) const {
    if (step.once) return;
    if (step.kind == Step::Kind::Zero) out.insert(step.name);
    if (step.kind == Step::Kind::Launch)
      for (const Param& p : params_of(step))
        if (p.kind == Param::Kind::Workspace && p.written) out.insert(p.view);
    for (const Step& inner : step.body) add_written(inner, out);
  }

  bool touches(const Step& step, const std::set<std::string>& made) const {
    if (step.kind == Step::Kind::Zero) return made.contains(step.name);
    const std::vector<Param>& params = params_of(step);
    return std::any_of(params.begin(), params.end(), [&](const Param& p) {
      return p.kind == Param::Kind::Workspace && made.contains(p.view);
    });
  }

  void note() {
    std::string names;
    for (const Step& step : program_.steps)
      if (step.once && step.kind == Step::Kind::Launch)
        names += (names.empty() ? "" : ", ") + step.name;
    std::string of;
    for (const std::string& name : statics_) of += (of.empty() ? "" : ", ") + name;
    program_.notes.push_back(names.empty() ? "no step depends on static operands (" + of + ") alone"
                                           : "done once, for " + of + " static: " + names);
  }

  Program& program_;
  std::set<std::string> statics_, fixed_;  // tensors; names of sizes
};

}  // namespace

std::optional<Program> hold_static(Program program, Diagnostics&) {
  Holder(program).run();
  return program;
}

}  // namespace teaal::passes
