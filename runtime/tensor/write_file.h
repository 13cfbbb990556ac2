#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "compiler/support/diagnostic.h"

namespace teaal::runtime {

// A file that is written whole or not at all: bytes go to a temporary file beside `path`, which
// `commit` renames. A symbolic link stays one (its target is replaced); devices and pipes are
// written directly. Without `commit` nothing is left.
class FileWriter {
 public:
  // `gzip`: compress. Null after error file-access.
  static std::unique_ptr<FileWriter> open(const std::string& path, bool gzip, Diagnostics&);
  virtual ~FileWriter() = default;

  virtual void write(std::string_view bytes) = 0;
  // Error: file-access, also for a write that failed before.
  virtual bool commit() = 0;
};

// The open descriptor that a path names (-, /dev/stdout, /dev/fd/N, …); -1: none. Opened anew a
// file behind it would be written from its beginning, over what others wrote there.
int stream_of(const std::string& path);

}  // namespace teaal::runtime
