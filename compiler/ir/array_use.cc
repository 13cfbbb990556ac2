#include "compiler/ir/array_use.h"

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/rewrite.h"
#include "compiler/ir/threads.h"

namespace teaal::ir {
namespace {

ArrayUse use_of(const Expr& e) {
  ArrayUse out;
  for_each_expr(e, [&](const Expr& inner) {
    if (const auto* r = as<Read>(inner)) out.read.insert(r->buffer);
    const auto* call = as<Call>(inner);
    if (!call) return;
    const std::vector<Argument> wanted = arguments_of(*find_intrinsic(call->intrinsic));
    for (size_t i = 0; i < wanted.size(); ++i)
      if (const auto* v = as<Var>(call->args[i]); v && wanted[i].array)
        (wanted[i].written ? out.written : out.read).insert(v->name);
  });
  return out;
}

}  // namespace

ArrayUse arrays_used_by(const Stmt& s) {
  ArrayUse out;
  for (const Expr& e : evaluated_by(s)) {
    const ArrayUse use = use_of(e);
    out.read.insert(use.read.begin(), use.read.end());
    out.written.insert(use.written.begin(), use.written.end());
  }
  if (const auto* n = as<Copy>(s)) out.written.insert(as<Read>(n->to)->buffer);
  const auto* assign = as<Assign>(s);
  const auto* element = assign ? as<Read>(assign->target) : nullptr;
  if (!element) return out;
  if (assign->op != AssignOp::Set) out.read.insert(element->buffer);
  out.written.insert(element->buffer);
  return out;
}

}  // namespace teaal::ir
