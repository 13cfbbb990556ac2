#include "compiler/ir/build.h"
#include "compiler/ir/levels.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/plan/assembly.h"

namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t filling_threads = 256;

class Filler {
 public:
  explicit Filler(Program& program) : program_(program) {
    for (const Kernel& k : program.kernels) names_.take(k.name);
  }

  void run() { run(program_.steps); }

 private:
  void run(std::vector<Step>& steps) {
    for (Step& step : steps) {
      run(step.body);
      if (step.kind == Step::Kind::Zero && !step.empty_in.empty())
        step = clearing_launch(step);
      else if (step.kind == Step::Kind::Zero && step.fill != 0)
        step = launch_of(step);
    }
  }

  Step launch_of(const Step& step) {
    Kernel k;
    k.name = names_.fresh(program_.name + "_fill_" + step.name);
    k.start = step.fill;
    const View* view = program_.view(step.name);
    Expr elements;
    if (view) {
      elements = view->positions.empty() ? dense_elements(*view) : view->positions.back();
      k.params.push_back({Param::Kind::Values, values_name(*view), view->name, 0, nullptr, true});
    } else {
      elements = elements_of_workspace(step.name);
      k.params.push_back({Param::Kind::Workspace, step.name, step.name, 0, nullptr, true});
    }
    write_all(k, elements, step.fill);
    program_.kernels.push_back(k);
    return {Step::Kind::Launch, k.name};
  }

  // Only fibers that hold nothing: eight threads look at one, and set its elements side by side.
  Step clearing_launch(const Step& step) {
    const View& walked = *program_.view(step.empty_in);
    const auto leading = static_cast<size_t>(step.leading);
    std::vector<Param> params;
    Expr elements;
    const View* view = program_.view(step.name);
    if (view) {
      elements = dense_elements(*view);
      params.push_back({Param::Kind::Values, values_name(*view), view->name, 0, nullptr, true});
    } else {
      elements = elements_of_workspace(step.name);
      params.push_back({Param::Kind::Workspace, step.name, step.name, 0, nullptr, true});
    }
    Expr fibers = lit(1);
    for (size_t l = 0; l < leading; ++l)
      fibers = mul(size_of(level_extent(walked.levels, l)), fibers);
    const auto begin = [&](Expr at) {
      for (size_t l = leading; l < walked.levels.size(); ++l)
        if (walked.levels[l].format == LevelFormat::Compressed)
          at = read(segments_name(walked, l), at);
      return at;
    };
    for (size_t l = leading; l < walked.levels.size(); ++l)
      if (walked.levels[l].format == LevelFormat::Compressed)
        params.push_back({Param::Kind::Segments, segments_name(walked, l), walked.name,
                          static_cast<int>(l), nullptr, false});
    const Expr each = div(elements, most(fibers, lit(1)));
    params.push_back(size_param("each", each));
    constexpr int64_t lanes = 8;
    const Expr fiber = var("fiber"), element = var("element");
    const Stmt clear = assign(read(params[0].name, add(mul(fiber, var("each")), element)),
                              AssignOp::Set, make_expr(FloatLit{step.fill}));
    const Stmt all = make_stmt(For{"element", Type::Size, mod(var("entry"), lit(lanes)),
                                   var("each"), lit(lanes), "", clear});
    Kernel k = entry_kernel({names_.fresh(program_.name + "_clear_" + step.name),
                             mul(fibers, lit(lanes)),
                             std::move(params),
                             block({let("fiber", Type::Size, div(var("entry"), lit(lanes))),
                                    if_then(equal(begin(fiber), begin(add(fiber, lit(1)))), all)}),
                             nullptr,
                             {}});
    k.start = step.fill;
    program_.kernels.push_back(k);
    return {Step::Kind::Launch, k.name};
  }

  Expr elements_of_workspace(const std::string& name) const {
    for (const Workspace& w : program_.workspaces)
      if (w.name == name) return w.elements;
    return lit(0);
  }

  static Expr at_least_one_block(const Expr& elements) {
    return most(lit(1), least(ceil_div(elements, lit(filling_threads)), lit((1 << 24) - 1)));
  }

  // The grid strides over the elements; their number may need 64 bits, so it comes in two factors.
  static void write_all(Kernel& k, const Expr& elements, double value) {
    k.launch = {at_least_one_block(elements), lit(filling_threads)};
    k.params.push_back(
        {Param::Kind::Int, "elements_high", "", 0, div(elements, lit(int64_t{1} << 30)), false});
    k.params.push_back(
        {Param::Kind::Int, "elements_low", "", 0, mod(elements, lit(int64_t{1} << 30)), false});
    Expr end =
        add(mul(call("size", {var("elements_high")}), lit(int64_t{1} << 30)), var("elements_low"));
    Expr first = add(mul(call("size", {call("block")}), call("threads")), call("thread"));
    Expr step = mul(call("size", {call("blocks")}), call("threads"));
    Stmt write =
        assign(read(k.params[0].name, var("element")), AssignOp::Set, make_expr(FloatLit{value}));
    k.body = make_stmt(For{"element", Type::Size, first, end, step, "", write});
  }

  Program& program_;
  Names names_;
};

}  // namespace

std::optional<Program> fill(Program program, Diagnostics&) {
  Filler(program).run();
  return program;
}

}  // namespace teaal::passes
