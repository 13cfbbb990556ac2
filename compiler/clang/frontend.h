#pragma once
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/support/diagnostic.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm
namespace clang {
class FrontendAction;
}  // namespace clang

// Clang in process, on text in memory, without any SDK: the one place that spells cc1 arguments.
// Used by emit (device mode) and by the CPU executor (host mode). Works with LLVM 19 and newer.
// Every function may run on several threads at once and any number of times.
namespace teaal::clang_frontend {

enum class Target { CudaDevice, Host };

struct Input {
  std::string text;
  std::string file_name;  // "kernel.cu"; diagnostics use #line names where the text has them
  std::string prelude;    // included in front
  Target target = Target::CudaDevice;
  std::string arch = "sm_80";        // CudaDevice: an element of device_archs()
  int optimization = 0;              // -O level recorded in the code
  bool line_info = false;            // debug info: line tables
  std::vector<std::string> defines;  // "NAME=value"
  std::vector<std::string> extra;    // further cc1 arguments
  // (file name, text): further headers in memory, included after the prelude in this order.
  std::vector<std::pair<std::string, std::string>> headers = {};
};

// The device prelude: CUDA's declarations for Clang (see device_prelude.h in this folder).
const std::string& device_prelude();

// The architectures that device mode knows, oldest first.
const std::vector<std::string>& device_archs();

// Runs `action` over the input; Clang's findings become diagnostics (errors: build-failed), at
// presumed (#line) places; `sources` maps presumed file names to texts so that carets can be shown.
// A column of generated text means nothing in the file that #line names: there the whole line is
// marked, and a note shows the generated line. Actions report findings of their own through the
// CompilerInstance's DiagnosticsEngine.
bool run_action(const Input&, clang::FrontendAction&, const std::vector<SourcePtr>& sources,
                Diagnostics&);

// What code made of `input` depends on besides its texts: Clang itself, and how it is called.
std::vector<std::string> identity(const Input&);

// LLVM IR, before optimisation. Null on error.
std::unique_ptr<llvm::Module> to_llvm(const Input&, llvm::LLVMContext&,
                                      const std::vector<SourcePtr>& sources, Diagnostics&);

// PTX text, optimised at Input::optimization. CudaDevice only. The PTX version is the oldest that
// offers the arch what the prelude needs, so that old drivers accept it.
std::optional<std::string> to_ptx(const Input&, const std::vector<SourcePtr>& sources,
                                  Diagnostics&);

}  // namespace teaal::clang_frontend
