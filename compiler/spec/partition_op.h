#pragma once
#include <vector>

#include "compiler/spec/reader.h"

namespace teaal::spec {

// `[uniform_shape(4), uniform_occupancy(A.N), …]`, the value of one key of a partitioning. Errors:
// bad-value, wrong-kind; unsupported for DRT, which YAML splits at its comma.
std::vector<PartitionOp> read_partition_ops(Reader&, const Entry&);

}  // namespace teaal::spec
