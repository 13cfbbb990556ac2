#include "compiler/driver/counting.h"

#include <fmt/format.h>

namespace teaal::driver {
namespace {

std::map<std::string, int64_t> symbols_of(const CountRequest& request) {
  std::map<std::string, int64_t> out = request.job->symbols;
  for (const runtime::ManifestSymbol& symbol : request.manifest->symbols)
    if (symbol.value) out[symbol.name] = *symbol.value;
  return out;
}

bool agrees(const CountRequest& request, const std::map<std::string, runtime::Coo>& outputs,
            Diagnostics& diagnostics) {
  auto verification =
      runtime::report::verify({request.manifest, &request.inputs->tensors, &request.inputs->extents,
                               request.job->scalars, symbols_of(request)},
                              outputs, diagnostics);
  if (!verification) return false;
  for (const auto& check : verification->outputs)
    if (check.comparison.mismatches > 0)
      diagnostics.error(Code::Mismatch, {},
                        fmt::format("what is counted computes another {} than reference math: {}",
                                    check.tensor, check.comparison.first_mismatch));
  return verification->pass();
}

}  // namespace

std::optional<interpret::Counts> count(const CountRequest& request, Diagnostics& diagnostics) {
  if (!request.artefact->uncounted.empty()) {
    diagnostics.error(Code::Unsupported, {},
                      "unsupported: counts of " + request.artefact->uncounted);
    return std::nullopt;
  }
  const passes::Target& target = request.artefact->target;
  const interpret::Problem problem = {
      &request.inputs->tensors, request.inputs->extents,
      request.job->scalars,     symbols_of(request),
      target.value_bytes,       target.narrow_values ? 2 : target.value_bytes};
  auto outcome =
      interpret::interpret(*request.artefact->nest, problem, request.options, diagnostics);
  if (!outcome || !agrees(request, outcome->outputs, diagnostics)) return std::nullopt;
  return std::move(outcome->counts);
}

}  // namespace teaal::driver
