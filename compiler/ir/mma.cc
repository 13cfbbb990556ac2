#include "compiler/ir/mma.h"

#include "compiler/ir/build.h"

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

Mma::Registers read_registers(TokenStream& in, size_t count, bool has_rest,
                              const std::function<std::vector<Expr>()>& places) {
  Mma::Registers out{var(in.word()), nullptr, {}};
  if (has_rest) out.rest = var(in.behind("rest"));
  out.at = places();
  if (out.at.size() != count) in.fail("expected " + std::to_string(count) + " places");
  return out;
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

int64_t products_deep(Arithmetic arithmetic) {
  return Schedule::TensorCore::in_halves(arithmetic) ? 16 : 8;
}

Stmt read_mma(TokenStream& in, SourceRange where,
              const std::function<std::vector<Expr>()>& places) {
  const Arithmetic arithmetic = in.one_of(arithmetic_names, "an arithmetic of tensor cores");
  const bool in_parts = Schedule::TensorCore::in_parts(arithmetic);
  Mma out{arithmetic, read_registers(in, 4, false, places), {}, {}};
  in.expect("+=");
  out.a = read_registers(in, 4, in_parts, places);
  in.expect("*");
  out.b = read_registers(in, 2, in_parts, places);
  return make_stmt(std::move(out), where);
}

}  // namespace teaal::ir
