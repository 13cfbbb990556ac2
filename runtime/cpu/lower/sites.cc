#include "runtime/cpu/lower/sites.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include <algorithm>

namespace teaal::runtime::cpu {
namespace {

// The name that the prelude's own first line gives it.
constexpr const char* prelude_file = "teaal_simt_prelude.h";

}  // namespace

Site site_of(const llvm::Instruction& instruction) {
  const llvm::DILocation* at = instruction.getDebugLoc().get();
  if (!at) return {};
  while (at->getInlinedAt() && at->getFilename() == prelude_file) at = at->getInlinedAt();
  return {at->getFilename().str(), static_cast<int>(at->getLine()),
          static_cast<int>(at->getColumn())};
}

uint32_t SiteTable::of(const llvm::Instruction& instruction) {
  Site site = site_of(instruction);
  auto found = std::find(sites_.begin(), sites_.end(), site);
  if (found == sites_.end()) found = sites_.insert(sites_.end(), std::move(site));
  return static_cast<uint32_t>(found - sites_.begin());
}

SourceRange range_of(const llvm::Instruction& instruction, const SourcePtr& text) {
  Site site = site_of(instruction);
  if (site.line == 0) return {text};
  SourcePtr file = text && text->path == site.file
                       ? text
                       : std::make_shared<SourceFile>(SourceFile{site.file, ""});
  return {std::move(file), site.line, site.column};
}

}  // namespace teaal::runtime::cpu
