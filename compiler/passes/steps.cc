#include "compiler/passes/steps.h"

#include <algorithm>

#include "compiler/passes/machine/launch_shape.h"

namespace teaal::passes {

std::vector<ir::Step>::iterator launch_of(ir::Program& program, const ir::Kernel& kernel) {
  return std::ranges::find_if(program.steps, [&](const ir::Step& s) {
    return s.kind == ir::Step::Kind::Launch && s.name == kernel.name;
  });
}

void keep_in_workspace(const std::string& tensor, ir::Program& program) {
  const ir::View view = *program.view(tensor);
  program.workspaces.push_back({tensor, dense_elements(view)});
  for (ir::Kernel& k : program.kernels) {
    for (ir::Param& p : k.params)
      if (p.view == view.name && p.kind == ir::Param::Kind::Values)
        p.kind = ir::Param::Kind::Workspace;
    std::erase_if(k.operands, [&](const ir::Operand& o) { return o.view == view.name; });
  }
  std::erase_if(program.views, [&](const ir::View& v) { return v.name == view.name; });
}

bool is_handed_on(const ir::Program& program, const ir::Kernel& kernel, const ir::View& view) {
  const ir::Tensor& tensor = *program.tensor(view.tensor);
  if (!tensor.state_of.empty() || (tensor.derived && !tensor.bits)) return true;
  const auto is_dense = [](const ir::Level& l) {
    return l.format == ir::LevelFormat::Uncompressed;
  };
  return kernel.repeats && !view.resorted && program.iteration &&
         std::ranges::all_of(tensor.levels, is_dense) &&
         std::ranges::any_of(program.iteration->carry,
                             [&](const auto& pair) { return pair.first == tensor.name; });
}

}  // namespace teaal::passes
