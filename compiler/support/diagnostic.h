#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/support/source.h"

namespace teaal {

// Stable codes, one a line in diagnostics.def.
enum class Code {
#define TEAAL_CODE(name, text) name,
#include "compiler/support/diagnostics.def"
#undef TEAAL_CODE
};
std::string_view code_text(Code);

enum class Severity { Note, Warning, Error };

struct Note {
  SourceRange where;
  std::string message;
};

struct Diagnostic {
  Severity severity = Severity::Error;
  Code code = Code::Internal;
  SourceRange where;
  std::string message;
  std::vector<Note> notes;

  Diagnostic& note(SourceRange at, std::string text) {
    notes.push_back({std::move(at), std::move(text)});
    return *this;
  }
};

// Collects what a run finds, in the order found. Functions that can fail take one by reference and
// return std::optional (or bool): an empty result means that at least one error was added.
class Diagnostics {
 public:
  Diagnostic& error(Code code, SourceRange where, std::string message) {
    return add({Severity::Error, code, std::move(where), std::move(message), {}});
  }
  Diagnostic& warning(Code code, SourceRange where, std::string message) {
    return add({Severity::Warning, code, std::move(where), std::move(message), {}});
  }
  Diagnostic& remark(Code code, SourceRange where, std::string message) {
    return add({Severity::Note, code, std::move(where), std::move(message), {}});
  }
  Diagnostic& add(Diagnostic diagnostic);

  int errors() const { return errors_; }
  bool ok() const { return errors_ == 0; }
  const std::vector<Diagnostic>& all() const { return all_; }

  // Turns every warning so far into an error (--Werror).
  void promote_warnings(std::optional<Code> only = std::nullopt);

 private:
  std::vector<Diagnostic> all_;
  int errors_ = 0;
};

// `file:line:col: error: message [code]`, the line, a caret, then the notes in the same form.
std::string render(const Diagnostic&, bool color = false);
// One JSON object: severity, code, message, file, line, column, length, notes.
std::string render_json(const Diagnostic&);

// The candidate nearest to `name` by edit distance, or empty if none is near enough to be a typo.
std::string nearest(std::string_view name, const std::vector<std::string>& candidates);

// "'a', 'b' and 'c'".
std::string quoted_list(const std::vector<std::string>& names);

}  // namespace teaal
