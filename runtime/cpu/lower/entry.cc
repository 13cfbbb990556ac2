#include "runtime/cpu/lower/body.h"
#include "runtime/cpu/lower/lower_kernel.h"

namespace teaal::runtime::cpu {
namespace {

// for (index = 0; index < count; ++index), count at least 1. The builder is left inside, and behind
// it by close().
class CountedLoop {
 public:
  CountedLoop(llvm::IRBuilder<>& build, llvm::Value* count, const char* name)
      : build_(build), count_(count) {
    llvm::BasicBlock* before = build.GetInsertBlock();
    header_ = llvm::BasicBlock::Create(build.getContext(), name, before->getParent());
    build.CreateBr(header_);
    build.SetInsertPoint(header_);
    index_ = build.CreatePHI(build.getInt32Ty(), 2, name);
    index_->addIncoming(build.getInt32(0), before);
  }
  llvm::Value* index() const { return index_; }

  void close() {
    llvm::Value* next = build_.CreateAdd(index_, build_.getInt32(1), "", true, true);
    llvm::BasicBlock* last = build_.GetInsertBlock();
    auto* behind = llvm::BasicBlock::Create(build_.getContext(), "", last->getParent());
    build_.CreateCondBr(build_.CreateICmpULT(next, count_), header_, behind);
    index_->addIncoming(next, last);
    build_.SetInsertPoint(behind);
  }

 private:
  llvm::IRBuilder<>& build_;
  llvm::Value* count_;
  llvm::BasicBlock* header_;
  llvm::PHINode* index_;
};

class EntryMaker {
 public:
  explicit EntryMaker(Body& body) : body_(body), build_(body.module().getContext()) {}

  void run() {
    auto* type =
        llvm::FunctionType::get(build_.getPtrTy(), {build_.getPtrTy(), build_.getPtrTy()}, false);
    entry_ = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                    entry_symbol(body_.kernel.name), body_.module());
    for (const char* name : {"target-cpu", "target-features", "tune-cpu"})
      if (body_.function->hasFnAttribute(name))
        entry_->addFnAttr(body_.function->getFnAttribute(name));
    entry_->setDoesNotThrow();
    build_.SetInsertPoint(llvm::BasicBlock::Create(build_.getContext(), "", entry_));
    std::vector<llvm::Value*> arguments = load_arguments();
    if (body_.kernel.coroutine)
      build_.CreateRet(build_.CreateCall(body_.function, arguments));
    else
      run_threads(std::move(arguments));
  }

 private:
  // args[i] points at the value of parameter i.
  std::vector<llvm::Value*> load_arguments() {
    std::vector<llvm::Value*> arguments = {entry_->getArg(0)};
    for (unsigned i = 1; i < body_.function->arg_size(); ++i) {
      llvm::Value* place = build_.CreateLoad(
          build_.getPtrTy(),
          build_.CreateConstInBoundsGEP1_64(build_.getPtrTy(), entry_->getArg(1), i - 1));
      llvm::Type* type = body_.function->getArg(i)->getType();
      if (type->isIntegerTy(1))
        arguments.push_back(build_.CreateIsNotNull(build_.CreateLoad(build_.getInt8Ty(), place)));
      else
        arguments.push_back(build_.CreateLoad(type, place));
    }
    return arguments;
  }

  llvm::Value* load_register(unsigned number) {
    return build_.CreateLoad(build_.getInt32Ty(),
                             context_field(build_, entry_->getArg(0), 4 * number));
  }
  void store_register(llvm::Value* context, unsigned number, llvm::Value* value) {
    build_.CreateStore(value, context_field(build_, context, 4 * number));
  }

  // The body is inlined into loops over z, y and x, on a context of the function's own, which
  // optimisation dissolves.
  void run_threads(std::vector<llvm::Value*> arguments) {
    body_.function->addFnAttr(llvm::Attribute::AlwaysInline);
    auto* context =
        build_.CreateAlloca(llvm::ArrayType::get(build_.getInt8Ty(), sizeof(ThreadContext)));
    context->setAlignment(llvm::Align(alignof(ThreadContext)));
    build_.CreateMemCpy(context, context->getAlign(), entry_->getArg(0), context->getAlign(),
                        sizeof(ThreadContext));
    llvm::Value* size_x = load_register(BlockDimX);
    llvm::Value* size_y = load_register(BlockDimX + 1);
    llvm::Value* size_z = load_register(BlockDimX + 2);
    arguments[0] = context;
    CountedLoop z(build_, size_z, "z");
    CountedLoop y(build_, size_y, "y");
    llvm::Value* first =
        build_.CreateMul(build_.CreateAdd(build_.CreateMul(z.index(), size_y), y.index()), size_x);
    CountedLoop x(build_, size_x, "x");
    llvm::Value* thread = build_.CreateAdd(first, x.index());
    store_register(context, ThreadX, x.index());
    store_register(context, ThreadX + 1, y.index());
    store_register(context, ThreadX + 2, z.index());
    store_register(context, LinearThread, thread);
    store_register(context, Lane, build_.CreateAnd(thread, warp_size - 1));
    store_register(context, Warp, build_.CreateUDiv(thread, build_.getInt32(warp_size)));
    build_.CreateCall(body_.function, arguments);
    x.close();
    y.close();
    z.close();
    build_.CreateRet(llvm::ConstantPointerNull::get(build_.getPtrTy()));
  }

  Body& body_;
  llvm::IRBuilder<> build_;
  llvm::Function* entry_ = nullptr;
};

}  // namespace

void make_entry(Body& body) { EntryMaker(body).run(); }

}  // namespace teaal::runtime::cpu
