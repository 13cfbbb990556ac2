#pragma once
#include <cstddef>
#include <vector>

#include "runtime/cache/build_cache.h"
#include "runtime/gpu/dynamic_library.h"
#include "runtime/gpu/gpu.h"

// NVIDIA's run-time compiler: the functions we call, declared from its public reference, and a
// build over them.
namespace teaal::runtime::gpu {

using NvrtcProgram = struct OpaqueNvrtcProgram*;
inline constexpr int nvrtc_success = 0;

#define TEAAL_NVRTC(FUNCTION)                                                             \
  FUNCTION(int, nvrtcVersion, (int* major, int* minor))                                   \
  FUNCTION(const char*, nvrtcGetErrorString, (int result))                                \
  FUNCTION(int, nvrtcCreateProgram,                                                       \
           (NvrtcProgram * program, const char* text, const char* name, int header_count, \
            const char* const* headers, const char* const* header_names))                 \
  FUNCTION(int, nvrtcDestroyProgram, (NvrtcProgram * program))                            \
  FUNCTION(int, nvrtcCompileProgram,                                                      \
           (NvrtcProgram program, int option_count, const char* const* options))          \
  FUNCTION(int, nvrtcGetProgramLogSize, (NvrtcProgram program, size_t* bytes))            \
  FUNCTION(int, nvrtcGetProgramLog, (NvrtcProgram program, char* log))                    \
  FUNCTION(int, nvrtcGetPTXSize, (NvrtcProgram program, size_t* bytes))                   \
  FUNCTION(int, nvrtcGetPTX, (NvrtcProgram program, char* ptx))                           \
  FUNCTION(int, nvrtcGetCUBINSize, (NvrtcProgram program, size_t* bytes))                 \
  FUNCTION(int, nvrtcGetCUBIN, (NvrtcProgram program, char* cubin))                       \
  FUNCTION(int, nvrtcGetNumSupportedArchs, (int* count))                                  \
  FUNCTION(int, nvrtcGetSupportedArchs, (int* architectures))

struct Nvrtc {
#define TEAAL_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
  TEAAL_NVRTC(TEAAL_MEMBER)
#undef TEAAL_MEMBER
};

const Library<Nvrtc>& nvrtc_library();

// "13.0", and what tells two updates of one version apart: the file's name, size and time.
std::string nvrtc_identity();

// The architectures it compiles for, as 75, 80, …, ascending.
std::vector<int> nvrtc_architectures(const Nvrtc&);

// "sm_90" for a device of 9.0 if NVRTC knows it, else the newest older one as "compute_…", for the
// driver to translate. Nothing, and error build-failed, if all it knows are newer than the device.
std::optional<std::string> nvrtc_architecture_for(int compute_major, int compute_minor,
                                                  const std::vector<int>& known, Diagnostics&);

struct BuildRequest {
  std::string text, file_name;
  std::string architecture;          // "sm_90" gives a cubin, "compute_90" PTX
  std::vector<std::string> defines;  // NAME or NAME=value
  int depth = 0;  // of the deepest kernel: how many loops and conditions stand in one another
};
// What NVRTC is called with.
std::vector<std::string> nvrtc_options(const BuildRequest&);

struct Built {
  std::string bytes;
  bool from_cache = false;
};
// From the cache, else by NVRTC and then into the cache. Errors build-failed.
std::optional<Built> nvrtc_build(const BuildRequest&, const BuildCache&, Diagnostics&);

}  // namespace teaal::runtime::gpu
