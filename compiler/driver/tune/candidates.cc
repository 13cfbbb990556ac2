#include "compiler/driver/tune/candidates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "compiler/driver/output_files.h"
#include "compiler/driver/tune/renamed_job.h"

namespace teaal::driver {
namespace {

bool refuse_other(const TunedSpec& first, const spec::Spec& other, Diagnostics& diagnostics) {
  diagnostics
      .error(Code::Usage, other.expressions.front().where,
             fmt::format("this is not what {} computes, so times say nothing", first.path))
      .note(first.cascade.einsums.front().where, "that computes this");
  return false;
}

// Tensors and ranks: specs that have the same ones read the same inputs.
std::string inputs_key(const einsum::Cascade& cascade) {
  std::string out;
  for (const einsum::Tensor& tensor : cascade.tensors)
    out += fmt::format("{}[{}]", tensor.name, fmt::join(tensor.ranks, ","));
  return out;
}

Candidate candidate_of(const TunedSpec& spec, const std::string& name, const Choice& choice) {
  Candidate out{choice.text(), spec.path, choice, spec.command, inputs_key(spec.cascade)};
  if (!name.empty()) out.label = choice.changes() == 0 ? name : name + " " + out.label;
  for (const auto& [symbol, value] : choice.symbols) {
    out.command.spec.defines.push_back(fmt::format("{}={}", symbol, value));
    out.command.spec.written.push_back(symbol);  // the winner is
  }
  for (const auto& [tensor, format] : choice.formats)
    out.command.spec.formats.push_back(fmt::format("{}={}", tensor, format));
  out.command.loop_orders = choice.loop_orders;
  out.command.counted = true;  // artefacts of a cache have no nest
  return out;
}

bool read_spec(const JobCommand& command, const std::string& path,
               const einsum::Overrides& overrides, std::vector<TunedSpec>& specs,
               Diagnostics& diagnostics) {
  const SourcePtr source = read_source_file(path, diagnostics);
  if (!source) return false;
  TunedSpec& out = specs.emplace_back(TunedSpec{path, source, {}, command});
  const auto spec = spec::read_spec(source, diagnostics);
  if (!spec) return false;
  const bool first = specs.size() == 1;
  const auto cascade = einsum::check(*spec, first ? overrides : einsum::Overrides{}, diagnostics);
  if (!cascade) return false;
  out.cascade = *cascade;
  if (!first) {
    const auto renaming = same_einsum(specs.front().cascade, *cascade);
    if (!renaming) return refuse_other(specs.front(), *spec, diagnostics);
    out.command = renamed_job(command, *renaming, *cascade);
    out.meaning = renaming->meaning;
  }
  out.command.spec.spec = path;
  out.command.source = source;
  return true;
}

}  // namespace

bool read_tuned_specs(const JobCommand& command, const std::vector<std::string>& paths,
                      const einsum::Overrides& overrides, std::vector<TunedSpec>& out,
                      Diagnostics& diagnostics) {
  Diagnostics found;
  bool whole = true;
  for (const std::string& path : paths)
    whole = whole && read_spec(command, path, overrides, out, found);
  // What compiles of them tell again is not told here.
  for (const Diagnostic& d : found.all())
    if (d.severity == Severity::Error) diagnostics.add(d);
  return whole && !out.empty();
}

std::optional<Candidates> candidates_of(const std::vector<TunedSpec>& specs, bool all_orders,
                                        Diagnostics& diagnostics) {
  std::set<std::string> stems;
  for (const TunedSpec& spec : specs) stems.insert(stem_of(spec.path));
  Candidates out;
  for (const TunedSpec& spec : specs) {
    SpaceRequest request{spec.source, {}, all_orders};
    UsageError ignored;  // the options of the first spec were read before
    read_compile_options(spec.command.spec, request.options, ignored);
    Diagnostics found;
    const auto space = space_of(request, found);
    for (const Diagnostic& d : found.all())
      if (d.severity == Severity::Error) diagnostics.add(d);
    if (!space) return std::nullopt;
    out.cut |= space->cut;
    const std::string name = specs.size() == 1              ? ""
                             : stems.size() == specs.size() ? stem_of(spec.path)
                                                            : spec.path;
    for (const Choice& choice : space->choices) out.all.push_back(candidate_of(spec, name, choice));
  }
  std::ranges::stable_sort(out.all, {}, [](const Candidate& c) { return c.choice.changes(); });
  return out;
}

}  // namespace teaal::driver
