#include "compiler/emit/clang_analysis.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>

#include <set>

#include "compiler/clang/frontend.h"
#include "compiler/emit/clang_lint.h"
#include "compiler/emit/clang_shake.h"

namespace teaal::emit {
namespace {

class Consumer : public clang::ASTConsumer {
 public:
  Consumer(clang::CompilerInstance& compiler, const AnalysisRequest& request, std::string& reached)
      : compiler_(compiler), request_(request), reached_(reached) {}

  // The bodies of the prelude, which is right by its tests, are more than half of the time of a
  // parse.
  bool shouldSkipFunctionBody(clang::Decl* decl) override {
    const clang::SourceManager& sources = compiler_.getSourceManager();
    const clang::FileID file = sources.getFileID(sources.getExpansionLoc(decl->getLocation()));
    return file != sources.getMainFileID() && !is_library(file);
  }

  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (compiler_.getDiagnostics().hasErrorOccurred()) return;
    if (request_.lint) lint_collectives(context);
    if (!request_.library.empty()) reached_ = reached_declarations(context, library_names());
  }

 private:
  std::set<std::string> library_names() const {
    std::set<std::string> names;
    for (const auto& file : request_.library) names.insert(file.first);
    return names;
  }

  bool is_library(clang::FileID file) {
    if (file == last_file_) return last_is_library_;
    const auto entry = compiler_.getSourceManager().getFileEntryRefForID(file);
    last_file_ = file;
    last_is_library_ = entry && library_names().count(plain_file_name(entry->getName().str()));
    return last_is_library_;
  }

  clang::CompilerInstance& compiler_;
  const AnalysisRequest& request_;
  std::string& reached_;
  clang::FileID last_file_;
  bool last_is_library_ = false;
};

class Action : public clang::ASTFrontendAction {
 public:
  Action(const AnalysisRequest& request, std::string& reached)
      : request_(request), reached_(reached) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    compiler.getFrontendOpts().SkipFunctionBodies = true;
    return std::make_unique<Consumer>(compiler, request_, reached_);
  }

 private:
  const AnalysisRequest& request_;
  std::string& reached_;
};

}  // namespace

std::optional<std::string> analyse(const AnalysisRequest& request, Diagnostics& diagnostics) {
  std::string reached;
  Action action(request, reached);
  clang_frontend::Input input;
  input.text = request.text;
  input.file_name = "kernel.cu";
  input.prelude = clang_frontend::device_prelude();
  input.arch = "sm_90";
  input.headers = request.library;
  std::vector<SourcePtr> sources;
  if (request.yaml) sources.push_back(request.yaml);
  if (!clang_frontend::run_action(input, action, sources, diagnostics)) return std::nullopt;
  return reached;
}

}  // namespace teaal::emit
