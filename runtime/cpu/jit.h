#pragma once
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>

#include "compiler/support/diagnostic.h"
#include "runtime/cpu/executor.h"

namespace teaal::runtime::cpu {

// Machine code of one module, for this machine; lives as long as the object.
class MachineCode {
 public:
  // Errors: build-failed (a function that nobody defines).
  static std::unique_ptr<MachineCode> compile(std::unique_ptr<llvm::Module>,
                                              std::unique_ptr<llvm::LLVMContext>, Optimization,
                                              Diagnostics&);
  virtual ~MachineCode() = default;
  // Null and an error if there is no such symbol.
  virtual void* find(const std::string& symbol, Diagnostics&) = 0;
};

}  // namespace teaal::runtime::cpu
