#pragma once
#include <string>
#include <vector>

#include "compiler/ir/program.h"
#include "compiler/passes/target.h"

namespace teaal::passes {

// Whether and how `stage` lowers a kernel.
struct Staged {
  bool at_all = false;  // else it says why not
  // Where the spec leaves open whether and how to skip, what takes the least time, and why.
  std::vector<ir::Schedule::Skip> skips;
  std::vector<std::string> choices;
};

// Of a program as `swizzle` leaves it.
Staged stage_lowers(ir::Program, const std::string& kernel, const Target&);

}  // namespace teaal::passes
