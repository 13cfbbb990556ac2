#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "compiler/driver/commands/commands.h"
#include "compiler/driver/commands/test_file.h"
#include "compiler/driver/job.h"
#include "compiler/driver/output_files.h"
#include "compiler/driver/tune/other_spec.h"

namespace teaal::driver {
namespace {

namespace fs = std::filesystem;

struct TestCommand {
  std::vector<std::string> paths;
  std::string device = "auto", junit;
  int jobs = 1;
  bool update = false, cache = true, list = false;
  std::vector<std::string> only;  // labels of units
  ConsoleOptions console;
};

// A test on a device.
struct Unit {
  const SpecTest* test;
  std::string device;

  std::string label() const { return fmt::format("{} ({})", test->name, device); }
  std::string name() const { return fmt::format("{}: {}", test->spec, label()); }
};

struct Outcome {
  int code = exit_bug;
  double seconds = 0;
  std::string text = "the process that ran it was killed";  // what went wrong
};

JobCommand job_of(const Unit& unit, const TestCommand& command) {
  JobCommand out;
  out.job.cache = command.cache;
  out.name = "teaalc test";
  out.spec.spec = unit.test->spec;
  out.spec.defines = unit.test->symbols;
  out.spec.formats = unit.test->formats;
  out.spec.value_type = unit.test->value_type;
  out.job.assignments = unit.test->assignments;
  out.job.shapes = unit.test->shapes;
  out.job.checked = unit.device == "checked";
  out.job.device = out.job.checked ? "cpu" : unit.device;
  for (const Expectation& one : unit.test->expectations)
    if (command.update && !one.inlined()) out.job.outputs.push_back(one.tensor + "=" + one.source);
  out.line = {"teaalc", "test", unit.test->spec};
  if (unit.test->mapping == "auto") out.job.mapping = "auto";
  return out;
}

bool run_job(const JobCommand& command, Job& job, Diagnostics& diagnostics) {
  std::optional<Machine> machine =
      select_machine(command.job.device, command.job.checked, diagnostics, cache_of(command.job));
  if (!machine) return false;
  auto session = Session::load(*job.compiled, job.request, diagnostics);
  if (!session || !run_session(command.job, *session, *machine, diagnostics)) return false;
  add_failures(job, *session, diagnostics);
  return diagnostics.ok() && write_outputs(job, *session, diagnostics);
}

std::string text_of(const UsageError& error, const Diagnostics& diagnostics) {
  std::string out = error.message.empty() ? "" : "error: " + error.message + "\n";
  for (const Diagnostic& d : diagnostics.all())
    if (d.severity == Severity::Error) out += render(d);
  return out;
}

// The command and the expectations of a unit, by the names of the spec whose mapping it takes.
bool take_mapping_of(const Unit& unit, JobCommand& command, std::vector<Expectation>& expectations,
                     Diagnostics& diagnostics) {
  const std::string& mapping = unit.test->mapping;
  if (mapping == "spec" || mapping == "auto") return true;
  const auto renamed = take_spec(command, mapping, diagnostics);
  if (!renamed) return false;
  for (Expectation& one : expectations)
    if (const auto found = renamed->find(one.tensor); found != renamed->end())
      one.tensor = found->second;
  return true;
}

Outcome run(const Unit& unit, const TestCommand& test_command) {
  const auto begin = std::chrono::steady_clock::now();
  JobCommand command = job_of(unit, test_command);
  Job job;
  UsageError error;
  Diagnostics diagnostics;
  // Tensors that a test expects are stored, whether they are compared or written anew.
  for (const Expectation& one : unit.test->expectations)
    if (!test_command.update || one.inlined()) job.expectations.push_back(one);
  if (take_mapping_of(unit, command, job.expectations, diagnostics) &&
      prepare_job(command, true, job, error, diagnostics))
    run_job(command, job, diagnostics);
  Outcome out;
  out.code = error.message.empty() ? exit_code(diagnostics) : exit_usage;
  out.text = text_of(error, diagnostics);
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return out;
}

// ---- Processes ----
// Each unit has a process of its own: several run at a time, and one that crashes is one failure.

struct Running {
  pid_t process;
  int pipe;
  size_t unit;
};

void write_outcome(int pipe, const Outcome& outcome) {
  const std::string text = nlohmann::json{
      {"code", outcome.code},
      {"seconds", outcome.seconds},
      {"text", outcome.text}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  for (size_t done = 0; done < text.size();) {
    const ssize_t wrote = write(pipe, text.data() + done, text.size() - done);
    if (wrote <= 0) return;
    done += static_cast<size_t>(wrote);
  }
}

Outcome read_outcome(int pipe) {
  std::string text;
  char part[4096];
  for (ssize_t got; (got = read(pipe, part, sizeof part)) > 0;)
    text.append(part, static_cast<size_t>(got));
  Outcome out;
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return out;
  out.code = json.at("code");
  out.seconds = json.at("seconds");
  out.text = json.at("text");
  return out;
}

class Units {
 public:
  Units(const std::vector<Unit>& units, const TestCommand& command)
      : units_(units), command_(command), outcomes_(units.size()) {}

  std::vector<Outcome> run() {
    const auto most = static_cast<size_t>(command_.jobs);
    for (size_t next = 0; next < units_.size() || !running_.empty();) {
      if (next < units_.size() && running_.size() < most)
        start(next++);
      else
        finish();
    }
    return std::move(outcomes_);
  }

 private:
  void start(size_t unit) {
    std::fflush(nullptr);
    int ends[2];
    if (pipe(ends) != 0) return fail(unit, "no pipe could be made");
    const pid_t process = fork();
    if (process == 0) {
      close(ends[0]);
      write_outcome(ends[1], driver::run(units_[unit], command_));
      _exit(0);
    }
    close(ends[1]);
    if (process > 0) {
      running_.push_back({process, ends[0], unit});
      return;
    }
    close(ends[0]);
    fail(unit, "no process could be started");
  }

  void fail(size_t unit, const std::string& why) {
    outcomes_[unit].text = why;
    outcomes_[unit].code = exit_failed_run;
    tell(unit);
  }

  // The oldest one: lines come in the order of the tests.
  void finish() {
    const Running done = running_.front();
    running_.erase(running_.begin());
    outcomes_[done.unit] = read_outcome(done.pipe);
    close(done.pipe);
    waitpid(done.process, nullptr, 0);
    tell(done.unit);
  }

  void tell(size_t unit) const {
    const Outcome& outcome = outcomes_[unit];
    if (command_.console.quiet && outcome.code == exit_ok) return;
    fmt::print("{} {} {:.2f} s\n{}", outcome.code == exit_ok ? "PASS" : "FAIL", units_[unit].name(),
               outcome.seconds, outcome.text);
    std::fflush(stdout);
  }

  const std::vector<Unit>& units_;
  const TestCommand& command_;
  std::vector<Outcome> outcomes_;
  std::vector<Running> running_;
};

// ---- JUnit ----

std::string xml(const std::string& text) {
  std::string out;
  for (char c : text) {
    const bool control = static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += control ? '?' : c;
  }
  return out;
}

std::string junit_text(const std::vector<Unit>& units, const std::vector<Outcome>& outcomes) {
  std::string cases;
  int failures = 0;
  for (size_t i = 0; i < units.size(); ++i) {
    const Outcome& outcome = outcomes[i];
    cases += fmt::format("  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"",
                         xml(units[i].test->spec),
                         xml(units[i].test->name + " on " + units[i].device), outcome.seconds);
    if (outcome.code == exit_ok) {
      cases += "/>\n";
      continue;
    }
    ++failures;
    cases += fmt::format(">\n    <failure message=\"{}\">{}</failure>\n  </testcase>\n",
                         xml(outcome.text.substr(0, outcome.text.find('\n'))), xml(outcome.text));
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"teaalc\" tests=\"{}\" failures=\"{}\">\n{}</testsuite>\n",
      units.size(), failures, cases);
}

// ---- Which tests ----

std::vector<SpecTest> tests_of(const TestCommand& command, Diagnostics& diagnostics) {
  std::vector<std::string> files;
  for (const std::string& path : command.paths) {
    std::error_code ignored;
    const bool folder = fs::is_directory(path, ignored);
    const std::vector<std::string> more =
        folder ? files_with_tests(path) : std::vector<std::string>{path};
    files.insert(files.end(), more.begin(), more.end());
  }
  std::vector<SpecTest> out;
  for (const std::string& file : files)
    for (SpecTest& test : read_tests(file, diagnostics)) out.push_back(std::move(test));
  return out;
}

std::vector<Unit> units_on(const std::vector<SpecTest>& tests, const std::string& device) {
  std::vector<Unit> out;
  for (const SpecTest& test : tests) {
    if (test.devices.empty() || device != "auto") {
      const bool elsewhere =
          !test.devices.empty() &&
          std::find(test.devices.begin(), test.devices.end(), device) == test.devices.end();
      if (!elsewhere) out.push_back({&test, device});
      continue;
    }
    for (const std::string& one : test.devices) out.push_back({&test, one});
  }
  return out;
}

std::vector<Unit> units_of(const std::vector<SpecTest>& tests, const TestCommand& command) {
  std::vector<Unit> out = units_on(tests, command.device);
  if (!command.only.empty())
    std::erase_if(out, [&](const Unit& unit) {
      return std::ranges::find(command.only, unit.label()) == command.only.end() &&
             std::ranges::find(command.only, unit.test->name) == command.only.end();
    });
  return out;
}

int worst_of(const std::vector<Outcome>& outcomes) {
  int out = exit_ok;
  for (const Outcome& outcome : outcomes)
    if (outcome.code != exit_ok)
      out = std::max<int>(out, outcome.code == exit_bug ? exit_bug : exit_failed_run);
  return out;
}

// What would run, a line each: the spec, a tab, what --only calls it.
int list(const std::vector<Unit>& units, Console& console, const std::vector<std::string>& line) {
  std::string text;
  for (const Unit& unit : units) text += unit.test->spec + "\t" + unit.label() + "\n";
  Diagnostics diagnostics;
  console.print(text, diagnostics);
  return finish(console, diagnostics, nullptr, line);
}

int run_tests(const TestCommand& command, Console& console, const std::vector<std::string>& line) {
  Diagnostics diagnostics;
  const std::vector<SpecTest> tests = tests_of(command, diagnostics);
  if (!diagnostics.ok()) return finish(console, diagnostics, nullptr, line);
  const std::vector<Unit> units = units_of(tests, command);
  if (units.empty())
    return finish(console,
                  {fmt::format("no tests were found{}", tests.empty() ? ""
                                                        : !command.only.empty()
                                                            ? " of this name; --list names them"
                                                            : " for --device=" + command.device),
                   "a spec has them under 'tests:', or in NAME.test.yaml beside it; `teaalc test "
                   "--help` shows one"},
                  "teaalc test");
  console.show(diagnostics);
  if (command.list) return list(units, console, line);
  const std::vector<Outcome> outcomes = Units(units, command).run();
  const auto failed = std::ranges::count_if(
      outcomes, [](const Outcome& outcome) { return outcome.code != exit_ok; });
  const size_t passed = outcomes.size() - static_cast<size_t>(failed);
  if (!command.junit.empty() &&
      !write_files({{command.junit, junit_text(units, outcomes)}}, diagnostics))
    return finish(console, diagnostics, nullptr, line);
  if (!console.print(fmt::format("{} passed, {} failed\n", passed, failed), diagnostics))
    return finish(console, diagnostics, nullptr, line);
  return worst_of(outcomes);
}

}  // namespace

int test_command(const std::vector<std::string>& arguments) {
  TestCommand command;
  CLI::App app;
  Console console;
  app.add_option("PATH", command.paths, "Specs, files of tests, or folders")
      ->required()
      ->type_name("");
  app.add_option("-j", command.jobs, "How many tests run at a time (1)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  app.add_option("--device", command.device, "Where to run those that do not say")
      ->check(CLI::IsMember({"auto", "cpu", "gpu", "checked"}))
      ->type_name("");
  app.add_option("--junit", command.junit, "Also write the results as JUnit XML")
      ->type_name("FILE");
  app.add_flag("--list", command.list, "Name the tests, and run none");
  app.add_option("--only", command.only, "Of all tests that of this name, as --list has it")
      ->take_all()
      ->expected(1)
      ->type_name("NAME");
  app.add_flag("--update", command.update, "Write the files that tests expect anew");
  app.add_flag("!--no-cache", command.cache, "Compile and build anew, and keep nothing of it");
  add_console_options(app, command.console);
  if (auto code = parse(app, "teaalc test", command.console, arguments, console)) return *code;
  std::vector<std::string> line = {"teaalc", "test"};
  line.insert(line.end(), arguments.begin(), arguments.end());
  return run_tests(command, console, line);
}

}  // namespace teaal::driver
