#include <algorithm>
#include <optional>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/plan/assembly.h"

// A step that sets an array to 0 between two launches keeps the second one from beginning before
// the first one has ended, and is a launch of its own: 2 us of an H200. Arrays of bits are small,
// and so are those of sizes, a number a worker, so the threads of the kernel in front set them as
// they begin: one whose blocks grow with what there is, as arrays do.
namespace teaal::passes {
namespace {

using namespace ir;

class Zeroer {
 public:
  explicit Zeroer(Program& program) : program_(program) {}

  void run() {
    std::vector<Step>& steps = program_.steps;
    for (size_t i = 0; i < steps.size(); ++i) {
      const Workspace* array = small_array_of(steps[i]);
      Kernel* kernel = array ? kernel_in_front(i, array->name) : nullptr;
      if (!kernel) continue;
      zero_in(*kernel, *array);
      steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i--));
    }
  }

 private:
  // Null: it sets none to 0.
  const Workspace* small_array_of(const Step& step) const {
    if (step.kind != Step::Kind::Zero || step.fill != 0 || !step.empty_in.empty()) return nullptr;
    const auto found = std::ranges::find(program_.workspaces, step.name, &Workspace::name);
    const bool small = found != program_.workspaces.end() &&
                       (found->type == Type::Mask || found->type == Type::Size);
    return small ? &*found : nullptr;
  }

  // The last one that is launched before, as often as the step is done, and has nothing to do with
  // the array. Null: there is none.
  Kernel* kernel_in_front(size_t step, const std::string& array) {
    const std::vector<Step>& steps = program_.steps;
    for (size_t i = step; i-- > 0;) {
      if (steps[i].kind == Step::Kind::Zero && steps[i].name != array) continue;
      if (steps[i].kind != Step::Kind::Launch || !steps[i].args.empty()) return nullptr;
      Kernel& kernel = *std::ranges::find(program_.kernels, steps[i].name, &Kernel::name);
      if (std::ranges::find(kernel.params, array, &Param::view) != kernel.params.end())
        return nullptr;
      if (steps[i].once == steps[step].once && !literal(kernel.launch.grid)) return &kernel;
    }
    return nullptr;
  }

  static void zero_in(Kernel& kernel, const Workspace& array) {
    Names names = names_of(kernel);
    const std::string elements = names.fresh(array.name + "_elements"),
                      element = names.fresh("element");
    const auto sizes =
        std::ranges::find_if(kernel.params, [](const Param& p) { return p.view.empty(); });
    kernel.params.insert(
        sizes, {Param::Kind::Workspace, array.name, array.name, 0, nullptr, true, array.type});
    kernel.params.push_back(size_param(elements, array.elements));
    const Expr begin = add(mul(size_of(call("block")), call("threads")), call("thread")),
               step = mul(size_of(call("blocks")), call("threads"));
    const Stmt zero = assign(read(array.name, var(element)), AssignOp::Set, lit(0), kernel.where);
    kernel.body = block(
        {make_stmt(For{element, Type::Size, begin, var(elements), step, "", zero}, kernel.where),
         kernel.body});
  }

  Program& program_;
};

}  // namespace

std::optional<Program> zero_ahead(Program program, Diagnostics&) {
  Zeroer(program).run();
  return program;
}

}  // namespace teaal::passes
