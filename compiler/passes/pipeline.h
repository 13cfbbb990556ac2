#pragma once
#include <functional>
#include <span>
#include <string_view>
#include <variant>

#include "compiler/ir/verify/verify.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {

using Plain = std::optional<ir::Program>(ir::Program, Diagnostics&);
using Targeted = std::optional<ir::Program>(ir::Program, const Target&, Diagnostics&);

struct Pass {
  std::string_view name, summary;
  // `build` starts from the cascade; others ask for the target or do not.
  std::variant<std::monostate, Plain*, Targeted*> run;
  ir::Stage leaves;
};

// The whole compiler, in order.
std::span<const Pass> pipeline();

// Whether kernels scale values by magnitudes that `find_largest` is still to have found: until then
// they compute something else.
bool lacks_magnitudes(const ir::Program&);

struct RunOptions {
  std::string stop_after;  // a pass's name; empty: run all
  Target target;
  bool given = false;   // someone else wrote the program: rules that it breaks are not our bugs
  std::string settled;  // Program::settled
  std::function<void(const Pass&, const ir::Program&)> after_each;
};

// Runs the passes and the verifier behind each. A broken rule is an error of code Internal that
// names the pass and holds the IR before and after.
std::optional<ir::Program> run(const einsum::Cascade&, const std::string& name, const RunOptions&,
                               Diagnostics&);

// Runs the passes behind the one of that name on what it may have left. A rule that the given
// program breaks is an error of code IrRule at its place.
std::optional<ir::Program> resume(ir::Program, const std::string& behind, RunOptions, Diagnostics&);

}  // namespace teaal::passes
