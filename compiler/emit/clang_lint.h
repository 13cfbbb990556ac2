#pragma once

namespace clang {
class ASTContext;
}

namespace teaal::emit {

// Reports, through the DiagnosticsEngine of the parse, every block barrier and full-mask warp
// collective that a kernel of the main file (or a function it calls) may reach with only some of
// the threads that must meet there: under a condition whose value may differ between them, or
// behind a return, break or continue under such a condition.
void lint_collectives(clang::ASTContext&);

}  // namespace teaal::emit
