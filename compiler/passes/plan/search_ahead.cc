#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/plan/assembly.h"
#include "compiler/passes/steps.h"

// Where lanes share equal runs of a flattened rank, each of them asks first which fiber its run
// begins in: a search whose steps wait for one another. A kernel in front has a thread for each run
// instead, and leaves the fibers in an array. A run that one thread has is searched for as often
// either way.
namespace teaal::passes {
namespace {

using namespace ir;

// A loop over runs: so many positions each, from position 0 on.
struct Runs {
  int64_t tile = 0;
  std::set<std::string> workers;  // ranks of the loops that are spread
};

class Searches {
 public:
  Searches(Kernel& kernel, Program& program) : kernel_(kernel), program_(program) {
    for (const Workspace& w : program.workspaces) names_.take(w.name);
    for (const Kernel& k : program.kernels) names_.take(k.name);
  }

  std::vector<Kernel> run() {
    visit(kernel_.body, {});
    if (!found_.empty()) kernel_.body = replaced(kernel_.body);
    return std::move(kernels_);
  }

 private:
  using Scope = std::map<std::string, Runs>;  // loops around, by their variable

  // Loops over runs, each inside of the one that has its positions, and searches in them. What is
  // let outside of all loops is the same for all workers.
  void visit(const Stmt& s, const Scope& around) {
    if (const auto* loop = as<For>(s)) {
      Scope inside = around;
      if (const auto runs = runs_of(*loop, around)) inside[loop->var] = *runs;
      ++depth_;
      visit(loop->body, inside);
      --depth_;
      return;
    }
    if (const auto* l = as<Let>(s)) {
      if (depth_ == 0 && !l->changes) lets_.push_back(s);
      if (calls(l->value, "owner")) look_at(*as<Call>(l->value), l->value, around);
    }
    for_children(s, [](const Expr&) {}, [&](const Stmt& child) { visit(child, around); });
  }

  static std::optional<Runs> runs_of(const For& loop, const Scope& around) {
    const auto step = literal(loop.step);
    if (!step || loop.type != Type::Size || *step <= 1) return std::nullopt;
    Runs runs{*step, {}};
    if (!is_literal(loop.begin, 0)) {
      const auto* begin = as<Var>(loop.begin);
      const auto outer = begin ? around.find(begin->name) : around.end();
      if (outer == around.end() || outer->second.tile % *step != 0) return std::nullopt;
      runs.workers = outer->second.workers;
    }
    if (!loop.worker.empty()) runs.workers.insert(loop.worker);
    return runs;
  }

  void look_at(const Call& search, const Expr& whole, const Scope& around) {
    const auto* segments = as<Var>(search.args[0]);
    const auto* position = as<Var>(search.args[3]);
    const auto runs = position ? around.find(position->name) : around.end();
    if (runs == around.end() || !is_shared(runs->second) || !segments ||
        !is_literal(search.args[1], 0))
      return;
    const int64_t tile = runs->second.tile;
    for (const auto& [other, result] : std::map(found_))
      if (same(other, whole) && same(result, read(as<Read>(result)->buffer, run_of(search, tile))))
        found_.emplace(whole, result);
    if (found_.contains(whole)) return;
    const View* view = last_level_of(segments->name);
    if (!view) return;
    const Param* array = param(segments->name);
    std::vector<Param> params = {*array};
    const auto ends = ends_of(search.args[2], params);
    if (!ends) return;

    const Tensor& tensor = *program_.tensor(view->tensor);
    const Expr count = ceil_div(size_of(var(count_of(tensor, program_))), lit(tile));
    const std::string firsts = names_.fresh(view->name + "_run_fibers");
    program_.workspaces.push_back({firsts, count, Type::Pos});
    const Expr at = mul(var("entry"), lit(tile));
    std::vector<Stmt> body = *ends;
    body.push_back(assign(read(firsts, var("entry")), AssignOp::Set,
                          call("owner_by_eights", {search.args[0], lit(0), search.args[2], at}),
                          kernel_.where));
    params.push_back(array_param(firsts, Type::Pos, true));
    Kernel k = entry_kernel({names_.fresh(kernel_.name + "_find_fibers"), count, std::move(params),
                             block(std::move(body)), nullptr, kernel_.where});
    k.tiled = true;  // it is whole
    k.repeats = kernel_.repeats;
    kernels_.push_back(std::move(k));
    kernel_.params.push_back(array_param(firsts, Type::Pos, false));
    found_.emplace(whole, read(firsts, run_of(search, tile)));
  }

  // Whether lanes have loops that are none of those over the runs.
  bool is_shared(const Runs& runs) const {
    return !runs.workers.empty() && std::ranges::any_of(kernel_.workers, [&](const Worker& w) {
      return w.place == Place::Lane && !runs.workers.contains(w.rank);
    });
  }

  static Expr run_of(const Call& search, int64_t tile) { return div(search.args[3], lit(tile)); }

  // The view of an input whose last level has these segments: it has as many positions as the input
  // has elements, which the host knows.
  const View* last_level_of(const std::string& segments) const {
    const Param* p = param(segments);
    const View* view = p && p->kind == Param::Kind::Segments ? program_.view(p->view) : nullptr;
    const bool last = view && p->level + 1 == static_cast<int>(view->levels.size());
    return last && program_.tensor(view->tensor)->role == Role::Input ? view : nullptr;
  }

  const Param* param(const std::string& name) const {
    const auto at = std::ranges::find(kernel_.params, name, &Param::name);
    return at == kernel_.params.end() ? nullptr : &*at;
  }

  // What has to be let before `end` is known, in order; what that reads is added to `params`.
  std::optional<std::vector<Stmt>> ends_of(const Expr& end, std::vector<Param>& params) const {
    std::set<std::string> wanted;
    const auto want = [&](const Expr& e) {
      for_each_expr(e, [&](const Expr& part) {
        if (const auto* v = as<Var>(part)) wanted.insert(v->name);
        if (const auto* r = as<Read>(part)) wanted.insert(r->buffer);
      });
    };
    want(end);
    std::vector<Stmt> out;
    for (auto s = lets_.rbegin(); s != lets_.rend(); ++s) {
      const Let& l = *as<Let>(*s);
      if (wanted.erase(l.var) == 0) continue;
      want(l.value);
      out.insert(out.begin(), *s);
    }
    for (const std::string& name : wanted) {
      const Param* p = param(name);
      if (!p || p->written) return std::nullopt;
      if (std::ranges::find(params, name, &Param::name) == params.end()) params.push_back(*p);
    }
    return out;
  }

  Stmt replaced(const Stmt& s) const {
    return rewrite(s, [&](const Expr& e) {
      const auto at = found_.find(e);
      return at == found_.end() ? e : at->second;
    });
  }

  Kernel& kernel_;
  Program& program_;
  Names names_;
  int depth_ = 0;  // of loops
  std::vector<Stmt> lets_;
  std::map<Expr, Expr> found_;  // searches, and where their results are
  std::vector<Kernel> kernels_;
};

}  // namespace

std::optional<Program> search_ahead(Program program, Diagnostics&) {
  std::vector<Kernel> kernels;
  for (Kernel& kernel : program.kernels) {
    const bool searches = !kernel.tiled && !kernel.owner && kernel.round_rank.empty();
    for (Kernel& k : searches ? Searches(kernel, program).run() : std::vector<Kernel>()) {
      program.steps.insert(launch_of(program, kernel), {Step::Kind::Launch, k.name});
      program.notes.push_back(fmt::format(
          "{}: the fiber that each run begins in is found by a kernel in front", kernel.name));
      kernels.push_back(std::move(k));
    }
    kernels.push_back(std::move(kernel));
  }
  program.kernels = std::move(kernels);
  return program;
}

}  // namespace teaal::passes
