#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "compiler/support/diagnostic.h"

namespace teaal::runtime::gpu {

// One error of NVRTC's log. File and line are those of the nearest #line; the line of CUDA it
// shows, and where its caret stands in that line (-1: no caret), are kept for a note.
struct NvrtcError {
  std::string file;
  int line = 0;  // 0: the error has no place
  std::string message;
  std::string shown_line;
  int shown_column = -1;
};
std::vector<NvrtcError> parse_nvrtc_log(std::string_view log);

// Errors build-failed, the first with the whole log as a note. `text` is what was compiled as
// `file_name`; another file is read for its line if it can be. `result` is NVRTC's own word for the
// failure.
void report_nvrtc_errors(std::string_view log, std::string_view result, const std::string& text,
                         const std::string& file_name, Diagnostics&);

}  // namespace teaal::runtime::gpu
