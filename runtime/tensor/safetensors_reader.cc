#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <nlohmann/json.hpp>

#include "runtime/tensor/dense_elements.h"
#include "runtime/tensor/readers.h"

namespace teaal::runtime {
namespace {

using Kind = ElementForm::Kind;

// What the header says of one tensor. Bytes are counted from behind the header.
struct Entry {
  std::string type;
  std::vector<int64_t> shape;
  std::vector<uint64_t> offsets;
  bool has_shape = false;
};

struct TypeName {
  const char* name;
  ElementForm form;
};
constexpr TypeName type_names[] = {
    {"F64", {Kind::Float, 8}},    {"F32", {Kind::Float, 4}},    {"F16", {Kind::Float, 2}},
    {"BF16", {Kind::Brain, 2}},   {"I64", {Kind::Signed, 8}},   {"I32", {Kind::Signed, 4}},
    {"I16", {Kind::Signed, 2}},   {"I8", {Kind::Signed, 1}},    {"U64", {Kind::Unsigned, 8}},
    {"U32", {Kind::Unsigned, 4}}, {"U16", {Kind::Unsigned, 2}}, {"U8", {Kind::Unsigned, 1}},
    {"BOOL", {Kind::Boolean, 1}}};

const ElementForm* form_named(const std::string& type) {
  for (const TypeName& known : type_names)
    if (type == known.name) return &known.form;
  return nullptr;
}

// Reads {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, …} as it comes, so
// that nothing is kept but that. Fields of other names are passed over, "__metadata__" whole.
class HeaderReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::map<std::string, Entry> entries;
  std::string problem;

  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(number_integer_t) override { return number(std::nullopt); }
  bool number_unsigned(number_unsigned_t n) override { return number(n); }
  bool number_float(number_float_t, const string_t&) override { return number(std::nullopt); }
  bool binary(binary_t&) override { return value(); }
  bool string(string_t& text) override {
    if (depth_ != 2 || !entry_ || field_ != "dtype") return value();
    entry_->type = text;
    return true;
  }

  bool start_object(size_t) override {
    if (depth_ > 0 && !value()) return false;
    ++depth_;
    return depth_ < 64 || fail("the header nests too deeply");
  }
  bool end_object() override { return --depth_, true; }
  bool start_array(size_t) override {
    if (depth_ == 0) return fail("the header must be a JSON object");
    if (!list_opens() && !value()) return false;
    ++depth_;
    return depth_ < 64 || fail("the header nests too deeply");
  }
  bool end_array() override { return --depth_, true; }

  bool key(string_t& name) override {
    if (depth_ == 1) return start_entry(name);
    if (depth_ == 2) field_ = name;
    return true;
  }

  bool parse_error(size_t byte, const std::string&, const nlohmann::json::exception&) override {
    return fail(fmt::format("the header is no JSON, at its byte {}", byte));
  }

 private:
  bool fail(std::string what) {
    problem = std::move(what);
    return false;
  }

  bool start_entry(const std::string& name) {
    entry_ = nullptr;
    field_.clear();
    name_ = name;
    if (name == "__metadata__") return true;
    auto [at, fresh] = entries.try_emplace(name);
    entry_ = &at->second;
    return fresh || fail(fmt::format("tensor '{}' is described twice", name));
  }

  // The lists that count begin here.
  bool list_opens() {
    if (depth_ != 2 || !entry_ || (field_ != "shape" && field_ != "data_offsets")) return false;
    if (field_ == "shape") entry_->has_shape = true;
    return true;
  }

  // A value that is not one of those that count.
  bool value() {
    if (depth_ == 0) return fail("the header must be a JSON object");
    if (depth_ == 1) return true;  // an object begins; anything else lacks the fields
    bool counts = entry_ && (field_ == "dtype" || field_ == "shape" || field_ == "data_offsets");
    return !counts ||
           fail(fmt::format("field '{}' of tensor '{}' has the wrong form", field_, name_));
  }

  bool number(std::optional<uint64_t> n) {
    bool in_list = depth_ == 3 && entry_ && (field_ == "shape" || field_ == "data_offsets");
    if (!in_list) return value();
    if (field_ == "data_offsets") {
      if (!n || entry_->offsets.size() == 2) return value();
      entry_->offsets.push_back(*n);
      return true;
    }
    if (!n || *n > INT32_MAX)
      return fail(fmt::format("an extent of tensor '{}' is not from 0 to {}", name_, INT32_MAX));
    if (entry_->shape.size() == most_ranks)
      return fail(fmt::format("tensor '{}' has more than {} ranks", name_, most_ranks));
    entry_->shape.push_back(static_cast<int64_t>(*n));
    return true;
  }

  int depth_ = 0;
  Entry* entry_ = nullptr;  // null in "__metadata__"
  std::string name_, field_;
};

class SafetensorsReader {
 public:
  SafetensorsReader(ByteSource& source, const KnownShape& known, Diagnostics& diagnostics,
                    SourceNotes& notes, const FileTraits& traits)
      : source_(source), known_(known), diagnostics_(diagnostics), notes_(notes), traits_(traits) {}

  std::optional<Coo> read() {
    if (!read_header() || !check_offsets() || !choose() ||
        !shape_agrees(entry_->shape, known_, where(), diagnostics_))
      return std::nullopt;
    Coo out;
    out.shape = entry_->shape;
    if (!read_elements(out)) return std::nullopt;
    notes_.shape_from_header = true;
    notes_.described =
        fmt::format("{}: tensor '{}' of type {}", source_.path(), name_, entry_->type);
    return out;
  }

 private:
  SourceRange where() const {
    return {std::make_shared<SourceFile>(SourceFile{source_.path(), {}})};
  }
  bool fail(Code code, std::string message) {
    diagnostics_.error(code, where(), std::move(message));
    return false;
  }
  bool cut_off(const char* where_it_ends) {
    if (std::string why = source_.failure(); !why.empty()) return fail(Code::FileAccess, why);
    return fail(Code::TensorSyntax, fmt::format("the file ends {}: it was cut off", where_it_ends));
  }

  bool read_header() {
    unsigned char raw[8];
    if (source_.read(reinterpret_cast<char*>(raw), 8) != 8)
      return cut_off("inside the length of its header");
    uint64_t length = 0;
    for (size_t byte = 8; byte-- > 0;) length = length << 8 | raw[byte];
    constexpr uint64_t longest = 100'000'000;  // the format's own limit
    if (length > longest)
      return fail(Code::TensorSyntax,
                  fmt::format("the header claims {} bytes; the most is {}", length, longest));
    if (!read_text(length)) return false;
    data_begin_ = 8 + static_cast<int64_t>(length);
    // Spaces may fill the header up; nothing may stand before it.
    if (!text_.starts_with('{'))
      return fail(Code::TensorSyntax, "this is no safetensors file: its header must begin with {");
    HeaderReader reader;
    nlohmann::json::sax_parse(text_, &reader);
    if (!reader.problem.empty()) return fail(Code::TensorSyntax, reader.problem);
    entries_ = std::move(reader.entries);
    return true;
  }

  // In pieces: a length that lies takes no memory.
  bool read_text(uint64_t length) {
    constexpr uint64_t piece = 1 << 20;
    while (text_.size() < length) {
      size_t before = text_.size(), wanted = std::min(piece, length - before);
      text_.resize(before + wanted);
      if (source_.read(text_.data() + before, wanted) != wanted)
        return cut_off("inside its header");
    }
    return true;
  }

  // The tensors' bytes stand one behind another, from the header to the end of the file.
  bool check_offsets() {
    std::vector<std::pair<uint64_t, const std::string*>> order;
    for (const auto& [name, entry] : entries_) {
      if (!check_entry(name, entry)) return false;
      order.emplace_back(entry.offsets[0], &name);
    }
    // Empty ones first where several begin at one place.
    std::ranges::sort(order, {}, [&](const auto& item) {
      return std::pair{item.first, entries_.at(*item.second).offsets[1]};
    });
    uint64_t end = 0;
    for (const auto& [begin, name] : order) {
      if (begin != end)
        return fail(Code::TensorSyntax,
                    fmt::format("tensor '{}' begins at byte {} of the data, but the tensors before "
                                "it end at {}",
                                *name, begin, end));
      end = entries_.at(*name).offsets[1];
    }
    int64_t present = source_.size() - data_begin_;
    if (source_.size() < 0 || present == static_cast<int64_t>(end)) return true;
    return fail(Code::TensorSyntax,
                fmt::format("the tensors take {} bytes, but {} follow the header", end, present));
  }

  bool check_entry(const std::string& name, const Entry& entry) {
    if (entry.type.empty() || !entry.has_shape || entry.offsets.size() != 2)
      return fail(Code::TensorSyntax,
                  fmt::format("tensor '{}' lacks its dtype, shape or data_offsets", name));
    uint64_t begin = entry.offsets[0], end = entry.offsets[1];
    if (end < begin || end > static_cast<uint64_t>(INT64_MAX))
      return fail(Code::TensorSyntax,
                  fmt::format("tensor '{}' ends at byte {} and begins at {}", name, end, begin));
    const ElementForm* form = form_named(entry.type);
    if (!form) return true;  // others of a type that is not read do no harm
    auto bytes = static_cast<uint64_t>(dense_bytes(entry.shape, *form));
    return bytes == end - begin ||
           fail(Code::TensorSyntax,
                fmt::format("tensor '{}' takes {} bytes by its shape and {} by its data_offsets",
                            name, bytes, end - begin));
  }

  bool choose() {
    if (traits_.tensor.empty() && entries_.size() == 1) {
      name_ = entries_.begin()->first;
    } else {
      name_ = traits_.tensor;
      if (!entries_.contains(name_)) return unknown_tensor();
    }
    entry_ = &entries_.at(name_);
    if (form_named(entry_->type)) return true;
    std::vector<std::string> names;
    for (const TypeName& known : type_names) names.emplace_back(known.name);
    return fail(Code::TensorKind, fmt::format("tensor '{}' has elements of type {}; read are {}",
                                              name_, entry_->type, quoted_list(names)));
  }

  bool unknown_tensor() {
    constexpr size_t most_shown = 20;
    std::vector<std::string> names;
    for (const auto& [name, entry] : entries_) names.push_back(name);
    std::string guess = name_.empty() ? "" : nearest(name_, names);
    std::string message = name_.empty() ? "which tensor? add tensor=NAME"
                                        : fmt::format("there is no tensor '{}'", name_);
    if (!guess.empty()) message += fmt::format(": did you mean '{}'?", guess);
    size_t more = names.size() - std::min(names.size(), most_shown);
    names.resize(names.size() - more);
    message += names.empty() ? "; the file has none" : "; the file has " + quoted_list(names);
    if (more > 0) message += fmt::format(" and {} more", more);
    diagnostics_.error(Code::TensorSource, traits_.tensor_at, std::move(message));
    return false;
  }

  bool read_elements(Coo& out) {
    ElementForm form = *form_named(entry_->type);
    form.swapped = std::endian::native == std::endian::big;
    if (!source_.skip(static_cast<int64_t>(entry_->offsets[0])))
      return cut_off("before the tensor");
    switch (read_dense(source_, form, false, traits_.absent, out)) {
      case DenseEnd::Whole:
        return true;
      case DenseEnd::CutOff:
        return cut_off("before all elements of the tensor");
      case DenseEnd::TooLarge:
        break;
    }
    return fail(Code::TensorRange, fmt::format("tensor '{}' does not fit in memory", name_));
  }

  ByteSource& source_;
  const KnownShape& known_;
  Diagnostics& diagnostics_;
  SourceNotes& notes_;
  const FileTraits& traits_;
  std::string text_, name_;
  int64_t data_begin_ = 0;
  std::map<std::string, Entry> entries_;
  const Entry* entry_ = nullptr;
};

}  // namespace

std::optional<Coo> read_safetensors(ByteSource& source, const KnownShape& known,
                                    Diagnostics& diagnostics, SourceNotes& notes,
                                    FileTraits& traits) {
  return SafetensorsReader(source, known, diagnostics, notes, traits).read();
}

}  // namespace teaal::runtime
