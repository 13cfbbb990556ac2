#pragma once
#include <optional>
#include <string>

#include "compiler/ir/program.h"
#include "compiler/support/diagnostic.h"

// The text form of the IR. print(parse(print(p))) == print(p), byte for byte, and passes make the
// same of both programs. Only places are not in it: those of a parsed program are in its own text.
namespace teaal::ir {

std::string print(const Program&);
std::string print(const Stmt&);
std::string print(const Expr&);

// Error: ir-syntax.
std::optional<Program> parse(const SourcePtr&, Diagnostics&);

}  // namespace teaal::ir
