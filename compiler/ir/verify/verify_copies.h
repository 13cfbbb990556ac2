#pragma once
#include "compiler/ir/program.h"

namespace teaal::ir {

// Throws BrokenRule: a shared array that copies go to is read where none of them has been awaited,
// or where the threads have not met since. Arrays are told by their names, whichever of their
// buffers is read; loops are taken to run, conditions to hold.
void check_awaited(const Kernel&);

}  // namespace teaal::ir
