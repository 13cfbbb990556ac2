#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "runtime/tensor/numbers.h"
#include "runtime/tensor/readers.h"
#include "runtime/tensor/row_reader.h"

namespace teaal::runtime {
namespace {

enum class Field { Real, Integer, Pattern };
enum class Symmetry { General, Symmetric, Skew };

struct Header {
  bool coordinate = true;
  Field field = Field::Real;
  Symmetry symmetry = Symmetry::General;
  int64_t rows = 0, columns = 0, entries = 0;
  SourceRange size_at;
};

struct Word {
  std::string text;  // lower case
  SourceRange where;
};

std::vector<Word> words_of(const std::string& path, std::string_view line, int64_t number) {
  std::vector<Word> out;
  size_t begin = 0;
  while ((begin = line.find_first_not_of(" \t", begin)) != std::string_view::npos) {
    size_t end = std::min(line.find_first_of(" \t", begin), line.size());
    std::string text(line.substr(begin, end - begin));
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    out.push_back({text, line_place(path, line, number, begin + 1, text.size())});
    begin = end;
    if (out.size() > 8) break;
  }
  return out;
}

class MtxReader {
 public:
  MtxReader(ByteSource& source, const KnownShape& known, Diagnostics& diagnostics,
            SourceNotes& notes, FileTraits& traits)
      : text_(source), known_(known), diagnostics_(diagnostics), notes_(notes), traits_(traits) {}

  std::optional<Coo> read() {
    if (!banner() || !size_line() || !check_shape()) return std::nullopt;
    Coo out = empty_list();
    if (!entries(out)) return std::nullopt;
    if (!header_.coordinate) place_array(out);
    if (header_.symmetry != Symmetry::General) mirror(out);
    describe();
    return known_.size() == 2 ? std::move(out) : as_vector(std::move(out));
  }

 private:
  bool syntax(const SourceRange& where, std::string message) {
    diagnostics_.error(Code::TensorSyntax, where, std::move(message));
    return false;
  }
  bool kind(const SourceRange& where, std::string message) {
    diagnostics_.error(Code::TensorKind, where, std::move(message));
    return false;
  }

  bool banner() {
    constexpr const char* form =
        "a Matrix Market file begins with '%%MatrixMarket matrix coordinate real general'";
    int errors = diagnostics_.errors();
    if (!text_.next_block(diagnostics_))
      return diagnostics_.errors() == errors &&
             syntax(text_.place_of_end(), std::string("the file is empty; ") + form);
    std::vector<Word> words = words_of(text_.path(), text_.take_line(), 1);
    if (words.empty() || words[0].text != "%%matrixmarket")
      return syntax(line_place(text_.path(), words.empty() ? "" : words[0].text, 1, 1, 1), form);
    if (words.size() < 4)
      return syntax(words.back().where,
                    std::string("the first line lacks the layout or the field; ") + form);
    if (words[1].text != "matrix")
      return kind(words[1].where,
                  fmt::format("a Matrix Market '{}' is not a matrix; only 'matrix' is read",
                              words[1].text));
    if (words.size() > 5)
      return syntax(words[5].where, std::string("text behind the symmetry; ") + form);
    return layout(words[2]) && field(words[3]) && (words.size() < 5 || symmetry(words[4]));
  }

  bool layout(const Word& word) {
    header_.coordinate = word.text == "coordinate";
    return header_.coordinate || word.text == "array" ||
           unknown(word, "layout", {"coordinate", "array"});
  }

  bool field(const Word& word) {
    if (word.text == "complex")
      return kind(
          word.where,
          "complex values are not read (they are never truncated to real): split the matrix "
          "into real and imaginary part");
    if (word.text == "pattern" && !header_.coordinate)
      return kind(word.where, "an array has values: the field cannot be 'pattern'");
    static const std::vector<std::string> fields = {"real", "integer", "pattern", "double"};
    auto found = std::ranges::find(fields, word.text);
    if (found == fields.end()) return unknown(word, "field", {"real", "integer", "pattern"});
    header_.field = static_cast<Field>((found - fields.begin()) % 3);
    return true;
  }

  // A hermitian matrix of real values is a symmetric one.
  bool symmetry(const Word& word) {
    static const std::vector<std::string> symmetries = {"general", "symmetric", "skew-symmetric",
                                                        "hermitian"};
    auto found = std::ranges::find(symmetries, word.text);
    if (found == symmetries.end()) return unknown(word, "symmetry", symmetries);
    constexpr std::array meanings = {Symmetry::General, Symmetry::Symmetric, Symmetry::Skew,
                                     Symmetry::Symmetric};
    header_.symmetry = meanings[found - symmetries.begin()];
    if (header_.symmetry == Symmetry::Skew && header_.field == Field::Pattern)
      return kind(word.where, "a pattern has no signs: it cannot be skew-symmetric");
    traits_.symmetric = header_.symmetry == Symmetry::Symmetric;
    return true;
  }

  bool unknown(const Word& word, const char* what, const std::vector<std::string>& known) {
    std::string guess = nearest(word.text, known);
    return syntax(word.where,
                  fmt::format("unknown {} '{}'{}; known: {}", what, word.text,
                              guess.empty() ? "" : fmt::format(": did you mean '{}'?", guess),
                              quoted_list(known)));
  }

  bool size_line() {
    std::string_view line;
    do {
      int errors = diagnostics_.errors();
      if (text_.cursor == text_.end && !text_.next_block(diagnostics_))
        return diagnostics_.errors() == errors &&
               syntax(text_.place_of_end(), "the file ends before its size line");
      line = text_.take_line();
    } while (line.starts_with('%') || line.find_first_not_of(" \t") == std::string_view::npos);
    int64_t number = text_.line - 1;
    std::vector<Word> words = words_of(text_.path(), line, number);
    size_t wanted = header_.coordinate ? 3 : 2;
    header_.size_at = line_place(text_.path(), line, number, 1, line.size());
    if (words.size() != wanted)
      return syntax(header_.size_at,
                    header_.coordinate
                        ? "the size line must have three numbers: rows, columns, entries"
                        : "the size line of an array must have two numbers: rows, columns");
    return size(words[0], "number of rows", INT32_MAX, header_.rows) &&
           size(words[1], "number of columns", INT32_MAX, header_.columns) &&
           (wanted == 2 || size(words[2], "number of entries", INT64_MAX, header_.entries));
  }

  bool size(const Word& word, const char* what, int64_t most, int64_t& out) {
    const char* begin = word.text.data();
    auto [at, error] = std::from_chars(begin, begin + word.text.size(), out);
    if (at != begin + word.text.size() || error == std::errc::invalid_argument)
      return syntax(word.where, fmt::format("the {} must be an integer", what));
    if (error == std::errc() && out >= 0 && out <= most) return true;
    diagnostics_.error(Code::TensorRange, word.where,
                       fmt::format("the {} must be from 0 to {}", what, most));
    return false;
  }

  bool check_shape() {
    if (header_.symmetry != Symmetry::General && header_.rows != header_.columns) {
      diagnostics_.error(Code::ShapeMismatch, header_.size_at,
                         fmt::format("a symmetric matrix must be square, but this one is {} x {}",
                                     header_.rows, header_.columns));
      return false;
    }
    if (!header_.coordinate) header_.entries = array_entries();
    if (known_.size() == 1 && (header_.columns == 1 || header_.rows == 1))
      return shape_agrees({vector_extent()}, known_, header_.size_at, diagnostics_);
    return shape_agrees({header_.rows, header_.columns}, known_, header_.size_at, diagnostics_);
  }

  int64_t vector_extent() const { return header_.columns == 1 ? header_.rows : header_.columns; }

  int64_t array_entries() const {
    if (header_.symmetry == Symmetry::General) return header_.rows * header_.columns;
    int64_t diagonal = header_.symmetry == Symmetry::Symmetric ? 1 : -1;
    return header_.rows * (header_.rows + diagonal) / 2;
  }

  Coo empty_list() const {
    Coo out;
    out.shape = {header_.rows, header_.columns};
    out.coords.resize(2);
    // A line takes two bytes at least, so a wrong count reserves no more than the file could fill.
    int64_t bytes = text_.size() >= 0 ? text_.size() : int64_t{1} << 24;
    size_t entries = static_cast<size_t>(std::min(header_.entries, bytes / 2));
    if (header_.coordinate)
      for (auto& coords : out.coords) coords.reserve(entries);
    out.values.reserve(entries);
    return out;
  }

  RowLayout row_layout() const {
    RowLayout layout;
    if (header_.coordinate) {
      layout.extents = {header_.rows, header_.columns};
      layout.names = {"row", "column"};
    }
    layout.has_value = header_.field != Field::Pattern;
    layout.zero_diagonal = header_.coordinate && header_.symmetry == Symmetry::Skew;
    layout.integer = header_.field == Field::Integer;
    layout.columns_hint = !header_.coordinate ? "an array has one value a line"
                          : layout.has_value  ? "a line has row, column and value"
                                              : "a line of a pattern has row and column only";
    return layout;
  }

  bool entries(Coo& out) {
    Note promise{header_.size_at, fmt::format("the size line promises {} {}", header_.entries,
                                              header_.entries == 1 ? "entry" : "entries")};
    Coo* target = &out;
    Coo list;
    if (!header_.coordinate) target = &list;
    bool ok = read_rows(text_, row_layout(), header_.entries, promise, *target, diagnostics_);
    if (!ok) return false;
    if (!header_.coordinate) out.values = std::move(list.values);
    int64_t found = static_cast<int64_t>(out.entries());
    if (found == header_.entries) return true;
    diagnostics_
        .error(
            Code::TensorSyntax, text_.place_of_end(),
            fmt::format(
                "the file ends after {} of {} entries: it was cut off, or the size line is wrong",
                found, header_.entries))
        .note(promise.where, promise.message);
    return false;
  }

  // Array values stand column by column; of a symmetric matrix only the lower triangle does.
  void place_array(Coo& out) const {
    for (auto& coords : out.coords) coords.reserve(out.entries());
    for (int64_t j = 0; j < header_.columns; ++j) {
      int64_t first = header_.symmetry == Symmetry::General     ? 0
                      : header_.symmetry == Symmetry::Symmetric ? j
                                                                : j + 1;
      for (int64_t i = first; i < header_.rows; ++i) {
        out.coords[0].push_back(static_cast<int32_t>(i));
        out.coords[1].push_back(static_cast<int32_t>(j));
      }
    }
  }

  void mirror(Coo& out) {
    size_t entries = out.entries(), above = 0;
    double sign = header_.symmetry == Symmetry::Skew ? -1 : 1;
    for (size_t e = 0; e < entries; ++e) {
      int32_t i = out.coords[0][e], j = out.coords[1][e];
      if (i == j) continue;
      above += i < j;
      out.coords[0].push_back(j);
      out.coords[1].push_back(i);
      out.values.push_back(sign * out.values[e]);
    }
    if (above > 0)
      notes_.notes.push_back(fmt::format(
          "{} entries of the symmetric matrix stand above the diagonal and were mirrored too",
          above));
  }

  void describe() {
    static constexpr std::array fields = {"real", "integer", "pattern"};
    static constexpr std::array symmetries = {"general", "symmetric", "skew-symmetric"};
    traits_.pattern = header_.field == Field::Pattern;
    notes_.shape_from_header = true;
    notes_.described =
        fmt::format("{}: {} {} {}", text_.path(), header_.coordinate ? "coordinate" : "array",
                    fields[static_cast<size_t>(header_.field)],
                    symmetries[static_cast<size_t>(header_.symmetry)]);
  }

  Coo as_vector(Coo matrix) const {
    matrix.shape = {vector_extent()};
    matrix.coords.erase(matrix.coords.begin() + (header_.columns == 1 ? 1 : 0));
    return matrix;
  }

  TextReader text_;
  const KnownShape& known_;
  Diagnostics& diagnostics_;
  SourceNotes& notes_;
  FileTraits& traits_;
  Header header_;
};

}  // namespace

std::optional<Coo> read_mtx(ByteSource& source, const KnownShape& known, Diagnostics& diagnostics,
                            SourceNotes& notes, FileTraits& traits) {
  return MtxReader(source, known, diagnostics, notes, traits).read();
}

}  // namespace teaal::runtime
