#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "runtime/plan/execution.h"

namespace teaal::runtime::plan {

// The report has each step once, with the time of all rounds.
bool ExecutionImpl::run_rounds(const ManifestStep& step, Diagnostics& diagnostics) {
  const ManifestIteration& iteration = *manifest_.iteration;
  const bool counted = !iteration.times.empty();
  std::optional<int64_t> most = iteration.at_most;
  if (counted)
    most = sizes_.evaluate_in(iteration.times, "the number of rounds", 0, INT32_MAX, diagnostics);
  if (!most) return false;
  const size_t first_step = steps_.size(), first_shape = shapes_.size();
  std::set<size_t> differ;  // steps that later rounds tell otherwise
  bool ended = counted;
  int64_t round = 0;
  while (round < *most && (counted || !ended)) {
    sizes_.bind(step.name, round);
    for (const ManifestStep& inner : step.steps)
      if (!run_step(inner, diagnostics)) return false;
    if (round++ > 0) fold_round(first_step, first_shape, differ);
    if (counted) continue;
    std::optional<bool> empty = is_empty(iteration.until_empty, diagnostics);
    if (!empty) return false;
    ended = *empty;
  }
  for (size_t i = first_step; i < steps_.size(); ++i)
    steps_[i].text += fmt::format(" ({}{} round{})", differ.contains(i) ? "first of " : "", round,
                                  round == 1 ? "" : "s");
  if (ended) return true;
  diagnostics.error(Code::RunFailed, {},
                    fmt::format("{} is not empty after {} rounds, the most that 'at-most' allows",
                                iteration.until_empty, *most));
  return false;
}

// Before the rounds the view gets the arrays that are given.
bool ExecutionImpl::is_carried(const std::string& view) const {
  return std::ranges::any_of(manifest_.plan, [&](const ManifestStep& step) {
    return step.kind == ManifestStep::Kind::Carry && step.view == view;
  });
}

// The arrays change hands: who assembles a tensor again makes new ones, so nothing is copied.
bool ExecutionImpl::carry(const ManifestStep& step, Diagnostics& diagnostics) {
  ViewMemory& to = memory_.at(step.view);
  const ViewMemory& from = memory_.at(step.from);
  to.segments = from.segments;
  to.coords = from.coords;
  to.masks = from.masks;
  to.bases = from.bases;
  to.values = from.values;
  if (step.name.empty()) return true;
  auto count = sizes_.evaluate(step.value, "how many elements are carried", diagnostics);
  if (count) sizes_.bind(step.name, *count);
  return count.has_value();
}

// Adds the times of the last round to those of the first.
void ExecutionImpl::fold_round(size_t first_step, size_t first_shape, std::set<size_t>& differ) {
  const size_t steps = (steps_.size() - first_step) / 2;
  const size_t shapes = (shapes_.size() - first_shape) / 2;
  for (size_t i = 0; i < steps; ++i) {
    const StepTime& later = steps_[first_step + steps + i];
    steps_[first_step + i].us += later.us;
    if (steps_[first_step + i].text != later.text) differ.insert(first_step + i);
  }
  steps_.resize(first_step + steps);
  shapes_.resize(first_shape + shapes);
}

std::optional<bool> ExecutionImpl::is_empty(const std::string& tensor, Diagnostics& diagnostics) {
  const ManifestTensor* of = manifest_.tensor(tensor);
  const ManifestView* view = of ? produced_view(*of) : nullptr;
  if (!view) {
    internal(fmt::format("ends when {} is empty, which nothing writes", tensor), diagnostics);
    return std::nullopt;
  }
  if (!view->positions.empty()) {
    auto stored = positions_of(*view, static_cast<int>(view->formats.size()) - 1, diagnostics);
    return stored ? std::optional(*stored == 0) : std::nullopt;
  }
  std::optional<Coo> coo = fetch(*view, diagnostics);
  if (!coo) return std::nullopt;
  return coo->entries() == 0;
}

}  // namespace teaal::runtime::plan
