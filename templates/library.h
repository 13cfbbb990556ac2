#pragma once
#include <string>
#include <utility>
#include <vector>

// The device functions that emitted kernels call, as text: (file name, text) in library order.
// Emission copies those that a kernel uses into its text, so every file keeps these rules:
// - only functions (static __device__ __forceinline__, named teaal_*), types and constants at top
// level, no macros, no
//   conditional compilation around them (inside one, #ifdef TEAAL_CPU may stand in for PTX), no
//   includes; plain CUDA C++20 without headers (unsigned,
//   not uint32_t);
// - the comment of a declaration stands directly above it, without an empty line between: it
// travels along;
// - each file compiles behind those in front of it, by nvcc, NVRTC and Clang under our prelude.
namespace teaal::templates {

const std::vector<std::pair<std::string, std::string>>& files();

}  // namespace teaal::templates
