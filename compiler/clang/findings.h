#pragma once
#include <clang/Basic/Diagnostic.h>

#include <map>
#include <string>
#include <vector>

#include "compiler/clang/frontend.h"

namespace clang {
class LangOptions;
class SourceManager;
}  // namespace clang

namespace teaal::clang_frontend {

// Turns what Clang finds into our diagnostics, in Clang's order, its notes attached.
class Findings : public clang::DiagnosticConsumer {
 public:
  Findings(const Input& input, const std::vector<SourcePtr>& sources);

  void BeginSourceFile(const clang::LangOptions& options, const clang::Preprocessor*) override {
    language_ = &options;
  }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level, const clang::Diagnostic&) override;

  bool failed() const { return failed_; }
  // Moves everything found so far to `diagnostics`.
  void hand_over(Diagnostics& diagnostics);

 private:
  struct Place {
    SourceRange presumed;   // where #line says
    SourceRange generated;  // known only when it differs from `presumed`
  };
  Place place(const clang::SourceManager&, clang::SourceLocation) const;
  SourceRange in_memory(const clang::SourceManager&, clang::SourceLocation) const;
  SourceRange in_source(const std::string& file, int line) const;
  void add_note(const Place&, std::string message);

  std::map<std::string, SourcePtr> memory_, sources_;
  const clang::LangOptions* language_ = nullptr;
  std::vector<Diagnostic> found_;
  bool last_dropped_ = false, failed_ = false;
};

}  // namespace teaal::clang_frontend
