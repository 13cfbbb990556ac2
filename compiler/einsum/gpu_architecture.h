#pragma once
#include "compiler/spec/spec.h"

namespace teaal::einsum {

// The config `gpu`, built in: System > GPU > Block > Warp > Lane. A spec may define its own.
const spec::Architecture& gpu_architecture();

}  // namespace teaal::einsum
