#include "compiler/clang/arguments.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/TargetParser/Host.h>

namespace teaal::clang_frontend {
namespace {

using Arguments = std::vector<std::string>;

struct DeviceArch {
  const char* name;
  const char* ptx;
  int64_t shared_kib;
};

// Older ones lack what staged kernels are made of: asynchronous copies, tf32 and bf16 products.
// The oldest PTX version in which each architecture has everything the prelude uses, and the most
// shared memory of a block (CUDA C++ Programming Guide, technical specifications per compute
// capability).
constexpr DeviceArch archs[] = {
    {"sm_80", "+ptx70", 163}, {"sm_86", "+ptx71", 99},   {"sm_89", "+ptx78", 99},
    {"sm_90", "+ptx78", 227}, {"sm_90a", "+ptx80", 227},
};

void append(Arguments& to, const Arguments& more) { to.insert(to.end(), more.begin(), more.end()); }

Arguments device_arguments(const Input& input) {
  return {"-triple",
          "nvptx64-nvidia-cuda",
          "-aux-triple",
          llvm::sys::getDefaultTargetTriple(),
          "-fcuda-is-device",
          "-x",
          "cuda",
          "-target-cpu",
          input.arch,
          "-target-feature",
          ptx_feature(input.arch),
          "-fcuda-allow-variadic-functions"};
}

// The instructions of this very machine: code is run here, and found again by them. Clang warns
// about every way to ask for AVX10 that the detection offers; its parts are listed as AVX-512
// anyway.
const Arguments& host_cpu() {
  static const Arguments arguments = [] {
    Arguments found = {"-target-cpu", llvm::sys::getHostCPUName().str()};
    for (const auto& feature : llvm::sys::getHostCPUFeatures()) {
      if (feature.first().starts_with("avx10")) continue;
      std::string text(1, feature.second ? '+' : '-');
      text += feature.first().str();
      append(found, {"-target-feature", text});
    }
    return found;
  }();
  return arguments;
}

Arguments host_arguments() {
  Arguments arguments = {"-triple",    llvm::sys::getProcessTriple(), "-x",  "c++",
                         "-fdeclspec", "-mrelocation-model",          "pic", "-pic-level",
                         "2"};
  append(arguments, host_cpu());
  return arguments;
}

// Unused names are normal in generated text; statistics and carets on stderr are never wanted.
// Products and sums are fused only where the text says fma, so that CPU and GPU agree bit for bit.
const Arguments& common_arguments() {
  static const Arguments arguments = {"-std=c++20",
                                      "-nostdsysteminc",
                                      "-nobuiltininc",
                                      "-fgnuc-version=4.2.1",
                                      "-ffp-contract=off",
                                      "-fno-caret-diagnostics",
                                      "-fdebug-compilation-dir=.",
                                      "-Wall",
                                      "-Wno-unused",
                                      "-Wno-unknown-pragmas",
                                      "-Wno-pragma-once-outside-header"};
  return arguments;
}

}  // namespace

std::vector<std::string> known_archs() {
  std::vector<std::string> out;
  for (const DeviceArch& arch : archs) out.emplace_back(arch.name);
  return out;
}

std::optional<int64_t> most_shared_bytes(const std::string& arch) {
  for (const DeviceArch& known : archs)
    if (arch == known.name) return known.shared_kib << 10;
  return std::nullopt;
}

bool has_warpgroups(const std::string& arch) { return arch == "sm_90a"; }

namespace {

bool is_sm_90_or_later(const std::string& arch) {
  return arch.starts_with("sm_") && std::atoi(arch.c_str() + 3) >= 90;
}

}  // namespace

bool has_early_launches(const std::string& arch) { return is_sm_90_or_later(arch); }
bool has_bulk_copies(const std::string& arch) { return is_sm_90_or_later(arch); }

std::string ptx_feature(const std::string& arch) {
  for (const DeviceArch& known : archs)
    if (arch == known.name) return known.ptx;
  return "";
}

const std::vector<std::string>& device_archs() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const DeviceArch& known : archs) list.push_back(known.name);
    return list;
  }();
  return names;
}

std::vector<std::string> cc1_arguments(const Input& input) {
  Arguments arguments = input.target == Target::Host ? host_arguments() : device_arguments(input);
  append(arguments, common_arguments());
  std::string level = "-O";
  level += std::to_string(input.optimization);
  arguments.push_back(level);
  if (input.optimization > 1) append(arguments, {"-vectorize-loops", "-vectorize-slp"});
  // A GPU driver wants .loc alone: with tables the PTX would ask for a debug build. PTX knows
  // DWARF 2.
  if (input.line_info && input.target == Target::Host)
    arguments.push_back("-debug-info-kind=line-tables-only");
  if (input.line_info && input.target == Target::CudaDevice)
    append(arguments, {"-debug-info-kind=line-directives-only", "-dwarf-version=2",
                       "-fno-dwarf-directory-asm"});
  for (const std::string& define : input.defines) append(arguments, {"-D", define});
  if (!input.prelude.empty()) append(arguments, {"-include", prelude_name});
  for (const auto& header : input.headers) append(arguments, {"-include", header.first});
  append(arguments, input.extra);
  append(arguments, {"-main-file-name", input.file_name, input.file_name});
  return arguments;
}

}  // namespace teaal::clang_frontend
