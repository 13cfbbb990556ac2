#pragma once
#include <optional>
#include <string>

#include "compiler/driver/tune/space.h"

namespace teaal::driver {

// The text of the spec with the choice written into it: values, loop orders and formats change in
// place or are added, all else stays, comments too. The text is compiled and must become what the
// spec with the choice over it becomes; nothing (with an error of code unsupported) where it cannot
// be written so.
std::optional<std::string> winner_spec(const SourcePtr&, const Choice&, const CompileOptions&,
                                       Diagnostics&);

}  // namespace teaal::driver
