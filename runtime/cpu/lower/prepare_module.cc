#include "runtime/cpu/lower/prepare_module.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <algorithm>
#include <map>

#include "runtime/cpu/load/host_functions.h"
#include "runtime/cpu/lower/sites.h"

namespace teaal::runtime::cpu {
namespace {

std::string annotation_text(const llvm::ConstantStruct& annotation) {
  auto* text = llvm::cast<llvm::GlobalVariable>(annotation.getOperand(1)->stripPointerCasts());
  return llvm::cast<llvm::ConstantDataArray>(text->getInitializer())->getAsCString().str();
}

// The first constant argument of annotate(text, value), 0 without one.
uint64_t annotation_value(const llvm::ConstantStruct& annotation) {
  auto* holder =
      llvm::dyn_cast<llvm::GlobalVariable>(annotation.getOperand(4)->stripPointerCasts());
  if (!holder || !holder->hasInitializer()) return 0;
  auto* values = llvm::dyn_cast<llvm::ConstantStruct>(holder->getInitializer());
  if (!values || values->getNumOperands() == 0) return 0;
  auto* first = llvm::dyn_cast<llvm::ConstantInt>(values->getOperand(0));
  return first ? first->getZExtValue() : 0;
}

std::vector<KernelSource> find_kernels(llvm::Module& module) {
  std::map<llvm::Function*, KernelSource> found;
  llvm::GlobalVariable* list = module.getGlobalVariable("llvm.global.annotations");
  if (!list) return {};
  std::vector<llvm::Function*> order;
  for (const llvm::Use& use : list->getInitializer()->operands()) {
    auto& annotation = *llvm::cast<llvm::ConstantStruct>(use.get());
    auto* function = llvm::dyn_cast<llvm::Function>(annotation.getOperand(0)->stripPointerCasts());
    if (!function || function->isDeclaration()) continue;
    KernelSource& kernel = found[function];
    std::string text = annotation_text(annotation);
    if (text == "teaal.launch_bounds") {
      if (uint64_t threads = annotation_value(annotation)) kernel.max_threads = threads;
    } else if (text == "teaal.kernel" && !kernel.function) {
      kernel.function = function;
      order.push_back(function);
    }
  }
  list->eraseFromParent();
  std::vector<KernelSource> kernels;
  for (llvm::Function* function : order) kernels.push_back(found[function]);
  return kernels;
}

const llvm::Value* thread_local_in(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call && call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address)
      return call->getArgOperand(0);
  }
  return nullptr;
}

// Clang reaches a `__shared__` array that is not local to a function, being thread-local to it,
// through a function _ZTW… that would initialise it first.
void drop_thread_wrappers(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.getName().starts_with("_ZTW") || function.isDeclaration()) continue;
    auto* variable = const_cast<llvm::Value*>(thread_local_in(function));
    if (!variable) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call) continue;
      call->replaceAllUsesWith(variable);
      call->eraseFromParent();
    }
    if (function.use_empty()) function.eraseFromParent();
  }
}

// Every function but the kernels becomes a private one that has to be inlined.
void mark_for_inlining(llvm::Module& module, const std::vector<KernelSource>& kernels) {
  for (const char* list : {"llvm.used", "llvm.compiler.used"})
    if (llvm::GlobalVariable* used = module.getGlobalVariable(list)) used->eraseFromParent();
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.setComdat(nullptr);
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
  for (const KernelSource& kernel : kernels) {
    kernel.function->removeFnAttr(llvm::Attribute::AlwaysInline);
    kernel.function->setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
}

void inline_device_functions(llvm::Module& module) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager calls;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(calls);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, calls, modules);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::PromotePass()));
  passes.addPass(llvm::GlobalDCEPass());
  passes.run(module, modules);
}

// `__shared__` arrays are thread-local variables to Clang.
void drop_thread_local_addresses(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (!call || call->getIntrinsicID() != llvm::Intrinsic::threadlocal_address) continue;
    call->replaceAllUsesWith(call->getArgOperand(0));
    call->eraseFromParent();
  }
}

bool is_advice(const llvm::MDOperand& operand, llvm::StringRef wanted) {
  const auto* advice = llvm::dyn_cast<llvm::MDNode>(operand);
  const auto* name = advice && advice->getNumOperands() > 0
                         ? llvm::dyn_cast<llvm::MDString>(advice->getOperand(0))
                         : nullptr;
  return name && name->getString() == wanted;
}

bool parks(const llvm::BasicBlock* block) {
  return std::ranges::any_of(*block, [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    return callee && callee->getName() == "teaal_park";
  });
}

// `#pragma unroll 4` has a GPU ask for four elements at once. A host gains nothing, and where such
// loops lie in each other LLVM may take over a minute. Nor does it gain by places where threads
// meet, such as the shuffles of a product on tensor cores, being spelled out: each is a place where
// a thread may stop, and all of its values are to be kept.
void drop_unrolling(llvm::Function& function) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    const llvm::MDNode* advice = loop->getLoopID();
    if (!advice) continue;
    const bool counts = std::any_of(
        advice->op_begin() + 1, advice->op_end(),
        [](const llvm::MDOperand& o) { return is_advice(o, "llvm.loop.unroll.count"); });
    if (counts || std::ranges::any_of(loop->blocks(), parks)) loop->setLoopID(nullptr);
  }
}

bool check_call(const llvm::CallBase& call, const SourcePtr& text, Diagnostics& diagnostics) {
  SourceRange where = range_of(call, text);
  const llvm::Function* callee = call.getCalledFunction();
  if (call.isInlineAsm()) {
    diagnostics.error(Code::Unsupported, where,
                      "unsupported on the CPU: inline assembly; guard it with #ifndef TEAAL_CPU");
    return false;
  }
  if (!callee) {
    diagnostics.error(
        Code::Unsupported, where,
        "unsupported on the CPU: a call through a pointer; call the function by name");
    return false;
  }
  std::string name = callee->getName().str(), shown = llvm::demangle(name);
  if (callee->isIntrinsic() || is_host_function(name)) return true;
  if (!callee->isDeclaration()) {
    diagnostics.error(Code::Unsupported, where,
                      "unsupported on the CPU: every device function is inlined, so '" + shown +
                          "' cannot call itself");
    return false;
  }
  diagnostics.error(Code::BuildFailed, where,
                    "this calls '" + shown + "', which is defined nowhere");
  return false;
}

bool check_parameters(const llvm::Function& kernel, const SourcePtr& text,
                      Diagnostics& diagnostics) {
  for (const llvm::Argument& parameter : kernel.args()) {
    if (!parameter.hasByValAttr()) continue;
    diagnostics.error(Code::Unsupported, range_of(*kernel.getEntryBlock().getTerminator(), text),
                      "unsupported on the CPU: a struct as parameter of kernel '" +
                          kernel.getName().str() + "'; pass its members or a pointer");
    return false;
  }
  return true;
}

const llvm::Instruction* first_user(const llvm::Constant& constant) {
  for (const llvm::User* user : constant.users()) {
    if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) return instruction;
    if (auto* outer = llvm::dyn_cast<llvm::Constant>(user))
      if (const llvm::Instruction* found = first_user(*outer)) return found;
  }
  return nullptr;
}

bool check_variables(const llvm::Module& module, const SourcePtr& text, Diagnostics& diagnostics) {
  bool ok = true;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.isConstant() || variable.isThreadLocal()) continue;
    const llvm::Instruction* user = first_user(variable);
    if (!user) continue;
    diagnostics.error(Code::Unsupported, range_of(*user, text),
                      "unsupported on the CPU: the __device__ or static variable '" +
                          llvm::demangle(variable.getName().str()) +
                          "'; pass it to the kernel as a pointer");
    ok = false;
  }
  return ok;
}

}  // namespace

std::optional<std::vector<KernelSource>> prepare_module(llvm::Module& module, const SourcePtr& text,
                                                        Diagnostics& diagnostics) {
  std::vector<KernelSource> kernels = find_kernels(module);
  if (kernels.empty()) {
    diagnostics.error(Code::BuildFailed, {text}, "the text has no __global__ function");
    return std::nullopt;
  }
  drop_thread_wrappers(module);
  mark_for_inlining(module, kernels);
  inline_device_functions(module);
  bool ok = check_variables(module, text, diagnostics);
  for (const KernelSource& kernel : kernels) {
    ok = check_parameters(*kernel.function, text, diagnostics) && ok;
    for (llvm::Instruction& instruction : llvm::instructions(*kernel.function))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        ok = check_call(*call, text, diagnostics) && ok;
    drop_thread_local_addresses(*kernel.function);
    drop_unrolling(*kernel.function);
  }
  if (!ok) return std::nullopt;
  return kernels;
}

}  // namespace teaal::runtime::cpu
