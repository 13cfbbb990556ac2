#pragma once
#include "compiler/einsum/cascade.h"
#include "compiler/ir/program.h"

// The part of `build` that tells what a program computes.
namespace teaal::passes {

ir::Einsum build_einsum(const einsum::Einsum&);

ir::Schedule::TensorCore::Arithmetic build_arithmetic(einsum::TensorCoreBinding::Arithmetic);

}  // namespace teaal::passes
