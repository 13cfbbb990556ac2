#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/einsum/cascade.h"
#include "compiler/support/diagnostic.h"

namespace teaal::driver {

struct GradientSpec {
  std::string text;                              // YAML
  std::map<std::string, std::string> seeds;      // output → the input that seeds it: dZ of Z
  std::map<std::string, std::string> gradients;  // input or scalar → the output by it: dA of A
};

// The spec of the gradients by `wrt`, inputs and scalars of `spec`; docs/GRADIENTS.md. What it
// returns compiles. Errors: those of reading and checking the spec; `usage` for a name that is no
// input or scalar; `unsupported` for what has no gradient here.
std::optional<GradientSpec> gradient_spec(const SourcePtr& spec, const einsum::Overrides&,
                                          const std::vector<std::string>& wrt, Diagnostics&);

}  // namespace teaal::driver
