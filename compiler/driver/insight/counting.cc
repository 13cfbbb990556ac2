#include "compiler/driver/insight/counting.h"

#include <fmt/format.h>

namespace teaal::driver {
namespace {

using runtime::Coo;

std::map<std::string, int64_t> symbols_of(const CountRequest& request) {
  std::map<std::string, int64_t> out = request.job->symbols;
  for (const runtime::ManifestSymbol& symbol : request.manifest->symbols)
    if (symbol.value) out[symbol.name] = *symbol.value;
  return out;
}

// Kernels may call tensors, ranks and symbols otherwise than the spec does.
interpret::Problem problem_of(const CountRequest& request) {
  const Artefact& artefact = *request.artefact;
  interpret::Problem out;
  out.extents = request.inputs->extents;
  for (const auto& [clear, rank] : artefact.names.changed_ranks())
    if (auto extent = out.extents.find(rank); extent != out.extents.end())
      out.extents[clear] = extent->second;
  for (const ir::Tensor& t : request.program().tensors)
    if (auto given = request.inputs->tensors.find(artefact.names.tensor(t.name));
        given != request.inputs->tensors.end())
      out.inputs[t.name] = &given->second;
  const auto symbols = symbols_of(request);
  for (const ir::Symbol& s : request.program().symbols)
    if (auto given = symbols.find(artefact.names.symbol(s.name)); given != symbols.end())
      out.symbols[s.name] = given->second;
  out.scalars = request.job->scalars;
  out.value_bytes = artefact.target.value_bytes;
  out.element_bytes = artefact.target.narrow_values ? 2 : artefact.target.value_bytes;
  return out;
}

void put_in_names_of_spec(interpret::Outcome& outcome, const einsum::SpecNames& names) {
  std::map<std::string, Coo> outputs;
  for (auto& [name, coo] : outcome.outputs) outputs[names.tensor(name)] = std::move(coo);
  outcome.outputs = std::move(outputs);
  interpret::Counts& counts = outcome.counts;
  for (interpret::RankCount& r : counts.ranks)
    r.tensor = names.tensor(r.tensor), r.rank = names.rank(r.rank);
  for (interpret::ArrayCount& a : counts.arrays) {
    a.tensor = a.workspace ? names.text(a.tensor) : names.tensor(a.tensor);
    a.part = names.text(a.part);
  }
  for (interpret::SharedCount& s : counts.shared) s.name = names.text(s.name);
  for (interpret::Form& f : counts.forms) {
    f.tensor = names.tensor(f.tensor);
    for (std::string& rank : f.ranks) rank = names.rank(rank);
  }
  for (interpret::Resort& r : counts.resorts)
    r.tensor = names.tensor(r.tensor), r.order = names.text(r.order);
}

bool agrees(const CountRequest& request, const std::map<std::string, Coo>& outputs,
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
  auto outcome =
      interpret::interpret(request.program(), problem_of(request), request.options, diagnostics);
  if (!outcome) return std::nullopt;
  put_in_names_of_spec(*outcome, request.artefact->names);
  if (!agrees(request, outcome->outputs, diagnostics)) return std::nullopt;
  return std::move(outcome->counts);
}

}  // namespace teaal::driver
