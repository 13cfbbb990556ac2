#pragma once
#include <memory>
#include <optional>

#include "compiler/driver/compile.h"

// What commands ask of libteaal, by its C functions.
namespace teaal::program {

// Whether the functions of C can say all of the options: the IR is not shown, not read and not
// stopped at.
bool library_compiles(const driver::CompileOptions&);

// The texts of a compile; the rest of the artefact is empty. Nothing is read from or kept on disk.
std::optional<driver::Artefact> compile(const SourceFile&, const driver::CompileOptions&,
                                        Diagnostics&);

// The spec of the gradients by `wrt`.
std::optional<std::string> gradient_spec(const SourceFile&, const driver::CompileOptions&,
                                         const std::vector<std::string>& wrt, Diagnostics&);

}  // namespace teaal::program
