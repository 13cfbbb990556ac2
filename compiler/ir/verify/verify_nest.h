#pragma once
#include "compiler/ir/verify/verify.h"

// The part of the verifier that knows how kernels, tensors and views name one another. Each throws
// a BrokenRule.
namespace teaal::ir {

// Tensors, views, kernels and what is counted, carried and launched are there, and each once; from
// where there are steps on, they launch every kernel.
void check_names(const Program&, Stage);

// A kernel over ranks: a chain of loops around one assignment to a tensor, whose schedule and
// workers name its loops, and whose operands, once views are chosen, have one each.
void check_nest(const Program&, const Kernel&, Stage);

}  // namespace teaal::ir
