#include "tests/smith/workers.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <vector>

#include "tests/smith/generate.h"

namespace teaal::smith {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;

std::string line_of(const Outcome& outcome) {
  Json out = {static_cast<int>(outcome.kind),
              outcome.what,
              outcome.text,
              outcome.compile_us,
              outcome.build_us,
              outcome.run_us,
              outcome.check_us};
  return out.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Outcome outcome_of(const std::string& line) {
  const Json in = Json::parse(line);
  return {static_cast<Outcome::Kind>(in[0].get<int>()), in[1], in[2], in[3], in[4], in[5], in[6]};
}

void write_all(int file, const std::string& text) {
  for (size_t at = 0; at < text.size();) {
    const ssize_t count = write(file, text.data() + at, text.size() - at);
    if (count <= 0) _exit(1);
    at += static_cast<size_t>(count);
  }
}

// A child process that answers each seed with one line, or `only` one question.
class Worker {
 public:
  explicit Worker(const JudgeOptions& options, const std::function<Outcome()>& only = {}) {
    int down[2] = {-1, -1}, up[2] = {-1, -1};
    if (pipe(down) != 0 || pipe(up) != 0) throw std::runtime_error("no pipe");
    pid_ = fork();
    if (pid_ < 0) throw std::runtime_error("no process");
    if (pid_ == 0) {
      close(down[1]);
      close(up[0]);
      only ? write_all(up[1], line_of(only())) : serve(options, down[0], up[1]);
      _exit(0);
    }
    close(down[0]);
    close(up[1]);
    to_ = down[1];
    from_ = up[0];
    start_ = Clock::now();
  }

  ~Worker() {
    close(to_);
    close(from_);
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
  }
  Worker(const Worker&) = delete;

  void ask(uint64_t seed) {
    seed_ = seed;
    start_ = Clock::now();
    processor_start_ = processor_seconds();
    ++asked_;
    write_all(to_, fmt::format("{}\n", seed));
  }

  // The answer, if it is complete, or what became of the process.
  std::optional<Outcome> read_answer() {
    char buffer[4096];
    const ssize_t count = read(from_, buffer, sizeof buffer);
    if (count <= 0) return ended();
    line_.append(buffer, static_cast<size_t>(count));
    if (line_.back() != '\n') return std::nullopt;
    Outcome out = outcome_of(line_);
    line_.clear();
    return out;
  }

  Outcome hung(double limit) {
    kill(pid_, SIGKILL);
    ended();
    return {Outcome::Kind::Failed, "hang", fmt::format("no answer in {} s", limit)};
  }

  // Processor time since the last question; on a busy machine a tenth of the clock's, for a process
  // may hang without working.
  double seconds() const {
    const double passed = std::chrono::duration<double>(Clock::now() - start_).count();
    return std::max(processor_seconds() - processor_start_, passed / 10);
  }
  bool alive() const { return pid_ > 0; }
  bool worn_out() const { return asked_ >= 400; }  // LLVM keeps some memory for good
  int file() const { return from_; }
  std::optional<uint64_t>& seed() { return seed_; }

 private:
  static void serve(const JudgeOptions& options, int in, int out) {
    FILE* seeds = fdopen(in, "r");
    unsigned long long seed = 0;
    while (std::fscanf(seeds, "%llu", &seed) == 1)
      write_all(out, line_of(judge(generate(seed), options)));
  }

  double processor_seconds() const {
    clockid_t clock = 0;
    timespec used{};
    if (clock_getcpuclockid(pid_, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
  }

  Outcome ended() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    const std::string text = WIFSIGNALED(status) ? fmt::format("signal {} ({})", WTERMSIG(status),
                                                               strsignal(WTERMSIG(status)))
                                                 : fmt::format("exit {}", WEXITSTATUS(status));
    return {Outcome::Kind::Failed, "crash", text};
  }

  pid_t pid_ = -1;
  int to_ = -1, from_ = -1, asked_ = 0;
  std::string line_;
  std::optional<uint64_t> seed_;
  Clock::time_point start_;
  double processor_start_ = 0;
};

// Waits until one of the workers says something; at most a second.
void wait_for(const std::vector<std::unique_ptr<Worker>>& workers, std::vector<bool>& ready) {
  std::vector<pollfd> files;
  for (const auto& worker : workers) files.push_back({worker->file(), POLLIN, 0});
  poll(files.data(), files.size(), 1000);
  ready.clear();
  for (const pollfd& file : files) ready.push_back(file.revents != 0);
}

}  // namespace

Outcome apart(const std::function<Outcome()>& judge, double seconds) {
  std::vector<std::unique_ptr<Worker>> one;
  one.push_back(std::make_unique<Worker>(JudgeOptions(), judge));
  for (std::vector<bool> ready; one[0]->seconds() < seconds;) {
    wait_for(one, ready);
    if (!ready[0]) continue;
    if (auto outcome = one[0]->read_answer()) return *outcome;
  }
  return one[0]->hung(seconds);
}

Outcome judge_apart(const Case& c, const JudgeOptions& options) {
  return apart([&] { return judge(c, options); });
}

void judge_all(const JudgeOptions& options, unsigned jobs,
               const std::function<std::optional<uint64_t>()>& next,
               const std::function<void(uint64_t, const Outcome&)>& done) {
  signal(SIGPIPE, SIG_IGN);
  std::vector<std::unique_ptr<Worker>> workers;
  for (unsigned i = 0; i < jobs; ++i) workers.push_back(std::make_unique<Worker>(options));
  auto ask = [&](std::unique_ptr<Worker>& worker) {
    if (worker->alive() && worker->seed()) return true;
    auto seed = next();
    if (!seed) return false;
    if (!worker->alive() || worker->worn_out()) worker = std::make_unique<Worker>(options);
    worker->ask(*seed);
    return true;
  };
  while (true) {
    std::erase_if(workers, [&](auto& worker) { return !ask(worker); });
    if (workers.empty()) return;
    std::vector<bool> ready;
    wait_for(workers, ready);
    for (size_t i = 0; i < workers.size(); ++i) {
      std::optional<Outcome> outcome;
      if (ready[i]) outcome = workers[i]->read_answer();
      if (!ready[i] && workers[i]->seconds() > most_seconds)
        outcome = workers[i]->hung(most_seconds);
      if (!outcome) continue;
      const uint64_t seed = *workers[i]->seed();
      workers[i]->seed().reset();
      done(seed, *outcome);
    }
  }
}

}  // namespace teaal::smith
