#include "runtime/gpu/nvrtc.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "compiler/support/line_marks.h"
#include "runtime/gpu/cuda_driver.h"
#include "runtime/gpu/nvrtc_log.h"

namespace teaal::runtime::gpu {
namespace {

namespace fs = std::filesystem;

// NVRTC opens its built-in declarations by bare name, which fails when it was itself found outside
// the system's search.
void open_builtins(const Library<Nvrtc>& library) {
  int major = 0, minor = 0;
  if (library.functions.nvrtcVersion(&major, &minor) != nvrtc_success) return;
  fs::path folder = fs::path(library.path).parent_path();
  std::string name = fmt::format("libnvrtc-builtins.so.{}.{}", major, minor);
  dlopen((folder / name).c_str(), RTLD_LAZY | RTLD_LOCAL);
}

Library<Nvrtc> load() {
  Library<Nvrtc> out;
  auto library = DynamicLibrary::open(
      versioned_names("libnvrtc.so", {13, 12, 11}, cuda_driver_major()), out.reason);
  if (!library) return out;
  out.path = library->path();
  std::string missing;
#define TEAAL_BIND(result, name, parameters) \
  if (!library->bind(out.functions.name, #name) && missing.empty()) missing = #name;
  TEAAL_NVRTC(TEAAL_BIND)
#undef TEAAL_BIND
  out.usable = missing.empty();
  if (out.usable)
    open_builtins(out);
  else
    out.reason = fmt::format("{} lacks the function {}: it is too old (CUDA 11.2 is the least)",
                             out.path, missing);
  return out;
}

class Program {
 public:
  Program(const Nvrtc& nvrtc, const BuildRequest& request) : nvrtc_(nvrtc) {
    result_ = nvrtc_.nvrtcCreateProgram(&program_, request.text.c_str(), request.file_name.c_str(),
                                        0, nullptr, nullptr);
  }
  ~Program() {
    if (program_) nvrtc_.nvrtcDestroyProgram(&program_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  bool compile(const std::vector<std::string>& options) {
    std::vector<const char*> texts;
    for (const std::string& option : options) texts.push_back(option.c_str());
    if (result_ == nvrtc_success)
      result_ = nvrtc_.nvrtcCompileProgram(program_, static_cast<int>(texts.size()), texts.data());
    return result_ == nvrtc_success;
  }

  std::string log() const { return read(nvrtc_.nvrtcGetProgramLogSize, nvrtc_.nvrtcGetProgramLog); }
  std::string cubin() const { return read(nvrtc_.nvrtcGetCUBINSize, nvrtc_.nvrtcGetCUBIN); }
  std::string ptx() const { return read(nvrtc_.nvrtcGetPTXSize, nvrtc_.nvrtcGetPTX); }
  const char* result_text() const { return nvrtc_.nvrtcGetErrorString(result_); }

 private:
  template <class Size, class Get>
  std::string read(Size size, Get get) const {
    size_t bytes = 0;
    if (!program_ || size(program_, &bytes) != nvrtc_success || bytes == 0) return {};
    std::string out(bytes, '\0');
    if (get(program_, out.data()) != nvrtc_success) return {};
    return out;
  }

  const Nvrtc& nvrtc_;
  NvrtcProgram program_ = nullptr;
  int result_;
};

void trim_zeros(std::string& text) {
  while (!text.empty() && text.back() == '\0') text.pop_back();
}

std::optional<std::string> compile(const Nvrtc& nvrtc, BuildRequest request,
                                   Diagnostics& diagnostics) {
  request.text = hold_lines(request.text);
  Program program(nvrtc, request);
  if (!program.compile(nvrtc_options(request))) {
    std::string log = program.log();
    trim_zeros(log);
    report_nvrtc_errors(log, program.result_text(), request.text, request.file_name, diagnostics);
    return std::nullopt;
  }
  const bool wants_ptx = request.architecture.starts_with("compute_");
  std::string bytes = wants_ptx ? program.ptx() : program.cubin();
  if (wants_ptx) trim_zeros(bytes);
  if (bytes.empty()) {
    diagnostics.error(
        Code::BuildFailed, {},
        fmt::format("NVRTC {} gave no code for {}", nvrtc_identity(), request.architecture));
    return std::nullopt;
  }
  return bytes;
}

bool nvrtc_usable(Diagnostics& diagnostics) {
  if (nvrtc_library().usable) return true;
  diagnostics
      .error(Code::BuildFailed, {},
             "NVRTC, which builds kernels, cannot be used: " + nvrtc_library().reason)
      .note({},
            "install the CUDA toolkit's NVRTC (package cuda-nvrtc), or point CUDA_HOME at the "
            "toolkit");
  return false;
}

}  // namespace

const Library<Nvrtc>& nvrtc_library() {
  static const Library<Nvrtc> library = load();
  return library;
}

Availability nvrtc() { return {nvrtc_library().usable, nvrtc_library().reason}; }

// Contraction stays off so that results are those of the CPU executor bit for bit: fmaf() is what
// fuses. Line information carries the places of #line into profilers and sanitizers, and changes no
// instruction. Where more than twelve divergent regions stand in one another (it takes 23 loops and
// conditions), ptxas 13.0 spills the barriers at which lanes meet again, and such a kernel gave
// wrong results from -O2 on (docs/BUGS-FOUND.md): deep kernels are not optimised.
std::vector<std::string> nvrtc_options(const BuildRequest& request) {
  constexpr int deep = 19;
  std::vector<std::string> options = {"--gpu-architecture=" + request.architecture, "--std=c++17",
                                      "--fmad=false", "--generate-line-info", "--disable-warnings"};
  const bool assembles = request.architecture.starts_with("sm_");
  if (assembles && request.depth > deep) options.emplace_back("--ptxas-options=-O0");
  for (const std::string& define : request.defines) options.push_back("--define-macro=" + define);
  return options;
}

std::string nvrtc_identity() {
  const Library<Nvrtc>& library = nvrtc_library();
  if (!library.usable) return {};
  int major = 0, minor = 0;
  library.functions.nvrtcVersion(&major, &minor);
  std::error_code error;
  auto bytes = fs::file_size(library.path, error);
  auto time = fs::last_write_time(library.path, error).time_since_epoch().count();
  return fmt::format("{}.{} ({}, {} bytes, {})", major, minor, library.path, bytes, time);
}

std::vector<int> nvrtc_architectures(const Nvrtc& nvrtc) {
  int count = 0;
  if (nvrtc.nvrtcGetNumSupportedArchs(&count) != nvrtc_success || count <= 0) return {};
  std::vector<int> known(static_cast<size_t>(count));
  if (nvrtc.nvrtcGetSupportedArchs(known.data()) != nvrtc_success) return {};
  std::sort(known.begin(), known.end());
  return known;
}

std::optional<std::string> nvrtc_architecture_for(int compute_major, int compute_minor,
                                                  const std::vector<int>& known,
                                                  Diagnostics& diagnostics) {
  const int wanted = compute_major * 10 + compute_minor;
  auto after = std::upper_bound(known.begin(), known.end(), wanted);
  if (after == known.begin()) {
    diagnostics
        .error(Code::BuildFailed, {},
               fmt::format("NVRTC does not build for this GPU of compute capability {}.{}",
                           compute_major, compute_minor))
        .note({}, known.empty()
                      ? "it names no architecture that it builds for"
                      : fmt::format("the oldest it knows is {}.{}: install an older NVRTC",
                                    known.front() / 10, known.front() % 10));
    return std::nullopt;
  }
  const int best = *std::prev(after);
  return fmt::format("{}_{}", best == wanted ? "sm" : "compute", best);
}

std::optional<Built> nvrtc_build(const BuildRequest& request, const BuildCache& cache,
                                 Diagnostics& diagnostics) {
  if (!nvrtc_usable(diagnostics)) return std::nullopt;
  std::vector<std::string> fields = nvrtc_options(request);
  fields.insert(fields.begin(), {"NVRTC", nvrtc_identity(), request.file_name, request.text});
  const std::string key = BuildCache::key(fields);
  if (auto bytes = cache.load(key)) return Built{std::move(*bytes), true};
  auto bytes = compile(nvrtc_library().functions, request, diagnostics);
  if (!bytes) return std::nullopt;
  cache.store(key, *bytes);
  return Built{std::move(*bytes), false};
}

std::optional<std::string> nvrtc_compile(const std::string& text, const std::string& file_name,
                                         const std::string& arch,
                                         const std::vector<std::string>& defines,
                                         Diagnostics& diagnostics) {
  if (!nvrtc_usable(diagnostics)) return std::nullopt;
  return compile(nvrtc_library().functions, {text, file_name, arch, defines}, diagnostics);
}

}  // namespace teaal::runtime::gpu
