#include "compiler/support/diagnostic.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <numeric>

namespace teaal {
namespace {

constexpr std::array code_texts = {
#define TEAAL_CODE(name, text) std::string_view(text),
#include "compiler/support/diagnostics.def"
#undef TEAAL_CODE
};

std::string_view severity_text(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      break;
  }
  return "error";
}

std::string_view severity_color(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "\033[1;36m";
    case Severity::Warning:
      return "\033[1;35m";
    case Severity::Error:
      break;
  }
  return "\033[1;31m";
}

std::string_view line_of(const SourceFile& file, int line) {
  std::string_view rest = file.text;
  for (int i = 1; i < line; ++i) {
    size_t end = rest.find('\n');
    if (end == std::string_view::npos) return {};
    rest.remove_prefix(end + 1);
  }
  return rest.substr(0, rest.find_first_of("\r\n"));
}

// A terminal must not be driven by bytes of the user's file, and a caret must stand below its
// column.
std::string printable(std::string_view text) {
  std::string out(text.substr(0, 240));
  for (char& c : out)
    if ((static_cast<unsigned char>(c) < 0x20) || c == 0x7f) c = ' ';
  return out;
}

void render_at(std::string& out, const SourceRange& where, Severity severity,
               std::string_view message, std::string_view code, bool color) {
  if (where.known()) {
    out += where.file->path + ":" + std::to_string(where.line) + ":" +
           std::to_string(where.column) + ": ";
  } else if (where.file) {
    out += where.file->path + ": ";
  }
  if (color) out += severity_color(severity);
  out += severity_text(severity);
  if (color) out += "\033[0m";
  out += ": ";
  out += message;
  if (!code.empty()) out += " [" + std::string(code) + "]";
  out += "\n";
  if (!where.known()) return;
  std::string line = printable(line_of(*where.file, where.line));
  if (line.empty()) return;
  size_t at = std::min<size_t>(std::max(0, where.column - 1), line.size());
  size_t length = std::min<size_t>(std::max(1, where.length), line.size() - at + 1);
  out += "  " + line + "\n  " + std::string(at, ' ') + "^" + std::string(length - 1, '~') + "\n";
}

nlohmann::json place_json(const SourceRange& where) {
  nlohmann::json out;
  if (where.file) out["file"] = where.file->path;
  if (where.known()) {
    out["line"] = where.line;
    out["column"] = where.column;
    out["length"] = where.length;
  }
  return out;
}

// Letters inserted, left out, replaced or exchanged with their neighbour.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> rows(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) {
    for (size_t j = 0; j <= b.size(); ++j) {
      size_t& least = rows[i][j];
      if (i == 0 || j == 0) {
        least = i + j;
        continue;
      }
      least = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1,
                        rows[i - 1][j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0)});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) least = std::min(least, rows[i - 2][j - 2] + 1);
    }
  }
  return rows[a.size()][b.size()];
}

}  // namespace

std::string_view code_text(Code code) { return code_texts[static_cast<size_t>(code)]; }

Diagnostic& Diagnostics::add(Diagnostic diagnostic) {
  errors_ += diagnostic.severity == Severity::Error;
  return all_.emplace_back(std::move(diagnostic));
}

void Diagnostics::promote_warnings(std::optional<Code> only) {
  for (Diagnostic& d : all_) {
    if (d.severity != Severity::Warning || (only && d.code != *only)) continue;
    d.severity = Severity::Error;
    ++errors_;
  }
}

std::string render(const Diagnostic& d, bool color) {
  std::string out;
  render_at(out, d.where, d.severity, d.message, code_text(d.code), color);
  for (const Note& note : d.notes)
    render_at(out, note.where, Severity::Note, note.message, "", color);
  return out;
}

std::string render_json(const Diagnostic& d) {
  nlohmann::json out = place_json(d.where);
  out["severity"] = severity_text(d.severity);
  out["code"] = code_text(d.code);
  out["message"] = d.message;
  out["notes"] = nlohmann::json::array();
  for (const Note& note : d.notes) {
    nlohmann::json entry = place_json(note.where);
    entry["message"] = note.message;
    out["notes"].push_back(entry);
  }
  return out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string nearest(std::string_view name, const std::vector<std::string>& candidates) {
  std::string best;
  if (name.size() < 2) return best;  // one letter is one edit away from every other
  size_t best_distance = std::max<size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() < 2) continue;
    size_t distance = edit_distance(name, candidate);
    if (distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

std::string quoted_list(const std::vector<std::string>& names) {
  std::string out;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += i + 1 == names.size() ? " and " : ", ";
    out += "'" + names[i] + "'";
  }
  return out;
}

}  // namespace teaal
