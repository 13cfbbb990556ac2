#include "runtime/gpu/nvrtc_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>

namespace teaal::runtime::gpu {
namespace {

constexpr size_t most_errors = 16;
constexpr uintmax_t most_bytes_read = 16 << 20;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Splits "name(12)" at its last parenthesis.
bool parse_place(std::string_view place, NvrtcError& error) {
  size_t open = place.rfind('(');
  if (open == std::string_view::npos || !place.ends_with(')')) return false;
  std::string_view digits = place.substr(open + 1, place.size() - open - 2);
  auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), error.line);
  if (failure != std::errc() || end != digits.data() + digits.size()) return false;
  error.file = place.substr(0, open);
  return true;
}

// "k.cu(3): error: text", "k.cu(3): catastrophic error: text", "k.cu(3): error #20-D: text", and
// without a place "nvrtc: error: text".
std::optional<NvrtcError> parse_line(std::string_view line) {
  for (std::string_view word : {": error", ": catastrophic error", ": internal error"}) {
    size_t at = line.find(word);
    if (at == std::string_view::npos) continue;
    size_t colon = line.find(": ", at + word.size());
    if (colon == std::string_view::npos) continue;
    NvrtcError error;
    error.message = line.substr(colon + 2);
    parse_place(line.substr(0, at), error);
    return error;
  }
  return std::nullopt;
}

// After an error stand its line, indented by two, and a caret under it.
void read_shown_line(const std::vector<std::string_view>& lines, size_t at, NvrtcError& error) {
  if (at + 1 >= lines.size() || !lines[at].starts_with("  ")) return;
  size_t caret = lines[at + 1].find_first_not_of(' ');
  if (caret == std::string_view::npos || lines[at + 1][caret] != '^') return;
  size_t text = lines[at].find_first_not_of(' ');
  if (text == std::string_view::npos || caret < text) return;
  error.shown_line = lines[at].substr(text);
  error.shown_column = static_cast<int>(caret - text);
}

std::string read_text(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error) ||
      std::filesystem::file_size(path, error) > most_bytes_read)
    return {};
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string_view line_text(const SourceFile& file, int line) {
  std::vector<std::string_view> lines = lines_of(file.text);
  return line >= 1 && line <= static_cast<int>(lines.size()) ? lines[line - 1] : std::string_view{};
}

// The column of the caret, if the place's own line is the line that NVRTC shows, and not a spec's.
int column_in(const SourceFile& file, const NvrtcError& error) {
  if (error.shown_column < 0) return 1;
  size_t start = line_text(file, error.line).find(error.shown_line);
  if (start == std::string_view::npos) return 1;
  return static_cast<int>(start) + error.shown_column + 1;
}

class Reporter {
 public:
  Reporter(const std::string& text, const std::string& file_name, Diagnostics& diagnostics)
      : diagnostics_(diagnostics) {
    files_[file_name] = std::make_shared<SourceFile>(SourceFile{file_name, text});
  }

  Diagnostic& report(const NvrtcError& error) {
    SourceRange where;
    if (error.line > 0) {
      where.file = file(error.file);
      where.line = error.line;
      where.column = column_in(*where.file, error);
      where.length = 1;
    }
    Diagnostic& diagnostic =
        diagnostics_.error(Code::BuildFailed, where, "NVRTC refuses the kernel: " + error.message);
    if (where.file && !error.shown_line.empty() &&
        line_text(*where.file, error.line).find(error.shown_line) == std::string_view::npos)
      diagnostic.note({}, "in the CUDA text: " + error.shown_line);
    return diagnostic;
  }

 private:
  SourcePtr file(const std::string& path) {
    SourcePtr& known = files_[path];
    if (!known) known = std::make_shared<SourceFile>(SourceFile{path, read_text(path)});
    return known;
  }

  Diagnostics& diagnostics_;
  std::map<std::string, SourcePtr> files_;
};

}  // namespace

std::vector<NvrtcError> parse_nvrtc_log(std::string_view log) {
  const std::vector<std::string_view> lines = lines_of(log);
  std::vector<NvrtcError> errors;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with(' ')) continue;
    auto error = parse_line(lines[i]);
    if (!error) continue;
    read_shown_line(lines, i + 1, *error);
    errors.push_back(std::move(*error));
  }
  return errors;
}

void report_nvrtc_errors(std::string_view log, std::string_view result, const std::string& text,
                         const std::string& file_name, Diagnostics& diagnostics) {
  std::vector<NvrtcError> errors = parse_nvrtc_log(log);
  if (errors.empty()) errors.push_back({.message = fmt::format("{} (in {})", result, file_name)});
  if (errors.size() > most_errors) errors.resize(most_errors);
  Reporter reporter(text, file_name, diagnostics);
  for (size_t i = 0; i < errors.size(); ++i) {
    Diagnostic& diagnostic = reporter.report(errors[i]);
    if (i == 0 && !log.empty()) diagnostic.note({}, fmt::format("NVRTC's whole log:\n{}", log));
  }
}

}  // namespace teaal::runtime::gpu
