#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "compiler/driver/commands/commands.h"
#include "compiler/driver/insight/cost_report.h"
#include "compiler/driver/insight/count_report.h"
#include "compiler/driver/insight/counting.h"
#include "compiler/driver/insight/text_counts.h"
#include "compiler/driver/job.h"
#include "runtime/report/report.h"

namespace teaal::driver {
namespace {

// One mapping, counted and run.
struct Compared {
  explicit Compared(std::string of) : name(std::move(of)) {}

  std::string name;
  Job job;
  std::unique_ptr<Session> session;
  interpret::Counts counts;
  TextCounts text;
  std::string text_note;  // why the text is not counted
  double us = 0;
  std::string refusal;  // why it is neither; empty: it is both
};

using All = std::vector<std::unique_ptr<Compared>>;

bool measure(Compared& out, const JobOptions& options, const Machine& machine,
             Diagnostics& diagnostics) {
  out.session = Session::load(*out.job.compiled, out.job.request, diagnostics);
  if (!out.session) return false;
  CountRequest request{&out.job.compiled->artefact, &out.job.compiled->manifest,
                       &out.session->inputs(), &out.job.request};
  request.options.machine = counted_on(h200);
  auto counts = count(request, diagnostics);
  if (!counts || !out.session->run(machine, diagnostics)) return false;
  out.counts = std::move(*counts);
  const runtime::BuildCache cache = cache_of(options);
  out.text = count_text_beside(out.counts,
                               {*out.job.compiled, out.job.request, out.session->inputs(), cache},
                               out.text_note);
  if (options.verify && !out.session->verify(diagnostics)) return false;
  if (!out.session->time(machine, diagnostics)) return false;
  out.us = out.session->report().kernel_us;
  if (out.session->report().verdict() == runtime::report::Verdict::Fail)
    diagnostics.error(Code::Mismatch, {}, fmt::format("{} differs from reference math", out.name));
  return diagnostics.ok();
}

std::string first_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics.all())
    if (d.severity == Severity::Error) return d.message;
  return "";
}

std::vector<const Compared*> measured(const All& all) {
  std::vector<const Compared*> out;
  for (const auto& c : all)
    if (c->refusal.empty()) out.push_back(c.get());
  return out;
}

std::string times_text(const std::vector<const Compared*>& all, const Machine& machine,
                       const runtime::report::TextOptions& options) {
  using runtime::report::Align;
  std::vector<runtime::report::Table::Column> titles = {{""}};
  std::vector<std::string> cells = {machine.gpu() ? "time, " + machine.backend->info().name
                                                  : "emulation on the CPU"};
  for (const Compared* c : all) {
    titles.push_back({c->name, Align::Right});
    cells.push_back(runtime::report::time_text(c->us));
  }
  runtime::report::Table table(titles);
  table.row(cells);
  std::string out = table.text(options, 2);
  if (!machine.gpu())
    out +=
        "  Emulation says nothing about a GPU: the executor runs its threads one after the "
        "other.\n";
  return out;
}

std::string predictions_text(const std::vector<const Compared*>& all,
                             const runtime::report::TextOptions& options) {
  std::vector<PredictedColumn> columns;
  for (const Compared* c : all) columns.push_back({c->name, predict(c->counts, h200)});
  return prediction_table(columns, h200, options);
}

// Refused specs stand below the others, in the compiler's words.
std::string to_text(const All& all, const Machine& machine,
                    const runtime::report::TextOptions& options) {
  std::string out;
  std::vector<CountColumn> columns;
  std::vector<const TextCounts*> texts;
  for (const Compared* c : measured(all)) {
    columns.push_back({c->name, loops_text(c->job.compiled->artefact.loops), &c->counts});
    texts.push_back(&c->text);
  }
  // Requests are told of the text alone, if it is there of each.
  const bool all_texts =
      std::ranges::none_of(texts, [](const TextCounts* t) { return t->empty(); });
  if (!columns.empty())
    out = count_table(columns, options) + "\n" + predictions_text(measured(all), options) + "\n" +
          traffic_table(columns, 1 << 15, !all_texts, options) + "\n";
  if (std::string shared = shared_table(columns, options); !shared.empty() && !all_texts)
    out += shared + "\n";
  if (std::string text = text_counts_text(texts, options); !text.empty()) out += text + "\n";
  for (const Compared* c : measured(all))
    if (std::string of = residency_table(c->session->report().launches, options); !of.empty())
      out += of + "\n";
  if (!columns.empty()) out += times_text(measured(all), machine, options);
  for (const auto& c : all) {
    if (!c->refusal.empty()) out += fmt::format("  {}: refused: {}\n", c->name, c->refusal);
    if (!c->text_note.empty()) out += fmt::format("  {}: {}\n", c->name, c->text_note);
  }
  return out;
}

// As of a report.
nlohmann::ordered_json launches_json(const runtime::report::Report& report) {
  return nlohmann::ordered_json::parse(runtime::report::to_json(report))["launches"];
}

std::string to_json(const All& all, const Machine& machine) {
  nlohmann::ordered_json out = {{"device", machine.backend->info().name},
                                {"time_is", machine.gpu() ? "measured" : "emulation"},
                                {"mappings", nlohmann::ordered_json::array()}};
  for (const auto& c : all) {
    if (!c->refusal.empty()) {
      out["mappings"].push_back({{"spec", c->name}, {"refused", c->refusal}});
      continue;
    }
    out["mappings"].push_back({{"spec", c->name},
                               {"loops", loops_text(c->job.compiled->artefact.loops)},
                               {"counts", counts_json(c->counts)},
                               {"text", text_counts_json(c->text)},
                               {"predicted", prediction_json(predict(c->counts, h200), h200)},
                               {"launches", launches_json(c->session->report())},
                               {"us", c->us}});
  }
  return out.dump(2) + "\n";
}

}  // namespace

int compare_command(const std::vector<std::string>& arguments) {
  JobCommand command{"teaalc compare"};
  command.counted = true;
  CLI::App app;
  Console console;
  if (auto code = parse_job(app, command, arguments, console)) return *code;
  const std::vector<std::string> specs = take_specs(command);
  if (specs.size() < 2)
    return finish(console,
                  UsageError{"compare needs two specs or more",
                             "write `teaalc compare A.yaml B.yaml T=source…`; `teaalc run SPEC "
                             "--count` counts for one"},
                  command.name);
  Diagnostics diagnostics;  // of all specs
  All all;
  SourcePtr source;  // of the first spec that is refused
  const auto machine = select_machine(command.job.device, command.job.checked, diagnostics);
  if (!machine) return finish(console, diagnostics, nullptr, command.line);
  for (const std::string& spec : specs) {
    command.spec.spec = spec;
    Compared& one = *all.emplace_back(std::make_unique<Compared>(stem_of(spec)));
    Diagnostics found;
    UsageError error;
    const bool whole = prepare_job(command, true, one.job, error, found) &&
                       measure(one, command.job, *machine, found);
    if (!error.message.empty()) {
      console.show(found);
      return finish(console, error, command.name);
    }
    if (!whole) one.refusal = first_error(found);
    if (!whole && !source) source = one.job.source;
    for (const Diagnostic& d : found.all()) diagnostics.add(d);
  }
  if (command.job.json)
    console.print(to_json(all, *machine), diagnostics);
  else
    console.print(to_text(all, *machine, console.text_options()), diagnostics);
  return finish(console, diagnostics, source, command.line);
}

}  // namespace teaal::driver
