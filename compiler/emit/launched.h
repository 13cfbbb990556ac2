#pragma once
#include <algorithm>

#include "compiler/ir/program.h"

// What the launcher and its interface both ask of a program.
namespace teaal::emit {

inline bool written(const ir::Program& program, const ir::View& v) {
  return program.tensor(v.tensor)->role != ir::Role::Input;
}

inline bool assembled(const ir::View& v) { return !v.positions.empty(); }

// Whether steps are done once, for static operands.
inline bool holds(const ir::Program& program) {
  return std::any_of(program.steps.begin(), program.steps.end(),
                     [](const ir::Step& s) { return s.once; });
}

inline bool assembles(const ir::Program& program) {
  for (const ir::View& v : program.views)
    if (assembled(v)) return true;
  return false;
}

}  // namespace teaal::emit
