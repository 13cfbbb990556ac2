#pragma once
#include <string>

#include "compiler/driver/compile.h"
#include "compiler/ir/program.h"

namespace teaal::driver {

// manifest.json of a compiled spec; schema: docs/MANIFEST.md and runtime/manifest/manifest.h.
std::string manifest_text(const ir::Program&, const CompileOptions&);

}  // namespace teaal::driver
