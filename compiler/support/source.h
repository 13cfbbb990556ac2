#pragma once
#include <memory>
#include <string>

namespace teaal {

struct SourceFile {
  std::string path;
  std::string text;
};
using SourcePtr = std::shared_ptr<const SourceFile>;

// Lines and columns are 1-based (columns count bytes), `length` is in bytes and may be 0. `file` is
// null for things that no spec line produced.
struct SourceRange {
  SourcePtr file;
  int line = 0, column = 0, length = 0;

  bool known() const { return file != nullptr && line > 0; }
};

template <class T>
struct Located {
  T value{};
  SourceRange where;
};
using Name = Located<std::string>;

}  // namespace teaal
