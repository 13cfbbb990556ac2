#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compiler/support/diagnostic.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm
namespace clang {
class ASTContext;
class FrontendAction;
}  // namespace clang

// Clang in process, on text in memory, without any SDK: the one place that spells cc1 arguments. Used by emit (device
// mode) and by the CPU executor (host mode). Works with LLVM 19 and newer.
namespace teaal::clang_frontend {

enum class Target { CudaDevice, Host };

struct Input {
  std::string text;
  std::string file_name;  // "kernel.cu"; diagnostics use #line names where the text has them
  std::string prelude;    // included in front
  Target target = Target::CudaDevice;
  std::string arch = "sm_80";         // CudaDevice
  int optimization = 0;               // -O level recorded in the code
  bool line_info = false;             // debug info: line tables
  std::vector<std::string> defines;   // "NAME=value"
  std::vector<std::string> extra;     // further cc1 arguments
};

// The device prelude: CUDA's declarations for Clang (see device_prelude.h in this folder).
const std::string& device_prelude();

// Runs `action` over the input; Clang's findings become diagnostics (errors: build-failed), at presumed (#line) places;
// `sources` maps presumed file names to texts so that carets can be shown.
bool run_action(const Input&, clang::FrontendAction&, const std::vector<SourcePtr>& sources, Diagnostics&);

// LLVM IR, before optimisation. Null on error.
std::unique_ptr<llvm::Module> to_llvm(const Input&, llvm::LLVMContext&, const std::vector<SourcePtr>& sources,
                                      Diagnostics&);

}  // namespace teaal::clang_frontend
