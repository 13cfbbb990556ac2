#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <limits>
#include <nlohmann/json.hpp>

#include "compiler/driver/commands/commands.h"
#include "compiler/driver/commands/interrupt.h"
#include "compiler/driver/output_files.h"
#include "compiler/driver/tune/candidates.h"
#include "compiler/driver/tune/outcomes.h"
#include "compiler/driver/tune/tune_report.h"
#include "compiler/driver/tune/winner_spec.h"
#include "runtime/plan/arguments.h"

namespace teaal::driver {
namespace {

using Clock = std::chrono::steady_clock;

struct TuneCommand : JobCommand {
  std::string budget = "60s", orders, output;
};

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// `60s`, `2m`, `500ms`, or a number of seconds.
std::optional<double> parse_duration(const std::string& text) {
  for (const auto& [unit, seconds] : {std::pair{"ms", 1e-3}, {"s", 1.0}, {"m", 60.0}, {"", 1.0}}) {
    if (!text.ends_with(unit)) continue;
    const auto value =
        runtime::plan::parse_real(text.substr(0, text.size() - std::string(unit).size()));
    if (value && *value > 0 && *value < 1e9) return *value * seconds;
  }
  return std::nullopt;
}

// On a terminal: how far the search is, and what is the best so far.
class TuneBar {
 public:
  explicit TuneBar(const Console& console)
      : shown_(console.error_is_terminal() && !console.quiet && !console.json_diagnostics) {}
  ~TuneBar() {
    if (shown_) std::fputs("\r\033[K", stderr);
  }
  TuneBar(const TuneBar&) = delete;
  TuneBar& operator=(const TuneBar&) = delete;

  void show(size_t done, size_t of, const std::string& best) const {
    if (!shown_) return;
    constexpr size_t width = 30;
    const size_t filled = done * width / std::max<size_t>(of, 1);
    fmt::print(stderr, "\r[{}{}] {}/{} candidates{}\033[K", std::string(filled, '='),
               std::string(width - filled, ' '), done, of, best.empty() ? "" : ", best: " + best);
    std::fflush(stderr);
  }

 private:
  bool shown_;
};

class Tuning {
 public:
  Tuning(TuneCommand& command, Console& console) : command_(command), console_(console) {}

  int run() {
    UsageError error;
    if (!read_options(error)) return finish(console_, error, command_.name);
    machine_ = select_machine(command_.job.device, false, diagnostics_, cache_of(command_.job));
    const std::vector<std::string> paths = take_specs(command_);
    if (paths.empty())
      return finish(console_, UsageError{"no spec is in the folder", "name a spec"}, command_.name);
    if (!machine_ || !read_tuned_specs(command_, paths, options_.overrides, specs_, diagnostics_))
      return end();
    if (!first_compiles(error))
      return error.message.empty() ? end() : finish(console_, error, command_.name);
    auto candidates = candidates_of(specs_, command_.orders == "all", diagnostics_);
    if (!candidates) return end();
    candidates_ = std::move(candidates->all);
    out_.cut = candidates->cut;
    const Clock::time_point begin = Clock::now();
    Trials trials(candidates_, *machine_, diagnostics_);
    const std::string key = key_of_outcome(trials);
    if (!recall(key, trials)) search(trials);
    verify(trials);
    if (!key.empty() && out_.found.whole && out_.best && out_.remembered.empty())
      store_outcome(cache_of(command_.job), key, candidates_, trials.all());
    out_.elapsed_s = seconds_since(begin);
    report(trials);
    const int code = end();
    if (interrupted()) end_interrupted();
    return code;
  }

 private:
  int end() {
    return finish(console_, diagnostics_, specs_.empty() ? nullptr : specs_.front().source,
                  command_.line);
  }

  bool read_options(UsageError& error) {
    const auto budget = parse_duration(command_.budget);
    if (!budget) {
      error = {fmt::format("--budget={} is no time", command_.budget),
               "write it like --budget=60s"};
      return false;
    }
    out_.budget_s = *budget;
    return read_compile_options(command_.spec, options_, error);
  }

  // What is wrong with the command line or the inputs is told before anything is tried.
  bool first_compiles(UsageError& error) {
    Diagnostics found;
    JobCommand command = specs_.front().command;
    command.kernel_text = true;
    const bool whole = prepare_job(command, true, first_, error, found);
    if (!error.message.empty()) return false;
    for (const Diagnostic& d : found.all())
      if (whole || !is_refusal(d)) diagnostics_.add(d);
    return diagnostics_.ok() && (command_.output.empty() || spares_inputs());
  }

  // Another candidate may do what this one cannot.
  static bool is_refusal(const Diagnostic& d) {
    return d.severity != Severity::Error || d.code == Code::Unsupported;
  }

  bool spares_inputs() {
    std::string read;
    for (const TunedSpec& spec : specs_)
      if (same_file(command_.output, spec.path)) read = "the spec " + spec.path;
    for (const std::string& text : command_.job.assignments)
      if (const auto pair = runtime::plan::split_assignment(text))
        if (same_file(command_.output, pair->second.substr(0, pair->second.find(','))))
          read = "input " + pair->first;
    if (read.empty()) return true;
    diagnostics_.error(
        Code::Usage, {},
        fmt::format("-o {} would overwrite {}; name another file", command_.output, read));
    return false;
  }

  // Empty where outcomes are not kept.
  std::string key_of_outcome(Trials& trials) {
    if (!cache_of(command_.job).keeps() || !first_.compiled) return {};
    const runtime::plan::Inputs* inputs = trials.load(first_);
    if (!inputs) return {};
    OutcomeKey key{&candidates_, {}, machine_->backend->info().name, inputs};
    for (const TunedSpec& spec : specs_) key.specs.push_back(spec.source);
    return key_of(key);
  }

  bool recall(const std::string& key, Trials& trials) {
    if (key.empty()) return false;
    auto known = load_outcome(cache_of(command_.job), key, candidates_);
    if (!known) return false;
    for (const Trial& trial : *known) out_.found.us.push_back(trial.us);
    out_.found.tried.assign(known->size(), true);
    out_.found.whole = true;
    out_.remembered =
        "from the cache: inputs of this structure were tuned before; --no-cache searches anew";
    trials.recall(std::move(*known));
    return true;
  }

  void search(Trials& trials) {
    catch_interrupt();
    TuneBar bar(console_);
    const Clock::time_point begin = Clock::now();
    size_t best = 0;
    double best_us = std::numeric_limits<double>::infinity();
    SearchRequest request;
    request.candidates = candidates_.size();
    request.budget_s = out_.budget_s;
    request.noisy = machine_->gpu();
    request.measure = [&](size_t candidate, int repeat) {
      auto us = trials.measure(candidate, repeat);
      if (us && *us < best_us) best_us = *us, best = candidate;
      return us;
    };
    if (machine_->gpu()) request.predict = [&](size_t c) { return trials.predict(c); };
    request.now = [&] { return seconds_since(begin); };
    request.interrupted = [&] { return interrupted() || trials.lost(); };
    request.progress = [&](size_t done, size_t of) {
      const bool any = best_us < std::numeric_limits<double>::infinity();
      bar.show(done, of,
               any ? candidates_[best].label + " " + runtime::report::time_text(best_us) : "");
    };
    out_.found = driver::search(request);
  }

  // The fastest first; of those that are as fast as it, the one that changes least.
  std::vector<size_t> preferred() const {
    constexpr double as_fast = 1.01;
    std::vector<size_t> out = out_.found.ranking();
    const auto behind = std::ranges::find_if(out, [&](size_t candidate) {
      return *out_.found.us[candidate] > as_fast * *out_.found.us[out.front()];
    });
    std::stable_sort(out.begin(), behind, [&](size_t a, size_t b) {
      return candidates_[a].choice.changes() < candidates_[b].choice.changes();
    });
    return out;
  }

  // The best one whose result is right; those that are wrong lose their time.
  void verify(Trials& trials) {
    if (interrupted() || trials.lost()) return;
    for (const size_t candidate : preferred()) {
      if (trials.verify(candidate)) {
        out_.best = candidate;
        out_.error_over_bound = trials.error_over_bound();
        return;
      }
      out_.found.us[candidate].reset();
    }
  }

  void report(const Trials& trials) {
    if (trials.lost()) return;
    for (size_t i = 0; i < candidates_.size(); ++i) out_.trials.push_back(trials.at(i));
    out_.spec = specs_.front().path;
    out_.candidates = &candidates_;
    out_.device = machine_->backend->info().name;
    out_.measured = machine_->gpu();
    out_.reason = machine_->reason;
    std::vector<std::string> texts;
    for (const auto& e : first_.compiled ? first_.compiled->manifest.cascade
                                         : std::vector<runtime::ManifestEinsum>{})
      texts.push_back(e.text);
    out_.expressions = fmt::format("{}", fmt::join(texts, "; "));
    if (!out_.best && !interrupted()) tell_refusals();
    if (command_.job.json)
      console_.print(
          to_json(out_).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n",
          diagnostics_);
    else if (!console_.quiet)
      console_.print(to_text(out_, console_.text_options()), diagnostics_);
    if (out_.best && !command_.output.empty() && !interrupted()) write();
  }

  // Nothing is right: the errors are those of the spec as it is given.
  void tell_refusals() {
    if (!diagnostics_.ok()) return;
    Job job;
    UsageError ignored;
    prepare_job(candidates_.front().command, true, job, ignored, diagnostics_);
    if (diagnostics_.ok())
      diagnostics_.error(Code::RunFailed, {specs_.front().source},
                         "no candidate gave a right result: " + out_.trials.front().refusal);
  }

  void write() {
    const Candidate& best = candidates_[*out_.best];
    const auto spec = std::ranges::find(specs_, best.spec, &TunedSpec::path);
    CompileOptions options;
    UsageError ignored;
    read_compile_options(spec->command.spec, options, ignored);
    Choice choice = best.choice;
    choice.symbols.insert(spec->meaning.begin(), spec->meaning.end());
    const auto text = winner_spec(spec->source, choice, options, diagnostics_);
    if (text && write_files({{command_.output, *text}}, diagnostics_))
      console_.say("wrote " + command_.output);
  }

  TuneCommand& command_;
  Console& console_;
  Diagnostics diagnostics_;
  CompileOptions options_;
  std::optional<Machine> machine_;
  std::vector<TunedSpec> specs_;
  std::vector<Candidate> candidates_;
  Job first_;
  TuneOutcome out_;
};

}  // namespace

int tune_command(const std::vector<std::string>& arguments) {
  TuneCommand command;
  command.name = "teaalc tune";
  command.line = arguments;
  command.line.insert(command.line.begin(), command.name);
  CLI::App app;
  Console console;
  add_spec_options(app, command.spec);
  add_input_options(app, command.job);
  app.add_option("--budget", command.budget, "How long to search, such as 90s, 5m or 500ms (60s)")
      ->type_name("TIME");
  app.add_option("--orders", command.orders,
                 "all: the loop orders of the longest expression are candidates, too")
      ->check(CLI::IsMember({"all"}))
      ->type_name("");
  app.add_option("-o", command.output, "Write the best spec: SPEC with what was chosen in it")
      ->type_name("FILE");
  add_console_options(app, command.console);
  if (auto code = parse(app, command.name, command.console, arguments, console)) return *code;
  return Tuning(command, console).run();
}

}  // namespace teaal::driver
