#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "runtime/plan/arguments.h"
#include "runtime/plan/gpu_backend.h"
#include "runtime/plan/inputs.h"
#include "runtime/report/bench.h"
#include "runtime/report/report.h"

// Runs, verifies and times an emitted kernel on a GPU machine that has neither LLVM nor teaalc:
// what `teaalc bench` does, from kernel.cu and kernel.manifest.json. Exit codes as teaalc's.
namespace teaal::bench {
namespace {

using runtime::Manifest;

struct Command {
  std::string kernel, manifest;
  runtime::plan::InputRequest inputs;
  std::map<std::string, double> scalars;
  std::map<std::string, int64_t> symbols;
  std::map<std::string, std::string>
      given;  // T=source or NAME=scalar, before the manifest is known
  runtime::report::BenchOptions options;
  bool json = false, row = false, verify = true, run = false;
};

constexpr int exit_wrong_input = 1, exit_usage = 2, exit_failed_run = 3;

constexpr const char* help =
    R"(usage: teaal_bench_gpu KERNEL.cu KERNEL.manifest.json T=SOURCE... [NAME=SCALAR]... [options]

Builds an emitted kernel for the GPU at hand, runs it on the inputs, compares with f64 reference
math, and times it beside what cuSPARSE or cuBLAS has for the same product.

  -D NAME=SIZE    a symbol that the launch binds
  --shape R=N     the extent of a rank that no input fixes
  --repeat=N      timed runs; medians are told
  --row           a tab-separated line a routine: input, kernel, routine, cold and warm us, us to
                  prepare, floor, whether it is right
  --json          everything as JSON
  --run           the report of a run, in place of times
  --no-verify     no comparison
)";

int usage(const std::string& what) {
  fmt::print(stderr, "teaal_bench_gpu: error: {}\n{}", what, help);
  return exit_usage;
}

std::optional<std::string> read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool read_size(const std::string& text, std::map<std::string, int64_t>& out) {
  auto pair = runtime::plan::split_assignment(text);
  auto value = pair ? runtime::plan::parse_integer(pair->second) : std::nullopt;
  if (value) out[pair->first] = *value;
  return value.has_value();
}

bool read_flag(const std::string& word, Command& command) {
  if (word == "--json") return command.json = true;
  if (word == "--row") return command.row = true;
  if (word == "--run") return command.run = true;
  if (word == "--no-verify") return !(command.verify = false);
  if (!word.starts_with("--repeat=")) return false;
  auto count = runtime::plan::parse_integer(word.substr(9));
  if (count && *count > 0) command.options.repeat = static_cast<int>(*count);
  return count && *count > 0;
}

// An empty result: the command is complete; otherwise what is wrong with it.
std::string read_command(const std::vector<std::string>& words, Command& command) {
  std::vector<std::string> paths;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    bool sized = word == "-D" || word == "--shape";
    if (sized && (i + 1 == words.size() ||
                  !read_size(words[i + 1], word == "-D" ? command.symbols : command.inputs.shapes)))
      return word + " needs NAME=integer";
    if (sized) {
      ++i;
    } else if (word.starts_with("-")) {
      if (!read_flag(word, command)) return "unknown option " + word;
    } else if (auto pair = runtime::plan::split_assignment(word); pair && paths.size() == 2) {
      command.given[pair->first] = pair->second;
    } else {
      paths.push_back(word);
    }
  }
  if (paths.size() != 2)
    return "a kernel and its manifest are needed, then T=source for every input";
  command.kernel = paths[0];
  command.manifest = paths[1];
  return "";
}

std::string sort_given(const Manifest& manifest, Command& command) {
  for (const auto& [name, value] : command.given) {
    if (manifest.tensor(name)) {
      command.inputs.sources[name] = value;
    } else if (auto number = runtime::plan::parse_real(value)) {
      command.scalars[name] = *number;
    } else {
      return fmt::format("{}={}: no tensor of the manifest and no number", name, value);
    }
  }
  for (const runtime::ManifestTensor& tensor : manifest.tensors)
    if (tensor.role == runtime::ManifestTensor::Role::Input &&
        !command.inputs.sources.contains(tensor.name))
      return fmt::format("input {0} is missing; give {0}=source", tensor.name);
  for (const std::string& scalar : manifest.scalars)
    if (!command.scalars.contains(scalar))
      return fmt::format("scalar {0} is missing; give {0}=number", scalar);
  return "";
}

// One job on the GPU, from its inputs to its rows.
class Measurement {
 public:
  Measurement(const Command& command, const Manifest& manifest, std::string kernel)
      : command_(command), manifest_(manifest), kernel_(std::move(kernel)) {}

  bool run(Diagnostics&);

 private:
  bool execute(Diagnostics&);
  bool verify(Diagnostics&);
  bool report(Diagnostics&);
  bool measure(Diagnostics&);
  void print_rows(const runtime::report::Bench&) const;

  const Command& command_;
  const Manifest& manifest_;
  std::string kernel_;
  runtime::plan::Inputs inputs_;
  std::unique_ptr<runtime::plan::GpuBackend> backend_;
  runtime::plan::Job job_;
  std::unique_ptr<runtime::plan::Execution> execution_;
  std::map<std::string, runtime::Coo> outputs_;
  std::optional<runtime::report::Verification> verification_;
};

bool Measurement::execute(Diagnostics& diagnostics) {
  auto inputs = runtime::plan::load_inputs(manifest_, command_.inputs, diagnostics);
  backend_ = runtime::plan::GpuBackend::open({}, runtime::BuildCache::standard(), diagnostics);
  if (!inputs || !backend_) return false;
  inputs_ = std::move(*inputs);
  job_ = {&manifest_,       {kernel_, manifest_.name + ".cu", manifest_.depth(), manifest_.arch},
          &inputs_.tensors, inputs_.extents,
          command_.scalars, command_.symbols};
  execution_ = runtime::plan::Execution::prepare(job_, *backend_, diagnostics);
  if (!execution_ || !execution_->run(diagnostics)) return false;
  auto outputs = execution_->download(diagnostics);
  if (outputs) outputs_ = std::move(*outputs);
  return outputs.has_value();
}

bool Measurement::verify(Diagnostics& diagnostics) {
  if (!command_.verify) return true;
  verification_ = runtime::report::verify(
      {&manifest_, &inputs_.tensors, &inputs_.extents, command_.scalars, execution_->symbols()},
      outputs_, diagnostics);
  if (!verification_) return false;
  for (const auto& check : verification_->outputs)
    if (check.comparison.mismatches > 0)
      diagnostics.error(Code::Mismatch, {}, check.comparison.first_mismatch);
  return diagnostics.ok();
}

bool Measurement::report(Diagnostics& diagnostics) {
  auto times = backend_->time_us([&] { return execution_->replay(diagnostics); }, {}, diagnostics);
  if (!times || !execution_->time_steps({}, diagnostics)) return false;
  auto report = runtime::report::make_report(
      {&manifest_, &inputs_, execution_.get(), &outputs_, backend_->info(), ""});
  report.kernel_us = runtime::plan::median(*times);
  report.kernel_runs = static_cast<int>(times->size());
  report.verification = verification_;
  fmt::print("{}", command_.json ? to_json(report) : to_text(report, {}));
  return true;
}

void Measurement::print_rows(const runtime::report::Bench& bench) const {
  for (const auto& row : bench.rows)
    fmt::print("{}\t{}\t{}\t{:.2f}\t{:.2f}\t{:.1f}\t{:.2f}\t{}\n", bench.inputs.front(),
               manifest_.name, row.who, row.cold_us, row.warm_us, row.prepare_us,
               bench.floor_us().value_or(0), row.verdict);
}

bool Measurement::measure(Diagnostics& diagnostics) {
  auto bench = runtime::report::bench(*execution_, *backend_, manifest_, inputs_, command_.options,
                                      diagnostics);
  if (!bench || !add_baselines(manifest_, inputs_, outputs_, *backend_, command_.options, *bench,
                               diagnostics))
    return false;
  if (!command_.verify) bench->rows.front().verdict = "not verified";
  if (command_.row)
    print_rows(*bench);
  else
    fmt::print("{}", command_.json ? to_json(*bench) : to_text(*bench, {}));
  return true;
}

bool Measurement::run(Diagnostics& diagnostics) {
  return execute(diagnostics) && verify(diagnostics) &&
         (command_.run ? report(diagnostics) : measure(diagnostics));
}

int finish(const Diagnostics& diagnostics) {
  int code = 0;
  for (const Diagnostic& d : diagnostics.all()) {
    fmt::print(stderr, "{}", render(d));
    bool failed = d.code == Code::RunFailed || d.code == Code::BuildFailed ||
                  d.code == Code::Mismatch || d.code == Code::NoDevice;
    if (d.severity == Severity::Error)
      code = std::max(code, failed ? exit_failed_run : exit_wrong_input);
  }
  return code;
}

int run(const std::vector<std::string>& words) {
  Command command;
  if (std::string wrong = read_command(words, command); !wrong.empty()) return usage(wrong);
  auto kernel = read_text(command.kernel), text = read_text(command.manifest);
  if (!kernel || !text)
    return usage((kernel ? command.manifest : command.kernel) + " cannot be read");
  Diagnostics diagnostics;
  auto manifest = runtime::read_manifest(*text, command.manifest, diagnostics);
  if (!manifest) return finish(diagnostics);
  if (std::string wrong = sort_given(*manifest, command); !wrong.empty()) return usage(wrong);
  Measurement(command, *manifest, std::move(*kernel)).run(diagnostics);
  return finish(diagnostics);
}

}  // namespace
}  // namespace teaal::bench

int main(int argc, char** argv) {
  if (argc < 1) return 2;
  if (argc == 2 && std::string(argv[1]) == "--help") return fmt::print("{}", teaal::bench::help), 0;
  try {
    return teaal::bench::run({argv + 1, argv + argc});
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "teaal_bench_gpu: error: %s\n", failure.what());
    return 3;
  }
}
