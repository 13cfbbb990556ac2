#include "runtime/tensor/text_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cstring>

namespace teaal::runtime {

// Rendering finds a line by counting line ends, so the lines before it are kept as empty ones.
SourceRange line_place(const std::string& path, std::string_view text, int64_t line, size_t column,
                       size_t length) {
  constexpr size_t shown = 400;
  int number = static_cast<int>(std::min<int64_t>(line, INT_MAX));
  std::string kept(static_cast<size_t>(std::max(number, 1)) - 1, '\n');
  kept += text.substr(0, shown);
  return {std::make_shared<SourceFile>(SourceFile{path, std::move(kept)}), number,
          static_cast<int>(std::min<size_t>(column, INT_MAX)),
          static_cast<int>(std::min<size_t>(length, shown))};
}

bool TextReader::next_block(Diagnostics& diagnostics) {
  if (finished_) return false;
  size_t kept = end ? filled_ - static_cast<size_t>(end - buffer_.data()) : 0;
  if (kept > 0) std::memmove(buffer_.data(), end, kept);
  if (!fill(kept, diagnostics)) return false;
  cursor = buffer_.data();
  return cursor != end;
}

// Reads behind the `kept` bytes until a line ends. At the end of the source the last line gets its
// '\n'.
bool TextReader::fill(size_t kept, Diagnostics& diagnostics) {
  while (true) {
    size_t wanted = buffer_.size() - 1 - kept;
    size_t got = source_.read(buffer_.data() + kept, wanted);
    filled_ = kept + got;
    if (std::string why = source_.failure(); !why.empty()) {
      finished_ = true;
      diagnostics.error(Code::FileAccess, {std::make_shared<SourceFile>(SourceFile{path(), {}})},
                        why + ": fetch or make the file again");
      return false;
    }
    finished_ = got < wanted;
    if (finished_ && filled_ > 0 && buffer_[filled_ - 1] != '\n') buffer_[filled_++] = '\n';
    size_t lines = filled_;
    while (lines > 0 && buffer_[lines - 1] != '\n') --lines;
    end = buffer_.data() + lines;
    if (finished_ || lines > 0) return true;
    if (buffer_.size() > longest_line) {
      finished_ = true;
      diagnostics.error(Code::TensorSyntax, line_place(path(), {buffer_.data(), 80}, line, 1, 1),
                        fmt::format("this line is longer than {} MiB: a text file of a tensor has "
                                    "one entry a line",
                                    longest_line >> 20));
      return false;
    }
    kept = filled_;
    buffer_.resize(buffer_.size() * 2 - 1);
  }
}

std::string_view TextReader::take_line() {
  const char* stop = static_cast<const char*>(std::memchr(cursor, '\n', end - cursor));
  std::string_view out(cursor, static_cast<size_t>(stop - cursor));
  cursor = stop + 1;
  ++line;
  if (out.ends_with('\r')) out.remove_suffix(1);
  return out;
}

SourceRange TextReader::place(const char* at, size_t length) const {
  const char* begin = at;
  while (begin > buffer_.data() && begin[-1] != '\n') --begin;
  const char* stop = std::find(at, end, '\n');
  std::string_view text(begin, static_cast<size_t>(stop - begin));
  return line_place(path(), text, line, static_cast<size_t>(at - begin) + 1, length);
}

SourceRange TextReader::place_of_end() const { return line_place(path(), {}, line, 1, 0); }

}  // namespace teaal::runtime
