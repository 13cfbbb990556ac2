#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/support/diagnostic.h"

// The work libTooling does on emitted CUDA text: in process, without a CUDA SDK (templates/ and our own prelude are
// embedded in the binary), no files touched. The only headers of LLVM/Clang are in clang_facade's own .cc files.
namespace teaal::emit {

// Parses `text` in CUDA device mode with the prelude. Every Clang error or warning becomes a diagnostic (build-failed) at
// the place its #line mark gives. Then lints: a barrier or warp collective under a condition that depends on the thread.
// `yaml` resolves #line names to the source file for carets; may be null.
bool verify_cuda(const std::string& text, const SourcePtr& yaml, Diagnostics&);

// Returns `text` with the device functions of templates/ that it uses (transitively) in front, in the order of the
// library, each with its comment, and nothing else: the result stands alone. `text` must not include anything.
std::optional<std::string> attach_templates(const std::string& text, Diagnostics&);

// libFormat, 100 columns. #line marks and comments stay.
std::optional<std::string> format_cuda(const std::string& text, Diagnostics&);

// PTX for `arch` (sm_80, sm_90, sm_90a) by Clang's NVPTX back end, -O3.
std::optional<std::string> compile_ptx(const std::string& text, const std::string& arch,
                                       const std::vector<std::string>& defines, Diagnostics&);

}  // namespace teaal::emit
