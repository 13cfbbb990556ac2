#pragma once
#include <string_view>
#include <vector>

#include "compiler/support/diagnostic.h"
#include "compiler/support/source.h"

// The bytes of a spec file: places, and what no YAML reader should be given.
namespace teaal::spec {

class SourceText {
 public:
  explicit SourceText(SourcePtr file);

  const SourcePtr& file() const { return file_; }
  // The text without a leading byte order mark.
  std::string_view yaml() const { return text_.substr(bom_); }
  std::string_view text() const { return text_; }

  // 0-based line and column of yaml() → offset in text(), at most its size.
  size_t offset(int line, int column) const;
  SourceRange range(size_t offset, size_t length) const;

 private:
  SourcePtr file_;
  std::string_view text_;
  size_t bom_ = 0;
  std::vector<size_t> line_starts_;
};

// Refuses files over 16 MiB, bytes that are not UTF-8, control characters and indentation by tabs.
bool check_text(const SourceText&, Diagnostics&);

}  // namespace teaal::spec
