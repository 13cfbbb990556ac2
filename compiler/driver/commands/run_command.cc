#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "compiler/driver/commands/commands.h"
#include "compiler/driver/commands/reference_bar.h"
#include "compiler/driver/insight/cost_report.h"
#include "compiler/driver/insight/count_report.h"
#include "compiler/driver/insight/counting.h"
#include "compiler/driver/insight/text_counts.h"
#include "compiler/driver/insight/verify_passes.h"
#include "compiler/driver/job.h"
#include "compiler/driver/output_files.h"

namespace teaal::driver {
namespace {

// Of the emitted text, in a checked run of its own.
TextCounts count_again(Job& job, const JobOptions& options, const Session& session,
                       const std::optional<interpret::Counts>& counts, Diagnostics& diagnostics) {
  const runtime::BuildCache cache = cache_of(options);
  const TextRequest request{*job.compiled, job.request, session.inputs(), cache};
  if (!counts) {
    auto text = count_text(request, diagnostics);
    return text ? std::move(*text) : TextCounts{};
  }
  std::string note;
  TextCounts out = count_text_beside(*counts, request, note);
  if (!note.empty()) job.given.notes.push_back(note);
  return out;
}

// What cannot be counted is a note: the run itself is whole.
std::optional<interpret::Counts> count_operations(Job& job, const Session& session,
                                                  Diagnostics& diagnostics) {
  CountRequest request{&job.compiled->artefact, &job.compiled->manifest, &session.inputs(),
                       &job.request};
  request.options.machine = counted_on(h200);
  Diagnostics found;
  auto counts = count(request, found);
  for (const Diagnostic& d : found.all())
    if (d.code == Code::Unsupported)
      job.given.notes.push_back(d.message);
    else
      diagnostics.add(d);
  return counts;
}

bool execute(const Job& job, const JobOptions& options, Session& session, const Machine& machine,
             Diagnostics& diagnostics) {
  if (!run_session(options, session, machine, diagnostics)) return false;
  if (!options.checked && !session.time(machine, diagnostics)) return false;
  add_failures(job, session, diagnostics);
  // A wrong result must not replace a right one.
  return diagnostics.ok() && write_outputs(job, session, diagnostics);
}

// `requests`: what warps ask for is told of the interpreter, too.
std::string counts_text(const interpret::Counts& counts, const Job& job, bool requests,
                        const runtime::report::TextOptions& options) {
  const std::vector<CountColumn> columns = {
      {"", loops_text(job.compiled->artefact.loops), &counts}};
  return "\ncounted, thread by thread\n" + count_table(columns, options) + "\n" +
         prediction_table({{"", predict(counts, h200)}}, h200, options) + "\n" +
         traffic_table(columns, 1 << 15, requests, options) +
         (requests ? shared_table(columns, options) : "");
}

bool print_report(Console& console, const JobOptions& options, Job& job, const Session& session,
                  const runtime::cpu::Trace& trace, Diagnostics& diagnostics) {
  std::optional<interpret::Counts> counts;
  if (options.count) counts = count_operations(job, session, diagnostics);
  TextCounts of_text = text_counts(trace, job.compiled->manifest);
  if (options.count && !options.checked && diagnostics.ok())
    of_text = count_again(job, options, session, counts, diagnostics);
  runtime::report::Report report = session.report();
  report.notes.insert(report.notes.end(), job.given.notes.begin(), job.given.notes.end());
  report.warnings = job.warnings;
  if (options.json) {
    auto json = nlohmann::ordered_json::parse(runtime::report::to_json(report));
    if (counts) {
      json["operations"] = counts_json(*counts);
      json["predicted"] = prediction_json(predict(*counts, h200), h200);
    }
    if (!of_text.empty()) json["text"] = text_counts_json(of_text);
    return console.print(json.dump(2) + "\n", diagnostics);
  }
  if (console.quiet) return true;
  std::string text = runtime::report::to_text(report, console.text_options());
  if (counts) text += counts_text(*counts, job, of_text.empty(), console.text_options());
  if (std::string of = residency_table(report.launches, console.text_options());
      options.count && !of.empty())
    text += "\n" + of;
  if (!of_text.empty()) text += "\n" + text_counts_text({&of_text}, console.text_options());
  return console.print(text, diagnostics);
}

bool keep_artefact(const Compiled& compiled, const std::string& folder, Diagnostics& diagnostics) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  std::string stem = (std::filesystem::path(folder) / compiled.manifest.name).string();
  return write_files({{stem + ".cu", compiled.artefact.cu},
                      {stem + ".h", compiled.artefact.header},
                      {stem + ".manifest.json", compiled.artefact.manifest}},
                     diagnostics);
}

void run(const JobCommand& command, Job& job, Console& console, Diagnostics& diagnostics) {
  const JobOptions& options = command.job;
  if (!options.keep.empty() && !keep_artefact(*job.compiled, options.keep, diagnostics)) return;
  runtime::cpu::Trace trace;
  std::optional<Machine> machine =
      options.checked && options.count
          ? traced_machine(cache_of(options), trace)
          : select_machine(options.device, options.checked, diagnostics, cache_of(options));
  if (!machine) return;
  if (options.verify_passes) {
    auto verified = verify_passes(*job.compiled, job.given, verified_cases, diagnostics);
    if (!verified) return;
    job.given.notes.insert(job.given.notes.end(), verified->begin(), verified->end());
  }
  auto session = load_session(job, diagnostics);
  if (!session) return;
  {
    ReferenceBar bar(console);
    session->watch([&](const std::string& output, double part) { bar.show(output, part); });
    execute(job, options, *session, *machine, diagnostics);
  }
  bool ran = !session->outputs().empty() || diagnostics.ok();
  if (ran) print_report(console, options, job, *session, trace, diagnostics);
}

}  // namespace

int run_command(const std::vector<std::string>& arguments) {
  JobCommand command{"teaalc run"};
  CLI::App app;
  Console console;
  add_expect_option(app, command.job);
  add_count_option(
      app, command.job,
      "Count what kernels do: products, visits, searches, loads and stores a tensor, bytes "
      "a level, blocks at once; and what patterns let blocks and warps skip");
  app.add_flag("--verify-passes", command.job.verify_passes,
               "Run what passes leave on small drawn inputs, and name the one that changes values");
  add_mapping_option(app, command.job);
  if (auto code = parse_job(app, command, arguments, console)) return *code;
  Job job;
  Diagnostics diagnostics;
  if (auto code = prepare_job(command, true, job, console, diagnostics)) return *code;
  run(command, job, console, diagnostics);
  return finish(console, diagnostics, job.compiled->source, command.line);
}

}  // namespace teaal::driver
