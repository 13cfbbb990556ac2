#pragma once
#include <llvm/IR/Module.h>

#include <string>

#include "compiler/support/diagnostic.h"
#include "runtime/cpu/kernel.h"

namespace teaal::runtime::cpu {

struct LowerOptions {
  bool checked = false;
  bool force_coroutines = false;
};

// The symbol of a lowered kernel's entry, see Kernel::entry.
std::string entry_symbol(const std::string& kernel);

// Rewrites every kernel of `module` (Clang's unoptimised output under simt_prelude.h) into an entry
// point of (context, arguments): registers become loads from the context, shared arrays places in
// its shared memory, and parks suspend points of a coroutine; a kernel without parks becomes a loop
// over the threads of a block. Each kernel must stand alone afterwards, so that every device
// function is inlined first. Checked: each access is tested before it happens, and nothing was
// optimised away before. Errors: unsupported (recursion, calls through pointers, __device__
// variables). `text` gives places for carets.
bool lower_kernels(llvm::Module& module, const LowerOptions&, const SourcePtr& text, KernelTable&,
                   Diagnostics&);

}  // namespace teaal::runtime::cpu
