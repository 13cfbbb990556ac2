#include <algorithm>
#include <optional>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/plan/assembly.h"

// A step that sets an array to 0 between two launches keeps the second one from beginning before
// the first one has ended, and is a launch of its own: 3 to 5 us of an H200. Arrays of bits are
// small, so the threads of the kernel in front set theirs as they begin.
namespace teaal::passes {
namespace {

using namespace ir;

class Zeroer {
 public:
  explicit Zeroer(Program& program) : program_(program) {}

  void run() {
    std::vector<Step>& steps = program_.steps;
    for (size_t i = 0; i < steps.size(); ++i) {
      const Workspace* bits = bits_set_by(steps[i]);
      Kernel* kernel = bits ? kernel_in_front(i, bits->name) : nullptr;
      if (!kernel) continue;
      zero_in(*kernel, *bits);
      steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i--));
    }
  }

 private:
  // Null: it sets none to 0.
  const Workspace* bits_set_by(const Step& step) const {
    if (step.kind != Step::Kind::Zero || step.fill != 0 || !step.empty_in.empty()) return nullptr;
    const auto found = std::ranges::find(program_.workspaces, step.name, &Workspace::name);
    const bool is_bits = found != program_.workspaces.end() && found->type == Type::Mask;
    return is_bits ? &*found : nullptr;
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
      if (steps[i].once == steps[step].once) return &kernel;
    }
    return nullptr;
  }

  static void zero_in(Kernel& kernel, const Workspace& bits) {
    Names names = names_of(kernel);
    const std::string words = names.fresh(bits.name + "_words"), word = names.fresh("word");
    const auto sizes =
        std::ranges::find_if(kernel.params, [](const Param& p) { return p.view.empty(); });
    kernel.params.insert(
        sizes, {Param::Kind::Workspace, bits.name, bits.name, 0, nullptr, true, Type::Mask});
    kernel.params.push_back(size_param(words, bits.elements));
    const Expr begin = add(mul(size_of(call("block")), call("threads")), call("thread")),
               step = mul(size_of(call("blocks")), call("threads"));
    const Stmt zero = assign(read(bits.name, var(word)), AssignOp::Set, lit(0), kernel.where);
    kernel.body =
        block({make_stmt(For{word, Type::Size, begin, var(words), step, "", zero}, kernel.where),
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
