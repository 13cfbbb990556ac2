#pragma once
#include <string>

#include "compiler/driver/compile.h"
#include "compiler/einsum/spec_names.h"
#include "compiler/ir/program.h"

namespace teaal::driver {

// manifest.json of a compiled spec; schema: docs/MANIFEST.md and runtime/manifest/manifest.h.
// The program's names are clear, the manifest's are those of the spec, but for sizes and for what
// kernels are made of.
std::string manifest_text(const ir::Program&, const einsum::SpecNames&, const CompileOptions&);

}  // namespace teaal::driver
