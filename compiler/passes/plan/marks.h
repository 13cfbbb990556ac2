#pragma once
#include "compiler/ir/build.h"
#include "compiler/ir/program.h"

namespace teaal::passes {

// The body of a kernel in which loops all of whose turns set the same bit join a number of the
// thread's own first. Of elements that need not be stored unless they are marked
// (Kernel::only_marked), lanes that have a tile together ask each other whether it is, before they
// store.
ir::Stmt join_marks(const ir::Kernel&, ir::Names&);

// Null: the statement sets no single bit.
const ir::Call* put_of(const ir::Stmt&);
bool sets_bits(const ir::Stmt&);

}  // namespace teaal::passes
