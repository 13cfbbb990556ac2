#include "compiler/driver/tune/auto_mapping.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/driver/explain/explain_files.h"
#include "compiler/driver/tune/renamed_job.h"
#include "compiler/einsum/symbols.h"

namespace teaal::driver {
namespace {

using runtime::plan::Inputs;

std::optional<ShippedSpec> read_shipped(const std::string& name, const std::string& text) {
  const auto source = std::make_shared<SourceFile>(SourceFile{"specs/" + name, text});
  Diagnostics ignored;  // tests compile every shipped spec
  auto spec = spec::read_spec(source, ignored);
  if (!spec) return std::nullopt;
  auto cascade = einsum::check(*spec, {}, ignored);
  if (!cascade) return std::nullopt;
  return ShippedSpec{source, std::move(*spec), std::move(*cascade)};
}

template <class Map>
std::string their_name(const Map& names, const std::string& ours) {
  const auto found = names.find(ours);
  return found == names.end() ? ours : found->second;
}

std::optional<double> statistic_of(const std::string& name, const std::string& tensor,
                                   const Renaming& renaming, const Operands& operands) {
  for (const auto& [ours, theirs] : renaming.tensors) {
    const auto all = operands.statistics.find(ours);
    if (theirs != tensor || all == operands.statistics.end()) continue;
    const auto value = all->second.find(name);
    if (value != all->second.end()) return value->second;
  }
  return std::nullopt;
}

// What a condition asks for, in the names of the spec that has it; nothing: it cannot be told.
std::optional<double> value_of(const std::string& name, const std::string& tensor,
                               const Renaming& renaming, const Operands& operands) {
  for (const auto& [ours, theirs] : renaming.ranks)
    if (theirs == name)
      if (const auto extent = operands.extents.find(ours); extent != operands.extents.end())
        return static_cast<double>(extent->second);
  if (auto value = statistic_of(name, tensor, renaming, operands)) return value;
  const size_t dot = name.find('.');  // B.density
  if (dot == std::string::npos) return std::nullopt;
  return statistic_of(name.substr(dot + 1), name.substr(0, dot), renaming, operands);
}

bool suits(const spec::Suitability& entry, const Renaming& renaming, const Operands& operands) {
  return std::ranges::all_of(entry.when, [&](const spec::Condition& condition) {
    const auto value = value_of(condition.statistic, entry.of.value, renaming, operands);
    return value && condition.holds(*value);
  });
}

Inputs renamed(Inputs inputs, const Renaming& renaming) {
  Inputs out;
  for (auto& [name, coo] : inputs.tensors)
    out.tensors[their_name(renaming.tensors, name)] = std::move(coo);
  for (auto& [name, loaded] : inputs.loaded)
    out.loaded[their_name(renaming.tensors, name)] = std::move(loaded);
  for (const auto& [rank, extent] : inputs.extents)
    out.extents[their_name(renaming.ranks, rank)] = extent;
  return out;
}

Operands operands_of(const Inputs& inputs, const einsum::Cascade& given) {
  Operands out{{}, inputs.extents};
  for (const auto& [name, coo] : inputs.tensors) out.statistics[name] = statistics_of(coo);
  for (const einsum::Tensor& tensor : given.tensors)
    if (const auto own = out.statistics.find(tensor.name); own != out.statistics.end())
      own->second["uncompressed"] =
          std::ranges::all_of(tensor.storage.formats, [](einsum::RankFormatKind format) {
            return format == einsum::RankFormatKind::Uncompressed;
          });
  return out;
}

// The one sentence.
std::string sentence(const Pick& pick, const Operands& operands) {
  std::string operand;
  for (const auto& [ours, theirs] : pick.renaming.tensors)
    if (theirs == pick.entry->of.value)
      operand = fmt::format("{} has {}", ours, text_of(operands.statistics.at(ours)));
  const std::string names = pick.renaming.text();
  return fmt::format("--mapping=auto took {}, because {}: {}{}", pick.spec->source->path,
                     pick.entry->why.value, operand,
                     names.empty() ? "" : fmt::format(" (there {})", names));
}

bool check_symbols(const JobCommand& command, const einsum::Cascade& given, UsageError& error) {
  const auto sizes = einsum::size_symbols(given);
  for (const std::string& define : command.spec.defines)
    if (sizes.contains(define.substr(0, define.find('=')))) {
      error = {
          fmt::format("-D {} sizes the spec's own mapping, which --mapping=auto replaces", define),
          "leave one of them out"};
      return false;
    }
  return true;
}

std::optional<einsum::Cascade> cascade_of(const Job& job) {
  Diagnostics ignored;  // it was compiled before
  const auto spec = spec::read_spec(job.source, ignored);
  return spec ? einsum::check(*spec, job.options.overrides, ignored) : std::nullopt;
}

}  // namespace

const std::vector<ShippedSpec>& shipped_specs() {
  static const std::vector<ShippedSpec> all = [] {
    std::vector<ShippedSpec> out;
    for (const auto& [name, text] : embedded_files())
      if (name.ends_with(".yaml"))
        if (auto spec = read_shipped(name, text)) out.push_back(std::move(*spec));
    return out;
  }();
  return all;
}

std::optional<Pick> pick_mapping(const std::vector<ShippedSpec>& specs,
                                 const einsum::Cascade& given, const Operands& operands) {
  std::optional<Pick> out;
  for (const ShippedSpec& spec : specs) {
    const auto renaming = same_einsum(given, spec.cascade);
    if (!renaming) continue;
    for (const spec::Suitability& entry : spec.spec.suits)
      if ((!out || entry.speed.value > out->entry->speed.value) &&
          suits(entry, *renaming, operands))
        out = Pick{&spec, &entry, *renaming};
  }
  return out;
}

bool take_mapping(const JobCommand& command, Job& job, UsageError& error,
                  Diagnostics& diagnostics) {
  const auto given = cascade_of(job);
  if (!given) {
    error = {"--mapping=auto chooses by a spec, and IR text is none", "leave --from out"};
    return false;
  }
  if (!check_symbols(command, *given, error)) return false;
  auto inputs = runtime::plan::load_inputs(job.compiled->manifest, job.request.inputs, diagnostics);
  if (!inputs) return false;
  const Operands operands = operands_of(*inputs, *given);
  const auto pick = pick_mapping(shipped_specs(), *given, operands);
  if (!pick) {
    job.inputs = std::make_shared<const Inputs>(std::move(*inputs));
    job.given.notes.push_back(
        "--mapping=auto: no shipped spec that computes this says that it suits such operands, so "
        "the mapping is the spec's own");
    return true;
  }
  JobCommand other = renamed_job(command, pick->renaming, pick->spec->cascade);
  other.job.mapping = "spec";
  other.spec.spec = pick->spec->source->path;
  other.source = pick->spec->source;
  for (const auto& [symbol, value] : pick->entry->params) {
    other.spec.defines.push_back(fmt::format("{}={}", symbol.value, value.value));
    other.spec.written.push_back(symbol.value);  // in `suits`
  }
  Job picked;
  // As they stand, whether they come from --expect or from a test.
  other.job.expects.clear();
  picked.expectations = job.expectations;
  for (Expectation& one : picked.expectations)
    one.tensor = their_name(pick->renaming.tensors, one.tensor);
  if (!prepare_job(other, true, picked, error, diagnostics)) return false;
  picked.given.notes.push_back(sentence(*pick, operands));
  picked.inputs = std::make_shared<const Inputs>(renamed(std::move(*inputs), pick->renaming));
  job = std::move(picked);
  return true;
}

}  // namespace teaal::driver
