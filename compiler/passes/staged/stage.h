#pragma once
#include <string>
#include <vector>

#include "compiler/ir/program.h"
#include "compiler/passes/target.h"

namespace teaal::passes {

// How `stage` lowers a kernel.
struct Staged {
  // NotAtAll: it says why not. Four warps multiply together, by wgmma, what they gather element by
  // element, or copy in lines; else each multiplies for itself.
  enum class How { NotAtAll, Apart, Gathered, Lines };
  How how = How::NotAtAll;
  // Where the spec leaves open whether and how to skip, what takes the least time, and why.
  std::vector<ir::Schedule::Skip> skips;
  std::vector<std::string> choices;
};

// Of a program as `swizzle` leaves it.
Staged stage_lowers(ir::Program, const std::string& kernel, const Target&);

}  // namespace teaal::passes
