#include <fmt/format.h>
#include <filesystem>

#include <bit>
#include <charconv>
#include <cstring>

#include "runtime/tensor/tensor.h"
#include "runtime/tensor/value_type.h"
#include "runtime/tensor/write_file.h"

namespace teaal::runtime {
namespace {

// Collects text and hands it on in large pieces.
class Text {
 public:
  Text(FileWriter& file, ElementType value_type)
      : file_(file), integers_(value_type == ElementType::I32) {
    text_.reserve(flush_at + 64);
  }

  void add(std::string_view text) { text_ += text; }
  template <class Number>
  void number(Number value, char behind) {
    char digits[32];
    char* end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    *end++ = behind;
    text_.append(digits, end);
    if (text_.size() >= flush_at) flush();
  }
  // Integers as such: 1e+09 is none to many readers.
  void value(double value) {
    if (integers_)
      number(static_cast<int64_t>(value), '\n');
    else
      number(value, '\n');
  }
  void flush() {
    file_.write(text_);
    text_.clear();
  }

 private:
  static constexpr size_t flush_at = size_t{1} << 16;
  FileWriter& file_;
  bool integers_;
  std::string text_;
};

void write_tns(const Coo& tensor, ElementType type, FileWriter& file, double absent) {
  Text text(file, type);
  text.add("# shape");
  for (int64_t extent : tensor.shape) text.add(fmt::format(" {}", extent));
  text.add("\n");
  if (tensor.order() == 0) text.value(tensor.values.empty() ? absent : tensor.values[0]);
  for (size_t e = 0; tensor.order() > 0 && e < tensor.entries(); ++e) {
    if (tensor.values[e] == absent) continue;
    for (const auto& coords : tensor.coords) text.number(int64_t{coords[e]} + 1, ' ');
    text.value(tensor.values[e]);
  }
  text.flush();
}

void write_mtx(const Coo& tensor, ElementType type, FileWriter& file, double absent) {
  Text text(file, type);
  size_t entries = 0;
  for (double value : tensor.values) entries += value != absent;
  text.add(fmt::format("%%MatrixMarket matrix coordinate {} general\n{} {} {}\n",
                       type == ElementType::I32 ? "integer" : "real", tensor.shape[0],
                       tensor.order() == 2 ? tensor.shape[1] : 1, entries));
  for (size_t e = 0; e < tensor.entries(); ++e) {
    if (tensor.values[e] == absent) continue;
    text.number(int64_t{tensor.coords[0][e]} + 1, ' ');
    text.number(tensor.order() == 2 ? int64_t{tensor.coords[1][e]} + 1 : 1, ' ');
    text.value(tensor.values[e]);
  }
  text.flush();
}

// NumPy has no bfloat16; its values are floats.
ElementType npy_type(ElementType value_type) {
  return value_type == ElementType::BF16 ? ElementType::F32 : value_type;
}

std::string npy_header(const std::vector<int64_t>& shape, ElementType type) {
  char letter = type == ElementType::I32 ? 'i' : 'f';
  std::string dictionary =
      fmt::format("{{'descr': '<{}{}', 'fortran_order': False, 'shape': (", letter, size_of(type));
  for (int64_t extent : shape) dictionary += fmt::format("{},", extent);
  dictionary += "), }";
  // The data begins at a multiple of 64 bytes; a line end closes the header.
  size_t length = (10 + dictionary.size() + 1 + 63) / 64 * 64 - 10;
  dictionary.resize(length - 1, ' ');
  std::string out("\x93NUMPY\x01\x00", 8);
  out += static_cast<char>(length & 0xff);
  out += static_cast<char>(length >> 8);
  return out + dictionary + "\n";
}

template <class Bits>
std::string little_endian(Bits bits) {
  std::string out;
  for (size_t byte = 0; byte < sizeof bits; ++byte)
    out += static_cast<char>(bits >> (8 * byte) & 0xff);
  return out;
}

std::string npy_element(double value, ElementType type) {
  switch (type) {
    case ElementType::F16:
      return little_endian(element_of<Half>(value).bits);
    case ElementType::F32:
      return little_endian(std::bit_cast<uint32_t>(static_cast<float>(value)));
    case ElementType::I32:
      return little_endian(static_cast<uint32_t>(element_of<int32_t>(value)));
    default:
      return little_endian(std::bit_cast<uint64_t>(value));
  }
}

int64_t position_of(const Coo& tensor, size_t entry) {
  int64_t position = 0;
  for (size_t r = 0; r < tensor.order(); ++r)
    position = position * tensor.shape[r] + tensor.coords[r][entry];
  return position;
}

void write_npy(const Coo& tensor, int64_t elements, ElementType type, FileWriter& file,
               double absent) {
  file.write(npy_header(tensor.shape, type));
  constexpr int64_t block = 1 << 15;
  size_t width = size_of(type);
  std::string filled;
  for (int64_t i = 0; i < block; ++i) filled += npy_element(absent, type);
  size_t e = 0;
  for (int64_t begin = 0; begin < elements; begin += block) {
    int64_t end = std::min(begin + block, elements);
    std::string bytes = filled.substr(0, static_cast<size_t>(end - begin) * width);
    for (; e < tensor.entries(); ++e) {
      int64_t position = position_of(tensor, e);
      if (position >= end) break;
      bytes.replace(static_cast<size_t>(position - begin) * width, width,
                    npy_element(tensor.values[e], type));
    }
    file.write(bytes);
  }
}

SourceRange whole_file(const std::string& path) {
  return {std::make_shared<SourceFile>(SourceFile{path, {}})};
}

// How many elements the dense array has; an error if they are more than `most_bytes` of doubles.
std::optional<int64_t> dense_elements(const Coo& tensor, const std::string& path,
                                      Diagnostics& diagnostics) {
  constexpr int64_t most_bytes = int64_t{16} << 30;
  int64_t elements = 1;
  for (int64_t extent : tensor.shape)
    if (__builtin_mul_overflow(elements, extent, &elements)) elements = INT64_MAX;
  for (int64_t extent : tensor.shape)
    if (extent == 0) elements = 0;
  if (elements <= most_bytes / 8) return elements;
  diagnostics.error(
      Code::TensorRange, whole_file(path),
      fmt::format("a dense array of {} elements is over the limit of {} GiB: write .tns or .mtx",
                  fmt::join(tensor.shape, " x "), most_bytes >> 30));
  return std::nullopt;
}

bool fail(Code code, const std::string& path, std::string message, Diagnostics& diagnostics) {
  diagnostics.error(code, whole_file(path), std::move(message));
  return false;
}

enum class Form { Tns, Mtx, Npy, Unknown };

// A device or a stream has no ending; it gets the text form.
Form form_of(std::string_view path) {
  if (path.ends_with(".mtx")) return Form::Mtx;
  if (path.ends_with(".npy")) return Form::Npy;
  const bool device = path == "-" || path.starts_with("/dev/");
  return path.ends_with(".tns") || device ? Form::Tns : Form::Unknown;
}

}  // namespace

bool check_output_path(const std::string& path, size_t order, Diagnostics& diagnostics) {
  bool gzip = path.ends_with(".gz");
  Form form = form_of(std::string_view(path).substr(0, path.size() - (gzip ? 3 : 0)));
  if (form == Form::Unknown || (form == Form::Npy && gzip))
    return fail(Code::TensorSource, path,
                "the ending of an output must be .tns, .tns.gz, .mtx, .mtx.gz or .npy, or it is -, "
                "standard output",
                diagnostics);
  if (form == Form::Mtx && order != 1 && order != 2)
    return fail(
        Code::TensorKind, path,
        fmt::format("a .mtx file holds a matrix or a vector, not {} ranks: write .tns or .npy",
                    order),
        diagnostics);
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code ignored;
  if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
    return fail(Code::FileAccess, path, "there is no folder " + folder.string(), diagnostics);
  return true;
}

bool write_tensor(const Coo& tensor, const std::string& path, Diagnostics& diagnostics,
                  double absent, ElementType value_type) {
  if (!check_output_path(path, tensor.order(), diagnostics)) return false;
  bool gzip = path.ends_with(".gz");
  Form form = form_of(std::string_view(path).substr(0, path.size() - (gzip ? 3 : 0)));
  std::optional<int64_t> elements =
      form == Form::Npy ? dense_elements(tensor, path, diagnostics) : 0;
  if (!elements) return false;
  std::unique_ptr<FileWriter> file = FileWriter::open(path, gzip, diagnostics);
  if (!file) return false;
  if (form == Form::Tns) write_tns(tensor, value_type, *file, absent);
  if (form == Form::Mtx) write_mtx(tensor, value_type, *file, absent);
  if (form == Form::Npy) write_npy(tensor, *elements, npy_type(value_type), *file, absent);
  return file->commit();
}

}  // namespace teaal::runtime
