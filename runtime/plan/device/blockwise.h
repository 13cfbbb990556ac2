#pragma once
#include "runtime/plan/backend.h"
#include "runtime/tensor/blockwise.h"

namespace teaal::runtime::plan {

// The matrix that `fill_dense` makes, bit for bit, made where kernels run: `rows` by `columns`
// elements in f32, row-major. Takes the place of what the backend has built. Null after an error.
MemoryPtr blockwise_on_device(const Blockwise&, int64_t rows, int64_t columns, Backend&,
                              Diagnostics&);

}  // namespace teaal::runtime::plan
