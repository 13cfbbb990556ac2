#pragma once
#include <llvm/IR/Instructions.h>

#include "compiler/support/diagnostic.h"
#include "runtime/cpu/kernel.h"

namespace teaal::runtime::cpu {

// Numbers the places of a module's instructions. Place 0 is "unknown".
class SiteTable {
 public:
  explicit SiteTable(std::vector<Site>& sites) : sites_(sites) {
    if (sites_.empty()) sites_.emplace_back();
  }
  // Where the user's text does this: calls inlined from the prelude count as the place of the call.
  uint32_t of(const llvm::Instruction&);

 private:
  std::vector<Site>& sites_;
};

Site site_of(const llvm::Instruction&);
// For a diagnostic; the line is shown if it lies in `text` itself.
SourceRange range_of(const llvm::Instruction&, const SourcePtr& text);

}  // namespace teaal::runtime::cpu
