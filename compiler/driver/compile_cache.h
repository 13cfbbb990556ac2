#pragma once
#include <optional>

#include "compiler/driver/compile.h"
#include "runtime/cache/build_cache.h"
#include "runtime/plan/gpu_backend.h"

namespace teaal::driver {

// compile(), or what it made of an equal spec with equal options before, with the notes and
// warnings that it told then. Nothing is kept of a compile that fails, prints passes or stops
// early.
std::optional<Artefact> compile_through(const runtime::BuildCache&, const SourcePtr&,
                                        const CompileOptions&, Diagnostics&);

// emit::compile_ptx in the same way.
runtime::plan::PtxCompiler ptx_through(const runtime::BuildCache&);

}  // namespace teaal::driver
