#include "compiler/passes/steps.h"

#include <algorithm>

namespace teaal::passes {

std::vector<ir::Step>::iterator launch_of(ir::Program& program, const ir::Kernel& kernel) {
  return std::ranges::find_if(program.steps, [&](const ir::Step& s) {
    return s.kind == ir::Step::Kind::Launch && s.name == kernel.name;
  });
}

}  // namespace teaal::passes
