#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>

#include "runtime/cpu/lower/body.h"

namespace teaal::runtime::cpu {
namespace {

// The object that a pointer was made from, as far as all its ways lead to one.
struct Origin {
  ObjectKind kind = ObjectKind::Unknown;
  llvm::Value* base = nullptr;
  bool unchecked = false;  // a mixture of locals or of constants: not testable
};

bool is_constant_data(const llvm::Value* value) {
  auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value);
  return variable && variable->isConstant();
}

Origin origin_of(llvm::Value* pointer) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
  auto is_local = [](const llvm::Value* object) { return llvm::isa<llvm::AllocaInst>(object); };
  if (objects.size() != 1)
    return {ObjectKind::Unknown, nullptr,
            std::any_of(objects.begin(), objects.end(), is_constant_data) ||
                std::all_of(objects.begin(), objects.end(), is_local)};
  auto* base = const_cast<llvm::Value*>(objects.front());
  if (llvm::isa<llvm::AllocaInst>(base)) return {ObjectKind::Local, base};
  if (is_constant_data(base)) return {ObjectKind::Constant, base};
  if (llvm::isa<llvm::GlobalVariable>(base)) return {ObjectKind::Shared, base};
  if (llvm::isa<llvm::Argument>(base)) return {ObjectKind::Parameter, base};
  return {};
}

// The bytes of a struct copy that are not padding, neighbours joined: !tbaa.struct lists (offset,
// size, tag).
std::vector<FieldRange> copied_fields(const llvm::Instruction& copy) {
  std::vector<FieldRange> fields;
  const llvm::MDNode* list = copy.getMetadata(llvm::LLVMContext::MD_tbaa_struct);
  for (unsigned i = 0; list && i + 1 < list->getNumOperands(); i += 3) {
    auto number = [&](unsigned at) {
      return llvm::mdconst::extract<llvm::ConstantInt>(list->getOperand(at))->getZExtValue();
    };
    FieldRange field{static_cast<uint32_t>(number(i)), static_cast<uint32_t>(number(i + 1))};
    if (!fields.empty() && fields.back().offset + fields.back().bytes == field.offset)
      fields.back().bytes += field.bytes;
    else
      fields.push_back(field);
  }
  return fields;
}

class Instrumenter {
 public:
  Instrumenter(Body& body, const std::map<const llvm::BasicBlock*, uint32_t>& depths)
      : body_(body),
        depths_(depths),
        build_(body.module().getContext()),
        layout_(body.module().getDataLayout()) {}

  void run() {
    std::vector<llvm::Instruction*> all;
    for (llvm::Instruction& instruction : llvm::instructions(*body_.function)) {
      all.push_back(&instruction);
      if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
        address->setIsInBounds(false);  // the program may be wrong
    }
    for (llvm::Instruction* instruction : all) visit(*instruction);
  }

 private:
  void visit(llvm::Instruction& at) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&at)) {
      test(at, 0, load->getType(), {.reads = true, .atomic = load->isAtomic()});
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&at)) {
      test(at, 1, store->getValueOperand()->getType(),
           {.writes = true, .atomic = store->isAtomic()});
    } else if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&at)) {
      bool reads = update->getOperation() != llvm::AtomicRMWInst::Xchg;
      test(at, 0, update->getType(), {.reads = reads, .writes = true, .atomic = true});
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&at)) {
      test(at, 0, exchange->getNewValOperand()->getType(),
           {.reads = true, .writes = true, .atomic = true});
    } else if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&at)) {
      std::vector<FieldRange> fields = copied_fields(*copy);
      test_block(at, 1, copy->getLength(), {.reads = true, .fields = fields});
      test_block(at, 0, copy->getLength(), {.writes = true, .fields = fields});
    } else if (auto* set = llvm::dyn_cast<llvm::MemSetInst>(&at)) {
      test_block(at, 0, set->getLength(), {.writes = true});
    }
  }

  void test(llvm::Instruction& at, unsigned operand, llvm::Type* type, Access access) {
    access.bytes = layout_.getTypeStoreSize(type);
    add_test(at, operand, std::move(access), nullptr);
  }

  void test_block(llvm::Instruction& at, unsigned operand, llvm::Value* length, Access access) {
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(length);
    if (constant && constant->isZero()) return;
    if (constant) access.bytes = constant->getZExtValue();
    add_test(at, operand, std::move(access), constant ? nullptr : length);
  }

  // Replaces the pointer by the one that the test returns: the same, or scratch memory if the
  // access must not happen.
  void add_test(llvm::Instruction& at, unsigned operand, Access access, llvm::Value* length) {
    llvm::Value* pointer = at.getOperand(operand);
    Origin origin = origin_of(pointer);
    if (origin.unchecked) return;
    describe(origin, access);
    if (origin.kind == ObjectKind::Local && !length && lies_within(pointer, origin.base, access))
      return;
    access.object = origin.kind;
    access.site = body_.sites.of(at);
    access.depth = depths_.at(at.getParent());
    build_.SetInsertPoint(&at);
    llvm::Value* number = build_.getInt32(body_.kernel.accesses.size());
    bool known = origin.kind == ObjectKind::Local || origin.kind == ObjectKind::Constant;
    llvm::Value* base = known ? origin.base : llvm::ConstantPointerNull::get(build_.getPtrTy());
    body_.kernel.accesses.push_back(std::move(access));
    at.setOperand(operand, call_test(pointer, base, length, number, known));
    at.dropUnknownNonDebugMetadata();
  }

  llvm::Value* call_test(llvm::Value* pointer, llvm::Value* base, llvm::Value* length,
                         llvm::Value* number, bool known) {
    std::vector<llvm::Value*> arguments = {body_.context(), pointer, number};
    const char* name = "teaal_check";
    if (length) {
      name = "teaal_check_bytes";
      arguments.insert(arguments.end(), {base, build_.CreateZExt(length, build_.getInt64Ty())});
    } else if (known) {
      name = "teaal_check_object";
      arguments.push_back(base);
    }
    std::vector<llvm::Type*> types;
    for (llvm::Value* argument : arguments) types.push_back(argument->getType());
    auto* type = llvm::FunctionType::get(build_.getPtrTy(), types, false);
    return build_.CreateCall(body_.module().getOrInsertFunction(name, type), arguments);
  }

  void describe(const Origin& origin, Access& access) {
    switch (origin.kind) {
      case ObjectKind::Unknown:
        break;
      case ObjectKind::Parameter:
        access.object_index = llvm::cast<llvm::Argument>(origin.base)->getArgNo() - 1;
        break;
      case ObjectKind::Shared:
        access.object_index = body_.shared_index[llvm::cast<llvm::GlobalVariable>(origin.base)];
        break;
      case ObjectKind::Local: {
        auto* local = llvm::cast<llvm::AllocaInst>(origin.base);
        if (auto size = local->getAllocationSize(layout_))
          access.object_bytes = size->getFixedValue();
        access.object_name = local->getName().str();
        break;
      }
      case ObjectKind::Constant: {
        auto* variable = llvm::cast<llvm::GlobalVariable>(origin.base);
        access.object_bytes = layout_.getTypeAllocSize(variable->getValueType());
        access.object_name = llvm::demangle(variable->getName().str());
        break;
      }
    }
  }

  bool lies_within(llvm::Value* pointer, llvm::Value* base, const Access& access) {
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
    if (pointer->stripAndAccumulateConstantOffsets(layout_, offset, true) != base) return false;
    return offset.isNonNegative() && offset.getZExtValue() + access.bytes <= access.object_bytes;
  }

  Body& body_;
  const std::map<const llvm::BasicBlock*, uint32_t>& depths_;
  llvm::IRBuilder<> build_;
  const llvm::DataLayout& layout_;
};

}  // namespace

void instrument_accesses(Body& body, const std::map<const llvm::BasicBlock*, uint32_t>& depths) {
  Instrumenter(body, depths).run();
}

}  // namespace teaal::runtime::cpu
