#pragma once
#include <string>
#include <vector>

#include "compiler/driver/explain/explain.h"

namespace teaal::driver {

// The kernels of an emitted text, a line each. Lines of a kernel belong to the statements of the
// nest's kernel of the same name that declare, store, loop or ask alike, in the same order; kernels
// that the nest does not have (those of assembled results) belong to lines of the spec alone.
std::vector<CudaLine> cuda_lines(const std::string& cu, const std::vector<NestLine>& nest);

}  // namespace teaal::driver
