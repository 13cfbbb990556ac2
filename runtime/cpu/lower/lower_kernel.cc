#include "runtime/cpu/lower/lower_kernel.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include "runtime/cpu/lower/body.h"
#include "runtime/cpu/lower/prepare_module.h"

namespace teaal::runtime::cpu {
namespace {

constexpr size_t shared_alignment = 128;
constexpr size_t checked_gap = 256;  // so that an overflow does not land in the next array

size_t round_up(size_t bytes, size_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

std::vector<llvm::CallInst*> calls_to(llvm::Function& function, llvm::StringRef name) {
  std::vector<llvm::CallInst*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call && call->getCalledFunction() && call->getCalledFunction()->getName() == name)
      found.push_back(call);
  }
  return found;
}

// restrict is a promise about one thread; across a park other threads use the same memory.
void copy_parameter_attributes(const llvm::Function& from, llvm::Function& to, bool coroutine) {
  for (unsigned i = 0; i < from.arg_size(); ++i) {
    llvm::AttrBuilder attributes(from.getContext(), from.getAttributes().getParamAttrs(i));
    if (coroutine) attributes.removeAttribute(llvm::Attribute::NoAlias);
    to.addParamAttrs(i + 1, attributes);
  }
}

// Leaves nothing but the locals in the entry block.
void separate_locals(llvm::Function& function) {
  llvm::BasicBlock& entry = function.getEntryBlock();
  auto first = entry.begin();
  while (llvm::isa<llvm::AllocaInst>(first)) ++first;
  entry.splitBasicBlock(first, "body");
}

// Moves the body into a function whose first parameter is the context. Moved, not cloned: debug
// info stays whole.
llvm::Function* move_body(llvm::Function& from, bool coroutine) {
  llvm::LLVMContext& context = from.getContext();
  auto* pointer = llvm::PointerType::getUnqual(context);
  std::vector<llvm::Type*> types = {pointer};
  for (const llvm::Argument& argument : from.args()) types.push_back(argument.getType());
  llvm::Type* result =
      coroutine ? static_cast<llvm::Type*>(pointer) : llvm::Type::getVoidTy(context);
  auto* type = llvm::FunctionType::get(result, types, false);
  auto* to = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                    from.getName() + ".body", from.getParent());
  to->addFnAttrs(llvm::AttrBuilder(context, from.getAttributes().getFnAttrs()));
  to->removeFnAttr(llvm::Attribute::MustProgress);
  copy_parameter_attributes(from, *to, coroutine);
  to->splice(to->end(), &from);
  separate_locals(*to);
  for (unsigned i = 0; i < from.arg_size(); ++i) {
    to->getArg(i + 1)->takeName(from.getArg(i));
    from.getArg(i)->replaceAllUsesWith(to->getArg(i + 1));
  }
  llvm::DISubprogram* subprogram = from.getSubprogram();
  from.setSubprogram(nullptr);
  to->setSubprogram(subprogram);
  return to;
}

bool used_in(const llvm::GlobalVariable& variable, const llvm::Function& function) {
  for (const llvm::User* user : variable.users())
    if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(user))
      if (instruction->getFunction() == &function) return true;
  return false;
}

// "tile" of the mangled "kernel(int)::tile".
std::string variable_name(const llvm::GlobalVariable& variable) {
  std::string name = llvm::demangle(variable.getName().str());
  size_t at = name.rfind("::");
  return at == std::string::npos ? name : name.substr(at + 2);
}

class KernelLowering {
 public:
  KernelLowering(const LowerOptions& options, Body& body) : options_(options), body_(body) {}

  void run() {
    place_shared_arrays();
    if (options_.checked) instrument_accesses(body_, instrument_loops(body_));
    replace_shared_arrays();
    replace_registers();
    replace_fences();
    guard_divisions(body_);
    if (body_.kernel.coroutine) make_coroutine(body_);
    make_entry(body_);
  }

 private:
  void place_shared_arrays() {
    Kernel& kernel = body_.kernel;
    const llvm::DataLayout& layout = body_.module().getDataLayout();
    llvm::SmallVector<llvm::Constant*, 8> constants;
    for (llvm::GlobalVariable& variable : body_.module().globals())
      if (variable.isThreadLocal()) constants.push_back(&variable);
    llvm::convertUsersOfConstantsToInstructions(constants, body_.function);
    size_t end = 0;
    for (llvm::Constant* constant : constants) {
      auto& variable = *llvm::cast<llvm::GlobalVariable>(constant);
      if (!used_in(variable, *body_.function)) continue;
      SharedArray array{variable_name(variable), 0,
                        layout.getTypeAllocSize(variable.getValueType()), variable.isDeclaration()};
      if (!array.dynamic) {
        size_t alignment = std::max<size_t>(16, variable.getAlign().valueOrOne().value());
        array.offset = round_up(end, alignment);
        end = array.offset + array.bytes + (options_.checked ? checked_gap : 0);
        kernel.static_shared_bytes =
            round_up(kernel.static_shared_bytes, variable.getAlign().valueOrOne().value()) +
            array.bytes;
      }
      body_.shared_index[&variable] = kernel.shared_arrays.size();
      kernel.shared_arrays.push_back(std::move(array));
    }
    kernel.dynamic_shared_offset = round_up(end, shared_alignment);
    for (SharedArray& array : kernel.shared_arrays)
      if (array.dynamic) array.offset = kernel.dynamic_shared_offset;
  }

  void replace_shared_arrays() {
    if (body_.shared_index.empty()) return;
    llvm::IRBuilder<> build(entry_point(*body_.function));
    llvm::Value* base = build.CreateLoad(
        build.getPtrTy(), context_field(build, body_.context(), offsetof(ThreadContext, shared)),
        "shared");
    for (auto [variable, index] : body_.shared_index) {
      const SharedArray& array = body_.kernel.shared_arrays[index];
      llvm::Value* place =
          build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), base, array.offset, array.name);
      variable->replaceUsesWithIf(place, [&](llvm::Use& use) {
        auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
        return user && user->getFunction() == body_.function;
      });
    }
  }

  void replace_registers() {
    llvm::IRBuilder<> build(entry_point(*body_.function));
    llvm::DenseMap<uint64_t, llvm::Value*> loaded;
    for (llvm::CallInst* call : calls_to(*body_.function, "teaal_register")) {
      uint64_t number = llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue();
      llvm::Value*& value = loaded[number];
      if (!value)
        value = build.CreateLoad(build.getInt32Ty(),
                                 context_field(build, body_.context(), number * sizeof(uint32_t)));
      call->replaceAllUsesWith(value);
      call->eraseFromParent();
    }
  }

  void replace_fences() {
    llvm::IRBuilder<> build(body_.module().getContext());
    auto* type = llvm::FunctionType::get(build.getVoidTy(), {build.getPtrTy()}, false);
    for (llvm::CallInst* call : calls_to(*body_.function, "teaal_fence")) {
      build.SetInsertPoint(call);
      if (options_.checked)
        build.CreateCall(body_.module().getOrInsertFunction("teaal_check_fence", type),
                         {body_.context()});
      else
        build.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
      call->eraseFromParent();
    }
  }

  const LowerOptions& options_;
  Body& body_;
};

void lower_kernel(const KernelSource& source, const LowerOptions& options, SiteTable& sites,
                  Kernel& kernel) {
  llvm::Function& function = *source.function;
  kernel.name = function.getName().str();
  kernel.parameters = function.arg_size();
  kernel.max_threads = source.max_threads;
  std::vector<llvm::CallInst*> parks = calls_to(function, "teaal_park");
  kernel.coroutine = options.force_coroutines || !parks.empty();
  Body body{move_body(function, kernel.coroutine), kernel, sites};
  body.parks = std::move(parks);
  function.eraseFromParent();
  KernelLowering(options, body).run();
}

}  // namespace

std::string entry_symbol(const std::string& kernel) { return kernel + ".entry"; }

llvm::Instruction* entry_point(llvm::Function& function) {
  return function.getEntryBlock().getTerminator();
}

llvm::Value* context_field(llvm::IRBuilder<>& build, llvm::Value* context, size_t offset) {
  return build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), context, offset);
}

bool lower_kernels(llvm::Module& module, const LowerOptions& options, const SourcePtr& text,
                   KernelTable& table, Diagnostics& diagnostics) {
  auto sources = prepare_module(module, text, diagnostics);
  if (!sources) return false;
  table.checked = options.checked;
  SiteTable sites(table.sites);
  table.kernels.resize(sources->size());
  for (size_t i = 0; i < sources->size(); ++i)
    lower_kernel((*sources)[i], options, sites, table.kernels[i]);
  llvm::StripDebugInfo(module);
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (!llvm::verifyModule(module, &stream)) return true;
  diagnostics.error(Code::Internal, {text},
                    "the CPU executor made wrong code of this text: " + stream.str());
  return false;
}

}  // namespace teaal::runtime::cpu
