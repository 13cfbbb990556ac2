#include "compiler/driver/insight/verify_passes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/driver/commands/cases.h"
#include "compiler/driver/insight/counting.h"
#include "compiler/passes/pipeline.h"

namespace teaal::driver {
namespace {

constexpr uint64_t seed = 7;
// Enough for shuffles over a whole warp; few, as no slot is shown.
constexpr interpret::Machine machine = {2, 32};

// The passes behind which a program has a meaning of its own.
std::vector<std::string> whole_behind(bool iterates) {
  std::vector<std::string> out;
  bool whole = false;
  for (const passes::Pass& pass : passes::pipeline()) {
    whole |= iterates ? pass.name == "iterate" : pass.leaves == ir::Stage::Reduced;
    if (whole) out.emplace_back(pass.name);
  }
  return out;
}

class PassVerifier {
 public:
  PassVerifier(const Compiled& compiled, Diagnostics& diagnostics)
      : compiled_(compiled),
        diagnostics_(diagnostics),
        passes_(whole_behind(compiled.artefact.stages.front().second->iteration.has_value())) {}

  // False: a pass changes values, or the case cannot be made.
  bool verify(const Case& drawn) {
    auto inputs =
        runtime::plan::load_inputs(compiled_.manifest, drawn.request.inputs, diagnostics_);
    if (!inputs) return false;
    std::string right;
    const ir::Program* found_right = nullptr;
    for (const auto& [pass, program] : compiled_.artefact.stages) {
      if (std::ranges::find(passes_, pass) == passes_.end()) continue;
      if (passes::lacks_magnitudes(*program)) {
        unseen_[pass] = "find_largest is still to find what scales the values";
        continue;
      }
      if (program.get() == found_right) {
        right = pass;
        note_right(pass);
        continue;
      }
      CountRequest request{&compiled_.artefact, &compiled_.manifest, &*inputs, &drawn.request};
      request.options = {machine, 0};
      request.stage = program.get();
      Diagnostics found;
      if (count(request, found)) {
        right = pass;
        found_right = program.get();
        note_right(pass);
        continue;
      }
      const Diagnostic& why = found.all().back();
      if (why.code == Code::RunFailed) return true;  // an iteration without an end
      if (why.code != Code::Unsupported) return blame(pass, right, why.message, drawn);
      unseen_[pass] = why.message;
    }
    return true;
  }

  std::vector<std::string> notes() const {
    std::vector<std::string> out;
    if (!seen_.empty())
      out.push_back(fmt::format("values are right behind {}", fmt::join(seen_, ", ")));
    std::map<std::string, std::vector<std::string>> by_reason;
    for (const std::string& pass : passes_)
      if (const auto why = unseen_.find(pass); why != unseen_.end())
        by_reason[why->second].push_back(pass);
    for (const auto& [why, passes] : by_reason)
      out.push_back(
          fmt::format("values behind {} were not looked at: {}", fmt::join(passes, ", "), why));
    return out;
  }

 private:
  void note_right(const std::string& pass) {
    if (std::ranges::find(seen_, pass) == seen_.end()) seen_.push_back(pass);
  }

  bool blame(const std::string& pass, const std::string& right, const std::string& what,
             const Case& drawn) {
    const std::string before =
        right.empty() ? fmt::format("{} or a pass before it is wrong", pass)
                      : fmt::format("pass {} is wrong; behind {} values are right", pass, right);
    diagnostics_.error(Code::Internal, {},
                       fmt::format("{}: {}; on {}", before, what, fmt::join(drawn.arguments, " ")));
    return false;
  }

  const Compiled& compiled_;
  Diagnostics& diagnostics_;
  std::vector<std::string> passes_, seen_;
  std::map<std::string, std::string> unseen_;
};

}  // namespace

std::optional<std::vector<std::string>> verify_passes(const Compiled& compiled, const Given& given,
                                                      int cases, Diagnostics& diagnostics) {
  Given scalars;  // tensors are drawn, so that they are small
  scalars.scalars = given.scalars;
  const CaseGenerator generator(compiled.manifest, scalars, {}, seed);
  PassVerifier verifier(compiled, diagnostics);
  for (int number = 0; number < cases; ++number)
    if (!verifier.verify(generator.make(number))) return std::nullopt;
  return verifier.notes();
}

}  // namespace teaal::driver
