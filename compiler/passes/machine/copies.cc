#include "compiler/passes/machine/copies.h"

#include <algorithm>
#include <map>
#include <set>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/machine/launch_shape.h"

namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t adding_threads = 256, warp_size = 32;

// Whose product is how many elements it has.
std::vector<Expr> extents(const View& view) {
  if (view.elements) return {view.elements};
  std::vector<Expr> out;
  for (size_t l = 0; l < view.levels.size(); ++l) out.push_back(level_extent(view.levels, l));
  return out;
}

// A thread an element of the output.
class Elementwise {
 public:
  Elementwise(const Kernel& kernel, const View& output, const Finishing& finishing)
      : kernel_(kernel), output_(output), finishing_(finishing) {}

  Kernel add(const Copies& copies) {
    copies_ = &copies;
    Kernel k = begun("_add_copies");
    k.params.push_back(
        {Param::Kind::Workspace, copies.workspace, copies.workspace, 0, nullptr, false});
    add_params(k);
    k.params.push_back({Param::Kind::Int, "copies", "", 0, copies.count, false});
    if (output_.levels.empty())
      add_by_one_block(k);
    else
      by_threads(k);
    return k;
  }

  Kernel finish() {
    Kernel k = begun("_finish");
    k.params.push_back(
        {Param::Kind::Values, values_name(output_), output_.name, 0, nullptr, false});
    add_params(k);
    by_threads(k);
    return k;
  }

 private:
  Kernel begun(const std::string& what) const {
    Kernel k;
    k.repeats = kernel_.repeats;
    k.name = kernel_.name + what;
    k.where = kernel_.where;
    return k;
  }

  void add_params(Kernel& k) const {
    for (const Param& p : finishing_.params()) {
      const auto known = std::ranges::find(k.params, p.name, &Param::name);
      if (known == k.params.end()) k.params.push_back(p);
    }
    finishing_.add_sizes(k.params);
  }

  // One element: the threads of one block add the copies.
  void add_by_one_block(Kernel& k) const {
    k.launch = {lit(1), lit(adding_threads)};
    Stmt loop = add_copies(call("thread"), call("threads"), var("copy"), k);
    Stmt shared = make_stmt(Array{"partial_sums", warp_size}, k.where);
    std::vector<Expr> args = {var("sum"), var("partial_sums")};
    const std::string tree = reducing_tree(kernel_, "block");
    add_identity(kernel_, tree, args);
    Expr whole = call(tree, std::move(args));
    Stmt total = let("total", Type::Value, whole, k.where);
    Stmt write = stored(lit(0), "total", k);
    k.body = block(
        {zero(k), loop, shared, total, if_then(equal(call("thread"), lit(0)), write, k.where)});
  }

  // Each thread has elements of its own, whose copies it adds in order.
  void by_threads(Kernel& k) const {
    Expr n = dense_elements(output_), elements = elements_in_kernel(output_);
    k.launch = {most(lit(1), least(ceil_div(n, lit(adding_threads)), lit((int64_t{1} << 31) - 1))),
                lit(adding_threads)};
    std::vector<Stmt> body;
    if (copies_)
      body = {zero(k),
              add_copies(lit(0), lit(1), ir::add(mul(var("copy"), elements), var("element")), k)};
    else
      body = {changing("sum", Type::Value, read(values_name(output_), var("element")), k.where)};
    body.push_back(stored(var("element"), "sum", k));
    Expr first = ir::add(mul(call("size", {call("block")}), call("threads")), call("thread"));
    Expr step = mul(call("size", {call("blocks")}), call("threads"));
    k.body = make_stmt(
        For{"element", Type::Size, first, elements, step, "", block(std::move(body))}, k.where);
  }

  // Stores the sum of element number `element`, or what becomes of it.
  Stmt stored(const Expr& element, const std::string& sum, const Kernel& k) const {
    if (finishing_.empty())
      return assign(read(values_name(output_), element), store_op(), var(sum), k.where);
    std::vector<Stmt> out;
    Finishing::Where where{{}, element, copies_ == nullptr};
    Expr rest = element;
    for (size_t l = output_.levels.size(); l-- > 0;) {
      const std::string &rank = output_.levels[l].rank, name = "at_" + rank;
      out.push_back(let(name, Type::Size, l == 0 ? rest : mod(rest, size_of(var(rank)))));
      where.at[finishing_.sums().at[l]] = var(name);
      rest = div(rest, size_of(var(rank)));
    }
    Names names;
    for (const Param& p : k.params) names.take(p.name);
    for (const char* own : {"element", "sum", "total", "copy", "partial_sums"}) names.take(own);
    for (const auto& [variable, coordinate] : where.at) names.take(as<Var>(coordinate)->name);
    for (Stmt& step : finishing_.stored(var(sum), where, names)) out.push_back(std::move(step));
    return block(std::move(out));
  }

  AssignOp store_op() const { return kernel_.accumulates ? kernel_.reduction : AssignOp::Set; }

  Stmt add_copies(Expr begin, Expr step, const Expr& at, const Kernel& k) const {
    Stmt add_one = assign(var("sum"), kernel_.reduction, read(copies_->workspace, at), k.where);
    return make_stmt(
        For{"copy", Type::Size, std::move(begin), var("copies"), std::move(step), "", add_one},
        k.where);
  }

  Stmt zero(const Kernel& k) const {
    return changing("sum", Type::Value, make_expr(FloatLit{kernel_.start}), k.where);
  }

  const Kernel& kernel_;
  const View& output_;
  const Finishing& finishing_;
  const Copies* copies_ = nullptr;  // null: the sums lie in the output
};

}  // namespace

Kernel adding_kernel(const Kernel& kernel, const View& output, const Copies& copies,
                     const Finishing& finishing) {
  return Elementwise(kernel, output, finishing).add(copies);
}

Kernel finishing_kernel(const Kernel& kernel, const View& output, const Finishing& finishing) {
  return Elementwise(kernel, output, finishing).finish();
}

Expr elements_in_kernel(const View& view) {
  Expr out = lit(1);
  for (const Expr& extent : extents(view))
    out = mul(out, rewrite(extent, [](const Expr& e) { return as<Var>(e) ? size_of(e) : e; }));
  return out;
}

void add_extents(const View& view, std::vector<Param>& params) {
  const Param::Kind kind = view.elements ? Param::Kind::Size : Param::Kind::Int;
  auto add_one = [&](const std::string& name) {
    for (const Param& p : params)
      if (p.name == name) return;
    params.push_back({kind, name, "", 0, var(name), false});
  };
  for (const Expr& extent : extents(view))
    for_each_expr(extent, [&](const Expr& e) {
      if (const auto* size = as<Var>(e)) add_one(size->name);
    });
}

void add_sizes_read(const Program& program, Kernel& kernel) {
  std::set<std::string> read;
  for_each_expr(kernel.body, [&](const Expr& e) {
    if (const auto* v = as<Var>(e)) read.insert(v->name);
  });
  std::vector<std::string> sizes = program.ranks();
  for (const NamedSize& s : program.sizes) sizes.push_back(s.name);
  for (const std::string& size : sizes)
    if (read.contains(size))
      kernel.params.push_back({Param::Kind::Int, size, "", 0, var(size), false});
}

std::string reducing_tree(const Kernel& kernel, const std::string& level) {
  static const std::map<AssignOp, std::string> names = {
      {AssignOp::Mul, "_product"}, {AssignOp::Min, "_min"},      {AssignOp::Max, "_max"},
      {AssignOp::Or, "_either"},   {AssignOp::And, "_together"},
  };
  auto found = names.find(kernel.reduction);
  return level + (found == names.end() ? "_sum" : found->second);
}

void add_identity(const Kernel& kernel, const std::string& intrinsic, std::vector<Expr>& args) {
  if (intrinsic.starts_with("block_") && intrinsic != "block_sum")
    args.push_back(make_expr(FloatLit{kernel.start}));
}

}  // namespace teaal::passes
