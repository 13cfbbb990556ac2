#include "compiler/emit/clang_facade.h"

#include <future>

#include "compiler/clang/frontend.h"
#include "compiler/emit/clang_analysis.h"
#include "compiler/support/line_marks.h"
#include "templates/library.h"

namespace teaal::emit {
namespace {

// Past the comment that `text` begins with, unless it belongs to the declaration directly below it.
size_t past_leading_comment(const std::string& text) {
  size_t begin = 0, past = 0;
  while (begin < text.size()) {
    const bool empty = text[begin] == '\n', directive = text[begin] == '#';
    if (directive) past = begin;
    if (!empty && text.compare(begin, 2, "//") != 0) break;
    begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
    if (empty) past = begin;
  }
  return past;
}

std::string insert_library(const std::string& text, const std::string& library) {
  if (library.empty()) return text;
  const size_t at = past_leading_comment(text);
  return text.substr(0, at) + library + "\n" + text.substr(at);
}

}  // namespace

bool verify_cuda(const std::string& text, const SourcePtr& yaml, Diagnostics& diagnostics) {
  return analyse({.text = text, .library = {}, .yaml = yaml, .lint = true}, diagnostics)
      .has_value();
}

std::optional<std::string> attach_templates(const std::string& text, Diagnostics& diagnostics) {
  const auto library = analyse({.text = text, .library = templates::files_for(text)}, diagnostics);
  if (!library) return std::nullopt;
  return insert_library(text, *library);
}

// Clang parses and lays out at once, in two threads if there is one to be had. Layout moves white
// space alone, and the library is what the parse has seen: what comes of both needs no second look.
std::optional<std::string> finish_cuda(const std::string& text, const SourcePtr& yaml,
                                       Diagnostics& diagnostics, bool formatted) {
  Diagnostics of_layout;
  std::future<std::optional<std::string>> layout;
  if (formatted)
    layout = std::async(std::launch::async | std::launch::deferred,
                        [&] { return format_cuda(text, of_layout); });
  const auto library =
      analyse({.text = text, .library = templates::files_for(text), .yaml = yaml, .lint = true},
              diagnostics);
  const std::optional<std::string> laid_out = formatted ? layout.get() : std::optional(text);
  if (!library) return std::nullopt;
  for (const Diagnostic& each : of_layout.all()) diagnostics.add(each);
  if (!laid_out) return std::nullopt;
  return insert_library(*laid_out, *library);
}

std::optional<std::string> compile_ptx(const std::string& text, const std::string& arch,
                                       const std::vector<std::string>& defines,
                                       Diagnostics& diagnostics) {
  clang_frontend::Input input;
  input.text = hold_lines(text);
  input.file_name = "kernel.cu";
  input.prelude = clang_frontend::device_prelude();
  input.arch = arch;
  input.optimization = 3;
  input.line_info = true;
  input.defines = defines;
  return clang_frontend::to_ptx(input, {}, diagnostics);
}

}  // namespace teaal::emit
