#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "compiler/driver/commands/cases.h"
#include "compiler/driver/commands/commands.h"
#include "compiler/driver/commands/interrupt.h"
#include "compiler/driver/job.h"

namespace teaal::driver {
namespace {

struct CheckCommand : JobCommand {
  int cases = 25;
  uint64_t seed = 1;
};

struct Failure {
  int number = 0;
  std::string machine, what, command;
};

class Check {
 public:
  Check(const CheckCommand& command, const Job& job, Console& console)
      : command_(command), job_(job), console_(console), compiled_(*job.compiled) {}

  bool choose_machines(Diagnostics&);
  void run(Diagnostics&);
  bool print_summary(Diagnostics&);
  nlohmann::ordered_json json() const;

 private:
  // As it was called: two folders may have specs of one name.
  const std::string& spec_name() const {
    return command_.spec.spec == "-" ? compiled_.manifest.spec_path : command_.spec.spec;
  }
  bool run_case(const Case&, Diagnostics&);
  std::optional<std::string> run_on(const Machine&, Session&, Diagnostics&);
  void fail(const Case&, const Machine&, const std::string& what);
  std::string repeat_command(const Case&, const Machine&) const;
  void progress(int done) const;
  std::string machine_names() const;

  const CheckCommand& command_;
  const Job& job_;
  Console& console_;
  const Compiled& compiled_;
  std::vector<Machine> machines_;
  std::vector<Failure> failures_;
  int done_ = 0;
  double worst_ = 0;                    // max error over bound
  runtime::report::SkipCounts counts_;  // of all cases, on the first machine
};

// The CPU executor in checked mode always, unless --device=gpu; the GPU too where there is one.
bool Check::choose_machines(Diagnostics& diagnostics) {
  const std::string& device = command_.job.device;
  if (device != "gpu")
    machines_.push_back(*select_machine("cpu", true, diagnostics, cache_of(command_.job)));
  if (device == "cpu" || command_.job.checked) return true;
  Diagnostics found;
  std::optional<Machine> gpu =
      select_machine("gpu", false, device == "gpu" ? diagnostics : found, cache_of(command_.job));
  if (gpu) machines_.push_back(std::move(*gpu));
  return gpu || device != "gpu";
}

std::string Check::machine_names() const {
  std::string out;
  for (const Machine& machine : machines_) {
    const auto& info = machine.backend->info();
    out += fmt::format("{}{} ({})", out.empty() ? "" : " and ", info.name, info.detail);
  }
  return out;
}

// What went wrong, or nothing. Errors that are no fault of the kernel stop the check.
std::optional<std::string> Check::run_on(const Machine& machine, Session& session,
                                         Diagnostics& diagnostics) {
  Diagnostics found;
  if (!session.run(machine, found))
    return found.all().empty() ? "the run failed" : found.all().back().message;
  if (command_.job.count && !session.count(diagnostics)) return std::nullopt;
  if (!session.report().findings.empty()) return session.report().findings.front();
  if (!session.verify(diagnostics)) return std::nullopt;
  worst_ = std::max(worst_, session.report().verification->max_error_over_bound());
  for (const auto& check : session.report().verification->outputs)
    if (check.comparison.mismatches > 0) return check.comparison.first_mismatch;
  return std::nullopt;
}

std::string Check::repeat_command(const Case& failed, const Machine& machine) const {
  std::vector<std::string> words = {"teaalc", "run", command_.spec.spec};
  for (const auto& [name, value] : job_.symbols)
    words.insert(words.end(), {"-D", fmt::format("{}={}", name, value)});
  for (const std::string& format : command_.spec.formats)
    words.insert(words.end(), {"--format", format});
  for (const std::string& name : command_.spec.statics) words.push_back("--static=" + name);
  if (command_.spec.value_type != "f32") words.push_back("--type=" + command_.spec.value_type);
  if (command_.spec.index_bits != "32") words.push_back("--index-bits=" + command_.spec.index_bits);
  words.insert(words.end(), failed.arguments.begin(), failed.arguments.end());
  words.push_back(machine.gpu() ? "--device=gpu" : "--checked");
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + shell_quoted(word);
  return out;
}

void Check::fail(const Case& failed, const Machine& machine, const std::string& what) {
  failures_.push_back(
      {failed.number, machine.backend->info().name, what, repeat_command(failed, machine)});
  if (console_.error_is_terminal()) std::fputs("\r\033[K", stderr);
  const Failure& f = failures_.back();
  if (!command_.job.json)
    fmt::print(stderr, "case {} failed on the {}: {}\n  {}\n", f.number, f.machine, f.what,
               f.command);
}

bool Check::run_case(const Case& next, Diagnostics& diagnostics) {
  auto session = Session::load(compiled_, next.request, diagnostics);
  if (!session) return false;
  for (const Machine& machine : machines_) {
    if (auto what = run_on(machine, *session, diagnostics)) fail(next, machine, *what);
    if (command_.job.count && &machine == &machines_.front() && session->report().counts)
      counts_.add(*session->report().counts);
    if (!diagnostics.ok()) return false;
  }
  return true;
}

void Check::progress(int done) const {
  if (!console_.error_is_terminal() || console_.quiet || console_.json_diagnostics) return;
  constexpr int width = 30;
  int filled = command_.cases > 0 ? done * width / command_.cases : width;
  fmt::print(stderr, "\r[{}{}] {}/{} cases, {} failed",
             std::string(static_cast<size_t>(filled), '='),
             std::string(static_cast<size_t>(width - filled), ' '), done, command_.cases,
             failures_.size());
  if (done == command_.cases) std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

void Check::run(Diagnostics& diagnostics) {
  CaseGenerator generator(compiled_.manifest, job_.given, job_.request.inputs.shapes,
                          command_.seed);
  catch_interrupt();
  for (int number = 0; number < command_.cases && !interrupted(); ++number) {
    if (!run_case(generator.make(number), diagnostics)) return;
    progress(++done_);
  }
  if (!failures_.empty())
    diagnostics.error(Code::Mismatch, {},
                      fmt::format("{} of {} runs went wrong", failures_.size(),
                                  static_cast<size_t>(done_) * machines_.size()));
}

nlohmann::ordered_json Check::json() const {
  nlohmann::ordered_json out = {{"spec", spec_name()},
                                {"machines", nlohmann::json::array()},
                                {"cases", done_},
                                {"seed", command_.seed},
                                {"max_error_over_bound", worst_},
                                {"failures", nlohmann::json::array()}};
  for (const Machine& machine : machines_) out["machines"].push_back(machine.backend->info().name);
  for (const Failure& f : failures_)
    out["failures"].push_back(
        {{"case", f.number}, {"machine", f.machine}, {"what", f.what}, {"command", f.command}});
  if (command_.job.count) out["counts"] = runtime::report::json_of(counts_);
  out["verdict"] = failures_.empty() ? "pass" : "fail";
  return out;
}

bool Check::print_summary(Diagnostics& diagnostics) {
  if (console_.quiet) return true;
  auto options = console_.text_options();
  std::string verdict = failures_.empty() ? runtime::report::green("PASS", options)
                                          : runtime::report::red("FAIL", options);
  std::string counted;
  if (command_.job.count) counted = to_text(counts_, options) + "\n";
  if (interrupted()) {
    if (console_.error_is_terminal()) std::fputs("\r\033[K", stderr);
    counted += fmt::format("interrupted after {} of {} cases\n", done_, command_.cases);
  }
  return console_.print(
      counted +
          fmt::format(
              "{}: {} cases (seed {}) on the {}: {} failed, max error {:.2g} of its bound\n{}\n",
              spec_name(), done_, command_.seed, machine_names(), failures_.size(), worst_,
              verdict),
      diagnostics);
}

// One spec of the command. `summary` gets what was done, in JSON, if cases were run.
int check_spec(const CheckCommand& command, Console console, nlohmann::ordered_json& summary) {
  Job job;
  Diagnostics diagnostics;
  if (auto code = prepare_job(command, false, job, console, diagnostics)) return *code;
  Check check(command, job, console);
  if (check.choose_machines(diagnostics)) {
    check.run(diagnostics);
    const bool finished = diagnostics.ok() || exit_code(diagnostics) == exit_failed_run;
    if (finished && command.job.json)
      summary = check.json();
    else if (finished)
      check.print_summary(diagnostics);
  }
  return finish(console, diagnostics, job.compiled->source, command.line);
}

}  // namespace

int check_command(const std::vector<std::string>& arguments) {
  CheckCommand command;
  command.name = "teaalc check";
  CLI::App app;
  Console console;
  app.add_option("--cases", command.cases, "How many cases (25)")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N");
  app.add_option("--seed", command.seed, "Another seed draws other cases (1)")->type_name("S");
  add_count_option(app, command.job,
                   "Count what patterns let blocks and warps skip, predicted and seen");
  if (auto code = parse_job(app, command, arguments, console)) return *code;
  if (!command.job.outputs.empty())
    return finish(console, {"check writes no outputs", "leave -o out, or use teaalc run"},
                  command.name);
  const std::vector<std::string> specs = take_specs(command);
  if (specs.empty())
    return finish(console, {"no spec is in the folder", "name a spec, or a folder with some"},
                  command.name);
  int code = exit_ok;
  auto summaries = nlohmann::ordered_json::array();
  for (const std::string& spec : specs) {
    if (interrupted()) break;
    command.spec.spec = spec;
    nlohmann::ordered_json summary;
    code = std::max(code, check_spec(command, console, summary));
    if (!summary.is_null()) summaries.push_back(std::move(summary));
  }
  Diagnostics diagnostics;
  if (command.job.json && !summaries.empty())
    console.print((specs.size() == 1 ? summaries.front() : summaries)
                          .dump(2, ' ', false, nlohmann::json::error_handler_t::replace) +
                      "\n",
                  diagnostics);
  code = std::max(code, finish(console, diagnostics, nullptr, command.line));
  if (interrupted()) end_interrupted();
  return code;
}

}  // namespace teaal::driver
