#include <llvm/IR/InstIterator.h>

#include <vector>

#include "runtime/cpu/lower/body.h"

namespace teaal::runtime::cpu {
namespace {

bool is_division(const llvm::BinaryOperator& operation) {
  switch (operation.getOpcode()) {
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem:
      return true;
    default:
      return false;
  }
}

bool is_signed(const llvm::BinaryOperator& operation) {
  return operation.getOpcode() == llvm::Instruction::SDiv ||
         operation.getOpcode() == llvm::Instruction::SRem;
}

// The divisor, or 1 where the host would trap: zero, and -1 under the least number.
llvm::Value* safe_divisor(llvm::IRBuilder<>& build, llvm::BinaryOperator& division) {
  llvm::Value* divisor = division.getOperand(1);
  llvm::Type* type = divisor->getType();
  llvm::Value* traps = build.CreateIsNull(divisor);
  if (is_signed(division)) {
    auto least = llvm::APInt::getSignedMinValue(type->getScalarSizeInBits());
    llvm::Value* overflows = build.CreateAnd(
        build.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type)),
        build.CreateICmpEQ(division.getOperand(0), llvm::ConstantInt::get(type, least)));
    traps = build.CreateOr(traps, overflows);
  }
  return build.CreateSelect(traps, llvm::ConstantInt::get(type, 1), divisor);
}

}  // namespace

void guard_divisions(Body& body) {
  std::vector<llvm::BinaryOperator*> divisions;
  for (llvm::Instruction& instruction : llvm::instructions(*body.function)) {
    auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    if (!operation || !is_division(*operation)) continue;
    auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
    if (!divisor || divisor->isZero() || divisor->isMinusOne()) divisions.push_back(operation);
  }
  for (llvm::BinaryOperator* division : divisions) {
    llvm::IRBuilder<> build(division);
    division->setOperand(1, safe_divisor(build, *division));
  }
}

}  // namespace teaal::runtime::cpu
