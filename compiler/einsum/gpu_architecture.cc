#include "compiler/einsum/gpu_architecture.h"

#include <initializer_list>

namespace teaal::einsum {
namespace {

spec::Component component(const char* name, const char* component_class,
                          const char* type = nullptr) {
  spec::Component out{{name, {}}, {component_class, {}}, {}};
  if (type) out.attributes.push_back({{"type", {}}, {type, {}}});
  return out;
}

spec::ArchitectureLevel level(const char* name, std::vector<spec::Component> local,
                              std::vector<spec::ArchitectureLevel> subtree) {
  return {{name, {}}, 1, {}, std::move(local), std::move(subtree)};
}

spec::Architecture build() {
  auto lane = level("Lane",
                    {component("Registers", "Buffet"), component("FMA", "Compute", "fma"),
                     component("LaneIntersect", "Intersector")},
                    {});
  auto warp =
      level("Warp",
            {component("TensorCore", "Compute", "mma"), component("WarpIntersect", "Intersector")},
            {std::move(lane)});
  auto block =
      level("Block", {component("Shared", "Buffet"), component("BlockIntersect", "Intersector")},
            {std::move(warp)});
  auto gpu = level("GPU",
                   {component("HBM", "DRAM"), component("L2", "Cache"),
                    component("GridIntersect", "Intersector")},
                   {std::move(block)});
  return {{"gpu", {}}, level("System", {}, {std::move(gpu)})};
}

}  // namespace

const spec::Architecture& gpu_architecture() {
  static const spec::Architecture architecture = build();
  return architecture;
}

}  // namespace teaal::einsum
