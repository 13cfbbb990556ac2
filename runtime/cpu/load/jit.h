#pragma once
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <optional>
#include <string>

#include "compiler/support/diagnostic.h"
#include "runtime/cpu/executor.h"

namespace teaal::runtime::cpu {

// An object file of `module` for this machine. Error: build-failed.
std::optional<std::string> object_code(llvm::Module& module, Optimization, Diagnostics&);

// An object file in memory, linked with the functions of the host; lives as long as this.
class MachineCode {
 public:
  // Error: build-failed (no object file).
  static std::unique_ptr<MachineCode> load(const std::string& object, Diagnostics&);
  virtual ~MachineCode() = default;
  // Null and an error if there is no such symbol, or it needs a function that nobody defines.
  virtual void* find(const std::string& symbol, Diagnostics&) = 0;
};

}  // namespace teaal::runtime::cpu
