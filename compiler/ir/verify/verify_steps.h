#pragma once
#include <string>

#include "compiler/ir/verify/verify.h"

// The part of the verifier that knows what a plan's steps give to kernels.
namespace teaal::ir {

bool has_workspace(const Program&, const std::string& name);

// What a step names is there, and what a launch passes is what its kernel takes; else throws a
// BrokenRule.
void check_step(const Program&, const Step&);

}  // namespace teaal::ir
