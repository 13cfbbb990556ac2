#pragma once
#include "compiler/passes/build/build_schedule.h"

// The part of `build` that turns one term of an einsum into loops around an assignment.
namespace teaal::passes {

// `accumulates`: the term adds to what earlier terms wrote. Error (unsupported): a loop order whose
// missing variable cannot be solved for.
ir::Stmt build_nest(const einsum::Einsum&, const einsum::Term&, bool accumulates,
                    const einsum::Cascade&, const ir::Program&, SpecSizes&, Diagnostics&);

// The tensor accesses of a term, as written.
std::vector<const einsum::Access*> inputs_of(const einsum::Term&);

}  // namespace teaal::passes
