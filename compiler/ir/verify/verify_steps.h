#pragma once
#include <string>

#include "compiler/ir/verify/verify.h"

// The part of the verifier that knows what a plan's steps give to kernels.
namespace teaal::ir {

bool has_workspace(const Program&, const std::string& name);

// What a step names is there, and what a launch passes is what its kernel takes; else throws a
// BrokenRule.
void check_step(const Program&, const Step&);

// The class that a kernel computes, and what is kept of a rank for it, if it has any.
void check_class(const Program&, const Kernel&);
void check_kept(const Program&, const Kernel&);

}  // namespace teaal::ir
