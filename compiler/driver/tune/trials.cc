#include "compiler/driver/tune/trials.h"

#include <algorithm>
#include <chrono>

#include "compiler/driver/insight/counting.h"

namespace teaal::driver {
namespace {

// Stored elements that the interpreter walks in about a second.
constexpr size_t counted_in_passing = 300'000;
constexpr double patience_ms = 500;

double us_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
      .count();
}

// A candidate may be refused; bugs of ours and wrong results are told beside it.
bool is_ours(const Diagnostic& d) {
  return d.severity == Severity::Error &&
         (d.code == Code::Internal || d.code == Code::Manifest || d.code == Code::Mismatch);
}

}  // namespace

Trials::Trials(const std::vector<Candidate>& candidates, const Machine& machine,
               Diagnostics& diagnostics)
    : candidates_(candidates),
      machine_(machine),
      diagnostics_(diagnostics),
      trials_(candidates.size()),
      jobs_(candidates.size()) {}

void Trials::refuse(size_t candidate, const Diagnostics& found) {
  Trial& trial = trials_[candidate];
  for (const Diagnostic& d : found.all()) {
    if (d.severity == Severity::Error && trial.refusal.empty()) trial.refusal = d.message;
    if (is_ours(d)) diagnostics_.add(d);
  }
  if (trial.refusal.empty()) trial.refusal = "the run failed";
  trial.us.reset();
}

const Job* Trials::compiled(size_t candidate) {
  std::unique_ptr<Job>& job = jobs_[candidate];
  if (job) return job.get();
  if (!trials_[candidate].refusal.empty()) return nullptr;
  auto fresh = std::make_unique<Job>();
  Diagnostics found;
  UsageError error;
  const auto begin = std::chrono::steady_clock::now();
  const bool whole = prepare_job(candidates_[candidate].command, true, *fresh, error, found);
  trials_[candidate].compile_us = us_since(begin);
  if (!whole) {
    trials_[candidate].refusal = error.message;
    refuse(candidate, found);
    return nullptr;
  }
  job = std::move(fresh);
  return job.get();
}

Trials::InputsPtr Trials::inputs_of(const Candidate& candidate, const Job& job) {
  InputsPtr& known = inputs_[candidate.inputs];
  if (known || lost_) return known;
  if (auto loaded =
          runtime::plan::load_inputs(job.compiled->manifest, job.request.inputs, diagnostics_))
    known = std::make_shared<const runtime::plan::Inputs>(std::move(*loaded));
  lost_ = !known;
  return known;
}

const runtime::plan::Inputs* Trials::load(const Job& first) {
  return inputs_of(candidates_.front(), first).get();
}

bool Trials::count(size_t candidate, const Job& job, Diagnostics& found) {
  const InputsPtr inputs = inputs_of(candidates_[candidate], job);
  if (!inputs) return false;
  CountRequest request{&job.compiled->artefact, &job.compiled->manifest, inputs.get(),
                       &job.request};
  request.options.machine = counted_on(h200);
  request.options.trace_limit = 0;
  const auto counts = driver::count(request, found);
  if (counts) trials_[candidate].expected = driver::predict(*counts, h200);
  return counts.has_value();
}

std::optional<double> Trials::predict(size_t candidate) {
  Trial& trial = trials_[candidate];
  const Job* job = compiled(candidate);
  if (!job || trial.expected)
    return trial.expected ? std::optional(trial.expected->us) : std::nullopt;
  const InputsPtr inputs = inputs_of(candidates_[candidate], *job);
  if (!inputs || !job->compiled->artefact.nest) return std::nullopt;
  for (const auto& [name, tensor] : inputs->tensors)
    if (tensor.entries() > counted_in_passing) return std::nullopt;
  Diagnostics ignored;  // what cannot be counted may well be measured
  count(candidate, *job, ignored);
  return trial.expected ? std::optional(trial.expected->us) : std::nullopt;
}

std::unique_ptr<Session> Trials::run(size_t candidate, const Job& job, Diagnostics& found) {
  const InputsPtr inputs = inputs_of(candidates_[candidate], job);
  if (!inputs) return nullptr;
  auto session = Session::on(*job.compiled, job.request, inputs);
  if (!session->run(machine_, found)) return nullptr;
  for (const std::string& finding : session->report().findings)
    found.error(Code::RunFailed, {}, finding);
  return found.ok() ? std::move(session) : nullptr;
}

std::optional<double> Trials::measure(size_t candidate, int repeat) {
  const Job* job = compiled(candidate);
  if (!job) return std::nullopt;
  Trial& trial = trials_[candidate];
  Diagnostics found;
  if (!machine_.gpu()) {
    if (count(candidate, *job, found))
      trial.us = trial.expected->us;
    else if (!lost_)
      refuse(candidate, found);
    jobs_[candidate].reset();  // it is not asked for again, unless it wins
    return trial.us;
  }
  const auto session = run(candidate, *job, found);
  if (session) {
    runtime::plan::Timing timing;
    timing.repeat = repeat;
    timing.budget_ms = patience_ms;
    auto times = machine_.backend->time_us([&] { return session->execution().replay(found); },
                                           timing, found);
    if (times) trial.us = runtime::plan::median(*times);
  }
  if (!found.ok()) refuse(candidate, found);
  return trial.us;
}

bool Trials::verify(size_t candidate) {
  const Job* job = compiled(candidate);
  if (!job) return false;
  Diagnostics found;
  const auto session = run(candidate, *job, found);
  if (session && session->verify(found)) {
    error_over_bound_ = session->report().verification->max_error_over_bound();
    for (const auto& check : session->report().verification->outputs)
      if (check.comparison.mismatches > 0)
        found.error(Code::Mismatch, {},
                    candidates_[candidate].label + ": " + check.tensor +
                        " differs from reference math: " + check.comparison.first_mismatch);
  }
  if (session && found.ok()) return true;
  refuse(candidate, found);
  return false;
}

}  // namespace teaal::driver
