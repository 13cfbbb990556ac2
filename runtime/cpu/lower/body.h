#pragma once
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <map>
#include <vector>

#include "runtime/cpu/kernel.h"
#include "runtime/cpu/lower/sites.h"

// A kernel while it is being lowered, and the steps that lowering takes, one a file.
namespace teaal::runtime::cpu {

struct Body {
  llvm::Function* function = nullptr;  // (context, the kernel's own parameters)
  Kernel& kernel;
  SiteTable& sites;
  std::map<llvm::GlobalVariable*, uint32_t> shared_index = {};  // into kernel.shared_arrays
  std::vector<llvm::CallInst*> parks = {};

  llvm::Module& module() const { return *function->getParent(); }
  llvm::Value* context() const { return function->getArg(0); }
};

// The end of the entry block, which holds nothing else but locals: what all the code may use is
// computed here.
llvm::Instruction* entry_point(llvm::Function&);
// The place of a field of ThreadContext.
llvm::Value* context_field(llvm::IRBuilder<>&, llvm::Value* context, size_t offset);

// Has every loop tell when it is entered and when a turn begins; in how many loops blocks lie.
// loops.cc
std::map<const llvm::BasicBlock*, uint32_t> instrument_loops(Body&);
// Puts a test before every access, behind instrument_loops. instrument.cc
void instrument_accesses(Body&, const std::map<const llvm::BasicBlock*, uint32_t>& depths);
// A GPU goes on after an integer division by zero, with an undefined value; a host would end the
// process. divisions.cc
void guard_divisions(Body&);
// Turns the parks into suspend points. coroutine.cc
void make_coroutine(Body&);
// Adds the entry point, which loads the parameters and starts one thread, or runs all threads of a
// block in a loop. entry.cc
void make_entry(Body&);

}  // namespace teaal::runtime::cpu
