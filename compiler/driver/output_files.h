#pragma once
#include <string>
#include <vector>

#include "compiler/support/diagnostic.h"

namespace teaal::driver {

struct OutputFile {
  std::string path, text;
};

// Writes all files or none: each to a temporary file beside its target, then all are renamed. A
// target that exists is replaced (through a symbolic link, with its permissions kept); devices and
// pipes are written directly, last. Error: file-access.
bool write_files(const std::vector<OutputFile>&, Diagnostics&);

// The whole file, or standard input for `-`. Error: file-access.
SourcePtr read_source_file(const std::string& path, Diagnostics&);

// Do both paths name one existing file?
bool same_file(const std::string& a, const std::string& b);

}  // namespace teaal::driver
