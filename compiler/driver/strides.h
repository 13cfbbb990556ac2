#pragma once
#include <map>
#include <string>
#include <vector>

#include "compiler/driver/commands/console.h"
#include "compiler/support/source.h"

// Symbolic strides, as `g` of `I[g * q + s]`: sizes that a kernel is compiled for, though whoever
// reads the expression sees a number like its scalars. So a run takes them in both ways.
namespace teaal::driver {

// Moves each `g=2` that names a stride of the spec from `assignments` to `symbols`, as -D does;
// one that is a scalar of the expressions, too, stays. False with an error where the value is no
// integer, or where -D or another assignment gives another one.
bool take_strides(const SourcePtr& spec, std::vector<std::string>& assignments,
                  std::map<std::string, int64_t>& symbols, UsageError&);

}  // namespace teaal::driver
