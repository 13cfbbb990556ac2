#pragma once
#include <cstdint>
#include <string>

// Programmatic dependent launch, of kernels that are early.
namespace teaal::emit {

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
