#pragma once
#include <string>
#include <utility>
#include <vector>

// The device functions that emitted kernels call, as text: (file name, text) in library order.
// Emission copies those that a kernel uses into its text, so every file keeps these rules:
// - only functions (static __device__ __forceinline__), types and constants at top level, all named
//   teaal_*; no macros, no conditional compilation around them (inside one, #ifdef TEAAL_CPU may
//   stand in for PTX, with as many braces), no includes; plain CUDA C++20 without headers
//   (unsigned, not uint32_t);
// - the comment of a declaration stands directly above it, without an empty line between: it
// travels along;
// - each file compiles behind those in front of it, by nvcc, NVRTC and Clang under our prelude.
namespace teaal::templates {

const std::vector<std::pair<std::string, std::string>>& files();

// As much of them as `text` may reach, told by names: most kernels reach little, and to parse all
// takes longer than everything else that is done for a kernel.
std::vector<std::pair<std::string, std::string>> files_for(const std::string& text);
// `kernels` behind what they reach of them, as emission puts them.
std::string with_library(const std::string& kernels);

}  // namespace teaal::templates
