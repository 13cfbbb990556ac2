#include "runtime/tensor/row_reader.h"

#include <fmt/format.h>

#include "runtime/tensor/numbers.h"
#include "runtime/tensor/readers.h"

namespace teaal::runtime {
namespace {

inline __attribute__((always_inline)) const char* parse_field(const RowLayout& layout,
                                                              const char* p, double& value) {
  return layout.integer ? parse_integer_value(p, value) : parse_value(p, value);
}

// Parses the row at `p` and appends it. Returns the next line's start, or null (nothing was
// appended) for any row that is not plainly right; `explain` then finds out why.
const char* take_row(const char* p, const RowLayout& layout, Coo& out) {
  int32_t coords[most_ranks];
  size_t order = layout.extents.size();
  for (size_t r = 0; r < order; ++r) {
    uint64_t coordinate = 0;
    p = parse_digits(skip_blanks(p), coordinate);
    if (!p || coordinate - 1 >= static_cast<uint64_t>(layout.extents[r]) || !ends_token(*p))
      return nullptr;
    coords[r] = static_cast<int32_t>(coordinate - 1);
  }
  double value = 1;
  if (layout.has_value) {
    p = parse_field(layout, skip_blanks(p), value);
    if (!p || !ends_token(*p)) return nullptr;
  }
  p = skip_blanks(p);
  if (*p == '\r') ++p;
  if (*p != '\n' || (layout.zero_diagonal && coords[0] == coords[1] && value != 0)) return nullptr;
  for (size_t r = 0; r < order; ++r) out.coords[r].push_back(coords[r]);
  out.values.push_back(value);
  return p + 1;
}

// Says what is wrong with the row at `line`; the reader's cursor stands at its start.
class RowExplainer {
 public:
  RowExplainer(const TextReader& reader, const RowLayout& layout, Diagnostics& diagnostics)
      : reader_(reader), layout_(layout), diagnostics_(diagnostics), p_(reader.cursor) {}

  void explain() {
    for (size_t r = 0; r < layout_.extents.size(); ++r)
      if (!coordinate(layout_.names[r], layout_.extents[r])) return;
    if (layout_.has_value && !value()) return;
    std::string_view last = token_;
    next();
    if (token_.empty() && layout_.zero_diagonal) {
      token_ = last;
      range("on the diagonal of a skew-symmetric matrix only 0 may stand: remove the entry");
      return;
    }
    if (layout_.has_value || !is_number(token_))
      syntax("text behind the last number of the line; " + layout_.columns_hint);
    else
      syntax("the line has one number too many; " + layout_.columns_hint);
  }

 private:
  void next() {
    p_ = skip_blanks(p_);
    const char* stop = token_end(p_);
    token_ = {p_, static_cast<size_t>(stop - p_)};
    p_ = stop;
  }

  SourceRange here() const { return reader_.place(token_.data(), token_.size()); }
  bool syntax(std::string message) {
    diagnostics_.error(Code::TensorSyntax, here(), std::move(message));
    return false;
  }
  bool range(std::string message) {
    diagnostics_.error(Code::TensorRange, here(), std::move(message));
    return false;
  }

  static bool is_number(std::string_view token) {
    double value = 0;
    std::string line = std::string(token) + "\n";
    const char* stop = parse_value(line.data(), value);
    return !token.empty() && stop == line.data() + token.size();
  }

  bool coordinate(const std::string& name, int64_t extent) {
    next();
    if (token_.empty())
      return syntax(fmt::format("the {} is missing; {}", name, layout_.columns_hint));
    bool negative = token_.front() == '-';
    bool digits = token_.find_first_not_of("0123456789", negative) == std::string_view::npos;
    if (!digits || token_.size() == size_t{negative})
      return syntax(fmt::format("the {} must be a positive integer", name));
    uint64_t value = 0;
    if (negative || (parse_digits(token_.data(), value) && value == 0))
      return range(fmt::format("the {} is below 1: coordinates count from 1", name));
    if (!parse_digits(token_.data(), value) || value > static_cast<uint64_t>(extent))
      return range(fmt::format("the {} is outside its extent {}: correct the entry or the shape",
                               name, extent));
    return true;
  }

  bool value() {
    next();
    if (token_.empty()) return syntax("the value is missing; " + layout_.columns_hint);
    double parsed = 0;
    const char* stop = parse_field(layout_, token_.data(), parsed);
    if (stop == token_.data() + token_.size()) return true;
    if (layout_.integer && is_number(token_))
      return syntax(
          "the value is not an integer, but the header says 'integer': write 'real' there");
    if (token_.find_first_of("dD") != std::string_view::npos && is_number(with_e(token_)))
      return syntax("the value has Fortran's exponent letter D: write E");
    if (token_.find_first_not_of("+-.0123456789eE") == std::string_view::npos && overflows())
      return range("the value is too large for a 64-bit floating-point number");
    return syntax("the value is not a number");
  }

  static std::string with_e(std::string_view token) {
    std::string out(token);
    for (char& c : out)
      if (c == 'd' || c == 'D') c = 'e';
    return out;
  }

  bool overflows() const {
    double parsed = 0;
    const char* begin = token_.data() + (token_.front() == '+');
    auto [at, error] = std::from_chars(begin, token_.data() + token_.size(), parsed);
    return error == std::errc::result_out_of_range && at == token_.data() + token_.size();
  }

  const TextReader& reader_;
  const RowLayout& layout_;
  Diagnostics& diagnostics_;
  const char* p_;
  std::string_view token_;
};

// Moves the cursor over blank and comment lines; false at the block's end.
bool skip_to_row(TextReader& reader, char comment) {
  while (reader.cursor != reader.end) {
    const char* p = skip_blanks(reader.cursor);
    if (*p != comment && *p != '\n' && *p != '\r') return true;
    reader.take_line();
  }
  return false;
}

bool fail_too_many(const TextReader& reader, int64_t max_rows, const Note& promise,
                   Diagnostics& diagnostics) {
  const char* at = skip_blanks(reader.cursor);
  diagnostics
      .error(
          Code::TensorSyntax, reader.place(at, static_cast<size_t>(token_end(at) - at)),
          fmt::format("there are more than {} {}", max_rows, max_rows == 1 ? "entry" : "entries"))
      .note(promise.where, promise.message);
  return false;
}

}  // namespace

bool read_rows(TextReader& reader, const RowLayout& layout, int64_t max_rows, const Note& promise,
               Coo& out, Diagnostics& diagnostics) {
  int errors = diagnostics.errors();
  do {
    while (skip_to_row(reader, layout.comment)) {
      if (static_cast<int64_t>(out.entries()) == max_rows)
        return fail_too_many(reader, max_rows, promise, diagnostics);
      const char* next = take_row(reader.cursor, layout, out);
      if (!next) {
        RowExplainer(reader, layout, diagnostics).explain();
        return false;
      }
      reader.cursor = next;
      ++reader.line;
    }
  } while (reader.next_block(diagnostics));
  return diagnostics.errors() == errors;
}

}  // namespace teaal::runtime
