#pragma once
#include <functional>
#include <span>
#include <string_view>

#include "compiler/ir/verify.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {

struct Pass {
  std::string_view name, summary;
  std::optional<ir::Program> (*run)(ir::Program,
                                    Diagnostics&);  // null: `build`, which starts from the cascade
  ir::Stage leaves;
};

// The whole compiler, in order.
std::span<const Pass> pipeline();

struct RunOptions {
  std::string stop_after;      // a pass's name; empty: run all
  bool narrow_values = false;  // elements are stored in fewer bits than the arithmetic has
  int64_t value_bytes = 4;     // of the arithmetic's values
  int64_t most_shared_bytes = int64_t{227} << 10;  // that a block can ask for
  int64_t lanes = 32;       // of a warp
  bool warpgroups = false;  // four warps can multiply together on tensor cores
  std::function<void(const Pass&, const ir::Program&)> after_each;
};

// Runs the passes and the verifier behind each. A broken rule is an error of code Internal that
// names the pass and holds the IR before and after.
std::optional<ir::Program> run(const einsum::Cascade&, const std::string& name, const RunOptions&,
                               Diagnostics&);

}  // namespace teaal::passes
