#include "compiler/driver/session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/driver/compile_cache.h"
#include "compiler/spec/spec.h"
#include "runtime/plan/arguments.h"
#include "runtime/plan/cpu_backend.h"
#include "runtime/plan/gpu_backend.h"
#include "runtime/tensor/value_type.h"

namespace teaal::driver {
namespace {

using runtime::Manifest;
using runtime::ManifestTensor;

bool contains(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::vector<std::string> tensors_of(const Manifest& manifest, bool inputs) {
  std::vector<std::string> out;
  for (const ManifestTensor& tensor : manifest.tensors)
    if ((tensor.role == ManifestTensor::Role::Input) == inputs) out.push_back(tensor.name);
  return out;
}

std::string listed(const std::vector<std::string>& names) {
  return names.empty() ? "none" : quoted_list(names);
}

bool unknown_name(const Compiled& compiled, const std::string& name, UsageError& error) {
  std::vector<std::string> known = tensors_of(compiled.manifest, true);
  known.insert(known.end(), compiled.manifest.scalars.begin(), compiled.manifest.scalars.end());
  std::string near = nearest(name, known);
  error = {fmt::format("the spec has no input or scalar '{}'{}", name,
                       near.empty() ? "" : fmt::format("; did you mean '{}'?", near)),
           fmt::format("inputs: {}; scalars: {}", listed(tensors_of(compiled.manifest, true)),
                       listed(compiled.manifest.scalars))};
  return false;
}

bool give(const Compiled& compiled, const std::string& name, const std::string& value, Given& given,
          UsageError& error) {
  const ManifestTensor* tensor = compiled.manifest.tensor(name);
  bool written = tensor && tensor->role != ManifestTensor::Role::Input;
  if (written) {
    error = {fmt::format("{} is computed by the spec, so it takes no source", name),
             fmt::format("to store it, write -o {}=file.tns", name)};
    return false;
  }
  if (tensor) {
    if (given.sources.emplace(name, value).second) return true;
    error = {fmt::format("input {} is given twice", name), "give it once"};
    return false;
  }
  if (contains(compiled.manifest.scalars, name)) {
    std::optional<double> number = runtime::plan::parse_real(value);
    auto type = *runtime::value_type_named(compiled.manifest.value_type);
    if (number && type == runtime::ElementType::I32 && runtime::rounded(*number, type) != *number) {
      error = {fmt::format("scalar {} is {}, but values are of type i32", name, value),
               "give an integer of 32 bits"};
      return false;
    }
    if (number && given.scalars.emplace(name, *number).second) return true;
    error = {number ? fmt::format("scalar {} is given twice", name)
                    : fmt::format("'{}' is not a number, but {} is a scalar", value, name),
             fmt::format("write it like {}=2.5", name)};
    return false;
  }
  if (!contains(compiled.declared, name)) return unknown_name(compiled, name, error);
  given.notes.push_back(
      fmt::format("{} is declared, but no expression uses it; its source was not read", name));
  return true;
}

// Tensor names of the declaration; the spec was compiled before, so reading it again finds nothing
// new.
std::vector<std::string> declared_tensors(const SourcePtr& source) {
  Diagnostics ignored;
  std::vector<std::string> out;
  if (auto spec = spec::read_spec(source, ignored))
    for (const spec::TensorDeclaration& tensor : spec->declaration)
      out.push_back(tensor.name.value);
  return out;
}

// The steps of the one run that was made which a repetition makes again.
double run_us(const std::vector<runtime::plan::StepTime>& steps) {
  using Kind = runtime::plan::StepTime::Kind;
  double out = 0;
  for (const auto& step : steps)
    if (step.kind == Kind::Zero || step.kind == Kind::Launch || step.kind == Kind::Assemble)
      out += step.us;
  return out;
}

Machine cpu_machine(bool checked, std::string reason, const runtime::BuildCache& cache) {
  runtime::plan::CpuOptions options;
  options.checked = checked;
  options.cache = cache;
  return {runtime::plan::make_cpu_backend(options), std::move(reason)};
}

}  // namespace

std::optional<Compiled> compile_for_run(const SourcePtr& source, const CompileOptions& options,
                                        Diagnostics& diagnostics,
                                        const runtime::BuildCache& cache) {
  std::optional<Artefact> artefact = compile_through(cache, source, options, diagnostics);
  if (!artefact || !artefact->complete) return std::nullopt;
  auto manifest =
      runtime::read_manifest(artefact->manifest, options.name + ".manifest.json", diagnostics);
  if (!manifest) return std::nullopt;
  return Compiled{source, std::move(*artefact), std::move(*manifest), declared_tensors(source)};
}

bool sort_given(const Compiled& compiled, const std::vector<std::string>& assignments, Given& given,
                UsageError& error) {
  for (const std::string& text : assignments) {
    auto pair = runtime::plan::split_assignment(text);
    if (!pair) {
      error = {fmt::format("'{}' is neither T=source nor NAME=number", text),
               "inputs are written like A=web.mtx or A=rand:density=0.1, scalars like a=2.5"};
      return false;
    }
    if (!give(compiled, pair->first, pair->second, given, error)) return false;
  }
  return true;
}

bool check_complete(const Manifest& manifest, const Given& given, UsageError& error) {
  std::vector<std::string> tensors, scalars;
  for (const std::string& name : tensors_of(manifest, true))
    if (!given.sources.contains(name)) tensors.push_back(name);
  for (const std::string& name : manifest.scalars)
    if (!given.scalars.contains(name)) scalars.push_back(name);
  if (tensors.empty() && scalars.empty()) return true;
  std::string hint;
  if (!tensors.empty())
    hint = fmt::format("give {0}=file.mtx, or generate one: {0}=rand:density=0.1", tensors[0]);
  if (!scalars.empty()) hint += fmt::format("{}give {}=2.5", hint.empty() ? "" : "; ", scalars[0]);
  tensors.insert(tensors.end(), scalars.begin(), scalars.end());
  error = {fmt::format("the spec needs {}, which {} not given", quoted_list(tensors),
                       tensors.size() == 1 ? "is" : "are"),
           hint};
  return false;
}

bool check_shapes(const Manifest& manifest, const std::map<std::string, int64_t>& shapes,
                  UsageError& error) {
  std::vector<std::string> ranks = runtime::plan::ranks_of(manifest);
  for (const auto& [rank, extent] : shapes) {
    if (!contains(ranks, rank)) {
      std::string near = nearest(rank, ranks);
      error = {fmt::format("--shape names '{}', which is no rank of the spec{}", rank,
                           near.empty() ? "" : fmt::format("; did you mean '{}'?", near)),
               fmt::format("its ranks are {}", fmt::join(ranks, ", "))};
      return false;
    }
    if (extent < 0 || extent > INT32_MAX) {
      error = {fmt::format("--shape {}={} is no extent", rank, extent),
               "an extent lies between 0 and 2147483647"};
      return false;
    }
  }
  return true;
}

bool check_outputs(const Manifest& manifest, const std::map<std::string, std::string>& outputs,
                   const std::string& option, UsageError& error) {
  std::vector<std::string> written = tensors_of(manifest, false);
  for (const auto& [name, path] : outputs) {
    if (contains(written, name)) continue;
    error = {fmt::format("{} names '{}', which the spec does not compute", option, name),
             fmt::format("it computes {}", listed(written))};
    return false;
  }
  return true;
}

std::optional<Machine> select_machine(const std::string& device, bool checked,
                                      Diagnostics& diagnostics, const runtime::BuildCache& cache) {
  if (checked) return cpu_machine(true, "checked mode runs on the CPU executor", cache);
  if (device == "cpu") return cpu_machine(false, "", cache);
  std::string missing = runtime::plan::gpu_missing_reason(true);
  Diagnostics found;
  std::unique_ptr<runtime::plan::Backend> gpu;
  if (missing.empty()) gpu = runtime::plan::GpuBackend::open(ptx_through(cache), cache, found);
  if (gpu) return Machine{std::move(gpu), ""};
  if (missing.empty() && !found.all().empty()) missing = found.all().front().message;
  if (device == "auto")
    return cpu_machine(false, fmt::format("no usable GPU: {}; ran on the CPU executor", missing),
                       cache);
  diagnostics.error(Code::NoDevice, {},
                    fmt::format("--device=gpu, but there is no usable GPU: {}", missing));
  return std::nullopt;
}

std::unique_ptr<Session> Session::load(const Compiled& compiled, const JobRequest& request,
                                       Diagnostics& diagnostics) {
  auto inputs = runtime::plan::load_inputs(compiled.manifest, request.inputs, diagnostics);
  if (!inputs) return nullptr;
  return on(compiled, request, std::make_shared<const runtime::plan::Inputs>(std::move(*inputs)));
}

std::unique_ptr<Session> Session::on(const Compiled& compiled, const JobRequest& request,
                                     std::shared_ptr<const runtime::plan::Inputs> inputs) {
  std::unique_ptr<Session> out(new Session(compiled, std::move(inputs)));
  out->job_ = {&compiled.manifest, compiled.kernel(), &out->inputs_->tensors, out->inputs_->extents,
               request.scalars,    request.symbols,   request.given,          request.listed,
               request.converts,   request.results};
  return out;
}

bool Session::prepare(const Machine& machine, Diagnostics& diagnostics) {
  execution_ = runtime::plan::Execution::prepare(job_, *machine.backend, diagnostics);
  for (auto& [name, list] : job_.listed) {  // packed by now
    list.coords.clear();
    list.values.reset();
  }
  return execution_ != nullptr;
}

bool Session::run_prepared(const Machine& machine, const runtime::plan::Inputs& told,
                           Diagnostics& diagnostics) {
  if (!execution_->run(diagnostics)) return false;
  auto outputs = execution_->download(diagnostics);
  if (!outputs) return false;
  outputs_ = std::move(*outputs);
  report_ = runtime::report::make_report({&compiled_.manifest, &told, execution_.get(), &outputs_,
                                          machine.backend->info(), machine.reason});
  report_.findings = machine.backend->take_findings();
  return true;
}

bool Session::run(const Machine& machine, Diagnostics& diagnostics) {
  return prepare(machine, diagnostics) && run_prepared(machine, *inputs_, diagnostics);
}

bool Session::verify(Diagnostics& diagnostics) {
  runtime::report::Problem problem{&compiled_.manifest, &inputs_->tensors,     &inputs_->extents,
                                   job_.scalars,        execution_->symbols(), progress_};
  auto verification = runtime::report::verify(problem, outputs_, diagnostics);
  if (!verification) return false;
  report_.verification = std::move(*verification);
  return true;
}

bool Session::count(Diagnostics& diagnostics) {
  report_.counts = runtime::report::count_skips(
      {&compiled_.manifest, inputs_.get(), &outputs_, execution_.get()}, diagnostics);
  if (!report_.counts) return false;
  for (const std::string& difference : report_.counts->differences)
    report_.findings.push_back(difference);
  return true;
}

bool Session::time(const Machine& machine, Diagnostics& diagnostics) {
  // On the CPU executor times say little, and nobody waits for more of them.
  const double slow_us = machine.gpu() ? 250e3 : 15e3, patience_ms = machine.gpu() ? 500 : 30;
  if (double first = run_us(execution_->steps()); first > slow_us) {
    report_.kernel_us = first;
    report_.kernel_runs = 1;
    return true;
  }
  runtime::plan::Timing timing;
  timing.budget_ms = patience_ms;
  auto times = machine.backend->time_us([&] { return execution_->replay(diagnostics); }, timing,
                                        diagnostics);
  if (!machine.gpu()) timing.budget_ms /= static_cast<double>(execution_->steps().size());
  if (!times || !execution_->time_steps(timing, diagnostics)) return false;
  report_.kernel_us = runtime::plan::median(*times);
  report_.kernel_runs = static_cast<int>(times->size());
  report_.steps = execution_->steps();
  return true;
}

}  // namespace teaal::driver
