#pragma once
#include <optional>

#include "compiler/ir/program.h"
#include "compiler/passes/target.h"
#include "compiler/support/diagnostic.h"

namespace teaal::passes {

// As the pass `derive`, but for what `stage` knows, which is left to it.
std::optional<ir::Program> derive_what_stage_leaves(ir::Program, const Target&, Diagnostics&);

}  // namespace teaal::passes
