#pragma once
#include "compiler/ir/build.h"
#include "compiler/ir/program.h"
#include "compiler/support/diagnostic.h"

namespace teaal::passes {

// An operand bound to Registers: at the beginning of each iteration of evict-on a thread reads all
// that the loops inside of it, in time and of its own share, ask for. These loops must be spelled
// out (a literal number of iterations a thread), so that the text says which register is which;
// else the binding is refused. Behind `accumulate`, which says what is spelled out, and behind the
// fills of tiles, which the registers are read from.
void hold_operand(ir::Program&, ir::Kernel&, const ir::Schedule::Staging&, ir::Names&,
                  Diagnostics&);

}  // namespace teaal::passes
