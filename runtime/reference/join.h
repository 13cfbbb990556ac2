#pragma once
#include "runtime/reference/accumulator.h"
#include "runtime/reference/term_plan.h"

namespace teaal::runtime {

// Visits every point where all tensors of the term are present and adds its value to the output.
// `strides[v]` is what variable v contributes to the output's key. Returns the number of effectual
// points.
int64_t join_term(const TermPlan&, const Variables&, const std::vector<int64_t>& strides,
                  const Reduction&, Accumulator&);

}  // namespace teaal::runtime
