#pragma once
#include <optional>
#include <string>

#include "compiler/ir/program.h"
#include "compiler/support/diagnostic.h"

namespace teaal::ir {

// How far a program has come; each pass leaves it at one of these (passes/pipeline.cc), and each
// bans for good what its pass removed.
enum class Stage {
  Built,        // rank loops over whole ranks
  Partitioned,  // no `split` left in the schedule
  Ordered,      // no `order` left
  Placed,       // no `space` left; workers are known
  Swizzled,     // every tensor a kernel touches has a view
  Accumulated,  // how reductions over workers combine is decided
  Positions,    // no rank loops, tensor accesses or `meet`; loops over coordinates and positions
  Filled,       // no fills: copies and barriers
  Gpu,          // no shared loops, no @worker; launch shapes known
  Reduced,      // partial results are combined
  Assembled,    // no view of points: compressed tensors are assembled
};

struct BrokenRule {
  std::string rule;   // a sentence
  SourceRange where;  // of the statement, kernel or tensor, where that is known
};
// A program that keeps the rules of a stage.
struct Verified {
  const Program* program = nullptr;
  Stage stage = Stage::Built;
};
// The first one, or nothing. Kernels that `before` has as they are, beside the same views and
// workspaces, are not looked at again.
std::optional<BrokenRule> verify(const Program&, Stage, const Verified& before = {});

}  // namespace teaal::ir
