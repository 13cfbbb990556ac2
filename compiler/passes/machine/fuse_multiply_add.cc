#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using namespace ir;

Stmt fuse(const Stmt& s) {
  const auto* a = as<Assign>(s);
  if (!a) return map_children(s, [](const Expr& e) { return e; }, fuse);
  const auto* product = as<Binary>(a->value);
  if (a->op != AssignOp::Add || !product || product->op != BinaryOp::Mul) return s;
  return assign(a->target, AssignOp::Set, call("fma", {product->lhs, product->rhs, a->target}),
                s->where);
}

}  // namespace

std::optional<Program> fuse_multiply_add(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels) kernel.body = fuse(kernel.body);
  return program;
}

}  // namespace teaal::passes
