#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include "runtime/tensor/dense_elements.h"
#include "runtime/tensor/readers.h"
#include "runtime/tensor/text_reader.h"

namespace teaal::runtime {
namespace {

// The header is binary but for its dictionary, so its line of text is shown with dots for other
// bytes, and the column is the byte's place in the file.
class NpyReader {
 public:
  NpyReader(ByteSource& source, const KnownShape& known, Diagnostics& diagnostics,
            SourceNotes& notes, double absent)
      : source_(source), known_(known), diagnostics_(diagnostics), notes_(notes), absent_(absent) {}

  std::optional<Coo> read() {
    if (!preamble() || !dictionary() || !element_kind() || !check_size()) return std::nullopt;
    Coo out;
    out.shape = shape_;
    if (!elements(out)) return std::nullopt;
    notes_.shape_from_header = true;
    notes_.described = fmt::format("{}: NumPy array {} in {} order", source_.path(), descr_,
                                   fortran_ ? "Fortran" : "C");
    return out;
  }

 private:
  SourceRange at(size_t byte, size_t length) const {
    std::string text = header_;
    for (char& c : text)
      if (c < 0x20 || c > 0x7e) c = '.';
    return line_place(source_.path(), text, 1, byte + 1, length);
  }
  bool fail(Code code, size_t byte, size_t length, std::string message) {
    diagnostics_.error(code, at(byte, length), std::move(message));
    return false;
  }

  bool take(size_t bytes) {
    size_t before = header_.size();
    header_.resize(before + bytes);
    size_t got = source_.read(header_.data() + before, bytes);
    header_.resize(before + got);
    if (std::string why = source_.failure(); !why.empty()) {
      diagnostics_.error(Code::FileAccess,
                         {std::make_shared<SourceFile>(SourceFile{source_.path(), {}})}, why);
      return false;
    }
    return got == bytes || fail(Code::TensorSyntax, header_.size(), 0,
                                "the file ends inside its NumPy header: it was cut off");
  }

  bool preamble() {
    if (!take(10)) return false;
    if (std::memcmp(header_.data(), "\x93NUMPY", 6) != 0)
      return fail(Code::TensorSyntax, 0, 6,
                  "this is no .npy file: it must begin with the bytes 93 'NUMPY'");
    int version = static_cast<unsigned char>(header_[6]);
    if (version < 1 || version > 3)
      return fail(Code::TensorSyntax, 6, 1,
                  fmt::format("version {} of the format is not known: save it as version 1, 2 or 3",
                              version));
    if (version > 1 && !take(2)) return false;
    size_t length = 0;
    for (size_t byte = header_.size(); byte-- > 8;)
      length = length << 8 | static_cast<unsigned char>(header_[byte]);
    constexpr size_t longest = size_t{1} << 20;
    if (length > longest)
      return fail(Code::TensorSyntax, 8, 2,
                  fmt::format("the header claims {} bytes, more than any array's needs", length));
    dictionary_begin_ = header_.size();
    return take(length);
  }

  // The text behind `'key':`, from its first byte; npos if the key is missing.
  size_t value_of(const char* key) {
    size_t found = header_.find(std::string("'") + key + "'", dictionary_begin_);
    if (found == std::string::npos)
      found = header_.find(std::string("\"") + key + "\"", dictionary_begin_);
    size_t colon = found == std::string::npos ? found : header_.find(':', found);
    size_t value = colon == std::string::npos ? colon : header_.find_first_not_of(' ', colon + 1);
    if (value == std::string::npos)
      fail(Code::TensorSyntax, dictionary_begin_, header_.size() - dictionary_begin_,
           fmt::format("the header's dictionary lacks '{}'", key));
    return value;
  }

  bool dictionary() {
    descr_at_ = value_of("descr");
    if (descr_at_ == std::string::npos) return false;
    if (header_[descr_at_] == '[')
      return fail(Code::TensorKind, descr_at_, 1,
                  "a structured array has no single value an element");
    if (header_[descr_at_] != '\'' && header_[descr_at_] != '"')
      return fail(Code::TensorSyntax, descr_at_, 1, "'descr' must be a text such as '<f8'");
    size_t end = header_.find(header_[descr_at_], descr_at_ + 1);
    descr_ = header_.substr(descr_at_ + 1, std::min(end, header_.size()) - descr_at_ - 1);
    size_t fortran = value_of("fortran_order");
    if (fortran == std::string::npos) return false;
    fortran_ = header_.compare(fortran, 4, "True") == 0;
    if (!fortran_ && header_.compare(fortran, 5, "False") != 0)
      return fail(Code::TensorSyntax, fortran, 5, "'fortran_order' must be True or False");
    return shape();
  }

  bool shape() {
    size_t p = value_of("shape");
    if (p == std::string::npos) return false;
    shape_at_ = p;
    if (header_[p] != '(')
      return fail(Code::TensorSyntax, p, 1, "'shape' must be a tuple such as (3, 4)");
    size_t close = header_.find(')', p);
    if (close == std::string::npos)
      return fail(Code::TensorSyntax, p, 1, "the tuple of 'shape' does not end");
    shape_length_ = close + 1 - p;
    for (p = header_.find_first_not_of(" ,", p + 1); p < close;
         p = header_.find_first_not_of(" ,", p))
      if (!extent(p)) return false;
    return true;
  }

  bool extent(size_t& p) {
    int64_t value = 0;
    auto [stop, error] =
        std::from_chars(header_.data() + p, header_.data() + header_.size(), value);
    size_t length = std::max<size_t>(1, static_cast<size_t>(stop - header_.data()) - p);
    if (error == std::errc::invalid_argument)
      return fail(Code::TensorSyntax, p, 1, "an extent of the shape must be an integer");
    if (error != std::errc() || value < 0 || value > INT32_MAX)
      return fail(Code::TensorRange, p, length,
                  fmt::format("an extent must be from 0 to {}", INT32_MAX));
    shape_.push_back(value);
    p += length;
    return true;
  }

  bool element_kind() {
    std::string_view type = descr_;
    bool marked = !type.empty() && std::string_view("<>=|").find(type[0]) != std::string_view::npos;
    form_.swapped = type.starts_with('>') != (std::endian::native == std::endian::big) &&
                    !type.starts_with('=') && !type.starts_with('|') && marked;
    if (marked) type.remove_prefix(1);
    static const std::vector<std::string_view> known = {"f2", "f4", "f8", "i1", "i2", "i4",
                                                        "i8", "u1", "u2", "u4", "u8", "b1"};
    if (std::ranges::find(known, type) == known.end())
      return fail(
          Code::TensorKind, descr_at_, descr_.size() + 2,
          fmt::format("elements of type '{}' are not read{}: convert the array to float64, "
                      "for example with a.astype('<f8')",
                      descr_,
                      type.starts_with('c') ? " (complex is never truncated to real)" : ""));
    char letter = type[0];
    form_.kind = letter == 'b'   ? ElementForm::Kind::Boolean
                 : letter == 'u' ? ElementForm::Kind::Unsigned
                 : letter == 'i' ? ElementForm::Kind::Signed
                                 : ElementForm::Kind::Float;
    form_.width = static_cast<size_t>(type[1] - '0');
    return true;
  }

  bool check_size() {
    if (!shape_agrees(shape_, known_, at(shape_at_, shape_length_), diagnostics_)) return false;
    int64_t total = dense_elements(shape_);
    int64_t present = source_.size() - static_cast<int64_t>(header_.size());
    if (source_.size() < 0 || present / static_cast<int64_t>(form_.width) >= total) return true;
    return fail(Code::TensorSyntax, shape_at_, shape_length_,
                fmt::format("the shape needs {} elements of {} bytes, but only {} bytes follow: "
                            "the file was cut off",
                            total, form_.width, present));
  }

  bool elements(Coo& out) {
    switch (read_dense(source_, form_, fortran_, absent_, out)) {
      case DenseEnd::Whole:
        return true;
      case DenseEnd::CutOff:
        return fail(Code::TensorSyntax, shape_at_, shape_length_,
                    "the file ends before all elements of the shape: it was cut off");
      case DenseEnd::TooLarge:
        break;
    }
    return fail(Code::TensorRange, shape_at_, shape_length_, "the array does not fit in memory");
  }

  ByteSource& source_;
  const KnownShape& known_;
  Diagnostics& diagnostics_;
  SourceNotes& notes_;
  std::string header_, descr_;
  size_t dictionary_begin_ = 0, descr_at_ = 0, shape_at_ = 0, shape_length_ = 0;
  std::vector<int64_t> shape_;
  bool fortran_ = false;
  ElementForm form_;
  double absent_;
};

}  // namespace

std::optional<Coo> read_npy(ByteSource& source, const KnownShape& known, Diagnostics& diagnostics,
                            SourceNotes& notes, FileTraits& traits) {
  return NpyReader(source, known, diagnostics, notes, traits.absent).read();
}

}  // namespace teaal::runtime
