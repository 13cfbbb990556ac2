#include "compiler/clang/findings.h"

#include <clang/Basic/LangOptions.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/SmallString.h>

#include "compiler/clang/arguments.h"

namespace teaal::clang_frontend {
namespace {

SourcePtr file(std::string path, std::string text) {
  return std::make_shared<SourceFile>(SourceFile{std::move(path), std::move(text)});
}

// The 1-based line without its end; empty past the last.
std::string line_of(const std::string& text, int line) {
  size_t begin = 0;
  for (int at = 1; at < line; ++at) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) return "";
    ++begin;
  }
  return text.substr(begin, text.find('\n', begin) - begin);
}

// Clang finds an included file as "./name".
std::string plain(std::string_view name) {
  return std::string(name.starts_with("./") ? name.substr(2) : name);
}

}  // namespace

Findings::Findings(const Input& input, const std::vector<SourcePtr>& sources) {
  memory_[input.file_name] = file(input.file_name, input.text);
  memory_[prelude_name] = file(prelude_name, input.prelude);
  for (const auto& [name, text] : input.headers) memory_[name] = file(name, text);
  for (const SourcePtr& source : sources)
    if (source) sources_[source->path] = source;
}

SourceRange Findings::in_memory(const clang::SourceManager& manager,
                                clang::SourceLocation at) const {
  auto found = memory_.find(plain(manager.getFilename(at)));
  if (found == memory_.end()) return {};
  const unsigned length = language_ ? clang::Lexer::MeasureTokenLength(at, manager, *language_) : 0;
  return {found->second, int(manager.getSpellingLineNumber(at)),
          int(manager.getSpellingColumnNumber(at)), int(length)};
}

SourceRange Findings::in_source(const std::string& name, int line) const {
  auto found = sources_.find(name);
  if (found == sources_.end()) return {file(name, ""), line, 1, 0};
  const std::string text = line_of(found->second->text, line);
  const size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t\r");
  if (first == std::string::npos) return {found->second, line, 1, 0};
  return {found->second, line, int(first) + 1, int(last - first) + 1};
}

Findings::Place Findings::place(const clang::SourceManager& manager,
                                clang::SourceLocation at) const {
  at = manager.getExpansionLoc(at);
  const clang::PresumedLoc presumed = manager.getPresumedLoc(at);
  if (presumed.isInvalid()) return {};
  const SourceRange generated = in_memory(manager, at);
  const std::string name = plain(presumed.getFilename());
  if (generated.known() && generated.file->path == name) return {generated, {}};
  return {in_source(name, int(presumed.getLine())), generated};
}

void Findings::add_note(const Place& at, std::string message) {
  std::vector<Note>& notes = found_.back().notes;
  notes.push_back({at.presumed.known() ? at.presumed : at.generated, std::move(message)});
  if (at.generated.known()) notes.push_back({at.generated, "generated here"});
}

void Findings::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                const clang::Diagnostic& info) {
  clang::DiagnosticConsumer::HandleDiagnostic(level, info);
  llvm::SmallString<128> message;
  info.FormatDiagnostic(message);
  Place at;
  if (info.hasSourceManager() && info.getLocation().isValid())
    at = place(info.getSourceManager(), info.getLocation());
  if (level == clang::DiagnosticsEngine::Note) {
    if (!last_dropped_ && !found_.empty()) add_note(at, message.str().str());
    return;
  }
  last_dropped_ = level < clang::DiagnosticsEngine::Warning;
  if (last_dropped_) return;
  const bool error = level > clang::DiagnosticsEngine::Warning;
  failed_ |= error;
  found_.push_back({error ? Severity::Error : Severity::Warning,
                    Code::BuildFailed,
                    at.presumed,
                    message.str().str(),
                    {}});
  if (at.generated.known()) found_.back().note(at.generated, "generated here");
}

void Findings::hand_over(Diagnostics& diagnostics) {
  for (Diagnostic& each : found_) diagnostics.add(std::move(each));
  found_.clear();
}

}  // namespace teaal::clang_frontend
