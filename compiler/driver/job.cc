#include "compiler/driver/job.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>

#include "compiler/driver/output_files.h"
#include "compiler/driver/strides.h"
#include "compiler/driver/tune/auto_mapping.h"
#include "runtime/tensor/value_type.h"

namespace teaal::driver {
namespace {

bool sort_arguments(const std::vector<std::string>& assignments, bool complete, Job& job,
                    UsageError& error) {
  const runtime::Manifest& manifest = job.compiled->manifest;
  if (!sort_given(*job.compiled, assignments, job.given, error)) return false;
  if (complete && !check_complete(manifest, job.given, error)) return false;
  if (!check_shapes(manifest, job.request.inputs.shapes, error)) return false;
  if (!check_outputs(manifest, job.outputs, "-o", error)) return false;
  std::map<std::string, std::string> expected;
  for (const Expectation& one : job.expectations) expected.emplace(one.tensor, one.source);
  if (!check_outputs(manifest, expected, "--expect", error)) return false;
  job.request.inputs.sources = job.given.sources;
  job.request.scalars = job.given.scalars;
  return true;
}

bool same_regular_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return std::filesystem::equivalent(a, b, ignored) && std::filesystem::is_regular_file(a, ignored);
}

// An output must not replace what the run reads.
bool spares_inputs(const std::string& spec, const Job& job, UsageError& error) {
  for (const auto& [tensor, path] : job.outputs) {
    const std::string read = read_as(path, spec, job);
    if (read.empty()) continue;
    error = {fmt::format("-o {}={} would overwrite {}", tensor, path, read), "name another file"};
    return false;
  }
  return true;
}

bool check_paths(const Job& job, Diagnostics& diagnostics) {
  for (const auto& [tensor, path] : job.outputs)
    runtime::check_output_path(path, job.compiled->manifest.tensor(tensor)->ranks.size(),
                               diagnostics);
  return diagnostics.ok();
}

bool read_options(const JobCommand& command, CompileOptions& compile, Job& job, UsageError& error) {
  if (!read_compile_options(command.spec, compile, error)) return false;
  if (!read_sizes(command.job.shapes, "--shape", job.request.inputs.shapes, error)) return false;
  if (!read_texts(command.job.outputs, "-o", "Z=z.tns", job.outputs, error)) return false;
  if (!read_expectations(command.job.expects, job.expectations, error)) return false;
  for (const auto& [tensor, path] : job.outputs) compile.overrides.stored.insert(tensor);
  for (const Expectation& one : job.expectations) compile.overrides.stored.insert(one.tensor);
  if (command.job.checked && command.job.device == "gpu") {
    error = {"--checked runs on the CPU executor, but --device=gpu asks for the GPU",
             "leave one of them out"};
    return false;
  }
  return true;
}

void add_specs(const std::string& path, std::vector<std::string>& specs) {
  namespace fs = std::filesystem;
  std::error_code failure;
  if (!fs::is_directory(path, failure)) {
    specs.push_back(path);
    return;
  }
  const auto first = static_cast<std::ptrdiff_t>(specs.size());
  for (fs::recursive_directory_iterator it(path, failure), end; !failure && it != end;
       it.increment(failure))
    if (it->path().extension() == ".yaml" && !it->path().string().ends_with(".test.yaml"))
      specs.push_back(it->path().string());
  std::sort(specs.begin() + first, specs.end());
}

// What the compiler chose stands in the report; only warnings and errors interrupt.
void tell(const Diagnostic& d, Job& job, Diagnostics& diagnostics) {
  if (d.severity == Severity::Note)
    job.given.notes.push_back(d.message);
  else
    diagnostics.add(d);
  if (d.severity == Severity::Warning) job.warnings.push_back(d.message);
}

}  // namespace

std::optional<int> parse_job(CLI::App& app, JobCommand& command,
                             const std::vector<std::string>& arguments, Console& console) {
  command.line = arguments;
  command.line.insert(command.line.begin(), command.name);
  add_spec_options(app, command.spec);
  add_job_options(app, command.job);
  add_console_options(app, command.console);
  return parse(app, command.name, command.console, arguments, console);
}

std::vector<std::string> take_specs(JobCommand& command) {
  std::vector<std::string> specs;
  add_specs(command.spec.spec, specs);
  std::erase_if(command.job.assignments, [&](const std::string& word) {
    if (word.find('=') != std::string::npos) return false;
    add_specs(word, specs);
    return true;
  });
  return specs;
}

bool prepare_job(const JobCommand& command, bool complete, Job& job, UsageError& error,
                 Diagnostics& diagnostics) {
  CompileOptions options;
  if (!read_options(command, options, job, error)) return false;
  job.source = command.source ? command.source : read_source_file(command.spec.spec, diagnostics);
  if (!job.source) return false;
  std::vector<std::string> assignments = command.job.assignments;
  if (!take_strides(job.source, assignments, options.overrides.symbols, error)) return false;
  job.symbols = options.overrides.symbols;
  options.lanes = command.lanes;
  options.kernel_text = command.kernel_text;
  options.counted = command.counted || command.job.count;
  options.keep_stages = command.job.verify_passes;
  options.loop_orders = command.loop_orders;
  job.options = options;
  Diagnostics found;
  job.compiled = compile_for_run(job.source, options, found, cache_of(command.job));
  found.promote_warnings(Code::Usage);
  if (command.spec.werror) found.promote_warnings();
  for (const Diagnostic& d : found.all()) tell(d, job, diagnostics);
  if (!job.compiled || !diagnostics.ok()) return false;
  return sort_arguments(assignments, complete, job, error) &&
         spares_inputs(command.spec.spec, job, error) && check_paths(job, diagnostics) &&
         (command.job.mapping == "spec" || take_mapping(command, job, error, diagnostics));
}

std::optional<int> prepare_job(const JobCommand& command, bool complete, Job& job, Console& console,
                               Diagnostics& diagnostics) {
  UsageError error;
  if (prepare_job(command, complete, job, error, diagnostics)) return std::nullopt;
  if (error.message.empty()) return finish(console, diagnostics, job.source, command.line);
  console.show(diagnostics);
  return finish(console, error, command.name);
}

std::string read_as(const std::string& path, const std::string& spec, const Job& job) {
  for (const auto& [input, source] : job.given.sources)
    if (same_regular_file(path, source.substr(0, source.find(',')))) return "input " + input;
  return same_regular_file(path, spec) ? "the spec" : "";
}

std::unique_ptr<Session> load_session(const Job& job, Diagnostics& diagnostics) {
  if (job.inputs) return Session::on(*job.compiled, job.request, job.inputs);
  return Session::load(*job.compiled, job.request, diagnostics);
}

runtime::BuildCache cache_of(const JobOptions& options) {
  return options.cache ? runtime::BuildCache::standard() : runtime::BuildCache();
}

bool run_session(const JobOptions& options, Session& session, const Machine& machine,
                 Diagnostics& diagnostics) {
  return session.run(machine, diagnostics) && (!options.verify || session.verify(diagnostics)) &&
         (!options.count || session.count(diagnostics));
}

void add_failures(const Job& job, const Session& session, Diagnostics& diagnostics) {
  for (const std::string& finding : session.report().findings)
    diagnostics.error(Code::RunFailed, {}, finding);
  if (const auto& verification = session.report().verification)
    for (const auto& check : verification->outputs)
      if (check.comparison.mismatches > 0)
        diagnostics.error(
            Code::Mismatch, {},
            fmt::format("{} differs from reference math at {} of {} elements; first: {}",
                        check.tensor, check.comparison.mismatches, check.comparison.checked,
                        check.comparison.first_mismatch));
  for (const Expectation& one : job.expectations)
    compare(one, job.compiled->manifest, session.outputs(), diagnostics);
}

bool write_outputs(const Job& job, const Session& session, Diagnostics& diagnostics) {
  const runtime::Manifest& manifest = job.compiled->manifest;
  auto type = *runtime::value_type_named(manifest.value_type);
  for (const auto& [tensor, path] : job.outputs) {
    auto coo = session.outputs().find(tensor);
    if (coo == session.outputs().end()) continue;
    double absent = manifest.tensor(tensor)->absent;
    if (!runtime::write_tensor(coo->second, path, diagnostics, absent, type)) return false;
  }
  return true;
}

}  // namespace teaal::driver
