#include <algorithm>
#include <functional>

#include "compiler/ir/build.h"
#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/machine/copies.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t rounding_threads = 256;

// The launches that together make the elements of one view: from where they are zeroed or assigned
// anew to where another kernel or step reads them.
struct Making {
  std::string view;
  std::vector<size_t> steps;
  std::vector<std::string> kernels;
  bool adds = false;  // one of them adds to an element in memory
};

class Rounder {
 public:
  explicit Rounder(Program& program) : program_(program) {
    for (const View& v : program.views) names_.take(v.name);
    for (const Kernel& k : program.kernels) {
      names_.take(k.name);
      for (const Param& p : k.params) names_.take(p.name);
    }
  }

  void run() {
    // Compressed tensors are assembled from what kernels emit, in the type of the arithmetic.
    for (size_t i = 0; i < program_.views.size(); ++i)
      for (const Making& making : makings(program_.views[i]))
        if (making.adds && stores_in_place(program_.views[i])) redirect(making, program_.views[i]);
    insert_launches();
  }

 private:
  static bool stores_in_place(const View& view) {
    if (view.points) return false;
    return !view.like.empty() || std::ranges::all_of(view.levels, [](const Level& level) {
      return level.format == LevelFormat::Uncompressed;
    });
  }

  Kernel* kernel(const std::string& name) {
    for (Kernel& k : program_.kernels)
      if (k.name == name) return &k;
    return nullptr;
  }

  static const Param* values_param(const Kernel& k, const std::string& view) {
    for (const Param& p : k.params)
      if (p.kind == Param::Kind::Values && p.view == view) return &p;
    return nullptr;
  }

  // How a kernel assigns to an array.
  struct Stores {
    bool sets = false, adds = false;
  };
  static Stores stores(const Kernel& k, const std::string& array) {
    Stores out;
    for_each_stmt(k.body, [&](const Stmt& s) {
      const auto* n = as<Assign>(s);
      const auto* element = n ? as<Read>(n->target) : nullptr;
      if (!element || element->buffer != array) return;
      (n->op == AssignOp::Set ? out.sets : out.adds) = true;
    });
    return out;
  }

  std::vector<Making> makings(const View& view) {
    std::vector<Making> out;
    bool open = false;
    for (size_t i = 0; i < program_.steps.size(); ++i) {
      const Step& step = program_.steps[i];
      const Kernel* k = step.kind == Step::Kind::Launch ? kernel(step.name) : nullptr;
      const Param* values = k ? values_param(*k, view.name) : nullptr;
      bool zeroed = step.kind == Step::Kind::Zero && step.name == view.name;
      if (!zeroed && !(values && values->written)) {
        open &= !values && !reads(step, view);
        continue;
      }
      Stores how = values ? stores(*k, values->name) : Stores{};
      // Other classes have other elements.
      const bool further = k && k->is_further_class();
      const bool anew = how.sets && !further && !out.empty() && !out.back().kernels.empty();
      if (!open || zeroed || anew) out.push_back({view.name});
      open = true;
      out.back().steps.push_back(i);
      if (k) out.back().kernels.push_back(k->name);
      out.back().adds |= how.adds;
    }
    return out;
  }

  bool reads(const Step& step, const View& view) const {
    const View* made = step.kind == Step::Kind::Resort ? program_.view(step.name) : nullptr;
    return made && made->tensor == view.tensor;
  }

  void redirect(const Making& making, const View& view) {
    std::string sums = names_.fresh(view.name + "_sums");
    program_.workspaces.push_back({sums, dense_elements(view)});
    for (const std::string& name : making.kernels) write_sums(*kernel(name), view.name, sums);
    for (size_t step : making.steps)
      if (program_.steps[step].kind == Step::Kind::Zero) program_.steps[step].name = sums;
    const Kernel& last = *kernel(making.kernels.back());
    Kernel rounding = rounding_kernel(view, sums, last.where);
    rounding.repeats = last.repeats;
    launches_.emplace_back(making.steps.back(), rounding.name);
    program_.notes.push_back(last.name + ": sums of " + view.tensor +
                             " are kept in the type of the arithmetic and rounded once, by " +
                             rounding.name);
    program_.kernels.push_back(std::move(rounding));
  }

  static void write_sums(Kernel& k, const std::string& view, const std::string& sums) {
    std::string array = values_param(k, view)->name;
    for (Param& p : k.params)
      if (p.name == array) p = {Param::Kind::Workspace, sums, sums, 0, nullptr, p.written};
    k.body = rewrite(k.body, [&](const Expr& e) {
      const auto* element = as<Read>(e);
      return element && element->buffer == array ? read(sums, element->at) : e;
    });
  }

  Kernel rounding_kernel(const View& view, const std::string& sums, const SourceRange& where) {
    Kernel k;
    k.name = names_.fresh(program_.name + "_round_" + view.name);
    k.where = where;
    k.params.push_back({Param::Kind::Workspace, sums, sums, 0, nullptr, false});
    k.params.push_back({Param::Kind::Values, values_name(view), view.name, 0, nullptr, true});
    add_extents(view, k.params);
    const Expr n = elements_in_kernel(view);
    Stmt one = assign(read(values_name(view), var("element")), AssignOp::Set,
                      read(sums, var("element")), where);
    Expr first = add(mul(call("size", {call("block")}), call("threads")), call("thread"));
    Expr step = mul(call("size", {call("blocks")}), call("threads"));
    k.body = make_stmt(For{"element", Type::Size, first, n, step, "", one}, where);
    k.launch = {most(lit(1), least(ceil_div(dense_elements(view), lit(rounding_threads)),
                                   lit((int64_t{1} << 31) - 1))),
                lit(rounding_threads)};
    return k;
  }

  // Behind their steps, the last first, so that the numbers of the others stay right.
  void insert_launches() {
    std::ranges::sort(launches_, std::greater<>());
    for (const auto& [step, name] : launches_)
      program_.steps.insert(program_.steps.begin() + static_cast<std::ptrdiff_t>(step) + 1,
                            {Step::Kind::Launch, name});
  }

  Program& program_;
  Names names_;
  std::vector<std::pair<size_t, std::string>> launches_;  // behind which step
};

}  // namespace

std::optional<Program> round_once(Program program, const Target& target, Diagnostics&) {
  if (target.narrow_values) Rounder(program).run();
  return program;
}

}  // namespace teaal::passes
