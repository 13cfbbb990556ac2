#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/support/diagnostic.h"

// The work libTooling does on emitted CUDA text: in process, without a CUDA SDK (templates/ and our
// own prelude are embedded in the binary), no files touched. The only headers of LLVM/Clang are in
// the clang_*.cc files of this folder.
//
// Every Clang error or warning becomes a diagnostic (build-failed) at the place its #line mark
// gives, with a note that shows the generated line. In device mode TEAAL_PRELUDE is defined: host
// code of the text (the launcher) and its includes must stand under #ifndef TEAAL_PRELUDE.
namespace teaal::emit {

// attach_templates, format_cuda and verify_cuda in one go, with one parse: what emission calls.
// `text` is the emitter's output; the result stands alone. `yaml` resolves #line names to the
// source file for carets; may be null. Without `formatted` the text is right but not laid out: for
// tests that compile very many specs.
std::optional<std::string> finish_cuda(const std::string& text, const SourcePtr& yaml, Diagnostics&,
                                       bool formatted = true);

// Parses `text` in CUDA device mode with the prelude. Then lints: a barrier or a full-mask warp
// collective under a condition that may differ between the threads that must meet there is an error
// (build-failed), with a note at the condition. The rules are in clang_spread.h. `yaml` as above.
bool verify_cuda(const std::string& text, const SourcePtr& yaml, Diagnostics&);

// Returns `text` with the device functions of templates/ that it uses (transitively) in front, in
// the order of the library, each with its comment, and nothing else: the result stands alone. They
// go behind the comment that `text` begins with. `text` must not include anything under
// TEAAL_PRELUDE.
std::optional<std::string> attach_templates(const std::string& text, Diagnostics&);

// libFormat, 100 columns. Tokens, #line marks and comments stay; else an error of ours (internal).
std::optional<std::string> format_cuda(const std::string& text, Diagnostics&);

// PTX for `arch` (clang_frontend::device_archs: sm_80, sm_90, sm_90a, …) by Clang's NVPTX back end,
// -O3, without fusing products and sums, with line information. `text` must stand alone;
// TEAAL_PRELUDE is defined.
std::optional<std::string> compile_ptx(const std::string& text, const std::string& arch,
                                       const std::vector<std::string>& defines, Diagnostics&);

}  // namespace teaal::emit
