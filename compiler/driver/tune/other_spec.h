#pragma once
#include <map>
#include <optional>
#include <string>

#include "compiler/driver/job.h"

// A job with the mapping of another spec.
namespace teaal::driver {

// Makes of a command for one spec that for the spec at `path`, which must compute the same, and
// returns what that one calls the tensors. Errors: those of reading both, and usage at the other
// spec's first expression where it computes something else.
std::optional<std::map<std::string, std::string>> take_spec(JobCommand&, const std::string& path,
                                                            Diagnostics&);

}  // namespace teaal::driver
