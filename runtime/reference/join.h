#pragma once
#include <functional>

#include "runtime/reference/accumulator.h"
#include "runtime/reference/term_plan.h"

namespace teaal::runtime {

// A term with what its points add to. `strides[v]` is what variable v contributes to the output's
// key.
struct Joining {
  const TermPlan& plan;
  const Variables& variables;
  const std::vector<int64_t>& strides;
  const Reduction& reduction;
};

// Visits every point where all tensors of the term are present and adds its value to the output.
// Returns the number of effectual points. Cores share the points by the coordinates of one of the
// output's variables, so each element is summed in the order in which one core would; of an output
// of one element, by those of a summed variable, cut alike on every machine. `progress`
// is called by the calling thread with the part of the shares that are done, first with 0.
int64_t join_term(const Joining&, Accumulator& output,
                  const std::function<void(double)>& progress = {});

}  // namespace teaal::runtime
