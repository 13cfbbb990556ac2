#include "bench/gemm/kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "runtime/tensor/value_type.h"

namespace teaal::bench::gemm {
namespace {

using namespace runtime;
using report::Counterpart;

constexpr const char* manifest_ending = ".manifest.json";

std::optional<std::string> read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Routines are told for f32; what a product computes in does not matter here.
std::optional<Counterpart> product_of(Manifest manifest) {
  manifest.value_type = "f32";
  std::optional<Counterpart> out = report::find_counterpart(manifest);
  if (!out || out->kind != Counterpart::Kind::DenseMM) return std::nullopt;
  return out;
}

bool load(const std::string& stem, std::vector<Kernel>& out, std::vector<std::string>& left_out,
          Diagnostics& diagnostics) {
  auto text = read_text(stem + ".cu"), json = read_text(stem + manifest_ending);
  std::string name = std::filesystem::path(stem).filename();
  if (!text || !json) {
    left_out.push_back(name + ": no .cu beside its manifest");
    return true;
  }
  auto manifest = read_manifest(*json, stem + manifest_ending, diagnostics);
  if (!manifest) return false;
  auto product = product_of(*manifest);
  if (!product) {
    left_out.push_back(name + ": no product of two dense-stored matrices");
    return true;
  }
  out.push_back({name, std::move(*text), std::move(*manifest), std::move(*product), ""});
  return true;
}

bool transposed(const Counterpart::Operand& operand) { return operand.order.front() == 1; }

Coo transpose(const Coo& list) {
  Coo out{{list.shape[1], list.shape[0]}, {list.coords[1], list.coords[0]}, list.values};
  canonicalize(out);
  return out;
}

// An operand lent to a job's inputs; its list goes back at the end.
class Lent {
 public:
  Lent(std::map<std::string, Coo>& inputs, const Counterpart::Operand& as, Operand& operand)
      : inputs_(inputs), operand_(operand), name_(as.tensor), moved_(!transposed(as)) {
    inputs_[name_] = moved_ ? std::move(operand.list) : transpose(operand.list);
  }
  ~Lent() {
    if (moved_) operand_.list = std::move(inputs_[name_]);
  }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;

 private:
  std::map<std::string, Coo>& inputs_;
  Operand& operand_;
  std::string name_;
  bool moved_;
};

// The output row by row, whatever type and order it is stored in.
class Output {
 public:
  Output(const Kernel& kernel, int64_t m, int64_t n) : kernel_(kernel), m_(m), n_(n) {}

  std::optional<std::vector<float>> read(plan::Execution& execution, plan::Backend& backend,
                                         Diagnostics& diagnostics) const {
    const std::string& name = kernel_.product.output.tensor;
    const ManifestTensor& tensor = *kernel_.manifest.tensor(name);
    plan::MemoryPtr memory = execution.values(name);
    auto type = value_type_named(kernel_.manifest.value_type).value_or(ElementType::F32);
    Array values(type, static_cast<size_t>(m_ * n_));
    if (tensor.formats != "UU" || !tensor.parts.empty() || !memory ||
        memory->bytes() != values.bytes.size())
      return read_list(execution, diagnostics);
    if (!backend.download(*memory, values.bytes, diagnostics)) return std::nullopt;
    bool rows_first = (tensor.rank_order == tensor.ranks) != transposed(kernel_.product.output);
    std::vector<float> out(values.size());
    with_values(values, [&](auto elements) {
      for (int64_t i = 0; i < m_; ++i)
        for (int64_t j = 0; j < n_; ++j)
          out[at(i, j)] = static_cast<float>(
              number_of(elements[rows_first ? at(i, j) : static_cast<size_t>(j * m_ + i)]));
    });
    return out;
  }

 private:
  size_t at(int64_t i, int64_t j) const { return static_cast<size_t>(i * n_ + j); }

  std::optional<std::vector<float>> read_list(plan::Execution& execution,
                                              Diagnostics& diagnostics) const {
    auto outputs = execution.download(diagnostics);
    if (!outputs) return std::nullopt;
    const Coo& list = outputs->at(kernel_.product.output.tensor);
    size_t row = transposed(kernel_.product.output) ? 1 : 0;
    std::vector<float> out(static_cast<size_t>(m_ * n_));
    for (size_t e = 0; e < list.entries(); ++e)
      out[at(list.coords[row][e], list.coords[1 - row][e])] = static_cast<float>(list.values[e]);
    return out;
  }

  const Kernel& kernel_;
  int64_t m_, n_;
};

bool on_machine(const plan::StepTime& step) {
  using Kind = plan::StepTime::Kind;
  return step.timed &&
         (step.kind == Kind::Zero || step.kind == Kind::Launch || step.kind == Kind::Assemble);
}

// "launch list_k: 64 × 256 threads" → "list_k".
std::string name_of(const plan::StepTime& step) {
  constexpr std::string_view launch = "launch ";
  std::string out = step.text.substr(0, step.text.find(':'));
  return out.starts_with(launch) ? out.substr(launch.size()) : out;
}

// What stands before the main kernel alone, what follows with it.
void split_steps(const std::vector<plan::StepTime>& steps, std::string& main, Measurement& out) {
  std::vector<Step> all;
  for (const plan::StepTime& step : steps) {
    if (on_machine(step) && !step.once) all.push_back({name_of(step), step.us});
    if (step.once || step.kind == plan::StepTime::Kind::Resort)
      out.once.push_back({name_of(step), step.us});
  }
  if (main.empty() && !all.empty()) main = std::ranges::max_element(all, {}, &Step::us)->name;
  auto at = std::ranges::find(all, main, &Step::name);
  if (at == all.end()) at = all.begin();
  out.before.assign(all.begin(), at);
  for (; at != all.end(); ++at) out.main_us += at->us;
}

// The grade that results deserve which were computed as the manifest says; 3xtf32 and 3xf16 are
// fp32 in parts, and 1xf16 keeps as many bits as tf32.
std::string promised(const Manifest& manifest) {
  using Arithmetic = ManifestEinsum::Arithmetic;
  const Arithmetic arithmetic = manifest.cascade.front().arithmetic;
  if (arithmetic == Arithmetic::Tf32 || arithmetic == Arithmetic::F16x1) return "tf32";
  const bool narrow = manifest.value_type == "f16" || manifest.value_type == "bf16";
  return narrow || arithmetic == Arithmetic::Bf16 || arithmetic == Arithmetic::F16 ? "bf16"
                                                                                   : "fp32";
}

bool fill_in(Kernel& kernel, const plan::Job& job, const Expected& expected, int repeat, int64_t m,
             int64_t n, plan::Backend& backend, Measurement& out, Diagnostics& diagnostics) {
  auto execution = plan::Execution::prepare(job, backend, diagnostics);
  if (!execution || !execution->run(diagnostics)) return false;
  auto result = Output(kernel, m, n).read(*execution, backend, diagnostics);
  if (!result) return false;
  out.error = compare(*result, expected);
  plan::Timing timing{3, repeat, false, 10000};
  if (!execution->time_steps(timing, diagnostics)) return false;
  split_steps(execution->steps(), kernel.main, out);
  auto times = backend.time_us([&] { return execution->replay(diagnostics); }, timing, diagnostics);
  if (times) out.total_us = plan::median(*times);
  return times.has_value();
}

}  // namespace

std::optional<std::vector<Kernel>> load_kernels(const std::string& folder, const std::string& only,
                                                std::vector<std::string>& left_out,
                                                Diagnostics& diagnostics) {
  std::error_code failure;
  std::vector<std::string> stems;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
    std::string path = entry.path();
    if (path.ends_with(manifest_ending) &&
        entry.path().filename().string().find(only) != std::string::npos)
      stems.push_back(path.substr(0, path.size() - std::string_view(manifest_ending).size()));
  }
  std::ranges::sort(stems);
  std::vector<Kernel> out;
  for (const std::string& stem : stems)
    if (!load(stem, out, left_out, diagnostics)) return std::nullopt;
  if (!failure && !out.empty()) return out;
  diagnostics.error(Code::FileAccess, {},
                    failure ? fmt::format("{} cannot be read: {}", folder, failure.message())
                            : fmt::format("{} holds no product of two matrices (NAME.cu and "
                                          "NAME{}, as `teaalc SPEC -o NAME.cu` writes them)",
                                          folder, manifest_ending));
  return std::nullopt;
}

Measurement measure(Kernel& kernel, const std::map<std::string, int64_t>& symbols, Operand& a,
                    Operand& b, const Expected& expected, int repeat, plan::Backend& backend) {
  Measurement out{kernel.name, true};
  out.arithmetic = promised(kernel.manifest);
  std::map<std::string, Coo> inputs;
  Lent lent_a(inputs, kernel.product.operands[0], a), lent_b(inputs, kernel.product.operands[1], b);
  plan::Job job;
  job.manifest = &kernel.manifest;
  job.kernel = {kernel.text, kernel.name + ".cu", kernel.manifest.depth(), kernel.manifest.arch};
  job.inputs = &inputs;
  const int64_t extents[] = {a.rows, b.columns, a.columns};
  for (size_t r = 0; r < kernel.product.ranks.size(); ++r)
    job.extents[kernel.product.ranks[r]] = extents[r];
  for (const ManifestSymbol& symbol : kernel.manifest.symbols)
    if (auto bound = symbols.find(symbol.name); bound != symbols.end())
      job.symbols[symbol.name] = bound->second;
  Diagnostics diagnostics;
  if (!fill_in(kernel, job, expected, repeat, a.rows, b.columns, backend, out, diagnostics))
    out.failure = diagnostics.all().empty() ? "failed" : diagnostics.all().front().message;
  return out;
}

}  // namespace teaal::bench::gemm
