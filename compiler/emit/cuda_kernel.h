#pragma once
#include <string>

#include "compiler/emit/emit.h"
#include "compiler/ir/program.h"

namespace teaal::emit {

// One `extern "C" __global__` function.
std::string kernel_text(const ir::Kernel&, const EmitOptions&);

// The parameter's declaration in the kernel: "const coord_t* __restrict__ A_J_coords".
std::string param_text(const ir::Param&, const EmitOptions&);

// The launcher behind the kernels: host code, left out under NVRTC and under our prelude.
std::string launcher_text(const ir::Program&, const EmitOptions&);

// The struct of arguments and the functions, as the header and the launcher declare them.
std::string interface_text(const ir::Program&, const EmitOptions&);

}  // namespace teaal::emit
