#include "compiler/interpret/interpret.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "compiler/interpret/block_runner.h"
#include "compiler/interpret/recorder.h"
#include "compiler/interpret/sizes.h"
#include "compiler/interpret/views.h"
#include "compiler/ir/levels.h"

namespace teaal::interpret {
namespace {

// Of a kernel's own arrays in shared memory.
int64_t own_shared_bytes(const KernelCode& code) {
  int64_t out = 0;
  for (const Buffer& b : code.buffers)
    if (!b.array && b.memory == ir::Memory::Shared && !b.given) out += b.extent * b.element_bytes;
  return out;
}

class Interpreter {
 public:
  Interpreter(const ir::Program& program, const Problem& problem, const Options& options)
      : program_(program),
        problem_(problem),
        options_(options),
        recorder_(options.machine, options.trace_limit, options.places),
        sizes_(program, problem),
        views_(program, problem, sizes_, recorder_) {}

  Outcome run() {
    for (const ir::Step& step : program_.steps) run(step);
    recorder_.finish();
    Outcome out;
    for (const ir::Tensor& t : program_.tensors)
      if (t.role != ir::Role::Input && views_.written(t.name))
        out.outputs[t.name] = views_.tensor(t.name);
    out.counts = std::move(recorder_.counts());
    return out;
  }

  const SourceRange& where() const { return where_; }

 private:
  void run(const ir::Step& step) {
    switch (step.kind) {
      case ir::Step::Kind::Resort:
        return views_.resort(step.name);
      case ir::Step::Kind::Zero:
        return views_.fill(step.name, step.fill);
      case ir::Step::Kind::Launch:
        return launch(step);
      case ir::Step::Kind::Rounds:
        return rounds(step);
      case ir::Step::Kind::Carry:
        views_.carry(step.name, step.array);
        return;
      case ir::Step::Kind::Repeat:
        return repeat(step);
      case ir::Step::Kind::Read:
      case ir::Step::Kind::Assemble:
        break;
    }
    throw Unsupported("assembled results, such as " + step.name);
  }

  void rounds(const ir::Step& step) {
    const ir::Iteration& iteration = *program_.iteration;
    const int64_t most = iteration.times ? sizes_.evaluate(iteration.times) : iteration.at_most;
    for (int64_t round = 0; round < most; ++round) {
      sizes_.set(step.name, round);
      for (const ir::Step& inner : step.body) run(inner);
      if (!iteration.times && views_.tensor(iteration.until_empty).entries() == 0) return;
    }
    if (!iteration.times)
      throw Endless(fmt::format("{} is not empty after {} rounds, the most that 'at-most' allows",
                                iteration.until_empty, most));
  }

  void repeat(const ir::Step& step) {
    const int64_t times = sizes_.evaluate(step.value);
    for (int64_t i = 0; i < times; ++i) {
      sizes_.set(step.name, i);
      for (const ir::Step& inner : step.body) run(inner);
    }
  }

  const ir::Kernel& kernel(const std::string& name) const {
    for (const ir::Kernel& k : program_.kernels)
      if (k.name == name) return k;
    throw Broken("no kernel " + name);
  }

  void launch(const ir::Step& step) {
    const ir::Kernel& k = kernel(step.name);
    where_ = k.where;
    if (!k.workers.empty() && k.lanes != options_.machine.lanes)
      throw Broken(k.name + " is for warps of other lanes");
    const ir::Launch& shape = step.launch.grid ? step.launch : k.launch;
    const int64_t grid = sizes_.evaluate(shape.grid), threads = sizes_.evaluate(shape.block);
    Binding binding = bind(k, step.args.empty() ? k.params : step.args);
    recorder_.begin_launch(k.name, grid, threads);
    if (grid <= 0 || threads <= 0) return;
    KernelCode code = resolve(k, binding, recorder_, static_cast<size_t>(threads));
    code.parts = parts();
    LaunchCount& count = recorder_.counts().launches.back();
    count.shared_bytes = k.shared_bytes + own_shared_bytes(code);
    count.resident = k.resident;
    BlockRunner runner(code, recorder_, grid, threads);
    for (int64_t block = 0; block < grid; ++block) {
      if (options_.progress && block % 64 == 0)
        options_.progress(k.name, static_cast<double>(block) / static_cast<double>(grid));
      runner.run(block);
    }
    for (const ir::Param& p : k.params)
      if (p.written && p.kind == ir::Param::Kind::Values) views_.wrote(p.view);
  }

  // One arithmetic goes for the whole program.
  int64_t parts() const {
    return std::ranges::any_of(program_.einsums,
                               [](const ir::Einsum& e) {
                                 return e.arithmetic &&
                                        ir::Schedule::TensorCore::in_parts(*e.arithmetic);
                               })
               ? 3
               : 1;
  }

  // `given` stands for the kernel's own parameters, one for one.
  Binding bind(const ir::Kernel& k, const std::vector<ir::Param>& given) {
    Binding out;
    out.value_bytes = problem_.value_bytes;
    out.element_bytes = problem_.element_bytes;
    for (size_t i = 0; i < k.params.size(); ++i) {
      const std::string& name = k.params[i].name;
      const ir::Param& p = given[i];
      switch (p.kind) {
        case ir::Param::Kind::Int:
        case ir::Param::Kind::Size:
          out.scalars[name] = cell(sizes_.evaluate(p.value));
          break;
        case ir::Param::Kind::Scalar:
          out.scalars[name] = cell(problem_.scalars.at(p.view));
          break;
        case ir::Param::Kind::Workspace:
          out.arrays[name] = &views_.workspace(p.view, p.type);
          break;
        case ir::Param::Kind::Segments:
        case ir::Param::Kind::Coords:
        case ir::Param::Kind::Masks:
        case ir::Param::Kind::Bases:
        case ir::Param::Kind::Values:
          out.arrays[name] = &views_.array(p, k);
      }
    }
    return out;
  }

  const ir::Program& program_;
  const Problem& problem_;
  const Options& options_;
  Recorder recorder_;
  Sizes sizes_;
  Views views_;
  SourceRange where_;
};

}  // namespace

std::optional<Outcome> interpret(const ir::Program& program, const Problem& problem,
                                 const Options& options, Diagnostics& diagnostics) {
  Interpreter interpreter(program, problem, options);
  try {
    return interpreter.run();
  } catch (const Unsupported& what) {
    diagnostics.error(Code::Unsupported, interpreter.where(),
                      fmt::format("unsupported: counts of a kernel with {}", what.what()));
  } catch (const Endless& what) {
    diagnostics.error(Code::RunFailed, interpreter.where(), what.what());
  } catch (const Broken& what) {
    diagnostics.error(Code::Internal, interpreter.where(),
                      fmt::format("the interpreter: {}", what.what()));
  }
  return std::nullopt;
}

}  // namespace teaal::interpret
