#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/einsum/cascade.h"
#include "compiler/ir/program.h"

// The part of `build` that settles how tensors are stored: the levels that a `format` names, in the
// parts that the mapping makes of a rank.
namespace teaal::passes {

// A kernel's schedule beside the einsum that it is of.
struct Scheduled {
  const einsum::Einsum* einsum = nullptr;
  const ir::Schedule* schedule = nullptr;
};

// Error (unsupported): a part that no einsum over the tensor makes, a format that is not lowered.
// Notes tell where storage is not as the format says, since nothing could be stored so: parts that
// depend on the data are not levels.
std::vector<ir::Level> build_levels(const einsum::Tensor&, const std::vector<Scheduled>&,
                                    std::vector<std::string>& notes, Diagnostics&);

}  // namespace teaal::passes
