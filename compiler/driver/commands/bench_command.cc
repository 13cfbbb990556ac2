#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compiler/driver/commands/commands.h"
#include "compiler/driver/job.h"
#include "runtime/report/bench.h"

namespace teaal::driver {
namespace {

struct BenchCommand : JobCommand {
  runtime::report::BenchOptions options;
};

// A wrong kernel has no speed.
bool verified(const JobOptions& options, Session& session, Diagnostics& diagnostics) {
  if (!options.verify) return true;
  if (!session.verify(diagnostics)) return false;
  for (const auto& check : session.report().verification->outputs)
    if (check.comparison.mismatches > 0)
      diagnostics.error(
          Code::Mismatch, {},
          fmt::format("{} differs from reference math, so nothing was timed; first: {}",
                      check.tensor, check.comparison.first_mismatch));
  return diagnostics.ok();
}

void measure(const BenchCommand& command, Job& job, Console& console, Diagnostics& diagnostics) {
  std::optional<Machine> machine =
      select_machine(command.job.device, false, diagnostics, cache_of(command.job));
  if (!machine) return;
  auto session = load_session(job, diagnostics);
  if (!session || !session->run(*machine, diagnostics) ||
      !verified(command.job, *session, diagnostics))
    return;
  const runtime::Manifest& manifest = job.compiled->manifest;
  auto bench = runtime::report::bench(session->execution(), *machine->backend, manifest,
                                      session->inputs(), command.options, diagnostics);
  if (!bench) return;
  if (!command.job.verify) bench->rows.front().verdict = "not verified";
  if (!machine->reason.empty()) bench->notes.push_back(machine->reason);
  for (const std::string& note : session->report().notes) bench->notes.push_back(note);
  for (const std::string& note : job.given.notes) bench->notes.push_back(note);
  if (auto* gpu = dynamic_cast<runtime::plan::GpuBackend*>(machine->backend.get()))
    if (!add_baselines(manifest, session->inputs(), session->outputs(), *gpu, command.options,
                       *bench, diagnostics))
      return;
  console.print(command.job.json ? to_json(*bench) : to_text(*bench, console.text_options()),
                diagnostics);
}

}  // namespace

int bench_command(const std::vector<std::string>& arguments) {
  BenchCommand command;
  command.name = "teaalc bench";
  CLI::App app;
  Console console;
  app.add_option("--repeat", command.options.repeat, "How many timed runs of each (20)")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N");
  add_mapping_option(app, command.job);
  if (auto code = parse_job(app, command, arguments, console)) return *code;
  if (command.job.checked || !command.job.outputs.empty())
    return finish(console, {"bench takes neither --checked nor -o", "use teaalc run for those"},
                  command.name);
  Job job;
  Diagnostics diagnostics;
  if (auto code = prepare_job(command, true, job, console, diagnostics)) return *code;
  measure(command, job, console, diagnostics);
  return finish(console, diagnostics, job.compiled->source, command.line);
}

}  // namespace teaal::driver
