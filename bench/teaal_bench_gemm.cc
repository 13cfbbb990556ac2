#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/gemm/kernels.h"
#include "bench/gemm/peers.h"
#include "bench/gemm/results.h"
#include "runtime/plan/arguments.h"

// Emitted products of matrices on operands whose zeros come in blocks, beside cuBLAS and cuSPARSE.
// Needs a GPU and no LLVM; kernels come from `teaalc SPEC -o FOLDER/NAME.cu`.
namespace teaal::bench::gemm {
namespace {

constexpr int exit_wrong_input = 1, exit_usage = 2, exit_failed_run = 3;

constexpr const char* usage_text =
    R"(teaal_bench_gemm FOLDER [options]

Runs every kernel of FOLDER (NAME.cu and NAME.manifest.json, as `teaalc SPEC -o NAME.cu` writes them) that multiplies
two matrices, on operands whose zeros come in blocks, beside cuBLAS (fp32, TF32, bf16), packing and cuBLAS, and cuSPARSE
Blocked-ELL. Every result is compared with cuBLAS fp32, and at samples with f64. Prints tables in Markdown.

  -m N, -n N, -k N      extents of C[m, n] = A[m, k] * B[k, n] (4096 each)
  --tile-a=64x8         tiles of A: rows and columns (k); of each, whole columns are zero
  --tile-b=8x32         tiles of B: rows (k) and columns; of each, whole rows are zero, the same in all columns
  --grid                instead of the table: every pair of densities from 1/8 to 8/8
  --case=TEXT           only cases whose names hold TEXT, such as "50 / 50" (percent of A and of B)
  --only=TEXT           only kernels whose names hold TEXT
  --repeat=N            timed runs of each step, of which the median counts (20)
  --seed=N              of the operands (1)
  -D NAME=size          binds a launch symbol of all kernels that have it
  --no-peers            only cuBLAS fp32 beside ours
  --json=FILE           everything measured, also as JSON; written after every case
  --help                this

Exit codes: 0 all is right · 1 a manifest is wrong · 2 usage · 3 a kernel failed or is wrong, or there is no GPU.
)";

struct Command {
  std::string folder, only, only_case, json;
  CaseOptions cases;
  std::map<std::string, int64_t> symbols;
  int repeat = 20;
  bool grid = false, peers = true, help = false;
};

bool take_tile(const std::string& text, int64_t (&tile)[2]) {
  size_t cross = text.find('x');
  auto rows = runtime::plan::parse_integer(text.substr(0, cross));
  auto columns = cross == std::string::npos ? std::nullopt
                                            : runtime::plan::parse_integer(text.substr(cross + 1));
  if (!rows || !columns || *rows < 1 || *columns < 1) return false;
  tile[0] = *rows;
  tile[1] = *columns;
  return true;
}

// `--name=value`.
bool take_option(const std::string& word, Command& command) {
  size_t equals = word.find('=');
  if (equals == std::string::npos) return false;
  std::string name = word.substr(0, equals), value = word.substr(equals + 1);
  if (name == "--tile-a") return take_tile(value, command.cases.tile_a);
  if (name == "--tile-b") return take_tile(value, command.cases.tile_b);
  if (name == "--case") return !(command.only_case = value).empty();
  if (name == "--only") return !(command.only = value).empty();
  if (name == "--json") return !(command.json = value).empty();
  auto number = runtime::plan::parse_integer(value);
  if (!number || *number < 0) return false;
  if (name == "--seed") command.cases.seed = static_cast<uint64_t>(*number);
  if (name == "--repeat") command.repeat = static_cast<int>(*number);
  return name == "--seed" || (name == "--repeat" && *number > 0 && *number <= 100000);
}

bool take_flag(const std::string& word, Command& command) {
  if (word == "--grid") return command.grid = true;
  if (word == "--no-peers") return !(command.peers = false);
  if (word == "--help" || word == "-h") return command.help = true;
  return take_option(word, command);
}

// Words that take the next one: an extent or a symbol.
bool take_pair(const std::string& word, const std::string& next, Command& command) {
  if (word == "-D") {
    auto pair = runtime::plan::split_assignment(next);
    auto size = pair ? runtime::plan::parse_integer(pair->second) : std::nullopt;
    if (size) command.symbols[pair->first] = *size;
    return size.has_value();
  }
  auto extent = runtime::plan::parse_integer(next);
  if (!extent || *extent < 1 || *extent > 1 << 20) return false;
  Shape& shape = command.cases.shape;
  (word == "-m" ? shape.m : word == "-n" ? shape.n : shape.k) = *extent;
  return true;
}

// An empty result: the command is complete; otherwise what is wrong with it.
std::string read_command(const std::vector<std::string>& words, Command& command) {
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "-m" || word == "-n" || word == "-k" || word == "-D") {
      if (i + 1 == words.size() || !take_pair(word, words[i + 1], command))
        return word + (word == "-D" ? " needs NAME=size" : " needs an extent from 1 to 1048576");
      ++i;
    } else if (word.starts_with("-")) {
      if (!take_flag(word, command)) return "unknown or malformed option " + word;
    } else if (command.folder.empty()) {
      command.folder = word;
    } else {
      return "one folder at a time, not also " + word;
    }
  }
  return command.folder.empty() && !command.help ? "a folder with kernels is needed" : "";
}

std::vector<Case> cases_of(const Command& command) {
  std::vector<Case> all = command.grid ? grid_cases(command.cases) : table_cases(command.cases);
  std::erase_if(all, [&](const Case& what) {
    return what.name.find(command.only_case) == std::string::npos;
  });
  return all;
}

int finish(const Diagnostics& diagnostics) {
  int code = 0;
  for (const Diagnostic& d : diagnostics.all()) {
    fmt::print(stderr, "{}", render(d));
    bool failed =
        d.code == Code::RunFailed || d.code == Code::BuildFailed || d.code == Code::NoDevice;
    if (d.severity == Severity::Error)
      code = std::max(code, failed ? exit_failed_run : exit_wrong_input);
  }
  return code;
}

class Measuring {
 public:
  Measuring(const Command& command, std::vector<Kernel> kernels,
            std::unique_ptr<runtime::plan::GpuBackend> backend)
      : command_(command),
        kernels_(std::move(kernels)),
        backend_(std::move(backend)),
        operands_(*backend_),
        peers_(backend_->device(), operands_, command.repeat, command.peers) {
    run_.device = backend_->info().name;
    run_.detail = backend_->info().detail;
    run_.shape = command.cases.shape;
    run_.repeat = command.repeat;
  }

  bool measure_all(Diagnostics& diagnostics) {
    for (const Case& what : cases_of(command_)) {
      fmt::print(stderr, "{} …\n", what.name);
      if (!measure_case(what, diagnostics)) return false;
      if (!command_.json.empty()) std::ofstream(command_.json) << to_json(run_);
    }
    return true;
  }
  const Results& results() const { return run_; }

 private:
  bool measure_case(const Case& what, Diagnostics& diagnostics) {
    const Shape& shape = run_.shape;
    auto a = operands_.make(what.a, shape.m, shape.k, diagnostics);
    auto b = operands_.make(what.b, shape.k, shape.n, diagnostics);
    if (!a || !b) return false;
    CaseResult result;
    result.what = what;
    result.joint = joint_density(shape, a->dense, b->dense);
    Expected expected;
    if (!peers_.measure(what, *a, *b, expected, result.routines, diagnostics)) return false;
    for (Kernel& kernel : kernels_)
      result.routines.push_back(
          measure(kernel, command_.symbols, *a, *b, expected, command_.repeat, *backend_));
    run_.cases.push_back(std::move(result));
    return true;
  }

  const Command& command_;
  std::vector<Kernel> kernels_;
  std::unique_ptr<runtime::plan::GpuBackend> backend_;
  Operands operands_;
  Peers peers_;
  Results run_;
};

int run(const std::vector<std::string>& words) {
  Command command;
  if (std::string wrong = read_command(words, command); !wrong.empty()) {
    fmt::print(stderr, "teaal_bench_gemm: error: {}\n\n{}", wrong, usage_text);
    return exit_usage;
  }
  if (command.help) {
    fmt::print("{}", usage_text);
    return 0;
  }
  Diagnostics diagnostics;
  std::vector<std::string> left_out;
  auto kernels = load_kernels(command.folder, command.only, left_out, diagnostics);
  for (const std::string& why : left_out) fmt::print(stderr, "left out: {}\n", why);
  if (!kernels) return finish(diagnostics);
  auto backend = runtime::plan::GpuBackend::open({}, runtime::BuildCache::standard(), diagnostics);
  if (!backend) return finish(diagnostics);
  Measuring measuring(command, std::move(*kernels), std::move(backend));
  bool complete = measuring.measure_all(diagnostics);
  fmt::print("{}", to_markdown(measuring.results()));
  int code = finish(diagnostics);
  return code != 0 || !complete           ? std::max(code, exit_failed_run)
         : all_right(measuring.results()) ? 0
                                          : exit_failed_run;
}

}  // namespace
}  // namespace teaal::bench::gemm

int main(int argc, char** argv) {
  if (argc < 1) return 2;
  try {
    return teaal::bench::gemm::run({argv + 1, argv + argc});
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "teaal_bench_gemm: error: %s\n", failure.what());
    return 3;
  }
}
