#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include <algorithm>

#include "runtime/cpu/lower/body.h"

namespace teaal::runtime::cpu {
namespace {

llvm::FunctionCallee hook(Body& body, const char* name) {
  llvm::LLVMContext& context = body.module().getContext();
  auto* type = llvm::FunctionType::get(
      llvm::Type::getVoidTy(context),
      {llvm::PointerType::getUnqual(context), llvm::Type::getInt32Ty(context)}, false);
  return body.module().getOrInsertFunction(name, type);
}

}  // namespace

std::map<const llvm::BasicBlock*, uint32_t> instrument_loops(Body& body) {
  const llvm::DominatorTree dominators(*body.function);
  const llvm::LoopInfo loops(dominators);
  std::map<const llvm::BasicBlock*, uint32_t> depths;
  for (const llvm::BasicBlock& block : *body.function) {
    depths[&block] = loops.getLoopDepth(&block);
    body.kernel.loop_depth = std::max(body.kernel.loop_depth, depths[&block]);
  }
  llvm::IRBuilder<> build(body.module().getContext());
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    llvm::BasicBlock* header = loop->getHeader();
    llvm::Value* number = build.getInt32(loop->getLoopDepth() - 1);
    const auto call = [&](const char* name, llvm::Instruction* before) {
      build.SetInsertPoint(before);
      build.CreateCall(hook(body, name), {body.context(), number});
    };
    for (llvm::BasicBlock* before : llvm::predecessors(header))
      if (!loop->contains(before)) call("teaal_check_enter", before->getTerminator());
    call("teaal_check_turn", &*header->getFirstInsertionPt());
  }
  return depths;
}

}  // namespace teaal::runtime::cpu
