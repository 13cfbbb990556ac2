#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "compiler/ir/build.h"
#include "compiler/ir/names.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/steps.h"
#include "compiler/passes/tensor/largest.h"

// The largest finite magnitude of a tensor, which scales products in halves (Kernel::largest): the
// kernel that reads all of the tensor keeps its threads' largest beside what it does, and each
// block stores its own. Where it reads elements by copies, or asks for them under a condition of an
// expression, a kernel of its own reads them once more.
namespace teaal::passes {
namespace {

using namespace ir;

bool reads(const Expr& e, const std::string& array) {
  const auto* n = as<Read>(e);
  return n && n->buffer == array;
}

int64_t count_reads(const Stmt& s, const std::string& array) {
  int64_t out = 0;
  for_each_expr(s, [&](const Expr& e) { out += reads(e, array) ? 1 : 0; });
  return out;
}

// The elements of the array that the expression reads whatever else holds.
void add_reads(const Expr& e, const std::string& array, std::vector<Expr>& out) {
  if (reads(e, array)) {
    out.push_back(e);
    return;
  }
  const auto* choice = as<Call>(e);
  const auto* both = as<Binary>(e);
  if (choice && (choice->intrinsic == "choose" || choice->intrinsic == "select"))
    return add_reads(choice->args[0], array, out);
  if (both && both->op == BinaryOp::And) return add_reads(both->lhs, array, out);
  if (both && both->op == BinaryOp::Or) return add_reads(both->lhs, array, out);
  for_children(e, [&](const Expr& child) { add_reads(child, array, out); });
}

class Finder {
 public:
  Finder(Program& program, Kernel& kernel) : program_(program), kernel_(kernel) {
    for (const Workspace& w : program.workspaces) names_.take(w.name);
    for (const Kernel& k : program.kernels) names_.take(k.name);
    for (const Param& p : kernel.params) names_.take(p.name);
    for (const std::string& rank : program.ranks()) names_.take(rank);
    for_each_stmt(kernel.body, [&](const Stmt& s) {
      if (const auto* n = as<Let>(s)) names_.take(n->var);
      if (const auto* n = as<For>(s)) names_.take(n->var);
      if (const auto* n = as<Array>(s)) names_.take(n->buffer);
    });
  }

  // The kernels to launch behind it, in order.
  std::vector<Kernel> run() {
    const View& view = *std::ranges::find(program_.views, kernel_.reads_all, &View::tensor);
    const auto param = std::ranges::find_if(kernel_.params, [&](const Param& p) {
      return p.kind == Param::Kind::Values && p.view == view.name && !p.written;
    });
    std::vector<Kernel> out;
    Expr shares;
    if (param != kernel_.params.end() && sees_all(param->name)) {
      keep_largest(param->name);
      shares = kernel_.launch.grid;
    } else {
      const Expr elements = dense_elements(view);
      shares = largest_shares(elements);
      out.push_back(search_shares(search("_largest_of_shares"), program_, view, elements));
    }
    out.push_back(search_all(search("_largest"), program_, shares));
    std::ranges::find(program_.workspaces, kernel_.largest, &Workspace::name)->elements =
        add(lit(1), shares);
    return out;
  }

 private:
  LargestSearch search(const std::string& what) {
    return {names_.fresh(kernel_.name + what), kernel_.largest, kernel_.where};
  }

  bool sees_all(const std::string& array) const {
    int64_t seen = 0;
    for_each_stmt(kernel_.body, [&](const Stmt& s) {
      std::vector<Expr> here;
      for (const Expr& e : own_expressions(s)) add_reads(e, array, here);
      seen += static_cast<int64_t>(here.size());
    });
    const int64_t all = count_reads(kernel_.body, array);
    return all > 0 && seen == all;
  }

  // What a statement computes itself, in front of which others may stand.
  static std::vector<Expr> own_expressions(const Stmt& s) {
    if (const auto* n = as<Let>(s)) return {n->value};
    if (const auto* n = as<If>(s)) return {n->cond};
    if (const auto* n = as<Assign>(s))
      return as<Read>(n->target) ? std::vector<Expr>{as<Read>(n->target)->at, n->value}
                                 : std::vector<Expr>{n->value};
    if (const auto* n = as<Run>(s)) return {n->call};
    return {};
  }

  Stmt keeping(const Stmt& s, const std::string& array, const std::string& largest) const {
    const Stmt inside = map_children(
        s, [](const Expr& e) { return e; },
        [&](const Stmt& child) { return keeping(child, array, largest); });
    std::vector<Expr> here;
    for (const Expr& e : own_expressions(s)) add_reads(e, array, here);
    std::vector<Stmt> out;
    for (const Expr& element : here)
      out.push_back(assign(var(largest), AssignOp::Set,
                           call("larger_finite", {var(largest), element}), s->where));
    out.push_back(inside);
    return block(std::move(out));
  }

  void keep_largest(const std::string& array) {
    const std::string largest = names_.fresh(kernel_.reads_all + "_largest_seen");
    std::vector<Stmt> body = {changing(largest, Type::Value, make_expr(FloatLit{0})),
                              keeping(kernel_.body, array, largest)};
    for (Stmt& s :
         store_largest({kernel_.largest, var(largest), share_of_block(),
                        names_.fresh("largest_of_warps"), names_.fresh("largest_of_block")}))
      body.push_back(std::move(s));
    kernel_.body = block(std::move(body));
    kernel_.params.push_back(
        {Param::Kind::Workspace, kernel_.largest, kernel_.largest, 0, nullptr, true, Type::Value});
    program_.notes.push_back(fmt::format("{}: finds the largest magnitude of {}, which scales it",
                                         kernel_.name, kernel_.reads_all));
  }

  Program& program_;
  Kernel& kernel_;
  Names names_;
};

}  // namespace

std::optional<Program> find_largest(Program program, Diagnostics&) {
  for (size_t i = 0; i < program.kernels.size(); ++i) {
    Kernel kernel = program.kernels[i];
    if (kernel.largest.empty()) continue;
    std::vector<Kernel> behind = Finder(program, kernel).run();
    auto step = launch_of(program, kernel);
    for (const Kernel& k : behind)
      step = program.steps.insert(step + 1, {Step::Kind::Launch, k.name});
    kernel.largest.clear();
    program.kernels[i] = std::move(kernel);
    program.kernels.insert(program.kernels.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                           behind.begin(), behind.end());
  }
  return program;
}

}  // namespace teaal::passes
