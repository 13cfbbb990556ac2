#include "compiler/ir/text/parse_mma.h"

#include "compiler/ir/build.h"
#include "compiler/ir/names.h"
#include "compiler/ir/program.h"

namespace teaal::ir {
namespace {

Mma::Registers read_registers(TokenStream& in, size_t count, bool has_rest,
                              const std::function<std::vector<Expr>()>& places) {
  Mma::Registers out{var(in.word()), nullptr, {}};
  if (has_rest) out.rest = var(in.behind("rest"));
  out.at = places();
  if (out.at.size() != count) in.fail("expected " + std::to_string(count) + " places");
  return out;
}

}  // namespace

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
