#include <fmt/format.h>

#include <algorithm>

#include "runtime/tensor/numbers.h"
#include "runtime/tensor/readers.h"
#include "runtime/tensor/row_reader.h"

namespace teaal::runtime {
namespace {

class TnsReader {
 public:
  TnsReader(ByteSource& source, const KnownShape& known, Diagnostics& diagnostics,
            SourceNotes& notes)
      : text_(source), known_(known), diagnostics_(diagnostics), notes_(notes) {}

  std::optional<Coo> read() {
    Coo out;
    out.coords.resize(known_.size());
    int errors = diagnostics_.errors();
    if (text_.next_block(diagnostics_)) {
      if (!leading_comments() || (!header_ && !check_columns())) return std::nullopt;
      if (!read_rows(text_, row_layout(), known_.empty() ? 1 : INT64_MAX, one_value(), out,
                     diagnostics_))
        return std::nullopt;
    }
    if (diagnostics_.errors() != errors || !settle_shape(out)) return std::nullopt;
    describe();
    return out;
  }

 private:
  // Reads what stands before the first entry; one of the comments may be the shape.
  bool leading_comments() {
    do {
      while (text_.cursor != text_.end) {
        const char* p = skip_blanks(text_.cursor);
        if (*p != '#' && *p != '\n' && *p != '\r') return true;
        const char* line_start = text_.cursor;
        int64_t number = text_.line;
        std::string_view line = text_.take_line();
        if (*p == '#' && !comment(line, static_cast<size_t>(p - line_start) + 1, number))
          return false;
      }
    } while (text_.next_block(diagnostics_));
    return true;
  }

  bool comment(std::string_view line, size_t at, int64_t number) {
    std::string_view rest = line.substr(at);
    size_t word = rest.find_first_not_of(" \t");
    if (word == std::string_view::npos || !rest.substr(word).starts_with("shape")) return true;
    at += word + 5;
    rest = line.substr(at);
    if (!rest.empty() && rest.front() != ' ' && rest.front() != '\t') return true;
    return header_line(line, at, number);
  }

  bool header_line(std::string_view line, size_t at, int64_t number) {
    SourceRange whole = line_place(text_.path(), line, number, 1, line.size());
    if (header_) {
      diagnostics_
          .error(Code::TensorSyntax, whole, "the shape is given twice: keep one '# shape' line")
          .note(header_at_, "first given here");
      return false;
    }
    std::vector<int64_t> shape;
    while ((at = line.find_first_not_of(" \t", at)) != std::string_view::npos) {
      size_t end = std::min(line.find_first_of(" \t", at), line.size());
      std::string_view word = line.substr(at, end - at);
      if (!extent(word, line_place(text_.path(), line, number, at + 1, word.size()), shape))
        return false;
      at = end;
    }
    header_ = std::move(shape);
    header_at_ = whole;
    return shape_agrees(*header_, known_, header_at_, diagnostics_);
  }

  bool extent(std::string_view word, const SourceRange& where, std::vector<int64_t>& shape) {
    int64_t value = 0;
    auto [at, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc::invalid_argument || at != word.data() + word.size()) {
      diagnostics_.error(Code::TensorSyntax, where, "an extent of the shape must be an integer");
      return false;
    }
    if (error != std::errc() || value < 0 || value > INT32_MAX) {
      diagnostics_.error(Code::TensorRange, where,
                         fmt::format("an extent must be from 0 to {}", INT32_MAX));
      return false;
    }
    shape.push_back(value);
    return true;
  }

  // Without a header the first entry shows how many ranks the file has.
  bool check_columns() {
    if (text_.cursor == text_.end) return true;
    const char* p = skip_blanks(text_.cursor);
    size_t columns = 0;
    for (const char* at = p; *at != '\n' && *at != '\r'; at = skip_blanks(token_end(at))) ++columns;
    if (columns == known_.size() + 1) return true;
    diagnostics_.error(Code::ShapeMismatch,
                       text_.place(p, static_cast<size_t>(std::find(p, text_.end, '\n') - p)),
                       fmt::format("the line has {} column{}, but a tensor of {} rank{} has {}: "
                                   "its coordinates and a value, with "
                                   "blanks between them",
                                   columns, columns == 1 ? "" : "s", known_.size(),
                                   known_.size() == 1 ? "" : "s", known_.size() + 1));
    return false;
  }

  RowLayout row_layout() const {
    RowLayout layout;
    layout.comment = '#';
    for (size_t r = 0; r < known_.size(); ++r) {
      int64_t extent = header_ ? (*header_)[r] : known_[r].value_or(INT32_MAX);
      layout.extents.push_back(extent);
      layout.names.push_back(fmt::format("coordinate of rank {}", r + 1));
    }
    layout.columns_hint = known_.empty()
                              ? "a tensor of rank 0 is one line with its value"
                              : fmt::format("a line has {} coordinate{} and a value", known_.size(),
                                            known_.size() == 1 ? "" : "s");
    return layout;
  }

  Note one_value() const {
    return {line_place(text_.path(), {}, 1, 1, 0), "a tensor of rank 0 is one line with its value"};
  }

  bool settle_shape(Coo& out) {
    if (header_) {
      out.shape = *header_;
      return true;
    }
    for (size_t r = 0; r < known_.size(); ++r) {
      if (!known_[r] && out.entries() == 0) return fail_unknown(r);
      out.shape.push_back(known_[r] ? *known_[r]
                                    : int64_t{*std::ranges::max_element(out.coords[r])} + 1);
    }
    return true;
  }

  bool fail_unknown(size_t r) {
    diagnostics_.error(
        Code::ShapeUnknown, {std::make_shared<SourceFile>(SourceFile{text_.path(), {}})},
        fmt::format(
            "the file has no entry and no '# shape' line, so nothing fixes the extent of rank {}: "
            "add the line or give --shape RANK=extent",
            r + 1));
    return false;
  }

  void describe() {
    notes_.shape_from_header = header_.has_value();
    notes_.described =
        fmt::format("{}: coordinate list{}", text_.path(), header_ ? "" : " without a shape line");
  }

  TextReader text_;
  const KnownShape& known_;
  Diagnostics& diagnostics_;
  SourceNotes& notes_;
  std::optional<std::vector<int64_t>> header_;
  SourceRange header_at_;
};

}  // namespace

std::optional<Coo> read_tns(ByteSource& source, const KnownShape& known, Diagnostics& diagnostics,
                            SourceNotes& notes, FileTraits&) {
  return TnsReader(source, known, diagnostics, notes).read();
}

}  // namespace teaal::runtime
