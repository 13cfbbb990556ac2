#pragma once
#include "compiler/driver/job.h"
#include "compiler/driver/tune/same_einsum.h"

// A command line that was written for one spec, for another one that computes the same.
namespace teaal::driver {

// Sources, shapes, outputs, expectations, formats and static tensors by the other spec's names.
// -D stays where `theirs` has such a symbol.
JobCommand renamed_job(const JobCommand&, const Renaming&, const einsum::Cascade& theirs);

}  // namespace teaal::driver
