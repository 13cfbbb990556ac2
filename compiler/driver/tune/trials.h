#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/insight/cost.h"
#include "compiler/driver/job.h"
#include "compiler/driver/tune/candidates.h"

// Candidates of a tuning, compiled and timed one at a time.
namespace teaal::driver {

// What became of one.
struct Trial {
  double compile_us = 0;
  std::optional<double> us;            // measured on a GPU, else predicted
  std::optional<Prediction> expected;  // where it was counted
  std::string refusal;                 // why there is no time
};

class Trials {
 public:
  // Both outlive the trials. `diagnostics` gets what is wrong with inputs, and bugs of ours.
  Trials(const std::vector<Candidate>& candidates, const Machine& machine,
         Diagnostics& diagnostics);

  // Measured on a GPU; elsewhere predicted from counts, which holds for any number of repetitions.
  std::optional<double> measure(size_t candidate, int repeat);
  // From counts; nothing where operands are too large to be counted in passing.
  std::optional<double> predict(size_t candidate);
  // Runs the candidate on the machine and compares with reference math.
  bool verify(size_t candidate);

  // Loads the inputs, for which the first candidate was compiled.
  const runtime::plan::Inputs* load(const Job& first);
  // Takes what an earlier tuning found.
  void recall(std::vector<Trial> trials) { trials_ = std::move(trials); }

  // Inputs cannot be had: no candidate can be tried.
  bool lost() const { return lost_; }
  const std::vector<Trial>& all() const { return trials_; }
  const Trial& at(size_t candidate) const { return trials_[candidate]; }
  // Largest error of what was verified last, over its bound.
  double error_over_bound() const { return error_over_bound_; }

 private:
  using InputsPtr = std::shared_ptr<const runtime::plan::Inputs>;

  const Job* compiled(size_t candidate);
  InputsPtr inputs_of(const Candidate&, const Job&);
  bool count(size_t candidate, const Job&, Diagnostics&);
  std::unique_ptr<Session> run(size_t candidate, const Job&, Diagnostics&);
  void refuse(size_t candidate, const Diagnostics&);

  const std::vector<Candidate>& candidates_;
  const Machine& machine_;
  Diagnostics& diagnostics_;
  std::vector<Trial> trials_;
  std::vector<std::unique_ptr<Job>> jobs_;
  std::map<std::string, InputsPtr> inputs_;
  bool lost_ = false;
  double error_over_bound_ = 0;
};

}  // namespace teaal::driver
