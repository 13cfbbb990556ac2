#include <algorithm>
#include <set>
#include <vector>

#include "compiler/passes/passes.h"

// Programmatic dependent launch: one kernel's end and the next one's beginning overlap. What a run
// of the plan begins with, and what it begins with behind the steps that are done once, comes
// behind somebody else's work, so that is launched as ever.
namespace teaal::passes {
namespace {

using namespace ir;

void add_launches(const std::vector<Step>& steps, std::vector<const Step*>& launches) {
  for (const Step& step : steps) {
    if (step.kind == Step::Kind::Launch) launches.push_back(&step);
    add_launches(step.body, launches);
  }
}

}  // namespace

std::optional<Program> launch_early(Program program, const Target& target, Diagnostics&) {
  if (!target.early_launches) return program;
  std::vector<const Step*> launches;
  add_launches(program.steps, launches);
  std::set<std::string> early;
  for (const Step* launch : launches) early.insert(launch->name);
  for (const bool once : {false, true}) {
    const auto begins = std::ranges::find(launches, once, &Step::once);
    if (begins != launches.end()) early.erase((*begins)->name);
  }
  for (Kernel& kernel : program.kernels) kernel.early = early.contains(kernel.name);
  return program;
}

}  // namespace teaal::passes
