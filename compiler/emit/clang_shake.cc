#include "compiler/emit/clang_shake.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <map>
#include <vector>

namespace teaal::emit {
namespace {

// The template that `decl` is an instance, a specialisation or the pattern of; else `decl`.
const clang::Decl* without_template_arguments(const clang::Decl* decl) {
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl)) {
    if (const auto* primary = function->getPrimaryTemplate()) return primary;
    if (const auto* pattern = function->getDescribedFunctionTemplate()) return pattern;
  }
  if (const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(decl))
    return special->getSpecializedTemplate();
  if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(decl))
    if (const auto* pattern = record->getDescribedClassTemplate()) return pattern;
  if (const auto* special = llvm::dyn_cast<clang::VarTemplateSpecializationDecl>(decl))
    return special->getSpecializedTemplate();
  if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl))
    if (const auto* pattern = variable->getDescribedVarTemplate()) return pattern;
  if (const auto* alias = llvm::dyn_cast<clang::TypeAliasDecl>(decl))
    if (const auto* pattern = alias->getDescribedAliasTemplate()) return pattern;
  return decl;
}

// One key for everything inside one top-level declaration, its redeclarations and specialisations.
const clang::Decl* top_level_key(const clang::Decl* decl) {
  while (const clang::DeclContext* parent = decl->getDeclContext()) {
    if (parent->isTranslationUnit()) break;
    decl = llvm::cast<clang::Decl>(parent);
  }
  return without_template_arguments(decl)->getCanonicalDecl();
}

// Collects the keys of every declaration that a piece of code names, its template instances
// included.
class Uses : public clang::RecursiveASTVisitor<Uses> {
 public:
  explicit Uses(std::vector<const clang::Decl*>& keys) : keys_(keys) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool VisitDeclRefExpr(clang::DeclRefExpr* use) { return add(use->getDecl()); }
  bool VisitMemberExpr(clang::MemberExpr* use) { return add(use->getMemberDecl()); }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* use) { return add(use->getConstructor()); }
  bool VisitOverloadExpr(clang::OverloadExpr* use) {
    for (const clang::NamedDecl* candidate : use->decls()) add(candidate->getUnderlyingDecl());
    return true;
  }
  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc use) { return add(use.getTypedefNameDecl()); }
  bool VisitTagTypeLoc(clang::TagTypeLoc use) { return add(use.getDecl()); }
  bool VisitTemplateSpecializationTypeLoc(clang::TemplateSpecializationTypeLoc use) {
    const clang::TemplateDecl* of = use.getTypePtr()->getTemplateName().getAsTemplateDecl();
    return of ? add(of) : true;
  }

 private:
  bool add(const clang::Decl* decl) {
    keys_.push_back(top_level_key(decl));
    return true;
  }
  std::vector<const clang::Decl*>& keys_;
};

struct Item {
  clang::Decl* decl = nullptr;
  clang::FileID file;
  unsigned begin = 0, end = 0;  // bytes of the file: first token, past the last
  bool kept = false;
};

class Shake {
 public:
  Shake(clang::ASTContext& context, const std::set<std::string>& library)
      : context_(context), sources_(context.getSourceManager()) {
    for (clang::Decl* decl : context.getTranslationUnitDecl()->decls()) sort(decl, library);
  }

  std::string run() {
    std::vector<const clang::Decl*> keys;
    Uses uses(keys);
    for (clang::Decl* root : roots_) uses.TraverseDecl(root);
    while (!keys.empty()) {
      const clang::Decl* key = keys.back();
      keys.pop_back();
      auto [first, last] = by_key_.equal_range(key);
      for (; first != last; ++first) keep(items_[first->second], uses);
    }
    return text();
  }

 private:
  void sort(clang::Decl* decl, const std::set<std::string>& library) {
    if (decl->isImplicit() || decl->getLocation().isInvalid()) return;
    const clang::SourceLocation begin = sources_.getExpansionLoc(decl->getBeginLoc());
    const clang::FileID file = sources_.getFileID(begin);
    if (file == sources_.getMainFileID()) roots_.push_back(decl);
    const auto entry = sources_.getFileEntryRefForID(file);
    if (!entry || !library.count(plain_file_name(entry->getName().str()))) return;
    by_key_.emplace(top_level_key(decl), items_.size());
    const clang::SourceLocation last = sources_.getExpansionLoc(decl->getEndLoc());
    const unsigned length =
        clang::Lexer::MeasureTokenLength(last, sources_, context_.getLangOpts());
    items_.push_back(
        {decl, file, sources_.getFileOffset(begin), sources_.getFileOffset(last) + length, false});
  }

  void keep(Item& item, Uses& uses) {
    if (item.kept) return;
    item.kept = true;
    uses.TraverseDecl(item.decl);
  }

  // Whole lines, from the comment above to the end of the line where the declaration ends.
  // Attributes may stand in front of what Clang calls the beginning, on lines of their own, too.
  std::pair<size_t, size_t> lines(const Item& item, std::string_view file, size_t from) const {
    size_t begin = file.rfind('\n', item.begin) == file.npos ? 0 : file.rfind('\n', item.begin) + 1;
    while (begin > from) {
      const size_t above = begin < 2 ? 0 : file.rfind('\n', begin - 2) + 1;
      const std::string_view line = file.substr(above, begin - above - 1);
      if (above < from || line.empty() || line.front() == '#') break;
      begin = above;
    }
    return {begin, std::min(file.find('\n', item.end), file.size())};
  }

  std::string text() const {
    std::string out;
    clang::FileID last_file;
    size_t done = 0;  // of last_file: past the last line seen
    for (const Item& item : items_) {
      if (item.file != last_file) done = 0;
      last_file = item.file;
      const std::string_view file = sources_.getBufferData(item.file);
      if (item.begin < done) continue;  // `int a, b;`: two declarations, one text
      const auto [begin, end] = lines(item, file, done);
      done = end;
      if (!kept_up_to(item, end)) continue;
      if (!out.empty()) out += "\n";
      out += std::string(file.substr(begin, end - begin)) + "\n";
    }
    return out;
  }

  bool kept_up_to(const Item& first, size_t end) const {
    for (const Item* item = &first; item != items_.data() + items_.size(); ++item) {
      if (item->file != first.file || item->begin >= end) break;
      if (item->kept) return true;
    }
    return false;
  }

  clang::ASTContext& context_;
  clang::SourceManager& sources_;
  std::vector<clang::Decl*> roots_;
  std::vector<Item> items_;
  std::multimap<const clang::Decl*, size_t> by_key_;
};

}  // namespace

std::string plain_file_name(const std::string& name) {
  return name.starts_with("./") ? name.substr(2) : name;
}

std::string reached_declarations(clang::ASTContext& context, const std::set<std::string>& library) {
  return Shake(context, library).run();
}

}  // namespace teaal::emit
