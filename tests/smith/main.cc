#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <thread>

#include "tests/smith/coverage.h"
#include "tests/smith/generate.h"
#include "tests/smith/shrink.h"
#include "tests/smith/workers.h"
#include "tests/smith/write_spec.h"

namespace teaal::smith {
namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  int64_t cases = 1000;
  uint64_t seed = 1;
  std::string device = "cpu", out = "smith-failures";
  double checked = 0.1, seconds = 1e9, shrink_seconds = 60;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::string> only, without;
  std::vector<uint64_t> replay;
  bool metamorphic = false, print = false;
  int most_failures = 200, most_shrunk = 3;

  JudgeOptions judge() const { return {device == "gpu", checked, metamorphic}; }
};

// Case n of seed S has a seed of its own, so that it can be repeated alone.
constexpr uint64_t seeds_apart = 1'000'000'000;

class Smith {
 public:
  explicit Smith(const Options& options) : options_(options) {}

  int run() {
    judge_all(
        options_.judge(), options_.jobs, [&] { return next(); },
        [&](uint64_t seed, const Outcome& outcome) { done(seed, outcome); });
    clear_line();
    fmt::print("{}\n", coverage_.table());
    for (const auto& [kind, count] : kinds_) fmt::print("{:>8} failed: {}\n", count, kind);
    fmt::print("{}\n", coverage_.summary());
    return coverage_.failed() > 0 ? 1 : 0;
  }

 private:
  std::optional<uint64_t> next() {
    if (asked_ >= options_.cases || coverage_.failed() >= options_.most_failures)
      return std::nullopt;
    ++asked_;
    while (std::chrono::duration<double>(Clock::now() - start_).count() <= options_.seconds) {
      const uint64_t seed = options_.seed * seeds_apart + drawn_++;
      if (wanted(seed)) return seed;
    }
    return std::nullopt;
  }

  bool wanted(uint64_t seed) const {
    if (options_.only.empty() && options_.without.empty()) return true;
    const std::set<std::string> found = features(generate(seed));
    for (const std::string& feature : options_.only)
      if (!found.count(feature)) return false;
    for (const std::string& feature : options_.without)
      if (found.count(feature)) return false;
    return true;
  }

  void done(uint64_t seed, const Outcome& outcome) {
    const Case c = generate(seed);
    coverage_.add(c, outcome);
    if (outcome.failed()) fail(c, outcome);
    progress();
  }

  // Failures of one kind are shrunk a few times, then only counted.
  void fail(const Case& c, const Outcome& outcome) {
    clear_line();
    const int before = kinds_[outcome.kind_of_failure()]++;
    fmt::print("case {} failed: {}: {}\n", c.seed, outcome.what,
               outcome.text.substr(0, outcome.text.find('\n')));
    std::fflush(stdout);
    if (before >= options_.most_shrunk) return;
    const JudgeOptions options = options_.judge();
    const Case small = shrink(
        c, outcome, [&](const Case& smaller) { return judge_apart(smaller, options); },
        options_.shrink_seconds);
    const std::string folder = fmt::format("{}/{}", options_.out, c.seed);
    write_case(small, runs_checked(small, options), folder, outcome.what + ": " + outcome.text);
    fmt::print("  shrunk to {0}; repeat it with teaal_smith --replay={1}\n{2}", folder, c.seed,
               spec_text(small));
    std::fflush(stdout);
  }

  void clear_line() const {
    if (isatty(STDERR_FILENO)) std::fputs("\r\033[K", stderr);
  }

  void progress() {
    if (!isatty(STDERR_FILENO)) return;
    constexpr int64_t width = 30;
    const int64_t filled = std::min(width, coverage_.cases() * width / options_.cases);
    fmt::print(stderr, "\r[{}{}] {}/{} cases, {} failed",
               std::string(static_cast<size_t>(filled), '='),
               std::string(static_cast<size_t>(width - filled), ' '), coverage_.cases(),
               options_.cases, coverage_.failed());
    std::fflush(stderr);
  }

  const Options& options_;
  Coverage coverage_;
  std::map<std::string, int> kinds_;
  Clock::time_point start_ = Clock::now();
  int64_t asked_ = 0;
  uint64_t drawn_ = 0;
};

bool replay(const Options& options, uint64_t seed) {
  const Case c = generate(seed);
  if (options.print || options.replay.size() == 1) fmt::print("{}", spec_text(c));
  if (options.print) return true;
  const Outcome outcome = judge_apart(c, options.judge());
  const char* verdict = outcome.failed()                         ? "FAILED: "
                        : outcome.kind == Outcome::Kind::Refused ? "refused: "
                                                                 : "passed";
  fmt::print("{}: {}{}{}\n", seed, verdict, outcome.what,
             outcome.text.empty() ? "" : ": " + outcome.text);
  write_case(c, runs_checked(c, options.judge()), fmt::format("{}/{}-whole", options.out, seed),
             outcome.what);
  return !outcome.failed();
}

int replay(const Options& options) {
  bool ok = true;
  for (uint64_t seed : options.replay) ok = replay(options, seed) && ok;
  return ok ? 0 : 1;
}

int run(int count, char** arguments) {
  Options options;
  CLI::App app(
      "Makes valid specs with data, compiles and runs them, and compares with their definition.");
  app.add_option("--cases", options.cases, "How many (1000)");
  app.add_option("--seed", options.seed, "Another seed draws other cases (1)");
  app.add_option("--device", options.device, "cpu or gpu (cpu)")
      ->check(CLI::IsMember({"cpu", "gpu"}));
  app.add_option("--checked", options.checked, "Share of cases in checked mode (0.1)")
      ->check(CLI::Range(0.0, 1.0));
  app.add_option("--only", options.only, "Only cases with all of these features")
      ->delimiter(',')
      ->check(CLI::IsMember(all_features()));
  app.add_option("--without", options.without, "Only cases without these features")
      ->delimiter(',')
      ->check(CLI::IsMember(all_features()));
  app.add_option("--time", options.seconds, "Start no case after so many seconds");
  app.add_option("--jobs", options.jobs, "Processes (one a core)")->check(CLI::Range(1, 256));
  app.add_option("--out", options.out, "Folder for failing cases (smith-failures)");
  app.add_option("--replay", options.replay, "Repeat the cases with these seeds")->delimiter(',');
  app.add_option("--shrink-time", options.shrink_seconds, "Seconds to shrink a failing case (60)");
  app.add_option("--most-failures", options.most_failures, "Stop after so many (200)");
  app.add_option("--most-shrunk", options.most_shrunk,
                 "Failures of one kind that are shrunk (3); others are counted");
  app.add_flag("--metamorphic", options.metamorphic,
               "Also compare with changed forms of each case");
  app.add_flag("--print", options.print, "With --replay: print the spec only");
  CLI11_PARSE(app, count, arguments);
  if (options.device == "gpu" && !options.print) {
    const Outcome probe = apart([] {
      Outcome out;
      out.text = missing_gpu();
      return out;
    });
    if (!probe.text.empty()) {
      fmt::print(stderr, "teaal_smith: {}\n", probe.text);
      return 3;
    }
  }
  return !options.replay.empty() ? replay(options) : Smith(options).run();
}

}  // namespace
}  // namespace teaal::smith

int main(int count, char** arguments) { return teaal::smith::run(count, arguments); }
