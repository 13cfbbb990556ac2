#pragma once
#include <string_view>
#include <vector>

#include "runtime/tensor/byte_source.h"

namespace teaal::runtime {

// Cuts a byte source into blocks of whole lines, so that a parser needs no bounds checks: each
// block ends in '\n' (one is added if the source's last line has none). Counts lines for
// diagnostics.
class TextReader {
 public:
  explicit TextReader(ByteSource& source) : source_(source), buffer_(block_size + 1) {}

  // Reads the next block; false at the end of the data, or after an error was added.
  bool next_block(Diagnostics&);

  // The block: `cursor` moves over it, to `end`. `line` is the number of the line at `cursor`;
  // whoever moves the cursor over a line's end counts it.
  const char* cursor = nullptr;
  const char* end = nullptr;
  int64_t line = 1;

  // Moves over the line at `cursor` and returns it without its end.
  std::string_view take_line();

  // The place of `at` in the line that holds it, with that line's text. `at` is at or behind
  // `cursor`, on line `line`.
  SourceRange place(const char* at, size_t length) const;
  // The end of what was read.
  SourceRange place_of_end() const;

  int64_t size() const { return source_.size(); }
  const std::string& path() const { return source_.path(); }

 private:
  static constexpr size_t block_size = size_t{1} << 18;
  static constexpr size_t longest_line = size_t{1} << 24;

  bool fill(size_t kept, Diagnostics&);

  ByteSource& source_;
  std::vector<char> buffer_;
  size_t filled_ = 0;
  bool finished_ = false;
};

// A place in a file of which only one line is kept: `text` is what line `line` holds.
SourceRange line_place(const std::string& path, std::string_view text, int64_t line, size_t column,
                       size_t length);

}  // namespace teaal::runtime
