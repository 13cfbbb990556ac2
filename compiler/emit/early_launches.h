#pragma once
#include <set>
#include <string>

#include "compiler/ir/program.h"

// Programmatic dependent launch: kernels that are launched before the one in front of them has
// ended, so that one's end and the other's beginning overlap, and wait for it first.
namespace teaal::emit {

// All kernels but those that a run of the plan, what is done once for static inputs, or a run
// behind that begins with: what they come behind is somebody else's. None if the architecture has
// no such launches.
std::set<std::string> early_kernels(const ir::Program&, const std::string& arch);

// The launcher's function for it.
extern const char* const early_launch_text;

// The launcher's call of a kernel, early or not: sizes and arguments as C++ spells them.
struct LaunchCall {
  std::string kernel, grid, block;
  int64_t shared_bytes = 0;
  std::string arguments;  // with commas between
};
std::string call_text(const LaunchCall&, bool is_early);

}  // namespace teaal::emit
