#include "compiler/ir/mma.h"

#include "compiler/ir/build.h"
#include "compiler/ir/program.h"
#include "compiler/ir/rewrite.h"

namespace teaal::ir {
namespace {

std::string intrinsic_of(Arithmetic arithmetic) {
  switch (arithmetic) {
    case Arithmetic::Tf32:
      return "mma_tf32";
    case Arithmetic::Tf32x3:
      return "mma_3xtf32";
    case Arithmetic::F16x3:
      return "mma_3xf16";
    case Arithmetic::Bf16:
      return "mma_bf16";
    case Arithmetic::F16x1:
    case Arithmetic::F16:
      break;
  }
  return "mma_f16";
}

}  // namespace

Expr call_of(const Mma& n) {
  std::vector<Expr> args;
  for (const Mma::Registers* r : {&n.d, &n.a, &n.b}) {
    args.push_back(r->array);
    if (r->rest) args.push_back(r->rest);
    args.insert(args.end(), r->at.begin(), r->at.end());
  }
  return call(intrinsic_of(n.arithmetic), std::move(args));
}

bool has_mma(const Stmt& s) {
  bool found = false;
  for_each_stmt(s, [&](const Stmt& inner) { found |= as<Mma>(inner) != nullptr; });
  return found;
}

int64_t products_deep(Arithmetic arithmetic) {
  return Schedule::TensorCore::in_halves(arithmetic) ? 16 : 8;
}

}  // namespace teaal::ir
