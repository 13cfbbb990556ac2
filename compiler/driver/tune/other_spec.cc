#include "compiler/driver/tune/other_spec.h"

#include <fmt/format.h>

#include "compiler/driver/output_files.h"
#include "compiler/driver/tune/renamed_job.h"
#include "compiler/driver/tune/same_einsum.h"

namespace teaal::driver {
namespace {

std::optional<einsum::Cascade> cascade_at(const std::string& path,
                                          const einsum::Overrides& overrides,
                                          Diagnostics& diagnostics) {
  const SourcePtr source = read_source_file(path, diagnostics);
  const auto spec = source ? spec::read_spec(source, diagnostics) : std::nullopt;
  return spec ? einsum::check(*spec, overrides, diagnostics) : std::nullopt;
}

}  // namespace

std::optional<std::map<std::string, std::string>> take_spec(JobCommand& command,
                                                            const std::string& path,
                                                            Diagnostics& diagnostics) {
  CompileOptions options;
  UsageError ignored;  // whoever prepares the job tells it
  read_compile_options(command.spec, options, ignored);
  const auto ours = cascade_at(command.spec.spec, options.overrides, diagnostics);
  const auto theirs = cascade_at(path, {}, diagnostics);
  if (!ours || !theirs) return std::nullopt;
  const auto renaming = same_einsum(*ours, *theirs);
  if (!renaming) {
    diagnostics
        .error(Code::Usage, theirs->einsums.front().where,
               fmt::format("this is not what {} computes, so it is no mapping of it",
                           command.spec.spec))
        .note(ours->einsums.front().where, "that computes this");
    return std::nullopt;
  }
  command = renamed_job(command, *renaming, *theirs);
  command.spec.spec = path;
  return renaming->tensors;
}

}  // namespace teaal::driver
