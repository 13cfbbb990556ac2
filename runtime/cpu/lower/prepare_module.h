#pragma once
#include <llvm/IR/Module.h>

#include <optional>
#include <vector>

#include "compiler/support/diagnostic.h"

namespace teaal::runtime::cpu {

struct KernelSource {
  llvm::Function* function = nullptr;
  unsigned max_threads = 1024;  // __launch_bounds__
};

// Finds the kernels, inlines every device function into them and puts scalar locals into registers;
// no access to global, shared or local arrays is removed or moved. Errors: unsupported,
// build-failed (see lower_kernels).
std::optional<std::vector<KernelSource>> prepare_module(llvm::Module&, const SourcePtr& text,
                                                        Diagnostics&);

}  // namespace teaal::runtime::cpu
