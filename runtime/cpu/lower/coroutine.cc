#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Intrinsics.h>

#include "runtime/cpu/lower/body.h"

// One coroutine a thread: LLVM's switched-resume lowering, see
// https://llvm.org/docs/Coroutines.html. The frame comes from teaal_frame and is never freed by the
// coroutine.
namespace teaal::runtime::cpu {
namespace {

class CoroutineMaker {
 public:
  explicit CoroutineMaker(Body& body)
      : body_(body),
        build_(body.module().getContext()),
        null_(llvm::ConstantPointerNull::get(build_.getPtrTy())) {}

  void run() {
    body_.function->setPresplitCoroutine();
    begin();
    llvm::BasicBlock* finished = block("finished");
    finish_returns(finished);
    for (llvm::CallInst* park : body_.parks) suspend_at(park);
    build_.SetInsertPoint(finished);
    llvm::BasicBlock* after = block("after");
    suspend(true, after);
    build_.SetInsertPoint(after);
    build_.CreateUnreachable();
    end();
  }

 private:
  llvm::BasicBlock* block(const char* name) {
    return llvm::BasicBlock::Create(build_.getContext(), name, body_.function);
  }
  llvm::Value* field(size_t offset) { return context_field(build_, body_.context(), offset); }

  llvm::Value* intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Type*> types,
                         llvm::ArrayRef<llvm::Value*> arguments) {
#if LLVM_VERSION_MAJOR >= 20
    llvm::Function* callee = llvm::Intrinsic::getOrInsertDeclaration(&body_.module(), id, types);
#else
    llvm::Function* callee = llvm::Intrinsic::getDeclaration(&body_.module(), id, types);
#endif
    return build_.CreateCall(callee, arguments);
  }

  // LLVM 19 follows a null promise when it looks for debug info, so there is one.
  void begin() {
    build_.SetInsertPoint(entry_point(*body_.function));
    llvm::Value* promise = build_.CreateAlloca(build_.getInt64Ty(), nullptr, "promise");
    id_ = intrinsic(llvm::Intrinsic::coro_id, {}, {build_.getInt32(0), promise, null_, null_});
    llvm::Value* size = intrinsic(llvm::Intrinsic::coro_size, {build_.getInt64Ty()}, {});
    auto* type =
        llvm::FunctionType::get(build_.getPtrTy(), {build_.getPtrTy(), build_.getInt64Ty()}, false);
    llvm::Value* frame = build_.CreateCall(body_.module().getOrInsertFunction("teaal_frame", type),
                                           {body_.context(), size});
    handle_ = intrinsic(llvm::Intrinsic::coro_begin, {}, {id_, frame});
    cleanup_ = block("cleanup");
    suspended_ = block("suspended");
  }

  void finish_returns(llvm::BasicBlock* finished) {
    for (llvm::BasicBlock& block : *body_.function) {
      auto* exit = llvm::dyn_cast_or_null<llvm::ReturnInst>(block.getTerminator());
      if (!exit) continue;
      build_.SetInsertPoint(exit);
      build_.CreateBr(finished);
      exit->eraseFromParent();
    }
  }

  void suspend(bool last, llvm::BasicBlock* resumed) {
    llvm::Value* none = llvm::ConstantTokenNone::get(build_.getContext());
    llvm::Value* outcome =
        intrinsic(llvm::Intrinsic::coro_suspend, {}, {none, build_.getInt1(last)});
    llvm::SwitchInst* choice = build_.CreateSwitch(outcome, suspended_, 2);
    choice->addCase(build_.getInt8(0), resumed);
    choice->addCase(build_.getInt8(1), cleanup_);
  }

  // teaal_park(kind, mask, value, source): the operands go to the context, the result is read from
  // it.
  void suspend_at(llvm::CallInst* park) {
    build_.SetInsertPoint(park);
    const size_t offsets[] = {offsetof(ThreadContext, kind), offsetof(ThreadContext, mask),
                              offsetof(ThreadContext, value), offsetof(ThreadContext, source)};
    for (unsigned i = 0; i < 4; ++i) build_.CreateStore(park->getArgOperand(i), field(offsets[i]));
    build_.CreateStore(build_.getInt32(body_.kernel.parks.size()),
                       field(offsetof(ThreadContext, park)));
    body_.kernel.parks.push_back(body_.sites.of(*park));
    llvm::BasicBlock* before = park->getParent();
    llvm::BasicBlock* resumed = before->splitBasicBlock(park->getNextNode());
    before->getTerminator()->eraseFromParent();
    build_.SetInsertPoint(before);
    suspend(false, resumed);
    if (!park->use_empty()) {
      build_.SetInsertPoint(resumed, resumed->getFirstInsertionPt());
      park->replaceAllUsesWith(
          build_.CreateLoad(build_.getInt64Ty(), field(offsetof(ThreadContext, result))));
    }
    park->eraseFromParent();
  }

  void end() {
    build_.SetInsertPoint(cleanup_);
    intrinsic(llvm::Intrinsic::coro_free, {}, {id_, handle_});
    build_.CreateBr(suspended_);
    build_.SetInsertPoint(suspended_);
    llvm::Value* none = llvm::ConstantTokenNone::get(build_.getContext());
    intrinsic(llvm::Intrinsic::coro_end, {}, {handle_, build_.getFalse(), none});
    build_.CreateRet(handle_);
  }

  Body& body_;
  llvm::IRBuilder<> build_;
  llvm::Value* null_;
  llvm::Value* id_ = nullptr;
  llvm::Value* handle_ = nullptr;
  llvm::BasicBlock* cleanup_ = nullptr;
  llvm::BasicBlock* suspended_ = nullptr;
};

}  // namespace

void make_coroutine(Body& body) { CoroutineMaker(body).run(); }

}  // namespace teaal::runtime::cpu
