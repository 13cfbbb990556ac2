#include "runtime/cpu/load/jit.h"

#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

#include <mutex>

#include "runtime/cpu/load/host_functions.h"

namespace teaal::runtime::cpu {
namespace {

void report(llvm::Error error, Diagnostics& diagnostics) {
  diagnostics.error(Code::BuildFailed, {},
                    "no machine code for this host: " + llvm::toString(std::move(error)));
}

// `#pragma unroll` is advice to a GPU's compiler: that a loop was not unrolled here is no news.
struct NoAdvice : llvm::DiagnosticHandler {
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    return info.getKind() == llvm::DK_OptimizationFailure;
  }
};

// The coroutine passes are part of every level.
llvm::ModulePassManager pipeline(llvm::PassBuilder& builder, Optimization level) {
  if (level == Optimization::None)
    return builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0);
  return builder.buildPerModuleDefaultPipeline(
      level == Optimization::Full ? llvm::OptimizationLevel::O2 : llvm::OptimizationLevel::O1);
}

llvm::CodeGenOptLevel code_level(Optimization level) {
  if (level == Optimization::None) return llvm::CodeGenOptLevel::None;
  return level == Optimization::Full ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::Less;
}

void optimize(llvm::Module& module, llvm::TargetMachine& machine, Optimization level) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager calls;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = level == Optimization::Full;
  llvm::PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(calls);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, calls, modules);
  pipeline(builder, level).run(module, modules);
}

llvm::Error define_host_functions(llvm::orc::LLJIT& jit) {
  llvm::orc::SymbolMap symbols;
  for (const HostFunction& function : host_functions())
    if (function.address)
      symbols[jit.mangleAndIntern(function.name)] = {
          llvm::orc::ExecutorAddr::fromPtr(function.address),
          llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  return jit.getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(symbols)));
}

class OrcCode : public MachineCode {
 public:
  explicit OrcCode(std::unique_ptr<llvm::orc::LLJIT> jit) : jit_(std::move(jit)) {}

  void* find(const std::string& symbol, Diagnostics& diagnostics) override {
    auto address = jit_->lookup(symbol);
    if (address) return address->toPtr<void*>();
    report(address.takeError(), diagnostics);
    return nullptr;
  }

 private:
  std::unique_ptr<llvm::orc::LLJIT> jit_;
};

void initialize_target() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
}

// Code that may be loaded anywhere, as ORC's linker wants it.
llvm::Expected<llvm::orc::JITTargetMachineBuilder> this_machine() {
  initialize_target();
  auto host = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!host) return host.takeError();
  host->setRelocationModel(llvm::Reloc::PIC_);
  host->setCodeModel(llvm::CodeModel::Small);
  return host;
}

llvm::Expected<std::string> compile_module(llvm::Module& module, Optimization level) {
  module.getContext().setDiagnosticHandler(std::make_unique<NoAdvice>());
  auto host = this_machine();
  if (!host) return host.takeError();
  host->setCodeGenOptLevel(code_level(level));
  auto machine = host->createTargetMachine();
  if (!machine) return machine.takeError();
  module.setDataLayout((*machine)->createDataLayout());
  optimize(module, **machine, level);
  auto object = llvm::orc::SimpleCompiler(**machine)(module);
  if (!object) return object.takeError();
  return (*object)->getBuffer().str();
}

llvm::Expected<std::unique_ptr<MachineCode>> load_object(const std::string& object) {
  auto host = this_machine();
  if (!host) return host.takeError();
  auto jit = llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(*host)).create();
  if (!jit) return jit.takeError();
  if (auto error = define_host_functions(**jit)) return error;
  if (auto error = (*jit)->addObjectFile(llvm::MemoryBuffer::getMemBufferCopy(object, "kernels")))
    return error;
  return std::make_unique<OrcCode>(std::move(*jit));
}

}  // namespace

std::optional<std::string> object_code(llvm::Module& module, Optimization level,
                                       Diagnostics& diagnostics) {
  auto object = compile_module(module, level);
  if (object) return std::move(*object);
  report(object.takeError(), diagnostics);
  return std::nullopt;
}

std::unique_ptr<MachineCode> MachineCode::load(const std::string& object,
                                               Diagnostics& diagnostics) {
  auto code = load_object(object);
  if (code) return std::move(*code);
  report(code.takeError(), diagnostics);
  return nullptr;
}

}  // namespace teaal::runtime::cpu
