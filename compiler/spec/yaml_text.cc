#include "compiler/spec/yaml_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace teaal::spec {
namespace {

constexpr size_t max_bytes = size_t{16} << 20;

// Bytes of the UTF-8 character at `at`, 0 if there is none (Unicode 15, table 3-7).
size_t utf8_length(std::string_view text, size_t at) {
  auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0; };
  auto tail = [&](size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned lead = byte(at);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return tail(at + 1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool overlong = lead == 0xE0 && byte(at + 1) < 0xA0;
    const bool surrogate = lead == 0xED && byte(at + 1) > 0x9F;
    return tail(at + 1) && tail(at + 2) && !overlong && !surrogate ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool overlong = lead == 0xF0 && byte(at + 1) < 0x90;
    const bool beyond = lead == 0xF4 && byte(at + 1) > 0x8F;
    return tail(at + 1) && tail(at + 2) && tail(at + 3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

bool is_control(char c) {
  return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f;
}

bool check_bytes(const SourceText& source, Diagnostics& diagnostics) {
  const std::string_view text = source.text();
  for (size_t at = 0; at < text.size();) {
    const size_t length = utf8_length(text, at);
    if (length == 0) {
      diagnostics.error(Code::YamlSyntax, source.range(at, 1),
                        fmt::format("byte 0x{:02x} is not UTF-8; save the spec as UTF-8 text",
                                    static_cast<unsigned char>(text[at])));
      return false;
    }
    if (is_control(text[at])) {
      diagnostics.error(Code::YamlSyntax, source.range(at, 1),
                        fmt::format("control character 0x{:02x} in the spec; delete it",
                                    static_cast<unsigned char>(text[at])));
      return false;
    }
    at += length;
  }
  return true;
}

// Yaml-cpp counts a tab as one column, so that a tab silently changes what nests in what.
bool check_tabs(const SourceText& source, Diagnostics& diagnostics) {
  const std::string_view text = source.text();
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    const size_t first = std::min(text.find_first_not_of(" \t\r", start), end);
    const size_t tab = text.find('\t', start);
    if (first < end && text[first] != '#' && tab < first) {
      diagnostics.error(Code::YamlSyntax, source.range(tab, 1),
                        "a tab in the indentation; YAML is indented by spaces only");
      return false;
    }
    start = end + 1;
  }
  return true;
}

}  // namespace

SourceText::SourceText(SourcePtr file) : file_(std::move(file)), text_(file_->text) {
  if (text_.substr(0, 3) == "\xEF\xBB\xBF") bom_ = 3;
  line_starts_.push_back(0);
  for (size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
}

size_t SourceText::offset(int line, int column) const {
  const auto index = static_cast<size_t>(std::max(line, 0));
  if (index >= line_starts_.size()) return text_.size();
  const size_t skipped = index == 0 ? bom_ : 0;
  return std::min(line_starts_[index] + skipped + static_cast<size_t>(std::max(column, 0)),
                  text_.size());
}

SourceRange SourceText::range(size_t offset, size_t length) const {
  auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<int>(next - line_starts_.begin());
  const size_t start = *(next - 1);
  const size_t line_end = std::min(text_.find('\n', offset), text_.size());
  return {file_, line, static_cast<int>(offset - start) + 1,
          static_cast<int>(std::min(length, line_end - offset))};
}

bool check_text(const SourceText& source, Diagnostics& diagnostics) {
  if (source.text().size() > max_bytes) {
    diagnostics.error(Code::YamlSyntax, {source.file()},
                      "the spec is larger than 16 MiB; is this the right file?");
    return false;
  }
  return check_bytes(source, diagnostics) && check_tabs(source, diagnostics);
}

}  // namespace teaal::spec
