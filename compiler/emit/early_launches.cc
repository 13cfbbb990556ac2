#include "compiler/emit/early_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "compiler/clang/arguments.h"

namespace teaal::emit {

using namespace ir;

namespace {

void add_launches(const std::vector<Step>& steps, std::vector<const Step*>& launches) {
  for (const Step& step : steps) {
    if (step.kind == Step::Kind::Launch) launches.push_back(&step);
    add_launches(step.body, launches);
  }
}

}  // namespace

std::set<std::string> early_kernels(const Program& program, const std::string& arch) {
  std::set<std::string> out;
  if (!clang_frontend::has_early_launches(arch)) return out;
  std::vector<const Step*> launches;
  add_launches(program.steps, launches);
  for (const Step* launch : launches) out.insert(launch->name);
  for (const bool once : {false, true}) {
    const auto begins = std::find_if(launches.begin(), launches.end(),
                                     [&](const Step* launch) { return launch->once == once; });
    if (begins != launches.end()) out.erase((*begins)->name);
  }
  return out;
}

const char* const early_launch_text =
    R"(// While what is in front still runs: the kernel waits for it.
template <class... Parameters, class... Arguments>
cudaError_t launch_early(void (*kernel)(Parameters...), unsigned grid, unsigned block, size_t shared,
                         cudaStream_t stream, Arguments... arguments) {
  cudaLaunchAttribute early;
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(grid);
  config.blockDim = dim3(block);
  config.dynamicSmemBytes = shared;
  config.stream = stream;
  config.attrs = &early;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...);
}

)";

std::string call_text(const LaunchCall& call, bool is_early) {
  const auto& [kernel, grid, block, shared_bytes, arguments] = call;
  if (!is_early)
    return fmt::format(
        "  {}<<<static_cast<unsigned>({}), static_cast<unsigned>({}), {}, stream>>>({});\n"
        "  if (cudaGetLastError() != cudaSuccess) return 3;\n",
        kernel, grid, block, shared_bytes, arguments);
  return fmt::format(
      "  if (launch_early({}, static_cast<unsigned>({}), static_cast<unsigned>({}), {}, "
      "stream{}{}) "
      "!= cudaSuccess) return 3;\n",
      kernel, grid, block, shared_bytes, arguments.empty() ? "" : ", ", arguments);
}

}  // namespace teaal::emit
