#include "compiler/emit/early_launches.h"

#include <fmt/format.h>

namespace teaal::emit {

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
