#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/machine/carry.h"
#include "compiler/passes/machine/copies.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/steps.h"

namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t most_threads = 1024;  // of a block

bool launches_user_of(const std::string& view, const Step& step, const Program& program) {
  const auto kernel = std::ranges::find(program.kernels, step.name, &Kernel::name);
  return step.kind == Step::Kind::Launch && kernel != program.kernels.end() &&
         std::ranges::find(kernel->params, view, &Param::view) != kernel->params.end();
}

// The step that sets the view before the kernel adds to it; the end, where there is none. Kernels
// in front of this one, which prepare its launch, may stand in between.
std::vector<Step>::iterator zeroing_step(Program& program, const Kernel& kernel,
                                         const std::string& view) {
  auto step = launch_of(program, kernel);
  while (step != program.steps.begin()) {
    --step;
    if (step->kind == Step::Kind::Zero && step->name == view) return step;
    if (launches_user_of(view, *step, program)) break;
  }
  return program.steps.end();
}

class Reducer {
 public:
  Reducer(Program& program, Kernel& kernel, const Target& target)
      : program_(program), kernel_(kernel), target_(target) {
    for (const Workspace& w : program.workspaces) names_.take(w.name);
    for (const Param& p : kernel.params) {
      names_.take(p.name);
      if (p.kind == Param::Kind::Values && p.written) output_ = program.view(p.view);
    }
    for_each_stmt(kernel.body, [&](const Stmt& s) {
      if (const auto* n = as<Let>(s)) names_.take(n->var);
      if (const auto* n = as<For>(s)) names_.take(n->var);
      if (const auto* n = as<Array>(s)) own_.insert(n->buffer);
    });
    for (const std::string& array : own_) names_.take(array);
  }

  // The kernels that add what workers that share a sum have of it, and what those need before.
  CarryKernels run() {
    if (kernel_.carry) {
      if (!kernel_.carry->together()) kernel_.body = replace_store(kernel_.body);
      return carrying_kernels(kernel_, *output_, program_);
    }
    output_name_ = output_->name;
    // Pairs of an assembled tensor are added where they meet.
    if (!output_->points && (has(Combine::Copies) || spread_over_grid())) make_copies();
    const Finishing finishing(program_, kernel_, *output_, target_);
    const bool here = copies_.empty() && !is_zeroed();
    if (here) finishing_ = &finishing;
    kernel_.body = replace_store(kernel_.body);
    finishing_ = nullptr;
    CarryKernels out;
    if (!copies_.empty()) {
      retarget_params();
      out.behind.push_back(adding_kernel(kernel_, *output_, {copies_, count_}, finishing));
    } else if (!finishing.empty() && here) {
      take_params(finishing);
    } else if (!finishing.empty()) {
      out.behind.push_back(finishing_kernel(kernel_, *output_, finishing));
    }
    if (kernel_.finish) drop_unstored(program_, *kernel_.finish, !here && copies_.empty());
    kernel_.finish.reset();
    return out;
  }

  // The view that the kernel stored to, and the workspace that it stores to in its place; empty:
  // there are none.
  const std::string& output() const { return output_name_; }
  const std::string& copies() const { return copies_; }

 private:
  bool is_zeroed() const {
    return zeroing_step(program_, kernel_, output_name_) != program_.steps.end();
  }

  bool has(Combine combine) const {
    for (const Worker& w : kernel_.workers)
      if (w.combine == combine) return true;
    return false;
  }

  bool spread_over_grid() const {
    for (const Worker& w : kernel_.workers)
      if (w.place == Place::Grid && w.combine != Combine::None) return true;
    return false;
  }

  void make_copies() {
    copies_ = names_.fresh(output_->name + "_copies");
    Expr count = lit(1);
    copy_ = lit(0);
    for (const Worker& w : kernel_.workers) {
      if (w.place == Place::Grid && w.combine == Combine::Threads) {
        count = mul(count, kernel_.launch.grid);
        copy_ = add(mul(copy_, call("size", {call("blocks")})), call("size", {call("block")}));
      } else if (w.combine == Combine::Copies) {
        count = mul(count, w.count);
        copy_ = add(mul(copy_, var("workers_" + w.rank)), var("worker_" + w.rank));
      }
    }
    count_ = count;
    program_.workspaces.push_back({copies_, mul(count, dense_elements(*output_))});
    program_.notes.push_back(fmt::format(
        "{}: workers that share a sum write copies of {}, which a second kernel adds in order",
        kernel_.name, output_->tensor));
  }

  // ---- In the kernel ----

  Stmt replace_store(const Stmt& s) {
    const auto* store = as<Assign>(s);
    const auto* element = store ? as<Read>(store->target) : nullptr;
    if (element && !own_.contains(element->buffer)) return combined_store(*store, s->where);
    return map_children(
        s, [](const Expr& e) { return e; },
        [&](const Stmt& child) { return replace_store(child); });
  }

  Stmt combined_store(const Assign& store, const SourceRange& where) {
    std::vector<Stmt> out;
    Expr value = store.value, leads;
    if (has(Combine::Lanes)) value = combined_in_lanes(std::move(value), out, where);
    if (has(Combine::Warps))
      value = combined(reducing_tree(kernel_, "warps"),
                       {value, div(call("threads"), lit(kernel_.lanes))}, most_threads, out, where);
    if (has(Combine::Threads))
      value = combined(reducing_tree(kernel_, "block"), {value}, most_threads / kernel_.lanes, out,
                       where);
    Read target = *as<Read>(store.target);
    if (!copies_.empty())
      target = {copies_, add(mul(copy_, elements_in_kernel(*output_)), target.at)};
    Stmt write = finishing_ && !finishing_->empty()
                     ? finished(target, value)
                     : assign(make_expr(target), store.op, value, where);
    for (const Expr& condition : leading()) leads = leads ? both(leads, condition) : condition;
    out.push_back(leads ? if_then(leads, write, where) : write);
    return block(std::move(out));
  }

  Stmt finished(const Read& target, const Expr& value) {
    Finishing::Where here{{}, target.at};
    for (const std::string& name : finishing_->sums().at) here.at[name] = var(name);
    return block(finishing_->stored(value, here, names_));
  }

  // Ranks that sum together stand inside all others, so their lanes are neighbours.
  Expr combined_in_lanes(Expr value, std::vector<Stmt>& out, const SourceRange& where) {
    int64_t width = 1;
    bool alone = true;  // lanes of other ranks go round loops of their own
    for (const Worker& w : kernel_.workers) {
      if (w.combine == Combine::Lanes) width *= literal(w.count).value_or(kernel_.lanes);
      alone &= w.place != Place::Lane || w.combine == Combine::Lanes;
    }
    if (width == 1) return value;
    if (!alone)
      return combined(reducing_tree(kernel_, "group"), {std::move(value), lit(width)}, 0, out,
                      where);
    return combined(reducing_tree(kernel_, "lane"), {std::move(value), lit(1), lit(kernel_.lanes)},
                    0, out, where);
  }

  Expr combined(const std::string& intrinsic, std::vector<Expr> args, int64_t shared_elements,
                std::vector<Stmt>& out, const SourceRange& where) {
    if (shared_elements > 0) {
      std::string shared = names_.fresh("partial_sums");
      out.push_back(make_stmt(Array{shared, shared_elements}, where));
      args.insert(args.begin() + 1, var(shared));
    }
    add_identity(kernel_, intrinsic, args);
    std::string total = names_.fresh("total");
    out.push_back(let(total, Type::Value, call(intrinsic, std::move(args)), where));
    return var(total);
  }

  // Of the threads that hold the same sum one writes it.
  std::vector<Expr> leading() const {
    std::vector<Expr> out;
    bool warps = false, lanes = false;
    for (const Worker& w : kernel_.workers) {
      warps |= w.place == Place::Warp;
      lanes |= w.place == Place::Lane;
      if (w.combine == Combine::Lanes || w.combine == Combine::Warps ||
          w.combine == Combine::Shares)
        out.push_back(equal(var("worker_" + w.rank), lit(0)));
      if (w.combine == Combine::Threads) out.push_back(equal(call("thread"), lit(0)));
    }
    if (warps && !lanes) out.push_back(equal(mod(call("thread"), lit(kernel_.lanes)), lit(0)));
    // Threads that only other kernels of the owner have work for.
    const bool spread = std::ranges::any_of(kernel_.workers, [](const Worker& w) {
      return w.place == Place::Thread || w.place == Place::Warp;
    });
    if (kernel_.owner && !spread && kernel_.threads > kernel_.lanes && lanes)
      out.push_back(less(call("thread"), lit(kernel_.lanes)));
    if (kernel_.owner && !spread && !lanes) out.push_back(equal(call("thread"), lit(0)));
    return out;
  }

  void retarget_params() {
    std::erase_if(kernel_.params,
                  [&](const Param& p) { return p.view == output_->name && p.written; });
    kernel_.params.push_back({Param::Kind::Workspace, copies_, copies_, 0, nullptr, true});
    add_extents(*output_, kernel_.params);
  }

  void take_params(const Finishing& finishing) {
    if (!finishing.stores_sums())
      std::erase_if(kernel_.params,
                    [&](const Param& p) { return p.view == output_->name && p.written; });
    for (const Param& p : finishing.params()) {
      const auto known = std::ranges::find(kernel_.params, p.name, &Param::name);
      if (known == kernel_.params.end()) kernel_.params.push_back(p);
    }
    finishing.add_sizes(kernel_.params);
  }

  Program& program_;
  Kernel& kernel_;
  const Target& target_;
  const View* output_ = nullptr;
  std::string output_name_;
  const Finishing* finishing_ = nullptr;  // null: sums are stored as they are
  Names names_;
  std::set<std::string> own_;  // the kernel's arrays
  std::string copies_;         // the workspace; empty: none
  Expr copy_, count_;
};

void launch_around(Program& program, const Kernel& kernel, const CarryKernels& others) {
  auto at = launch_of(program, kernel);
  const auto insert = [&](const Kernel& k) {
    at = program.steps.insert(at, {Step::Kind::Launch, k.name}) + 1;
  };
  for (const Kernel& k : others.before) insert(k);
  ++at;
  for (const Kernel& k : others.behind) insert(k);
}

// What was to be zeroed is now the copies.
void zero_copies(Program& program, const Kernel& kernel, const std::string& view,
                 const std::string& copies) {
  if (kernel.accumulates)
    program.steps.insert(launch_of(program, kernel), zero_step(copies, kernel.start));
  else if (const auto step = zeroing_step(program, kernel, view); step != program.steps.end())
    step->name = copies;
}

}  // namespace

std::optional<Program> reduce(Program program, const Target& target, Diagnostics&) {
  for (size_t i = 0; i < program.kernels.size(); ++i) {
    if (program.kernels[i].tiled) continue;
    Reducer reducer(program, program.kernels[i], target);
    CarryKernels others = reducer.run();
    launch_around(program, program.kernels[i], others);
    if (!reducer.copies().empty())
      zero_copies(program, program.kernels[i], reducer.output(), reducer.copies());
    for (std::vector<Kernel>* more : {&others.before, &others.behind}) {
      const auto at = program.kernels.begin() + static_cast<std::ptrdiff_t>(i);
      const bool before = more == &others.before;
      program.kernels.insert(before ? at : at + 1, std::make_move_iterator(more->begin()),
                             std::make_move_iterator(more->end()));
      i += more->size();
    }
  }
  return program;
}

}  // namespace teaal::passes
