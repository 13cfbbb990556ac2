#include "tests/smith/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <ctime>

#include "compiler/driver/session.h"
#include "runtime/plan/cpu_backend.h"
#include "runtime/report/verify.h"
#include "tests/smith/dense_math.h"
#include "tests/smith/metamorphic.h"
#include "tests/smith/write_spec.h"

namespace teaal::smith {
namespace {

namespace plan = runtime::plan;
// Processor time, which a busy machine does not stretch.
class Stopwatch {
 public:
  double lap_us() {
    const std::clock_t now = std::clock();
    const double out = static_cast<double>(now - last_) * 1e6 / CLOCKS_PER_SEC;
    last_ = now;
    return out;
  }

 private:
  std::clock_t last_ = std::clock();
};

bool is_name_of_spec(const std::string& word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char ch) {
    return std::isupper(ch) || std::isdigit(ch) || ch == '_';
  });
}

// A refusal without the names of the spec, and without the advice behind the semicolon, so that
// refusals for one reason count as one.
std::string reason_of(const std::string& message) {
  std::string out, word;
  bool quoted = false;
  for (char ch : message.substr(0, message.find(';')) + " ") {
    if (ch == '\'') {
      if (quoted) out += "_";
      quoted = !quoted;
    } else if (quoted) {
      continue;
    } else if (std::isalnum(static_cast<unsigned char>(ch)) || ch == '_') {
      word += ch;
    } else {
      out += is_name_of_spec(word) ? "_" : word;
      out += ch;
      word.clear();
    }
  }
  out.pop_back();
  return out;
}

Outcome failed(std::string what, std::string text) {
  Outcome out;
  out.kind = Outcome::Kind::Failed;
  out.what = std::move(what);
  out.text = std::move(text);
  return out;
}

// Of tiles, too, that are larger than a block's shared memory.
bool is_refusal(const Diagnostic& d) {
  return d.code == Code::Unsupported ||
         (d.code == Code::Binding && d.message.starts_with("the tiles in Shared take"));
}

// What diagnostics say about a valid spec: nothing, that it is not lowered yet, or a failure.
Outcome outcome_of(const Diagnostics& found) {
  Outcome out;
  for (const Diagnostic& d : found.all()) {
    if (d.severity == Severity::Note) continue;
    if (d.severity == Severity::Error && is_refusal(d)) {
      if (out.kind == Outcome::Kind::Passed)
        out = {Outcome::Kind::Refused, reason_of(d.message), d.message};
      continue;
    }
    const char* kind = d.severity == Severity::Warning ? "warning " : "diagnostic ";
    return failed(kind + std::string(code_text(d.code)), render(d));
  }
  return out;
}

driver::CompileOptions compile_options(const Case& c, bool fuse) {
  driver::CompileOptions out;
  out.overrides.fuse = fuse;
  if (c.keeps_all())
    for (const Expression& e : c.expressions) out.overrides.stored.insert(e.output.name);
  out.name = "smith";
  out.value_type = c.type;
  out.index_bits = c.index_bits;
  out.arch = c.arch;
  out.formatted = c.seed % 16 == 0;  // the layout has tests of its own
  out.overrides.symbols = c.defines;
  for (const Tensor& t : c.tensors)
    if (!t.like.empty())
      out.overrides.formats[t.name] = "like:" + t.like;
    else if (t.option_format)
      out.overrides.formats[t.name] = format_text(*t.option_format);
  return out;
}

// One compile and one run of a case; keeps what the checks need.
class Trial {
 public:
  Trial(const Case& c, const JudgeOptions& options, bool fuse)
      : case_(c), options_(options), fuse_(fuse) {}

  Outcome run() {
    Stopwatch watch;
    Diagnostics found;
    compiled_ = driver::compile_for_run(
        std::make_shared<SourceFile>(SourceFile{"spec.yaml", spec_text(case_)}),
        compile_options(case_, fuse_), found);
    Outcome out = outcome_of(found);
    out.compile_us = watch.lap_us();
    if (out.kind != Outcome::Kind::Passed) return out;
    if (!compiled_) return failed("no artefact", "the compiler returned nothing and said nothing");
    execute(out, watch);
    if (out.failed()) return out;
    check(out);
    out.check_us = watch.lap_us();
    return out;
  }

  const std::map<std::string, runtime::Coo>& outputs() const { return outputs_; }
  bool exact() const { return exact_; }

 private:
  void fail(Outcome& out, std::string what, std::string text) {
    out.kind = Outcome::Kind::Failed;
    out.what = std::move(what);
    out.text = std::move(text);
  }

  plan::Backend* machine(Diagnostics& found) {
    if (options_.gpu) {
      static auto gpu = driver::select_machine("gpu", false, found);  // opened once a process
      return gpu ? gpu->backend.get() : nullptr;
    }
    plan::CpuOptions options;
    options.checked = runs_checked(case_, options_);
    options.workers = case_.seed % 16 == 9 ? 3 : 1;
    options.quick_build = case_.seed % 16 != 0;
    cpu_ = plan::make_cpu_backend(options);
    return cpu_.get();
  }

  std::map<std::string, int64_t> extents() const {
    std::map<std::string, int64_t> out;
    for (const std::string& rank : plan::ranks_of(compiled_->manifest))
      if (auto at = case_.extents.find(rank); at != case_.extents.end()) out.insert(*at);
    return out;
  }

  void execute(Outcome& out, Stopwatch& watch) {
    Diagnostics found;
    plan::Backend* backend = machine(found);
    extents_ = extents();
    plan::Job job{&compiled_->manifest, compiled_->kernel(), &case_.data, extents_,
                  case_.scalars,        case_.launch_symbols};
    auto execution = backend ? plan::Execution::prepare(job, *backend, found) : nullptr;
    out.build_us = watch.lap_us();
    std::optional<std::map<std::string, runtime::Coo>> outputs;
    if (execution && execution->run(found)) outputs = execution->download(found);
    if (!outputs) {
      const std::string text = found.all().empty() ? "" : render(found.all().front());
      fail(out, found.all().empty() ? "run" : std::string(code_text(found.all().front().code)),
           text);
    } else if (auto findings = backend->take_findings(); !findings.empty()) {
      fail(out, "finding", findings.front());
    } else {
      outputs_ = std::move(*outputs);
      symbols_ = execution->symbols();
    }
    out.run_us = watch.lap_us();
  }

  void check(Outcome& out) {
    const std::map<std::string, Dense> want = dense_math(case_);
    exact_ = is_exact(case_, want);
    if (!exact_ && case_.type != "f32" && case_.type != "f64") {
      out.kind = Outcome::Kind::Refused;
      out.what = "values too large for " + case_.type + " to compare";
      return;
    }
    const double eps = (case_.type == "f64" ? 0x1p-50 : 0x1p-21) * 64;
    for (const Expression& e : case_.expressions) {
      const std::string& name = e.output.name;
      using Role = runtime::ManifestTensor::Role;
      if (compiled_->manifest.tensor(name)->role == Role::Intermediate) continue;  // fused
      auto got = outputs_.find(name);
      if (got == outputs_.end()) return fail(out, "mismatch", name + " was not written");
      std::string text = first_difference(name, got->second, want.at(name), exact_, eps);
      if (!text.empty()) return fail(out, "mismatch", text);
    }
    check_reference(out);
  }

  // The runtime's own verification must agree.
  void check_reference(Outcome& out) {
    Diagnostics found;
    runtime::report::Problem problem{&compiled_->manifest, &case_.data, &extents_, case_.scalars,
                                     symbols_};
    auto verification = runtime::report::verify(problem, outputs_, found);
    if (!verification)
      return fail(out, "reference", found.all().empty() ? "" : found.all().front().message);
    for (const auto& one : verification->outputs)
      if (one.comparison.mismatches > 0)
        return fail(out, "reference", one.comparison.first_mismatch);
  }

  const Case& case_;
  const JudgeOptions& options_;
  bool fuse_;
  std::unique_ptr<plan::Backend> cpu_;
  std::optional<driver::Compiled> compiled_;
  std::map<std::string, int64_t> extents_, symbols_;
  std::map<std::string, runtime::Coo> outputs_;
  bool exact_ = false;  // every sum is, so that any order of adding gives the same bits
};

}  // namespace

std::string Outcome::kind_of_failure() const {
  if (!what.starts_with("diagnostic")) return what;
  const size_t message = text.find("error: ");
  if (message == std::string::npos) return what;
  return what + ": " + reason_of(text.substr(message + 7, text.find('\n', message) - message - 7));
}

std::string missing_gpu() {
  Diagnostics found;
  if (driver::select_machine("gpu", false, found)) return "";
  return found.all().empty() ? "no GPU" : found.all().front().message;
}

bool runs_checked(const Case& c, const JudgeOptions& options) {
  return !options.gpu && c.checked_draw < options.checked_share;
}

Outcome judge(const Case& c, const JudgeOptions& options) {
  Trial trial(c, options, !options.metamorphic && c.fuses());
  Outcome out = trial.run();
  if (!options.metamorphic || out.kind != Outcome::Kind::Passed || !trial.exact()) return out;
  Trial fused(c, options, true);
  Outcome again = fused.run();
  if (again.failed()) return failed("metamorphic: fused", again.what + " " + again.text);
  for (const auto& [name, coo] : fused.outputs())
    if (std::string text = difference({{name, coo}}, {{name, trial.outputs().at(name)}});
        !text.empty())
      return failed("metamorphic: fused", text);
  for (const Variation& variation : variations(c)) {
    Trial other(variation.changed, options, false);
    Outcome changed = other.run();
    if (changed.kind == Outcome::Kind::Refused) continue;
    std::string text = changed.text;
    if (!changed.failed()) text = difference(other.outputs(), variation.expected(trial.outputs()));
    if (changed.failed() || !text.empty())
      return failed("metamorphic: " + variation.name, changed.what + " " + text);
  }
  return out;
}

}  // namespace teaal::smith
