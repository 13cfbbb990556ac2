#pragma once
#include <string>

#include "compiler/einsum/cascade.h"

namespace teaal::driver {

// --emit=einsum: the checked cascade with every default filled in.
std::string cascade_text(const einsum::Cascade&);

// --emit=spec: the spec as read, as YAML: sections in a fixed order, no comments, one style.
std::string spec_text(const spec::Spec&);

}  // namespace teaal::driver
